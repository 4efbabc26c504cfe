// SPDX-License-Identifier: MIT
#include <cmath>
#include <random>

#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "core/measuring/experiment.hpp"
#include "core/reference/reference.hpp"
#include "experiments/papers/convergence.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/measured.hpp"
#include "methods/akw.hpp"
#include "methods/dumbbell_conserving.hpp"
#include "methods/dumbbell_vi.hpp"
#include "methods/imidm.hpp"
#include "methods/runners.hpp"
#include "methods/swc1.hpp"
#include "methods/vi.hpp"
#include "problems/dumbbell_romero.hpp"
#include "problems/free_romero.hpp"
#include "problems/test_problems.hpp"

namespace polhode::romero2008 {

namespace {

// What figures and claims share: a free body and a dumbbell, t in [0, 5], h = 0.05.

constexpr double h = 0.05, time = 5;
constexpr std::int64_t steps = 100, long_run = 20000;

/// The methods that are plotted.
const Methods plotted{&Vi::info, &Akw::info, &Swc1::info, &Imidm::info};
const Methods on_the_sphere{&DumbbellVi::info, &DumbbellMidpoint::info, &DumbbellConserving::info};

Comparison body_comparison(const Methods& methods, double duration = time) {
  return {&FreeRomero::info, FreeRomero::make<double>(), methods, duration};
}
Comparison dumbbell_comparison(const Methods& methods, double duration = time) {
  return {&DumbbellRomero::info, DumbbellRomero::make<double>(), methods, duration};
}

Trajectory body_panel(const char* title, Quantity quantity, std::int64_t n = steps) {
  return {title, body_comparison({&Vi::info}, h * static_cast<double>(n)), n, quantity};
}
Trajectory dumbbell_panel(const char* title, Quantity quantity, std::int64_t n = steps) {
  return {title, dumbbell_comparison({&DumbbellVi::info}, h * static_cast<double>(n)), n, quantity};
}

/// How much the values of a panel's only series vary.
Numbers spread(const PanelData& data, const char* column) {
  const auto& x = data.history()[column];
  return {{"spread", most(x) - least(x)}, {"min", least(x)}, {"max", most(x)}};
}

/// The mean over the last tenth of a run against that over the first.
double mean_shift(const std::vector<double>& x) {
  const auto tenth = static_cast<std::ptrdiff_t>(x.size() / 10);
  return std::abs(mean({x.end() - tenth, x.end()}) - mean({x.begin(), x.begin() + tenth}));
}

/// The nodes of `n` steps from 0.
template <class P>
auto nodes(const MethodInfo& m, const P& problem, std::int64_t n = steps) {
  return nodes(m, problem, Grid<typename P::Scalar>::of_step(0, h, n));
}

/// The largest distance of the two momenta, both in the body's frame at the middle of a step, over |Pi|.
double gap_of_momenta() {
  const auto body = FreeRomero::make<double>();
  double gap = 0;
  Vec<Body, double> before{};
  for (const auto& s : nodes(Vi::info, body)) {
    if (s.interval) {
      const auto p = momentum_in<Body>(*s.interval);
      const auto middle = exp((-h / 2) * body.Omega(p)) * before;
      gap = std::max(gap, norm(middle - p) / norm(before));
    }
    before = s.state.Pi;
  }
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
  const auto offset_of = [](const Data& d) { return std::abs(mean(d[2].history()["interval_energy"]) - 1); };
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
                 {"romero2008.C5.close", "offset", offset_of},
                 {"romero2008.C5.not-exact", "offset", offset_of}},
  };
}

