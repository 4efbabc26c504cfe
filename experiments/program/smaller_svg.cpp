// SPDX-License-Identifier: MIT
#include "experiments/program/smaller_svg.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

namespace polhode::verbs {

namespace {

/// Reads a file of tags from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  bool at(std::string_view word) const { return rest_.substr(0, word.size()) == word; }
  char take() { return done() ? '\0' : take(1)[0]; }
  std::string_view take(std::size_t n) {
    const auto taken = rest_.substr(0, n);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  /// Up to and with the next `end` after `from` characters.
  std::string_view take_past(std::string_view end, std::size_t from) {
    const auto at = rest_.find(end, from);
    return take(at == rest_.npos ? rest_.size() : at + end.size());
  }
  std::string_view take_until(char end) { return take(std::min(rest_.find(end), rest_.size())); }
  std::string_view take_while(bool (*wanted)(char)) {
    std::size_t n = 0;
    while (n < rest_.size() && wanted(rest_[n])) ++n;
    return take(n);
  }

 private:
  std::string_view rest_;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// Cuts the decimals that follow a number's point to one.
void take_decimals(Reader& in, std::string& out) {
  const auto decimals = in.take_while(is_digit);
  if (decimals.empty()) return;
  if (decimals[0] == '0')
    out.pop_back();
  else
    out += decimals[0];
}

/// A number of tenths that follows another number.
std::string after_number(long tenths, bool first) {
  const long size = std::abs(tenths);
  std::string out = tenths < 0 ? "-" : first ? "" : " ";
  if (size >= 10 || size == 0) out += std::to_string(size / 10);
  if (size % 10 != 0) out += "." + std::to_string(size % 10);
  return out;
}

/// The data of a path of straight lines in tenths of a point, every point relative to the one before: half as long.
/// Other paths stay as they are.
std::string smaller_path(std::string_view data) {
  std::string out;
  long at[2] = {0, 0}, start[2] = {0, 0};
  int axis = 0;
  bool moved = false;
  for (Reader in(data); !in.done();) {
    if (!in.take_while(is_space).empty()) continue;
    const auto word = in.take_while([](char c) { return !is_space(c); });
    double value = 0;
    if (word != "M" && out.empty()) return std::string(data);
    if (word == "M") {
      out += "m", moved = true;
    } else if (word == "z") {
      out += "z", at[0] = start[0], at[1] = start[1];
    } else if (std::from_chars(word.data(), word.data() + word.size(), value).ec == std::errc()) {
      constexpr double largest = 1e6;  // of a picture; beyond, and with what is no number, it stays as it is
      if (!(std::abs(value) < largest)) return std::string(data);
      const long tenths = std::lround(10 * value);
      out += after_number(tenths - at[axis], out.back() == 'm');
      at[axis] = tenths;
      if (moved) start[axis] = tenths;
      if (axis == 1) moved = false;
      axis = 1 - axis;
    } else if (word != "L" || out.back() == 'z') {
      return std::string(data);
    }
  }
  return out;
}

}  // namespace

std::string smaller_svg(const std::string& svg) {
  std::string out;
  const auto begin = svg.find("<svg");
  Reader in(std::string_view(svg).substr(begin == std::string::npos ? svg.size() : begin));
  bool in_tag = false;
  std::map<std::string_view, std::size_t> styles;
  while (!in.done()) {
    if (in.at("<metadata")) {
      in.take_past("</metadata>", 0);
    } else if (in.at("<!--")) {
      in.take_past("-->", 0);
    } else if (in.at("<g id=\"")) {
      in.take_past("\"", 7);
      out += "<g", in_tag = true;
    } else if (in_tag && in.at(" style=\"")) {
      in.take(8);
      const auto [style, is_new] = styles.try_emplace(in.take_until('"'), styles.size());
      in.take();
      out += fmt::format(" class=\"s{}\"", style->second);
    } else if (in.at("</svg>")) {
      out += "<style>";
      for (const auto& [style, number] : styles) out += fmt::format(".s{}{{{}}}", number, style);
      out += "</style>";
      out += in.take(6);
    } else if (in_tag && in.at(" d=\"")) {
      out += in.take(4);
      out += smaller_path(in.take_until('"'));
    } else if (in.take_while(is_space).size() > 0) {
      if (!out.empty() && out.back() != '>' && !in.at("<")) out += ' ';
    } else {
      const char c = in.take();
      if (c == '<') in_tag = true;
      if (c == '>') in_tag = false;
      out += c;
      if (c == '.' && in_tag && out.size() > 1 && is_digit(out[out.size() - 2])) take_decimals(in, out);
    }
  }
  return out;
}

}  // namespace polhode::verbs
