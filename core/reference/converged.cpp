// SPDX-License-Identifier: MIT
#include "core/reference/converged.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <tuple>
#include <vector>

#include "core/geometry/scalar.hpp"
#include "core/reference/half_turns.hpp"
#include "core/reference/numbers.hpp"
#include "core/stepping/interrupt.hpp"

namespace polhode::reference {

namespace {

using std::abs;

// --- the plain equations, in numbers of size 1, so that the stepper's tolerance is the same for all ------------------

template <class T>
struct Turning {
  TorquedBody<T> body;
  T G, rate;

  Turning(const TorquedBody<T>& b, const T& t0) : body(b) {
    const auto& [Pi0, R0] = body.initial;
    G = norm(Pi0), rate = norm(body.Omega(Pi0));
    const T kick = norm(body.total(t0, R0, Pi0)), inertia = std::min({body.I[0], body.I[1], body.I[2]});
    using std::sqrt;
    if (G * G < kick * inertia) G = sqrt(T(kick * inertia));
    if (G == 0) G = inertia;
    rate = turning_rate(body, t0, std::max(rate, T(G / inertia)));
  }
  Numbers<T> start() const {
    const auto& [Pi, R] = body.initial;
    return {Pi[0] / G, Pi[1] / G, Pi[2] / G, R.w, R.x, R.y, R.z};
  }
  template <std::size_t n>
  void operator()(const std::array<T, n>& y, std::array<T, n>& dy, const T& t) const {
    const Vec<Body, T> Pi{G * y[0], G * y[1], G * y[2]}, w = body.Omega(Pi);
    const Attitude<T> q{y[3], y[4], y[5], y[6]};
    const auto dPi = (cross(Pi, w) + body.total(t, normalised(q), Pi)) / G;
    if (!is_finite(dPi)) throw NoMotion("about where its torque or its momentum is not finite", static_cast<double>(t));
    const auto dq = q * Rotation<Body, Body, T>{T(0), w[0] / 2, w[1] / 2, w[2] / 2};
    dy = {dPi[0], dPi[1], dPi[2], dq.w, dq.x, dq.y, dq.z};
  }
  RigidState<T> state(const Numbers<T>& y) const {
    return {{G * y[0], G * y[1], G * y[2]}, normalised(Attitude<T>{y[3], y[4], y[5], y[6]})};
  }
  T size() const { return G; }
};

/// The same, with the work in the size of the energy.
struct Working : Turning<double> {
  using Turning::Turning;

  double energy() const { return G * rate; }
  void operator()(const Numbers<double>& y, Numbers<double>& dy, double t) const {
    Turning::operator()(y, dy, t);
    dy[7] = power(body, t, state(y)) / energy();
  }
};

/// A director or particles: a place and its momentum (of directors the angular velocity), each in a size of its own.
template <class P>
struct Moving {
  using T = typename P::Scalar;
  const P& problem;
  T place, momentum;  // the sizes
  T rate;

