// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"
#include "core/torques/word.hpp"

namespace polhode {

/// Torque of a uniform field on a moment fixed in the body: V = moment . R^T field, T = R^T field x moment.
/// Gravity is field = e3 and moment = m g c; the "constant field" of Celledoni & Säfström is field = u0 and
/// moment = e3. |moment| |field| is in units of torque, which are those of energy.
template <class T>
struct UniformField {
  Vec<Body, T> moment = axis<Body, T>(2);   ///< fixed in the body: m g c, a dipole
  Vec<Space, T> field = axis<Space, T>(2);  ///< fixed in space

  T potential(const Attitude<T>& R) const { return dot(moment, inverse(R) * field); }
  template <class Rotation>
  auto torque(const T&, const Rotation& R) const {
    return cross(rotate_back(R, field), moment);
  }

  static constexpr std::string_view kind = "uniform-field";
  static constexpr std::string_view equation = "T = (Rᵀf) × μ,  V = μ · Rᵀf";
  static constexpr std::string_view keeps = "spatial angular momentum along the field, RΠ · f";
  static constexpr std::array words{Word{"gravity", {{{"moment", "moment"}}}},
                                    Word{"constant-field", {{{"u0", "field"}}}}};
  bool autonomous() const { return true; }
  T characteristic_rate() const { return T(0); }
  template <class F, class... S>
  static void fields(const F& f, S&... s) {
    f(Field{"moment", "μ", true}, s.moment...);
    f(Field{"field", "f"}, s.field...);
  }
};

}  // namespace polhode
