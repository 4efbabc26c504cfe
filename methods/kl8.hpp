// SPDX-License-Identifier: MIT
#pragma once

#include "methods/dumbbell_conserving.hpp"
#include "methods/dumbbell_vi.hpp"
#include "methods/family/symmetric_composition.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"
#include "methods/vs_verlet.hpp"

// KL8: symmetric composition of order eight, seventeen stages
// [Kahan & Li 1997, "Composition constants for raising the orders of unconventional schemes", s17odr8a]
//
//   S(g1 h), S(g2 h), ..., S(g17 h),   g_(18-i) = g_i,   S a symmetric method of order two
//
// Departures: none. The middle share is made from the others, so that the sum is 1 in any arithmetic.
namespace polhode {

namespace detail {
struct Kl8Law {
  static constexpr std::string_view id = "kl8", label = "KL8", source = "Kahan & Li 1997, s17odr8a";
  static constexpr int order = 8, stages = 17;
  template <class T>
  static auto shares() {
    return palindrome<17, T>(
        "0.13020248308889008087881763209670052235724723381457", "0.561162981775108384561964407700150567266159354341",
        "-0.38947496264484728640807859823524838883606804677158", "0.15884190655515560089621074570715248141214780943123",
        "-0.39590389413323757733623153934793893602677148542676", "0.18453964097831570709183254153337546281898734415031",
        "0.25837438768632204729397910999493947181307620895217", "0.29501172360931029887096624021822811297654323035151");
  }
};
}  // namespace detail

/// `kl8:BASE`, of order eight for a symmetric Base of order two; it fails where Base does.
template <class Base>
struct Kl8 : SymmetricComposition<detail::Kl8Law, Base> {};

}  // namespace polhode
