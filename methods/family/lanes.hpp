// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "core/geometry/array.hpp"
#include "core/stepping/body.hpp"
#include "methods/family/known_torque.hpp"

#ifdef __SSE2__
#include <immintrin.h>
#endif

/// Several doubles that are computed with at once, each by itself: a scalar for right sides without branches on data.
namespace polhode {

/// As many as the processor that is compiled for takes in one register.
#ifdef __AVX__
inline constexpr int lane_count = 4;
#else
inline constexpr int lane_count = 2;
#endif

struct Lanes {
  static constexpr int W = lane_count;
  typedef double Register __attribute__((vector_size(W * sizeof(double))));
  Register x;

  Lanes() = default;
  Lanes(double all) : x(all - Register{}) {}
  Lanes(const Array<double, W>& each) {
    for (int i = 0; i < W; ++i) x[i] = each[i];
  }
  static Lanes of(const Register& x) {
    Lanes r;
    r.x = x;
    return r;
  }
  double sum() const {
    double s = 0;
    for (int i = 0; i < W; ++i) s += x[i];
    return s;
  }

  friend Lanes operator-(const Lanes& a) { return of(-a.x); }
  friend Lanes operator+(const Lanes& a, const Lanes& b) { return of(a.x + b.x); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return of(a.x - b.x); }
  friend Lanes operator*(const Lanes& a, const Lanes& b) { return of(a.x * b.x); }
  friend Lanes operator/(const Lanes& a, const Lanes& b) { return of(a.x / b.x); }
  Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  friend bool operator==(const Lanes& a, const Lanes& b) {
    bool same = true;
    for (int i = 0; i < W; ++i) same = same && a.x[i] == b.x[i];
    return same;
  }
  friend Lanes sqrt(const Lanes& a) {
#if defined(__AVX__)
    return of(_mm256_sqrt_pd(a.x));
#elif defined(__SSE2__)
    return of(_mm_sqrt_pd(a.x));
#else
    return a.each([](double v) { return std::sqrt(v); });
#endif
  }
  friend Lanes cos(const Lanes& a) {
    return a.each([](double v) { return std::cos(v); });
  }

 private:
  template <class F>
  Lanes each(const F& f) const {
    Lanes r;
    for (int i = 0; i < W; ++i) r.x[i] = f(x[i]);
    return r;
  }
};

/// @cond formulas branch on data: in lanes there is none
template <>
struct FormulaPotential<Lanes> {
  std::optional<Shared<PotentialData<Lanes>>> data;

  static constexpr bool empty() { return true; }
  template <class X>
  Vec<Space, Lanes> force(const Lanes&, const X&) const {
    return {0.0, 0.0, 0.0};
  }
};
/// @endcond

/// A body with one torque of a kind known by type.
template <class T, class Kind>
struct OneTorque : RigidBody<T> {
  Kind kind;  ///< the torque

  Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>&) const { return kind.torque(t, R); }
};

/// f(problem), once for all evaluations in f: where a body has a single torque, its kind is known by type.
template <class P, class F>
void with_known_torque(const P& problem, const F& f) {
  f(problem);
}
template <class T, class F>
void with_known_torque(const TorquedBody<T>& body, const F& f) {
  if (body.torques.size != 1 || body.drives.size > 0) return f(body);
  std::visit(
      [&](const auto& kind) {
        f(OneTorque<T, std::remove_cvref_t<decltype(kind)>>{body, kind});
      },
      *body.torques.begin());
}

/// A problem in lanes; nothing if it cannot be.
template <class P>
auto in_lanes(const P& problem) {
  using InLanes = std::optional<decltype(cast<Lanes>(problem))>;
  if constexpr (requires { problem.formula; })
    if (!problem.formula.empty()) return InLanes();
  return InLanes(cast<Lanes>(problem));
}

/// A body whose torques do not branch on data: other kinds take one state at a time.
struct LanesBody : RigidBody<Lanes> {
  /// What does not branch.
  using Kind = std::variant<UniformField<Lanes>, CoulombWall<Lanes>, HarmonicSpace<Lanes>>;

  int size = 0;
  Array<Kind, TorqueSum<double>::capacity> kinds{};

  Vec<Body, Lanes> torque(const Lanes& t, const Attitude<Lanes>& R, const Vec<Body, Lanes>&) const {
    Vec<Body, Lanes> sum{0.0, 0.0, 0.0};
    for (int i = 0; i < size; ++i) std::visit([&](const auto& k) { sum += k.torque(t, R); }, kinds[i]);
    return sum;
  }
};
inline std::optional<LanesBody> in_lanes(const ByMomentum<double>&) {
  return {};
}
inline std::optional<LanesBody> in_lanes(const TorquedBody<double>& body) {
  if (body.drives.size > 0) return {};
  LanesBody lanes{{cast<Lanes>(body.I), cast<Lanes>(body.initial)}};
  for (const auto& torque : body.torques) {
    const bool served = std::visit(
        [&]<template <class> class K>(const K<double>& kind) {
          if constexpr (std::is_same_v<K<double>, Dipole<double>>)
            if (kind.field.constant()) return lanes.kinds[lanes.size++] = cast<Lanes>(as_field(kind)), true;
          constexpr bool without_branches = std::is_constructible_v<LanesBody::Kind, K<Lanes>>;
          if constexpr (without_branches) lanes.kinds[lanes.size++] = cast<Lanes>(kind);
          return without_branches;
        },
        torque);
    if (!served) return {};
  }
  return lanes;
}
template <class F>
void with_known_torque(const LanesBody& body, const F& f) {
  if (body.size != 1) return f(body);
  std::visit(
      [&](const auto& kind) {
        f(OneTorque<Lanes, std::remove_cvref_t<decltype(kind)>>{body, kind});
      },
      body.kinds[0]);
}

}  // namespace polhode
