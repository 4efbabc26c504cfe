// SPDX-License-Identifier: MIT
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include "core/geometry/scalar.hpp"
#include "core/measuring/comparison.hpp"
#include "core/reference/free_body.hpp"

// Equations (3)-(5), (9) and (16) of Celledoni & Zanna 2008 as they are printed, and as we mend them, in 113 bits by
// the forms of Legendre: I = (1, 1.7, 2.6), from 0 to t = 1. docs/errata.md lists the misprints.
namespace polhode::frb2008 {

namespace {

using T = float128;
using V = Vec<Body, T>;

/// The constants of section 1.2 and the motion of case (i), or (ii), where m circles axis 3 in the place of axis 1.
struct Motion {
  T I[3] = {T(1), T(17) / 10, T(26) / 10}, t = 1;
  bool first;
  V m0 = first ? V{T(8) / 10, T(36) / 100, T(48) / 100} : V{T(36) / 100, T(48) / 100, T(8) / 10};
  T T2 = m0[0] * m0[0] / I[0] + m0[1] * m0[1] / I[1] + m0[2] * m0[2] / I[2];  ///< 2T
  int a = first ? 1 : 3, c = 4 - a;
  T k = first ? sqrt(T(Delta(1) * gap(3, 2) / (Delta(3) * gap(2, 1))))
              : sqrt(T(Delta(3) * gap(2, 1) / (Delta(1) * gap(3, 2))));
  T lambda = sqrt(T(Delta(c) * gap(a, 2) / (I[0] * I[1] * I[2])));
  T phi0 = atan2(T(m0[1] / B(2, a)), T(m0[c - 1] / B(c, a)));
  T u0 = boost::math::ellint_1(k, phi0);

  T gap(int j, int h) const { return abs(I[j - 1] - I[h - 1]); }
  T signed_delta(int j) const { return 1 - T2 * I[j - 1]; }
  T Delta(int j) const { return abs(signed_delta(j)); }
  T B(int j, int h) const { return sqrt(T(I[j - 1] * Delta(h) / gap(j, h))); }

  struct Functions {
    T sn, cn, dn;
  };
  Functions at(const T& time) const {
    Functions f;
    f.sn = boost::math::jacobi_elliptic(k, T(u0 + lambda * time), &f.cn, &f.dn);
    return f;
  }
  V in_place(const T& x_a, const T& x_2, const T& x_c) const { return first ? V{x_a, x_2, x_c} : V{x_c, x_2, x_a}; }
  V m(const T& time) const {  // (4), (5)
    const auto f = at(time);
    return in_place(B(a, c) * f.dn, B(2, a) * f.sn, B(c, a) * f.cn);
  }
  V rate(const V& x) const { return cross(x, V{x[0] / I[0], x[1] / I[1], x[2] / I[2]}); }

  /// The integral of the third kind from 0 to t, with the parameter n.
  T third_kind(const T& n) const {
    const auto f = at(t);
    const T phi1 =
        atan(T(f.sn / f.cn)) + pi_of<T>() * nearest_integer(T((u0 + lambda * t) / (2 * boost::math::ellint_1(k))));
    return boost::math::ellint_3(k, n, phi1) - boost::math::ellint_3(k, n, phi0);
  }
  /// How far psi is from the angle by which the exact attitude turns the frame [v, m x v, m].
  double off(const T& psi, const auto& v) const {
    const FreeBody<T> body{{{I[0], I[1], I[2]}, {m0, Attitude<T>::identity()}}};
    const auto end = reference::exact_free_motion(body, t);
    const auto turned = end.R * v(end.Pi);
    const V from = v(m0), beside = cross(m0, from);
    const Vec<Space, T> x{from[0], from[1], from[2]}, y{beside[0], beside[1], beside[2]};
    const T difference = psi - atan2(dot(y, turned), dot(x, turned)), turn = 2 * pi_of<T>();
    return static_cast<double>(T(abs(difference - turn * nearest_integer(T(difference / turn)))));
  }
};

double residual_of_the_solution(bool first) {
  const Motion o{.first = first};
  const auto f = o.at(o.t);  // sn' = cn dn, cn' = -sn dn, dn' = -k^2 sn cn
  const V slope = o.lambda * o.in_place(-o.B(o.a, o.c) * o.k * o.k * f.sn * f.cn, o.B(2, o.a) * f.cn * f.dn,
                                        -o.B(o.c, o.a) * f.sn * f.dn);
  return static_cast<double>(norm(slope - o.rate(o.m(o.t))));
}

double equation_9(bool printed) {
  const Motion o{.first = true};
  const T B = o.B(2, 3), factor = printed ? o.Delta(2) : o.signed_delta(2), n = printed ? T(1 / B) : T(1 / (B * B));
  const T psi = o.T2 * o.t + factor / (o.lambda * o.I[1]) * o.third_kind(n);
  return o.off(psi, [&](const V& m) { return o.rate(m) / norm(o.rate(m)); });
}

double equation_16(bool printed) {
  const Motion o{.first = true};
  const auto f = [&](const T& time) {
    const auto g = o.at(time);
    return T(o.B(1, 3) * o.B(3, 1) / o.B(2, 1) * atan(T(o.B(2, 1) / o.B(1, 3) * g.sn / g.dn)));
  };
  const T B = o.B(3, 1) / o.B(1, 3), change = f(o.t) - f(T(0));
  const T integral = o.third_kind(T(-B * B)) + (printed ? change : T(-change));
  const T psi = o.t / o.I[2] + o.gap(3, 1) / (o.I[0] * o.I[2] * o.lambda) * integral;
  return o.off(psi, [](const V& m) -> V {  // p^-1 e1 p, p the shortest turn of m to e3
    const T s = 1 + m[2];
    return {1 - m[0] * m[0] / s, -m[0] * m[1] / s, -m[0]};
  });
}

double choice_3(bool printed) {
  const Motion o{.first = true};
  const T B31 = o.B(3, 1), B13 = o.B(1, 3), n = printed ? T(-1 / (B31 * B31 * B13 * B13)) : T(-B31 * B31 / (B13 * B13));
  const T psi = o.t / o.I[2] + o.gap(3, 1) / (o.lambda * o.I[2] * o.I[0]) * o.third_kind(n);
  return o.off(psi, [](const V& m) -> V {
    const T r = sqrt(T(m[0] * m[0] + m[1] * m[1]));
    return {m[1] / r, -m[0] / r, T(0)};
  });
}

}  // namespace

std::vector<ClaimNumbers> printed_formulas() {
  std::vector<ClaimNumbers> all{{"frb2008.E4", "residual", [] { return residual_of_the_solution(true); }},
                                {"frb2008.E5", "residual", [] { return residual_of_the_solution(false); }}};
  for (const auto& [id, off] :
       {std::pair{"frb2008.E9", &equation_9}, {"frb2008.E16", &equation_16}, {"frb2008.E3", &choice_3}})
    for (const bool printed : {false, true})
      all.emplace_back(std::string(id) + (printed ? "-as-printed" : ""), "off",
                       [off = off, printed] { return off(printed); });
  return all;
}

}  // namespace polhode::frb2008
