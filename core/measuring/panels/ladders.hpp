// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/measuring/panels/shared.hpp"

/// Panels of errors over ladders of step counts.
namespace polhode {

/// Panel: error against the step, in one or two norms.
struct Convergence {
  std::string title;
  Comparison comparison;
  std::vector<std::int64_t> ladder;
  std::vector<Norm> norms;

  static constexpr std::string_view kind = "convergence";
  static constexpr std::string_view how_to_read =
      "Lower is more accurate; the slope of a line is the order of its method (see the triangle). Where lines "
      "level off they meet rounding, or the grey error of the reference.";
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

/// Panel: error against measured time and against counted work, over a ladder of step counts that is extended for every
/// method until its errors span `errors`: methods are compared at equal errors.
struct Work {
  std::string title;
  Comparison comparison;
  std::vector<std::int64_t> ladder;
  Norm norm;
  std::optional<std::pair<double, double>> errors = {};  ///< the smallest first

  static constexpr std::string_view kind = "work";
  static constexpr std::string_view how_to_read =
      "At one height, the line furthest to the left gives that accuracy for the least work. Times are the "
      "fastest of the repetitions; operations are counted and the same on every machine.";
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
  static constexpr std::string_view how_to_read =
      "The time of a step divided by the time of the cheapest of the paper’s methods at the same step; the "
      "grey strip is what the paper says. Beside it, the error at each step.";
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
