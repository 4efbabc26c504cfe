// SPDX-License-Identifier: MIT
#pragma once

#include "methods/dumbbell_vi.hpp"
#include "methods/family/symmetric_composition.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"
#include "methods/vs_verlet.hpp"

// KL6: symmetric composition of order six, nine stages
// [Kahan & Li 1997, "Composition constants for raising the orders of unconventional schemes", s9odr6a]
//
//   S(g1 h), S(g2 h), ..., S(g9 h),   g_(10-i) = g_i,   S a symmetric method of order two
//
// Departures: none. The middle share is made from the others, so that the sum is 1 in any arithmetic.
namespace polhode {

namespace detail {
struct Kl6Law {
  static constexpr std::string_view id = "kl6", label = "KL6", source = "Kahan & Li 1997, s9odr6a";
  static constexpr int order = 6, stages = 9;
  template <class T>
  static auto shares() {
    return palindrome<9, T>("0.39216144400731413927925055742267140380493426088798",
                            "0.33259913678935943859974863750004964688158694434033",
                            "-0.7062461725576393598099648195492564593955106668262",
                            "0.082213596293550800231490448102056331103293891270607");
  }
};
}  // namespace detail

/// `kl6:BASE`, of order six for a symmetric Base of order two; it fails where Base does.
template <class Base>
struct Kl6 : SymmetricComposition<detail::Kl6Law, Base> {};

}  // namespace polhode
