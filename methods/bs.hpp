// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/extrapolation.hpp"
#include "methods/family/flat.hpp"
#include "methods/family/lanes.hpp"
#include "methods/family/name.hpp"

// BS8, BS12, BS16: the midpoint rule on (Pi, q), extrapolated at fixed order 2K, K = 4, 6, 8
// [Gragg 1965; Bulirsch & Stoer 1966; Hairer, Norsett & Wanner, Solving ODEs I, section II.9]
//
//   f0 = f(t, y0);   for k = 1..K:  n = 2k, d = h/n
//     a = 0, b = d f0                                                                    (a)
//     for i = 1..n-1:  (a, b) <- (b, a + 2 d f(t + i d, y0 + b));    e_k = b             (b)
//   y1 = y0 + sum_k w_k e_k,    w_k = product over j != k of k^2 / (k^2 - j^2)           (c)
//
// Departures: no smoothing step, which costs K more evaluations for hardly less error. Increments are carried in the
// place of states: they lose less to rounding. q is not normalised on the way. In doubles the columns k, which do not
// depend on each other, are computed at once in the lanes of a register, several columns in a row in each.
namespace polhode {

namespace detail {

/// The schedule of simultaneous evaluations (b): columns, longest first, go to the lane that has least to do.
struct BsSchedule {
  static constexpr int W = lane_count;
  struct Moment {
    bool begins = false, ends = false;                             ///< some lane begins or ends a column
    Array<double, W> kept{}, begun{}, time{}, stride{}, weight{};  ///< see BsSteps::columns; times are shares of h
  };
  Array<Moment, 8 * 8> moments{};  // K <= 8, as for Extrapolation
  int length = 0;

  explicit BsSchedule(int K) {
    const Extrapolation<double> extrapolation(K);
    int next[W] = {};
    for (auto& m : moments)
      for (double& kept : m.kept) kept = 1;
    for (int k = K; k >= 1; --k) {
      int lane = 0;
      for (int l = 1; l < W; ++l)
        if (next[l] < next[lane]) lane = l;
      const int n = 2 * k;
      moments[next[lane]].begins = true;
      moments[next[lane]].kept[lane] = 0, moments[next[lane]].begun[lane] = 1.0 / n;
      for (int i = 1; i < n; ++i, ++next[lane])
        moments[next[lane]].time[lane] = i / double(n), moments[next[lane]].stride[lane] = 2.0 / n;
      moments[next[lane] - 1].ends = true;
      moments[next[lane] - 1].weight[lane] = extrapolation.w[k - 1];
    }
    for (const int n : next) length = std::max(length, n);
  }
};

/// Data of a run: for doubles, the problem in lanes, if it takes several states at a time.
template <class T, class InLanes>
struct BsConstants : Extrapolation<T> {
  InLanes in_lanes;
  const BsSchedule* schedule;
};

}  // namespace detail

/// The steps, for all orders.
struct BsSteps : SelfStarting {
  template <class P, class State, class T, class Counters>
  static State step(const P& problem, const State& s, const T& t, const T& h, Counters& counters) {
    const auto y0 = numbers(s), f0 = flat_rates(problem, t, y0);
    auto y1 = y0;
    const auto& constants = problem.prepared;
    const int K = constants.K;
    if constexpr (requires { *constants.in_lanes; }) {
      if (constants.in_lanes) {
        with_known_torque(*constants.in_lanes,
                          [&](const auto& in_lanes) { y1 = columns(in_lanes, *constants.schedule, y0, f0, t, h); });
        if constexpr (!std::is_base_of_v<FreeBody<T>, P>) counters.count_torque(K * K);
        return shaped<State>(y1);
      }
    }
    constexpr auto size = std::tuple_size_v<decltype(y1)>;
    for (int k = 1; k <= K; ++k) {
      const int n = 2 * k;
      const T d = h / T(n);
      std::array<T, size> a, b, y;
      for (std::size_t c = 0; c < size; ++c) a[c] = 0, b[c] = d * f0[c];  // (a)
      for (int i = 1; i < n; ++i) {
        for (std::size_t c = 0; c < size; ++c) y[c] = y0[c] + b[c];
        const auto f = flat_rates(problem, t + T(i) * d, y);
        for (std::size_t c = 0; c < size; ++c) {
          const T next = a[c] + 2 * d * f[c];  // (b)
          a[c] = b[c], b[c] = next;
        }
      }
      for (std::size_t c = 0; c < size; ++c) y1[c] += constants.w[k - 1] * b[c];  // (c)
    }
    return shaped<State>(y1);
  }

 private:
  /// y1 by lanes.
  template <class P, std::size_t size>
  static std::array<double, size> columns(const P& problem, const detail::BsSchedule& schedule,
                                          const std::array<double, size>& y0, const std::array<double, size>& f0,
                                          double t, double h) {
    std::array<Lanes, size> a, b, sum, y;
    for (std::size_t c = 0; c < size; ++c) a[c] = b[c] = sum[c] = Lanes(0.0);
    for (int j = 0; j < schedule.length; ++j) {
      const auto& now = schedule.moments[j];
      if (now.begins) {
        const Lanes kept(now.kept), d = Lanes(now.begun) * h;
        for (std::size_t c = 0; c < size; ++c) a[c] = kept * a[c], b[c] = kept * b[c] + d * f0[c];  // (a)
      }
      for (std::size_t c = 0; c < size; ++c) y[c] = y0[c] + b[c];
      const auto f = flat_rates(problem, t + Lanes(now.time) * h, y);
      const Lanes twice_d = Lanes(now.stride) * h;
      for (std::size_t c = 0; c < size; ++c) {
        const Lanes next = a[c] + twice_d * f[c];  // (b)
        a[c] = b[c], b[c] = next;
      }
      if (now.ends)
        for (std::size_t c = 0; c < size; ++c) sum[c] += Lanes(now.weight) * b[c];  // (c)
    }
    auto y1 = y0;
    for (std::size_t c = 0; c < size; ++c) y1[c] += sum[c].sum();
    return y1;
  }
};

template <int order>
struct Bs : BsSteps {
  static_assert(order % 2 == 0 && order <= 16);
  using Loop = BsSteps;
  static constexpr int K = order / 2;
  static constexpr std::string_view prefix = "bs", Prefix = "BS", number = digits<order>;
  static constexpr MethodInfo info{.id = Joined<prefix, number>::value,
                                   .label = Joined<Prefix, number>::value,
                                   .source = "Gragg 1965; Bulirsch & Stoer 1966",
                                   .order = order,
                                   .torque_evaluations = {K * K + 1},
                                   .spatial_momentum = broken(order),
                                   .energy = broken(order),
                                   .supports = Dependence::any};

  template <class P>
  static auto prepare(const P& problem) {
    using T = typename P::Scalar;
    static const detail::BsSchedule schedule(K);
    if constexpr (std::is_same_v<T, double>)
      return detail::BsConstants<T, decltype(in_lanes(uncounted(problem)))>{Extrapolation<T>(K),
                                                                            in_lanes(uncounted(problem)), &schedule};
    else
      return detail::BsConstants<T, Zero>{Extrapolation<T>(K), {}, &schedule};
  }
};

}  // namespace polhode
