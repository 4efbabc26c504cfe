// SPDX-License-Identifier: MIT
#include "experiments/bench/contestant.hpp"

#include "core/stepping/integrate.hpp"
#include CONTESTANT_HEADER

namespace polhode {

template <class M, class P>
[[gnu::noinline]] typename P::State Contestant<M, P>::by_hand(const P& problem, double h, std::int64_t steps) {
  if constexpr (Method<M, P>) {
    NoTally tally;
    const auto& body = prepared<M>(problem);
    auto memory = M::start(body, problem.initial, 0.0, h);
    for (std::int64_t n = 0; n < steps; ++n) memory = M::step(body, memory, n * h, h, tally);
    return M::read(body, memory);
  } else {
    return problem.initial;
  }
}

template <class M, class P>
[[gnu::noinline]] typename P::State Contestant<M, P>::by_integrate(const P& problem, double h, std::int64_t steps) {
  if constexpr (Method<M, P>)
    return integrate<M, P, NoTally>(problem, Grid<double>::of_step(0, h, steps)).state;
  else
    return problem.initial;
}

// CONTESTANT is one method of the roster and CONTESTANT_HEADER what defines it; the build says so.
template struct Contestant<CONTESTANT, FreeBody<double>>;
template struct Contestant<CONTESTANT, TorquedBody<double>>;
template struct Contestant<CONTESTANT, Director<double>>;
template struct Contestant<CONTESTANT, Particles<double>>;

}  // namespace polhode
