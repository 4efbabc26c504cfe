// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/geometry/so3.hpp"
#include "methods/family/name.hpp"
#include "methods/family/quadratic_root.hpp"
#include "methods/family/splitting.hpp"

/// The preprocessed discrete Moser-Veselov map of order 2, 4, 6, 8 or 10: the map of Moser and Veselov with moments J
/// modified so that it follows the motion of the body with moments I
/// [Moser & Veselov 1991; Hairer & Vilmart 2006; as used by Celledoni & Zanna 2008, section 4.2].
///
///   1/J_i = (1 + S)/I_i + D,   S = sum s_ab N^a H^b,   D = sum d_ab N^a H^b,   1 <= a + b <= order/2 - 1
///   N = h^2 |Pi|^2 / 2,   H = h^2 K
///
///   y_i   = h Pi0_i / (2 J_i)                                    (i, j, k) cyclic  (a)
///   r_i   = (1 + |r|^2) y_i + ((J_j - J_k)/J_i) r_j r_k                            (b) solved
///   Pi1_i = Pi0_i + (4/h) (J_j - J_k) r_j r_k / (1 + |r|^2)                        (c)
///   R1    = R0 cay(2 r)                                                            (d)
namespace polhode {

/// 1/J as a function of N and H. Its coefficients depend on the inertia only, so one value serves a whole run. They
/// contain powers of the moments up to the twelfth; moments are therefore in a unit near their size.
template <int order, class T>
class DmvMoments {
  static_assert(order >= 2 && order <= 10 && order % 2 == 0);
  static constexpr int degree = order / 2 - 1;

 public:
  explicit DmvMoments(const Inertia<T>& body) : per_unit(1 / unit_of(body)) {
    const Inertia<T> I(body[0] * per_unit, body[1] * per_unit, body[2] * per_unit);
    s[0][0] = T(1), d[0][0] = T(0);
    const auto power = [](const T& x, const T& reciprocal, int n) {
      T p(1);
      for (int i = 0; i < (n < 0 ? -n : n); ++i) p *= n < 0 ? reciprocal : x;
      return p;
    };
    const auto pw = [&](int i, int n) { return power(I[i], I.reciprocals[i], n); };
    const auto sg = [&](int a) { return T(pw(0, a) + pw(1, a) + pw(2, a)); };
    const auto t = [&](int b, int c) {  // sum over i of (I_j^b + I_k^b) / I_i^c
      return T((pw(1, b) + pw(2, b)) * pw(0, -c) + (pw(2, b) + pw(0, b)) * pw(1, -c) +
               (pw(0, b) + pw(1, b)) * pw(2, -c));
    };
    const T dl = I[0] * I[1] * I[2], dl2 = dl * dl, dl3 = dl2 * dl, dl4 = dl2 * dl2;
    if constexpr (order >= 4) {
      s[1][0] = sg(1) / (6 * dl);
      s[0][1] = -sg(-1) / 3;
      d[1][0] = -1 / (3 * dl);
      d[0][1] = sg(1) / (6 * dl);
    }
    if constexpr (order >= 6) {
      s[2][0] = (sg(2) / dl - sg(-1)) / (30 * dl);
      s[1][1] = (1 - t(1, 1)) / (30 * dl);
      s[0][2] = (3 * sg(1) / dl + 2 * sg(-2)) / 60;
      d[2][0] = -sg(1) / (60 * dl2);
      d[1][1] = sg(-1) / (10 * dl) - sg(2) / (60 * dl2);
      d[0][2] = -(9 + t(1, 1)) / (60 * dl);
    }
    if constexpr (order >= 8) {
      s[3][0] = (4 * dl + 17 * sg(3) - 15 * dl * t(1, 1)) / (2520 * dl3);
      s[2][1] = (9 * sg(1) + 10 * dl * sg(-2) - 6 * t(2, 1)) / (420 * dl2);
      s[1][2] = (6 * dl * t(1, 2) - 100 * dl * sg(-1) + 53 * sg(2)) / (2520 * dl2);
      s[0][3] = (15 - dl * sg(-3) - 2 * t(1, 1)) / (630 * dl);
      d[3][0] = (34 * dl * sg(-1) - 19 * sg(2)) / (2520 * dl3);
      d[2][1] = (sg(3) + 2 * dl * t(1, 1) - 85 * dl) / (1260 * dl3);
      d[1][2] = (47 * sg(1) + 13 * t(2, 1) - 38 * dl * sg(-2)) / (2520 * dl2);
      d[0][3] = (9 * dl * sg(-1) + dl * t(1, 2) - 11 * sg(2)) / (1260 * dl2);
    }
    if constexpr (order >= 10) {
      s[4][0] = (62 * sg(4) - 94 * dl * t(2, 1) + 66 * dl2 * sg(-2) + 81 * dl * sg(1)) / (45360 * dl4);
      s[3][1] = (-77 * t(3, 1) + 75 * dl * t(1, 2) + 214 * sg(2) - 240 * dl * sg(-1)) / (22680 * dl3);
      s[2][2] = (26 * dl * t(2, 2) + 55 * sg(3) + 204 * dl - 50 * dl2 * sg(-3) - 59 * dl * t(1, 1)) / (7560 * dl3);
      s[1][3] = (137 * dl * sg(-2) - dl * t(1, 3) + 3 * sg(1) - 69 * t(2, 1)) / (11340 * dl2);
      s[0][4] = (2 * dl2 * sg(-4) + 5 * dl * t(1, 2) - 171 * dl * sg(-1) + 159 * sg(2)) / (45360 * dl2);
      d[4][0] = (60 * dl * t(1, 1) - 61 * sg(3) - 247 * dl) / (45360 * dl4);
      d[3][1] = (54 * dl * sg(1) - sg(4) + 218 * dl * t(2, 1) - 426 * dl2 * sg(-2)) / (45360 * dl4);
      d[2][2] = (125 * dl * sg(-1) - 5 * t(3, 1) - 130 * sg(2) + 4 * dl * t(1, 2)) / (7560 * dl3);
      d[1][3] = (67 * sg(3) - 735 * dl - 15 * dl * t(2, 2) + 87 * dl * t(1, 1) + 34 * dl2 * sg(-3)) / (22680 * dl3);
      d[0][4] = (165 * sg(1) - dl * t(1, 3) - 9 * t(2, 1) - 145 * dl * sg(-2)) / (45360 * dl2);
    }
  }

