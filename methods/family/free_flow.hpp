// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <numbers>
#include <span>
#include <utility>
#include <variant>

#include "core/stepping/body.hpp"
#include "methods/family/short_step.hpp"

// The free rigid body by theta functions, in double: no integral of the third kind and no incomplete one
// [Jacobi 1849; the attitude as a pair of theta functions: Jacobi, Whittaker 1937, section 69]
//
//   Pi' = Pi x I^-1 Pi,   R' = R hat(I^-1 Pi)
//
//   moments in the order in which Pi circles the last axis:  m = (A cn u, (A/sqrt c1) sn u, B dn u),  u = u0 + nu t
//   c1 = I1(I3 - I2)/(I2(I3 - I1)),  c2 = I3(I2 - I1)/(I2(I3 - I1)),   A^2 = m1^2 + c1 m2^2,  B^2 = m3^2 + c2 m2^2
//   k'^2 = |c1 mc^2 - c2 ma^2|/(c1 B^2),   k^2 = c2 A^2/(c1 B^2),   nu = B (1/I2 - 1/I3)/sqrt c1
//   R(t) = R(0) z(0)^-1 z(t),   z from the pair of theta.hpp
//
// Every difference is formed from inputs, never as 1 - k^2. Symmetric bodies (k = 0), needles, discs, the separatrix
// (k' = 0) and h < 0 need no branch; steady rotation does.
namespace polhode {

/// Constants of the inertia alone. Any order of the moments; units of I.
struct FreeConstants {
  explicit FreeConstants(const Inertia<double>& I) : reciprocals(I.reciprocals) {
    int a[3] = {0, 1, 2};  // by size
    double parity = 1;
    const auto order = [&](int i, int j) {
      if (I[a[j]] < I[a[i]]) std::swap(a[i], a[j]), parity = -parity;
    };
    order(0, 1), order(1, 2), order(0, 1);

    exponent = I[a[2]] > 1e-100 && I[a[2]] < 1e100 ? 0 : std::ilogb(I[a[2]]);
    double J[3], r[3];
    for (int j = 0; j < 3; ++j) J[j] = I[a[j]], r[j] = I.reciprocals[a[j]];
    if (exponent != 0)
      for (int j = 0; j < 3; ++j) J[j] = std::ldexp(J[j], -exponent), r[j] = 1 / J[j];
    sphere = !(J[2] - J[0] > 0);
    const auto regions = theta::Regions<double>::of(J, r, parity);
    around_largest = {regions.largest, {a[0], a[1], a[2]}, {}};
    around_least = {regions.least, {a[2], a[1], a[0]}, {}};
    for (int j = 0; j < 3; ++j) around_largest.place[a[j]] = j, around_least.place[a[j]] = 2 - j;
  }

  /// Constants of the moments for angular momentum that circles about one axis.
  struct Region : theta::Region<double> {
    int axis[3];   ///< the body axis of each canonical one
    int place[3];  ///< the canonical axis of each of the body's
  };
  Region around_largest, around_least;
  Vec<Body, double> reciprocals;
  int exponent;  ///< the regions' moments are those of the body times 2^-exponent
  bool sphere;
};

/// The first integrals of a motion as amplitudes, sqrt(ma^2 + c1 mb^2) and sqrt(mc^2 + c2 mb^2), of the momenta about
/// the axes a, b, c of the least, the middle and the greatest moment.
template <class T>
struct FreeAmplitudes {
  T about_least, about_greatest;
};

namespace detail {

struct Canonical;  ///< the body frame with its axes in canonical order and sense
template <class T>
using CanonicalRotation = Rotation<Canonical, Canonical, T>;

/// The attitude of the canonical axes to a space frame along the momentum, of length sqrt(N):
/// (Re alpha, -Im beta, Re beta, Im alpha).
template <class T>
inline CanonicalRotation<T> attitude(const theta::Point<T>& p, const theta::Cis<T>& psi) {
  const auto& [c, s] = psi;
  return {p.ar * c - p.ai * s, -(p.br * s + p.bi * c), p.br * c - p.bi * s, p.ar * s + p.ai * c};
}

/// v[i] by predictable branches: an address would wait until v is stored.
inline double pick(const Vec<Body, double>& v, int i) {
  return i == 0 ? v[0] : i == 1 ? v[1] : v[2];
}

/// A momentum in canonical axes: m_j = sign_j Pi[axis_j], by a proper rotation of the axes.
struct CanonicalMomentum {
  static constexpr bool kept = false;  ///< its first integrals are those of a run's start, on which steps end

