// SPDX-License-Identifier: MIT
#pragma once

#include "methods/aba.hpp"
#include "methods/family/beside.hpp"
#include "methods/family/dop853_tableau.hpp"

// STROBE: a fast symmetric top seen once a turn, so that a step costs the same at any spin
// [after Calvo, Chartier, Murua & Sanz-Serna 2011, "Numerical stroboscopic averaging for ODEs and DAEs"]
//
// A body with moments (A, A, C) whose potential does not change when it turns about its third axis. Its torque is that
// of the reduced body (A, A, A), which the same momentum turns, and the spin about the third axis is added at the end:
//
//   R = R~ exp(d t e3),  Pi = exp(-d t e3) Pi~,  d = Pi3 (1/C - 1/A),  Pi3 constant                            (1)
//   R~' = R~ hat(Pi~)/A,  Pi~' = T(t, R~);   without torque it comes again after T0 = 2 pi A/|Pi|              (2)
//
// P is the motion of (2) over T0 by ABA(8,6,4) in n = 3.5 + 3.5/(h p) <= 24 parts, p = |T|/|Pi| the precession. Once a
// turn, the body has hardly moved: of the turns of a step a few are made, and the others follow from them.
//
//   log P = (8 (P - P^-1) - (P^2 - P^-2))/12 + O((p/s)^5),   s = |Pi|/A the spin                               (3)
//   log P = (P - P^-1)/2 + O((p/s)^3),   where (p/s)^2 < 6e-7 (h p)^8                                          (4)
//   y' = log P (y) over N = floor(h/T0) turns, one step of DOP853; the rest of h by ABA(8,6,4)                 (5)
//   y = (Q, l, |Pi|),  R~ = Q exp(theta e2) exp(l e3),  Q e3 along the momentum,  |Pi| cos theta = Pi3         (6)
//
// An error of |Pi| turns the body by s h times as much: it is a number of its own. Where theta^2 N is less than 1/20,
// it is not, and y = (R~, Pi~1, Pi~2).
//
// The error is that of h p for any s, as ABA(8,6,4) without (5) where N <= 48, the most turns that (5) makes. For other
// bodies, and where the torque turns with the body or does work in the mean over a turn, a step is one of ABA(8,6,4).
// Departures: the papers' y are the state, and P is seen at fixed phases of one angle; the numbers (6), the reduced
// body and n are ours. A field that changes with time is seen from two turns before the step to two after it.
namespace polhode {

namespace detail {
/// A body whose type may have a torque.
template <class P>
concept HasTorque = std::is_same_v<typename P::State, RigidState<typename P::Scalar>> && !Torqueless<P>;
}  // namespace detail

/// The splitting of ABA(8,6,4), and for tops its motion over whole turns. A step so long that the momentum
/// would be less than its part along the axis is step_too_large.
struct Strobe : SelfStarting {
  static constexpr MethodInfo info{.id = "strobe",
                                   .label = "STROBE",
                                   .source = "after Calvo, Chartier, Murua & Sanz-Serna 2011",
                                   .order = 4,
                                   .torque_evaluations = {7},
                                   .symmetric = {Answer::unknown, "lost when it skips turns"},
                                   .symplectic = {Answer::unknown, "lost when it skips turns"},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .energy = {Answer::yes, "without torque"},
                                   .order_without_torque = exact_order};

  template <class P>
  requires detail::HasTorque<P>
  static auto prepare(const P& body) { return beside<ExactFlow>(body, axis_of_symmetry(uncounted(body))); }
  template <class P>
  requires std::is_same_v<typename P::State, RigidState<double>> && Torqueless<P>
  static auto prepare(const P& body) { return ExactFlow::prepare(body); }

  template <class P, class T, class Counters>
  static RigidState<T> step(const P& body, const RigidState<T>& s, const T& t, const T& h, Counters& counters) {
    if constexpr (Torqueless<P>) {
      return ExactFlow::drift(body, s, h, counters);
    } else {
      const int axis = body.prepared.numbers;
      if (const T L = norm(s.Pi); axis < 0 || !(L > T(0)) || !is_finite(L)) {
        const auto free = [&](const RigidState<T>& from, const T& time, auto& count) {
          return ExactFlow::drift(body, from, time, count);
        };
        const auto kick = [](Vec<Body, T>& Pi, const Vec<Body, T>& by) { Pi += by; };
        return parts(body, free, kick, s, t, h, 1, counters);
      }
      return Top<P, T>(body, axis, s, t, h).step(s, t, h, counters);
    }
  }

