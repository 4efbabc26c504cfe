// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "core/geometry/vec.hpp"
#include "core/stepping/method.hpp"

namespace polhode {

/// Adds numbers of a method to the constants that its base prepares; the base finds its own in body.prepared. Methods
/// over one base that differ in such numbers share a loop (LoopOf).
template <class Numbers, class OfBase>
struct Beside : OfBase {
  Numbers numbers;
};
/// Data that Base prepares from a problem, and these numbers.
template <class Base, class P, class Numbers>
auto beside(const P& problem, const Numbers& numbers) {
  if constexpr (requires { Base::prepare(problem); })
    return Beside<Numbers, std::remove_cvref_t<decltype(Base::prepare(problem))>>{Base::prepare(problem), numbers};
  else
    return Beside<Numbers, Zero>{{}, numbers};
}

}  // namespace polhode
