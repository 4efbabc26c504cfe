// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"

namespace polhode {

struct Wide;

/// (R^T field) x moment.
auto torque_of_field(const auto& R, const auto& field, const auto& moment) {
  return cross(rotate_back(R, field), moment);
}
/// The torque by a quaternion of any length: its one quotient waits for |q|^2 alone. Components that are 0 may be left
/// out without a change of bits. Wide, which counts operations, normalises.
template <class T>
requires(!std::is_same_v<T, Wide>) Vec<Body, T> torque_of_field(const Unscaled<Body, Space, T>& R,
                                                                const Vec<Space, T>& field,
                                                                const Vec<Body, T>& moment) {
  const auto& [w, x, y, z] = R.q;
  const T half(0.5), ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const Vec<Body, T> b{
      half * ((ww + xx) - (yy + zz)) * field[0] + (x * y + w * z) * field[1] + (x * z - w * y) * field[2],
      (x * y - w * z) * field[0] + half * ((ww + yy) - (xx + zz)) * field[1] + (y * z + w * x) * field[2],
      (x * z + w * y) * field[0] + (y * z - w * x) * field[1] + half * ((ww - xx) + (zz - yy)) * field[2]};
  return T(2.0) / ((ww + xx) + (yy + zz)) * cross(b, moment);
}

/// Torque of a uniform field on a moment fixed in the body: V = moment . R^T field, T = R^T field x moment. Gravity is
/// field = e3, moment = m g c; the "constant field" of Celledoni & Säfström is field = u0, moment = e3. The product
/// |moment| |field| is in units of torque, that is, of energy.
template <class T>
struct UniformField {
  Vec<Body, T> moment = axis<Body, T>(2);   ///< fixed in the body: m g c, a dipole
  Vec<Space, T> field = axis<Space, T>(2);  ///< fixed in space

  T potential(const Attitude<T>& R) const { return dot(moment, inverse(R) * field); }
  auto torque(const T&, const auto& R) const { return torque_of_field(R, field, moment); }

  static constexpr std::string_view kind = "uniform-field";
  static constexpr std::string_view equation = "T = (Rᵀf) × μ,  V = μ · Rᵀf";
  static constexpr std::string_view keeps = "spatial angular momentum along the field, RΠ · f";
  static constexpr std::array words{Word{"gravity", {{{"moment", "moment"}}}},
                                    Word{"constant-field", {{{"u0", "field"}}}}};
  bool autonomous() const { return true; }
  static void fields(const auto& f, auto&... s) {
    f(Field{"moment", "μ", true}, s.moment...);
    f(Field{"field", "f"}, s.field...);
  }
};

}  // namespace polhode
