// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/units.hpp"

namespace polhode::reading {

/// The momentum in principal axes of a free motion given by its periods and its mode, `P_psi`, `P_phi` and `mode` (LAM
/// or SAM), as known for tumbling asteroids: in the plane of the axes of the least and the greatest moment, along both.
/// Throws UserError with the range of P_phi if there is no such motion.
template <class T>
Vec<Body, T> momentum_of_periods(const Inertia<T>& I, const Given& j, const Units<T>& units);

}  // namespace polhode::reading
