// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/geometry/tangent.hpp"
#include "core/spaces/expression.hpp"
#include "core/spaces/shared.hpp"

namespace polhode {

/// Data of a potential by formula, which its copies share.
template <class T>
struct PotentialData {
  /// V, its three slopes, and the second ones 11, 12, 13, 22, 23, 33; empty if there is no potential.
  ExpressionTrees<T> trees;
  /// The axes of its coordinates, which turn with space.
  Vec<Space, T> e1 = axis<Space, T>(0), e2 = axis<Space, T>(1), e3 = axis<Space, T>(2);
  T scale{1};    ///< ratio of the expression's unit of mass to the problem's
  T feature{0};  ///< the shortest time over which it changes, if the user gives it; references look as closely

  /// Prepares the trees for evaluation.
  void prepare() { trees.prepare(); }

  static constexpr std::string_view kind = "potential data";
  static void fields(const auto& f, auto&... s) {
    f(Field{"trees", ""}, s.trees...);
    f(Field{"e1", ""}, s.e1...);
    f(Field{"e2", ""}, s.e2...);
    f(Field{"e3", ""}, s.e3...);
    f(Field{"scale", "", true}, s.scale...);
    f(Field{"feature", ""}, s.feature...);
  }
};

/// A potential of time and a point in space that the user writes as an expression; or none. Its slopes are exact. They
/// are evaluated out of line, which keeps loops without a potential short.
template <class T>
struct FormulaPotential {
  std::optional<Shared<PotentialData<T>>> data;

  /// True if there is none.
  bool empty() const { return !data; }
  bool autonomous() const { return empty() || !all().trees.program.names(0, formula::first_of_point); }
  /// V(t, x).
  [[gnu::noinline]] T value(const T& t, const Vec<Space, T>& x) const {
    return all().scale * all().trees.values(0, arguments(t, x))[0];
  }
  /// -grad V(t, x), in space. A pure function, so that other values stay in registers.
  [[gnu::noinline, gnu::pure]] Vec<Space, T> force(const T& t, const Vec<Space, T>& x) const {
    return in_space(all().trees.template values<3>(1, arguments(t, x)));
  }
  /// The force with its derivative.
  template <class D>
  Tangent<Space, T> force(const T& t, const Tangent<Space, T, D>& x) const {
    const auto [force, slope] = force_and_slope(t, x.value);
    return {force, slope * x.derivative};
  }

  static constexpr std::string_view kind = "potential";
  static void fields(const auto& f, auto& s) {
    if (s.data) f(Field{"potential", ""}, *s.data);
  }

 private:
  const PotentialData<T>& all() const { return **data; }
  auto arguments(const T& t, const Vec<Space, T>& x) const {
    return [&](const auto& set) {
      set(0, t), set(1, dot(x, all().e1)), set(2, dot(x, all().e2)), set(3, dot(x, all().e3));
    };
  }
  Vec<Space, T> in_space(const std::array<T, 3>& slope) const {
    return T(-all().scale) * (slope[0] * all().e1 + slope[1] * all().e2 + slope[2] * all().e3);
  }
  [[gnu::noinline, gnu::pure]] Tangent<Space, T> force_and_slope(const T& t, const Vec<Space, T>& x) const {
    const auto s = all().trees.template values<9>(1, arguments(t, x));
    const Mat3<T> second{{{s[3], s[4], s[5]}, {s[4], s[6], s[7]}, {s[5], s[7], s[8]}}};
    const auto axes = from_columns(all().e1, all().e2, all().e3);
    return {in_space({s[0], s[1], s[2]}), T(-all().scale) * (axes * second * transpose(axes))};
  }
};
template <class U, class T>
FormulaPotential<U> cast(const FormulaPotential<T>& from) {
  if (from.empty()) return {};
  return {cast<U>(*from.data)};
}

}  // namespace polhode
