// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Panel: error against measured time and against counted work, over a ladder of step counts.
struct Work {
  std::string title;
  Comparison comparison;
  std::vector<std::int64_t> ladder;
  Norm norm;

  static constexpr std::string_view kind = "work";
  PanelData measure(const Measuring& with) const;
  std::vector<PlannedCase> plan(const Arena& arena, bool timed) const;
  nlohmann::ordered_json record(const PanelData& data) const;
  std::vector<const MethodInfo*> methods() const { return comparison.methods; }
  void change(const std::function<void(Comparison&)>& edit) { edit(comparison); }  ///< edits every comparison
};

}  // namespace polhode
