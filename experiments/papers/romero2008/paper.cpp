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

// Romero 2008, Figure 1: the two discrete momenta of the variational integrator on a free body.
Experiment figure1() {
  return {
      .title = "Free body, VI, h = 0.05: two discrete momenta",
      .panels = {body_panel("I Omega, at the middle of the steps", Quantity::interval_momentum),
                 body_panel("Pi, at the nodes", Quantity::body_momentum)},
      .claims = {{"romero2008.C4.coincide", "gap", [] { return gap_of_momenta(); }}},
  };
}

// Romero 2008, Figure 2: what the variational integrator conserves on a free body.
Experiment figure2() {
  return {
      .title = "Free body, VI, h = 0.05: norms of the discrete momenta, energy",
      .panels = {body_panel("|I Omega| / |Pi(0)|, at the middle of the steps", Quantity::interval_momentum_norm),
                 body_panel("|Pi| / |Pi(0)|, at the nodes", Quantity::momentum_norm),
                 body_panel("energy of the steps / H(0)", Quantity::interval_energy),
                 body_panel("energy of the steps / H(0), 20000 steps", Quantity::interval_energy, long_run)},
      .claims = {{"romero2008.C3.norm", [](const Data& d) { return spread(d[1], "momentum_norm"); }},
                 {"romero2008.C4.oscillates", [](const Data& d) { return spread(d[0], "interval_momentum_norm"); }},
                 {"romero2008.C5.fluctuates", "mean_shift",
                  [](const Data& d) { return mean_shift(d[3].history()["interval_energy"]); }},
                 {"romero2008.C5.close", "offset",
                  [](const Data& d) { return std::abs(mean(d[2].history()["interval_energy"]) - 1); }}},
  };
}

// Romero 2008, Figure 3: convergence of four methods on a free body, and of the midpoint rule with the exponential.
Experiment figure3() {
  constexpr std::int64_t finest = 6400, ranked = 1600;
  const auto rank = [](const Data& d, Norm norm, const MethodInfo& first, const Methods& others) {
    const Rank e{d[0], ranked, norm};
    return Numbers{{"ratio", e(first) / e.best(others)}};
  };
  return {
      .title = "Free body: convergence of the variational integrator and others",
      .panels = {Convergence{"I = (9, 4, 1), Omega(0) = (3, 0, 12), t = 5",
                             body_comparison(plotted + Methods{&MidpointExp::info}),
                             doubled(50, 7),
                             {Norm::momentum, Norm::rotation_vector}}},
      .claims = {{"romero2008.C2.order",
                  [](const Data& d) {
                    const auto& vi = d[0].of(Vi::info);
                    return Numbers{{"Pi", vi.halving_order(Norm::momentum, finest)},
                                   {"rotation", vi.halving_order(Norm::rotation_vector, finest)}};
                  }},
                 {"romero2008.C6.order",
                  [=](const Data& d) {
                    const auto found = orders(d[0], plotted, {Norm::momentum, Norm::rotation_vector}, finest);
                    return Numbers{{"min", least(found)}, {"max", most(found)}};
                  }},
                 {"romero2008.C7.midpoint",
                  [=](const Data& d) {
                    return rank(d, Norm::momentum, Akw::info, {&Swc1::info, &Vi::info, &Imidm::info});
                  }},
                 {"romero2008.C8.cay",
                  [=](const Data& d) {
                    return rank(d, Norm::rotation_vector, Swc1::info, {&Akw::info, &Vi::info, &Imidm::info});
                  }},
                 {"romero2008.C8.exp",
                  [=](const Data& d) {
                    return rank(d, Norm::rotation_vector, Swc1::info, {&MidpointExp::info, &Vi::info, &Imidm::info});
                  }}},
  };
}

