// SPDX-License-Identifier: MIT
// The loops of the methods of the roster for one body after the other, compiled apart as the lanes are (BY_EXACT_FLOW).
#include "methods/lanes/lanes.hpp"
#include "methods/lanes/roster.hpp"

namespace polhode {

template <class M>
void move_one_by_one(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps) {
  const auto move = [&]<class P>(std::size_t i, P body) {
    const double h = bodies.column(Ensemble::step)[i], t0 = bodies.column(Ensemble::time)[i];
    auto first = body.initial;
    InvariantErrors<double> errors;
    const Sampler<P> see{1, [&](const Sample<P>& s) {
                           if (s.n == 0)
                             first = s.state;
                           else
                             errors.see(s.n, steps, body, first, s.state);
                         }};
    const bool watched = !bodies.errors().empty();
    const auto run = detail::run<M, P>(body, Grid<double>::of_step(t0, h, steps), watched ? &see : nullptr);
    if (watched) bodies.errors()[i] = errors;
    bodies.move(i, run.state, run.steps);
    bodies.endings()[i] = {run.status, run.failure, run.steps, run.counters.solver_iterations,
                           run.counters.torque_evaluations};
  };
  for (auto i = first; i < end; ++i) {
    if (bodies.ending(i).status != Status::skipped) continue;
    const auto* like = bodies.torques(i);
    if (!like) {
      move(i, bodies.body(i));
    } else if constexpr (Method<M, TorquedBody<double>>) {
      if (like->dependence() <= M::info.supports)
        move(i, TorquedBody<double>{bodies.body(i), like->torques, like->momentum_torques});
      else
        bodies.endings()[i] = {Status::skipped, Failure::momentum_torque};
    }
  }
}

namespace {
[[gnu::used]] constexpr auto instantiated =
    of_motion<BY_EXACT_FLOW>([]<class M>(std::type_identity<M>) { return &move_one_by_one<M>; }, every_method);
}  // namespace

}  // namespace polhode
