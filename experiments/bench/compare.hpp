// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/system/user.hpp"

/// What changed between two measurements of performance, A before and B after.
namespace polhode {

enum class Change { same, better, slower, less_accurate, cannot_tell, not_comparable, unmatched };
std::string_view name(Change change);

struct Finding {
  std::string name;      ///< of the row, as problem/method/h=step
  std::string quantity;  ///< "instructions", "error", "time", ..
  Change change;
  double before, after;
  double low = 0, high = 0;  ///< 95 % interval of after / before; of times only
  std::string why = {};      ///< where it is not comparable
};

struct PerformanceChanges {
  int rows = 0;                   ///< in both
  std::vector<Finding> findings;  ///< all that is not the same, and of times all
  bool has(Change change) const;
  Exit exit() const;  ///< less accurate before slower before unmatched before not comparable
};

/// Two files of the program `evidence`. Tallies, allocations and failures are compared exactly; instructions within
/// 1 %, between equal toolchains only; errors and energy within 5 %, and what rounding adds within a factor of 10,
/// where they are above 1e-12. A row that only one of them has is unmatched: a baseline is whole or it is no baseline.
PerformanceChanges compare_evidence(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b);

/// Times of repetitions by name, of two builds on one machine, interleaved. Slower or faster is what a rank test
/// (Mann and Whitney, at 0.001 over all names) and both the minima and the lower quartiles, by over 2 %, agree upon;
/// the same is what has minima within 2 % and no difference in ranks (at 0.05); below nine repetitions nothing is said.
using Samples = std::vector<std::pair<std::string, std::vector<double>>>;
PerformanceChanges compare_times(const Samples& a, const Samples& b);

/// The samples in files of Google Benchmark, put together: seconds of the processor in the files' unit.
Samples samples(const std::vector<nlohmann::ordered_json>& files);

/// Two-sided p of Mann and Whitney's rank test, by the normal approximation with ties.
double rank_test(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace polhode
