// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "core/geometry/scalar.hpp"
#include "core/measuring/experiment.hpp"
#include "experiments/papers/convergence.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/measured.hpp"
#include "methods/exact.hpp"
#include "methods/mr.hpp"
#include "methods/rk4.hpp"
#include "methods/runners.hpp"
#include "methods/sej.hpp"
#include "methods/sej_magnus4.hpp"
#include "problems/saefstroem.hpp"

namespace polhode::saefstroem2006 {

namespace {

// Celledoni & Säfström 2006, Figure 1: what does a given accuracy of a free body cost, by the splitting MR and by
// elliptic functions?
Experiment figure1() {
  const Comparison comparison{.info = &FreeSaefstroem1::info,
                              .problem = FreeSaefstroem1::make<double>(),
                              .methods = {&Mr::info, &Exact::info},
                              .duration = 1};

  return {
      .title = "Free body: the cost of accuracy",
      .panels = {Work{.title = "I = (1, 2, 3), Omega(0) = (1, 0, 2), t = 1",
                      .comparison = comparison,
                      .ladder = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000},
                      .norm = Norm::angular_velocity}},
      .claims = {{"saefstroem.F1.magnitude",
                  [](const Data& d) {
                    std::vector<double> e;
                    for (const auto& p : d[0].of(Exact::info).points) e.push_back(p.error());
                    return Numbers{{"max_error", most(e)}, {"error_N1", e.front()}};
                  }},
                 {"saefstroem.F1.independent", "coarse_over_fine",
                  [](const Data& d) {
                    double coarse = 0, fine = 0;
                    for (const auto& p : d[0].of(Exact::info).points) {
                      if (p.steps <= 10) coarse = std::max(coarse, p.error());
                      if (p.steps == 5000) fine = p.error();
                    }
                    return coarse / fine;
                  }},
                 {"saefstroem.F1.rank", "min_ratio_mr_over_exact",
                  [](const Data& d) {
                    const auto ratio = [](const Rank& e) { return e(Mr::info) / e(Exact::info); };
                    return least(over_ladder(d[0], Norm::angular_velocity, ratio));
                  }},
                 {"saefstroem.F1.efficiency", "time_ratio",
                  [](const Data& d) { return d[0].of(Mr::info).time_to(1e-6) / d[0].of(Exact::info).time_to(1e-6); }}},
  };
}

/// Of the energy of a panel's first method.
double energy_error(const Data& d, int panel) {
  return largest(d[panel].history()["energy_error"]);
}
double drift_share(const Data& d, int panel) {
  const auto& c = d[panel].history();
  return polhode::drift_share(c["t"], c["energy_error"]);
}

// Celledoni & Säfström 2006, Figure 2: which methods keep the energy of a free body over 1000 large steps?
Experiment figure2() {
  const auto comparison = [](const MethodInfo& method) {
    return Comparison{&FreeSaefstroem2::info, FreeSaefstroem2::make<double>(), {&method}, 400};
  };
  return {
      .title = "Free body: energy over 1000 steps of 0.4",
      .panels = {Drift{.title = "RK4", .comparison = comparison(Rk4::info), .steps = 1000},
                 Drift{.title = "MR", .comparison = comparison(Mr::info), .steps = 1000},
                 Drift{.title = "elliptic functions", .comparison = comparison(Exact::info), .steps = 1000},
                 Trajectory{.title = "the motion, by elliptic functions",
                            .comparison = comparison(Exact::info),
                            .steps = 1000,
                            .quantity = Quantity::angular_velocity}},
      .claims = {{"saefstroem.F2a.drift",
                  [](const Data& d) {
                    return Numbers{{"drift_share", drift_share(d, 0)}, {"max_energy_error", energy_error(d, 0)}};
                  }},
                 {"saefstroem.F2b.oscillates", "drift_share", [](const Data& d) { return drift_share(d, 1); }},
                 {"saefstroem.F2b.amplitude",
                  [](const Data& d) {  // about a constant value: half the range
                    const auto& e = d[1].history()["energy_error"];
                    const auto [low, high] = std::minmax_element(e.begin(), e.end());
                    return Numbers{{"amplitude", (*high - *low) / 2}, {"min", *low}, {"max", *high}};
                  }},
                 {"saefstroem.F2c.magnitude", "max_energy_error", [](const Data& d) { return energy_error(d, 2); }}},
  };
}

// Celledoni & Säfström 2006, Figure 3: the cost of accuracy on a fast and massive heavy top.
Experiment figure3() {
  const std::int64_t per_thousandth = 1000;  // h = 1e-3
  const auto ratio = [=](const Data& d) {
    return d[0].of(Mr::info).at(per_thousandth).error() / d[0].of(Sej::info).at(per_thousandth).error();
  };
  return {
      .title = "Massive heavy top: the cost of accuracy",
      .panels = {Work{.title = "I = (1000, 5000, 6000), Omega(0) = (100, 100, 100), t = 1",
                      .comparison = {&HeavyTop1000::info, HeavyTop1000::make<double>(), {&Mr::info, &Sej::info}, 1},
                      .ladder = {100, 200, 500, 1000, 2000, 5000, 10000},
                      .norm = Norm::velocity_and_gravity,
                      .errors = {{2e-4, 1e-3}}}},
      .claims = {{"saefstroem.F3.error",
                  [=](const Data& d) {
                    return Numbers{{"ratio", ratio(d)},
                                   {"mr", d[0].of(Mr::info).at(per_thousandth).error()},
                                   {"sej", d[0].of(Sej::info).at(per_thousandth).error()}};
                  }},
                 {"saefstroem.F3.time",
                  [=](const Data& d) {  // both are of order 2, so the time to an error goes with the root of the error
                    const double step = d[0].of(Sej::info).at(per_thousandth).fastest() /
                                        d[0].of(Mr::info).at(per_thousandth).fastest();
                    return Numbers{{"time_ratio", std::sqrt(ratio(d)) / step}, {"sej_step_in_mr_steps", step}};
                  }}},
  };
}

// Celledoni & Säfström 2006, Figure 4: the energy of the massive heavy top over 20000 steps.
Experiment figure4() {
  const auto panel = [](const char* title, const MethodInfo& method) {
    return Drift{title, {&HeavyTop1000::info, HeavyTop1000::make<double>(), {&method}, 20}, 20000};
  };
  return {
      .title = "Massive heavy top: energy over 20000 steps of 0.001 (H = 6e7)",
      .panels = {panel("RK4", Rk4::info), panel("MR", Mr::info), panel("SEJ", Sej::info)},
      .claims = {{"saefstroem.F4.rk4", "max_error", [](const Data& d) { return energy_error(d, 0); }},
                 {"saefstroem.F4.mr", "max_error", [](const Data& d) { return energy_error(d, 1); }},
                 {"saefstroem.F4.sej", "max_error", [](const Data& d) { return energy_error(d, 2); }},
                 {"saefstroem.F4.oscillates",
                  [](const Data& d) {
                    return Numbers{{"mr", drift_share(d, 1)}, {"sej", drift_share(d, 2)}};
                  }},
                 {"saefstroem.F4.rank-rk4", "ratio_rk4_over_sej",
                  [](const Data& d) { return energy_error(d, 0) / energy_error(d, 2); }}},
  };
}

// Celledoni & Säfström 2006, Figure 5: the cost of accuracy on a light heavy top. The two claims compare the published
// programs' times, which cannot be had; the numbers beside them are ours. RK4 is added for scale.
Experiment figure5() {
  const auto ours = [](const Data& d) {
    const auto &mr = d[0].of(Mr::info), &sej = d[0].of(Sej::info);
    return Numbers{{"error_ratio_at_h_0.01", mr.at(100).error() / sej.at(100).error()},
                   {"time_ratio_at_error_1e-3", mr.time_to(1e-3) / sej.time_to(1e-3)}};
  };
  return {
      .title = "Light heavy top: the cost of accuracy",
      .panels = {Work{
          .title = "I = (1, 5, 6), Omega(0) = (10, 10, 10), t = 1",
          .comparison = {&HeavyTop156::info, HeavyTop156::make<double>(), {&Mr::info, &Sej::info, &Rk4::info}, 1},
          .ladder = {100, 200, 500, 1000, 2000, 5000, 10000},
          .norm = Norm::velocity_and_gravity,
          .errors = {{1e-5, 1e-2}}}},
      .claims = {{"saefstroem.F5.similar", ours}, {"saefstroem.F5.advantage", ours}},
  };
}

// Figures 6 and 7 share one top, three steps, and the shape of its true motion.

constexpr std::int64_t steps[3] = {10000, 2000, 1000};
constexpr const char* step_names[3] = {"h = 0.01", "h = 0.05", "h = 0.1"};

Comparison comparison(const Methods& methods) {
  return {&HeavyTop156::info, HeavyTop156::make<double>(), methods, 100};
}

/// Energy and trajectory at each of the steps, then the motion by a method that neither figure compares, with steps so
/// short that its shape is the true one to 1e-5.
std::vector<Panel> panels_of(const Methods& methods, const std::array<int, 3>& starts) {
  std::vector<Panel> panels;
  const auto trajectory = [](const char* title, const Methods& of, std::int64_t n, int from) {
    return Trajectory{title, comparison(of), n, Quantity::gravity_direction, View::sphere, from};
  };
  for (std::size_t i = 0; i < 3; ++i) {
    panels.push_back(Drift{step_names[i], comparison(methods), steps[i], starts[i]});
    panels.push_back(trajectory(step_names[i], methods, steps[i], starts[i]));
  }
  panels.push_back(trajectory("the motion of u (RK4, h = 0.001)", {&Rk4::info}, 100000, 1));
  return panels;
}

double mean_u3(const Curve& c) {
  return mean(c["u3"]);
}
double min_u3(const Curve& c) {
  return *std::min_element(c["u3"].begin(), c["u3"].end());
}

// Celledoni & Säfström 2006, Figure 6: energy and trajectory of u = R^T e3 by SEJ, at three steps.
Experiment figure6() {
  Experiment e{.title = "Light heavy top by SEJ: energy and trajectory", .panels = panels_of({&Sej::info}, {1, 1, 1})};
  e.claims = {{"saefstroem.F6c.sej-grows",
               [](const Data& d) {
                 const auto error = [&](int i) { return energy_error(d, 2 * i); };
                 return Numbers{{"min_successive_ratio", std::min(error(1) / error(0), error(2) / error(1))},
                                {"h0.01", error(0)},
                                {"h0.05", error(1)},
                                {"h0.1", error(2)}};
               }},
              {"saefstroem.F6d.sej-keeps", [](const Data& d) {
                 const auto& truth = d[6].history();
                 double mean_off = 0, min_off = 0;
                 for (int i = 0; i < 3; ++i) {
                   const auto& u = d[2 * i + 1].history();
                   mean_off = std::max(mean_off, std::abs(mean_u3(u) - mean_u3(truth)));
                   min_off = std::max(min_off, std::abs(min_u3(u) - min_u3(truth)));
                 }
                 return Numbers{{"mean_u3_off", mean_off},
                                {"min_u3_off", min_off},
                                {"true_mean_u3", mean_u3(truth)},
                                {"true_min_u3", min_u3(truth)}};
               }}};
  return e;
}

// Celledoni & Säfström 2006, Figure 7: the same as Figure 6 by MR, with SEJ beside it. At h = 0.1 MR is chaotic: a
// start that differs by 1e-14 ends elsewhere, so it is judged on the median over 16 starts.
Experiment figure7() {
  Experiment e{.title = "Light heavy top by MR: energy and trajectory",
               .panels = panels_of({&Mr::info, &Sej::info}, {1, 1, ensemble_size})};
  const auto energy_error = [](const Data& d, int i, const MethodInfo& m) {
    return median(over_starts(d[2 * i].of(m), [](const Curve& c) { return largest(c["energy_error"]); }));
  };
  const auto difference = [](const Data& d) {  // |u_SEJ - u_MR| at every step, h = 0.01
    const auto &a = d[1].of(Sej::info).histories[0], &b = d[1].of(Mr::info).histories[0];
    std::vector<double> distance;
    for (std::size_t n = 0; n < a["t"].size(); ++n)
      distance.push_back(std::hypot(a["u1"][n] - b["u1"][n], a["u2"][n] - b["u2"][n], a["u3"][n] - b["u3"][n]));
    return distance;
  };
  e.claims = {
      {"saefstroem.F6.similar",
       [](const Data& d) {
         const auto &a = d[1].of(Sej::info).histories[0], &b = d[1].of(Mr::info).histories[0];
         double box = 0;
         for (const auto* u : {"u1", "u2", "u3"}) {
           const auto [a0, a1] = std::minmax_element(a[u].begin(), a[u].end());
           const auto [b0, b1] = std::minmax_element(b[u].begin(), b[u].end());
           box = std::max({box, std::abs(*a0 - *b0), std::abs(*a1 - *b1)});
         }
         return Numbers{{"box_difference", box}, {"mean_u3_difference", std::abs(mean_u3(a) - mean_u3(b))}};
       }},
      {"saefstroem.F6a.ratio",
       [=](const Data& d) {
         const double sej = energy_error(d, 0, Sej::info), mr = energy_error(d, 0, Mr::info);
         return Numbers{{"ratio", sej / mr}, {"sej", sej}, {"mr", mr}};
       }},
      {"saefstroem.F6b.mean", "mean", [=](const Data& d) { return mean(difference(d)); }},
      {"saefstroem.F6b.max", "max", [=](const Data& d) { return largest(difference(d)); }},
      {"saefstroem.F6c.mr-grows",
       [=](const Data& d) {
         const double a = energy_error(d, 0, Mr::info), b = energy_error(d, 1, Mr::info),
                      c = energy_error(d, 2, Mr::info);
         return Numbers{
             {"min_successive_ratio", std::min(b / a, c / b)}, {"h0.01", a}, {"h0.05", b}, {"h0.1_median", c}};
       }},
      {"saefstroem.F6c.rank", "max_ratio_sej_over_mr",
       [=](const Data& d) {
         double worst = 0;
         for (int i = 0; i < 3; ++i)
           worst = std::max(worst, energy_error(d, i, Sej::info) / energy_error(d, i, Mr::info));
         return worst;
       }},
      {"saefstroem.F6d.mr-changes",
       [](const Data& d) {
         const auto& truth = d[6].history();
         const auto off = [&](double (*number)(const Curve&)) {
           return median(
               over_starts(d[5].of(Mr::info), [&](const Curve& c) { return std::abs(number(c) - number(truth)); }));
         };
         return Numbers{{"mean_u3_off", off(mean_u3)}, {"min_u3_off", off(min_u3)}};
       }},
  };
  return e;
}

// Celledoni & Säfström 2006, Figure 8: the mean energy error while the body gains weight and the torque loses its say.
Experiment figure8() {
  std::vector<double> alphas;
  std::vector<Comparison> bodies;
  for (int i = 0; i <= 25; ++i) {
    alphas.push_back(std::pow(10.0, i / 5.0));
    bodies.push_back({&HeavyTopAlpha::info, HeavyTopAlpha::make<double>(alphas.back()), {&Mr::info, &Sej::info}, 10});
  }
  const auto ratio = [](const Data& d, bool last) {
    const auto value = [&](const MethodInfo& m) {
      const auto& e = d[0].of(m).histories[0]["mean_energy_error"];
      return last ? e.back() : e.front();
    };
    return value(Mr::info) / value(Sej::info);
  };
  return {
      .title = "Heavy top: energy error against the size of the inertia",
      .panels = {Sweep{.title = "I = alpha (1, 2, 3), Omega(0) = (1, 2, 3), h = 0.01, t in [0, 10]",
                       .parameter = "alpha",
                       .values = alphas,
                       .comparisons = bodies,
                       .steps = 1000}},
      .claims = {{"saefstroem.F8.large",
                  [=](const Data& d) {
                    return Numbers{{"ratio_1e5", ratio(d, true)}, {"ratio_1", ratio(d, false)}};
                  }}},
  };
}

// --- claims that no figure shows -------------------------------------------------------------------------------------

double symmetry(const MethodInfo& m) {
  return measured::symmetry(m, HeavyTop156::make<float128>(), float128(0.05));
}

double symplecticity(const MethodInfo& m) {
  return measured::symplecticity(m, HeavyTop156::make<float128>(), 0.05);
}

/// Order of SEJ from the last halving of the step, in quad, error of (Pi, u), against the kept reference.
Numbers sej_order() {
  const Comparison comparison{&HeavyTop156::info, HeavyTop156::make<double>(), {}, 1};
  const auto& end = std::get<RigidState<float128>>(reference_of(comparison).state);
  const auto body = HeavyTop156::make<float128>();
  const auto error_of = [&](std::int64_t steps) {
    const auto s =
        integrate<Sej, TorquedBody<float128>>(body, Grid<float128>::of_duration(float128(0), float128(1), steps)).state;
    const auto e3 = axis<Space, float128>(2);
    return static_cast<double>(sqrt(norm2(s.Pi - end.Pi) + norm2(inverse(s.R) * e3 - inverse(end.R) * e3)));
  };
  return {{"order", std::log2(error_of(400) / error_of(800))}};
}

/// The flow of SEJ-Magnus4 without its symmetry: the attitude by a Magnus step of order three with the nodes 0 and 2/3 of
/// Radau. The unsymmetric product of exact flows would not do: it is SEJ in other coordinates, K(-h/2) SEJ K(h/2).
struct RadauFlow {
  template <class P, class T, class Counters>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, Counters&) {
    const auto w0 = body.Omega(s.Pi), w = body.Omega(ExactFlow::momentum(body.I, s.Pi, 2 * h / 3));
    return {ExactFlow::momentum(body.I, s.Pi, h), s.R * exp((h / 4) * (w0 + 3 * w) + (h * h / 8) * cross(w0, w))};
  }
};
struct Unsymmetric : Strang<RadauFlow> {
  static constexpr auto info = SejMagnus4::info;
};
/// Energy errors of a long run of a top: the largest, and that of the last quarter as a share of that of the first.
std::pair<double, double> energy_of(auto method, const TorquedBody<double>& top, double h, std::int64_t steps) {
  double most[4] = {};
  const double H0 = energy(top, top.initial);
  const Sampler<TorquedBody<double>> sampler{1, [&](const auto& s) {
                                               auto& quarter = most[std::min<std::int64_t>(4 * s.n / steps, 3)];
                                               quarter = std::max(quarter, std::abs(energy(top, s.state) - H0));
                                             }};
  integrate<decltype(method), TorquedBody<double>>(top, Grid<double>::of_step(0, h, steps), sampler);
  return {*std::max_element(most, most + 4), most[3] / most[0]};
}
/// Whether symmetry is what bounds the energy: a method that is symmetric and not symplectic, and one that is neither.
Numbers cause_of_the_bounded_energy() {
  const auto massive = HeavyTop1000::make<double>(), light = HeavyTop156::make<double>();
  const double massive_growth = energy_of(Unsymmetric(), massive, 0.001, 20000).second,
               light_growth = energy_of(Unsymmetric(), light, 0.1, 1000).second;
  return {{"least_growth", std::min(massive_growth, light_growth)},
          {"massive_growth", massive_growth},
          {"light_growth", light_growth},
          {"symmetric_growth", std::max(energy_of(SejMagnus4(), massive, 0.001, 20000).second,
                                        energy_of(SejMagnus4(), light, 0.1, 1000).second)}};
}

