// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/integrate.hpp"
#include "core/torques/instances.hpp"
#include "experiments/bench/contestant.hpp"

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

}  // namespace polhode
