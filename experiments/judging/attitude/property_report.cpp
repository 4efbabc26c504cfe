// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/property_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/geometry/decimal.hpp"
#include "core/system/stopwatch.hpp"
#include "experiments/judging/attitude/judge.hpp"
#include "methods/runners.hpp"

namespace polhode::attitude {

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
    for (std::size_t k = 0; k <= most; ++k)
      times.push_back(wide(2 * static_cast<double>(k)) / wide(static_cast<double>(most)));
    for (std::size_t k = 0; k <= most; ++k) {
      rates.push_back(motion.at(times[k]));
      if (k > 0) increments.push_back(motion.integral(times[k - 1], times[k]));
    }
    double error = 0;
    end = reference_turn(motion, false, wide(0), wide(2), error);
  }

  /// What a page takes of n samples, which divide `most`.
  std::vector<Rate<wide>> samples(const PageInfo& page, std::size_t n) const {
    const std::size_t stride = most / n;
    std::vector<Rate<wide>> values;
    if (page.takes == Takes::increments)
      for (std::size_t k = 0; k < n; ++k) {
        Rate<wide> sum{wide(0), wide(0), wide(0)};
        for (std::size_t i = k * stride; i < (k + 1) * stride; ++i) sum += increments[i];
        values.push_back(sum);
      }
    else
      for (std::size_t k = 0; k <= n; ++k) values.push_back(rates[k * stride]);
    return values;
  }

  /// How far off a page is at the end with n samples.
  double error(const PageInfo& page, std::size_t n) const {
    PageInput<wide> input;
    const auto values = samples(page, n);
    std::vector<wide> tau(n, wide(2) / wide(static_cast<double>(n))), at;
    for (std::size_t k = 0; k <= n; ++k) at.push_back(times[k * (most / n)]);
    input.fed = {values.data(), tau.data(), static_cast<std::int64_t>(n)};
    input.rate = [&](const wide& t) { return motion.at(t); };
    input.times = at.data();
    const auto found = run_page(page, Attitude<wide>::identity(), input);
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

double order_on(const JudgedMotion& motion, const PageInfo& page) {
  return std::log2(motion.error(page, 480) / motion.error(page, 960));
}

void judge_coning(const PageInfo& page, PagePropertyReport& p) {
  constexpr int L = 4;
  const auto drift = [&](const float100& half_angle, const float100& b) {  // a sample, at the frequency 1
    return float100(coning_drift(page, half_angle, float100(1), b, L, {}, "") * b);
  };
  // Terms in a^4 may begin at b^3, the drift at a^2 b^13: with a^2 = 1e-40 they are 1e-10 of it, and 18 digits are
  // left.
  const float100 tiny(1e-20), b(1e-3);
  const float100 near = drift(tiny, b) / (tiny * tiny), far = drift(tiny, float100(2 * b)) / (tiny * tiny);
  const double slope = std::log2(std::abs(static_cast<double>(float100(far / near))));
  p.power = static_cast<int>(std::lround(slope));
  if (!(std::abs(slope - p.power) < 1e-3))
    p.disagreements.push_back(fmt::format("coning: the drift grows as b^{:.3f}, which is no power", slope));
  float100 power(1), two(1);
  for (int i = 0; i < p.power; ++i) power *= b, two *= 2;
  const float100 c_near = near / power, c_far = far / (power * two);
  p.coefficient = static_cast<double>(float100((4 * c_near - c_far) / 3));
  const float100 degree = pi_of<float100>() / 180;
  for (const double x : {0.1, 0.5, 1.0}) p.drift.emplace_back(x, static_cast<double>(drift(degree, float100(x))));
  p.has_coning = true;
}

/// The samples of the generic motion in double.
struct ShortRun {
  std::vector<Rate<double>> values;
  std::vector<double> tau, times;
  PageInput<double> input;

  ShortRun(const PageInfo& page, const std::function<Rate<double>(const Rate<double>&)>& turned) {
    const auto& m = generic_motion();
    constexpr std::size_t n = 120, stride = JudgedMotion::most / n;
    for (std::size_t k = 0; k <= n; ++k) times.push_back(static_cast<double>(m.times[k * stride]));
    tau.assign(n, 2.0 / n);
    for (const auto& v : m.samples(page, n)) values.push_back(turned(cast<double>(v)));
    input.fed = {values.data(), tau.data(), static_cast<std::int64_t>(n)};
    input.times = times.data();
    input.rate = [&m, turned](double t) { return turned(cast<double>(m.motion.at(wide(t)))); };
  }
};

void judge_invariance(const PageInfo& page, PagePropertyReport& p) {
  const auto same = [](const Rate<double>& w) { return w; };
  const auto renamed = [](const Rate<double>& w) { return Rate<double>{w[1], w[2], w[0]}; };
  const ShortRun run(page, same), other(page, renamed);
  const auto one = Attitude<double>::identity();
  const Attitude<double> turned{0.5, -0.5, 0.7, std::sqrt(1 - 0.99)};
  const auto q = normalised(run_page(page, one, run.input).q);
  const auto of_turned = normalised(run_page(page, turned, run.input).q);
  p.space = angle_between(normalised(relabel<Space, Space>(turned) * q), of_turned);
  const auto r = normalised(run_page(page, one, other.input).q);
  p.body_axes = angle_between(Attitude<double>{q.w, q.y, q.z, q.x}, r);
}

void judge_float(const PageInfo& page, PagePropertyReport& p) {
  constexpr std::size_t block = 6000;
  constexpr int K_least = 4;
  const std::size_t K = page.samples ? static_cast<std::size_t>(page.samples) : K_least, updates = p.float_updates;
  const Rate<double> axis{0.6, 0.48, 0.64};
  const double each = 1e-3 / static_cast<double>(K);  // radians a sample, of one unit of time
  std::vector<Rate<float>> values(block + 1, cast<float>(each * axis));
  std::vector<float> tau(block, 1.0f);
  std::vector<float> times(block + 1);
  for (std::size_t k = 0; k <= block; ++k) times[k] = static_cast<float>(k);
  PageInput<float> input;
  input.every = K_least;
  input.rate = [&](const float&) { return values[0]; };
  input.times = times.data();
  auto q = Attitude<float>::identity();
  std::size_t done = 0;
  const std::size_t in_all = updates * K;
  while (done < in_all) {
    const std::size_t n = std::min<std::size_t>(block / K * K, in_all - done);
    input.fed = {values.data(), tau.data(), static_cast<std::int64_t>(n)};
    q = run_page(page, q, input).q;
    done += n;
  }
  // Against what was fed: the rounding of the samples is not the update's.
  const auto end = exp(static_cast<double>(in_all) * cast<double>(values[0]));
  p.float_error = angle_between(normalised(relabel<Body, Body>(cast<double>(q))), end);
}

}  // namespace

