// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/dop853_tableau.hpp"
#include "methods/family/rkmk.hpp"

// MKRK-DOP853: the Munthe-Kaas Runge-Kutta method (methods/family/rkmk.hpp) of DOP853's tableau
// [Munthe-Kaas 1999; Dormand & Prince; Hairer, Norsett & Wanner, Solving ODEs I, section II.5]
//
//   twelve explicit stages of order eight; dexp^-1 in closed form, not truncated
//
// Departures: none.
namespace polhode {

namespace detail {
struct Dop853Tableau : TableauLaw<12, 8, true> {
  static constexpr std::string_view id = "mkrk-dop853", label = "MKRK DOP853";
  template <class T>
  static const Tableau<12, T>& tableau() {
    return dop853_tableau<T>();
  }
};
}  // namespace detail

using MkrkDop853 = detail::Mkrk<detail::Dop853Tableau>;

}  // namespace polhode