  [[gnu::always_inline]] CanonicalMomentum(const FreeConstants& body, const Vec<Body, double>& Pi,
                                           FreeAmplitudes<double>* start = nullptr) {
    Vec<Body, double> m = Pi;
    double G2 = norm2(m);
    if (!(G2 > 1e-20 && G2 < 1e200)) {  // 1e-280 G2 must not underflow
      const double largest = std::max({std::abs(m[0]), std::abs(m[1]), std::abs(m[2])});
      exponent = largest > 0 && is_finite(largest) ? std::ilogb(largest) : 0;
      m = {std::ldexp(m[0], -exponent), std::ldexp(m[1], -exponent), std::ldexp(m[2], -exponent)};
      if (start) *start = {std::ldexp(start->about_least, -exponent), std::ldexp(start->about_greatest, -exponent)};
      G2 = norm2(m);
    }
    const auto& l = body.around_largest;
    const double ma = pick(m, l.axis[0]), mb = pick(m, l.axis[1]), mc = pick(m, l.axis[2]),
                 f = l.c1 * (mc * mc) - l.c2 * (ma * ma);
    region_ = f > 0 ? &body.around_largest : &body.around_least;
    const auto& g = *region_;
    const double p1 = f > 0 ? ma : mc, p3 = f > 0 ? mc : ma;
    sign[0] = std::copysign(1.0, p1), sign[2] = std::copysign(1.0, p3), sign[1] = sign[0] * sign[2] * g.parity;
    if (start) {
      const double a = start->about_least, c = start->about_greatest, A = f > 0 ? a : c, B = f > 0 ? c : a;
      orbit = theta::Orbit<>::of(g, std::abs(p1), mb, std::abs(p3), f, G2, A * A, B * B, A, B);
    } else {
      orbit = theta::Orbit<>::of(g, std::abs(p1), mb, std::abs(p3), f, G2);
    }
    orbit.m2 *= sign[1];
    steady = body.sphere || orbit.steady(G2);
  }

  FreeAmplitudes<double> amplitudes(const FreeConstants& body) const {
    const double A = std::ldexp(orbit.A, exponent), B = std::ldexp(orbit.B, exponent);
    return region_ == &body.around_largest ? FreeAmplitudes<double>{A, B} : FreeAmplitudes<double>{B, A};
  }

  /// A time in the units of the orbit.
  double time(const FreeConstants& body, double t) const {
    const int e = exponent - body.exponent;
    return e == 0 ? t : std::ldexp(t, e);
  }

  Vec<Body, double> to_body(double x, double y, double z) const {
    const Vec<Body, double> v{sign[0] * x, sign[1] * y, sign[2] * z};
    return {pick(v, region_->place[0]), pick(v, region_->place[1]), pick(v, region_->place[2])};
  }
  /// Like to_body, in the units of the body. Written out, because a copy as a whole is loaded by pairs and has to wait.
  Vec<Body, double> momentum(double x, double y, double z) const {
    const auto Pi = to_body(x, y, z);
    if (exponent == 0) return {Pi[0], Pi[1], Pi[2]};
    return {std::ldexp(Pi[0], exponent), std::ldexp(Pi[1], exponent), std::ldexp(Pi[2], exponent)};
  }
  Rotation<Body, Body, double> to_body(const CanonicalRotation<double>& R) const {
    const auto v = to_body(R.x, R.y, R.z);
    return {R.w, v[0], v[1], v[2]};
  }

  const FreeConstants::Region& region() const { return *region_; }

