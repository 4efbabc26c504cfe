// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "experiments/papers/romero2008/romero.hpp"
#include "methods/runners.hpp"

namespace polhode::romero2008 {

namespace {

/// The largest distance of the two momenta, both in the body's frame at the middle of a step, over |Pi|.
double gap_of_momenta() {
  using P = FreeBody<double>;
  const auto body = FreeRomero::make<double>();
  double gap = 0;
  Vec<Body, double> before{};
  const Sampler<P> sampler{1, [&](const Sample<P>& s) {
                             if (s.interval) {
                               const auto& m = s.interval->momentum;
                               const Vec<Body, double> p{m[0], m[1], m[2]};
                               const auto middle = exp((-h / 2) * body.Omega(p)) * before;
                               gap = std::max(gap, norm(middle - p) / norm(before));
                             }
                             before = s.state.Pi;
                           }};
  find_runner<P>(Vi::info)->run(body, Grid<double>::of_step(0, h, steps), &sampler);
  return gap;
}

}  // namespace

// Romero 2008, Figure 1: the two discrete momenta of the variational integrator on a free body.
Experiment figure1() {
  return {
      .title = "Free body, VI, h = 0.05: two discrete momenta",
      .panels = {body_panel("I Omega, at the middle of the steps", Quantity::interval_momentum),
                 body_panel("Pi, at the nodes", Quantity::body_momentum)},
      .claims = {{"romero2008.C4.coincide", "gap", [] { return gap_of_momenta(); }}},
  };
}

}  // namespace polhode::romero2008
