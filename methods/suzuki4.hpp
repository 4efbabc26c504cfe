// SPDX-License-Identifier: MIT
#pragma once

#include "methods/dumbbell_vi.hpp"
#include "methods/family/symmetric_composition.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"
#include "methods/vs_verlet.hpp"

// SUZUKI4: symmetric composition of order four, five stages
// [Suzuki 1990, "Fractal decomposition of exponential operators"]
//
//   S(g1 h), S(g2 h), ..., S(g5 h),   g_(6-i) = g_i,   S a symmetric method of order two
//
// g1 = g2 = 1 / (4 - 4^(1/3)), g3 = 1 - 4 g1 < 0. Departures: none. The middle share is made from the others, so that
// the sum is 1 in any arithmetic.
namespace polhode {

namespace detail {
struct Suzuki4Law {
  static constexpr std::string_view id = "suzuki4", label = "Suzuki4", source = "Suzuki 1990";
  static constexpr int order = 4, stages = 5;
  template <class T>
  static auto shares() {
    return palindrome<5, T>("0.41449077179437573714235406286076149571177460401671",
                            "0.41449077179437573714235406286076149571177460401671");
  }
};
}  // namespace detail

/// `suzuki4:BASE`, of order four for a symmetric Base of order two; it fails where Base does.
template <class Base>
struct Suzuki4 : SymmetricComposition<detail::Suzuki4Law, Base> {};

}  // namespace polhode
