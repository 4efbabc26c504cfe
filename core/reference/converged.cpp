// SPDX-License-Identifier: MIT
#include "core/reference/converged.hpp"

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

#include "core/geometry/scalar.hpp"

namespace polhode::reference {

namespace {

using std::abs;

RigidState<float128> unpack_rigid(const std::array<float128, 7>& y) {
  return {{y[0], y[1], y[2]}, normalised(Attitude<float128>{y[3], y[4], y[5], y[6]})};
}

template <std::size_t n>
using Numbers = std::array<float128, n>;

/// odeint's arrays, with a norm that does not look into float128 for a component type.
struct Algebra : boost::numeric::odeint::array_algebra {
  template <std::size_t n>
  static float128 norm_inf(const Numbers<n>& y) {
    float128 largest = 0;
    for (const auto& x : y) largest = std::max(largest, float128(abs(x)));
    return largest;
  }
};

/// y after `time`, with a relative tolerance per step. Time runs forward in the stepper: odeint's extrapolation does
/// not come to an end with negative steps.
template <std::size_t n, class Field>
Numbers<n> extrapolate(const Field& field, Numbers<n> y, const float128& t0, const float128& time,
                       const float128& tolerance, const float128& first_step) {
  if (time == 0) return y;
  using Stepper = boost::numeric::odeint::bulirsch_stoer<Numbers<n>, float128, Numbers<n>, float128, Algebra>;
  const float128 sense = time < 0 ? -1 : 1;
  const auto forward = [&](const Numbers<n>& x, Numbers<n>& dx, const float128& s) {
    field(x, dx, float128(t0 + sense * s));
    for (auto& d : dx) d *= sense;
  };
  boost::numeric::odeint::integrate_adaptive(Stepper(tolerance, tolerance), forward, y, float128(0),
                                             float128(sense * time), first_step);
  return y;
}

template <std::size_t n>
float128 distance(const Numbers<n>& a, const Numbers<n>& b) {
  float128 d = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const float128 e = abs(float128(a[i] - b[i]));
    if (e > d) d = e;
  }
  return d;
}

constexpr double fine = 1e-29, coarse = 1e-26;

}  // namespace

template <>
Estimated<RigidState<float128>, float128> converged(const TorquedBody<float128>& body, const float128& t0,
                                                    const float128& time) {
  // Scaled momentum: the stepper's tolerance is the same for all seven numbers.
  const auto& [Pi0, R0] = body.initial;
  float128 G = norm(Pi0), rate = norm(body.Omega(Pi0));
  const float128 kick = norm(body.torque(t0, R0)), inertia = std::min({body.I[0], body.I[1], body.I[2]});
  if (G * G < kick * inertia) G = sqrt(float128(kick * inertia));
  if (G == 0) G = inertia;
  rate = std::max(rate, float128(G / inertia));
  const auto field = [&](const Numbers<7>& y, Numbers<7>& dy, const float128& t) {
    const Vec<Body, float128> Pi{G * y[0], G * y[1], G * y[2]}, w = body.Omega(Pi);
    const Attitude<float128> q{y[3], y[4], y[5], y[6]};
    const auto dPi = (cross(Pi, w) + body.torque(t, normalised(q))) / G;
    const auto dq = q * Rotation<Body, Body, float128>{0, w[0] / 2, w[1] / 2, w[2] / 2};
    dy = {dPi[0], dPi[1], dPi[2], dq.w, dq.x, dq.y, dq.z};
  };
  const Numbers<7> start{Pi0[0] / G, Pi0[1] / G, Pi0[2] / G, R0.w, R0.x, R0.y, R0.z};
  const float128 first = std::min(float128(abs(time)), float128(float128(0.5) / rate));
  const auto rough = extrapolate(field, start, t0, time, float128(coarse), first);
  auto y = extrapolate(field, start, t0, time, float128(fine), first);
  const float128 error = std::max(G, float128(1)) * distance(y, rough);
  for (int i = 0; i < 3; ++i) y[i] *= G;
  return {unpack_rigid(y), error};
}

