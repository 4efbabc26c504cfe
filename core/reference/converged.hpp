// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "core/reference/numbers.hpp"
#include "core/reference/radau_collocation.hpp"
#include "core/stepping/body.hpp"

namespace polhode::reference {

/// Kind of a reference.
enum class Origin { exact, converged, converged_in_double };

constexpr std::string_view text(Origin origin) {
  constexpr std::string_view words[] = {"exact", "converged", "converged in double"};
  return words[static_cast<int>(origin)];
}

/// A state and what is known of its error.
template <class State, class T>
struct Estimated {
  State state;
  T error_estimate;  ///< absolute, the largest component, in the units of the state
  /// The error in parts without units: the angle between attitudes, distance of directors, displacement relative to its
  /// length; and the momentum (angular velocity) relative to its length, at the start or at the end.
  Distance<T> relative;
};

/// Lengths to which errors of a motion are relative: the larger of the start's and the end's; 1 for a length of 0.
template <class State>
auto lengths(const State& start, const State& end) {
  auto a = size(start);
  const auto b = size(end);
  if (a.configuration < b.configuration) a.configuration = b.configuration;
  if (a.momentum < b.momentum) a.momentum = b.momentum;
  if (a.configuration == 0) a.configuration = 1;
  if (a.momentum == 0) a.momentum = 1;
  return a;
}

/// The square root of the sum of all squares.
template <class T>
T frobenius_norm(const Mat3<T>& m) {
  using std::sqrt;
  T sum(0);
  for (int j = 0; j < 3; ++j) sum += norm2(m.template column<Body>(j));
  return sqrt(sum);
}

/// Rate of the undamped oscillation of a body about the target of its controllers, radians per time, by their gains. 0
/// for other bodies.
template <class T>
T swing_rate(const TorquedBody<T>& body) {
  using std::sqrt;
  T gain(0);
  body.momentum_torques.each([&]<class K>(const K& k) {
    if constexpr (std::is_same_v<K, Control<T>>) gain += frobenius_norm(k.data->attitude_gain.matrix());
  });
  return gain > 0 ? T(sqrt(T(gain / std::min({body.I[0], body.I[1], body.I[2]})))) : T(0);
}

/// This rate, or that of linear damping, if it is faster: it bounds explicit steps.
template <class T>
T stiffness(const TorquedBody<T>& body, const T& t) {
  return std::max(
      T(frobenius_norm(body.affine(t, body.initial.R).damping) / std::min({body.I[0], body.I[1], body.I[2]})),
      swing_rate(body));
}

/// Approximate largest angular speed that a body has or may reach, in radians per time. `most` is the rate that all its
/// momentum on the axis of the least moment, or all its torque about it, would give. If the moments obey the triangle
/// inequality, a free body turns at most sqrt(2) times as fast as at any other time, because its momentum does not move
/// to an axis whose moment is a millionth. The torque about each axis is evaluated at the start and a quarter turn from
/// there. With rotors, or with moments that violate the inequality, the result is `most`.
template <class T>
T turning_rate(const TorquedBody<T>& body, const T& t, const T& most) {
  using std::abs, std::sqrt;
  const T ample(8);  // below this, bodies are as others are
  const auto& start = body.initial;
  const T least = std::min({body.I[0], body.I[1], body.I[2]}), greatest = std::max({body.I[0], body.I[1], body.I[2]});
  const bool of_masses =
      T(body.I[0] + body.I[1] + body.I[2]) >= T(2) * greatest - T(1e-3) * least && !body.has_rotors();
  T rate = norm(body.Omega(start.Pi));
  if (!of_masses || rate == 0 || most <= ample * rate) return most;
  const auto kicked = [&](const auto& attitude) {
    const auto kick = body.total(t, attitude, start.Pi);
    for (int i = 0; is_finite(kick) && i < 3; ++i) rate = std::max(rate, T(sqrt(T(abs(T(kick[i] / body.I[i]))))));
  };
  kicked(start.R);
  for (int i = 0; i < 3; ++i) kicked(start.R * exp(T(pi_of<T>() / 2) * axis<Body, T>(i)));
  return std::min(most, T(ample * rate));
}

// The resolution of the search for features of torques that are known by their values only.
constexpr double looks_at_features = 262144;  ///< irregular steps
constexpr double looks_at_most = 4194304;     ///< irregular steps, where the user names a short feature
constexpr double looks_less = 64;  ///< functions of other languages take microseconds: this divides the number of steps

/// The shortest time over which a change of such a torque is detected: the user's `feature`, or the resolution of the
/// steps over `time`. 0 if every torque is known.
double shortest_feature(const auto& body, double time) {
  double shortest = 0;
  if constexpr (requires { body.momentum_torques; }) {
    const double width = 4 * std::abs(time) * (body.in_double() ? looks_less : 1);
    body.momentum_torques.each([&]<class K>(const K& k) {
      double given = 0;
      if constexpr (requires { k.data->feature; }) given = static_cast<double>(k.data->feature);
      if constexpr (requires { k.is_asked(); }) {
        const double seen = given > 0 ? std::max(given, width / looks_at_most) : width / looks_at_features;
        shortest = shortest > 0 ? std::min(shortest, seen) : seen;
      }
    });
  } else if constexpr (requires { body.formula; }) {
    if (body.formula.empty()) return 0;
    const double width = 4 * std::abs(time), given = static_cast<double>((*body.formula.data)->feature);
    shortest = given > 0 ? std::max(given, width / looks_at_most) : width / looks_at_features;
  }
  return shortest;
}

/// The times between t0 and t0 + time at which such a torque begins or ceases to change faster than elsewhere on the
/// way of the body, in order. A run that stops there steps over no feature that is longer than shortest_feature.
std::vector<double> features(const auto& body, double t0, double time);

/// The state after `time` from t0 in T = float128, from the plain equations: for bodies by collocation
/// (collocation.hpp) where the motion is smooth; otherwise by extrapolation (odeint's Bulirsch-Stoer).
///
/// It shares no code with any method. Throws NoMotion where the torque is not finite or jumps in a way that depends on
/// the motion (half turns from a target), and where the momentum grows beyond bounds. It stops at `features`, which
/// agreement of two runs does not replace; what is shorter than shortest_feature may be missed. The error estimate is
/// the distance to a run at a tolerance that is 1000 times coarser, or that is rounded after each step by more than the
/// error of the other's steps; it bounds the error of the finer one. Cost: seconds for a thousand radians.
template <class P, class T>
Estimated<typename P::State, T> converged(const P& problem, const T& t0, const T& time, const Watch& watch = {});

/// The work of all torques without a potential, over `time` from t0, by the same extrapolation with this relative
/// tolerance per step and these `features`: the change of the energy.
double work(const TorquedBody<double>& body, double t0, double time, double tolerance,
            const std::vector<double>& features);

/// Receives a state of a motion and its time.
template <class P>
using SeeState = std::function<void(const typename P::Scalar& t, const typename P::State& state)>;

/// The state `time` after t0 by the same extrapolation with this relative tolerance per step, without an estimate, and
/// with these `features`. A path is made of such pieces. `see`, if given, receives the state at both ends of each step.
/// Instantiated for bodies with torques, directors and particles in float128, long double and double.
template <class P, class T>
typename P::State extrapolated(const P& problem, const T& t0, const T& time, double tolerance,
                               const std::vector<double>& features = {}, const SeeState<P>& see = {});

/// A stiff motion of a body, at every instant, in double.
struct StiffMotion {
  std::vector<RadauCollocation<7>::Step> steps;
  double size;  ///< of momentum, to which the numbers are relative

  /// The state at a time from the first step's start to the last one's end.
  RigidState<double> at(double t) const;
  /// The work of all torques without a potential.
  double work(const TorquedBody<double>& body) const;

 private:
  RigidState<double> state(const std::array<double, 7>& y) const;
};
/// Whether smooth torques, neither cut off nor known by their values only, brake the body so much faster than it moves
/// that explicit steps take long.
bool is_stiff(const TorquedBody<double>& body, double t0, double time);
/// The motion of a body that `is_stiff`, each step with this tolerance, not below 1e-13. Throws NoMotion as `converged`
/// does.
StiffMotion stiff_motion(const TorquedBody<double>& body, double t0, double time, double tolerance,
                         const Watch& watch = {});

}  // namespace polhode::reference
