// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Panel: the time of a step relative to the cheapest baseline, and the error, over a ladder of step counts.
struct Cost {
  std::string title;
  Comparison comparison;
  std::vector<std::int64_t> ladder;
  Norm norm;
  std::vector<const MethodInfo*> baselines;  ///< of the comparison's methods
  std::string baseline;                      ///< their common name
  std::pair<double, double> strip;           ///< relative times stated in the paper
  std::string strip_label;

  static constexpr std::string_view kind = "cost";
  static void fields(const auto& f, auto& p) {  ///< f(key, member) for each of its keys
    f("title", p.title);
    f("", p.comparison);
    f("ladder", p.ladder);
    f("norm", p.norm);
    f("baselines", p.baselines);
    f("baseline", p.baseline);
    f("strip", p.strip);
    f("strip_label", p.strip_label);
  }
  PanelData measure(const Measuring& with) const;
  nlohmann::ordered_json record(const PanelData& data) const;
  std::vector<const MethodInfo*> methods() const { return comparison.methods; }
  void change(const std::function<void(Comparison&)>& edit);  ///< edits every comparison; baselines stay candidates
};

}  // namespace polhode
