// SPDX-License-Identifier: MIT
#include "core/reference/numbers.hpp"

#include <algorithm>
#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <cmath>
#include <cstdio>
#include <tuple>

#include "core/reference/collocation.hpp"

namespace polhode::reference {

namespace {

using std::abs;

std::string ends(const std::string& why, double t) {
  char at[32];
  std::snprintf(at, sizeof at, "%.6g", t);
  return "time: the motion ends at t = " + std::string(at) + ", " + why + "; accepted: less";
}

/// odeint's arrays, with a norm that does not look into float128 for a component type.
struct Algebra : boost::numeric::odeint::array_algebra {
  template <std::size_t n, class T>
  static T norm_inf(const std::array<T, n>& y) {
    T largest(0);
    for (const auto& x : y) largest = std::max(largest, T(abs(x)));
    return largest;
  }
};

/// y after `time`, with a relative tolerance per step. Time runs forward in the stepper: odeint's extrapolation does
/// not come to an end with negative steps. It compares times with the rounding of 1, so they are of that size there,
/// whatever the user's unit is. Where its steps shrink to nothing, there is no motion.
template <class T>
Numbers<T> extrapolate(const Derivative<T>& field, Numbers<T> y, const T& t0, const T& time, const T& tolerance,
                       const T& first_step, const Watch& watch, const See<T>& see) {
  if (time == 0) return y;
  using Stepper = boost::numeric::odeint::bulirsch_stoer<Numbers<T>, T, Numbers<T>, T, Algebra>;
  using std::ilogb, std::ldexp;
  const T unit = ldexp(T(1), ilogb(T(abs(time)))), end = abs(time) / unit, sense(time < 0 ? -unit : unit);
  const auto forward = [&](const Numbers<T>& x, Numbers<T>& dx, const T& s) {
    field(x, dx, T(t0 + sense * s));
    for (auto& d : dx) d *= sense;
  };
  const auto grows = [](const T& t) {
    return NoMotion("where its momentum or its torque grows beyond bounds", static_cast<double>(t));
  };
  T before(0);
  const auto seen = [&](const Numbers<T>& x, const T& s) {
    const T t = t0 + sense * s;
    if (s > 0 && s - before <= 4 * epsilon<T>() * s && end - s > 64 * epsilon<T>() * end) throw grows(t);
    before = s;
    if (see) see(x, t);
    if (watch) watch(static_cast<double>(T(s / end)));
  };
  try {
    boost::numeric::odeint::integrate_adaptive(Stepper(tolerance, tolerance), forward, y, T(0), end,
                                               T(first_step / unit), seen);
  } catch (const boost::numeric::odeint::step_adjustment_error&) {
    throw grows(T(t0 + sense * before));
  }
  return y;
}

/// y after `time` from t by collocation. Where there are kinks, steps are no longer than `longest`. Where a step of it
/// fails down to a small part of a stride, there is a kink, or something worse: `extrapolated(y, done, length)` goes
/// over it. A run that is not of the finest tolerance is rounded after every step, and its time with it, so that the
/// distance between two runs tells what the motion makes of errors: those of steps are smaller than this.
Numbers<float128> collocated(const Smooth& given, Numbers<float128> y, const float128& t, const float128& time,
                             double tolerance, const Watch& watch, const auto& extrapolated) {
  using T = float128;
  constexpr std::size_t state_numbers = 7;  // of the eight that a work may need
  constexpr int checked = 12;               // times between two points
  constexpr int shortest = 16;              // share of a stride below which no step is tried
  constexpr int patience = 4;               // kinks in a row, after which a whole stride is extrapolated
  const double allowed = 100 * tolerance;
  const auto& stride = given.stride;
  const Collocation<T, 8, Derivative<T>, Derivative<double>> step(state_numbers, given.field, given.near,
                                                                  given.longest ? checked : 0);
  const T sense(time < 0 ? -1 : 1), all = sense * time;
  const T coarse = tolerance > finest ? T(T(tolerance * 3e-5) / epsilon<T>()) : T(0);
  const auto rounded = [](const T& x, const T& coarse) { return T(T(x + coarse) - coarse); };
  T h = stride;
  int failed = 0;
  for (T done(0); done != all;) {
    const T rest = all - done;
    const T from = t + sense * done;
    if (given.longest) h = std::min(h, T(given.longest(y, static_cast<double>(from))));
    if (h > T(0.9) * rest) h = rest;
    std::optional<typename decltype(step)::Step> found;
    try {
      found = step(y, rounded(from, T(coarse * abs(from))), T(sense * h));
    } catch (const NoMotion&) {  // of a guess
    }
    const double by = found ? 0.9 * std::pow(allowed / std::max(found->tail, 1e-40), 1.0 / step.points) : 0.5;
    T length = h;
    h *= T(std::clamp(by, 0.2, 2.0));
    if (found && found->tail <= allowed) {
      y = found->end, failed = 0;
    } else if (length > stride / shortest) {
      continue;
    } else {
      length = std::min(rest, ++failed < patience ? T(2 * length) : stride), h = stride;
      y = extrapolated(y, T(sense * done), T(sense * length));
    }
    for (auto& x : y) x = rounded(x, coarse);
    done = length == rest ? all : T(done + length);
    if (watch) watch(static_cast<double>(T(done / all)));
  }
  return y;
}

}  // namespace

NoMotion::NoMotion(const std::string& why, double t) : std::runtime_error(ends(why, t)) {}

template <class T>
Numbers<T> followed(const Derivative<T>& field, const std::optional<Smooth>& smooth, Numbers<T> y, const T& t,
                    const T& time, const T& first_step, const T& longest, double tolerance, const Watch& watch,
                    const See<T>& see) {
  const auto extrapolated = [&](Numbers<T> y, const T& start, const T& length) {
    for (T done(0); done != length;) {
      const T rest = length - done;
      const T part = longest > 0 && abs(rest) > longest ? T(rest < 0 ? -longest : longest) : rest;
      const auto watched = [&, done](double x) { watch(static_cast<double>(T((start + done + T(x) * part) / time))); };
      y = extrapolate<T>(field, y, T(t + start + done), part, T(tolerance), std::min(first_step, T(abs(part))), watched,
                         see);
      done = part == rest ? length : T(done + part);
    }
    return y;
  };
  if constexpr (std::is_same_v<T, float128>)
    if (smooth) return collocated(*smooth, y, t, time, tolerance, watch, extrapolated);
  return extrapolated(y, T(0), time);
}
[[gnu::used]] constexpr std::tuple in_scalars(&followed<float128>, &followed<long double>, &followed<double>);

}  // namespace polhode::reference
