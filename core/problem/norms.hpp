// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/stepping/body.hpp"

/// Distance between two states. All are 2-norms; none cancels.
namespace polhode {

/// The name of a norm is its key in JSON, the label its axis.
enum class Norm {
  momentum,
  angular_velocity,
  attitude,
  velocity_and_gravity,
  director,
  spatial_angular_velocity,
  displacement,
  linear_momentum,
  rotation_vector,
  spatial_momentum,
  interval_momentum,  ///< of staggered methods: the momentum of the last step against the momentum at its end
  middle_momentum     ///< and against that of the middle of the step
};

/// True for a norm of a step instead of a state.
constexpr bool is_of_interval(Norm norm) {
  return norm == Norm::interval_momentum || norm == Norm::middle_momentum;
}

/// True for a norm of a momentum or a velocity; the others are of positions and attitudes.
constexpr bool is_of_momentum(Norm norm) {
  return norm == Norm::momentum || norm == Norm::angular_velocity || norm == Norm::spatial_angular_velocity ||
         norm == Norm::linear_momentum || norm == Norm::spatial_momentum || is_of_interval(norm);
}

struct NormInfo {
  std::string_view key, label;
};

constexpr NormInfo info(Norm norm) {
  constexpr NormInfo all[] = {{"Pi", "error of the body angular momentum, |Pi - Pi*|"},
                              {"Omega", "error of the body angular velocity, |Omega - Omega*|"},
                              {"R", "error of the attitude, ||R - R*||2"},
                              {"Omega_u", "error of (Omega, u), u = R^T e3, 2-norm"},
                              {"d", "error of the director, |d - d*|"},
                              {"omega", "error of the angular velocity, |omega - omega*|"},
                              {"u", "error of the displacement, |u - u*|"},
                              {"p", "error of the momentum, |p - p*|"},
                              {"r", "error of the rotation vector, |r - r*|"},
                              {"pi", "error of the angular momentum, |pi - pi*|"},
                              {"pi_interval", "error against the angular momentum at its end, |p - pi*|"},
                              {"pi_middle", "error against the angular momentum in its middle, |p - pi*|"}};
  static_assert(std::size(all) == 1 + static_cast<std::size_t>(Norm::middle_momentum));
  return all[static_cast<int>(norm)];
}

template <class T>
T error(Norm which, const RigidBody<T>& body, const RigidState<T>& s, const RigidState<T>& reference) {
  using std::sqrt;
  const auto e3 = axis<Space, T>(2);
  if (which == Norm::momentum) return norm(s.Pi - reference.Pi);
  if (which == Norm::angular_velocity) return norm(body.Omega(s.Pi - reference.Pi));
  if (which == Norm::velocity_and_gravity)
    return sqrt(norm2(body.Omega(s.Pi - reference.Pi)) + norm2(inverse(s.R) * e3 - inverse(reference.R) * e3));
  if (which == Norm::rotation_vector) return norm(log(s.R) - log(reference.R));
  return attitude_distance(s.R, reference.R);
}
template <class T>
T error(Norm which, const Director<T>& problem, const DirectorState<T>& s, const DirectorState<T>& reference) {
  if (which == Norm::director) return norm(s.d - reference.d);
  const T error = norm(s.omega - reference.omega);
  return which == Norm::spatial_momentum ? problem.I * error : error;
}
template <class T>
T error(Norm which, const Particles<T>&, const ParticleState<T>& s, const ParticleState<T>& reference) {
  return which == Norm::displacement ? norm(s.u - reference.u) : norm(s.p - reference.p);
}

/// The size of the quantity in error; rounding is relative to it.
template <class T>
T size(Norm which, const RigidBody<T>& body, const RigidState<T>& s) {
  if (which == Norm::momentum) return norm(s.Pi);
  const bool of_velocity = which == Norm::angular_velocity || which == Norm::velocity_and_gravity;
  return of_velocity ? norm(body.Omega(s.Pi)) : T(1);
}
template <class T>
T size(Norm which, const Director<T>& problem, const DirectorState<T>& s) {
  if (which == Norm::director) return T(1);
  return which == Norm::spatial_momentum ? problem.I * norm(s.omega) : norm(s.omega);
}
template <class T>
T size(Norm which, const Particles<T>&, const ParticleState<T>& s) {
  return norm(which == Norm::displacement ? s.u : s.p);
}

}  // namespace polhode
