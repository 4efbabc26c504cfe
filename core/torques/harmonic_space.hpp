// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"

namespace polhode {

/// A torque that is harmonic in time and fixed in space: t = amplitude cos(frequency t). No potential.
template <class T>
struct HarmonicSpace {
  Vec<Space, T> amplitude{};  ///< in space, in units of torque
  T frequency{0};             ///< in radians per time

  auto torque(const T& t, const auto& R) const {
    using std::cos;
    return rotate_back(R, T(cos(frequency * t)) * amplitude);
  }

  static constexpr std::string_view kind = "harmonic-space";
  static constexpr std::string_view equation = "T = Rᵀ s cos νt";
  static constexpr std::array words{Word{"harmonic-space", {{{"amplitude", "amplitude"}, {"frequency", "frequency"}}}}};
  bool autonomous() const { return false; }
  T characteristic_rate() const { return frequency; }
  static void fields(const auto& f, auto&... s) {
    f(Field{"amplitude", "s", true}, s.amplitude...);
    f(Field{"frequency", "ν"}, s.frequency...);
  }
};

}  // namespace polhode