  double sign[3];
  theta::Orbit<> orbit;
  int exponent = 0;  ///< the orbit's momentum is Pi times 2^-exponent
  bool steady;

 private:
  const FreeConstants::Region* region_;
};

/// A momentum in a run that started with these first integrals.
struct KeptMomentum : CanonicalMomentum {
  static constexpr bool kept = true;

  [[gnu::always_inline]] KeptMomentum(const FreeConstants& body, const Vec<Body, double>& Pi,
                                      FreeAmplitudes<double> start)
      : CanonicalMomentum(body, Pi, &start) {}
};

/// exp(t w), for any size of either.
inline Rotation<Body, Body, double> steady_turn(const Vec<Body, double>& w, double t) {
  const double size = norm(w);
  if (!(size > 0)) return {1 + 0 * t, size, size, size};  // what is not finite stays visible
  const double half = t * size / 2, s = std::sin(half);
  return {std::cos(half), s * (w[0] / size), s * (w[1] / size), s * (w[2] / size)};
}

}  // namespace detail

/// Increment over a time h: the momentum after it, and dR with R(h) = R(0) dR.
template <class T>
struct FreeIncrement {
  Vec<Body, T> Pi;
  Rotation<Body, Body, T> dR;
};

/// The increment over t, in the units of the orbit, by one of the series.
template <class Series, class Momentum, class T>
POLHODE_FLATTEN FreeIncrement<T> theta_step(const Momentum& c, const T& t) {
  using std::sqrt;
  constexpr bool kept = Momentum::kept;
  const auto& o = c.orbit;
  const auto& g = c.region();
  Series series(g, o);
  const auto phase = series.step(t);
  const theta::Point<T> a = series.at(series.start), b = series.at(phase);
  const T Na = a.N(), Nb = b.N(), r = 1 / Nb, s = 1 / sqrt(Na * Nb);

  // The series' momentum, with two components corrected to keep both first integrals. Corrections are additive and,
  // where the integrals are only known from the step's start, by differences of squares, so that rounding has no bias.
  // Both branches use one c1, since a rounded 1/c1 would make them drift apart.
  T m1 = r * b.m1, m2 = r * b.m2, m3 = r * b.m3;
  const T d1 = kept ? o.A2 - m1 * m1 : (o.m1 - m1) * (o.m1 + m1);
  const T d3 = kept ? o.B2 - m3 * m3 : (o.m3 - m3) * (o.m3 + m3);
  const auto d2 = [&] { return kept ? -m2 * m2 : (o.m2 - m2) * (o.m2 + m2); };
  const auto by_first = 2 * m1 * m1 > o.A2, by_second = !by_first, third = m3 * m3 > 0.03 * o.B2;
  if (any(by_first)) m1 = select(by_first, T(m1 + (d1 + g.c1 * d2()) / (2 * m1)), m1);
  if (any(by_second)) m2 = select(by_second, T(m2 + (d1 / g.c1 + d2()) / (2 * m2)), m2);
  if (any(third)) m3 = select(third, T(m3 + (d3 + g.c2 * d2()) / (2 * m3)), m3);

  const auto dR = inverse(detail::attitude(a, {1, 0})) * detail::attitude(b, phase.psi);
  return {c.momentum(m1, m2, m3), c.to_body({s * dR.w, s * dR.x, s * dR.y, s * dR.z})};
}

/// The increment by a short step.
template <class Momentum, class T>
[[gnu::always_inline]] inline FreeIncrement<T> short_increment(const Momentum& c, const theta::ShortStep<T>& step) {
  const auto& o = c.orbit;
  const auto [m1, m2, m3, cr, ci] = step.template end<Momentum::kept>();
  const T before = o.G + o.m3, after = o.G + m3;
  using R = detail::CanonicalRotation<T>;
  const auto dR =
      inverse(R{before, o.m2, -o.m1, T(0)}) * R{cr * after, cr * m2 + ci * m1, ci * m2 - cr * m1, ci * after};
  return {c.momentum(m1, m2, m3), c.to_body(dR)};
}

namespace detail {

/// The increment for any motion and time.
template <class Momentum, class... Start>
[[gnu::noinline]] FreeIncrement<double> any_increment(const FreeConstants& body, Vec<Body, double> Pi, double h,
                                                      Start... start) {
  const Momentum c(body, Pi, start...);
  if (c.steady) return {Pi, steady_turn(by_components(body.reciprocals, Pi), h)};
  const double t = c.time(body, h);
  return c.orbit.standard() ? theta_step<theta::Standard<>>(c, t) : theta_step<theta::Complementary>(c, t);
}
}  // namespace detail

/// Free motion over a time h of any sign and size, with constants computed anew from Pi. Error: a few epsilon times the
/// condition number of the motion, which grows like |Omega h|. Over many steps the rounding errors of the first
/// integrals add up as a random walk, unless `start` is given, those with which the run started (FreeAmplitudes): then
/// every step ends on them.
template <class... Start>
[[gnu::always_inline]] inline FreeIncrement<double> theta_increment(const FreeConstants& body,
                                                                    const Vec<Body, double>& Pi, double h,
                                                                    const Start&... start) {
  using Momentum = std::conditional_t<sizeof...(Start) == 0, detail::CanonicalMomentum, detail::KeptMomentum>;
  const Momentum c(body, Pi, start...);
  const double t = c.time(body, h);
  if (!c.steady && c.orbit.standard() && std::abs(c.orbit.rate * t) < 0.51) {  // beyond, none is short
    const theta::ShortStep<> step(c.region(), c.orbit, t);
    if (step.supports()) return short_increment(c, step);
  }
  return detail::any_increment<Momentum>(body, Pi, h, start...);
}

/// The free motion of one body, computed once from its state at t = 0 and then evaluated at any time of either sign,
/// without steps. Units are those of the inertia and the state: [I] = mass length^2, [Pi] = [I]/time. Moments are
/// positive and the attitude has length 1, which is not checked. If the start is not finite, no state is finite.
///
/// Error of a state, relative to |Pi| and in the entries of R: the larger of 2e-14 and 50 times the effect of half a
/// unit in the last place of the inputs, which grows like |Omega t|. Energy, |Pi| and the spatial momentum keep 3e-15
/// at all times. A state costs less than a step of `exact`, and least in a batch (docs/performance.md).
class FreeFlow {
 public:
  FreeFlow(const Inertia<double>& I, const RigidState<double>& initial) : moments_(I.moments), Pi_(initial.Pi) {
    const FreeConstants body(I);
    const detail::CanonicalMomentum c(body, initial.Pi);
    if (c.steady)
      motion_ = Steady{initial, by_components(body.reciprocals, initial.Pi)};
    else if (c.orbit.standard())
      motion_.emplace<Moving<theta::Standard<>>>(body, c, initial.R);
    else
      motion_.emplace<Moving<theta::Complementary>>(body, c, initial.R);
  }

