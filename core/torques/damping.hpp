// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/tensor.hpp"
#include "core/torques/momentum.hpp"
#include "core/torques/signal.hpp"

namespace polhode {

/// A torque that is linear in the angular velocity against inertial space: T = -D Omega, or the torque of eddy currents
/// in a field, T = (M (Omega x b)) x b with b = R^T B(t). There is no term of dB/dt, as in the literature on
/// detumbling: a turning field drags nothing along.
template <class T>
struct Damping {
  BodyTensor<T> matrix{};  ///< D in torque per angular velocity, or M, symmetric, in this unit per field squared
  bool eddy = false;
  Signal<Space, T> field;  ///< B, of eddy currents

  /// D at this time and attitude, in the body frame, in torque per angular velocity.
  Mat3<T> damping(const T& t, const Attitude<T>& R) const {
    if (!eddy) return matrix.matrix();
    const Mat3<T> b = hat(inverse(R) * field.at(t));
    return transpose(b) * (matrix.matrix() * b);
  }
  Affine<T> affine(const T& t, const Attitude<T>& R) const { return {{}, damping(t, R)}; }
  auto torque(const T& t, const auto& R, const auto&, const auto& Omega) const {
    if (!eddy) return -(matrix * Omega);
    const auto b = rotate_back(R, field.at(t));
    return cross(matrix * cross(Omega, b), b);
  }
  Dependence dependence() const { return Dependence::linear; }

  static constexpr std::string_view kind = "damping";
  static constexpr std::string_view equation = "T = −D Ω,  D = bᵀ M b with b = hat(RᵀB(t)) for eddy currents";
  static constexpr std::array words{Word{"damping", {}}};
  bool autonomous() const { return !eddy || field.constant(); }
  static void fields(const auto& f, auto&... s) {
    f(Field{"matrix", "D", true}, s.matrix...);
    f(Field{"eddy", "eddy"}, s.eddy...);
    f(Field{"field", "B"}, s.field...);
  }
};

}  // namespace polhode
