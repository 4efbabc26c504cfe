// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/body.hpp"

namespace polhode::reference {

/// The exact motion of a free body, from its initial state, after a time t of any sign and size, for any inertia
/// (unsorted and equal moments included) and any momentum (separatrix and steady rotation included).
///
/// Source: Jacobi; Celledoni & Zanna 2008, sections 1.2-1.3, in the frame [mdot, m x mdot, m]. Jacobi functions and
/// Carlson integrals are Boost.Math's. Error: a few epsilon<T> times the conditioning of the motion, which grows
/// like |Omega| t. Instantiated for double, float128, float50 and float100.
template <class T>
RigidState<T> exact_free_motion(const FreeBody<T>& body, const T& t);

/// Mode of a free body, in the terms used for asteroids (Pravec et al. 2005): the momentum circles the body axis of the
/// least moment (LAM), the axis of the greatest moment (SAM), or neither.
enum class SpinMode { LAM, SAM, separatrix, uniform };
/// Tumbling of a free body: periods in the unit of time, angles in radians.
template <class T>
struct FreeSpin {
  SpinMode mode;
  T P_psi;         ///< the period of the momentum in the body; 0 where there is none
  T P_phi;         ///< the mean period in which that axis circles the momentum, turns counted
  T energy_share;  ///< E / E0, E0 = L^2 / (2 I3), I3 the greatest moment
  T theta[2];      ///< the least and the greatest angle between that axis and the momentum, in radians
};
/// For two equal moments I1 (to 1e-10) P_phi = 2 pi I1 / L; for a uniform rotation it is 2 pi / |Omega|, on
/// the separatrix that of the resting axis, where theta is that of the axis of the least moment. It is infinite for a
/// body that rests. Instantiated for double, float128 and float100.
template <class T>
FreeSpin<T> free_spin(const Inertia<T>& I, const Vec<Body, T>& Pi);

/// sn, cn, dn of |u| <= K from m = k^2 and its complement mc, both given because neither may be formed from the
/// other: Boost's functions on the half of [0, K] where they are accurate, reflected to the other, and corrected
/// once by Newton on u = F, with F by R_F from the complement.
template <class T>
struct Jacobi {
  T sn, cn, dn;
};
/// sn, cn, dn of u for the parameter m = k^2 and its complement mc.
template <class T>
Jacobi<T> jacobi(const T& u, const T& m, const T& mc);

}  // namespace polhode::reference
