// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

/// Panels of quantities against time.
namespace polhode {

/// Panel: the energy error against time, from one start or from an ensemble.
struct Drift {
  std::string title;
  Comparison comparison;
  std::int64_t steps;
  int starts = 1;
  Quantity quantity = Quantity::energy_error;

  static constexpr std::string_view kind = "drift";
  static constexpr std::string_view how_to_read =
      "The band runs from the least to the largest value of every bin of time, so no peak is lost. A level "
      "band: the error is bounded; a band that grows with t: it drifts. A logarithmic axis shows the size of "
      "the error.";
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
  static constexpr std::string_view how_to_read = "The motion itself; components are told apart by their dashes.";
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
