// SPDX-License-Identifier: MIT
#include <cmath>
#include <map>
#include <random>

#include "experiments/papers/convergence.hpp"
#include "experiments/papers/paper.hpp"
#include "methods/family/free_flow.hpp"
#include "methods/rkn6a14.hpp"
#include "methods/runners.hpp"
#include "problems/frb.hpp"

namespace polhode::frb2008 {

namespace {

/// Distances of the momenta of a history to the curve on which the body without torque would move.
std::vector<double> distances(const Curve& history) {
  const auto body = PerturbedFrb::make<double>();
  const FreeFlow flow(body.I, body.initial);
  constexpr int n = 4096, stride = 64;
  std::vector<RigidState<double>> curve(n);
  flow.states(0, flow.period() / n, curve);
  const auto point = [&](std::size_t i) {
    return Vec<Body, double>{history["Pi1"][i], history["Pi2"][i], history["Pi3"][i]};
  };
  std::vector<double> found;
  for (std::size_t i = 0; i < history["t"].size(); ++i) {
    const auto m = point(i);
    const auto distance = [&](int k) { return norm2(curve[(k + n) % n].Pi - m); };
    int nearest = 0;
    for (int k = 0; k < n; k += stride)
      if (distance(k) < distance(nearest)) nearest = k;
    for (int k = nearest - stride, middle = nearest; k <= middle + stride; ++k)
      if (distance(k) < distance(nearest)) nearest = (k + n) % n;
    // From the nearest point, along the chord through its neighbours.
    const auto chord = curve[(nearest + 1) % n].Pi - curve[(nearest + n - 1) % n].Pi, off = m - curve[nearest].Pi;
    found.push_back(norm(off - (dot(off, chord) / norm2(chord)) * chord));
  }
  return found;
}

/// The largest of the first and of the last part of a run.
Numbers growth(const Data& d) {
  const auto& history = d[0].history();
  const auto x = distances(history);
  double early = 0, late = 0;
  const double end = history["t"].back();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (history["t"][i] <= 5000) early = std::max(early, x[i]);
    if (history["t"][i] >= 0.75 * end) late = std::max(late, x[i]);
  }
  return {{"growth", late / early}, {"max_energy_error", largest(d[2].history()["relative_energy_error"])}};
}

/// How braided the points of a run are: of those in the close-up about the first, the largest share whose nearest
/// neighbours came one and the same number of steps before or after. Points of a lattice on the torus have a few such
/// numbers, points that are strewn have as many as there are points.
double braided(const std::vector<double>& cycle) {
  using P = TorquedBody<double>;
  constexpr std::int64_t steps = 100000;
  const auto body = PerturbedFrb::make<double>();
  std::vector<std::pair<std::int64_t, Vec<Body, double>>> near;
  const Sampler<P> sampler{1, [&](const Sample<P>& s) {
                             if (norm(s.state.Pi - body.initial.Pi) < 0.02) near.emplace_back(s.n, s.state.Pi);
                           }};
  find_runner<P>(Rkn6a14::info)->run(body, Grid<double>::of_cycle(0, cycle, steps), &sampler);
  std::map<std::int64_t, double> lags;
  for (const auto& [n, m] : near) {
    std::int64_t lag = 0;
    double nearest = INFINITY;
    for (const auto& [k, other] : near)
      if (const double distance = norm2(other - m); k != n && distance < nearest)
        nearest = distance, lag = std::abs(k - n);
    lags[lag] += 1 / static_cast<double>(near.size());
  }
  double most = 0;
  for (const auto& [_, share] : lags) most = std::max(most, share);
  return most;
}

/// The run of the figure again at three steps, one of them a twentieth of the free period, and at random times.
Numbers braids() {
  const auto body = PerturbedFrb::make<double>();
  const double period = FreeFlow(body.I, body.initial).period();
  std::mt19937_64 random(7);
  std::vector<double> any;
  for (int i = 0; i < 100000; ++i) any.push_back(0.25 + 0.5 * static_cast<double>(random() >> 11) * 0x1p-53);
  return {{"h0.5", braided({0.5})},
          {"commensurable", braided({period / 20})},
          {"incommensurable", braided({period / (20 + (std::sqrt(5) - 1) / 2)})},
          {"random", braided(any)},
          {"free_period", period}};
}

}  // namespace

// Celledoni & Zanna 2008, Figure 7: the momentum of a body in a weak field stays on a torus about its free orbit.
Experiment figure7() {
  constexpr double h = 0.5;
  constexpr std::int64_t steps = 100000;
  const Comparison comparison{&PerturbedFrb::info, PerturbedFrb::make<double>(), {&Rkn6a14::info}, h * steps};
  return {
      .title = "Weak field, RKN6a14, h = 0.5, 100000 steps: body momentum and energy",
      .panels = {Trajectory{"Pi at every step", comparison, steps, Quantity::body_momentum, View::space},
                 Trajectory{.title = "Pi, Pi, close-up: braids",
                            .comparison = comparison,
                            .steps = steps,
                            .quantity = Quantity::body_momentum,
                            .view = View::space,
                            .close_up = 0.02},
                 Drift{"energy", comparison, steps, 1, Quantity::relative_energy_error}},
      .claims = {{"frb2008.Z6.bounded", growth},
                 {"frb2008.Z6.torus", "max_distance", [](const Data& d) { return largest(distances(d[0].history())); }},
                 {"frb2008.Z7.braids", braids}},
  };
}

}  // namespace polhode::frb2008
