// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Panel: error against the step, in one or two norms.
struct Convergence {
  std::string title;
  Comparison comparison;
  std::vector<std::int64_t> ladder;
  std::vector<Norm> norms;

  static constexpr std::string_view kind = "convergence";
  static void fields(const auto& f, auto& p) {  ///< f(key, member) for each of its keys
    f("title", p.title);
    f("", p.comparison);
    f("ladder", p.ladder);
    f("norm", p.norms);
  }
  PanelData measure(const Measuring& with) const;
  nlohmann::ordered_json record(const PanelData& data) const;
  std::vector<const MethodInfo*> methods() const { return comparison.methods; }
  void change(const std::function<void(Comparison&)>& edit) { edit(comparison); }  ///< edits every comparison
};

}  // namespace polhode
