// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/reference/collocation.hpp"

namespace polhode::reference {

/// Steps by collocation at Radau's points, which include the end of the step (Radau IIA; Hairer & Wanner 1996, section
/// IV.5), for stiff motions: L-stable, of order 2 points - 1. In doubles. The equations are solved by Newton's method
/// with derivatives by differences. Noise of stiff torques does not affect them: it is divided by the stiffness.
template <std::size_t n>
class RadauCollocation {
 public:
  static constexpr int points = 10;       ///< of a step
  using Numbers = std::array<double, n>;  ///< y

  /// A step, and the motion within it.
  struct Step {
    double t, h;
    std::array<Numbers, points + 1> y;  ///< at its start and its points
    double tail;                        ///< the last coefficient of its polynomial, of numbers of size 1

    const Numbers& end() const { return y[points]; }
    /// The polynomial at a time of the step.
    Numbers at(double time) const { return interpolated(table().c, table().barycentric, y, (time - t) / h); }
    /// The integral of values at the points over the step.
    double integral(const auto& value) const {
      double sum = 0;
      for (int i = 1; i <= points; ++i) sum += table().A[points - 1][i - 1] * value(t + table().c[i] * h, y[i]);
      return h * sum;
    }
  };

  /// The step of y' = f(y, t) from y at t over h, f being called as f(y, dy, t); nothing if its equations do not
  /// converge.
  static std::optional<Step> step(const auto& f, const Numbers& y, double t, double h) {
    constexpr int most = 10;
    constexpr double by = 1e-6, enough = 1e-14, size_limit = 1e3;
    const auto& k = table();
    Step step{t, h, {}, 0};
    step.y.fill(y);
    double before = 0;
    for (int turn = 0; turn < most; ++turn) {
      std::array<Numbers, points> rates;
      std::array<std::array<Numbers, n>, points> J;  // [j][c]: the derivative by the c-th number
      for (int j = 0; j < points; ++j) {
        const double time = t + k.c[j + 1] * h;
        f(step.y[j + 1], rates[j], time);
        for (std::size_t c = 0; c < n; ++c) {
          auto up = step.y[j + 1], down = up;
          up[c] += by, down[c] -= by;
          Numbers a, b;
          f(up, a, time), f(down, b, time);
          for (std::size_t r = 0; r < n; ++r) J[j][c][r] = (a[r] - b[r]) / (up[c] - down[c]);
        }
      }
      static thread_local System m;
      for (int i = 0; i < points; ++i)
        for (std::size_t r = 0; r < n; ++r) {
          auto& row = m[i * n + r];
          double off = y[r] - step.y[i + 1][r];
          for (int j = 0; j < points; ++j) {
            off += h * k.A[i][j] * rates[j][r];
            for (std::size_t c = 0; c < n; ++c) row[j * n + c] = (i == j && r == c) - h * k.A[i][j] * J[j][c][r];
          }
          row[unknowns] = off;
        }
      solve(m);
      double moved = 0;
      for (int i = 0; i < points; ++i)
        for (std::size_t r = 0; r < n; ++r) {
          const double change = m[i * n + r][unknowns];
          step.y[i + 1][r] += change;
          if (!(std::abs(step.y[i + 1][r]) < size_limit)) return {};
          moved = std::max(moved, std::abs(change));
        }
      if (moved <= enough || (turn > 1 && moved < 1e-11 && moved > before / 4)) {
        step.tail = tail(step);
        return step;
      }
      before = moved;
    }
    return {};
  }

 private:
  static constexpr std::size_t unknowns = points * n;
  using System = std::array<std::array<double, unknowns + 1>, unknowns>;

  struct Table {
    std::array<double, points + 1> c{}, barycentric{};   ///< 0 and the points in [0, 1]
    std::array<std::array<double, points>, points> A{};  ///< the integral from 0 to a point, of a value at another
    double highest, second;  ///< of the last coefficients of Legendre's polynomials, to those of divided differences

    Table() {
      using Gauss = GaussPoints<long double, points + 1>;
      const auto g = [](long double x) {
        const auto P = Gauss::legendre(x);
        return P[points] - P[points - 1];
      };
      std::array<long double, points> x;
      constexpr int looks = 4000;
      int found = 0;
      for (int i = 0; i < looks && found < points - 1; ++i) {
        long double a = -1 + 2.0L * i / looks, b = -1 + 2.0L * (i + 1) / looks;
        if (g(a) * g(b) > 0) continue;
        for (int k = 0; k < 80; ++k) {
          const long double middle = (a + b) / 2;
          (g(a) * g(middle) > 0 ? a : b) = middle;
        }
        x[found++] = (a + b) / 2;
      }
      x[points - 1] = 1;
      for (int i = 0; i < points; ++i) {
        const auto to = Gauss::legendre(x[i]);
        c[i + 1] = static_cast<double>((1 + x[i]) / 2);
        for (int j = 0; j < points; ++j) {
          const auto P = Gauss::legendre(x[j]);
          const long double weight = (1 + x[j]) / (points * points * P[points - 1] * P[points - 1]);
          long double sum = x[i] + 1;
          for (int k = 1; k < points; ++k) sum += P[k] * (to[k + 1] - to[k - 1]);
          A[i][j] = static_cast<double>(weight / 4 * sum);
        }
      }
      for (int i = 0; i <= points; ++i) {
        barycentric[i] = 1;
        for (int j = 0; j <= points; ++j)
          if (j != i) barycentric[i] /= c[i] - c[j];
      }
      // The leading coefficient of Legendre's polynomial of degree k on [0, 1] is (2 k)!/(k!)^2.
      const auto share = [](int k) { return std::exp(2 * std::lgamma(k + 1.0) - std::lgamma(2 * k + 1.0)); };
      highest = share(points), second = share(points - 1);
    }
  };
  static const Table& table() {
    static const Table table;
    return table;
  }

  /// Size of the last coefficients; the last but one says less about the error.
  static double tail(const Step& step) {
    const auto& k = table();
    double largest = 0;
    for (std::size_t c = 0; c < n; ++c) {
      double last = 0, other = 0;
      for (int i = 0; i <= points; ++i) {
        last += k.barycentric[i] * step.y[i][c];
        if (i > 0) other += k.barycentric[i] * (k.c[i] - k.c[0]) * step.y[i][c];
      }
      largest = std::max({largest, k.highest * std::abs(last), 0.03 * k.second * std::abs(other)});
    }
    return largest;
  }

  /// Solves by elimination with partial pivoting; the solution is in the last column.
  static void solve(System& m) {
    for (std::size_t k = 0; k < unknowns; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < unknowns; ++i)
        if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
      std::swap(m[k], m[pivot]);
      for (std::size_t i = k + 1; i < unknowns; ++i) {
        const double factor = m[i][k] / m[k][k];
        if (factor == 0) continue;
        for (std::size_t j = k + 1; j <= unknowns; ++j) m[i][j] -= factor * m[k][j];
      }
    }
    for (std::size_t k = unknowns; k-- > 0;) {
      for (std::size_t j = k + 1; j < unknowns; ++j) m[k][unknowns] -= m[k][j] * m[j][unknowns];
      m[k][unknowns] /= m[k][k];
    }
  }
};

}  // namespace polhode::reference
