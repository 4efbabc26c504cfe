// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/gauss_tableau.hpp"
#include "methods/family/name.hpp"
#include "methods/family/rkmk.hpp"

// MKRK-GAUSS6, MKRK-GAUSS8: the Munthe-Kaas Runge-Kutta methods (methods/family/rkmk.hpp) of Gauss's tableaux with
// three and four stages [Munthe-Kaas 1999; Kuntzmann 1961; Butcher 1964]
//
//   c the roots of 20 x^3 - 30 x^2 + 12 x - 1;   of 70 x^4 - 140 x^3 + 90 x^2 - 20 x + 1
//
// Not symmetric, other than the tableau: the chart has its centre at the start of the step. Departures: none.
namespace polhode {

namespace detail {
template <int s>
struct GaussTableau : TableauLaw<s, 2 * s, false> {
  static constexpr std::string_view prefix = "mkrk-gauss", Prefix = "MKRK Gauss ", number = digits<2 * s>;
  static constexpr std::string_view id = Joined<prefix, number>::value, label = Joined<Prefix, number>::value;
  template <class T>
  static const Tableau<s, T>& tableau() {
    return gauss_tableau<s, T>();
  }
};
}  // namespace detail

using MkrkGauss6 = detail::Mkrk<detail::GaussTableau<3>>;
using MkrkGauss8 = detail::Mkrk<detail::GaussTableau<4>>;

}  // namespace polhode
