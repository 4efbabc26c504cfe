// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <type_traits>

#include "core/geometry/principal_axes.hpp"
#include "core/stepping/body.hpp"

/// The interface to Eigen: conversions both ways, and torques written with Eigen types. No other part of the library
/// uses Eigen. Conversions copy three, four or nine numbers without rounding.
///
///   Eigen                     here                        from Eigen                   to Eigen
///   Matrix<T, 3, 1>           Vec<Frame, T>               from_eigen<Frame>(v)         to_eigen(v)
///   Matrix<T, 3, 3>           Mat3<T>                     from_eigen(m)                to_eigen(m)
///   Quaternion<T>             Rotation<From, To, T>       from_eigen<From, To>(q)      to_eigen(R)
///
/// Eigen's vectors do not know their frame; the argument of from_eigen names it (Body or Space). Both libraries
/// multiply quaternions in the same way; Eigen stores (x, y, z, w), we store (w, x, y, z).
namespace polhode {

/// The components of a vector, without its frame.
template <class Frame, class T>
Eigen::Matrix<T, 3, 1> to_eigen(const Vec<Frame, T>& v) {
  return {v[0], v[1], v[2]};
}

/// A matrix, entry by entry.
template <class T>
Eigen::Matrix<T, 3, 3> to_eigen(const Mat3<T>& m) {
  Eigen::Matrix<T, 3, 3> e;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) e(i, j) = m(i, j);
  return e;
}

/// The quaternion, not normalised: of length 1 if the rotation is.
template <class From, class To, class T>
Eigen::Quaternion<T> to_eigen(const Rotation<From, To, T>& R) {
  return {R.w, R.x, R.y, R.z};
}

/// Components in `Frame` (Body or Space) of any Eigen expression of three rows.
template <class Frame, class Derived>
Vec<Frame, typename Derived::Scalar> from_eigen(const Eigen::MatrixBase<Derived>& v) {
  EIGEN_STATIC_ASSERT_VECTOR_SPECIFIC_SIZE(Derived, 3);
  const Eigen::Matrix<typename Derived::Scalar, 3, 1> x = v;
  return {x[0], x[1], x[2]};
}

/// A 3x3 matrix, entry by entry.
template <class Derived>
Mat3<typename Derived::Scalar> from_eigen(const Eigen::MatrixBase<Derived>& m) {
  EIGEN_STATIC_ASSERT_MATRIX_SPECIFIC_SIZE(Derived, 3, 3);
  const Eigen::Matrix<typename Derived::Scalar, 3, 3> x = m;
  return Mat3<typename Derived::Scalar>::of([&](int i, int j) { return x(i, j); });
}

/// The rotation that takes components in `From` to components in `To`: an attitude is from_eigen<Body, Space>(q). The
/// quaternion is taken as it is; normalise one that is not of length 1.
template <class From, class To, class Derived>
Rotation<From, To, typename Derived::Scalar> from_eigen(const Eigen::QuaternionBase<Derived>& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

/// The rotation of an orthogonal matrix with determinant 1, whose columns are the From axes in To components.
template <class From, class To, class Derived>
Rotation<From, To, typename Derived::Scalar> from_eigen(const Eigen::MatrixBase<Derived>& R) {
  return from_matrix<From, To>(from_eigen(R));
}

/// A user's torque f(t, R) in the body frame, where R is the attitude (body to space) as a quaternion. The body keeps a
/// reference to f, which must outlive the run. The torque has no potential, so `energy` omits it; its derivative, which
/// implicit methods request, is computed by differences (six evaluations).
///
///   const auto spring = [](double t, const Eigen::Quaterniond& R) -> Eigen::Vector3d { ... };
///   const TorquedBody<double> body{{I, start}, {torque_of(spring)}};
template <class F>
UserTorque<double> torque_of(const F& f) {
  return {&f, [](const void* context, const double& t, const Attitude<double>& R) {
            return from_eigen<Body>(Eigen::Vector3d((*static_cast<const F*>(context))(t, to_eigen(R))));
          }};
}
UserTorque<double> torque_of(const auto&& f) = delete;  // a temporary does not outlive the run

/// The principal moments and axes of an inertia in the user's body axes:
///
///   const auto principal = principal_axes(inertia);
///   const auto& [I1, I2, I3] = principal.moments.c;
///   const FreeFlow flow({I1, I2, I3}, principal.to_principal(start));
///   const RigidState<double> later = principal.to_user(flow.state(t));
inline PrincipalAxes<double> principal_axes(const Eigen::Matrix3d& inertia) {
  return principal_axes(from_eigen(inertia));
}

}  // namespace polhode
