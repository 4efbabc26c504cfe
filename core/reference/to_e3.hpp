// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/rotation.hpp"

namespace polhode::reference {

/// A quaternion, not of unit length, that turns v to e3: exactly if v is along an axis.
template <class F, class T>
Rotation<F, F, T> to_e3(const Vec<F, T>& v) {
  const T length = norm(v);
  return v[2] < 0 ? Rotation<F, F, T>{v[1], length - v[2], T(0), v[0]}
                  : Rotation<F, F, T>{length + v[2], v[1], -v[0], T(0)};
}

}  // namespace polhode::reference
