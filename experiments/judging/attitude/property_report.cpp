// SPDX-License-Identifier: MIT
#include "experiments/judging/property_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/attitude/reference.hpp"
#include "core/system/stopwatch.hpp"
#include "experiments/judging/attitude/gyro.hpp"

namespace polhode {
namespace attitude {

namespace {

using wide = float128;

/// A motion that pages are judged on: two units of time, with its samples, in quad precision.
struct JudgedMotion {
  RateMotion<wide> motion;
  static constexpr std::size_t most = 960;
  std::vector<wide> times;
  std::vector<Rate<wide>> rates, increments;
  Turn<wide> end;

  explicit JudgedMotion(RateKinds<wide> kinds) : motion(std::move(kinds)) {
    for (std::size_t k = 0; k <= most; ++k) {
      times.push_back(wide(2 * static_cast<double>(k)) / wide(static_cast<double>(most)));
      rates.push_back(motion.at(times[k]));
      if (k > 0) increments.push_back(motion.integral(times[k - 1], times[k]));
    }
    double error = 0;
    end = reference_turn(motion, false, wide(0), wide(2), error);
  }

  /// n samples, which divide `most`, as an update takes them.
  Samples<wide> samples(const UpdateInfo& update, std::size_t n) const {
    const std::size_t stride = most / n;
    Samples<wide> s;
    s.tau.assign(n, wide(2) / wide(static_cast<double>(n)));
    s.rate = [this](const wide& t) { return motion.at(t); };
    for (std::size_t k = 0; k <= n; ++k) s.times.push_back(times[k * stride]);
    if (update.takes == Takes::increments)
      for (std::size_t k = 0; k < n; ++k) {
        Rate<wide> sum{wide(0), wide(0), wide(0)};
        for (std::size_t i = k * stride; i < (k + 1) * stride; ++i) sum += increments[i];
        s.values.push_back(sum);
      }
    else
      for (std::size_t k = 0; k <= n; ++k) s.values.push_back(rates[k * stride]);
    return s;
  }

