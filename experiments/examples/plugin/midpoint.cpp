// SPDX-License-Identifier: MIT
// A method that works, to be replaced by yours: polhode check explicit-midpoint --plugin ./libmidpoint.so
#include <core/geometry/so3.hpp>
#include <methods/plugin.hpp>

// The explicit midpoint rule [your paper, section and equations]
//
//   Pi_m = exp(-(h/2) I^-1 Pi0) Pi0 + (h/2) T(t0, R0)                             (a)
//   psi  = h I^-1 Pi_m,   T_m = T(t0 + h/2, R0 exp(psi/2))                        (b)
//   R1   = R0 exp(psi),   Pi1 = exp(-psi) Pi0 + h exp(-psi/2) T_m                 (c)
//
// Departures: none.
namespace mine {

using namespace polhode;

struct Method : SelfStarting {
  static constexpr MethodInfo info{.id = "explicit-midpoint",
                                   .label = "explicit-midpoint",
                                   .source = "your paper",
                                   .order = 2,
                                   .torque_evaluations = {2},
                                   .symmetric = {Answer::no},
                                   .symplectic = {Answer::no},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::no}};

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s0, const T& t0, const T& h, Counters&) {
    const auto& [Pi0, R0] = s0;
    const T half = h / 2;
    const auto Pi_m = rotate_back(exp(half * body.Omega(Pi0)), Pi0) + half * body.torque(t0, R0);  // (a)
    const auto E = exp(half * body.Omega(Pi_m));
    const auto T_m = body.torque(t0 + half, R0 * E);                       // (b)
    return {rotate_back(E, rotate_back(E, Pi0) + h * T_m), R0 * (E * E)};  // (c)
  }
};

}  // namespace mine

POLHODE_METHODS(mine::Method)
