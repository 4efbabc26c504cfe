// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/vec.hpp"

/// Rotation vectors of a step, in radians, by Taylor polynomials of the body angular velocity w, dw its rate
/// [S. Buss, J. Comput. Phys. 164 (2000) 377].
namespace polhode {

/// h w + (h^2/2) dw.
template <class T>
Vec<Body, T> buss_turn(const Vec<Body, T>& w, const Vec<Body, T>& dw, const T& h) {
  return h * (w + (h / 2) * dw);
}

/// h w + (h^2/2) dw + (h^3/12) dw x w: exact to third order for a w that is linear in time in space.
template <class T>
Vec<Body, T> augmented_buss_turn(const Vec<Body, T>& w, const Vec<Body, T>& dw, const T& h) {
  return buss_turn(w, dw, h) + (h * h * h / 12) * cross(dw, w);
}

}  // namespace polhode
