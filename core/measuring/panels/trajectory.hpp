// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Components against time; lines on the unit sphere; points in space.
enum class View { components, sphere, space };

/// Panel: up to three components.
struct Trajectory {
  std::string title;
  Comparison comparison;
  std::int64_t steps;
  Quantity quantity;
  View view = View::components;
  int starts = 1;
  /// In space, only points within this distance of the first are drawn.
  double close_up = std::numeric_limits<double>::infinity();

  static constexpr std::string_view kind = "trajectory";
  static void fields(const auto& f, auto& p) {  ///< f(key, member) for each of its keys
    f("title", p.title);
    f("", p.comparison);
    f("steps", p.steps);
    f("quantity", p.quantity);
    f("view", p.view);
    f("starts", p.starts);
    f("close_up", p.close_up);
  }
  PanelData measure(const Measuring& with) const;
  nlohmann::ordered_json record(const PanelData& data) const;
  std::vector<const MethodInfo*> methods() const { return comparison.methods; }
  void change(const std::function<void(Comparison&)>& edit) { edit(comparison); }  ///< edits every comparison
};

}  // namespace polhode
