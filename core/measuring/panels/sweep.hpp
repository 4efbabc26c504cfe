// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Panel: the mean energy error |H - H0| over all steps, against a parameter of the problem.
struct Sweep {
  std::string title;
  std::string parameter;  ///< its name
  std::vector<double> values;
  std::function<Comparison(double)> comparison;
  std::int64_t steps;

  static constexpr std::string_view kind = "sweep";
  PanelData measure(const Measuring& with) const;
  std::vector<PlannedCase> plan(const Arena& arena, bool timed) const;
  nlohmann::ordered_json record(const PanelData& data) const;
  std::vector<const MethodInfo*> methods() const { return comparison(values.front()).methods; }
  void change(const std::function<void(Comparison&)>& edit);  ///< edits every comparison
};

}  // namespace polhode