Numbers exact_invariants() {
  const auto body = FreeSaefstroem2::make<double>();
  double momentum = 0, kinetic = 0;
  for (const auto& s : nodes(Exact::info, body, Grid<double>::of_step(0, 0.4, 1000))) {
    momentum = std::max(momentum, std::abs(norm(s.state.Pi) / norm(body.initial.Pi) - 1));
    kinetic = std::max(kinetic, std::abs(energy(body, s.state) / energy(body, body.initial) - 1));
  }
  return {{"momentum", momentum}, {"energy", kinetic}};
}

// --- work -----------------------------------------------------------------------------------------------------------

Comparison free_body() {
  return {&FreeSaefstroem1::info, FreeSaefstroem1::make<double>(), {}, 1};
}

/// A ladder with what a run costs in the place of its time, until an error is below `enough`.
Series ladder(const Comparison& comparison, const MethodInfo& m, const std::vector<std::int64_t>& steps, Norm norm,
              double enough, const std::function<double(const Point&)>& cost) {
  Series series{&m, {}, {}, {}};
  for (const auto n : steps) {
    auto point = comparison_runner().run(comparison, m, n, {norm});
    if (point.status != Status::ok) continue;
    point.seconds = {cost(point)};
    series.points.push_back(point);
    if (point.error() < enough) break;
  }
  return series;
}
double operations(const Point& point) {
  return static_cast<double>(point.operations);
}

