// SPDX-License-Identifier: MIT
#pragma once

#include <complex>

#include "methods/family/general_solver.hpp"

// RADAU5: the method Radau IIA with three stages, which is L-stable, with steps of its own choice, on (Pi, q)
// [Ehle 1969; Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.8]
//
//   Z_i = h sum_j a_ij f(t + c_j h, y + Z_j),   y1 = y + Z_3,   c = (4 - sqrt 6)/10, (4 + sqrt 6)/10, 1        (1)
//   A v_k = v_k / mu_k,  Z = sum_k v_k W_k,  f = sum_k v_k g_k:   (mu_k/h - J) dW_k = g_k - mu_k/h W_k           (2)
//   (mu_0/h - J) e = f(t, y) + ((-13 - 7 sqrt 6) Z_1 + (-13 + 7 sqrt 6) Z_2 - Z_3) / 3h                         (3)
//   h <- h min(8, max(1/5, 0.9 (2 most + 1)/(2 most + n) |e|^(-1/4))),   n rounds of at most `most`             (4)
//   Z_i = p(1 + c_i h/h0) - p(1),   p of degree 3 with p(0) = 0, p(c_i) = Z_i of the step before, h0            (5)
//
// mu_0 is real, mu_1 and mu_2 = conj(mu_1) roots of mu^3 - 9 mu^2 + 36 mu - 60. A step is taken if |e| < 1, the root
// of the mean square of e_i / (d (1 + |y_i|)), d = tolerance^(2/3) / 10, since e is of order 4. (2) ends when its next
// correction would be below 0.03 d; it does not converge where corrections do not shrink, and then h is halved. After a
// step that is refused e is taken once more, at f(t, y + e). J is exact, at the start of every step:
//
//   Pi' = Pi x w + T(t, q, Pi),  q' = q (0, w)/2,  w = I^-1 Pi;   dq = q e,  dT = T_Pi dPi + 2 T_q Im e
//   (g - J)(dPi, q e) = (r, q s):   e = (s + (0, I^-1 dPi)/2) k,   k = (g + (0, w)/2) / (g^2 + |w|^2/4)         (6)
//   (g - A - T_q (Re k - hat(Im k)) I^-1) dPi = r + 2 T_q Im(s k),   A = hat(Pi) I^-1 - hat(w) + T_Pi           (7)
//
// Of an interval that is shorter than the step that the tolerance allows, (2) takes two rounds from Z = 0, whose error
// in one step is of order h^5: errors at its ends fall as h^4, whatever the tolerance.
//
// The tolerance is part of the id, `radau5:1e-6`, and has units, as those of methods/adaptive.hpp. h is the interval
// between readings; where its end is not reached: no_convergence. Departures: J is made anew in every step, for a 3 x 3
// matrix is inverted quickly; q is normalised after every step; (4) does not look at the step before.
namespace polhode {

namespace detail {

/// Coefficients of Radau IIA with three stages, and the tolerance.
struct RadauConstants {
  using Complex = std::complex<double>;

  double tolerance, c[3], error[3], mu0;
  Complex mu1;
  Mat3<double> v, inverse;  ///< columns v_0, 2 Re v_1, -2 Im v_1

  explicit RadauConstants(double of_steps) : tolerance(of_steps) {
    const double r = std::sqrt(6.0), a = std::cbrt(9.0), b = std::cbrt(3.0);
    c[0] = (4 - r) / 10, c[1] = (4 + r) / 10, c[2] = 1;
    error[0] = (-13 - 7 * r) / 3, error[1] = (-13 + 7 * r) / 3, error[2] = -1 / 3.0;
    mu0 = 3 + (a - b), mu1 = {3 - (a - b) / 2, std::sqrt(0.75) * (a + b)};
    for (int i = 0; i < 3; ++i) {  // polynomials p with p - p'/mu = M = (t - c_1)(t - c_2)(t - 1) and p(0) = 0
      const double slope = (3 * c[i] - 3.6) * c[i] + 0.9, bend = 6 * c[i] - 3.6;
      const auto at = [&](const auto& mu) { return mu * (mu * slope + bend) + 6.0; };
      v(i, 0) = at(mu0), v(i, 1) = 2 * at(mu1).real(), v(i, 2) = -2 * at(mu1).imag();
    }
    const auto w = factorised(v);
    inverse =
        from_columns(w.solve(axis<void, double>(0)), w.solve(axis<void, double>(1)), w.solve(axis<void, double>(2)));
  }
};

}  // namespace detail

/// The steps, for all tolerances.
struct Radau5Steps : general::ChoosesSteps {
  using Complex = std::complex<double>;
  using Numbers = std::array<double, 7>;
  using Stages = Array<Numbers, 3>;
  using Memory = ChoosesSteps::Memory<RigidState<double>>;

