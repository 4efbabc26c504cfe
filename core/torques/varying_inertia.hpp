// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/momentum.hpp"
#include "core/torques/signal.hpp"

namespace polhode {

/// Moments that change with time, about axes that are fixed in the body (booms that are deployed, fuel that burns):
/// Pi' = Pi x Omega + T, Omega = J(t)^-1 Pi, if no momentum comes or goes with the mass. In terms of P = I Omega, with
/// the constant I of the body, it is a body under a torque: P' = P x Omega +
/// I J^-1 (J Omega x Omega - J' Omega - J I^-1 (P x Omega) + T). The momentum of a state is P; at the start of the
/// body, J = I and P = Pi.
template <class T>
struct VaryingInertia {
  Signal<Body, T> moments;  ///< J at a time, times `scale` in units of the inertia
  Vec<Body, T> inertia{};   ///< I, the constant one
  T scale{1};               ///< factor of `moments`

  /// J at a time.
  Vec<Body, T> at_time(const T& t) const { return scale * moments.at(t); }
  Vec<Body, T> torque(const T& t, const Attitude<T>&, const Vec<Body, T>&, const Vec<Body, T>& Omega) const {
    const auto J = at_time(t), rate = scale * moments.rate(t), own = cross(by_components(J, Omega), Omega),
               as_seen = cross(by_components(inertia, Omega), Omega);
    return own - by_components(rate, Omega) -
           Vec<Body, T>{J[0] / inertia[0] * as_seen[0], J[1] / inertia[1] * as_seen[1], J[2] / inertia[2] * as_seen[2]};
  }
  /// I J^-1: the factor from a torque to P'.
  Vec<Body, T> share(const T& t) const {
    const auto J = at_time(t);
    return {inertia[0] / J[0], inertia[1] / J[1], inertia[2] / J[2]};
  }
  /// Zero, because a body at rest does not feel it.
  Affine<T> affine(const T&, const Attitude<T>&) const { return {}; }
  Dependence dependence() const { return Dependence::any; }

  static constexpr bool takes_rates = true;
  static constexpr std::string_view kind = "inertia";
  static constexpr std::string_view equation = "Ω = J(t)⁻¹ Π: the moments change, Π belongs to J";
  static constexpr std::array<Word, 0> words{};  // it is no torque of a file
  bool autonomous() const { return moments.constant(); }
  bool keeps_energy() const { return autonomous(); }
  static void fields(const auto& f, auto&... s) {
    f(Field{"moments", "J"}, s.moments...);
    f(Field{"inertia", "I", true}, s.inertia...);
    f(Field{"scale", "scale", true}, s.scale...);
  }
};

}  // namespace polhode
