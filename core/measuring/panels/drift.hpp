// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Panel: the energy error against time, from one start or from an ensemble.
struct Drift {
  std::string title;
  Comparison comparison;
  std::int64_t steps;
  int starts = 1;
  Quantity quantity = Quantity::energy_error;

  static constexpr std::string_view kind = "drift";
  static void fields(const auto& f, auto& p) {  ///< f(key, member) for each of its keys
    f("title", p.title);
    f("", p.comparison);
    f("steps", p.steps);
    f("starts", p.starts);
    f("quantity", p.quantity);
  }
  PanelData measure(const Measuring& with) const;
  nlohmann::ordered_json record(const PanelData& data) const;
  std::vector<const MethodInfo*> methods() const { return comparison.methods; }
  void change(const std::function<void(Comparison&)>& edit) { edit(comparison); }  ///< edits every comparison
};

}  // namespace polhode