  static Memory step(const auto& body, const Memory& m, double t, double h, auto& counters) {
    constexpr int longest = 100000;  // steps in an interval
    const auto& R = body.prepared;
    const double end = t + h;
    double stride = m.stride == 0 ? h / 100 : std::copysign(m.stride, h);
    Numbers y = numbers(m.state), f = flat_rates(body, t, y);
    Stages Z{};
    double before = 0;  // the step whose stages Z are
    bool refused = m.stride == 0;
    auto J = jacobian(body, t, y);
    for (int tried = 0; tried < longest; ++tried) {
      const double chosen = stride;
      const bool last = std::abs(stride) >= std::abs(end - t);
      if (last) stride = end - t;
      const auto scale = scale_of(y, R.tolerance);
      const ShiftedInverse<double> real(J, R.mu0 / stride);
      const ShiftedInverse<Complex> pair(J, R.mu1 / stride);
      Stages next = before == 0 ? Stages{} : continued(R, Z, stride / before);  // (5)
      const int rounds = solve_stages(body, t, y, stride, real, pair, scale, next, counters);
      if (rounds == 0) {
        stride /= 2, refused = true;
      } else {
        const double error = error_of(body, t, y, f, stride, real, scale, next, refused);
        const double fit = 0.9 * (2 * most + 1) / (2 * most + rounds) / std::sqrt(std::sqrt(error));  // (4)
        const double proposed = stride * std::min(8.0, std::max(0.2, fit));
        if ((refused = !(error < 1))) {
          stride = proposed;
        } else {
          for (std::size_t c = 0; c < 7; ++c) y[c] += next[2][c];  // (1)
          auto s = shaped<RigidState<double>>(y);
          s.R = normalised(s.R);
          if (last) return {s, std::max(std::abs(chosen), std::abs(proposed))};
          t += stride, y = numbers(s), f = flat_rates(body, t, y), J = jacobian(body, t, y);
          Z = next, before = stride, stride = proposed;
        }
      }
      if (!(std::abs(stride) > epsilon<double>() * std::abs(end))) break;
    }
    counters.fail(Failure::no_convergence);
    return m;
  }

 private:
  static constexpr int most = 7;  ///< rounds of (2)

  /// The derivative of f: by the momentum, and of the momentum's rate by the attitude's variation.
  struct Jacobian {
    Rotation<Body, Space, double> q;
    Vec<Body, double> w, reciprocals;
    Mat3<double> by_momentum, by_attitude;
  };
  template <class P>
  static Jacobian jacobian(const P& body, double t, const Numbers& y) {
    const auto [Pi, q] = shaped<RigidState<double>>(y);
    const auto p = seed(Pi);
    Jacobian J{q, body.Omega(Pi), body.I.reciprocals, cross(p, body.Omega(p)).derivative, {}};
    const RotationTangent<Body, Space, double> turning{q, identity_matrix<double>()};
    if constexpr (MomentumDriven<P>) {
      J.by_attitude = body.torque(t, turning, Pi).derivative;
      J.by_momentum = J.by_momentum + body.torque(t, q, p).derivative;
    } else if constexpr (!std::is_same_v<decltype(body.torque(t, q)), Zero>) {
      J.by_attitude = body.torque(t, turning).derivative;
    }
    return J;
  }

  /// (g - J)^-1, g real or complex.
  template <class C>
  struct ShiftedInverse {
    Rotation<Body, Space, C> q;
    Rotation<Body, Body, C> k;
    Vec<Body, C> reciprocals;
    Mat3<C> by_attitude;
    Factorised<C> momentum;

    ShiftedInverse(const Jacobian& J, const C& g)
        : q{J.q.w, J.q.x, J.q.y, J.q.z},
          k(turn(J.w, g)),
          reciprocals{J.reciprocals[0], J.reciprocals[1], J.reciprocals[2]},
          by_attitude(Mat3<C>::of([&](int i, int j) { return C(J.by_attitude(i, j)); })),
          momentum(matrix(J, g)) {}

    std::array<C, 7> operator()(const std::array<C, 7>& b) const {
      const auto [r, dq] = shaped<RigidState<C>>(b);
      const Rotation<Body, Body, C> s = polhode::inverse(q) * dq;
      const auto p = momentum.solve(r + C(2) * (by_attitude * (s * k).vector()));  // (7)
      const auto w = by_components(reciprocals, p);
      return numbers(RigidState<C>{
          p, q * (Rotation<Body, Body, C>{s.w, s.x + w[0] / 2.0, s.y + w[1] / 2.0, s.z + w[2] / 2.0} * k)});  // (6)
    }

   private:
    static Rotation<Body, Body, C> turn(const Vec<Body, double>& w, const C& g) {
      const C s = 1.0 / (g * g + norm2(w) / 4);
      return {s * g, s * (w[0] / 2), s * (w[1] / 2), s * (w[2] / 2)};
    }
    Mat3<C> matrix(const Jacobian& J, const C& g) const {
      const Mat3<C> turned = by_attitude * (Diagonal<C>{k.w, k.w, k.w} - hat(k.vector()));
      return Mat3<C>::of(
          [&](int i, int j) { return (i == j ? g : C(0)) - J.by_momentum(i, j) - turned(i, j) * reciprocals[j]; });
    }
  };

