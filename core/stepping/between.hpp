// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/so3.hpp"
#include "core/spaces/director.hpp"
#include "core/spaces/rigid_body.hpp"

namespace polhode {

/// A rigid body between two nodes of a run, from the states and the equations of motion there.
///
///   R = R0 exp hat(theta),  theta' = dexp_inv(-theta) Omega:      theta by its quintic Hermite polynomial, to O(h^6)
///   pi = R Pi,              pi' = R T:                            pi by its cubic one, to O(h^4)
///
/// A pi that is kept is exact. h is the step. A step has to turn the body by less than half a turn, which is not
/// checked: see `angle`.
template <class T>
class Between {
 public:
  /// The problem applies from t0 to t1: a torque that jumps at a node has its inner value.
  Between(const auto& problem, const T& t0, const RigidState<T>& s0, const T& t1, const RigidState<T>& s1)
      : t0_(t0), h_(t1 - t0), R0_(s0.R) {
    take(problem, t0, s0, 0), take(problem, t1, s1, 1);
  }

  RigidState<T> at(const T& t) const {
    const T s = (t - t0_) / h_, s2 = s * s, s3 = s2 * s, s4 = s3 * s, s5 = s4 * s, half = h_ * h_ / T(2);
    const auto R = R0_ * exp(T(T(10) * s3 - T(15) * s4 + T(6) * s5) * theta_[1] +
                             T(h_ * (s - T(6) * s3 + T(8) * s4 - T(3) * s5)) * slope_[0] +
                             T(h_ * (T(-4) * s3 + T(7) * s4 - T(3) * s5)) * slope_[1] +
                             T(half * (s2 - T(3) * s3 + T(3) * s4 - s5)) * curvature_[0] +
                             T(half * (s3 - T(2) * s4 + s5)) * curvature_[1]);
    const T w = T(3) * s2 - T(2) * s3;
    const auto pi =
        T(T(1) - w) * pi_[0] + w * pi_[1] + T(h_ * (s - T(2) * s2 + s3)) * change_[0] + T(h_ * (s3 - s2)) * change_[1];
    return {inverse(R) * pi, R};
  }
  /// The angle of the turn between the nodes, in radians.
  T angle() const { return norm(theta_[1]); }

 private:
  void take(const auto& problem, const T& t, const RigidState<T>& s, int i) {
    const auto Omega = problem.Omega(s.Pi);
    const auto torque = [&]() -> Vec<Body, T> {
      if constexpr (requires { problem.momentum_torques; })
        return problem.total(t, s.R, s.Pi);
      else
        return Vec<Body, T>{} + problem.torque(t, s.R, s.Pi);
    }();
    const auto Omega_dot = problem.Omega(cross(s.Pi, Omega) + torque);
    const Vec<Body, T> theta = log(inverse(R0_) * s.R), u = cross(theta, Omega), slope = dexp_inv(-theta, Omega);
    const T x = norm2(theta);
    theta_[i] = theta, slope_[i] = slope;
    curvature_[i] = dexp_inv(-theta, Omega_dot) + cross(slope, Omega) / T(2) +
                    T(T(2) * chi_slope(x) * dot(theta, slope)) * cross(theta, u) +
                    chi(x) * (cross(slope, u) + cross(theta, cross(slope, Omega)));
    pi_[i] = s.pi(), change_[i] = s.R * torque;
  }

  T t0_, h_;
  Attitude<T> R0_;
  Vec<Body, T> theta_[2], slope_[2], curvature_[2];  ///< theta and its derivatives
  Vec<Space, T> pi_[2], change_[2];
};

/// A director between two nodes of a run, in the same way.
///
///   d' = omega x d:          d by its quintic Hermite polynomial, of length 1 again, to O(h^6)
///   omega' = d x g / I:      omega by its cubic one, normal to d again, to O(h^4)
template <class T>
class BetweenDirectors {
 public:
  /// From the states at two nodes.
  BetweenDirectors(const Director<T>& problem, const T& t0, const DirectorState<T>& s0, const T& t1,
                   const DirectorState<T>& s1)
      : t0_(t0), h_(t1 - t0) {
    take(problem, t0, s0, 0), take(problem, t1, s1, 1);
  }

  DirectorState<T> at(const T& t) const {
    const T s = (t - t0_) / h_, s2 = s * s, s3 = s2 * s, s4 = s3 * s, s5 = s4 * s, half = h_ * h_ / T(2);
    const T far = T(10) * s3 - T(15) * s4 + T(6) * s5, w = T(3) * s2 - T(2) * s3;
    const auto d = T(T(1) - far) * d_[0] + far * d_[1] + T(h_ * (s - T(6) * s3 + T(8) * s4 - T(3) * s5)) * slope_[0] +
                   T(h_ * (T(-4) * s3 + T(7) * s4 - T(3) * s5)) * slope_[1] +
                   T(half * (s2 - T(3) * s3 + T(3) * s4 - s5)) * curvature_[0] +
                   T(half * (s3 - T(2) * s4 + s5)) * curvature_[1];
    const auto omega = T(T(1) - w) * omega_[0] + w * omega_[1] + T(h_ * (s - T(2) * s2 + s3)) * change_[0] +
                       T(h_ * (s3 - s2)) * change_[1];
    const auto unit = d / norm(d);
    return {unit, tangential(unit, omega)};
  }
  /// The angle of the turn between the nodes, in radians.
  T angle() const { return polhode::angle(d_[0], d_[1]); }

 private:
  void take(const Director<T>& problem, const T& t, const DirectorState<T>& s, int i) {
    d_[i] = s.d, omega_[i] = s.omega;
    change_[i] = problem.torque(t, s.d) / problem.I;
    slope_[i] = cross(s.omega, s.d);
    curvature_[i] = cross(change_[i], s.d) + cross(s.omega, slope_[i]);
  }

  T t0_, h_;
  Vec<Space, T> d_[2], slope_[2], curvature_[2];  ///< d and its derivatives
  Vec<Space, T> omega_[2], change_[2];
};

}  // namespace polhode
