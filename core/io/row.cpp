// SPDX-License-Identifier: MIT
#include "core/io/row.hpp"

namespace polhode {

namespace {

using json = nlohmann::ordered_json;

/// The number as all JSON here has it: read back, it is the same double.
void append(std::string& out, double x) {
  char text[64];
  out.append(text, nlohmann::detail::to_chars(text, text + sizeof text, x));
}
void append(std::string& out, const double* x, int n, const char* between) {
  for (int i = 0; i < n; ++i) {
    if (i > 0) out += between;
    append(out, x[i]);
  }
}

/// How many columns of numbers a cell has in a table, where an attitude is its quaternion.
int columns(TrajectoryRow::Kind kind) {
  using enum TrajectoryRow::Kind;
  return kind == integer || kind == number ? 1 : kind == vector ? 3 : kind == quaternion || kind == attitude ? 4 : 0;
}
/// A quaternion is qw, qx, qy, qz.
std::string column(const std::string& name, int n, int i) {
  return n == 1 ? name : n == 4 ? std::string("q") + "wxyz"[i] : name + std::to_string(i + 1);
}

}  // namespace

void flatten(const std::string& name, const json& value, const SeeCell& see) {
  if (value.is_object()) {
    for (const auto& [part, x] : value.items())
      if (part != "quaternion")
        flatten(name + "_" + part, x, see);
      else
        for (int i = 0; i < 4; ++i) see(name + "_" + column("", 4, i), x[static_cast<std::size_t>(i)]);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) see(name + std::to_string(i + 1), value[i]);
  } else {
    see(name, value);
  }
}

json TrajectoryRow::json() const {
  std::string text;
  append_json(text);
  return json::parse(text);
}

void TrajectoryRow::append_json(std::string& out) const {
  const double* x = numbers_.data();
  auto other = others_.begin();
  char before = '{';
  const auto list = [&](int n) {
    out += '[', append(out, x, n, ", "), out += ']';
    x += n;
  };
  for (const auto& [kind, name] : cells_) {
    if (kind == Kind::end) {
      out += '}', before = ',';
      continue;
    }
    out += before;
    if (before == ',') out += ' ';
    before = ',';
    ((out += '"') += name) += "\": ";
    if (kind == Kind::integer)
      out += std::to_string(static_cast<std::int64_t>(*x++));
    else if (kind == Kind::number)
      append(out, *x++);
    else if (kind == Kind::vector || kind == Kind::quaternion)
      list(kind == Kind::vector ? 3 : 4);
    else if (kind == Kind::other)
      out += (other++)->dump();
    else if (kind == Kind::group)
      before = '{';
    else {  // an attitude
      out += "{\"quaternion\": ", list(4), out += ", \"matrix\": [";
      for (int i = 0; i < 3; ++i) out += i > 0 ? ", " : "", list(3);
      out += "]}";
    }
  }
  out += '}';
}

void TrajectoryRow::append_csv_names(std::string& out) const {
  auto other = others_.begin();
  std::string group;
  const auto add = [&](const std::string& name) { ((out += group) += name) += ','; };
  for (const auto& [kind, name] : cells_) {
    if (kind == Kind::group) group = name + "_";
    if (kind == Kind::end) group.clear();
    if (kind == Kind::other) flatten(name, *other++, [&](const std::string& part, const auto&) { add(part); });
    for (int i = 0, n = columns(kind); i < n; ++i) add(column(name, n, i));
  }
  out.back() = '\n';
}

void TrajectoryRow::append_csv(std::string& out) const {
  const double* x = numbers_.data();
  auto other = others_.begin();
  for (const auto& [kind, name] : cells_) {
    if (kind == Kind::other)
      flatten(name, *other++, [&](const auto&, const auto& value) {
        if (!value.is_null()) out += value.is_string() ? value.template get<std::string>() : value.dump();
        out += ',';
      });
    const int n = columns(kind);
    if (kind == Kind::integer)
      out += std::to_string(static_cast<std::int64_t>(*x));
    else
      append(out, x, n, ",");
    if (n > 0) out += ',';
    x += kind == Kind::attitude ? 13 : n;
  }
  out.back() = '\n';
}

}  // namespace polhode
