// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/reference/gauss_points.hpp"

/// Steps by collocation at Gauss's points (Hairer, Nørsett & Wanner 1993, section II.7), for smooth motions: one
/// polynomial spans about a radian. Its equations are solved in doubles, and corrected by Newton's method with
/// derivatives in doubles, so that the right side is evaluated twice per point in the wide scalar.
namespace polhode::reference {

/// The polynomial through values at nodes, at x, by the barycentric formula (Berrut & Trefethen 2004). The weights are
/// those of the nodes, up to one factor.
template <class T, std::size_t nodes, class Values>
auto interpolated(const std::array<T, nodes>& at, const std::array<T, nodes>& weights, const Values& values, T x) {
  std::remove_cvref_t<decltype(values[0])> sum{};
  T all(0);
  for (std::size_t k = 0; k < nodes; ++k) {
    if (x == at[k]) return values[k];
    const T w = weights[k] / (x - at[k]);
    all += w;
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += w * values[k][c];
  }
  for (T& v : sum) v /= all;
  return sum;
}

/// One step of y' = f(t, y), f being called as f(y, dy, t), in T and in doubles; y has a size of about 1. The first
/// `used` of the n numbers in y change, the others are zero.
template <class T, std::size_t n, class Wide, class Near>
class Collocation {
 public:
  static constexpr int points = 32;  ///< of a step
  using Numbers = std::array<T, n>;  ///< y
  /// The result of a step.
  struct Step {
    Numbers end;  ///< y after the step
    /// The contribution of the last coefficients of f to the polynomial, relative to y. It exceeds the error of the
    /// end, which is about its square for an analytic motion.
    double tail;
  };

  /// `checked`: how many times between two points f is compared with its polynomial, to detect kinks.
  Collocation(std::size_t used, const Wide& wide, const Near& near, int checked)
      : used_(used), wide_(wide), near_(near), checked_(checked) {}

  /// The step from y at t over h of any sign; nothing if its equations do not converge, or f is not smooth there.
  std::optional<Step> operator()(const Numbers& y, const T& t, const T& h) const {
    const auto& wide = GaussPoints<T, points>::get();
    const auto& near = narrowed();
    const T half = h / T(2);
    const double d = static_cast<double>(half);
    std::array<T, points> times;
    Times near_times;
    for (int j = 0; j < points; ++j)
      times[j] = t + half * (T(1) + wide.x[j]), near_times[j] = static_cast<double>(times[j]);
    const auto roughly = solution(y, near_times, t, h);
    if (!roughly) return {};
    const auto derivatives = jacobians(*roughly, near_times);
    std::array<Numbers, points> u, f;
    for (int i = 0; i < points; ++i) std::copy((*roughly)[i].begin(), (*roughly)[i].end(), u[i].begin());
    double size = 1;
    for (const auto& v : *roughly)
      for (const double x : v) size = std::max(size, std::abs(x));
    for (int turn = 0; turn < most_turns; ++turn) {
      for (int j = 0; j < points; ++j) wide_(u[j], f[j], times[j]);
      Doubles off{};
      for (int i = 0; i < points; ++i) {
        Numbers sum{};
        for (int j = 0; j < points; ++j)
          for (std::size_t c = 0; c < used_; ++c) sum[c] += wide.integral[i][j] * f[j][c];
        for (std::size_t c = 0; c < used_; ++c) off[i][c] = static_cast<double>(T(y[c] + half * sum[c] - u[i][c]));
      }
      // correction = off + h integral J correction, and what it changes f by.
      auto correction = off;
      Doubles change{};
      double largest = 0;
      for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        for (int j = 0; j < points; ++j)
          for (std::size_t r = 0; r < used_; ++r) {
            change[j][r] = 0;
            for (std::size_t c = 0; c < used_; ++c) change[j][r] += derivatives[j][r][c] * correction[j][c];
          }
        double moved = 0;
        largest = 0;
        for (int i = 0; i < points; ++i) {
          auto next = off[i];
          for (int j = 0; j < points; ++j)
            for (std::size_t c = 0; c < used_; ++c) next[c] += d * near.integral[i][j] * change[j][c];
          for (std::size_t c = 0; c < used_; ++c) {
            moved = std::max(moved, std::abs(next[c] - correction[i][c]));
            largest = std::max(largest, std::abs(next[c]));
          }
          correction[i] = next;
        }
        if (!(moved > 1e-13 * largest)) break;
      }
      if (!(largest < 1e-6 * size)) return {};
      if (largest > enough * size) {
        for (int i = 0; i < points; ++i)
          for (std::size_t c = 0; c < used_; ++c) u[i][c] += correction[i][c];
        continue;
      }
      Step step{y, 0};
      Numbers sum{}, last[2]{};
      for (int j = 0; j < points; ++j)
        for (std::size_t c = 0; c < used_; ++c) {
          const T value = f[j][c] + T(change[j][c]);
          sum[c] += wide.weight[j] * value;
          for (int k = 0; k < 2; ++k) last[k][c] += wide.last[k][j] * value;
        }
      for (std::size_t c = 0; c < used_; ++c) {
        step.end[c] += half * sum[c];
        for (const auto& a : last) step.tail = std::max(step.tail, std::abs(d * static_cast<double>(a[c])) / size);
      }
      return step;
    }
    return {};
  }