  Numbers<T> start() const {
    const auto& [x, p] = problem.initial;
    return {x[0] / place, x[1] / place, x[2] / place, p[0] / momentum, p[1] / momentum, p[2] / momentum};
  }
  void operator()(const Numbers<T>& y, Numbers<T>& dy, const T& t) const {
    constexpr bool is_director = std::is_same_v<P, Director<T>>;
    const auto [x, p] = state(y);
    Vec<Space, T> dx, dp = problem.torque(t, x);
    if constexpr (is_director)
      dx = cross(p, x), dp = dp / (problem.I * momentum);
    else
      dx = problem.velocity(p) / place, dp = dp / momentum;
    if (!is_finite(dp))
      throw NoMotion(is_director ? "about where its torque is not finite" : "about where its force is not finite",
                     static_cast<double>(t));
    dy = {dx[0], dx[1], dx[2], dp[0], dp[1], dp[2]};
  }
  typename P::State state(const Numbers<T>& y) const {
    return {{place * y[0], place * y[1], place * y[2]}, {momentum * y[3], momentum * y[4], momentum * y[5]}};
  }
  T size() const { return std::max(place, momentum); }
};

template <class T>
Turning<T> equations(const TorquedBody<T>& body, const T& t0) {
  return {body, t0};
}
template <class T>
Moving<Director<T>> equations(const Director<T>& director, const T& t0) {
  using std::sqrt;
  const T swing = norm(director.initial.omega) + sqrt(T(director.strength(t0) / director.I));
  const T rate = swing == 0 ? T(1) : swing;
  return {director, T(1), rate, rate};
}
template <class T>
Moving<Particles<T>> equations(const Particles<T>& particles, const T& t0) {
  const auto& [u, p] = particles.initial;
  const auto size = [](const Vec<Space, T>& v) { return norm(v) > 0 ? norm(v) : T(1); };
  const T U = size(u), P = size(p), rate = norm(particles.velocity(p)) / U + norm(particles.torque(t0, u)) / P;
  return {particles, U, P, rate == 0 ? T(1) : rate};
}

/// Ends the motion at a half turn; empty where nothing jumps there.
template <class T>
See<T> no_half_turns(const Turning<T>& e) {
  const auto watch = half_turns(e.body);
  if (!watch) return {};
  return [watch](const Numbers<T>& y, const T& t) { watch(t, normalised(Attitude<T>{y[3], y[4], y[5], y[6]})); };
}

/// Whether the torque has kinks at instants that nobody knows: where a controller is cut off, and those of formulas.
template <class T>
bool has_kinks(const TorquedBody<T>& body) {
  return !body.momentum_torques.all([](const auto& k) {
    if constexpr (requires { k.has_kinks(); })
      return !k.has_kinks();
    else
      return true;
  });
}

/// Half a radian, by the start and by gains. Steps of extrapolation shrink until they are over a kink; where there are
/// some, none is longer than this, so that none hides between the nodes of a step.
template <class T>
T stride(const Turning<T>& e, const T& t0) {
  return T(0.5) / std::max(e.rate, stiffness(e.body, t0));
}

/// What is computed in double is not smooth beyond its rounding.
constexpr double finest_in_double = 3e-15, least_in_double = 1e-13;
bool in_double(const auto& problem) {
  if constexpr (requires { problem.momentum_torques; })
    return problem.in_double();
  else
    return false;
}

Smooth as_smooth(const Turning<float128>& e, const float128& stride) {
  Turning near(cast<double>(e.body), 0.0);  // the same in doubles, in the same sizes
  near.G = static_cast<double>(e.G), near.rate = static_cast<double>(e.rate);
  Smooth given{std::cref(e), near, stride, {}};
  if (has_kinks(e.body))
    given.longest = [near](const Numbers<float128>& y, double t) {
      Numbers<double> now;
      std::transform(y.begin(), y.end(), now.begin(), [](const float128& x) { return static_cast<double>(x); });
      const auto s = near.state(now);
      const double inertia = std::min({near.body.I[0], near.body.I[1], near.body.I[2]}),
                   kick = norm(near.body.total(t, s.R, s.Pi));
      return 2 / std::max({norm(near.body.Omega(s.Pi)), std::sqrt(kick / inertia), near.body.characteristic_rate(),
                           stiffness(near.body, t)});
    };
  return given;
}

/// Stops where the equations are not smooth, and begins anew with what holds on the other side; and at features.
template <class Equations, class T>
Numbers<T> solved(const Equations& e, const T& t0, const T& time, double tolerance, const Watch& watch = {},
                  const std::vector<double>& features = {}, const See<T>& also = {}) {
  const T end = t0 + time;
  std::vector<T> stops;
  if constexpr (requires { e.body; })
    for (const T& t : e.body.breaks())
      if ((t0 < t && t < end) || (end < t && t < t0)) stops.push_back(t);
  for (auto t = std::upper_bound(features.begin(), features.end(), static_cast<double>(std::min(t0, end)));
       t != features.end() && T(*t) < std::max(t0, end); ++t)
    stops.push_back(T(*t));
  if (!features.empty()) stops = in_order(std::move(stops));
  if (time < 0) std::reverse(stops.begin(), stops.end());
  stops.push_back(end);
  auto y = e.start();
  See<T> see;
  T longest(0);  // none
  if constexpr (requires { e.body; }) {
    see = no_half_turns(e);
    if (has_kinks(e.body)) longest = stride(e, t0);
  }
  if (also) see = see ? See<T>([also, see](const Numbers<T>& y, const T& t) { see(y, t), also(y, t); }) : also;
  T from = t0;
  for (const T& to : stops) {
    auto piece = e;
    if constexpr (requires { e.body; }) piece.body = e.body.within(from, to);
    const T duration = stops.size() == 1 ? time : T(to - from), first = std::min(T(abs(duration)), T(T(0.5) / e.rate));
    const Watch share = [&, from](double x) {
      if (watch) watch(static_cast<double>(T((from - t0 + T(x) * duration) / time)));
    };
    std::optional<Smooth> smooth;
    if constexpr (std::is_same_v<T, float128> && requires { e.body; })
      if (!in_double(e.body) && !see && duration != 0) smooth = as_smooth(piece, stride(e, t0));
    y = followed<T>(std::cref(piece), smooth, y, from, duration, first, longest, tolerance, share, see);
    from = to;
  }
  return y;
}

float128 distance(const Numbers<float128>& a, const Numbers<float128>& b) {
  float128 d = 0;
  for (std::size_t i = 0; i < a.size(); ++i) d = std::max(d, abs(a[i] - b[i]));
  return d;
}

/// Features of a body's torques on its way. The way is that of the explicit midpoint rule, by steps of irregular
/// lengths: a second difference of derivatives at three points of two steps, which is large where the torque changes
/// fast, is sorted into levels, a hundred times the one below it. The lowest is what half of the steps have.
std::vector<double> features_of(const Derivative<double>& f, Numbers<double> y, double t0, double time,
                                std::size_t steps) {
  constexpr std::size_t near = 8;        // steps that count as one place
  constexpr double noise = 1e-11;        // of doubles, in second differences
  constexpr std::size_t at_most = 4096;  // places
  const auto irregular = [](std::size_t i) { return std::fmod(0.6180339887498949 * static_cast<double>(i), 1.0); };
  std::vector<double> times(steps + 1), change(steps, 0.0);
  for (std::size_t i = 0; i <= steps; ++i)  // each within its own share
    times[i] = t0 + time * std::clamp((static_cast<double>(i) + 0.8 * irregular(i) - 0.4) / static_cast<double>(steps),
                                      0.0, 1.0);
  times[0] = t0, times[steps] = t0 + time;
  Numbers<double> k1, k2, before{};
  double h_before = 0, largest = 0;
  for (std::size_t i = 0; i < steps; ++i) {
    const double h = times[i + 1] - times[i];
    try {
      f(y, k1, times[i]);
      auto middle = y;
      for (std::size_t j = 0; j < y.size(); ++j) middle[j] += h / 2 * k1[j];
      f(middle, k2, times[i] + h / 2);
    } catch (const NoMotion&) {
      break;  // the motion ends about there: where, its run finds
    }
    double second = 0;
    for (std::size_t j = 0; j < y.size(); ++j) {
      largest = std::max(largest, std::abs(k2[j]));
      if (i > 0) second = std::max(second, std::abs((k2[j] - k1[j]) / h - (k1[j] - before[j]) / h_before));
      y[j] += h * k2[j];
    }
    change[i] = second * std::abs(time) / static_cast<double>(steps);
    before = k2, h_before = h;
    if ((i & 4095) == 0 && runs_interrupted.load(std::memory_order_relaxed)) throw Interrupted();
  }
  auto sorted = change;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(steps / 2), sorted.end());
  const double usual = std::max(sorted[steps / 2], noise * largest);
  std::vector<double> stops;
  for (double ratio = 100; stops.empty() || stops.size() > at_most; ratio *= ratio) {
    stops.clear();
    const auto level = [&](std::size_t i) {
      return std::max(0, static_cast<int>(std::log(change[i] / usual) / std::log(ratio)));
    };
    std::vector<int> levels(steps);
    for (std::size_t i = 0; i < steps; ++i) {  // the highest nearby
      const int here = change[i] > usual ? level(i) : 0;
      if (here > 0)
        for (std::size_t k = i > near ? i - near : 0; k < std::min(i + near + 1, steps); ++k)
          levels[k] = std::max(levels[k], here);
    }
    std::size_t began = 0;
    for (std::size_t i = 1; i < steps; ++i) {
      if (levels[i] == levels[i - 1]) continue;
      stops.push_back(times[i]);
      if (levels[i - 1] == 0) began = i;
      if (levels[i] == 0)  // tails that doubles do not show
        for (const double by : {1.0, 3.0}) {
          const double length = by * (times[i] - times[began]);
          stops.push_back(times[i] + length), stops.push_back(times[began] - length);
        }
    }
    if (stops.empty()) break;
  }
  return in_order(std::move(stops));
}

}  // namespace

