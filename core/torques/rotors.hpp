// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/momentum.hpp"
#include "core/torques/signal.hpp"

namespace polhode {

/// Rotors (reaction wheels, a flywheel) whose motors keep a spin momentum h(t) relative to the body: they act on the
/// carrier by T = h x Omega - h'. Pi stays I Omega, with the inertia I of the whole, wheels locked; the spatial
/// momentum R (Pi + h) is that of the whole.
template <class T>
struct Rotors {
  Signal<Body, T> spin;  ///< h at a time, in the body frame
  T scale{1};            ///< factor to units of momentum

  Vec<Body, T> at(const T& t) const { return scale * spin.at(t); }
  auto torque(const T& t, const auto&, const auto&, const auto& Omega) const {
    return cross(at(t), Omega) - scale * spin.rate(t);
  }
  Dependence dependence() const { return Dependence::linear; }

  static constexpr bool takes_rates = true;  ///< h': a linear table's jumps at its times
  static constexpr std::string_view kind = "rotors";
  static constexpr std::string_view equation = "T = h(t) × Ω − h′(t)";
  static constexpr std::array words{Word{"rotors", {}}};
  bool autonomous() const { return spin.constant(); }
  bool keeps_energy() const { return autonomous(); }
  static void fields(const auto& f, auto&... s) {
    f(Field{"momentum", "h"}, s.spin...);
    f(Field{"scale", "scale", true}, s.scale...);
  }
};

}  // namespace polhode