// Romero 2008, Figure 3: convergence of four methods on a free body, and of the midpoint rule with the exponential.
Experiment figure3() {
  constexpr std::int64_t finest = 6400;
  const auto rank = [](Norm norm, const MethodInfo& first, const Methods& others) {
    return [=, &first](const Data& d) {
      return over_ladder(d[0], norm, [&](const Rank& e) { return e(first) / e.best(others); });
    };
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
                 {"romero2008.C7.midpoint", rank(Norm::momentum, Akw::info, {&Swc1::info, &Vi::info, &Imidm::info})},
                 {"romero2008.C8.cay", rank(Norm::rotation_vector, Swc1::info, {&Akw::info, &Vi::info, &Imidm::info})},
                 {"romero2008.C8.exp",
                  rank(Norm::rotation_vector, Swc1::info, {&MidpointExp::info, &Vi::info, &Imidm::info})}},
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

// --- claims that no figure shows -------------------------------------------------------------------------------------

// --- the discrete action --------------------------------------------------------------------------------------------

using Varied = Dual<float128, 3>;

/// A component of epsilon, which is zero, and its derivatives: what a node is turned by.
Varied epsilon(int i) {
  return Varied::variable(float128(0), i);
}

/// I theta.theta / (2h) of two attitudes, Romero 2008, section 4.
Varied action(const FreeBody<float128>& body, const RigidState<Varied>& a, const RigidState<Varied>& b,
              const float128& step) {
  const auto theta = log(inverse(a.R) * b.R);
  return dot(theta, cast<Varied>(body).momentum(theta)) / Varied(2 * step);
}
RigidState<Varied> varied(const RigidState<float128>& s) {
  auto v = cast<Varied>(s);
  v.R = v.R * exp(Vec<Body, Varied>{epsilon(0), epsilon(1), epsilon(2)});
  return v;
}

/// I theta^2 / (2h) + (h/2) (g.d + g.d') of two directors, section 6.
Varied action(const Director<float128>& problem, const DirectorState<Varied>& a, const DirectorState<Varied>& b,
              const float128& step) {
  const auto wide = cast<Varied>(problem);
  const auto theta = angle(a.d, b.d);
  return wide.I * theta * theta / Varied(2 * step) - Varied(step / 2) * (wide.potential(a.d) + wide.potential(b.d));
}
DirectorState<Varied> varied(const DirectorState<float128>& s) {
  auto v = cast<Varied>(s);
  v.d = exp(Vec<Space, Varied>{epsilon(0), epsilon(1), epsilon(2)}) * v.d;
  return v;
}

/// The largest derivative of the action sum by an inner node of a path with two steps in turn.
double gradient(const MethodInfo& m, const auto& problem) {
  const auto path = nodes(m, problem, Grid<float128>::of_cycle(0, {float128(h), float128(h) / 2}, steps));
  double worst = 0;
  for (std::size_t n = 1; n + 1 < path.size(); ++n) {
    const auto &before = path[n - 1], &after = path[n + 1];
    const auto middle = varied(path[n].state);
    const Varied sum = action(problem, cast<Varied>(before.state), middle, path[n].t - before.t) +
                       action(problem, middle, cast<Varied>(after.state), after.t - path[n].t);
    for (int i = 0; i < 3; ++i) worst = std::max(worst, std::abs(static_cast<double>(sum.partial[i])));
  }
  return worst;
}

// --- invariants, accuracy, cost -------------------------------------------------------------------------------------

/// Drift of the spatial momentum, and the energies of the nodes over that of the start.
struct Kept {
  double momentum = 0;
  std::vector<double> energy;
};
Kept kept(const MethodInfo& m, std::int64_t n) {
  Kept found;
  const auto body = FreeRomero::make<double>();
  const auto run = nodes(m, body, n);
  for (const auto& s : run) {
    found.momentum = std::max(found.momentum, norm(s.state.pi() - run[0].state.pi()));
    found.energy.push_back(energy(body, s.state) / energy(body, body.initial));
  }
  return found;
}
double spread(const std::vector<double>& x) {
  return most(x) - least(x);
}

/// How far the mean energy of the intervals of t in [0, 5] is from the energy.
double offset(std::int64_t n) {
  const auto panel = body_panel("", Quantity::interval_energy);
  return std::abs(
      mean(comparison_runner().history(panel.comparison, Vi::info, n, panel.quantity, 0).curve["interval_energy"]) - 1);
}

/// Momenta of the nodes, or velocities of the intervals, in t in [0, 1] against the motion at the middle of the step,
/// or at its end: the largest error. The step is short enough there to show an order, which it is not over [0, 5].
enum class Of { node, interval };
enum class At { end, middle };
double error_at(std::int64_t n, Of of, At at) {
  const auto body = FreeRomero::make<double>();
  const auto wide = FreeRomero::make<float128>();
  const std::int64_t stride = std::max<std::int64_t>(n / 320, 1);  // the references take the time
  double worst = 0;
  for (const auto& s : nodes(Vi::info, body, Grid<double>::of_duration(0, 1, n))) {
    if (!s.interval || s.n % stride != 0) continue;
    const double t = at == At::end ? s.t : s.interval->t;
    const auto found = of == Of::node ? s.state.Pi : momentum_in<Body>(*s.interval);
    const auto difference = found - cast<double>(reference::at(wide, float128(0), float128(t)).state.Pi);
    worst = std::max(worst, of == Of::node ? norm(difference) : norm(body.Omega(difference)));
  }
  return worst;
}
double order_at(Of of, At at, std::int64_t n = 320) {
  return std::log2(error_at(n / 2, of, at) / error_at(n, of, at));
}

/// The discrete spatial momentum, which is constant, against that of the motion.
double error_of_spatial_momentum(int n) {
  const auto body = FreeRomero::make<double>();
  return norm(nodes(Vi::info, body, Grid<double>::of_duration(0, 1, n)).back().state.pi() - body.initial.pi());
}
/// The sum of (22) with (23) over t in [0, 1] at the true motion, against the action: T without torque.
double error_of_action(int n) {
  const auto body = FreeRomero::make<float128>();
  const float128 step = float128(1) / n;
  float128 sum = 0;
  auto before = body.initial;
  for (int k = 1; k <= n; ++k) {
    const auto after = reference::at(body, float128(0), float128(k * step)).state;
    const auto theta = log(inverse(before.R) * after.R);
    sum += dot(theta, body.momentum(theta)) / (2 * step);
    before = after;
  }
  return std::abs(static_cast<double>(sum - energy(body, body.initial)));
}

/// The order that n and 2n steps show, and their errors.
Numbers order_of(double (*error)(int), int n) {
  const double coarse = error(n), fine = error(2 * n);
  return {{"order", std::log2(coarse / fine)}, {"N" + std::to_string(n), coarse}, {"N" + std::to_string(2 * n), fine}};
}

double rotation_order(const MethodInfo& m) {
  return order(body_comparison({}), m, 6400, Norm::rotation_vector);
}

double iterations(const MethodInfo& m, const Problem<double>& problem, std::int64_t n) {
  const auto run = find_runner<Problem<double>>(m)->run(problem, Grid<double>::of_step(0, h, n), nullptr);
  return static_cast<double>(run.counters.solver_iterations) / static_cast<double>(n);
}

/// Of the equations as published, which hold with torque, too: that it is zero is known to nobody here. Knowing it, akw
/// solves another equation.
Numbers iterations_of_the_body() {
  const TorquedBody<double> body{FreeRomero::make<double>(), {}};
  auto found = by_method(plotted, [&](const MethodInfo& m) { return iterations(m, body, long_run); });
  found.insert(found.begin(), {"ratio", found[0].second / least(Numbers(found.begin() + 1, found.end()))});
  return found;
}

/// Ratios of the shortest of runs that take turns, of the same equations.
Numbers times_of_the_body() {
  auto comparison = body_comparison({}, h * long_run);
  comparison.problem = TorquedBody<double>{FreeRomero::make<double>(), {}};
  const Methods methods{&Vi::info, &Imidm::info, &Akw::info, &Swc1::info};
  std::vector<double> fastest(methods.size(), INFINITY);
  for (int round = 0; round < 5; ++round)
    for (std::size_t i = 0; i < methods.size(); ++i)
      fastest[i] = std::min(fastest[i], comparison_runner().time(comparison, *methods[i], long_run));
  return {
      {"to_imidm", fastest[0] / fastest[1]}, {"to_akw", fastest[0] / fastest[2]}, {"to_swc1", fastest[0] / fastest[3]}};
}

/// What a run forth and back changes, from the first node on: a start may alter the momentum.
double there_and_back(const MethodInfo& m) {
  auto body = FreeRomero::make<double>();
  const bool vi = m.id == Vi::info.id;
  const auto there = nodes(m, body);
  body.initial = there.back().state;
  const auto back = nodes(vi ? ViLegendre::info : m, body, Grid<double>::of_step(0, -h, steps)).back().state;
  return std::max(norm(back.Pi - there[0].state.Pi), attitude_distance(back.R, there[0].state.R));
}
double dumbbell_there_and_back(const MethodInfo& m) {
  auto p = DumbbellRomero::make<double>();
  const auto start = p.initial;
  p.initial = nodes(m, p).back().state;
  const auto back = nodes(m, p, Grid<double>::of_step(0, -h, steps)).back().state;
  return std::max(norm(back.d - start.d), norm(back.omega - start.omega));
}

Numbers symplecticity(const MethodInfo& m, const Problem<float128>& problem, const Methods& controls) {
  const auto defect = [&](const MethodInfo& m) { return measured::symplecticity(m, problem, h); };
  Numbers found{{"defect", defect(m)}};
  for (const auto* c : controls) found.push_back({"control_" + std::string(c->id), defect(*c)});
  return found;
}

// --- symmetric bodies -----------------------------------------------------------------------------------------------

/// Increments theta of a run of VI on a body with these moments.
std::vector<Vec<Body, double>> increments(const Inertia<double>& I) {
  auto body = test_problem::free<double>();
  body.I = I;
  std::vector<Vec<Body, double>> list;
  for (const auto& s : nodes(Vi::info, body))
    if (s.interval) list.push_back(h * body.Omega(momentum_in<Body>(*s.interval)));
  return list;
}

/// How much the increment changes: by property (10) it solves the next step where it need not.
double change_of_increment(const Inertia<double>& I) {
  const auto theta = increments(I);
  double worst = 0;
  for (const auto& v : theta) worst = std::max(worst, norm(v - theta[0]));
  return worst;
}
Numbers explicit_by_property_10() {
  const double two = change_of_increment({3, 3, 5}), none = change_of_increment({9, 4, 1});
  return {{"equal", change_of_increment({3, 3, 3})},
          {"others", std::min(two, none)},
          {"two_equal", two},
          {"none_equal", none}};
}

/// Two equal moments: theta turns about the axis by an angle phi in closed form; the error over one step.
double error_of_axisymmetric_step() {
  const double a = 3, c = 5;
  const auto theta = increments({a, a, c});
  const double lift = (c - a) * theta[0][2];
  const double phi = 2 * std::atan2(lift / 2, a + lift * theta[0][2] * chi(norm2(theta[0])));
  return norm(theta[1] - axis_rotation<2, Body>(phi) * theta[0]);
}

// --- drill-free rotations -------------------------------------------------------------------------------------------

/// X(d) e3 = d by a turn about an axis normal to e3, for random directors.
Numbers drill_free_rotations() {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  double error = 0, drill = 0;
  for (int i = 0; i < 1000; ++i) {
    Vec<Space, double> d{normal(random), normal(random), normal(random)};
    d = d / norm(d);
    if (d[2] <= -0.99) continue;
    const auto X = [&](int axis_number) { return drill_free(d, axis<Space, double>(axis_number)); };
    error = std::max(error, norm(X(2) - d));
    drill = std::max(drill, std::abs(X(0)[1] - X(1)[0]) / 2);
  }
  return {{"error", error}, {"drill", drill}};
}

/// The largest angle between the integrator's own frame, Lambda_{n+1} = exp(h w) Lambda_n, and X(d_n).
Numbers frames_against_drill_free_ones() {
  const auto p = DumbbellRomero::make<double>();
  const auto e3 = axis<Space, double>(2);
  const auto X = [&](const Vec<Space, double>& d) {
    const auto a = cross(e3, d);
    return exp((angle(e3, d) / norm(a)) * a);
  };
  auto Lambda = X(p.initial.d);
  std::vector<double> found;
  for (const auto& s : nodes(DumbbellVi::info, p)) {
    if (!s.interval) continue;
    Lambda = exp((h / p.I) * momentum_in<Space>(*s.interval)) * Lambda;
    found.push_back(norm(log(inverse(X(s.state.d)) * Lambda)));
  }
  return {{"max_angle", most(found)}, {"after_one_step", found[0]}};
}

std::vector<ClaimNumbers> claims() {
  const Methods proper{&Vi::info, &ViForward::info, &ViLegendre::info};
  return {
      {"romero2008.C1.stationary",
       [] {
         return Numbers{{"body", gradient(Vi::info, FreeRomero::make<float128>())},
                        {"dumbbell", gradient(DumbbellVi::info, DumbbellRomero::make<float128>())}};
       }},
      {"romero2008.C3.momentum",
       [] {
         return Numbers{{"drift", kept(Vi::info, steps).momentum},
                        {"drift_20000_steps", kept(Vi::info, long_run).momentum}};
       }},
      {"romero2008.C5.converges",
       [] {
         const double coarse = offset(500), fine = offset(4000);
         return Numbers{{"order", std::log2(coarse / fine) / 3}, {"N500", coarse}, {"N4000", fine}};
       }},
      {"romero2008.C9.conserving",
       [] {
         const auto akw = kept(Akw::info, steps), swc1 = kept(Swc1::info, steps);
         return Numbers{{"akw_energy", spread(akw.energy)},
                        {"akw_momentum", akw.momentum},
                        {"swc1_energy", spread(swc1.energy)},
                        {"swc1_momentum", swc1.momentum}};
       }},
      {"romero2008.C9.liemid-momentum", "momentum", [] { return kept(Imidm::info, steps).momentum; }},
      {"romero2008.C9.liemid-energy",
       [] {
         return Numbers{{"spread", spread(kept(Imidm::info, steps).energy)},
                        {"mean_shift", mean_shift(kept(Imidm::info, long_run).energy)}};
       }},
      {"romero2008.C10.velocity", "order", [] { return order_at(Of::interval, At::middle); }},
      {"romero2008.C10.body-momentum",
       [] {
         constexpr std::int64_t n = 5120;  // where the first order shows
         return Numbers{{"order", order_at(Of::node, At::middle, n)},
                        {"order_at_node", order_at(Of::node, At::end, n)}};
       }},
      {"romero2008.C10.spatial-momentum", [] { return order_of(error_of_spatial_momentum, 640); }},
      {"romero2008.C25.action", [] { return order_of(error_of_action, 160); }},
      {"romero2008.C11.naive",
       [] {
         const double back = rotation_order(ViNaive::info), ahead = rotation_order(ViNaiveForward::info);
         return Numbers{{"order", std::max(back, ahead)}, {"other", std::min(back, ahead)}};
       }},
      {"romero2008.C11.any", "min", [=] { return least(by_method(proper, rotation_order)); }},
      {"romero2008.C13.explicit",
       [] {
         const auto of = [](const MethodInfo& m) { return iterations(m, DumbbellRomero::make<double>(), steps); };
         return Numbers{{"vi", of(DumbbellVi::info)},
                        {"others", std::min(of(DumbbellMidpoint::info), of(DumbbellConserving::info))}};
       }},
      {"romero2008.C16.body",
       [] {
         return symplecticity(Vi::info, FreeRomero::make<float128>(), {&Akw::info, &Swc1::info, &Imidm::info});
       }},
      {"romero2008.C16.dumbbell",
       [] {
         return symplecticity(DumbbellVi::info, DumbbellRomero::make<float128>(),
                              {&DumbbellMidpoint::info, &DumbbellConserving::info});
       }},
      {"romero2008.C17.reversible",
       [=] {
         return Numbers{{"body", most(by_method(plotted, there_and_back))},
                        {"dumbbell", most(by_method(on_the_sphere, dumbbell_there_and_back))}};
       }},
      {"romero2008.C18.isotropic", "change",
       [] {
         return change_of_increment({3, 3, 3});
       }},
      {"romero2008.C18.only", explicit_by_property_10},
      {"romero2008.C18.axisymmetric", "error", error_of_axisymmetric_step},
      {"romero2008.C19.iterations", iterations_of_the_body},
      {"romero2008.C19.time", times_of_the_body},
      {"romero2008.C20.body", "contamination",
       [] {
         const auto comparison = body_comparison({});
         return error_of(comparison, Akw::info, 16000, Norm::rotation_vector) /
                error_of(comparison, Swc1::info, 1600, Norm::rotation_vector);
       }},
      {"romero2008.C20.dumbbell",
       [] {
         const auto comparison = dumbbell_comparison({});
         const double reference = error_of(comparison, DumbbellMidpoint::info, 50000, Norm::director);
         Numbers found;
         for (const int n : {800, 1600, 3200})
           found.push_back({"contamination_N" + std::to_string(n),
                            reference / error_of(comparison, DumbbellConserving::info, n, Norm::director)});
         return found;
       }},
      {"romero2008.C21.norm", "drift",
       [] {
         double worst = 0;
         for (const auto& s : nodes(DumbbellVi::info, DumbbellRomero::make<double>(), long_run))
           worst = std::max(worst, std::abs(norm(s.state.d) - 1));
         return worst;
       }},
      {"romero2008.C22.unique", drill_free_rotations},
      {"romero2008.C22.kept", frames_against_drill_free_ones},
      {"romero2008.C23.forced",
       [] {
         const double vi = krysl2006::before_the_wall(Vi::info), akw = krysl2006::before_the_wall(Akw::info);
         return Numbers{{"ratio", vi / akw}, {"vi_wall", vi}, {"akw_wall", akw}};
       }},
      {"romero2008.C24.forced-conserving",
       [] {
         const double akw = krysl2006::before_the_wall(Akw::info), swc1 = krysl2006::before_the_wall(Swc1::info);
         const double other =
             most(by_method(krysl2006::present, [](const MethodInfo& m) { return krysl2006::before_the_wall(m, 1); }));
         return Numbers{
             {"ratio", std::min(akw, swc1) / other}, {"akw_wall", akw}, {"swc1_wall", swc1}, {"other_wall", other}};
       }},
  };
}

}  // namespace

Paper paper() {
  return {.id = "romero2008",
          .name = "Romero 2008",
          .figures = {{1, figure1}, {2, figure2}, {3, figure3}, {4, figure4}, {5, figure5}, {6, figure6}},
          .claims = claims};
}

}  // namespace polhode::romero2008