  /// 1/J_i along the body's axes, for N and H of a step, in units of the square of a moment and of a moment.
  Vec<Body, T> reciprocals(const Inertia<T>& I, const T& N, const T& H) const {
    const T S1 = polynomial(s, N, H), D = polynomial(d, N, H) * per_unit;
    const auto& r = I.reciprocals;
    return {S1 * r[0] + D, S1 * r[1] + D, S1 * r[2] + D};
  }

  T per_unit;  ///< 1/unit

 private:
  using Coefficients = Array<Array<T, degree + 1>, degree + 1>;  // [a][b], a + b <= degree

  /// A power of two next to the largest moment, so that nothing is rounded. It is 1 where the unit does not matter, in
  /// floats either: 256^12 is 2^96.
  static T unit_of(const Inertia<T>& I) {
    const auto greater = [](const T& a, const T& b) { return select(a < b, b, a); };
    const T most = greater(greater(I[0], I[1]), I[2]);
    T unit(1);
    for (int bits = 512; bits > 0; bits /= 2) {
      const T up = unit * T(std::ldexp(1.0, bits)), down = unit * T(std::ldexp(1.0, -bits));
      unit = select(most < up, select(down < most, unit, down), up);
    }
    return select(most * T(256) > T(1) && most < T(256), T(1), unit);
  }

  static T polynomial(const Coefficients& c, const T& N, const T& H) {
    T sum(0);
    for (int a = degree; a >= 0; --a) {
      T inner = c[a][degree - a];
      for (int b = degree - a - 1; b >= 0; --b) inner = inner * H + c[a][b];
      sum = a == degree ? inner : T(sum * N + inner);
    }
    return sum;
  }

