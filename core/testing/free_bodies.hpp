// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "core/geometry/decimal.hpp"
#include "core/reference/free_body.hpp"

/// Free bodies and the error that their motion may have, for tests.
namespace polhode::free_bodies {

using Triple = std::array<double, 3>;

struct Case {
  std::string name;
  Triple I, m;
  double h;
};

inline FreeBody<double> body(const Case& c) {
  return {{{c.I[0], c.I[1], c.I[2]}, {{c.m[0], c.m[1], c.m[2]}, Attitude<double>::identity()}}};
}

/// The state after h by a flow's increment.
template <class Flow, class T>
RigidState<T> moved(const FreeBody<T>& b, const RigidState<T>& s, const T& h) {
  const auto [Pi, dR] = Flow::increment(b.I, s.Pi, h);
  return {Pi, s.R * dR};
}

/// Largest difference of m/|m| and of the attitude matrix.
template <class T>
double difference(const RigidState<T>& a, const RigidState<T>& b) {
  using std::abs;
  const T size = norm(b.Pi);
  const auto m = size > T(0) ? (a.Pi - b.Pi) / size : a.Pi;
  const auto A = matrix(a.R) - matrix(b.R);
  T worst(0);
  for (int i = 0; i < 3; ++i) {
    if (!(abs(m[i]) <= worst)) worst = abs(m[i]);
    for (int j = 0; j < 3; ++j)
      if (!(abs(A(i, j)) <= worst)) worst = abs(A(i, j));
  }
  return static_cast<double>(worst);
}

/// What half a unit in the last place of any input does to the exact answer.
template <class T>
double sensitivity(const Case& c, const RigidState<T>& exact) {
  double worst = 0;
  for (int k = 0; k < 7; ++k) {
    auto b = cast<T>(body(c));
    T h(c.h);
    const T s = 1 + T(0x1p-53);
    T I[3] = {b.I[0], b.I[1], b.I[2]};
    if (k < 3) I[k] *= s;
    if (k >= 3 && k < 6) b.initial.Pi[k - 3] *= s;
    if (k == 6) h *= s;
    b.I = {I[0], I[1], I[2]};
    worst = std::max(worst, difference(reference::exact_free_motion(b, h), exact));
  }
  return worst;
}

}  // namespace polhode::free_bodies