template <class P, class T>
Estimated<typename P::State, T> converged(const P& problem, const T& t0, const T& time, const Watch& watch) {
  const double fine = in_double(problem) ? finest_in_double : finest, coarse = in_double(problem) ? 100 * fine : 1e-26;
  const T least = in_double(problem) ? least_in_double : 0;
  const auto e = equations(problem, t0);
  const auto seen = features(problem, static_cast<double>(t0), static_cast<double>(time));
  // Both at once, each on a core.
  std::atomic<bool> stop = false;
  const Watch given_up = [&](double) {
    if (stop) throw std::runtime_error("given up");
  };
  auto roughly = std::async(std::launch::async, [&] { return solved(e, t0, time, coarse, given_up, seen); });
  const auto y = [&] {
    try {
      return solved(e, t0, time, fine, watch, seen);
    } catch (...) {
      stop = true;
      throw;
    }
  }();
  const auto rough = roughly.get();
  const auto end = e.state(y);
  auto relative = distance(e.state(rough), end).relative_to(lengths(problem.initial, end));
  relative.configuration += least, relative.momentum += least;
  return {end, std::max(e.size(), float128(1)) * (distance(y, rough) + least), relative};
}

double work(const TorquedBody<double>& body, double t0, double time, double tolerance,
            const std::vector<double>& features) {
  const Working e(body, t0);
  return e.energy() * solved(e, t0, time, tolerance, {}, features)[7];
}