  /// How far off an update is at the end with n samples.
  double error(const UpdateInfo& update, std::size_t n) const {
    const auto found = run_update(update, Attitude<wide>::identity(), samples(update, n));
    return angle_between(normalised(relabel<Body, Body>(found.q)), end);
  }
};

/// (0.7 + sin 1.3t, cos(0.9t + 0.4), 0.5 sin 2.1t - 0.3).
const JudgedMotion& generic_motion() {
  static const JudgedMotion motion([] {
    const auto number = [](int a) { return wide(a) / wide(10); };
    const wide quarter = pi_of<wide>() / wide(2);
    const auto wave = [](int axis, const wide& amplitude, const wide& frequency, const wide& phase,
                         const wide& offset) {
      signals::Harmonic<Body, wide> h;
      h.amplitude = amplitude * polhode::axis<Body, wide>(axis), h.offset = offset * polhode::axis<Body, wide>(axis);
      h.frequency = frequency, h.phase = phase;
      return RateKinds<wide>(Signal<Body, wide>(h));
    };
    RateSum<wide> sum;
    sum.terms = {wave(0, wide(1), number(13), -quarter, number(7)), wave(1, wide(1), number(9), number(4), wide(0)),
                 wave(2, number(5), number(21), -quarter, number(-3))};
    return RateKinds<wide>(sum);
  }());
  return motion;
}
const JudgedMotion& free_motion() {
  static const JudgedMotion motion([] {
    FreeRate<wide> rate;
    rate.body.I = {wide(1), wide(2), wide(28) / wide(10)};
    rate.body.initial = {{wide(9) / wide(10), wide(-12) / wide(10), wide(16) / wide(10)}, Attitude<wide>::identity()};
    return RateKinds<wide>(rate);
  }());
  return motion;
}

double order_on(const JudgedMotion& motion, const UpdateInfo& update) {
  return std::log2(motion.error(update, 480) / motion.error(update, 960));
}

void judge_coning(const UpdateInfo& update, PropertyReport& report) {
  auto& p = report.update->coning.emplace(UpdateProperties::Coning{});
  constexpr int L = 4;
  const auto drift = [&](const float100& half_angle, const float100& b) {  // a sample, at the frequency 1
    return float100(coning_drift(update, half_angle, float100(1), b, L, {}, "") * b);
  };
  // Terms in a^4 may begin at b^3, the drift at a^2 b^13: with a^2 = 1e-40 they are 1e-10 of it, and 18 digits are
  // left.
  const float100 tiny(1e-20), b(1e-3);
  const float100 near = drift(tiny, b) / (tiny * tiny), far = drift(tiny, float100(2 * b)) / (tiny * tiny);
  const double slope = std::log2(std::abs(static_cast<double>(float100(far / near))));
  p.power = static_cast<int>(std::lround(slope));
  if (!(std::abs(slope - p.power) < 1e-3))
    report.disagreements.push_back(fmt::format("coning: the drift grows as b^{:.3f}, which is no power", slope));
  float100 power(1), two(1);
  for (int i = 0; i < p.power; ++i) power *= b, two *= 2;
  const float100 c_near = near / power, c_far = far / (power * two);
  p.coefficient = static_cast<double>(float100((4 * c_near - c_far) / 3));
  const float100 degree = pi_of<float100>() / 180;
  for (const double x : {0.1, 0.5, 1.0}) p.drift.emplace_back(x, static_cast<double>(drift(degree, float100(x))));
}

/// The samples of the generic motion in double, from other axes.
Samples<double> short_run(const UpdateInfo& update, const std::function<Rate<double>(const Rate<double>&)>& turned) {
  constexpr std::size_t n = 120;
  auto s = cast<double>(generic_motion().samples(update, n));
  s.tau.assign(n, 2.0 / n);
  for (auto& v : s.values) v = turned(v);
  s.rate = [turned, rate = s.rate](const double& t) { return turned(rate(t)); };
  return s;
}

void judge_invariance(const UpdateInfo& update, UpdateProperties& p) {
  const auto renamed = [](const Rate<double>& w) { return Rate<double>{w[1], w[2], w[0]}; };
  const auto samples = short_run(update, std::identity());
  const auto end = [&](const Attitude<double>& start, const Samples<double>& s) {
    return normalised(run_update(update, start, s).q);
  };
  const auto one = Attitude<double>::identity();
  const Attitude<double> turned{0.5, -0.5, 0.7, std::sqrt(1 - 0.99)};
  const auto q = end(one, samples);
  p.space = angle_between(normalised(relabel<Space, Space>(turned) * q), end(turned, samples));
  p.body_axes = angle_between(Attitude<double>{q.w, q.y, q.z, q.x}, end(one, short_run(update, renamed)));
}

void judge_float(const UpdateInfo& update, UpdateProperties& p) {
  constexpr std::size_t block = 6000;
  Samples<float> samples;
  const std::size_t K = static_cast<std::size_t>(update.samples ? update.samples : samples.every);
  const Rate<double> axis{0.6, 0.48, 0.64};
  const double each = 1e-3 / static_cast<double>(K);  // radians a sample, of one unit of time
  const auto rate = cast<float>(each * axis);
  samples.values.assign(block + 1, rate);
  samples.rate = [&](const float&) { return rate; };
  for (std::size_t k = 0; k <= block; ++k) samples.times.push_back(static_cast<float>(k));
  auto q = Attitude<float>::identity();
  const std::size_t in_all = p.float_updates * K;
  for (std::size_t done = 0; done < in_all; done += samples.tau.size()) {
    samples.tau.assign(std::min<std::size_t>(block / K * K, in_all - done), 1.0f);
    q = run_update(update, q, samples).q;
  }
  // Against what was fed: the rounding of the samples is not the update's.
  const auto end = exp(static_cast<double>(in_all) * cast<double>(rate));
  p.float_error = angle_between(normalised(relabel<Body, Body>(cast<double>(q))), end);
}

}  // namespace
}  // namespace attitude

double seconds_per_sample(const UpdateInfo& update) {
  using namespace attitude;
  const auto samples = short_run(update, std::identity());
  const double seconds = seconds_of([&] { run_update(update, Attitude<double>::identity(), samples); }, 2e-2);
  return seconds / static_cast<double>(samples.tau.size());
}

PropertyReport measure_update(const UpdateInfo& update, std::int64_t long_run) {
  using namespace attitude;
  PropertyReport report{&update};
  auto& p = report.update.emplace(UpdateProperties{&update});
  p.order_generic = order_on(generic_motion(), update), p.order_free = order_on(free_motion(), update);
  if (update.invariant) judge_coning(update, report);
  judge_invariance(update, p);
  const bool takes_long = update.id.find("fiter") != update.id.npos;
  p.float_updates = static_cast<std::size_t>(takes_long ? long_run : 10 * long_run);
  judge_float(update, p);
  const int declared = update.order.least();
  for (const auto& [of, order] : {std::pair("a formula's motion", p.order_generic), {"a free body", p.order_free}})
    if (!(std::abs(order - declared) < 0.1))
      report.disagreements.push_back(fmt::format("order: declared {}, measured {:.2f} on {}", declared, order, of));
  constexpr double unchanged = 1e-14 * 120;
  if ((p.space < unchanged) != update.invariant)
    report.disagreements.push_back(fmt::format("turning space changes the attitude by {:.1e}", p.space));
  return report;
}

float100 coning_drift(const UpdateInfo& update, const float100& half_angle, const float100& frequency,
                      const float100& tau, int every, const Iterations& iterations, const std::string& convert) {
  using T = float100;
  const int K = update.samples ? update.samples : every;
  SpinCone<T> cone;
  cone.half_angle = half_angle, cone.precession = frequency, cone.spin = -frequency, cone.coning = true;
  Samples<T> samples{
      .tau = std::vector<T>(static_cast<std::size_t>(3 * K), tau), .every = every, .iterations = iterations};
  auto& times = samples.times;
  for (int k = -2 * K; k <= K; ++k) times.push_back(T(k) * tau);
  samples.rate = [&](const T& t) { return cone.at(t); };
  const bool increments = update.takes == Takes::increments, converts = increments && !convert.empty();
  for (std::size_t k = 0; k < times.size(); ++k)
    if (!increments || converts)
      samples.values.push_back(cone.at(times[k]));
    else if (k > 0)
      samples.values.push_back(cone.integral(times[k - 1], times[k]));
  if (converts) samples = increments_of_rates(std::move(samples), convert);
  Attitude<T> before = Attitude<T>::identity(), last = before;
  run_update(update, before, samples,
             SeeUpdate<T>([&](std::int64_t, const Attitude<T>& q) { before = last, last = q; }));
  const auto Q = normalised(inverse(normalised(before)) * normalised(last));
  const T Kb = T(K) * frequency * tau, c = cos(T(Kb / T(2))), s = sin(T(Kb / T(2)));
  const T w = Q.w * c - Q.z * s;
  const Rotation<Body, Body, T> P = relabel<Body, Body>(Q) * Rotation<Body, Body, T>{c, T(0), T(0), s};
  const T sine = sqrt(T(P.x * P.x + P.y * P.y + P.z * P.z));
  const T psi = T(2) * atan2(sine, w), turn = T(2) * pi_of<T>();
  T best = psi - Kb;
  for (const T& candidate : {psi, T(-psi)}) {
    const T off = candidate - Kb, nearest = off - turn * nearest_integer(T(off / turn));
    if ((nearest < T(0) ? T(-nearest) : nearest) < (best < T(0) ? T(-best) : best)) best = nearest;
  }
  return best / (T(K) * tau);
}

}  // namespace polhode
