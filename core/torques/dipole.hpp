// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"
#include "core/torques/signal.hpp"
#include "core/torques/uniform_field.hpp"

namespace polhode {

/// A dipole fixed in the body, in a field that changes with time: T = moment x R^T B(t). It is attracted: the motion is
/// stable next to R moment parallel to B. (In a constant field this is UniformField with the other sign of the moment,
/// and is read as such.)
template <class T>
struct Dipole {
  Vec<Body, T> moment = axis<Body, T>(2);  ///< fixed in the body, in units of torque over those of the field
  Signal<Space, T> field;                  ///< B at a time, in space, in any unit

  auto torque(const T& t, const auto& R) const { return torque_of_field(R, field.at(t), -moment); }

  static constexpr std::string_view kind = "dipole";
  static constexpr std::string_view equation = "T = m × RᵀB(t)";
  static constexpr std::array words{Word{"dipole", {}}};
  bool autonomous() const { return field.constant(); }
  static void fields(const auto& f, auto&... s) {
    f(Field{"moment", "m", true}, s.moment...);
    f(Field{"field", "B"}, s.field...);
  }
};

}  // namespace polhode
