// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Panel: error against measured time and against counted work, over a ladder of step counts that is extended for every
/// method until its errors span `errors`: methods are compared at equal errors.
struct Work {
  std::string title;
  Comparison comparison;
  std::vector<std::int64_t> ladder;
  Norm norm;
  std::optional<std::pair<double, double>> errors = {};  ///< the smallest first

  static constexpr std::string_view kind = "work";
  static void fields(const auto& f, auto& p) {  ///< f(key, member) for each of its keys
    f("title", p.title);
    f("", p.comparison);
    f("ladder", p.ladder);
    f("norm", p.norm);
    f("errors", p.errors);
  }
  PanelData measure(const Measuring& with) const;
  nlohmann::ordered_json record(const PanelData& data) const;
  std::vector<const MethodInfo*> methods() const { return comparison.methods; }
  void change(const std::function<void(Comparison&)>& edit) { edit(comparison); }  ///< edits every comparison
};

}  // namespace polhode