// Romero 2008, Figure 4: discrete momenta of the variational integrator on the sphere. By (48) as it is written the
// paper's second, "standard" momentum does not oscillate as its figure does: the two readings that do are drawn, too.
Experiment figure4() {
  return {
      .title = "Dumbbell, VI, h = 0.05: discrete and standard momenta",
      .panels = {dumbbell_panel("I w, at the middle of the steps", Quantity::interval_momentum),
                 dumbbell_panel("third component by differences, I dₘ × (dₙ₊₁ − dₙ) / h",
                                Quantity::difference_momentum),
                 dumbbell_panel("third component by averages, I L½ (Ωₙ + Ωₙ₊₁) / 2", Quantity::average_momentum),
                 dumbbell_panel("third component as written, I L½ Ωₙ₊₁", Quantity::written_momentum)},
      .claims = {{"romero2008.C12.discrete", [](const Data& d) { return spread(d[0], "p3"); }},
                 {"romero2008.C12.standard-as-written", [](const Data& d) { return spread(d[3], "written3"); }},
                 {"romero2008.C12.standard-difference", [](const Data& d) { return spread(d[1], "difference3"); }},
                 {"romero2008.C12.standard-average", [](const Data& d) { return spread(d[2], "average3"); }}},
  };
}

// Romero 2008, Figure 5: the energy of the variational integrator on the sphere.
Experiment figure5() {
  return {
      .title = "Dumbbell, VI, h = 0.05: energy",
      .panels = {dumbbell_panel("energy of the steps / H(0)", Quantity::interval_energy),
                 dumbbell_panel("energy of the steps / H(0), 20000 steps", Quantity::interval_energy, long_run)},
      .claims = {{"romero2008.C15.oscillates", [](const Data& d) { return spread(d[0], "interval_energy"); }},
                 {"romero2008.C15.close",
                  [](const Data& d) {
                    double deviation = 0;
                    for (const auto& panel : d)
                      for (const double E : panel.history()["interval_energy"])
                        deviation = std::max(deviation, std::abs(E - 1));
                    return Numbers{{"max_deviation", deviation},
                                   {"mean_shift", mean_shift(d[1].history()["interval_energy"])}};
                  }}},
  };
}

// Romero 2008, Figure 6: convergence of three methods on the sphere. The momentum of the variational one is that of the
// node; that of a step, the paper's (44), is drawn by itself.
Experiment figure6() {
  constexpr std::int64_t finest = 3200;
  const auto of_all = [=](const Data& d, Norm norm) {
    const auto found = orders(d[0], on_the_sphere, {norm}, finest);
    return Numbers{{"min", least(found)}, {"max", most(found)}};
  };
  const auto of_interval = [=](Norm norm) {
    return [=](const Data& d) { return Numbers{{"order", d[1].of(DumbbellVi::info).halving_order(norm, finest)}}; };
  };
  return {
      .title = "Dumbbell: convergence of three methods",
      .panels = {Convergence{"At the nodes, t = 5",
                             dumbbell_comparison(on_the_sphere),
                             doubled(50, 6),
                             {Norm::spatial_momentum, Norm::director}},
                 Convergence{"Angular momentum of the last step",
                             dumbbell_comparison({&DumbbellVi::info}),
                             doubled(50, 6),
                             {Norm::interval_momentum, Norm::middle_momentum}}},
      .claims = {{"romero2008.C13.order",
                  [](const Data& d) {
                    const auto& vi = d[0].of(DumbbellVi::info);
                    return Numbers{{"d", vi.halving_order(Norm::director, finest)},
                                   {"momentum", vi.halving_order(Norm::spatial_momentum, finest)}};
                  }},
                 {"romero2008.C14.d", [=](const Data& d) { return of_all(d, Norm::director); }},
                 {"romero2008.C14.momentum-nodal", [=](const Data& d) { return of_all(d, Norm::spatial_momentum); }},
                 {"romero2008.C14.momentum-interval", of_interval(Norm::interval_momentum)},
                 {"romero2008.C14.momentum-middle", of_interval(Norm::middle_momentum)}},
  };
}

}  // namespace

std::vector<ClaimNumbers> claims();

Paper paper() {
  return {.id = "romero2008",
          .name = "Romero 2008",
          .figures = {{1, figure1}, {2, figure2}, {3, figure3}, {4, figure4}, {5, figure5}, {6, figure6}},
          .claims = claims};
}

}  // namespace polhode::romero2008