 private:
  /// The axis about which inertia and potential do not change: 0, 1 or 2, else -1. The torque is tested at
  /// representative attitudes and times: along the axis it is zero, it turns with a turn about it, and its work is zero
  /// on the circles of the free motion.
  template <class P>
  static int axis_of_symmetry(const P& body) {
    using T = typename P::Scalar;
    using std::abs;
    const T tolerance = root(epsilon<T>()) * root(root(epsilon<T>()));
    const auto number = [](double x) { return T(x); };
    for (int a = 0; a < 3; ++a) {
      const T b = body.I[(a + 1) % 3], c = body.I[(a + 2) % 3];
      if (!(abs(b - c) <= 8 * epsilon<T>() * b)) continue;
      T largest(0), off(0);
      const auto note = [](T& most, const T& x) {
        if (!(x <= most)) most = x;
      };
      for (int k = 0; k < 5; ++k) {
        const T t = number(0.7 * k);
        const Vec<Body, T> start{number(0.3 + 0.8 * k), number(1.1 - 0.5 * k), number(0.2 * k * k - 0.4)};
        const auto R = Attitude<T>::identity() * exp(start);
        const auto torque = body.torque(t, R);
        note(largest, norm(torque)), note(off, T(abs(torque[a])));
        for (const double angle : {1.1, 2.7}) {
          const auto turn = exp(number(angle) * axis<Body, T>(a));
          note(off, norm(torque - turn * body.torque(t, R * turn)));
        }
        constexpr int points = 32;
        const Vec<Body, T> along = start / norm(start);
        T work(0);
        for (int i = 0; i < points; ++i)
          work += dot(along, body.torque(t, R * exp((2 * pi_of<T>() * T(i) / T(points)) * along))) / T(points);
        note(off, T(abs(work)));
      }
      if (off <= tolerance * largest) return a;
    }
    return -1;
  }
  /// n equal steps of ABA(8,6,4) over h.
  template <class P, class Drift, class Kick, class T, class Counters>
  static RigidState<T> parts(const P& body, const Drift& drift, const Kick& kick, RigidState<T> s, const T& t,
                             const T& h, int n, Counters& counters) {
    static const auto a = Aba864::drifts<T>();
    static const auto b = Aba864::kicks<T>();
    const T part = h / T(n);
    T waiting(0);
    for (int k = 0; k < n; ++k) {
      T share = T(k);
      for (std::size_t i = 0; i < b.size(); ++i) {
        s = drift(s, T((waiting + a[i]) * part), counters);
        waiting = T(0), share += a[i];
        kick(s.Pi, (b[i] * part) * body.torque(t + share * part, s.R));
      }
      waiting = a.back();
    }
    return drift(s, T(waiting * part), counters);
  }

  /// Cosine and sine of an angle between -pi and pi, and the turn by it about an axis of the body.
  template <class T>
  struct Angle {
    T c, s;

    Rotation<Body, Body, T> about(int axis) const {
      const T larger = root(T((1 + (c < T(0) ? -c : c)) / 2)), smaller = (s < T(0) ? -s : s) / (2 * larger);
      const T w = c < T(0) ? smaller : larger, v = (s < T(0) ? T(-1) : T(1)) * (c < T(0) ? larger : smaller);
      Vec<Body, T> q{T(0), T(0), T(0)};
      q[axis] = v;
      return {w, q[0], q[1], q[2]};
    }
  };

  /// The reduced body of (2) in one step.
  template <class P, class T>
  class Top {
   public:
    Top(const P& problem, int axis, const RigidState<T>& s, const T& t, const T& h)
        : body(problem), a(axis), b((axis + 1) % 3), c((axis + 2) % 3), rate(body.I.reciprocals[b]), Pi3(s.Pi[a]) {
      using std::abs, std::floor;
      const T L = norm(s.Pi), tilt = root(T(s.Pi[b] * s.Pi[b] + s.Pi[c] * s.Pi[c])) / L;
      period = 2 * pi_of<T>() / (L * rate);
      turns = h / period;
      const T whole = floor(T(abs(turns)));
      N = turns < T(0) ? -whole : whole;
      polar = 20 * tilt * tilt * whole > T(1);
      const T hp = abs(h) * norm(body.torque(t, s.R)) / L, n_by_hp = T(3.5) + T(3.5) / hp;
      n = n_by_hp < T(most) ? static_cast<int>(double(n_by_hp)) : most;
      const T hp4 = hp * hp * hp * hp, p_by_s = hp / (2 * pi_of<T>() * abs(turns));
      seen = p_by_s * p_by_s < T(6e-7) * hp4 * hp4 ? 1 : 2;
    }

    RigidState<T> step(RigidState<T> s, const T& t, const T& h, auto& counters) {
      using std::abs;
      Angle<T> begun{T(1), T(0)};  // of l
      T gained(0);
      if (abs(N) > T(turns_made)) {
        if (polar) begun = angle_of(s.Pi);
        const auto back = Angle<T>{begun.c, -begun.s}.about(a);
        const auto found = envelope(numbers({rotate_back(back, s.Pi), s.R * back}), t, counters);  // (5)
        if (!within(found)) {
          counters.fail(Failure::step_too_large);
          return s;
        }
        s = state(found);
        s = moved(s, t + N * period, (turns - N) * period, gained, counters);  // (2)
      } else {
        s = moved(s, t, h, gained, counters);
      }
      const auto spin = begun.about(a) * exp((h * Pi3 * (body.I.reciprocals[a] - rate)) * axis<Body, T>(a));  // (1)
      return {rotate_back(spin, s.Pi), s.R * spin};
    }

