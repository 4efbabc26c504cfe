// SPDX-License-Identifier: MIT
#include "core/reference/reference.hpp"

#include <algorithm>

#include "core/geometry/decimal.hpp"
#include "core/reference/estimated.hpp"
#include "core/reference/kinds.hpp"

namespace polhode::reference {

namespace {

/// The motions in closed form of bodies that have one.
constexpr auto motion = [](const auto& body, const auto& t,
                           const auto&... watch) -> decltype(exact_motion(body, t, watch...)) {
  return exact_motion(body, t, watch...);
};

/// What of the damping is not proportional to the inertia, E, moves the momentum by E/I of it in a unit of time. Of a
/// motion that dies away as e^(-delta t) this is at most as much of the first momentum as E/I in the time
/// s = (1 - e^(-delta t)) / delta, in which the free body turns as far; of one that grows it is t times as much of the
/// last. While the body turns, deviations grow.
template <class T>
auto estimated_of_damped(const TorquedBody<T>& body, const T& time) {
  using std::abs, std::expm1;
  T off(0);
  const auto closed = closed_driven_form(body, &off).value();
  const T delta = closed.damping[0] / body.I[0], faded = abs(T(delta * time)),
          s = faded > T(0) ? T(-expm1(T(-faded)) / abs(delta)) : abs(time);
  auto found = estimated(motion, closed, time, {}, s);
  if (off > T(0)) {
    const auto length = lengths(body.initial, found.state);
    const T least = std::min({body.I[0], body.I[1], body.I[2]}),
            turns = T(1) + s / least * std::max(norm(body.initial.Pi), norm(found.state.Pi)),
            share = off / least * (delta * time < T(0) ? abs(time) : s) * turns;
    found.relative.configuration += share * turns, found.relative.momentum += share;
    const Distance<T> absolute{found.relative.configuration * length.configuration,
                               found.relative.momentum * length.momentum};
    found.error_estimate = absolute.largest();
  }
  return found;
}

/// The sum of torques is taken once: what is parallel in T need not be so when it is rounded.
template <class T>
auto estimated_of(const TorquedBody<T>& body, const T& time, const T& t0, const Watch& watch) {
  if (body.momentum_torques.size > 0) return estimated_of_damped(body, time);
  if (const auto top = lagrange_top(body)) return estimated(motion, *top, time);
  return std::visit([&](const auto& closed) { return estimated(motion, closed, time, watch); },
                    closed_form(body, t0).value());
}
template <class T>
auto estimated_of(const Director<T>& director, const T& time, const T&, const Watch&) {
  const auto pendulum = [](const auto& d, const auto& t) { return exact_pendulum_motion(d, t); };
  return estimated(pendulum, director, time);
}

}  // namespace

template <class P, class T>
Estimated<typename P::State, T> exact(const P& problem, const T& time, const T& t0, const Watch& watch) {
  return estimated_of(problem, time, t0, watch);
}
template Estimated<RigidState<float128>, float128> exact(const TorquedBody<float128>&, const float128&, const float128&,
                                                         const Watch&);
template Estimated<DirectorState<float128>, float128> exact(const Director<float128>&, const float128&, const float128&,
                                                            const Watch&);
template Estimated<RigidState<float100>, float100> exact(const TorquedBody<float100>&, const float100&, const float100&,
                                                         const Watch&);
template Estimated<DirectorState<float100>, float100> exact(const Director<float100>&, const float100&, const float100&,
                                                            const Watch&);

}  // namespace polhode::reference

/// Who links this has the references of all kinds of problems.
extern "C" {
extern const bool polhode_references_of_all_kinds = [] {
  using namespace polhode;
  reference::list_kind<TorquedBody>(), reference::list_kind<Director>(), reference::list_kind<Particles>();
  return true;
}();
}