  static Numbers scale_of(const Numbers& y, double tolerance) {
    const double d = 0.1 * std::cbrt(tolerance * tolerance);
    Numbers scale;
    for (std::size_t c = 0; c < 7; ++c) scale[c] = d * (1 + std::abs(y[c]));
    return scale;
  }
  static double size(const Numbers& y, const Numbers& scale) {
    double sum = 0;
    for (std::size_t c = 0; c < 7; ++c) sum += (y[c] / scale[c]) * (y[c] / scale[c]);
    return std::sqrt(sum / 7);
  }
  static Numbers moved(const Numbers& y, const Numbers& by) {
    Numbers z;
    for (std::size_t c = 0; c < 7; ++c) z[c] = y[c] + by[c];
    return z;
  }

  /// The stages of the next step by extrapolation of the last polynomial, from its end: `ratio` of the steps.
  static Stages continued(const detail::RadauConstants& R, const Stages& Z, double ratio) {
    Stages next;
    for (int i = 0; i < 3; ++i) {
      const double s = 1 + ratio * R.c[i];
      double weight[3];
      for (int j = 0; j < 3; ++j) {
        const int k = (j + 1) % 3, l = (j + 2) % 3;
        weight[j] = s * (s - R.c[k]) * (s - R.c[l]) / (R.c[j] * (R.c[j] - R.c[k]) * (R.c[j] - R.c[l]));
      }
      for (std::size_t c = 0; c < 7; ++c)
        next[i][c] = weight[0] * Z[0][c] + weight[1] * Z[1][c] + (weight[2] - 1) * Z[2][c];
    }
    return next;
  }

  static Stages combined(const Mat3<double>& m, const Stages& x) {
    Stages y;
    for (int i = 0; i < 3; ++i)
      for (std::size_t c = 0; c < 7; ++c) y[i][c] = m(i, 0) * x[0][c] + m(i, 1) * x[1][c] + m(i, 2) * x[2][c];
    return y;
  }

  /// Newton's iteration (2) on Z. Returns its rounds, 0 if it does not converge.
  static int solve_stages(const auto& body, double t, const Numbers& y, double h, const ShiftedInverse<double>& real,
                          const ShiftedInverse<Complex>& pair, const Numbers& scale, Stages& Z, auto& counters) {
    const auto& R = body.prepared;
    const double enough = 0.03;
    Stages W = combined(R.inverse, Z);
    double last = 0;
    for (int n = 1; n <= most; ++n) {
      Stages f;
      for (int i = 0; i < 3; ++i) f[i] = flat_rates(body, t + R.c[i] * h, moved(y, Z[i]));
      const Stages g = combined(R.inverse, f);
      Numbers b;
      std::array<Complex, 7> b1;
      for (std::size_t c = 0; c < 7; ++c) {
        b[c] = g[0][c] - R.mu0 / h * W[0][c];
        b1[c] = Complex(g[1][c], g[2][c]) - R.mu1 / h * Complex(W[1][c], W[2][c]);
      }
      const auto d = real(b);
      const auto d1 = pair(b1);  // (2)
      Stages dW;
      for (std::size_t c = 0; c < 7; ++c) dW[0][c] = d[c], dW[1][c] = d1[c].real(), dW[2][c] = d1[c].imag();
      double change = 0;
      for (int i = 0; i < 3; ++i) W[i] = moved(W[i], dW[i]), change += size(dW[i], scale) * size(dW[i], scale) / 3;
      change = std::sqrt(change);
      Z = combined(R.v, W);
      counters.count_iteration();
      const double shrinks = n == 1 ? 0.5 : change / last;
      if (!(shrinks < 0.99)) return 0;
      if (shrinks / (1 - shrinks) * change <= enough) return n;
      if (n > 1 && change * std::pow(shrinks, most - n) / (1 - shrinks) > enough) return 0;
      last = change;
    }
    return 0;
  }

  /// |e| by (3).
  static double error_of(const auto& body, double t, const Numbers& y, const Numbers& f, double h,
                         const ShiftedInverse<double>& real, const Numbers& scale, const Stages& Z, bool refused) {
    const auto& R = body.prepared;
    const auto filtered = [&](const Numbers& rates) {
      Numbers b;
      for (std::size_t c = 0; c < 7; ++c)
        b[c] = rates[c] + (R.error[0] * Z[0][c] + R.error[1] * Z[1][c] + R.error[2] * Z[2][c]) / h;
      return real(b);
    };
    const auto e = filtered(f);  // (3)
    const double error = size(e, scale);
    if (error < 1 || !refused) return std::max(error, 1e-10);
    return std::max(size(filtered(flat_rates(body, t, moved(y, e))), scale), 1e-10);
  }
};

template <int exponent>
struct Radau5 : Radau5Steps {
  using Loop = Radau5Steps;
  static constexpr std::string_view prefix = "radau5:1e-", number = digits<exponent>;
  static constexpr std::string_view name = Joined<prefix, number>::value;
  static constexpr MethodInfo info = [] {
    auto i = general::adaptive_info(name, "Hairer & Wanner 1996, sec. IV.8", 5, exponent);
    i.kind = Kind::implicit_method;
    return i;
  }();

  static detail::RadauConstants prepare(const auto&) { return detail::RadauConstants(info.tolerance); }
};

}  // namespace polhode
