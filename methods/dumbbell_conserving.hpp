// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/stepping/solve.hpp"

// Energy-conserving rules of the dumbbell, on S2, after Simo and Wong
// [Romero 2008, appendix B.2, equations (60), which we derived anew]
//
//   dumbbell-conserving:          v = (h/2) [ w0 + exp(-v) w1 ],   d_m = exp(v/2) d0,          c = sin(|v|/2)/(|v|/2)
//   dumbbell-conserving-spatial:  v = (h/2) [ w0 + w1 ],           d_m = (d0 + exp(v) d0)/2,   c = tan(|v|/2)/(|v|/2)
//
//   w1 = w0 + (h/I) c d_m x g(t0 + h/2)                                                              (a)
//   d1 = exp(v) d0                                                                                   (b)
//
// x = v/h is solved for. Both have d1 - d0 = c v x d_m, so that the work of the torque is the drop of the potential.
// They conserve |d| and w.d, in a constant field also the energy and w.g.
//
// Departures: w is kept in space, never the frame of the paper, in which the first v is the mean of two velocities.
// Guess: w0 + (h/(2I)) d0 x g(t0 + h/2).
//
// Midpoint rule of the dumbbell, on S2
// [Romero 2008, appendix B.1, equations (59)]
//
//   d_m = (d0 + d1) / 2,  w_m = (w0 + w1) / 2
//   d1 - d0     = h w_m x d_m,  hence d1 = cay(h w_m) d0                                              (a)
//   I (w1 - w0) = h d_m x g(t0 + h/2)                                                                 (b)
//
// x = w_m is solved for. Conserves |d| and w.d, with a constant field also the energy and w.g.
//
// Departures: the paper writes it with frames and body averages, which gives the same d and w. Guess: (b) at d0.
namespace polhode {

/// Either rule of the box. Law has mean(v, w0, w1), which is v/h, d_m(v, d0), and c with its slope as functions of
/// |v|^2.
template <class Law>
struct DumbbellConservingBy : SelfStarting {
  static constexpr MethodInfo info{.id = Law::id,
                                   .label = Law::label,
                                   .source = "Simo & Wong 1991; Romero 2008, app. B.2, eqs. (60)",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {2, 1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "the component along a constant field"},
                                   .energy = {Answer::yes, "in a constant field"}};

  /// c d_m of the box, in space, with its derivative if v has one.
  template <class T>
  static Vec<Space, T> arm(const Vec<Space, T>& v, const Vec<Space, T>& d0) {
    return Law::c(norm2(v)).first * Law::d_m(v, d0);
  }
  template <class T, class D>
  static Tangent<Space, T> arm(const Tangent<Space, T, D>& v, const Vec<Space, T>& d0) {
    const auto [c, slope] = Law::c(norm2(v.value));
    const auto d_m = Law::d_m(v, d0);
    auto r = c * d_m;
    for (int j = 0; j < 3; ++j) {
      const T dc = 2 * slope * dot(v.value, v.derivative.template column<Space>(j));
      for (int i = 0; i < 3; ++i) r.derivative(i, j) += dc * d_m.value[i];
    }
    return r;
  }

  template <class P, class T, class Counters>
  static DirectorState<T> step(const P& problem, const DirectorState<T>& s, const T& t, const T& h,
                               Counters& counters) {
    const Vec<Space, T>&d0 = s.d, &w0 = s.omega;
    const auto gain = [&](const auto& arm, const T& g) {
      return (g / problem.I) * problem.torque(t + g / 2, arm);  // (a)
    };
    const auto guess = [&](const T& g) { return w0 + 0.5 * gain(d0, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto v = g * x;
      const auto w1 = w0 + gain(arm(v, d0), g);  // (a)
      return x - Law::mean(v, w0, w1);           // v/h
    };
    const auto v = h * solve(h, guess, residual, counters);
    return {exp(v) * d0, w0 + gain(arm(v, d0), h)};  // (b), (a)
  }
};

namespace detail {

struct BodyMean {
  static constexpr std::string_view id = "dumbbell-conserving", label = "conserving (S²)";
  template <class V, class T, class W>
  static auto mean(const V& v, const Vec<Space, T>& w0, const W& w1) {
    return 0.5 * (w0 + rotate_back(exp(v), w1));
  }
  template <class V, class T>
  static auto d_m(const V& v, const Vec<Space, T>& d0) {
    return rotate_back(exp(-0.5 * v), d0);
  }
  template <class T>
  static auto c(const T& v2) {
    const T t = v2 / 4;
    return std::pair<T, T>{sinc_root(t), -sinc_slope(t) / 8};
  }
};

struct SpatialMean {
  static constexpr std::string_view id = "dumbbell-conserving-spatial", label = "conserving, spatial (S²)";
  template <class V, class T, class W>
  static auto mean(const V&, const Vec<Space, T>& w0, const W& w1) {
    return 0.5 * (w0 + w1);
  }
  template <class V, class T>
  static auto d_m(const V& v, const Vec<Space, T>& d0) {
    return 0.5 * (d0 + rotate_back(exp(-v), d0));
  }
  template <class T>
  static auto c(const T& v2) {
    const T t = v2 / 4;
    const auto [cos, sinc] = cos_sinc(t);
    return std::pair<T, T>{sinc / cos, (sinc * sinc - cos * sinc_slope(t)) / (8 * cos * cos)};
  }
};

}  // namespace detail

using DumbbellConserving = DumbbellConservingBy<detail::BodyMean>;
using DumbbellConservingSpatial = DumbbellConservingBy<detail::SpatialMean>;

struct DumbbellMidpoint : SelfStarting {
  static constexpr MethodInfo info{.id = "dumbbell-midpoint",
                                   .label = "midpoint (S²)",
                                   .source = "Romero 2008, app. B.1, eqs. (59)",
                                   .order = 2,
                                   .kind = Kind::implicit_method,
                                   .torque_evaluations = {1, 1},
                                   .symmetric = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "the component along a constant field"},
                                   .energy = {Answer::yes, "in a constant field"}};

  template <class P, class T, class Counters>
  static DirectorState<T> step(const P& problem, const DirectorState<T>& s, const T& t, const T& h,
                               Counters& counters) {
    const Vec<Space, T>&d0 = s.d, &w0 = s.omega;
    const auto impulse = [&](const auto& d, const T& g) {  // half of it, over I
      return (g / (2 * problem.I)) * problem.torque(t + g / 2, d);
    };
    const auto guess = [&](const T& g) { return w0 + impulse(d0, g); };
    const auto residual = [&](const auto& x, const T& g) {
      const auto d_m = 0.5 * (d0 + rotate_back(cay(-g * x), d0));  // (a)
      return x - w0 - impulse(d_m, g);                             // (b)
    };
    const auto x = solve(h, guess, residual, counters);
    return {cay(h * x) * d0, 2 * x - w0};  // (a), (b)
  }
};

}  // namespace polhode
