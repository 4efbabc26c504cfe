// SPDX-License-Identifier: MIT
#include <functional>

#include "core/geometry/rational.hpp"
#include "core/geometry/vec.hpp"
#include "core/measuring/comparison.hpp"
#include "experiments/papers/echelon.hpp"

// Is a method a Munthe-Kaas Runge-Kutta method of some tableau? On a free body such a method is a Runge-Kutta
// method for
//
//   Psi' = f(Psi) = dexp_inv(-Psi) I^-1 exp(-Psi) Pi0,   Psi(0) = 0,   R1 = R0 exp(Psi),   Pi1 = exp(-Psi) Pi0
//
// so Psi(h) is a B-series: its coefficient of h^n is a combination of f's elementary differentials of order n at 0,
// with factors that come from the tableau alone, whatever I and Pi0 are. Over six bodies together it is a row of 18
// numbers, and one that does not lie in the span of the differentials is that of no tableau. All in fractions.
namespace polhode::krysl2006 {

namespace {

using V = Vec<Body, Rational>;

constexpr int highest = 5;

struct Spun {
  V I, Pi;

  V Omega(const V& momentum) const { return {momentum[0] / I[0], momentum[1] / I[1], momentum[2] / I[2]}; }
};

/// Six bodies that have nothing in common.
std::vector<Spun> bodies() {
  const auto of = [](int a, int b, int c) { return V{Rational(a), Rational(b), Rational(c)}; };
  return {{of(1, 2, 3), of(1, 1, 2)},  {of(2, 3, 4), of(-1, 2, 1)}, {of(3, 5, 7), of(2, -1, 3)},
          {of(4, 5, 6), of(1, 3, -2)}, {of(2, 5, 6), of(3, 1, 1)},  {of(5, 7, 11), of(1, -2, -3)}};
}

/// The part of f of degree n in x. dexp_inv(-x) = sum B_k/k! (-x cross)^k with the numbers of Bernoulli.
V part(const Spun& body, int n, const V& x) {
  static const Rational bernoulli[highest] = {1, Rational(-1, 2), Rational(1, 12), 0, Rational(-1, 720)};
  V sum{}, turned = body.Pi;  // (-x cross)^k Pi / k!
  for (int k = 0; k <= n; ++k) {
    V v = body.Omega(turned);
    for (int j = 0; j < n - k; ++j) v = -cross(x, v);
    sum += bernoulli[n - k] * v;
    turned = Rational(-1, k + 1) * cross(x, turned);
  }
  return sum;
}

/// The derivative of f at 0 along these directions, which is n! times the form that belongs to its part of degree n.
V derivative(const Spun& body, const std::vector<V>& along) {
  const int n = static_cast<int>(along.size());
  if (n == 0) return part(body, 0, {});
  V sum{};
  for (unsigned chosen = 1; chosen < 1u << n; ++chosen) {
    V x{};
    int size = 0;
    for (int i = 0; i < n; ++i)
      if (chosen >> i & 1) x += along[i], ++size;
    sum += Rational((n - size) % 2 == 0 ? 1 : -1) * part(body, n, x);
  }
  return sum;
}

/// A rooted tree; its children are places in the list.
struct Tree {
  int size;
  std::vector<std::size_t> children;
};
std::vector<Tree> trees() {
  std::vector<Tree> list;
  for (int size = 1; size <= highest; ++size) {
    std::vector<std::size_t> children;
    const std::function<void(int, std::size_t)> grow = [&](int rest, std::size_t below) {
      if (rest == 0) list.push_back({size, children});
      for (std::size_t i = 0; i < below; ++i)
        if (list[i].size <= rest) {
          children.push_back(i);
          grow(rest - list[i].size, i + 1);
          children.pop_back();
        }
    };
    grow(size - 1, list.size());
  }
  return list;
}

/// The elementary differentials of an order, one row each.
Echelon<Rational> differentials(int order) {
  const auto list = trees();
  std::vector<std::vector<Rational>> rows(list.size());
  for (const auto& body : bodies()) {
    std::vector<V> values;
    for (std::size_t i = 0; i < list.size(); ++i) {
      std::vector<V> along;
      for (const auto child : list[i].children) along.push_back(values[child]);
      values.push_back(derivative(body, along));
      rows[i].insert(rows[i].end(), values[i].c, values[i].c + 3);
    }
  }
  Echelon<Rational> span(rows[0].size());
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].size == order) span.add(rows[i]);
  return span;
}

