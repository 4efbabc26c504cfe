// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/system/user.hpp"

/// The changes between two measurements of performance.
namespace polhode::answers {

/// The findings, the worst first.
enum class Change { less_accurate, slower, unmatched, better, not_comparable };

struct Finding {
  std::string name;      ///< of the row, as problem/method/h=step
  std::string quantity;  ///< "instructions", "error", ..
  Change change;
  double before = 0, after = 0;
  std::string why = {};  ///< where it is not comparable
};

struct PerformanceChanges {
  int rows = 0;                   ///< in both
  int elsewhere = 0;              ///< that one of the machines has no instructions for
  std::vector<Finding> findings;  ///< all that is not the same

  bool has(Change change) const;
  Exit exit() const;  ///< less accurate before slower before unmatched before not comparable
};

/// The differences of the second of two files of the program `evidence` from the first. Counters, allocations and
/// failures are compared exactly; instructions within 1 %, between equal toolchains only; errors and energy within 5 %,
/// and the contribution of rounding within a factor of 10, where they are above 1e-12, rounding above 1e-13, and errors
/// above 20 times their rounding. A row in only one of them is unmatched, because a baseline must be whole.
PerformanceChanges compared(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b);
/// Schema polhode/comparison/1.
nlohmann::ordered_json to_json(const PerformanceChanges& changes);
/// A table, the worst first.
std::string text(const PerformanceChanges& changes);

}  // namespace polhode::answers