/// Times to an error as shares of the exact motion's.
Numbers times_of_standard_solvers() {
  const auto comparison = free_body();
  const auto series = [&](const MethodInfo& m) {
    return ladder(comparison, m, doubled(1, 14), Norm::angular_velocity, 1e-11,
                  [&](const Point& point) { return fastest(comparison, m, point.steps, 5); });
  };
  const auto exact = series(Exact::info);
  Numbers found;
  for (const std::string id : {"rk4", "dopri5", "dop853"}) {
    const auto other = series(*find_method(id));
    for (const auto& [error, name] : {std::pair{1e-3, "_1e-3"}, {1e-6, "_1e-6"}, {1e-10, "_1e-10"}})
      found.emplace_back(id + name, other.time_to(error) / exact.time_to(error));
  }
  return found;
}

/// The error of MR at the operations of every run of SEJ, over that of SEJ: the least. Errors between runs of MR are
/// interpolated in the logarithms.
double at_equal_operations(const Comparison& comparison) {
  const std::vector<std::int64_t> steps{100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000};
  const auto of = [&](const MethodInfo& m) {
    return ladder(comparison, m, steps, Norm::velocity_and_gravity, 0, operations).points;
  };
  const auto mr = of(Mr::info), sej = of(Sej::info);
  double least = INFINITY;
  for (const auto& point : sej)
    for (std::size_t i = 1; i < mr.size(); ++i) {
      const double below = operations(mr[i - 1]), above = operations(mr[i]);
      if (operations(point) < below || operations(point) > above) continue;
      const double share = std::log(operations(point) / below) / std::log(above / below);
      const double error = mr[i - 1].error() * std::pow(mr[i].error() / mr[i - 1].error(), share);
      least = std::min(least, error / point.error());
    }
  return least;
}

