// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "core/measuring/panels/histories.hpp"
#include "core/measuring/panels/ladders.hpp"
#include "core/measuring/panels/map.hpp"
#include "core/measuring/panels/measurements.hpp"
#include "core/measuring/panels/sweep.hpp"

/// An experiment as a value.
namespace polhode {

/// Any kind of panel. A new kind is a class in panels/ (its data, `measure`, `record`, `methods` and `change`) and a
/// word in this line.
using AnyPanel = std::variant<Convergence, Work, Cost, Drift, Trajectory, Sweep, Map, Measurements>;

/// A panel as a value.
struct Panel : AnyPanel {
  using AnyPanel::AnyPanel;

  /// f(panel), with the panel as its own kind.
  decltype(auto) as(const auto& f) const { return std::visit(f, static_cast<const AnyPanel&>(*this)); }
  decltype(auto) as(const auto& f) { return std::visit(f, static_cast<AnyPanel&>(*this)); }

  /// One of each kind, empty.
  static std::vector<Panel> kinds();
};

/// An experiment is a value: panels, and the numbers of its claims.
struct Experiment {
  std::string id;
  std::string title;   ///< of the picture
  std::string source;  ///< paper and figure
  std::vector<Panel> panels;
  std::vector<ClaimNumbers> claims;
  /// Papers whose claims the experiment judges; empty: all that name it as their figure.
  std::vector<std::string> papers;
  bool partial = false;  ///< a part of another experiment: no claim is judged
};

/// The experiment with some of its candidates only, under an id of its own; it judges no claim. Panels without
/// candidates are left out.
Experiment restricted(const Experiment& experiment, const std::string& how,
                      const std::function<bool(const MethodInfo&)>& accepts);
/// An experiment measured up to a limit, without its claims and under another id.
Experiment without_claims(const Experiment& experiment, const std::string& how);
/// Whether anything was skipped for want of time.
bool ran_out_of_time(const Data& data);

/// Measures all panels: accuracy on all cores, then, if asked, timings alone and interleaved.
Data measure(const Experiment& experiment, const ComparisonRunner& runner, bool timed);

}  // namespace polhode