/// A vector as a power series in h, up to the highest order.
struct PowerSeries {
  V c[highest + 1] = {};

  static PowerSeries of(const auto& coefficient) {
    PowerSeries s;
    for (int n = 0; n <= highest; ++n) s.c[n] = coefficient(n);
    return s;
  }
  friend PowerSeries operator+(const PowerSeries& a, const PowerSeries& b) {
    return of([&](int n) { return a.c[n] + b.c[n]; });
  }
  friend PowerSeries operator*(const Rational& x, const PowerSeries& a) {
    return of([&](int n) { return x * a.c[n]; });
  }
  PowerSeries times_h() const {
    return of([&](int n) { return n == 0 ? V{} : c[n - 1]; });
  }
};
PowerSeries cross(const PowerSeries& a, const PowerSeries& b) {
  return PowerSeries::of([&](int n) {
    V sum{};
    for (int k = 0; k <= n; ++k) sum += cross(a.c[k], b.c[n - k]);
    return sum;
  });
}
/// Omega of exp(-Psi) Pi0.
PowerSeries rate_after(const Spun& body, const PowerSeries& Psi) {
  PowerSeries term{{body.Pi}}, sum = term;
  for (int k = 1; k <= highest; ++k) term = Rational(-1, k) * cross(Psi, term), sum = sum + term;
  return PowerSeries::of([&](int n) { return body.Omega(sum.c[n]); });
}
/// The logarithm of exp(x) exp(y) up to degree 4, by Baker, Campbell and Hausdorff.
PowerSeries composed(const PowerSeries& x, const PowerSeries& y) {
  const auto xy = cross(x, y), xxy = cross(x, xy);
  return x + y + Rational(1, 2) * xy + Rational(1, 12) * (xxy + Rational(-1) * cross(y, xy)) +
         Rational(-1, 24) * cross(y, xxy);
}

/// Psi = step(body, Psi): every round finds one order more.
std::vector<Rational> coefficient(int order, const auto& step) {
  std::vector<Rational> row;
  for (const auto& body : bodies()) {
    PowerSeries Psi;
    for (int round = 0; round <= highest; ++round) Psi = step(body, Psi);
    row.insert(row.end(), Psi.c[order].c, Psi.c[order].c + 3);
  }
  return row;
}

}  // namespace

Numbers rank_of_tableaux() {
  const Rational half(1, 2);
  const auto trapm = [&](const Spun& body, const PowerSeries& Psi) {
    return composed((half * rate_after(body, PowerSeries{})).times_h(), (half * rate_after(body, Psi)).times_h());
  };
  const auto imidm = [&](const Spun& body, const PowerSeries& Psi) { return rate_after(body, half * Psi).times_h(); };
  const auto bbtrap = [&](const Spun& body, const PowerSeries& Psi) {
    return (half * (rate_after(body, PowerSeries{}) + rate_after(body, Psi))).times_h();
  };
  auto span = differentials(4);
  Numbers found{{"rank", static_cast<double>(span.rank())}};
  span.add(coefficient(4, trapm));
  found.emplace_back("rank_with_trapm", static_cast<double>(span.rank()));
  double outside = 0;
  for (int order = 1; order <= highest; ++order) outside += differentials(order).add(coefficient(order, imidm));
  found.emplace_back("imidm_outside", outside);
  found.emplace_back("control_bbtrap_outside", differentials(3).add(coefficient(3, bbtrap)));
  return found;
}

}  // namespace polhode::krysl2006
