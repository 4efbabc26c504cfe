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
DirectorState<T> motion(const Director<T>& director, const T& t) {
  return exact_pendulum_motion(director, t);
}

/// The largest number of a state.
template <class S>
auto largest(const S& s) {
  const auto [configuration, momentum] = size(s);
  return configuration > momentum ? configuration : momentum;
}

/// The motion in Fine, rounded to T. Its error is the distance to the motion in Other, be that wider or narrower; in
/// the latter case it is scaled by the ratio of the roundings, while it is small enough to scale.
template <class Fine, class Other, class P, class T>
auto estimated(const P& problem, const T& time) {
  using std::abs;
  const auto fine = motion(cast<Fine>(problem), scalar_cast<Fine>(time));
  const auto other = motion(cast<Other>(problem), scalar_cast<Other>(time));
  const T size = largest(problem.initial), rate = polhode::rate(problem, problem.initial);
  const T spread = scalar_cast<T>(distance(cast<Fine>(other), fine).largest());
  const T ratio = 100 * scalar_cast<T>(epsilon<Fine>()) / scalar_cast<T>(epsilon<Other>());
  const T error = spread < size / 1000 ? T(std::min(T(1), ratio) * spread) : spread;
  const T rounding = 100 * epsilon<T>() * (1 + abs(time) * rate) * size;
  return Estimated<decltype(cast<T>(fine)), T>{cast<T>(fine), error + rounding};
}

}  // namespace

template <>
Estimated<RigidState<float128>, float128> exact(const FreeBody<float128>& body, const float128& time) {
  return estimated<float50, float100>(body, time);
}
// The sum of torques is taken once: what is parallel in T need not be so when it is rounded.
template <>
Estimated<RigidState<float128>, float128> exact(const TorquedBody<float128>& body, const float128& time) {
  return estimated<float50, float100>(lagrange_top(body).value(), time);
}
template <>
Estimated<DirectorState<float128>, float128> exact(const Director<float128>& director, const float128& time) {
  return estimated<float50, float100>(director, time);
}
template <>
Estimated<RigidState<float100>, float100> exact(const FreeBody<float100>& body, const float100& time) {
  return estimated<float100, float50>(body, time);
}
template <>
Estimated<RigidState<float100>, float100> exact(const TorquedBody<float100>& body, const float100& time) {
  return estimated<float100, float50>(lagrange_top(body).value(), time);
}
template <>
Estimated<DirectorState<float100>, float100> exact(const Director<float100>& director, const float100& time) {
  return estimated<float100, float50>(director, time);
}

}  // namespace polhode::reference
