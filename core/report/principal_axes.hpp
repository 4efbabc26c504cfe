// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/rotation.hpp"

namespace polhode {

/// The principal moments of a symmetric matrix and the rotation that takes principal to user components.
template <class T>
struct PrincipalAxes {
  Vec<Body, T> moments;
  Rotation<Body, Body, T> axes;
};

/// Eigenvectors permuted and signed to be nearest to the identity, so that a diagonal matrix changes nothing (MR, for
/// one, depends on the order of the axes); in the plane of two equal moments they are turned towards the identity.
/// An edge of the project: the eigenvectors are Eigen's. Instantiated for double, float128 and float100.
template <class T>
PrincipalAxes<T> principal_axes(const Mat3<T>& inertia);

}  // namespace polhode