template <>
Estimated<DirectorState<float128>, float128> converged(const Director<float128>& problem, const float128& t0,
                                                       const float128& time) {
  const auto& [d0, w0] = problem.initial;
  float128 rate = norm(w0) + sqrt(float128((norm(problem.g) + norm(problem.amplitude)) / problem.I));
  if (rate == 0) rate = 1;
  const auto field = [&](const Numbers<6>& y, Numbers<6>& dy, const float128& t) {
    const Vec<Space, float128> d{y[0], y[1], y[2]}, w{rate * y[3], rate * y[4], rate * y[5]};
    const auto dd = cross(w, d), dw = problem.torque(t, d) / (problem.I * rate);
    dy = {dd[0], dd[1], dd[2], dw[0], dw[1], dw[2]};
  };
  const Numbers<6> start{d0[0], d0[1], d0[2], w0[0] / rate, w0[1] / rate, w0[2] / rate};
  const float128 first = std::min(float128(abs(time)), float128(float128(0.5) / rate));
  const auto rough = extrapolate(field, start, t0, time, float128(coarse), first);
  const auto y = extrapolate(field, start, t0, time, float128(fine), first);
  return {{{y[0], y[1], y[2]}, {rate * y[3], rate * y[4], rate * y[5]}},
          std::max(rate, float128(1)) * distance(y, rough)};
}

template <>
Estimated<ParticleState<float128>, float128> converged(const Particles<float128>& problem, const float128& t0,
                                                       const float128& time) {
  // Both scaled by their start, where it is not zero.
  const auto& [u0, p0] = problem.initial;
  const auto size = [](const Vec<Space, float128>& v) { return norm(v) > 0 ? norm(v) : float128(1); };
  const float128 U = size(u0), P = size(p0);
  const auto field = [&](const Numbers<6>& y, Numbers<6>& dy, const float128& t) {
    const Vec<Space, float128> u{U * y[0], U * y[1], U * y[2]}, p{P * y[3], P * y[4], P * y[5]};
    const auto du = problem.velocity(p) / U, dp = problem.torque(t, u) / P;
    dy = {du[0], du[1], du[2], dp[0], dp[1], dp[2]};
  };
  const Numbers<6> start{u0[0] / U, u0[1] / U, u0[2] / U, p0[0] / P, p0[1] / P, p0[2] / P};
  const float128 rate = norm(problem.velocity(p0)) / U + norm(problem.torque(t0, u0)) / P;
  const float128 first = std::min(float128(abs(time)), float128(float128(0.5) / rate));
  const auto rough = extrapolate(field, start, t0, time, float128(coarse), first);
  const auto y = extrapolate(field, start, t0, time, float128(fine), first);
  return {{{U * y[0], U * y[1], U * y[2]}, {P * y[3], P * y[4], P * y[5]}}, std::max(U, P) * distance(y, rough)};
}

RigidState<double> dormand_prince(const FreeBody<double>& body, double time, double tolerance) {
  namespace odeint = boost::numeric::odeint;
  using Numbers = std::array<double, 7>;
  const auto field = [&](const Numbers& y, Numbers& dy, double) {
    const Vec<Body, double> Pi{y[0], y[1], y[2]}, w = body.Omega(Pi), rate = cross(Pi, w);
    const Attitude<double> R{y[3], y[4], y[5], y[6]};
    const auto q = R * Rotation<Body, Body, double>{0, w[0] / 2, w[1] / 2, w[2] / 2};
    dy = {rate[0], rate[1], rate[2], q.w, q.x, q.y, q.z};
  };
  const auto& [Pi, R] = body.initial;
  Numbers y{Pi[0], Pi[1], Pi[2], R.w, R.x, R.y, R.z};
  odeint::integrate_adaptive(odeint::make_controlled<odeint::runge_kutta_dopri5<Numbers>>(tolerance, tolerance), field,
                             y, 0.0, time, time / 100);
  return {{y[0], y[1], y[2]}, normalised(Attitude<double>{y[3], y[4], y[5], y[6]})};
}

}  // namespace polhode::reference
