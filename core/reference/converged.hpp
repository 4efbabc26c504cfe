// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "core/stepping/body.hpp"

namespace polhode::reference {

/// A state and what is known of its error: absolute, the largest component, in the units of the state.
template <class State, class T>
struct Estimated {
  State state;
  T error_estimate;
};

/// Is told the share of a computation that is done, and may throw to give it up.
using Watch = std::function<void(double share)>;

/// The state after `time` from t0 by extrapolation (odeint's Bulirsch-Stoer) of the plain equations, in T = float128.
///
/// It shares no code with any method. The error estimate is the distance to a run at a tolerance that is 1000
/// times coarser, which bounds the error of the finer one. Cost: seconds for hundreds of radians.
template <class T>
Estimated<RigidState<T>, T> converged(const TorquedBody<T>& body, const T& t0, const T& time, const Watch& watch = {});
template <class T>
Estimated<DirectorState<T>, T> converged(const Director<T>& problem, const T& t0, const T& time,
                                         const Watch& watch = {});
template <class T>
Estimated<ParticleState<T>, T> converged(const Particles<T>& problem, const T& t0, const T& time,
                                         const Watch& watch = {});

/// The state `time` after t0 by the same extrapolation with this relative tolerance per step, without an estimate.
/// Piece by piece it makes a path. Instantiated for bodies with torque and directors in float128 and long double.
template <class P, class T>
typename P::State extrapolated(const P& problem, const T& t0, const T& time, double tolerance);

/// The free motion by the adaptive Runge-Kutta method of Dormand and Prince (odeint's), with this absolute and relative
/// tolerance: what the paper's reference was. It is here to be judged, not to judge.
RigidState<double> dormand_prince(const FreeBody<double>& body, double time, double tolerance);

}  // namespace polhode::reference