  /// Body momentum and attitude at time t, of either sign.
  RigidState<double> state(double t) const {
    return std::visit([&](const auto& m) { return m.at(t); }, motion_);
  }

  /// out[i] = state(times[i]); out is as long as times.
  void states(std::span<const double> times, std::span<RigidState<double>> out) const {
    std::visit([&](const auto& m) { m.states(times, out); }, motion_);
  }

  /// out[i] = state(t0 + i h), i from 0, by constant rotations from every 64th time.
  void states(double t0, double h, std::span<RigidState<double>> out) const {
    std::visit([&](const auto& m) { m.states(t0, h, out); }, motion_);
  }

  /// The time after which the body momentum repeats, not negative; infinite on the separatrix and in steady
  /// rotation.
  double period() const {
    return std::visit([](const auto& m) { return m.period(); }, motion_);
  }

  /// The angle turned by R about the spatial momentum pi per period, from -pi to pi, without whole turns, which a rate
  /// of precession counts. 0 in steady rotation and on the separatrix, where there is no period.
  double turn_per_period() const {
    const double T = period();
    return std::isinf(T) ? 0 : std::remainder(rate() * T, 2 * std::numbers::pi);
  }

  /// The mean period of precession about pi in space, as published for tumbling asteroids (Pravec et al. 2005). It
  /// refers to the axis that the momentum circles in the body, of the least or the greatest moment. For two equal
  /// moments I1 it is 2 pi I1 / |Pi|, in steady rotation 2 pi / |Omega|, on the separatrix that of the resting axis.
  double P_phi() const {
    const double T = period(), turn = 2 * std::numbers::pi, L = norm(Pi_);
    int a[3] = {0, 1, 2};  // by size
    std::sort(a, a + 3, [&](int i, int j) { return moments_[i] < moments_[j]; });
    const double A = moments_[a[0]], B = moments_[a[1]], C = moments_[a[2]];
    if (std::isinf(T)) return turn / rate();
    if (A == B || B == C) return turn * B / L;
    const auto share = [L](const Vec<Body, double>& Pi) { return Vec<Body, double>{Pi[0] / L, Pi[1] / L, Pi[2] / L}; };
    const auto m = share(Pi_);
    const double twice = m[a[0]] * m[a[0]] * (1 / A - 1 / B) - m[a[2]] * m[a[2]] * (1 / B - 1 / C);
    const int other = twice > 0 ? 2 : 0;  // with B the axes across
    const double O = other == 0 ? A : C;
    // The rate of the axis about pi varies between L / O and L / B: a sum over this many times determines the turns.
    const int n = 32 + static_cast<int>(std::min(2e4, 2 * T * L * std::abs(1 / B - 1 / O)));
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      const auto along = share(state(T * i / n).Pi);
      const double b = along[a[1]] * along[a[1]], o = along[a[other]] * along[a[other]];
      sum += L * (b / B + o / O) / (b + o);
    }
    const double left = turn_per_period();
    return turn * T / (left + turn * std::round((sum * T / n - left) / turn));
  }