std::vector<double> features(const auto& body, double t0, double time) {
  const double shortest = shortest_feature(body, time);
  if (shortest == 0 || time == 0) return {};
  const auto narrow = cast<double>(body);
  const auto e = equations(narrow, t0);
  const double dear = in_double(body) ? looks_less : 1;
  const double wanted = std::max(4 * std::abs(time) * dear / shortest, 50 * e.rate * std::abs(time));
  return features_of(std::cref(e), e.start(), t0, time,
                     static_cast<std::size_t>(std::clamp(wanted, looks_at_features, looks_at_most) / dear));
}

template <class P, class T>
typename P::State extrapolated(const P& problem, const T& t0, const T& time, double tolerance,
                               const std::vector<double>& features, const SeeState<P>& see) {
  const auto e = equations(problem, t0);
  See<T> also;
  if (see) also = [&](const Numbers<T>& y, const T& t) { see(t, e.state(y)); };
  return e.state(solved(e, t0, time, tolerance, {}, features, also));
}

template <template <class> class P>
constexpr auto of_kind = std::tuple(&converged<P<float128>, float128>, &features<P<double>>,
                                    &extrapolated<P<float128>, float128>, &extrapolated<P<long double>, long double>,
                                    &extrapolated<P<double>, double>);
[[gnu::used]] constexpr std::tuple instantiated(of_kind<TorquedBody>, of_kind<Director>, of_kind<Particles>);

RigidState<double> StiffMotion::at(double t) const {
  const double sense = steps.front().h < 0 ? -1 : 1;
  const auto after = std::upper_bound(steps.begin() + 1, steps.end(), t,
                                      [&](double time, const auto& step) { return sense * time < sense * step.t; });
  return state((after - 1)->at(t));
}
double StiffMotion::work(const TorquedBody<double>& body) const {
  double sum = 0;
  for (const auto& step : steps)
    sum += step.integral([&](double t, const auto& y) { return power(body, t, state(y)); });
  return sum;
}
RigidState<double> StiffMotion::state(const std::array<double, 7>& y) const {
  return {{size * y[0], size * y[1], size * y[2]}, normalised(Attitude<double>{y[3], y[4], y[5], y[6]})};
}

bool is_stiff(const TorquedBody<double>& body, double t0, double time) {
  constexpr double many = 2000;  // times that what is braked falls by a factor e
  if (body.momentum_torques.size == 0 || body.varying() || in_double(body) || has_kinks(body) ||
      !body.breaks().empty() || shortest_feature(body, time) > 0)
    return false;
  const double braking =
      frobenius_norm(body.affine(t0, body.initial.R).damping) / std::max({body.I[0], body.I[1], body.I[2]});
  return braking * std::abs(time) > many && braking > 4 * std::max(swing_rate(body), body.characteristic_rate());
}

StiffMotion stiff_motion(const TorquedBody<double>& body, double t0, double time, double tolerance,
                         const Watch& watch) {
  using Steps = RadauCollocation<7>;
  const Turning e(body, t0);
  StiffMotion motion{{}, e.size()};
  const auto see = no_half_turns(e);
  Steps::Numbers y;
  std::copy_n(e.start().begin(), y.size(), y.begin());
  const double all = std::abs(time), sense = time < 0 ? -1 : 1;
  double h = 0.1 / std::max(e.rate, stiffness(body, t0));
  for (double done = 0; done < all;) {
    const double rest = all - done;
    if (h > 0.9 * rest) h = rest;
    std::optional<Steps::Step> found;
    try {
      found = Steps::step(e, y, t0 + sense * done, sense * h);
    } catch (const NoMotion&) {  // of a guess
    }
    const double fit = found ? 0.9 * std::pow(tolerance / std::max(found->tail, 1e-30), 1.0 / Steps::points) : 0.25;
    const double length = h;
    h *= std::clamp(fit, 0.2, 4.0);
    if (!found || found->tail > tolerance) {
      if (!(length > 16 * epsilon<double>() * std::max(std::abs(t0), all)))
        throw NoMotion("where its momentum or its torque grows beyond bounds", t0 + sense * done);
      continue;
    }
    if (see)
      for (const auto& p : found->y) see({p[0], p[1], p[2], p[3], p[4], p[5], p[6]}, found->t);
    y = found->end(), done = length == rest ? all : done + length;
    motion.steps.push_back(*found);
    if (watch) watch(done / all);
  }
  return motion;
}

}  // namespace polhode::reference
