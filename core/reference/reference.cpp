// SPDX-License-Identifier: MIT
#include "core/reference/reference.hpp"

#include <algorithm>

#include "core/geometry/decimal.hpp"

namespace polhode::reference {

namespace {

template <class T>
RigidState<T> motion(const FreeBody<T>& body, const T& t) {
  return exact_free_motion(body, t);
}
template <class T>
RigidState<T> motion(const TorquedBody<T>& body, const T& t) {
  return exact_top_motion(body, t);
}
template <class T>
RigidState<T> motion(const DrivenBody<T>& body, const T& t) {
  return exact_driven_motion(body, t);
}
template <class T>
RigidState<T> motion(const PlanePendulum<T>& body, const T& t) {
  return exact_motion(body, t);
}
template <class T>
RigidState<T> motion(const AxialTorque<T>& body, const T& t, const Watch& watch) {
  return exact_motion(body, t, watch);
}
template <class T>
DirectorState<T> motion(const Director<T>& director, const T& t) {
  return exact_pendulum_motion(director, t);
}

/// The motion in Fine, rounded to T. Its error is the distance to the motion in Other, be that wider or narrower; in
/// the latter case it is scaled by the ratio of the roundings, while it is small enough to scale.
template <class Fine, class Other, class P, class T>
auto estimated(const P& problem, const T& time, const Watch& watch = {}) {
  using std::abs;
  const auto in = [&]<class S>(std::type_identity<S>, double done) {
    const auto known = cast<S>(problem);
    const auto t = scalar_cast<S>(time);
    if constexpr (requires { motion(known, t, watch); })
      return motion(known, t, [&](double share) {
        if (watch) watch(done + share / 2);
      });
    else
      return motion(known, t);
  };
  const auto fine = in(std::type_identity<Fine>(), 0);
  const auto other = in(std::type_identity<Other>(), 0.5);
  const auto state = cast<T>(fine);
  const auto length = lengths(problem.initial, state);
  const T rate = std::max(polhode::rate(problem, problem.initial), polhode::rate(problem, state));
  const T rounding = 100 * epsilon<T>() * (1 + abs(time) * rate);
  const T ratio = std::min(T(1), T(100 * scalar_cast<T>(epsilon<Fine>()) / scalar_cast<T>(epsilon<Other>())));
  const auto part = [&](const Fine& spread, const T& length) {
    const T share = scalar_cast<T>(spread) / length;
    return T((share < T(1) / 1000 ? T(ratio * share) : share) + rounding);
  };
  const auto spread = distance(cast<Fine>(other), fine);
  const Distance<T> relative{part(spread.configuration, length.configuration), part(spread.momentum, length.momentum)};
  const Distance<T> absolute{relative.configuration * length.configuration, relative.momentum * length.momentum};
  return Estimated<decltype(cast<T>(fine)), T>{state, absolute.largest(), relative};
}

/// The sum of torques is taken once: what is parallel in T need not be so when it is rounded.
template <class Fine, class Other, class T>
auto estimated_of_torques(const TorquedBody<T>& body, const T& time, const T& t0, const Watch& watch) {
  if (const auto top = lagrange_top(body)) return estimated<Fine, Other>(*top, time);
  return std::visit([&](const auto& closed) { return estimated<Fine, Other>(closed, time, watch); },
                    closed_form(body, t0).value());
}

/// What of the damping is not proportional to the inertia moves the momentum by at most its share of it in the time
/// that it acts, and more while the body turns.
template <class Fine, class Other, class T>
auto estimated_of_damped(const DrivenBody<T>& body, const T& time) {
  using std::abs;
  T off(0);
  const auto closed = closed_form(body, &off).value();
  auto found = estimated<Fine, Other>(closed, time);
  if (off > T(0)) {
    const auto length = lengths(body.initial, found.state);
    const T least = std::min({body.I[0], body.I[1], body.I[2]}), acts = abs(time) / least,
            turns = T(1) + acts * std::max(norm(body.initial.Pi), norm(found.state.Pi)), share = off * acts * turns;
    found.relative.configuration += share * turns, found.relative.momentum += share;
    const Distance<T> absolute{found.relative.configuration * length.configuration,
                               found.relative.momentum * length.momentum};
    found.error_estimate = absolute.largest();
  }
  return found;
}

}  // namespace

template <>
Estimated<RigidState<float128>, float128> exact(const FreeBody<float128>& body, const float128& time, const float128&,
                                                const Watch&) {
  return estimated<float50, float100>(body, time);
}
template <>
Estimated<RigidState<float128>, float128> exact(const TorquedBody<float128>& body, const float128& time,
                                                const float128& t0, const Watch& watch) {
  return estimated_of_torques<float50, float100>(body, time, t0, watch);
}
template <>
Estimated<RigidState<float128>, float128> exact(const DrivenBody<float128>& body, const float128& time, const float128&,
                                                const Watch&) {
  return estimated_of_damped<float50, float100>(body, time);
}
template <>
Estimated<DirectorState<float128>, float128> exact(const Director<float128>& director, const float128& time,
                                                   const float128&, const Watch&) {
  return estimated<float50, float100>(director, time);
}
template <>
Estimated<RigidState<float100>, float100> exact(const FreeBody<float100>& body, const float100& time, const float100&,
                                                const Watch&) {
  return estimated<float100, float50>(body, time);
}
template <>
Estimated<RigidState<float100>, float100> exact(const TorquedBody<float100>& body, const float100& time,
                                                const float100& t0, const Watch& watch) {
  return estimated_of_torques<float100, float50>(body, time, t0, watch);
}
template <>
Estimated<RigidState<float100>, float100> exact(const DrivenBody<float100>& body, const float100& time, const float100&,
                                                const Watch&) {
  return estimated_of_damped<float100, float50>(body, time);
}
template <>
Estimated<DirectorState<float100>, float100> exact(const Director<float100>& director, const float100& time,
                                                   const float100&, const Watch&) {
  return estimated<float100, float50>(director, time);
}

}  // namespace polhode::reference
