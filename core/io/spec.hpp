// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/io/event.hpp"
#include "core/io/json.hpp"
#include "core/problem/problem.hpp"
#include "core/stepping/grid.hpp"
#include "core/torques/sampled_control.hpp"
#include "core/torques/signal.hpp"

/// A body and a run from a file, as docs/bodies.md describes it.
namespace polhode {

/// Content of a spec, in one scalar. A rigid body is in principal axes; `axes` takes principal to user components.
template <class T>
struct Spec {
  Problem<T> problem;
  Rotation<Body, Body, T> axes = Rotation<Body, Body, T>::identity();
  std::optional<std::string> method;
  std::optional<Grid<T>> grid;  ///< given by h or time with steps
  T t0{0};
  std::optional<T> time;  ///< duration of the motion
  /// As few equal steps between the breaks of this order, see TorquedBody::breaks, as are not longer than the grid's.
  std::optional<int> aligned;
  bool crosses = false;  ///< the grid's steps, whatever breaks inside them; else they are cut there
  std::int64_t every = 0;
  std::optional<double> dense;  ///< time between rows, whatever the steps are
  std::vector<Event> events;
  std::vector<std::string> warnings;
  std::vector<std::string>
      momentum_torques;  ///< fields and kinds of torques that may depend on the momentum, in the body's order
  std::vector<SampledControl<T>> sampled;                  ///< the last torque of the problem stands for theirs
  std::vector<std::pair<std::string, std::string>> units;  ///< names as given, and those that follow from them
  T rate{1};                           ///< radians per time of a unit of the file's angular velocities
  T angle{1};                          ///< radians of a unit of the file's angles
  T momentum{1};                       ///< what a unit of the file's momenta is worth in those computed with
  std::optional<T> mass, volume;       ///< of the body, where the file tells
  std::optional<Vec<Body, T>> centre;  ///< of mass, in the user's axes
  int plane = -1;                      ///< the axis of a body that has no moment about the two others
  std::optional<signals::OrbitalPath<Space, T>> orbit;  ///< whose frame answers tell
  std::vector<std::string> words;     ///< what rows have beside the usual: mrp, rotation_vector, euler:zyx, ...
  std::vector<std::string> comments;  ///< of the user's, all of them

  /// A state in principal axes and in radians as the user wrote his body.
  RigidState<T> to_user(const RigidState<T>& s) const { return {axes * s.Pi / momentum, s.R * inverse(axes)}; }
  DirectorState<T> to_user(const DirectorState<T>& s) const { return {s.d, s.omega / rate}; }
  ParticleState<T> to_user(const ParticleState<T>& s) const { return {s.u, s.p / momentum}; }
  State<T> to_user(const State<T>& s) const {
    return std::visit([&](const auto& x) -> State<T> { return to_user(x); }, s);
  }
};

/// The folder of a file, with its slash; nothing for a file here.
std::string folder_of(const std::string& path);

/// Reads a spec at the full precision of T: a decimal string is read as T, a JSON number is the double it denotes.
/// Files that it names are sought in `folder`, that of the spec's own file.
/// Controllers that sample are refused, unless `takes_sampled`: who takes them moves the body by HeldControl.
/// Throws UserError: the field, what was given, what is accepted. Instantiated for double, float128 and float100.
template <class T>
Spec<T> read_spec(const nlohmann::json& document, const std::string& folder = "", bool takes_sampled = false);
/// The same of a document whose form is known to be right, as of one of many with other numbers. For double.
template <class T>
Spec<T> read_formed_spec(const nlohmann::json& document, const std::string& folder = "", bool takes_sampled = false);

/// Throws UserError if a table does not cover the spec's time, or a moment that changes is not positive on the way.
/// read_spec does so; who replaces the time asks again. Instantiated for double.
template <class T>
void check_span(const Spec<T>& spec);

}  // namespace polhode