   private:
    static constexpr int most = 24, turns_made = 48;
    static constexpr std::size_t size = 7;
    using Numbers = std::array<T, size>;

    /// (2) over h; `gained` is the growth of |Pi|^2, to more digits than its difference has.
    RigidState<T> moved(const RigidState<T>& s, const T& t, const T& h, T& gained, auto& counters) const {
      using std::abs;
      const auto free = [&](const RigidState<T>& from, const T& time, auto&) -> RigidState<T> {
        return {from.Pi, from.R * exp((time * rate) * from.Pi)};
      };
      const auto kick = [&](Vec<Body, T>& Pi, const Vec<Body, T>& by) {
        gained += dot(T(2) * Pi + by, by);
        Pi += by;
      };
      const double count = double(T(T(n) * abs(h) / period));
      constexpr double more = most * (turns_made + 1);  // or it is NaN
      const int whole = count > 1 && count < more ? static_cast<int>(std::ceil(count)) : 1;
      return parts(body, free, kick, s, t, h, whole, counters);
    }

    /// l, whose axis is e1 of the box where l = 0
    Angle<T> angle_of(const Vec<Body, T>& Pi) const {
      const T across = root(T(Pi[b] * Pi[b] + Pi[c] * Pi[c]));
      return {-Pi[b] / across, Pi[c] / across};
    }
    Angle<T> tilt_of(const T& L) const { return {Pi3 / L, root(T((L - Pi3) * (L + Pi3))) / L}; }

    Numbers numbers(const RigidState<T>& s) const {
      if (!polar) return {s.R.w, s.R.x, s.R.y, s.R.z, s.Pi[b], s.Pi[c], T(0)};
      const auto l = angle_of(s.Pi);
      const T L = norm(s.Pi);
      const auto Q = s.R * inverse(tilt_of(L).about(c) * l.about(a));
      return {Q.w, Q.x, Q.y, Q.z, l.c, l.s, L};  // (6)
    }
    bool within(const Numbers& y) const {
      using std::abs;
      return !polar || abs(Pi3) < y[6];
    }
    RigidState<T> state(const Numbers& y) const {
      const auto Q = normalised(Attitude<T>{y[0], y[1], y[2], y[3]});
      Vec<Body, T> Pi;
      Pi[a] = Pi3;
      if (!polar) {
        Pi[b] = y[4], Pi[c] = y[5];
        return {Pi, Q};
      }
      const T length = root(T(y[4] * y[4] + y[5] * y[5]));
      const Angle<T> l{y[4] / length, y[5] / length}, theta = tilt_of(y[6]);
      Pi[b] = -y[6] * theta.s * l.c, Pi[c] = y[6] * theta.s * l.s;
      return {Pi, Q * (theta.about(c) * l.about(a))};
    }

    /// log P
    Numbers slope(const Numbers& y, const T& t, auto& counters) const {
      Numbers sum{};
      if (!within(y)) return counters.fail(Failure::step_too_large), sum;
      for (const int side : {1, -1}) {
        auto s = state(y);
        T gained(0);
        for (int k = 0; k < seen; ++k) {
          const T T0 = T(side) * period;
          s = moved(s, t + T(k) * T0, T0, gained, counters);
          if (!(norm(s.Pi) > T(0))) return counters.fail(Failure::step_too_large), sum;
          s.R = {-s.R.w, -s.R.x, -s.R.y, -s.R.z};  // of a whole turn
          auto now = numbers(s);
          if (polar) now[6] = gained / (y[6] + now[6]);
          const T weight = T(side) * (seen == 1 ? T(1) / 2 : k == 0 ? T(2) / 3 : T(-1) / 12);  // (4), (3)
          for (std::size_t i = 0; i < size; ++i) sum[i] += weight * now[i];
        }
      }
      return sum;
    }

    /// y after N turns
    Numbers envelope(const Numbers& y0, const T& t, auto& counters) const {
      const auto& A = dop853_tableau<T>();
      std::array<Numbers, dop853::stages> k;
      const auto sum = [&](const auto& weights, int stages) {
        Numbers y = y0;
        for (int j = 0; j < stages; ++j)
          for (std::size_t i = 0; i < size; ++i) y[i] += N * weights[j] * k[extent(j)][i];
        return y;
      };
      for (int j = 0; j < dop853::stages; ++j) k[extent(j)] = slope(sum(A.a[j], j), t + A.c[j] * N * period, counters);
      return sum(A.b, dop853::stages);  // (5)
    }

    const P& body;
    int a, b, c;  ///< the axes e3, e1 and e2 of the box
    T rate, Pi3, period, turns, N;
    bool polar;
    int n, seen;  ///< parts of a turn; turns before and after
  };
};

}  // namespace polhode
