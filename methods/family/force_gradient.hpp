// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/alternating.hpp"

// Kicks that see the slope of the torque: the double commutator of kicks and kinetic energy is a kick again (pmlf6.hpp)
//
//   K3(b h, c h^3):  Pi <- Pi + b h T + c h^3 G,    G = 2 (D_u T - T x u),   u = I^-1 T,
//   D_u T = d/ds T(t, R exp(s u)) at s = 0
//
//   a director:  u = T / I,      G = 2 (D_u T without its part along d),   T = d x (field - grad V), in space
//   particles:   u = M^-1 f,     G = 2 D_u f
//
// If the torque has a potential, G is the body gradient of T . I^-1 T on the group, and the like in other spaces. D_u T
// comes from the derivative that every torque has for implicit methods.
namespace polhode {

/// A torque at a state, and G, in the frame of the torque.
template <class V>
struct ForceGradient {
  [[no_unique_address]] V torque;
  [[no_unique_address]] V G;
};

/// T and G (see ForceGradient) of a state at a time.
template <class P, class T>
auto force_gradient(const P& body, const T& t, const RigidState<T>& s) {
  if constexpr (Torqueless<P>) {
    return ForceGradient<Zero>{};
  } else {
    const auto [torque, slope] = body.torque(t, RotationTangent<Body, Space, T>{s.R, identity_matrix<T>()});
    const auto u = body.Omega(torque);
    return ForceGradient<Vec<Body, T>>{torque, 2 * (slope * u - cross(torque, u))};
  }
}
template <class P, class T>
auto force_gradient(const P& problem, const T& t, const DirectorState<T>& s) {
  if (!problem.formula.empty()) [[unlikely]] {
    const auto [torque, slope] = problem.torque(t, Tangent<Space, T>{s.d, T(-1) * hat(s.d)});  // by a turn
    return ForceGradient<Vec<Space, T>>{torque, (2 / problem.I) * tangential(s.d, slope * torque)};
  }
  const auto torque = problem.torque(t, s.d);
  return ForceGradient<Vec<Space, T>>{torque, (-2 * dot(s.d, problem.field(t)) / problem.I) * torque};
}
template <class P, class T>
auto force_gradient(const P& problem, const T& t, const ParticleState<T>& s) {
  const auto [force, slope] = problem.torque(t, seed(s.u));
  return ForceGradient<Vec<Space, T>>{force, 2 * (slope * problem.velocity(force))};
}

}  // namespace polhode
