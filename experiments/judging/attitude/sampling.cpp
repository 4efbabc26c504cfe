// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/sampling.hpp"

#include <cmath>

#include "core/system/draws.hpp"

namespace polhode::attitude {

namespace {

/// The rate as a first-order lag gives it.
template <class T>
class Lagged {
 public:
  Lagged(const RateMotion<T>& motion, const T& c, const T& t0) : motion_(motion), c_(c), t_(t0), y_(motion.at(t0)) {}
  const Rate<T>& value() const { return y_; }
  void go_to(const T& t) {
    using std::exp;
    const auto kernel = [&](const T& s) { return T(exp((s - t) / c_) / c_) * motion_.at(s); };
    Rate<T> sum = T(exp((t_ - t) / c_)) * y_;
    motion_.pieces(t_, t, [&](const T& a, const T& b) { sum += integral_of<T>(kernel, a, b); });
    y_ = sum, t_ = t;
  }

 private:
  const RateMotion<T>& motion_;
  T c_, t_;
  Rate<T> y_;
};

auto samples_of(const auto& spec, bool increments) {
  using T = std::remove_cvref_t<decltype(spec.times[0])>;
  using std::abs, std::floor, std::sqrt;
  using G = Gyro<T>;
  check_output(spec, increments);
  const auto& g = spec.gyro;
  const auto& motion = spec.motion;
  const auto& t = spec.times;
  const std::size_t n = t.size() - 1;
  Sampled<T> out;
  out.increments = increments, out.times = t;
  const bool as_held =
      spec.samples_are_knots && spec.knots && spec.knots->increments == increments && !g.average && !g.time_constant;
  std::optional<Lagged<T>> lag;
  if (g.time_constant) lag.emplace(motion, *g.time_constant, t[0]);
  if (as_held) {
    const auto from = spec.knots->values.begin();
    out.values.assign(from + (increments ? 1 : 0), from + static_cast<std::ptrdiff_t>(n + 1));
    if (spec.in_space)
      for (auto& v : out.values) v = -v;
  }
  for (std::size_t k = increments ? 1 : 0; k <= n && !as_held; ++k) {
    Rate<T> v;
    if (lag) {
      const auto before = lag->value();
      if (k > 0) lag->go_to(t[k]);
      v = increments ? motion.integral(t[k - 1], t[k]) - *g.time_constant * (lag->value() - before) : lag->value();
    } else if (increments) {
      v = motion.integral(t[k - 1], t[k]);
    } else {
      v = g.average && k > 0 ? motion.integral(t[k - 1], t[k]) / T(t[k] - t[k - 1]) : motion.at(t[k]);
    }
    out.values.push_back(spec.in_space ? -v : v);
  }
  if (g.ideal()) return out;

  Rate<T> walked{T(0), T(0), T(0)}, carried = walked;
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
    if (g.biased) v += increments ? T(sign * tau) * g.bias : g.bias;
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
  Sampled<T> left;
  left.increments = increments;
  if (increments) left.times.push_back(t[0]);
  std::size_t next = 0;
  Rate<T> missed{T(0), T(0), T(0)};
  for (std::size_t k = increments ? 1 : 0; k <= n; ++k) {
    const auto i = increments ? k - 1 : k;
    const bool dropped = next < g.drop.size() && g.drop[next] == static_cast<std::int64_t>(k);
    if (dropped) ++next;
    if (dropped && shortens) {
      if (increments) missed += out.values[i];
      continue;
    }
    auto v = out.values[i];
    if (dropped) v = how == G::OnDrop::lose || left.values.empty() ? Rate<T>{T(0), T(0), T(0)} : left.values.back();
    if (increments) v += missed, missed = {T(0), T(0), T(0)};
    left.times.push_back(t[k]), left.values.push_back(v);
    if (!out.noise.empty()) left.noise.push_back(out.noise[i]);
    if (!out.walk.empty()) left.walk.push_back(out.walk[i]);
  }
  return left;
}

auto made_of_rates(auto rates, const std::string& how) {
  using T = std::remove_cvref_t<decltype(rates.times[0])>;
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

}  // namespace

Sampled<double> sampled(const RateSpec<double>& spec, bool increments) {
  return samples_of(spec, increments);
}
Sampled<float128> sampled(const RateSpec<float128>& spec, bool increments) {
  return samples_of(spec, increments);
}

Sampled<double> increments_of_rates(Sampled<double> rates, const std::string& how) {
  return made_of_rates(std::move(rates), how);
}
Sampled<float100> increments_of_rates(Sampled<float100> rates, const std::string& how) {
  return made_of_rates(std::move(rates), how);
}

std::vector<double> intervals(const std::vector<double>& times) {
  std::vector<double> tau(times.size() - 1);
  for (std::size_t k = 0; k < tau.size(); ++k) tau[k] = times[k + 1] - times[k];
  return tau;
}

}  // namespace polhode::attitude
