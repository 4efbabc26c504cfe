// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/select.hpp"
#include "methods/family/splitting.hpp"

namespace polhode {

/// f(g), a function of the size g of a step that residuals under a torque ask for: that of the whole step h is
/// computed once; g is another only where a branch of roots is followed. Without torque no residual asks for it.
template <class P, class T, class F>
auto of_step(const T& h, const F& f) {
  if constexpr (Torqueless<P>)
    return f;
  else
    return [=, of_h = f(h)](const T& g) { return any(!(g == h)) ? f(g) : of_h; };
}

}  // namespace polhode