  /// The mean angular velocity of precession, 2 pi / P_phi(), in radians per time. Deprecated: the published quantity
  /// is P_phi(). In 0.1.0 it was turn_per_period() / period(), up to whole turns.
  double precession() const { return 2 * std::numbers::pi / P_phi(); }

 private:
  /// The rate about pi, without whole turns in a period.
  double rate() const {
    return std::visit([](const auto& m) { return m.precession(); }, motion_);
  }

  struct Steady {
    RigidState<double> initial;
    Vec<Body, double> Omega;

    RigidState<double> at(double t) const {
      return {(1 + 0 * t) * initial.Pi, initial.R * detail::steady_turn(Omega, t)};
    }
    void states(std::span<const double> times, std::span<RigidState<double>> out) const {
      for (std::size_t i = 0; i < times.size(); ++i) out[i] = at(times[i]);
    }
    void states(double t0, double h, std::span<RigidState<double>> out) const {
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = at(t0 + static_cast<double>(i) * h);
    }
    double period() const { return std::numeric_limits<double>::infinity(); }
    double precession() const { return norm(Omega); }
  };

  /// A series, with the map from canonical axes to the body's.
  template <class Series>
  class Moving {
   public:
    Moving(const FreeConstants& body, const detail::CanonicalMomentum& c, const Attitude<double>& R0)
        : series(c.region(), c.orbit) {
      const double unit = c.time(body, 1), size = std::ldexp(1, c.exponent);
      series.rate *= unit, series.lambda *= unit;
      series.count_turns();
      for (int j = 0; j < 3; ++j) axis[j] = c.region().axis[j], scale[j] = c.sign[j] * size;

      const auto back = inverse(normalised(detail::attitude(series.at(series.start), {1, 0})));
      for (int j = 0; j < 4; ++j) {
        double e[4] = {};
        e[j] = 1;
        const auto q = R0 * c.to_body(back * detail::CanonicalRotation<double>{e[0], e[1], e[2], e[3]});
        L[0][j] = q.w, L[1][j] = q.x, L[2][j] = q.y, L[3][j] = q.z;
      }
    }

    RigidState<double> at(double t) const {
      return state(raw(series.advanced(series.start, series.template turn<theta::any_cis>(t))));
    }