  Coefficients s, d;  // of 1 + S and of D
};

/// r = (1 + |r|^2) y + (c_i r_j r_k), c_i = (J_j - J_k)/J_i, by the published iteration: Gauss-Seidel sweeps from r = y
/// until the changes of a sweep add up to 1e-15 |y| (1-norms; 4.5 epsilon for any scalar). no_convergence if the 50th
/// sweep did not end it. Derivatives of a scalar converge at the rate of its value.
struct DmvSweeps {
  /// r, for given y and c.
  template <class T, class Counters>
  static Vec<Body, T> solve(const Vec<Body, T>& y, const Vec<Body, T>& c, Counters& counters) {
    using std::abs;
    constexpr int most = 50;
    const T enough = T(9) / 2 * epsilon<T>() * (abs(y[0]) + abs(y[1]) + abs(y[2]));
    Vec<Body, T> r = y;
    for (int i = 0; i < most; ++i) {
      // |r|^2 is summed in the order of the end of the sweep before.
      const Vec<Body, T> before = r, known = (1 + norm2(r)) * y;
      r[0] = known[0] + c[0] * r[1] * r[2];
      r[1] = known[1] + c[1] * r[2] * r[0];
      r[2] = known[2] + c[2] * r[0] * r[1];
      counters.count_iteration();
      if (abs(r[0] - before[0]) + abs(r[1] - before[1]) + abs(r[2] - before[2]) <= enough) return r;
    }
    counters.fail(Failure::no_convergence);
    return r;
  }
};

/// The solution by Newton's method, in one to three rounds for any h; no_convergence if quadratic_root does not end.
struct DmvNewton {
  /// r, for given y and c.
  template <class T, class Counters>
  POLHODE_FLATTEN static Vec<Body, T> solve(const Vec<Body, T>& y, const Vec<Body, T>& c, Counters& counters) {
    const auto C = [&](const Vec<Body, T>& r) {
      return Vec<Body, T>{c[0] * r[1] * r[2], c[1] * r[2] * r[0], c[2] * r[0] * r[1]};
    };
    const Vec<Body, T> z = 2 * y;
    // The series of r = (1 + |r|^2) y, a steady rotation, and what C adds to it at first.
    const T s = norm2(y), g = 1 + s * (T(1) + 2 * s);
    const Vec<Body, T> r = g * (y + g * C(y));
    const auto jacobian = [&](const Vec<Body, T>& x) -> Mat3<T> {
      return {{{1 - z[0] * x[0], -z[1] * x[0] - c[1] * x[2], -z[2] * x[0] - c[2] * x[1]},
               {-z[0] * x[1] - c[0] * x[2], 1 - z[1] * x[1], -z[2] * x[1] - c[2] * x[0]},
               {-z[0] * x[2] - c[0] * x[1], -z[1] * x[2] - c[1] * x[0], 1 - z[2] * x[2]}}};
    };
    const auto root = quadratic_root(
        r, jacobian, [&](const Vec<Body, T>& x) { return (1 + norm2(x)) * y + C(x) - x; },
        [&](const Vec<Body, T>& d) { return norm2(d) * y + C(d); }, counters);
    fail(counters, Failure::no_convergence, !root.converged);
    return root.r;
  }
};

/// The free motion by the map of this order; Solver::solve(y, c, counters) finds its r. Beyond h |Pi| = 1.5 min I,
/// where another root can be nearer than the right one, a step is step_too_large.
template <int N, class Solver = DmvNewton>
struct DmvFlow {
  static constexpr std::string_view prefix = "dmv", id = Joined<prefix, digits<N>>::value;
  static constexpr std::string_view printed = "DMV", label = Joined<printed, digits<N>>::value;
  static constexpr Order order = N;
  static constexpr bool conserves_energy = true, order_of_axes_matters = false;
  static constexpr bool symplectic = N == 2;  ///< beyond, the modified moments depend on the momentum

  template <class P>
  static auto prepare(const P& body) {
    return DmvMoments<N, typename P::Scalar>(body.I);
  }

  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters& counters) {
    const auto& [Pi0, R0] = s;
    const T per_unit = body.prepared.per_unit, half_square = h * h * norm2(per_unit * Pi0) / 2;
    const auto lesser = [](const T& a, const T& b) { return select(a < b, a, b); };
    const T least = per_unit * lesser(lesser(body.I[0], body.I[1]), body.I[2]);
    if (const auto too_large = half_square > T(9) / 8 * (least * least); any(too_large))
      fail(counters, Failure::step_too_large, too_large);
    const T H = h * h * (per_unit * body.kinetic_energy(Pi0));
    const auto K = body.prepared.reciprocals(body.I, half_square, H);
    const Vec<Body, T> J{1 / K[0], 1 / K[1], 1 / K[2]};
    const Vec<Body, T> gap{J[1] - J[2], J[2] - J[0], J[0] - J[1]}, half = (h / 2) * Pi0;
    const Vec<Body, T> y{half[0] * K[0], half[1] * K[1], half[2] * K[2]},
        c{gap[0] * K[0], gap[1] * K[1], gap[2] * K[2]};  // (a)
    const auto r = Solver::solve(y, c, counters);        // (b)
    const T f = 4 / (h * (1 + norm2(r)));
    const Vec<Body, T> kick{gap[0] * r[1] * r[2], gap[1] * r[2] * r[0], gap[2] * r[0] * r[1]};
    return {Pi0 + f * kick, R0 * cay(2 * r)};  // (c), (d)
  }
};

/// Declaration of the DMV methods.
template <int order>
constexpr MethodInfo dmv_info(std::string_view id, std::string_view label, Solver solver) {
  return {.id = id,
          .label = label,
          .source = "Hairer & Vilmart 2006; Celledoni & Zanna 2008, sec. 4.2",
          .order = order,
          .kind = Kind::implicit_method,
          .torque_evaluations = {},
          .symmetric = {Answer::yes},
          .symplectic = {order == 2 ? Answer::yes : Answer::no},
          .spatial_momentum = {Answer::yes},
          .energy = {Answer::yes},
          .solver = solver};
}

}  // namespace polhode
