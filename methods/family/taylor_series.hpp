// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "core/geometry/array.hpp"
#include "core/stepping/body.hpp"

// Taylor series of torques along a motion, by recurrence: coefficients x_n of  x(t + s h) = sum_n x_n s^n
//
//   g = R^T f, f at rest in space:  (n+1) g_(n+1) = h sum_j g_j x w_(n-j)
//   uniform field                   T_n = g_n x moment
//   harmonic torque                 T_n = sum_j c_j e_(n-j),   e = R^T amplitude,   c + i s = exp(i nu t)
//   charged wall                    T_n = sum_j f_j (g x axis)_(n-j),   f = dV/dy by powers of 1/y,
//                                   y = 1.1 + axis . g
//
// Torques are in the body frame. One that is only known by its values, a UserTorque, has no series here.
namespace polhode::taylor {

/// The highest order of a series.
inline constexpr int highest = 24;

/// Taylor coefficients of orders 0 to N <= highest at the present time, scaled by powers of h.
template <class V>
using Series = Array<V, highest + 1>;

/// The n-th coefficient of the product of two series.
auto cauchy(const auto& a, const auto& b, int n, const auto& product) {
  auto sum = product(a[0], b[n]);
  for (int j = 1; j <= n; ++j) sum = sum + product(a[j], b[n - j]);
  return sum;
}

/// The product of two coefficients.
inline constexpr auto times = [](const auto& a, const auto& b) { return a * b; };
/// The vector product of two coefficients.
inline constexpr auto crossed = [](const auto& a, const auto& b) { return cross(a, b); };

/// A vector at rest in space, seen from the body.
template <class T>
struct Seen : Series<Vec<Body, T>> {
  Seen(const Attitude<T>& R, const Vec<Space, T>& f) { (*this)[0] = inverse(R) * f; }

  void advance(const Series<Vec<Body, T>>& w, int n, const T& step) {
    (*this)[n + 1] = step * cauchy(*this, w, n, crossed);
  }
};

/// The series of one kind of torque, from a time and an attitude. `torque(n)` is called for n = 0, 1, ..., each once
/// and followed by `advance` to n + 1, where step = h / (n + 1).
template <class Kind>
struct TorqueSeries;

template <class T>
struct TorqueSeries<UniformField<T>> {
  Seen<T> g;
  Vec<Body, T> moment;

  TorqueSeries(const UniformField<T>& k, const T&, const Attitude<T>& R) : g(R, k.field), moment(k.moment) {}

  Vec<Body, T> torque(int n) { return cross(g[n], moment); }
  void advance(const Series<Vec<Body, T>>& w, int n, const T& step) { g.advance(w, n, step); }
};

template <class T>
struct TorqueSeries<HarmonicSpace<T>> {
  Seen<T> e;
  Series<T> c, s;
  T frequency;

  TorqueSeries(const HarmonicSpace<T>& k, const T& t, const Attitude<T>& R)
      : e(R, k.amplitude), frequency(k.frequency) {
    using std::cos, std::sin;
    c[0] = cos(frequency * t), s[0] = sin(frequency * t);
  }

  Vec<Body, T> torque(int n) { return cauchy(c, e, n, times); }
  void advance(const Series<Vec<Body, T>>& w, int n, const T& step) {
    e.advance(w, n, step);
    c[n + 1] = -step * frequency * s[n], s[n + 1] = step * frequency * c[n];
  }
};

template <class T>
struct TorqueSeries<CoulombWall<T>> {
  Seen<T> g;
  Series<T> y, z, z2, z3, z4, z8, f;  ///< the height, powers of z = 1/y, and the slope
  Vec<Body, T> axis;
  T sign;

  TorqueSeries(const CoulombWall<T>& k, const T&, const Attitude<T>& R)
      : g(R, polhode::axis<Space, T>(2)), axis(k.axis), sign(k.attractive ? -1 : 1) {}

  Vec<Body, T> torque(int n) {
    y[n] = dot(axis, g[n]);
    if (n == 0) y[0] = y[0] + T(11) / 10;
    T rest(n == 0 ? 1 : 0);
    for (int j = 0; j < n; ++j) rest -= z[j] * y[n - j];
    z[n] = rest / y[0];
    z2[n] = cauchy(z, z, n, times), z3[n] = cauchy(z2, z, n, times), z4[n] = cauchy(z2, z2, n, times);
    z8[n] = cauchy(z4, z4, n, times);
    f[n] = sign * (cauchy(z8, z3, n, times) / 100 - z2[n]);
    return cross(cauchy(f, g, n, times), axis);
  }
  void advance(const Series<Vec<Body, T>>& w, int n, const T& step) { g.advance(w, n, step); }
};

/// The series of a body without torque.
struct NoSeries {
  Zero torque(int) { return {}; }
  void advance(const auto&, int, const auto&) {}
};

/// Whether a kind has a series.
template <class Kind>
concept HasSeries = requires {
  sizeof(TorqueSeries<Kind>);
};
/// A sum of torques that have series.
template <class T>
struct SumSeries {
  using Term = std::variant<std::monostate, TorqueSeries<UniformField<T>>, TorqueSeries<CoulombWall<T>>,
                            TorqueSeries<HarmonicSpace<T>>>;
  Array<Term, TorqueSum<T>::capacity> terms;
  int size = 0;

  SumSeries(const TorqueSum<T>& torques, const T& t, const Attitude<T>& R) {
    torques.each([&]<class Kind>(const Kind& k) {
      if constexpr (HasSeries<Kind>) terms[size++].template emplace<TorqueSeries<Kind>>(k, t, R);
    });
  }

  Vec<Body, T> torque(int n) {
    Vec<Body, T> sum{T(0), T(0), T(0)};
    each([&](auto& s) { sum += s.torque(n); });
    return sum;
  }
  void advance(const Series<Vec<Body, T>>& w, int n, const T& step) {
    each([&](auto& s) { s.advance(w, n, step); });
  }

 private:
  void each(const auto& f) {
    for (int i = 0; i < size; ++i)
      std::visit(
          [&]<class S>(S& s) {
            if constexpr (!std::is_same_v<S, std::monostate>) f(s);
          },
          terms[i]);
  }
};

/// The kind of a body's first torque without a series, empty if all have one. Of the torques that depend on the
/// momentum, those that are constant and linear in it have one.
template <class T>
std::string_view without_series(const TorquedBody<T>& body) {
  std::string_view without;
  const auto see = [&]<class K>(const K& k) {
    bool has = HasSeries<K> || (std::is_same_v<K, Rotors<T>> && k.autonomous());
    if constexpr (std::is_same_v<K, Damping<T>>) has = !k.eddy;
    if (without.empty() && !has) without = K::kind;
  };
  body.torques.each(see), body.momentum_torques.each(see);
  return without;
}

/// The sum of the torques of a body that has series: those of time and attitude, and (hat(h) - D) w.
template <class T>
struct DrivenSeries {
  SumSeries<T> rest;
  Mat3<T> linear;
  Vec<Body, T> w;  ///< the last coefficient that is known

  DrivenSeries(const TorquedBody<T>& body, const T& t, const RigidState<T>& s)
      : rest(body.torques, t, s.R), linear(hat(body.spin(t)) - body.affine(t, s.R).damping), w(body.Omega(s.Pi)) {}

  Vec<Body, T> torque(int n) { return rest.torque(n) + linear * w; }
  void advance(const Series<Vec<Body, T>>& rates, int n, const T& step) {
    rest.advance(rates, n, step), w = rates[n + 1];
  }
};

}  // namespace polhode::taylor
