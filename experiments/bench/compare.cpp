// SPDX-License-Identifier: MIT
#include "experiments/bench/compare.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

namespace polhode {

namespace {

using json = nlohmann::ordered_json;

/// A quarter of the repetitions are faster. What disturbs a machine only adds, so it is steadier than the median.
double quartile(std::vector<double> x) {
  const auto place = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 4);
  std::nth_element(x.begin(), place, x.end());
  return *place;
}

double least(const std::vector<double>& x) {
  return *std::min_element(x.begin(), x.end());
}

/// How a quantity is judged: `share` it may grow by above `floor`.
struct Rule {
  const char* quantity;
  double share, floor;
  Change worse;
};
constexpr Rule rules[] = {{"torque_evaluations", 0, 0, Change::slower},  {"solver_iterations", 0, 0, Change::slower},
                          {"allocations", 0, 0, Change::slower},         {"instructions", 0.01, 0, Change::slower},
                          {"error", 0.05, 1e-12, Change::less_accurate}, {"rounding", 9, 1e-12, Change::less_accurate},
                          {"energy", 0.05, 1e-12, Change::less_accurate}};

}  // namespace

std::string_view name(Change change) {
  constexpr std::string_view names[] = {"same",        "better",         "slower",   "less accurate",
                                        "cannot tell", "not comparable", "unmatched"};
  return names[static_cast<int>(change)];
}

bool PerformanceChanges::has(Change change) const {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.change == change; });
}

Exit PerformanceChanges::exit() const {
  if (has(Change::less_accurate)) return Exit::less_accurate;
  if (has(Change::slower)) return Exit::slower;
  if (has(Change::unmatched)) return Exit::unfinished;
  if (rows == 0 || has(Change::not_comparable)) return Exit::not_comparable;
  return Exit::ok;
}

PerformanceChanges compare_evidence(const json& a, const json& b) {
  PerformanceChanges c;
  const bool same_toolchain = nlohmann::json(a.at("toolchain")) == nlohmann::json(b.at("toolchain"));  // in any order
  if (!same_toolchain)
    c.findings.push_back({"all", "instructions", Change::not_comparable, 0, 0, 0, 0,
                          "built by " + a.at("toolchain").dump() + ", now by " + b.at("toolchain").dump()});
  bool counted = true;
  for (const auto& [row, before] : a.at("rows").items()) {
    const auto found = b.at("rows").find(row);
    if (found == b.at("rows").end()) {
      c.findings.push_back({row, "row", Change::unmatched, 0, 0, 0, 0, "it is gone"});
      continue;
    }
    const auto& after = *found;
    ++c.rows;
    if (before.value("status", "") == "ok" && after.value("status", "") != "ok") {
      c.findings.push_back({row, "status", Change::less_accurate, 1, 0, 0, 0, after.value("status", "gone")});
      continue;
    }
    for (const auto& rule : rules) {
      const std::string_view quantity = rule.quantity;
      if (!before.contains(quantity) || (quantity == "instructions" && !same_toolchain)) continue;
      if (!after.contains(quantity)) {
        counted = counted && quantity != "instructions";
        continue;
      }
      const double x = before.at(quantity), y = after.at(quantity);
      if (y > x * (1 + rule.share) && y > rule.floor)
        c.findings.push_back({row, rule.quantity, rule.worse, x, y});
      else if (x > y * (1 + rule.share) && x > rule.floor)
        c.findings.push_back({row, rule.quantity, Change::better, x, y});
    }
  }
  for (const auto& [row, after] : b.at("rows").items())
    if (!a.at("rows").contains(row))
      c.findings.push_back({row, "row", Change::unmatched, 0, 0, 0, 0, "the baseline does not have it"});
  if (!counted)
    c.findings.push_back({"all", "instructions", Change::not_comparable, 0, 0, 0, 0, "they were not counted now"});
  return c;
}

double rank_test(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<std::pair<double, bool>> all;
  for (const double x : a) all.emplace_back(x, true);
  for (const double x : b) all.emplace_back(x, false);
  std::sort(all.begin(), all.end());
  const double n = static_cast<double>(all.size()), na = static_cast<double>(a.size()),
               nb = static_cast<double>(b.size());
  double ranks = 0, ties = 0;  // of a
  for (std::size_t i = 0; i < all.size();) {
    std::size_t j = i;
    while (j < all.size() && all[j].first == all[i].first) ++j;
    const double t = static_cast<double>(j - i), rank = static_cast<double>(i + j + 1) / 2;
    for (; i < j; ++i) ranks += all[i].second ? rank : 0;
    ties += t * t * t - t;
  }
  const double U = ranks - na * (na + 1) / 2, mean = na * nb / 2,
               variance = na * nb / 12 * (n + 1 - ties / (n * (n - 1)));
  if (!(variance > 0)) return 1;
  const double z = std::max(0.0, std::abs(U - mean) - 0.5) / std::sqrt(variance);
  return std::erfc(z / std::sqrt(2));
}

PerformanceChanges compare_times(const Samples& a, const Samples& b) {
  constexpr double effect = 0.02, level = 0.001;
  constexpr std::size_t enough = 9;
  PerformanceChanges c;
  std::mt19937_64 generator(1);
  const auto resampled = [&](const std::vector<double>& x) {
    std::uniform_int_distribution<std::size_t> any(0, x.size() - 1);
    std::vector<double> y(x.size());
    for (auto& v : y) v = x[any(generator)];
    return quartile(std::move(y));
  };
  for (const auto& [row, x] : a) {
    const auto found = std::find_if(b.begin(), b.end(), [&](const auto& other) { return other.first == row; });
    if (found == b.end()) {
      c.findings.push_back({row, "time", Change::not_comparable, least(x), 0, 0, 0, "it is gone"});
      continue;
    }
    const auto& y = found->second;
    ++c.rows;
    Finding f{row, "time", Change::cannot_tell, least(x), least(y)};
    if (x.size() < enough || y.size() < enough) {
      f.change = Change::not_comparable, f.why = "fewer than nine repetitions";
      c.findings.push_back(f);
      continue;
    }
    std::vector<double> ratios(1000);
    for (auto& r : ratios) r = resampled(y) / resampled(x);
    std::sort(ratios.begin(), ratios.end());
    f.low = ratios[25], f.high = ratios[974];
    const double minima = least(y) / least(x), quartiles = quartile(y) / quartile(x);
    const double chance = rank_test(x, y);
    const bool differs = chance * static_cast<double>(a.size()) < level;
    if (differs && minima > 1 + effect && quartiles > 1 + effect)
      f.change = Change::slower;
    else if (differs && minima < 1 / (1 + effect) && quartiles < 1 / (1 + effect))
      f.change = Change::better;
    else if (std::abs(minima - 1) < effect && chance > 0.05)
      f.change = Change::same;
    c.findings.push_back(f);
  }
  return c;
}

Samples samples(const std::vector<json>& files) {
  Samples all;
  for (const auto& file : files)
    for (const auto& run : file.at("benchmarks")) {
      if (run.value("run_type", "iteration") != "iteration") continue;
      std::string row = run.at("run_name");
      row = row.substr(0, row.find("/repeats:"));
      row = row.substr(0, row.find("/min_"));
      auto found = std::find_if(all.begin(), all.end(), [&](const auto& other) { return other.first == row; });
      if (found == all.end()) found = all.insert(all.end(), {row, {}});
      found->second.push_back(run.at("cpu_time"));
    }
  return all;
}

}  // namespace polhode
