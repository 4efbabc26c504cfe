// SPDX-License-Identifier: MIT
#include "experiments/answers/csv.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/io/row.hpp"
#include "core/io/spec/values.hpp"

namespace polhode::answers {

namespace {

using json = nlohmann::ordered_json;

std::string cell(const json& x) {
  auto text = x.is_null() ? std::string() : x.is_string() ? x.get<std::string>() : x.dump();
  if (x.is_string() && text.find_first_of("=+-@\t\r") == 0 && !reading::is_decimal(text)) text = "'" + text;
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// What all observations of a series or a point have in common, and a row for each.
class CsvRows {
 public:
  CsvRows(const json& figure, std::size_t panel, const json& its, const json& series)
      : series_{figure.at("id"), panel + 1, its.value("kind", json()), its.value("problem", json()),
                series.at("method")} {}
  void at(const json& steps, const json& h, const json& status) { point_ = {steps, h, status}; }
  void add(std::string& out, const std::string& quantity, const json& value, const json& x = {},
           const json& y = {}) const {
    json cells = series_;
    for (const auto& cell : point_) cells.push_back(cell);
    for (const auto& cell : {json(quantity), x, y, value}) cells.push_back(cell);
    out += csv_line(cells);
  }

 private:
  json series_, point_{nullptr, nullptr, nullptr};
};

void points(std::string& out, CsvRows& rows, const json& series) {
  for (const auto& p : series.at("points")) {
    rows.at(p.at("steps"), p.value("h", json()), p.value("status", json("ok")));
    if (p.contains("errors"))
      for (const auto& [norm, e] : p.at("errors").items()) rows.add(out, "error_" + norm, e);
    if (p.contains("tally"))
      for (const auto& [what, n] : p.at("tally").items()) rows.add(out, what, n);
    if (p.contains("reason")) rows.add(out, "reason", p.at("reason"));
    if (p.contains("seconds"))  // of a file of times
      for (const auto& s : p.at("seconds")) rows.add(out, "seconds", s);
  }
}

/// Columns of equal length; the first is the abscissa, of values over a plane the first two.
void curve(std::string& out, CsvRows& rows, const json& panel, const json& series) {
  rows.at(panel.value("steps", json()), nullptr, series.at("status"));
  for (const auto& [what, x] : series.at("numbers").items()) rows.add(out, what, x);
  const auto& columns = series.at("curve");
  const bool plane = panel.at("axes").contains("value");
  if (columns.size() < (plane ? 3 : 2)) return;
  const auto x = columns.begin(), y = std::next(x);
  for (auto column = plane ? std::next(y) : y; column != columns.end(); ++column)
    for (std::size_t i = 0; i < column->size(); ++i)
      rows.add(out, column.key(), column->at(i), x->at(i), plane ? y->at(i) : json());
}

}  // namespace

std::string csv_line(const json& cells) {
  std::string line;
  for (const auto& x : cells) line += cell(x) + ",";
  line.back() = '\n';
  return line;
}

std::string csv_of_rows(const json& rows) {
  std::string head, lines;
  for (const auto& row : rows) {
    json names = json::array(), numbers = json::array();
    for (const auto& [key, value] : row.items())
      flatten(key, value,
              [&](const auto& name, const json& number) { names.push_back(name), numbers.push_back(number); });
    if (head.empty()) head = csv_line(names);
    lines += csv_line(numbers);
  }
  return head + lines;
}

std::string csv_of_samples(const json& samples) {
  const auto units = samples.value("units", json::object());
  const auto time = units.value("time", "s"), rate = units.value("rate", "rad/" + time);
  const auto in = [](const std::string& name, const std::string& unit) { return fmt::format("{} [{}]", name, unit); };
  const auto angle = [&](const char* name) {
    return units.value("angle", "rad") == "rad" ? name : in(name, units["angle"]);
  };
  std::string out =
      samples.at("output") == "increments"
          ? csv_line({in("timestamp", time), angle("delta_angle[0]"), angle("delta_angle[1]"), angle("delta_angle[2]")})
          : csv_line({in("time", time), in("wx", rate), in("wy", rate), in("wz", rate)});
  const auto &times = samples.at("times"), &values = samples.at("values");
  const std::size_t before = values.size() < times.size();  // increments are of the interval that ends at a time
  for (std::size_t k = 0; k < times.size(); ++k)
    out += k < before ? csv_line({times[k], 0, 0, 0})
                      : csv_line({times[k], values[k - before][0], values[k - before][1], values[k - before][2]});
  return out;
}

std::string csv_of(const json& figure, const json& timing) {
  std::string out = "figure,panel,kind,problem,method,steps,h,status,quantity,x,y,value\n";
  for (const auto* file : {&figure, &timing})
    for (std::size_t i = 0; file->is_object() && i < file->at("panels").size(); ++i) {
      const auto& panel = file->at("panels")[i];
      for (const auto& series : panel.at("series")) {
        CsvRows rows(*file, i, panel, series);
        if (series.contains("points")) points(out, rows, series);
        if (series.contains("curve")) curve(out, rows, panel, series);
      }
    }
  return out;
}

}  // namespace polhode::answers