/// Of the symplectic methods that are neither exact on a free body nor made of MR: the share that takes more operations
/// than MR to an error, and the operations of the best in those of MR.
Numbers rank_of_mr() {
  const auto comparison = free_body();
  const auto series = [&](const MethodInfo& m) {
    return ladder(comparison, m, doubled(1, 14), Norm::angular_velocity, 1e-6, operations);
  };
  const auto mr = series(Mr::info);
  constexpr std::pair<double, const char*> errors[] = {{1e-3, "1e-3"}, {1e-4, "1e-4"}, {1e-5, "1e-5"}, {1e-6, "1e-6"}};
  double beaten[4] = {}, least[4] = {INFINITY, INFINITY, INFINITY, INFINITY}, others = 0;
  for (const auto* m : method_infos()) {
    if (m->symplectic.answer != Answer::yes || m->id == Mr::info.id || m->id.ends_with(":mr")) continue;
    if (!find_runner<FreeBody<double>>(*m)) continue;
    const auto other = series(*m);
    if (other.points.empty() || other.points.front().error() < 1e-12) continue;  // one step, and exact
    ++others;
    for (int k = 0; k < 4; ++k) {
      const double ratio = other.time_to(errors[k].first) / mr.time_to(errors[k].first);
      beaten[k] += ratio > 1, least[k] = std::min(least[k], ratio);
    }
  }
  Numbers found{{"others", others}};
  for (int k = 0; k < 4; ++k) {
    found.emplace_back(std::string("beaten_") + errors[k].second, beaten[k] / others);
    found.emplace_back(std::string("best_") + errors[k].second, least[k]);
  }
  return found;
}

