// SPDX-License-Identifier: MIT
#pragma once

#include "methods/runners.hpp"

/// Turns methods into runners. Include it only in the sources that the build makes of the roster (roster.cmake).
namespace polhode {

namespace detail {

/// A body without torque, run as one with an empty sum of torques, which adds zeros: where time does not count the
/// compiler is saved a second instantiation.
template <class T>
Run<FreeBody<T>> run_without_torques(const FreeBody<T>& body, const Grid<T>& grid, const Sampler<FreeBody<T>>* sampler,
                                     decltype(Integrated<TorquedBody<T>>::stretch) torqued) {
  Sampler<TorquedBody<T>> passed_on;
  if (sampler)
    passed_on = {sampler->every, [&](const Sample<TorquedBody<T>>& s) {
                   sampler->see({s.n, s.t, s.state, s.norm_defect, s.interval});
                 }};
  auto run = torqued({body, {}}, grid, sampler ? &passed_on : nullptr);
  run.tally.torque_evaluations = 0;
  return {run.status, run.failure, run.steps, run.state, run.norm_defect, run.tally};
}

/// What M does on problems of type P; run is null where it does not serve them. Counting takes part in no shortcut:
/// what it counts are the operations of the free body's own text.
template <class M, class P>
Runner<P> runner() {
  using T = typename P::Scalar;
  constexpr bool wide = !std::is_same_v<T, double> && !std::is_same_v<T, Counting>;
  if constexpr (!Method<M, P>)
    return {};
  else if constexpr (wide && std::is_same_v<P, FreeBody<T>> && Method<M, TorquedBody<T>>) {
    return {&M::info, [](const P& body, const Grid<T>& grid, const Sampler<P>* sampler) {
              return run_without_torques<T>(body, grid, sampler, &run<M, TorquedBody<T>>);
            }};
  } else
    return make_runner<M, P>();
}

/// The same of bodies whose torque depends on the momentum.
template <class M>
Runner<DrivenBody<double>> driven_runner() {
  if constexpr (Method<M, DrivenBody<double>>)
    return make_runner<M, DrivenBody<double>>();
  else
    return {};
}

}  // namespace detail

/// What M does on every type of problem in the scalar T.
template <class M, class T>
RunnersOn<T> runners_of() {
  return {detail::runner<M, FreeBody<T>>(), detail::runner<M, TorquedBody<T>>(), detail::runner<M, Director<T>>(),
          detail::runner<M, Particles<T>>()};
}

}  // namespace polhode
