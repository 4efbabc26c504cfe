// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/momentum.hpp"
#include "core/torques/signal.hpp"

namespace polhode {

/// B-dot control by magnetic coils, which brakes a tumbling body [Stickler & Alfriend 1976]: their dipole moment is
/// m = -gain b', b = R^T B(t), so that b' = R^T B' + b x Omega, and T = m x b. Each component of m in the user's axes
/// is clipped at its limit, if there is one.
template <class T>
struct BDot {
  Signal<Space, T> field;  ///< B
  T gain{0};               ///< dipole moment per rate of the field
  bool limited = false;    ///< by `limit`
  Vec<User, T> limit{};    ///< of each component in the user's axes, a dipole moment
  ToUser<T> axes = ToUser<T>::identity();

  /// Without limits it is linear in Omega: -gain (R^T B') x b - gain hat(b)^T hat(b) Omega.
  Affine<T> affine(const T& t, const Attitude<T>& R) const {
    const Mat3<T> b = hat(inverse(R) * field.at(t));
    return {torque(t, R, {}, {}), gain * (transpose(b) * b)};
  }
  Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>&, const Vec<Body, T>& Omega) const {
    const auto b = inverse(R) * field.at(t), demand = -gain * (inverse(R) * field.rate(t) + cross(b, Omega));
    return cross(limited ? inverse(axes) * clipped(axes * demand, limit) : demand, b);
  }
  bool has_kinks() const { return limited; }
  Dependence dependence() const { return limited ? Dependence::any : Dependence::linear; }

  static constexpr bool takes_rates = true;  ///< B': a linear table's jumps at its times
  static constexpr std::string_view kind = "bdot";
  static constexpr std::string_view equation = "T = m × b,  m = −k b′,  b = RᵀB(t)";
  static constexpr std::array words{Word{"bdot", {}}};
  bool autonomous() const { return field.constant(); }
  static void fields(const auto& f, auto&... s) {
    f(Field{"field", "B"}, s.field...);
    f(Field{"gain", "k", true}, s.gain...);
    f(Field{"limited", "limited"}, s.limited...);
    f(Field{"limit", "L", true}, s.limit...);
    f(Field{"axes", "A"}, s.axes...);
  }
};

}  // namespace polhode