std::vector<ClaimNumbers> claims() {
  return {{"saefstroem.F9.symmetric",
           [] {
             return Numbers{{"sej", symmetry(Sej::info)}, {"sej_magnus4", symmetry(SejMagnus4::info)}};
           }},
          {"saefstroem.F9.order", sej_order},
          {"saefstroem.F9.not-symplectic-exact", "defect", [] { return symplecticity(Sej::info); }},
          {"saefstroem.F9.not-symplectic-magnus4", "defect", [] { return symplecticity(SejMagnus4::info); }},
          {"saefstroem.F9.mr-symplectic", "defect", [] { return symplecticity(Mr::info); }},
          {"saefstroem.F10.momentum", exact_invariants},
          {"saefstroem.F10.agm", "max_steps", Agm::most_steps},
          {"saefstroem.E1.standard-ode", times_of_standard_solvers},
          {"saefstroem.E4.symmetry", cause_of_the_bounded_energy},
          {"saefstroem.E2.flops",
           [] {
             return Numbers{
                 {"massive", at_equal_operations({&HeavyTop1000::info, HeavyTop1000::make<double>(), {}, 1})},
                 {"light", at_equal_operations({&HeavyTop156::info, HeavyTop156::make<double>(), {}, 1})}};
           }},
          {"saefstroem.E3.mr-competitive", rank_of_mr}};
}

}  // namespace

Paper paper() {
  return {.id = "saefstroem2006",
          .name = "Celledoni & Säfström 2006",
          .figure_prefix = "",
          .figures = {{1, figure1},
                      {2, figure2},
                      {3, figure3},
                      {4, figure4},
                      {5, figure5},
                      {6, figure6},
                      {7, figure7},
                      {8, figure8}},
          .claims = claims};
}

}  // namespace polhode::saefstroem2006
