// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/geometry/so3.hpp"
#include "core/io/json.hpp"
#include "core/problem/problem.hpp"
#include "core/stepping/grid.hpp"
#include "core/torques/sampled_control.hpp"
#include "core/torques/signal.hpp"

/// A body and a run from a file, as docs/bodies.md describes it.
namespace polhode {

/// The orbital frame of a body: x from the planet to the body, z along the normal of the orbit.
template <class T>
struct OrbitFrame {
  Rotation<Space, Space, T> turn;  ///< of space to it: its axes are the columns
  Vec<Space, T> rate;              ///< its angular velocity, in space, in radians per time

  OrbitFrame(const signals::OrbitalPath<Space, T>& path, const T& t) {
    const auto [r, v, a] = path.motion(t);
    const auto h = cross(r, v);
    const auto x = r / norm(r), z = h / norm(h);
    turn = from_matrix<Space, Space, T>(from_columns(x, cross(z, x), z));
    rate = h / norm2(r) + T(norm(r) * dot(a, z) / norm(h)) * x;
  }
};

/// What a run is watched for: a number that passes zero, of a state at a time. Vectors at rest are in the axes of
/// space, or of the frame that `turn` takes to them.
struct Event {
  std::function<double(const Problem<double>& problem, const State<double>& s, double t,
                       const Rotation<Space, Space, double>& turn)>
      of;
  bool rising = true, falling = true;                        ///< which crossings count
  std::optional<signals::OrbitalPath<Space, double>> orbit;  ///< in whose frame vectors at rest are given

  double at(const Problem<double>& problem, const State<double>& s, double t) const {
    return of(problem, problem.whole(t, s), t,
              orbit ? OrbitFrame<double>(*orbit, t).turn : Rotation<Space, Space, double>::identity());
  }
};

/// What every answer to a spec repeats.
struct Echoed {
  std::vector<std::string> warnings, comments;             ///< of ours; all of the user
  std::vector<std::pair<std::string, std::string>> units;  ///< names as given, and derived ones
};

/// Content of a spec, in one scalar. A rigid body is in principal axes; `axes` takes principal to user components.
template <class T>
struct Spec : Echoed {
  Problem<T> problem;
  Rotation<Body, Body, T> axes = Rotation<Body, Body, T>::identity();
  std::optional<std::string> method;
  std::optional<Grid<T>> grid;  ///< given by h or time with steps
  T t0{0};
  std::optional<T> time;  ///< duration of the motion
  /// Between breaks of this order (TorquedBody::breaks), the smallest number of equal steps not longer than the grid's.
  std::optional<int> aligned;
  bool crosses = false;  ///< whether the grid's steps cross breaks inside them; else they are cut there
  std::int64_t every = 0;
  std::optional<double> dense;  ///< time between rows, independent of the steps
  std::vector<Event> events;
  std::vector<std::string> torques, momentum_torques;   ///< fields and kinds of the body's, in its order
  bool by_rate = false;                                 ///< its momentum is a rate, which the attitude decides
  std::vector<SampledControl<T>> sampled;               ///< the last torque of the problem represents theirs
  T rate{1};                                            ///< radians per time of a unit of the file's angular velocities
  T angle{1};                                           ///< radians of a unit of the file's angles
  T momentum{1};                                        ///< a unit of the file's momenta, in units of the computation
  std::optional<T> mass, volume;                        ///< of the body, if the file has them
  std::optional<Vec<Body, T>> centre;                   ///< of mass, in the user's axes
  int plane = -1;                                       ///< the axis of a body that has no moment about the two others
  std::optional<signals::OrbitalPath<Space, T>> orbit;  ///< answers refer to its frame
  std::vector<std::string> words;  ///< further content of rows: mrp, rotation_vector, euler:zyx, ...

  /// Converts a state from principal axes and radians to the user's axes and units.
  RigidState<T> to_user(const RigidState<T>& s) const { return {axes * s.Pi / momentum, s.R * inverse(axes)}; }
  DirectorState<T> to_user(const DirectorState<T>& s) const { return {s.d, s.omega / rate}; }
  ParticleState<T> to_user(const ParticleState<T>& s) const { return {s.u, s.p / momentum}; }
  State<T> to_user(const State<T>& s) const {
    return std::visit([&](const auto& x) -> State<T> { return to_user(x); }, s);
  }
};

/// The folder of a file, with its slash; empty for a file in the working directory.
std::string folder_of(const std::string& path);

/// Reads a spec at the full precision of T: a decimal string is read as T, a JSON number is the double it denotes.
/// Files that it names are sought in `folder`, the folder of the spec's own file. Controllers that sample are refused,
/// unless `takes_sampled`; the caller then moves the body by HeldControl. Throws UserError: the field, the given value,
/// the accepted ones. Instantiated for double, float128 and float100.
template <class T>
Spec<T> read_spec(const nlohmann::json& document, const std::string& folder = "", bool takes_sampled = false);
/// Reads a document whose form is known to be valid, such as one of many that differ in numbers. For double.
template <class T>
Spec<T> read_formed_spec(const nlohmann::json& document, const std::string& folder = "", bool takes_sampled = false);

/// Throws UserError if a table does not cover the spec's time, or a variable moment is not positive on the way.
/// read_spec does so; a caller that replaces the time checks again. Instantiated for double.
template <class T>
void check_span(const Spec<T>& spec);

}  // namespace polhode
