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

/// sn, cn, dn of |u| <= K from m = k^2 and its complement mc, both given because neither may be formed from the
/// other: Boost's functions on the half of [0, K] where they are accurate, reflected to the other, and corrected
/// once by Newton on u = F, with F by R_F from the complement.
template <class T>
struct Jacobi {
  T sn, cn, dn;
};
template <class T>
Jacobi<T> jacobi(const T& u, const T& m, const T& mc);

}  // namespace polhode::reference
