// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Panel: the mean energy error |H - H0| over all steps, or the error at the end in a norm, against a parameter of the
/// problem.
struct Sweep {
  std::string title;
  std::string parameter;  ///< its name
  std::vector<double> values;
  std::vector<Comparison> comparisons;  ///< one for each value, all of the same methods
  std::int64_t steps;
  std::optional<Norm> norm = {};

  static constexpr std::string_view kind = "sweep";
  static constexpr std::string_view how_to_read =
      "Every point is a run of its own; lower is more accurate, and the gap between two lines is what one "
      "method gains over the other.";
  static void fields(const auto& f, auto& p) {  ///< f(key, member) for each of its keys
    f("title", p.title);
    f("parameter", p.parameter);
    f("values", p.values);
    f("", p.comparisons);
    f("steps", p.steps);
    f("norm", p.norm);
  }
  PanelData measure(const Measuring& with) const;
  nlohmann::ordered_json record(const PanelData& data) const;
  std::vector<const MethodInfo*> methods() const { return comparisons.front().methods; }
  void change(const std::function<void(Comparison&)>& edit) {  ///< edits every comparison
    for (auto& comparison : comparisons) edit(comparison);
  }
};

}  // namespace polhode
