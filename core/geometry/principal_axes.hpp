// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"

namespace polhode {

/// The principal moments of a symmetric matrix and the rotation that takes principal to user components.
template <class T>
struct PrincipalAxes {
  Vec<Body, T> moments;          ///< an Inertia takes them
  Rotation<Body, Body, T> axes;  ///< principal to user

  /// A state in the user's body axes, in principal ones.
  RigidState<T> to_principal(const RigidState<T>& s) const { return {inverse(axes) * s.Pi, s.R * axes}; }
  /// A state in principal axes, in the user's.
  RigidState<T> to_user(const RigidState<T>& s) const { return {axes * s.Pi, s.R * inverse(axes)}; }
};

/// Eigenvectors permuted and signed to be nearest to the identity, so that a diagonal matrix changes nothing (MR, for
/// one, depends on the order of the axes); in the plane of two equal moments they are turned towards the identity.
/// The eigenvectors are Eigen's: include core/eigen.hpp to call it.
template <class T>
PrincipalAxes<T> principal_axes(const Mat3<T>& inertia);

}  // namespace polhode
