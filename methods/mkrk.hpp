// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "methods/family/rkmk.hpp"

// MKRK: members of the Munthe-Kaas Runge-Kutta family (methods/family/rkmk.hpp)
// [Munthe-Kaas 1998; Krysl 2006, sections 3.7 and 4]
//
//   mkrk-midpoint    1/2 | 1                             = IMIDM
//   mkrk-trapezoid   0 0 ; 1/2 1/2 | 1/2 1/2             = BBTRAPWD
//   mkrk-heun2       0 0 ; 1 0 | 1/2 1/2                 explicit
//   mkrk-rk4         the classical one                   explicit
//   mkrk-gauss4      two stages of Gauss
//
// Under a torque that depends on the momentum, stages of implicit members are found with their torques.
//
// All conserve R Pi without torque, since the momentum is carried by the same rotation as the attitude.
namespace polhode {

namespace detail {

struct MidpointTableau : TableauLaw<1, 2, false> {
  static constexpr std::string_view id = "mkrk-midpoint", label = "MKRK midpoint";
  static constexpr Answer symmetric = Answer::yes;
  template <class T>
  static Tableau<1, T> tableau() {
    return {{{T(1) / 2}}, {T(1)}, {T(1) / 2}};
  }
};

struct TrapezoidTableau : TableauLaw<2, 2, false> {
  static constexpr std::string_view id = "mkrk-trapezoid", label = "MKRK trapezoid";
  template <class T>
  static Tableau<2, T> tableau() {
    const T half = T(1) / 2;
    return {{{T(0), T(0)}, {half, half}}, {half, half}, {T(0), T(1)}};
  }
};

struct Heun2Tableau : TableauLaw<2, 2, true> {
  static constexpr std::string_view id = "mkrk-heun2", label = "MKRK Heun";
  template <class T>
  static Tableau<2, T> tableau() {
    const T half = T(1) / 2;
    return {{{T(0), T(0)}, {T(1), T(0)}}, {half, half}, {T(0), T(1)}};
  }
};

struct Rk4Tableau : TableauLaw<4, 4, true> {
  static constexpr std::string_view id = "mkrk-rk4", label = "MKRK RK4";
  template <class T>
  static Tableau<4, T> tableau() {
    const T o(0), half = T(1) / 2, third = T(1) / 3, sixth = T(1) / 6;
    return {{{o, o, o, o}, {half, o, o, o}, {o, half, o, o}, {o, o, T(1), o}},
            {sixth, third, third, sixth},
            {o, half, half, T(1)}};
  }
};

struct Gauss4Tableau : TableauLaw<2, 4, false> {
  static constexpr std::string_view id = "mkrk-gauss4", label = "MKRK Gauss";
  template <class T>
  static Tableau<2, T> tableau() {
    using std::sqrt;
    const T half = T(1) / 2, quarter = T(1) / 4, r = sqrt(T(3)) / 6;
    return {{{quarter, quarter - r}, {quarter + r, quarter}}, {half, half}, {half - r, half + r}};
  }
};

}  // namespace detail

using MkrkMidpoint = detail::Mkrk<detail::MidpointTableau>;
using MkrkTrapezoid = detail::Mkrk<detail::TrapezoidTableau>;
using MkrkHeun2 = detail::Mkrk<detail::Heun2Tableau>;
using MkrkRk4 = detail::Mkrk<detail::Rk4Tableau>;
using MkrkGauss4 = detail::Mkrk<detail::Gauss4Tableau>;

}  // namespace polhode
