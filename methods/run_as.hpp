// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/integrate.hpp"

namespace polhode {

/// Returns a run of another type of problem or scalar as a run of P, made by run(sampler).
template <class P, class Q, class Work>
Run<P> run_as(const Sampler<P>* sampler, const Work& run) {
  using T = typename P::Scalar;
  const auto state = [](const auto& s) -> typename P::State {
    if constexpr (std::is_same_v<T, typename Q::Scalar>)
      return s;
    else
      return cast<T>(s);
  };
  const auto number = [](const auto& x) { return scalar_cast<T>(x); };
  Sampler<Q> passed_on;
  if (sampler)
    passed_on = {sampler->every, [&](const Sample<Q>& s) {
                   Sample<P> seen{s.n, number(s.t), state(s.state), number(s.norm_defect), {}};
                   if (s.interval) {
                     const auto& [t, m, energy] = *s.interval;
                     seen.interval = {number(t), {number(m[0]), number(m[1]), number(m[2])}, number(energy)};
                   }
                   sampler->see(seen);
                 }};
  const Run<Q> r = run(sampler ? &passed_on : nullptr);
  return {r.status, r.failure, r.steps, state(r.state), number(r.norm_defect), r.counters, r.refusal};
}

}  // namespace polhode
