// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <optional>

#include "core/torques/torqued_body.hpp"

namespace polhode {

/// Kovalevskaya's integral of a heavy body with moments (2 C, 2 C, C) whose moment of the field is normal to the axis
/// of C, the axes in any order; nothing for other bodies:
///
///   |u^2 - (M1 + i M2)(f1 + i f2)/C|^2,   u = Omega1 + i Omega2,   f = R^T field                [Kovalevskaya 1889]
///
/// Moments and directions may differ from these by rounding.
template <class T>
std::optional<T> kovalevskaya(const TorquedBody<T>& body, const RigidState<T>& s) {
  using std::abs;
  using Complex = std::complex<T>;
  const auto* k = body.field_alone();
  if (!k) return {};
  const auto is = [](const T& x, const T& y) { return abs(T(x - y)) <= 64 * epsilon<T>() * abs(y); };
  for (int c = 0; c < 3; ++c) {
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    const T C = body.I[c];
    if (!is(body.I[a], 2 * C) || !is(body.I[b], 2 * C) || abs(k->moment[c]) > 64 * epsilon<T>() * norm(k->moment))
      continue;
    const auto Omega = body.Omega(s.Pi), f = inverse(s.R) * k->field;
    const Complex u(Omega[a], Omega[b]), M(k->moment[a], k->moment[b]), F(f[a], f[b]);
    return std::norm(u * u - M * F / C);
  }
  return {};
}

}  // namespace polhode