 private:
  static constexpr int most_sweeps = 60, most_turns = 5;
  static constexpr double enough = 1e-21;  // the rest is a product with the error of derivatives
  using Doubles = std::array<std::array<double, n>, points>;
  using Times = std::array<double, points>;

  static const GaussPoints<double, points>& narrowed() { return GaussPoints<double, points>::get(); }

  /// The states at the points, in doubles, by Picard's iteration.
  std::optional<Doubles> solution(const Numbers& y, const Times& times, const T& t, const T& h) const {
    const auto& near = narrowed();
    const double d = static_cast<double>(h) / 2;
    std::array<double, n> start{};
    for (std::size_t c = 0; c < used_; ++c) start[c] = static_cast<double>(y[c]);
    Doubles u, f;
    u.fill(start);
    double before = std::numeric_limits<double>::infinity(), size = 1;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      for (int j = 0; j < points; ++j) near_(u[j], f[j], times[j]);
      double moved = 0;
      for (int i = 0; i < points; ++i) {
        auto next = start;
        for (int j = 0; j < points; ++j)
          for (std::size_t c = 0; c < used_; ++c) next[c] += d * near.integral[i][j] * f[j][c];
        for (std::size_t c = 0; c < used_; ++c) {
          const double by = std::abs(next[c] - u[i][c]);
          if (!(by < 1e3 * size)) return {};
          moved = std::max(moved, by), size = std::max(size, std::abs(next[c]));
        }
        u[i] = next;
      }
      if (moved < 1e-15 * size || (moved < 1e-12 * size && !(moved < before / 2))) return smooth(u, f, t, h, size);
      before = moved;
    }
    return {};
  }

  /// The states, if f shows no kink: in doubles, its last coefficients and its difference from its polynomial between
  /// the points are rounding.
  std::optional<Doubles> smooth(const Doubles& u, const Doubles& f, const T& t, const T& h, double size) const {
    const auto& near = narrowed();
    const double d = std::abs(static_cast<double>(h)) / 2, middle = static_cast<double>(T(t + h / T(2)));
    // Fields know the time to its rounding.
    const double rounding = (1e-12 + 1e-15 * std::abs(middle) / d) * size;
    for (const auto& by : near.last)
      for (std::size_t c = 0; c < used_; ++c) {
        double a = 0;
        for (int j = 0; j < points; ++j) a += by[j] * f[j][c];
        if (d * std::abs(a) > rounding) return {};
      }
    std::array<double, points> weights;
    for (int j = 0; j < points; ++j)
      weights[j] = (j % 2 == 0 ? 1 : -1) * std::sqrt((1 - near.x[j] * near.x[j]) * near.weight[j]);
    for (int i = 0; i <= points && checked_ > 0; ++i)
      for (int k = 1; k <= checked_; ++k) {
        const double from = i == 0 ? -1 : near.x[i - 1], to = i == points ? 1 : near.x[i];
        const double x = from + (to - from) * (i == 0 ? k - 1 : k) / (i == points ? checked_ : checked_ + 1);
        const auto slope = interpolated(near.x, weights, f, x);
        std::array<double, n> found;
        near_(interpolated(near.x, weights, u, x), found, middle + static_cast<double>(h) / 2 * x);
        for (std::size_t c = 0; c < used_; ++c)
          if (!(d * std::abs(found[c] - slope[c]) <= rounding)) return {};
      }
    return u;
  }

  /// df/dy at the points.
  std::array<std::array<std::array<double, n>, n>, points> jacobians(const Doubles& u, const Times& times) const {
    std::array<std::array<std::array<double, n>, n>, points> all;
    constexpr double by = 1e-5;
    for (int j = 0; j < points; ++j)
      for (std::size_t c = 0; c < used_; ++c) {
        auto up = u[j], down = u[j];
        up[c] += by, down[c] -= by;
        std::array<double, n> a, b;
        near_(up, a, times[j]), near_(down, b, times[j]);
        for (std::size_t r = 0; r < used_; ++r) all[j][r][c] = (a[r] - b[r]) / (up[c] - down[c]);
      }
    return all;
  }

  std::size_t used_;
  const Wide& wide_;
  const Near& near_;
  int checked_;
};

}  // namespace polhode::reference