ChosenMethods chosen_of_both(const MethodFilter& filter) {
  const auto of_rates = [](const MethodFilter& f) {
    std::vector<const PageInfo*> list;
    for (const auto& page : pages())
      if (f.accepts(MethodInfo{.id = page.id, .order = page.order})) list.push_back(&page);
    return list;
  };
  const auto& all = method_infos();
  auto others = filter;
  std::erase_if(others.patterns, [&](const std::string& pattern) {
    const MethodFilter one{{pattern}, {}, {}};
    return std::none_of(all.begin(), all.end(), [&](const auto* m) { return one.accepts(*m); }) &&
           !of_rates(one).empty();
  });
  ChosenMethods found;
  if (!others.patterns.empty() || filter.patterns.empty()) found.of_bodies = chosen_methods(others);
  others.check();
  found.of_rates = of_rates(filter);
  return found;
}

PagePropertyReport measure_page(const PageInfo& page, bool timing) {
  PagePropertyReport p;
  p.page = &page;
  p.order_generic = order_on(generic_motion(), page), p.order_free = order_on(free_motion(), page);
  if (page.invariant) judge_coning(page, p);
  judge_invariance(page, p);
  if (std::string_view(page.id).find("fiter") != std::string_view::npos) p.float_updates = 100000;  // they take long
  judge_float(page, p);
  if (timing) {
    const ShortRun run(page, [](const Rate<double>& w) { return w; });
    const double seconds = seconds_of([&] { run_page(page, Attitude<double>::identity(), run.input); }, 2e-2);
    p.seconds_per_sample = seconds / static_cast<double>(run.input.fed.intervals);
  }
  for (const auto& [of, order] : {std::pair("a formula's motion", p.order_generic), {"a free body", p.order_free}})
    if (!(std::abs(order - page.order) < 0.1))
      p.disagreements.push_back(fmt::format("order: declared {}, measured {:.2f} on {}", page.order, order, of));
  constexpr double unchanged = 1e-14 * 120;
  if ((p.space < unchanged) != page.invariant)
    p.disagreements.push_back(fmt::format("turning space changes the attitude by {:.1e}", p.space));
  return p;
}

}  // namespace polhode::attitude
