// SPDX-License-Identifier: MIT
#include "experiments/program/csv.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

std::string cell(const json& x) {
  auto text = x.is_null() ? std::string() : x.is_string() ? x.get<std::string>() : x.dump();
  if (x.is_string() && text.find_first_of("=+-@\t\r") == 0) text = "'" + text;  // no formula in a spreadsheet
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// What all observations of a series or a point have in common, and a row for each.
class CsvRows {
 public:
  CsvRows(const json& figure, std::size_t panel, const json& its, const json& series) {
    for (const auto& x : {figure.at("id"), json(panel + 1), its.value("kind", json()), its.value("problem", json()),
                          series.at("method")})
      prefix_ += cell(x) + ",";
  }
  void at(const json& steps, const json& h, const json& status) {
    point_ = cell(steps) + "," + cell(h) + "," + cell(status) + ",";
  }
  void add(std::string& out, const std::string& quantity, const json& value, const json& x = {},
           const json& y = {}) const {
    out += prefix_ + point_ + cell(quantity) + "," + cell(x) + "," + cell(y) + "," + cell(value) + "\n";
  }

 private:
  std::string prefix_, point_ = ",,,";
};

void points(std::string& out, CsvRows& rows, const json& series) {
  for (const auto& p : series.at("points")) {
    rows.at(p.at("steps"), p.at("h"), p.value("status", json("ok")));
    if (p.contains("errors"))
      for (const auto& [norm, e] : p.at("errors").items()) rows.add(out, "error_" + norm, e);
    if (p.contains("tally"))
      for (const auto& [what, n] : p.at("tally").items()) rows.add(out, what, n);
    if (p.contains("reason")) rows.add(out, "reason", p.at("reason"));
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

std::string csv_of(const json& figure, const json& timing) {
  std::string out = "figure,panel,kind,problem,method,steps,h,status,quantity,x,y,value\n";
  for (std::size_t i = 0; i < figure.at("panels").size(); ++i) {
    const auto& panel = figure.at("panels")[i];
    for (const auto& series : panel.at("series")) {
      CsvRows rows(figure, i, panel, series);
      if (series.contains("points")) points(out, rows, series);
      if (series.contains("curve")) curve(out, rows, panel, series);
    }
  }
  if (!timing.is_object()) return out;
  for (std::size_t i = 0; i < timing.at("panels").size(); ++i) {
    const auto& panel = timing.at("panels")[i];
    for (const auto& series : panel.at("series")) {
      CsvRows rows(timing, i, panel, series);
      for (const auto& p : series.at("points")) {
        rows.at(p.at("steps"), p.value("h", json()), "ok");
        for (const auto& s : p.at("seconds")) rows.add(out, "seconds", s);
      }
    }
  }
  return out;
}

}  // namespace polhode::verbs
