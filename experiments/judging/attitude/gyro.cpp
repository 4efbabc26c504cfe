// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/gyro.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "core/system/draws.hpp"

namespace polhode {

namespace {

/// The rate as a first-order lag of the time constant c gives it at b, where it has given y at a.
template <class T>
Vec<Body, T> lagged(const RateMotion<T>& motion, const T& c, const T& a, const T& b, const Vec<Body, T>& y) {
  using std::exp;
  const auto kernel = [&](const T& ago) { return T(exp(ago / c) / c) * motion.at(b + ago); };
  Vec<Body, T> sum = T(exp((a - b) / c)) * y;
  const T seen = b - T(std::numeric_limits<T>::digits) * c;  // what was before has left nothing
  motion.pieces(std::max(a, seen), b,
                [&](const T& from, const T& to) { sum += integral_of<T>(kernel, T(from - b), T(to - b)); });
  return sum;
}

/// Throws UserError if the gyro of a spec cannot give this output.
template <class T>
void check_output(const Gyro<T>& g, bool increments) {
  using G = Gyro<T>;
  if (increments && g.average)
    throw UserError("gyro.band: \"average\" is given, with increments; accepted: with rates");
  if (!increments && g.carry)
    throw UserError("gyro.carry: given with rates, which have none; accepted: with increments");
  if (!g.on_drop) return;
  const bool of_rates = *g.on_drop == G::OnDrop::gap,
             of_increments = *g.on_drop == G::OnDrop::accumulate || *g.on_drop == G::OnDrop::lose;
  if (increments ? of_rates : of_increments)
    throw UserError("gyro.on_drop: {} is given; accepted: {}",
                    of_rates ? "\"gap\", with increments," : "one of increments, with rates,",
                    increments ? "accumulate, lose or hold" : "gap or hold");
}

}  // namespace

template <class T>
Samples<T> sampled(const RateSpec<T>& spec, bool increments) {
  using std::abs, std::floor, std::sqrt;
  using G = Gyro<T>;
  check_output(spec.gyro, increments);
  const auto& g = spec.gyro;
  const auto& motion = spec.motion;
  const auto& t = spec.times;
  const std::size_t n = t.size() - 1;
  Samples<T> out;
  out.increments = increments, out.times = t;
  const bool as_held =
      spec.samples_are_knots && spec.knots && spec.knots->increments == increments && !g.average && !g.time_constant;
  Vec<Body, T> late{};  // with a lag: the rate that it gives
  if (g.time_constant) late = motion.at(t[0]);
  if (as_held) {
    const auto from = spec.knots->values.begin();
    out.values.assign(from + (increments ? 1 : 0), from + static_cast<std::ptrdiff_t>(n + 1));
    if (spec.in_space)
      for (auto& v : out.values) v = -v;
  }
  for (std::size_t k = increments ? 1 : 0; k <= n && !as_held; ++k) {
    Vec<Body, T> v;
    if (g.time_constant) {
      const auto before = late;
      if (k > 0) late = lagged(motion, *g.time_constant, t[k - 1], t[k], before);
      v = increments ? motion.integral(t[k - 1], t[k]) - *g.time_constant * (late - before) : late;
    } else if (increments) {
      v = motion.integral(t[k - 1], t[k]);
    } else {
      v = g.average && k > 0 ? motion.integral(t[k - 1], t[k]) / T(t[k] - t[k - 1]) : motion.at(t[k]);
    }
    out.values.push_back(spec.in_space ? -v : v);
  }
  if (g.ideal()) return out;

  Vec<Body, T> walked{T(0), T(0), T(0)}, carried = walked;
  const T sign(t[n] < t[0] ? -1 : 1);
  for (std::size_t k = increments ? 1 : 0; k <= n; ++k) {
    auto& v = out.values[increments ? k - 1 : k];
    const T tau = abs(T(t[std::max<std::size_t>(k, 1)] - t[std::max<std::size_t>(k, 1) - 1])), root_tau = sqrt(tau);
    if (g.rate_walk) {
      out.walk.push_back(draws::normal_draws(g.seed, k, draws::walk_field));
      for (int i = 0; i < 3; ++i) {
        if (k > 0) walked[i] += (*g.rate_walk)[i] * root_tau * T(out.walk.back()[static_cast<std::size_t>(i)]);
        v[i] += increments ? T(sign * walked[i] * tau) : walked[i];
      }
    }
    if (g.bias) v += increments ? T(sign * tau) * *g.bias : *g.bias;
    if (g.angle_walk) {
      out.noise.push_back(draws::normal_draws(g.seed, k, draws::noise_field));
      for (int i = 0; i < 3; ++i) {
        const T x = (*g.angle_walk)[i] * T(out.noise.back()[static_cast<std::size_t>(i)]);
        v[i] += increments ? T(x * root_tau) : T(x / root_tau);
      }
    }
    if (g.quantum) {
      const T L = increments ? *g.quantum : g.quantum_of_rates;
      const bool carries = increments && g.carry.value_or(true);
      for (int i = 0; i < 3; ++i) {
        const T x = carries ? T(v[i] + carried[i]) : v[i];
        v[i] = L * T(floor(T(x / L + T(g.floor ? 0 : 0.5))));
        if (carries) carried[i] = x - v[i];
      }
    }
  }
  if (g.drop.empty()) return out;

  const auto how = g.on_drop.value_or(increments ? G::OnDrop::accumulate : G::OnDrop::gap);
  const bool shortens = how == G::OnDrop::gap || how == G::OnDrop::accumulate;
  Samples<T> left;
  left.increments = increments;
  if (increments) left.times.push_back(t[0]);
  Vec<Body, T> missed{T(0), T(0), T(0)};
  for (std::size_t k = increments ? 1 : 0; k <= n; ++k) {
    const auto i = increments ? k - 1 : k;
    const bool dropped = std::ranges::binary_search(g.drop, static_cast<std::int64_t>(k));
    if (dropped && shortens) {
      if (increments) missed += out.values[i];
      continue;
    }
    auto v = out.values[i];
    if (dropped)
      v = how == G::OnDrop::lose || left.values.empty() ? Vec<Body, T>{T(0), T(0), T(0)} : left.values.back();
    if (increments) v += missed, missed = {T(0), T(0), T(0)};
    left.times.push_back(t[k]), left.values.push_back(v);
    if (!out.noise.empty()) left.noise.push_back(out.noise[i]);
    if (!out.walk.empty()) left.walk.push_back(out.walk[i]);
  }
  return left;
}

template <class T>
Samples<T> increments_of_rates(Samples<T> rates, const std::string& how) {
  const bool first = how == "first", last = how == "last";
  for (std::size_t k = 1; k < rates.times.size(); ++k) {
    const auto tau = T(rates.times[k] - rates.times[k - 1]);
    auto& a = rates.values[k - 1];
    const auto& b = rates.values[k];
    a = first ? tau * a : last ? tau * b : T(tau / T(2)) * (a + b);
  }
  rates.values.pop_back();
  rates.increments = true, rates.noise.clear(), rates.walk.clear();
  return rates;
}

template Samples<double> sampled(const RateSpec<double>&, bool);
template Samples<float128> sampled(const RateSpec<float128>&, bool);
template Samples<double> increments_of_rates(Samples<double>, const std::string&);
template Samples<float100> increments_of_rates(Samples<float100>, const std::string&);

std::string why_not_fed(const RateSpec<double>& spec, const UpdateInfo& update) {
  if (update.takes == Takes::function) {
    if (spec.is_log || !spec.gyro.ideal())
      return fmt::format(
          "{} asks for the rate at its own times; accepted: a rate that is a function, and a gyro that gives it",
          update.id);
  } else if (update.takes == Takes::rates && gives_increments(spec, &update)) {
    return fmt::format("{} takes rates, and the gyro gives increments; accepted: a method that takes increments",
                       update.id);
  }
  return {};
}

Samples<double> samples_for(const RateSpec<double>& spec, const UpdateInfo& update) {
  if (const auto why = why_not_fed(spec, update); !why.empty()) throw UserError("method: " + why);
  Samples<double> out;
  const bool increments = gives_increments(spec, &update);
  if (update.takes == Takes::function) {
    check_output(spec.gyro, increments);
    out.times = spec.times;
  } else {
    out = sampled(spec, increments);
  }
  if (update.takes == Takes::increments && !increments) {
    out = increments_of_rates(std::move(out), spec.convert);
    out.warnings.push_back(fmt::format("increments made from rates ({}): order {} at most", spec.convert,
                                       spec.convert == "trapezoid" ? 2 : 1));
  }
  out.measure_intervals();
  out.rate = [motion = spec.motion, in_space = spec.in_space](const double& t) {
    const auto w = motion.at(t);
    return in_space ? -w : w;
  };
  out.every = std::min(spec.update_every.value_or(4), std::max(static_cast<int>(out.tau.size()), 1));
  out.iterations = {spec.iterations.value_or(0), spec.truncate.value_or(0)};
  return out;
}

std::vector<std::string> interval_warnings(const UpdateInfo& update, const std::vector<double>& tau) {
  std::vector<std::string> warnings;
  const std::size_t K = static_cast<std::size_t>(update.samples ? update.samples : 1), n = tau.size();
  if (update.equal && n > 0) {
    constexpr double unequal = 1e-6;
    for (std::size_t at = 0; at + K <= n; at += K) {
      const std::size_t from = at - std::min(at, static_cast<std::size_t>(update.previous));
      const auto used = std::span(tau).subspan(from, at + K - from);
      const double mean = std::accumulate(used.begin(), used.end(), 0.0) / static_cast<double>(used.size());
      const auto off = [&](double x) { return !(std::abs(x - mean) <= unequal * std::abs(mean)); };
      if (std::ranges::none_of(used, off)) continue;
      warnings.push_back(
          fmt::format("{} is made for equal intervals; those from sample {} on are not", update.id, from));
      break;
    }
  }
  if (const auto rest = n % K; rest > 0)
    warnings.push_back(fmt::format("{} of {} intervals remain{} after the last whole update, done by {}", rest, n,
                                   rest == 1 ? "s" : "", update.takes == Takes::increments ? "coning-1" : "mean-rate"));
  return warnings;
}

std::optional<double> noise_floor(const RateSpec<double>& spec, bool increments) {
  const auto& g = spec.gyro;
  if (!g.angle_walk && !g.rate_walk && !g.quantum) return {};
  const double T = std::abs(spec.times.back() - spec.times.front()), n = static_cast<double>(spec.times.size() - 1);
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    double of_axis = 0;
    if (g.angle_walk) of_axis += (*g.angle_walk)[i] * (*g.angle_walk)[i] * T;
    if (g.rate_walk) of_axis += (*g.rate_walk)[i] * (*g.rate_walk)[i] * T * T * T / 3;
    sum = std::max(sum, of_axis);
  }
  if (g.quantum) {
    const double L = increments ? *g.quantum : g.quantum_of_rates * T / n;
    const bool carries = increments && g.carry.value_or(true);
    sum += carries ? L * L / 12 : L * L * n / 12;
    if (g.floor) sum += carries ? L * L / 4 : L * L * n * n / 4;  // each is low by half a quantum
  }
  return std::sqrt(sum);
}

RateSpec<double> without_noise(RateSpec<double> spec) {
  auto& g = spec.gyro;
  g.bias.reset(), g.angle_walk.reset(), g.rate_walk.reset(), g.quantum.reset(), g.carry.reset();
  return spec;
}

}  // namespace polhode
