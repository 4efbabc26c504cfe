// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/frames.hpp"
#include "methods/family/name.hpp"

// SEMI-EXACT-p: the exact momentum, and the attitude's angle by Gauss and Legendre's quadrature with p points
// [Celledoni & Zanna 2008, section 3.3, equation (20)]
//
//   m(h)     exactly, by elliptic functions
//   dR       as in exact-matrix, with  int dphi / ((1 - n sin^2 phi) Delta(phi))  between the amplitudes of both ends
//            by p points: of order 2p, symmetric, and R m is conserved whatever the angle
//
// semi-exact-hermite-q: Hermite's quadrature of  int du / (1 - n sn^2 u)  by values and derivatives at both ends.
//
// The rules are in methods/family/frames.hpp, which has them for quaternion frames too. Departure: the amplitude at the
// end comes from that at the beginning by the addition theorem, which needs no incomplete integral either.
namespace polhode {

template <int p>
struct SemiExactFlow : EllipticFlow<orbit::MatrixFrame<orbit::Gauss<p>>> {
  static_assert(p >= 1 && p <= 10);
  static constexpr std::string_view prefix = "semi-exact-", id = Joined<prefix, digits<p>>::value;
  static constexpr Order order{exact_order, 2 * p};
  static constexpr bool symplectic = false, conserves_energy = true, order_of_axes_matters = false;
};

template <int p>
struct SemiExact : FreeOnly<SemiExactFlow<p>> {
  static constexpr MethodInfo info{
      .id = SemiExactFlow<p>::id,
      .label = SemiExactFlow<p>::id,
      .source = "Celledoni & Zanna 2008, sec. 3.3, eq. (20)",
      .order = {exact_order, 2 * p},
      .torque_evaluations = {},
      .symmetric = {Answer::yes},
      .symplectic = {p < 7 ? Answer::no : Answer::unknown, p < 7 ? "" : "the defect of a step of 0.2 is below 1e-25"},
      .spatial_momentum = {Answer::yes},
      .energy = {Answer::yes}};
};

/// Hermite's quadrature in place of Gauss's, from the integrand and its first q - 1 derivatives at both ends of the
/// step, q = 2 in the paper: of order 2q. It needs no point between the ends.
template <int q>
struct SemiExactHermite : FreeOnly<EllipticFlow<orbit::MatrixFrame<orbit::Hermite<q>>>> {
  static constexpr std::string_view prefix = "semi-exact-hermite-", name = Joined<prefix, digits<q>>::value;
  static constexpr MethodInfo info = [] {
    auto i = SemiExact<q>::info;
    i.id = i.label = name;
    i.source = "Celledoni & Zanna 2008, sec. 3.3; van Zon & Schofield 2007b";
    return i;
  }();
};

/// The quadrature in the frame of exact-kosenko.
template <int p>
struct SemiExactKosenko : FreeOnly<EllipticFlow<orbit::KosenkoFrame<orbit::Gauss<p>>>> {
  static constexpr std::string_view prefix = "semi-exact-kosenko-", name = Joined<prefix, digits<p>>::value;
  static constexpr MethodInfo info = [] {
    auto i = SemiExact<p>::info;
    i.id = i.label = name;
    return i;
  }();
};

}  // namespace polhode
