// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"

namespace polhode {

/// A charged wall seen by the tip of a body axis (Krysl 2006, section 5.4): y = 1.1 + axis . R^T n, n the normal (e3),
/// V = 1/y - 0.001/y^10. The printed torque belongs to this V, which repels; `attractive` turns the sign. The
/// numbers 1.1, 0.01 and 0.001 are built in, so the problem has units of its own.
template <class T>
struct CoulombWall {
  Vec<Body, T> axis = polhode::axis<Body, T>(2);      ///< to the charged tip
  bool attractive = false;                            ///< turns the sign of the printed torque
  Vec<Space, T> normal = polhode::axis<Space, T>(2);  ///< of the wall

  T potential(const Attitude<T>& R) const {
    const T y = height(inverse(R) * normal), y2 = y * y, y5 = y2 * y2 * y;
    return sign() * (T(1) / y - T(1) / (T(1000) * y5 * y5));
  }
  Vec<Body, T> torque(const T&, const Attitude<T>& R) const {
    const Vec<Body, T> Gamma = inverse(R) * normal;
    return slope(height(Gamma)) * cross(Gamma, axis);
  }
  Tangent<Body, T> torque(const T&, const RotationTangent<Body, Space, T>& R) const {
    const auto Gamma = rotate_back(R, normal);
    const T y = height(Gamma.value), f = slope(y), df = curvature(y);
    const auto lever = cross(Gamma, axis);
    Tangent<Body, T> r{f * lever.value, f * lever.derivative};
    for (int j = 0; j < 3; ++j) {
      const T dy = dot(axis, Gamma.derivative.template column<Body>(j));
      for (int i = 0; i < 3; ++i) r.derivative(i, j) += df * dy * lever.value[i];
    }
    return r;
  }

  static constexpr std::string_view kind = "coulomb-wall";
  static constexpr std::string_view equation =
      "y = 1.1 + a · Rᵀn,  V = s (1/y − 0.001/y¹⁰),  T = V′(y) (Rᵀn) × a,  s = −1 if attractive";
  static constexpr std::string_view keeps = "spatial angular momentum along the wall's normal, RΠ · n";
  static constexpr std::array words{Word{"coulomb-wall", {{{"attractive", "attractive"}}}}};
  bool autonomous() const { return true; }
  static void fields(const auto& f, auto&... s) {
    f(Field{"axis", "a"}, s.axis...);
    f(Field{"attractive", "attractive"}, s.attractive...);
    f(Field{"normal", "n"}, s.normal...);
  }

 private:
  T sign() const { return attractive ? T(-1) : T(1); }
  T height(const Vec<Body, T>& Gamma) const { return T(11) / T(10) + dot(axis, Gamma); }
  /// dV/dy
  T slope(const T& y) const {
    const T y2 = y * y, y5 = y2 * y2 * y, y11 = y5 * y5 * y;
    return sign() * (T(1) / (T(100) * y11) - T(1) / y2);
  }
  T curvature(const T& y) const {
    const T y3 = y * y * y, y6 = y3 * y3, y12 = y6 * y6;
    return sign() * (T(2) / y3 - T(11) / (T(100) * y12));
  }
};

}  // namespace polhode