    void states(std::span<const double> times, std::span<RigidState<double>> out) const {
      const double fastest = std::max(std::abs(series.rate), std::abs(series.lambda));
      for (std::size_t n = 0; n < times.size(); n += block) {
        const auto t = times.subspan(n, std::min(block, times.size() - n));
        bool small = true;
        for (const double x : t) small &= std::abs(x) * fastest <= theta::library_angle;
        if (small)
          fill([&](std::size_t i) { return series.advanced(series.start, series.template turn<theta::cis>(t[i])); },
               out.subspan(n, t.size()));
        else
          for (std::size_t i = 0; i < t.size(); ++i) out[n + i] = at(t[i]);
      }
    }

    void states(double t0, double h, std::span<RigidState<double>> out) const {
      typename Series::Phase turns[block];
      for (std::size_t i = 0; i < std::min(block, out.size()); ++i)
        turns[i] = series.template turn<theta::any_cis>(static_cast<double>(i) * h);
      for (std::size_t n = 0; n < out.size(); n += block) {
        const auto anchor =
            series.advanced(series.start, series.template turn<theta::any_cis>(t0 + static_cast<double>(n) * h));
        fill([&](std::size_t i) { return series.advanced(anchor, turns[i]); },
             out.subspan(n, std::min(block, out.size() - n)));
      }
    }

    double period() const { return series.period(); }
    double precession() const { return series.precession(); }

   private:
    static constexpr std::size_t block = 64;
    /// A state before division by the norm of the pair.
    struct Raw {
      double m[3], q[4], N;
    };

    Raw raw(const typename Series::Phase& phase) const {
      const theta::Point<> p = series.at(phase);
      const auto z = detail::attitude(p, phase.psi);
      const auto row = [&](int i) { return L[i][0] * z.w + L[i][1] * z.x + L[i][2] * z.y + L[i][3] * z.z; };
      return {{p.m1, p.m2, p.m3}, {row(0), row(1), row(2), row(3)}, p.N()};
    }

    RigidState<double> state(const Raw& x) const {
      const double r = 1 / x.N, s = std::sqrt(r);
      RigidState<double> out;
      for (int j = 0; j < 3; ++j) out.Pi[axis[j]] = scale[j] * (r * x.m[j]);
      out.R = {s * x.q[0], s * x.q[1], s * x.q[2], s * x.q[3]};
      return out;
    }

    /// out[i] = the state in phase(i), for a block at most. All but the root is a loop over vectors, for phases without
    /// branches or calls; a state is written at once, from the rows of its components.
    POLHODE_FLATTEN void fill(const auto& phase, std::span<RigidState<double>> out) const {
      double m[3][block], q[4][block], reciprocal[block];
      for (std::size_t i = 0; i < out.size(); ++i) {
        const Raw x = raw(phase(i));
        const double r = reciprocal[i] = 1 / x.N;
        m[0][i] = scale[0] * (r * x.m[0]), m[1][i] = scale[1] * (r * x.m[1]), m[2][i] = scale[2] * (r * x.m[2]);
        q[0][i] = x.q[0], q[1][i] = x.q[1], q[2][i] = x.q[2], q[3][i] = x.q[3];
      }
      const double* Pi[3];
      for (int j = 0; j < 3; ++j) Pi[axis[j]] = m[j];
      for (std::size_t i = 0; i < out.size(); ++i) {
        const double s = std::sqrt(reciprocal[i]);
        out[i] = {{Pi[0][i], Pi[1][i], Pi[2][i]}, {s * q[0][i], s * q[1][i], s * q[2][i], s * q[3][i]}};
      }
    }

    Series series;
    int axis[3];
    double scale[3];  ///< of canonical components to those of Pi
    double L[4][4];   ///< z to R: R(t) = R(0) z(0)^-1 z(t), in body axes
  };

  Vec<Body, double> moments_, Pi_;
  std::variant<Steady, Moving<theta::Standard<>>, Moving<theta::Complementary>> motion_;
};

}  // namespace polhode
