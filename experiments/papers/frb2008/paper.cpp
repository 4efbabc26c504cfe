// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "core/geometry/scalar.hpp"
#include "core/geometry/wide.hpp"
#include "core/problem/norms.hpp"
#include "core/reference/converged.hpp"
#include "core/reference/free_body.hpp"
#include "experiments/papers/convergence.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/running/measured.hpp"
#include "methods/dmv.hpp"
#include "methods/dmv_fp.hpp"
#include "methods/exact.hpp"
#include "methods/exact_frames.hpp"
#include "methods/family/free_flow.hpp"
#include "methods/family/general_solver.hpp"
#include "methods/mr.hpp"
#include "methods/rkn6a14.hpp"
#include "methods/sej.hpp"
#include "methods/semi_exact.hpp"
#include "problems/frb.hpp"
#include "problems/test_problems.hpp"

namespace polhode::frb2008 {

Numbers effective_error();
std::vector<ClaimNumbers> printed_formulas();

namespace {

/// On the unit sphere, by the height and the angle.
Vec<Body, double> on_sphere(double z, double angle) {
  const double r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}
/// Uniform on the first octant of the sphere.
Vec<Body, double> in_first_octant(std::mt19937_64& random) {
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const double z = uniform();
  return on_sphere(z, std::numbers::pi / 2 * uniform());
}
FreeBody<double> free_body(const Inertia<double>& I, const Vec<Body, double>& m) {
  return {{I, {m, Attitude<double>::identity()}}};
}

/// Free bodies with moments (x, y, 1) and 20 unit momenta, one step of 1.
std::vector<Comparison> starts(double x, double y) {
  std::mt19937_64 random(static_cast<std::uint64_t>(std::llround(x * 200) * 1000 + std::llround(y * 200)));
  std::vector<Comparison> comparisons;
  for (int i = 0; i < 20; ++i)
    comparisons.push_back(
        {&FreeFrb::info, free_body({x, y, 1}, in_first_octant(random)), {&ExactMatrix::info, &ExactKosenko::info}, 1});
  return comparisons;
}

/// Middles of the cells of an n x n/2 grid that lie in the triangle of bodies, 0 < 1 - y <= x < y < 1: I1/I3 and I2/I3.
std::vector<std::pair<double, double>> triangle(int n) {
  std::vector<std::pair<double, double>> points;
  for (int j = 0; j < n / 2; ++j)
    for (int i = 0; i < n; ++i) {
      const double x = (i + 0.5) / n, y = 0.5 + (j + 0.5) / n;
      if (1 - y <= x && x < y) points.emplace_back(x, y);
    }
  return points;
}

Numbers accuracy(const Series& series) {
  const auto& e = series.histories[0]["mean_log10"];
  double good = 0;
  for (const double x : e) good += x <= -14;
  return {{"share", good / static_cast<double>(e.size())}, {"mean", mean(e)}, {"worst_point", most(e)}};
}

// Celledoni & Zanna 2008, Figure 5: how accurate a step of the exact routines is, whatever the body.
Experiment figure5() {
  return {
      .title = "Exact routines, one step h = 1: mean log10 of the error over 20 momenta",
      .panels = {Map{"matrix and quaternion", "I1/I3", "I2/I3", triangle(100), starts, {0, 1}, {0.5, 1}}},
      .claims = {{"frb2008.Z1.matrix", [](const Data& d) { return accuracy(d[0].of(ExactMatrix::info)); }},
                 {"frb2008.Z1.quaternion", [](const Data& d) { return accuracy(d[0].of(ExactKosenko::info)); }}},
  };
}

const Methods published{&DmvFp<6>::info, &DmvFp<8>::info, &DmvFp<10>::info};

/// The paper does not say which body its times are of. At h = 0.2, over bodies of all shapes with I1 = 1 and unit
/// momenta: the share for which a step of exact-matrix takes 8 to 20 times the cheapest DMV's, with 10 % for the clock.
Numbers shapes_at_a_fifth() {
  constexpr std::int64_t steps = 50;
  double within = 0, all = 0, least = INFINITY, most = 0;
  for (const auto& [x, y] : triangle(10)) {
    const auto m = on_sphere(std::fmod(0.618 * all, 1), std::numbers::pi / 2 * std::fmod(0.414 * all, 1));
    const Comparison comparison{&FreeFrb::info, free_body({1, y / x, 1 / x}, m), {}, 10};
    const auto time = [&](const MethodInfo& m) { return fastest(comparison, m, steps, 3); };
    const double cheapest = polhode::least(by_method(published, time)), ratio = time(ExactMatrix::info) / cheapest;
    ++all, within += ratio >= 7.2 && ratio <= 22, least = std::min(least, ratio), most = std::max(most, ratio);
  }
  return {{"share", within / all}, {"least", least}, {"most", most}, {"bodies", all}};
}

// Celledoni & Zanna 2008, Figure 6: the time of a step, the cheapest published DMV being 1. Our `exact` and DMV10 by
// Newton's method stand beside the routines of the paper; claims on time are judged on our own exact-matrix.
Experiment figure6() {
  const Methods paper{&ExactMatrix::info, &ExactKosenko::info, &SemiExact<3>::info, &SemiExact<5>::info,
                      &SemiExactKosenko<5>::info};
  const auto ratio = [](const Data& d, std::int64_t steps) {
    const auto time = [&](const MethodInfo& m) { return d[0].of(m).at(steps).fastest(); };
    return Numbers{{"ratio", time(ExactMatrix::info) / least(by_method(published, time))}};
  };
  constexpr std::int64_t fine = 1000;  // h = 0.01
  return {
      .title = "Time of a step relative to the cheapest DMV of order 6 to 10",
      .panels = {Cost{
          "I = (1, 1.649, 1.972), t = 10",
          {&FreeFrb::info, FreeFrb::make<double>(), published + paper + Methods{&Dmv<10>::info, &Exact::info}, 10},
          {10, 20, 50, 100, 200, 500, 1000, 2000},
          Norm::attitude,
          published,
          "DMV",
          {8, 20},
          "the paper’s 8 to 20"}},
      .claims = {{"frb2008.Z3.h0.01", [=](const Data& d) { return ratio(d, fine); }},
                 {"frb2008.Z3.h0.1", [=](const Data& d) { return ratio(d, 100); }},
                 {"frb2008.Z3.h0.2", shapes_at_a_fifth},
                 {"frb2008.Z3.h0.5", [=](const Data& d) { return ratio(d, 20); }},
                 {"frb2008.Z15.competitive",
                  [=](const Data& d) {
                    return Numbers{{"h1", ratio(d, 10)[0].second}, {"h0.01", ratio(d, fine)[0].second}};
                  }},
                 {"frb2008.Z4.third",
                  [=](const Data& d) {
                    const auto time = [&](const MethodInfo& m) { return d[0].of(m).at(100).fastest(); };
                    return Numbers{{"matrix", time(SemiExact<5>::info) / time(ExactMatrix::info)},
                                   {"quaternion", time(SemiExactKosenko<5>::info) / time(ExactKosenko::info)},
                                   {"gauss3_matrix", time(SemiExact<3>::info) / time(ExactMatrix::info)}};
                  }}},
  };
}

/// Distances of the momenta of a history to the curve on which the body without torque would move.
std::vector<double> distances(const Curve& history) {
  const auto body = PerturbedFrb::make<double>();
  const FreeFlow flow(body.I, body.initial);
  constexpr int n = 4096, stride = 64;
  std::vector<RigidState<double>> curve(n);
  flow.states(0, flow.period() / n, curve);
  std::vector<double> found;
  for (std::size_t i = 0; i < history["t"].size(); ++i) {
    const Vec<Body, double> m{history["Pi1"][i], history["Pi2"][i], history["Pi3"][i]};
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
  const auto body = PerturbedFrb::make<double>();
  std::vector<std::pair<std::int64_t, Vec<Body, double>>> near;
  for (const auto& s : nodes(Rkn6a14::info, body, Grid<double>::of_cycle(0, cycle, 100000)))
    if (norm(s.state.Pi - body.initial.Pi) < 0.02) near.emplace_back(s.n, s.state.Pi);
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

/// Where the run of the figure crosses the plane through m(0) normal to m'(0), in the direction of m'(0) and near m(0):
/// on a torus the crossings lie on a closed curve. The largest correlation slope, log2 C(r) / C(r/2) with C the number
/// of pairs closer than r, over the halvings of r from 1e-3 to 8e-6: 1 of a curve, 2 of a filled section.
Numbers section() {
  const auto body = PerturbedFrb::make<double>();
  const auto m0 = body.initial.Pi, normal = cross(m0, body.Omega(m0));
  const auto height = [&](const Vec<Body, double>& m) { return dot(m - m0, normal); };
  std::vector<Vec<Body, double>> crossings;
  RigidState<double> before = body.initial;
  for (const auto& s : nodes(Rkn6a14::info, body, Grid<double>::of_step(0, 0.5, 100000))) {
    if (height(before.Pi) < 0 && height(s.state.Pi) >= 0) {
      double low = 0, high = 0.5;  // a step of the right length ends in the plane
      auto from = body;
      from.initial = before;
      Vec<Body, double> m{};
      for (int halving = 0; halving < 32; ++halving) {
        const double h = (low + high) / 2;
        m = measured::end_of(Rkn6a14::info, from, Grid<double>::of_step(0, h, 1)).Pi;
        (height(m) < 0 ? low : high) = h;
      }
      crossings.push_back(m);
    }
    before = s.state;
  }
  constexpr int halvings = 7;
  std::array<double, halvings + 1> pairs{};
  for (std::size_t i = 0; i < crossings.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      double r = 1e-3;
      const double distance = norm(crossings[i] - crossings[k]);
      for (int j = 0; j <= halvings && distance < r; ++j, r /= 2) ++pairs[j];
    }
  double slope = 0;
  for (int j = 0; j < halvings; ++j) slope = std::max(slope, std::log2(pairs[j] / pairs[j + 1]));
  return {{"section_slope", slope}, {"crossings", static_cast<double>(crossings.size())}};
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

// Celledoni & Zanna 2008, Figure 7: the momentum of a body in a weak field stays on a torus about its free orbit.
Experiment figure7() {
  constexpr double h = 0.5;
  constexpr std::int64_t steps = 100000;
  const Comparison comparison{&PerturbedFrb::info, PerturbedFrb::make<double>(), {&Rkn6a14::info}, h * steps};
  return {
      .title = "Weak field, RKN6a14, h = 0.5, 100000 steps: body momentum and energy",
      .panels = {Trajectory{"Pi at every step", comparison, steps, Quantity::body_momentum, View::space},
                 Trajectory{.title = "close-up: braids",
                            .comparison = comparison,
                            .steps = steps,
                            .quantity = Quantity::body_momentum,
                            .view = View::space,
                            .close_up = 0.02},
                 Drift{"energy", comparison, steps, 1, Quantity::relative_energy_error}},
      .claims = {{"frb2008.Z6.bounded", growth},
                 {"frb2008.Z6.torus",
                  [](const Data& d) {
                    auto found = section();
                    found.insert(found.begin(), {"max_distance", largest(distances(d[0].history()))});
                    return found;
                  }},
                 {"frb2008.Z7.braids", braids}},
  };
}

/// The body of section 4.3 in a field of this strength, t = 100.
Comparison in_field(double strength, const Methods& methods) {
  auto body = PerturbedFrb::make<double>();
  auto torque = std::get<UniformField<double>>(*body.torques.begin());
  torque.field = (strength / 1e-3) * torque.field;
  body.torques = {torque};
  return {&PerturbedFrb::info, body, methods, 100};
}

// Celledoni & Zanna 2008, section 5: where exact flows pay. No figure of the paper shows it: the attitude error of two
// splittings by their free flow, over the step on the body of section 4.3, and over the strength of its field.
Experiment regimes() {
  using WithDmv = Rkn6a14With<DmvFlow<10>>;
  using WithMr = Rkn6a14With<MrFlow>;
  const Methods sixth{&Rkn6a14::info, &WithDmv::info, &Rkn6a14With<SemiExactFlow<3>>::info, &WithMr::info},
      second{&Sej::info, &SejWith<DmvFlow<10>>::info, &SejWith<DmvFlow<6>>::info, &SejWith<SemiExactFlow<3>>::info,
             &SejWith<MrFlow>::info};
  const std::vector<std::int64_t> ladder{25, 50, 100, 200, 400};
  constexpr std::int64_t coarse = 50;  // h = 2
  std::vector<double> strengths;
  std::vector<Comparison> bodies;
  for (int i = -6; i <= 0; ++i) {
    strengths.push_back(std::pow(10.0, i));
    bodies.push_back(in_field(strengths.back(), sixth));
  }
  const auto printed = [](const Methods& methods) {
    return Comparison{&PerturbedFrb::info, PerturbedFrb::make<double>(), methods, 100};
  };
  return {
      .title = "Where the exact flow pays: two splittings by their free flow, t = 100",
      .panels = {Convergence{"RKN6a14, |u0| = 1e-3", printed(sixth), ladder, {Norm::attitude}},
                 Convergence{"SEJ, |u0| = 1e-3", printed(second), ladder, {Norm::attitude}},
                 Sweep{.title = "RKN6a14, h = 2, over the field",
                       .parameter = "strength of the field |u0|",
                       .values = strengths,
                       .comparisons = bodies,
                       .steps = coarse,
                       .norm = Norm::attitude}},
      .claims = {{"frb2008.Z11.regimes",
                  [](const Data& d) {
                    Numbers found{{"share", 0}, {"h4_share", 0}};
                    for (const auto& [steps, name] : {std::pair{200, "h0.5"}, {50, "h2"}, {25, "h4"}}) {
                      const auto error = [&, n = steps](const MethodInfo& m) { return d[0].of(m).at(n).error(); };
                      const double exact = error(Rkn6a14::info), dmv = error(WithDmv::info), mr = error(WithMr::info);
                      found[1].second = exact / std::min(dmv, mr);  // the last step stays
                      found[0].second = std::max(found[0].second, found[1].second);
                      for (const auto& [flow, value] : {std::pair{"_exact", exact}, {"_dmv10", dmv}, {"_mr", mr}})
                        found.emplace_back(std::string(name) + flow, value);
                    }
                    return found;
                  }},
                 {"frb2008.Z11.strength",
                  [](const Data& d) {
                    const auto gain = [&](std::size_t i) {
                      const auto error = [&](const MethodInfo& m) { return d[2].of(m).histories[0]["error"][i]; };
                      return error(WithDmv::info) / error(Rkn6a14::info);
                    };
                    return Numbers{{"gain_1e-5", gain(1)}, {"gain_1e-3", gain(3)}, {"gain_1", gain(6)}};
                  }}},
  };
}

// --- claims that no figure shows -------------------------------------------------------------------------------------

const Methods semi_exact{&SemiExact<1>::info, &SemiExact<3>::info, &SemiExact<5>::info};

/// The order that the last halving shows, in the momentum and the attitude.
struct Orders {
  double Pi, R;
};
Orders orders_of(const MethodInfo& m, const Problem<float128>& body, const RigidState<float128>& truth, double time,
                 int steps) {
  const auto errors = [&](int n) {
    const auto end = measured::end_of(m, body, Grid<float128>::of_duration(float128(0), float128(time), n));
    return std::pair{static_cast<double>(norm(end.rigid()->Pi - truth.Pi)),
                     static_cast<double>(attitude_distance(end.rigid()->R, truth.R))};
  };
  const auto coarse = errors(steps / 2), fine = errors(steps);
  return {std::log2(coarse.first / fine.first), std::log2(coarse.second / fine.second)};
}

Numbers order_of_semi_exact() {
  const auto body = test_problem::free<float128>();
  const auto truth = reference::exact_free_motion(body, float128(1));
  Numbers found{{"max_difference", 0}};
  const auto add = [&](const char* name, const MethodInfo& m, int steps) {
    const double order = orders_of(m, body, truth, 1, steps).R;
    found.push_back({name, order});
    found[0].second = std::max(found[0].second, std::abs(order - m.order.attitude));
  };
  add("p1", SemiExact<1>::info, 200), add("p2", SemiExact<2>::info, 100);
  add("p3", SemiExact<3>::info, 100), add("p5", SemiExact<5>::info, 40);
  return found;
}

Numbers conserved_by_semi_exact() {
  const auto body = test_problem::free<float128>();
  double m = 0, Qm = 0;
  for (const auto* info : semi_exact) {
    const auto grid = Grid<float128>::of_step(float128(0), float128(0.3), 1);
    const auto end = measured::end_of(*info, body, grid), exact = reference::exact_free_motion(body, float128(0.3));
    m = std::max(m, static_cast<double>(norm(end.Pi - exact.Pi)));
    Qm = std::max(Qm, static_cast<double>(norm(end.pi() - body.initial.pi())));
  }
  return {{"m", m}, {"Qm", Qm}};
}

double symmetry_of_semi_exact() {
  const auto body = test_problem::free<float128>();
  return most(by_method(semi_exact, [&](const MethodInfo& m) { return measured::symmetry(m, body, float128(0.3)); }));
}

Numbers order_of_rkn() {
  const auto body = test_problem::forced<float128>();
  const auto truth = reference::converged(body, float128(0), float128(1)).state;
  const auto [Pi, R] = orders_of(Rkn6a14::info, body, truth, 1, 32);
  return {{"order", std::min(Pi, R)}, {"other", std::max(Pi, R)}};
}

Numbers orders_of_dmv() {
  const FreeBody<float128> body{
      {{float128(6) / 10, float128(8) / 10, float128(1)},
       {{float128(18) / 10, float128(4) / 10, float128(-9) / 10}, Attitude<float128>::identity()}}};
  const auto truth = reference::exact_free_motion(body, float128(1));
  double worst = 0;
  for (const auto* m : {&Dmv<2>::info, &Dmv<4>::info, &Dmv<6>::info, &Dmv<8>::info, &Dmv<10>::info}) {
    const auto [Pi, R] = orders_of(*m, body, truth, 1, m->order.least() < 8 ? 320 : 160);
    worst = std::max({worst, std::abs(Pi - m->order.momentum), std::abs(R - m->order.attitude)});
  }
  return {{"max_difference", worst}};
}

/// The free motion by the adaptive Runge-Kutta method of Dormand and Prince (odeint's), with this absolute and relative
/// tolerance: the paper's reference.
RigidState<double> dormand_prince(const FreeBody<double>& body, double time, double tolerance) {
  auto y = numbers(body.initial);
  using Solver = general::odeint::controlled_runge_kutta<general::Dopri5Law::Solver<decltype(y), double>>;
  general::odeint::integrate_adaptive(Solver(Solver::error_checker_type(tolerance, tolerance)),
                                      general::right_side(body), y, 0.0, time, time / 100);
  return state_of<RigidState<double>>(y);
}

/// Mean error of this method, and of `exact`, on a body with moments (x, y, 1), t = 1.
std::pair<double, double> errors_at(double x, double y) {
  double adaptive = 0, exact = 0;
  constexpr int n = 20;
  for (int i = 0; i < n; ++i) {
    const auto body = free_body({x, y, 1}, on_sphere((i + 0.5) / n, 1.5 * std::fmod(0.618 * i, 1) + 0.03));
    const auto truth = reference::exact_free_motion(cast<float128>(body), float128(1));
    const auto error = [&](const RigidState<double>& s) {
      const auto wide = cast<float128>(s);
      return std::max(static_cast<double>(norm(wide.Pi - truth.Pi)),
                      static_cast<double>(attitude_distance(wide.R, truth.R)));
    };
    adaptive += error(dormand_prince(body, 1, 2e-14)) / n;
    exact += error(measured::end_of(ExactMatrix::info, body, Grid<double>::of_step(0, 1, 1))) / n;
  }
  return {adaptive, exact};
}

Numbers reference_of_the_paper() {
  const auto [corner, exact] = errors_at(0.01, 0.995);
  const double interior = errors_at(0.5, 0.75).first;
  return {{"to_exact", corner / exact}, {"to_interior", corner / interior}, {"reference_error", corner}};
}

// --- what exact flows cost ------------------------------------------------------------------------------------------

/// sn, cn, dn after a step of v from the phase nu: by the paper's phase, an integral of the first kind; by the addition
/// theorem as the paper describes it, from the functions of nu and those of v; or with those of nu read from the
/// momentum, which has them. Evaluations per step.
Numbers evaluations_of_elliptic_functions() {
  constexpr int steps = 100;
  constexpr double mc = 0.3, k2 = 1 - mc, v = 0.8;
  int functions = 0, integrals = 0;
  const auto evaluated = [&](double u) {
    ++functions;
    return elliptic::sncndn(u, mc);
  };
  const auto added = [](const auto& f, const auto& g) {
    const double D = 1 - k2 * f.sn * f.sn * g.sn * g.sn;
    return Vec<Body, double>{(f.sn * g.cn * g.dn + g.sn * f.cn * f.dn) / D,
                             (f.cn * g.cn - f.sn * f.dn * g.sn * g.dn) / D,
                             (f.dn * g.dn - k2 * f.sn * f.cn * g.sn * g.cn) / D};
  };
  double by_phase = 0, as_described = 0, by_addition = 0, apart = 0;
  for (int n = 0; n < steps; ++n) {
    const double nu = v * n / steps;
    const auto f = elliptic::sncndn(nu, mc);  // the momentum
    const auto counted = [&](double& all, const auto& next) {
      functions = 0;
      const auto found = next();
      all += functions;
      return found;
    };
    const auto a = counted(by_phase, [&] {
      ++integrals;
      const auto g = evaluated(f.sn * elliptic::carlson_rf(f.cn * f.cn, f.dn * f.dn, 1.0) + v);
      return Vec<Body, double>{g.sn, g.cn, g.dn};
    });
    for (const auto& b : {counted(as_described, [&] { return added(evaluated(nu), evaluated(v)); }),
                          counted(by_addition, [&] { return added(f, evaluated(v)); })})
      apart = std::max(apart, norm(a - b));
  }
  return {{"functions_as_described", as_described / steps},
          {"functions_by_addition", by_addition / steps},
          {"functions_by_phase", by_phase / steps},
          {"integrals_by_phase", static_cast<double>(integrals) / steps},
          {"apart", apart}};
}

/// Carlson's integrals of the third kind, counted: one for either end and a complete one if the phase passes half a
/// period.
struct CountedCarlson : orbit::Carlson {
  static inline thread_local int integrals = 0;

  static auto third_kind(const auto& o, const auto& n, const auto& nc) {
    integrals += o.turns != 0 ? 3 : 2;
    return orbit::Carlson::third_kind(o, n, nc);
  }
};
/// The momentum alone, by the paper's phase.
struct PhaseAlone : orbit::NoFrame {
  static constexpr bool by_phase = true;
};

/// Operations that f takes, see Wide.
double operations_of(const std::function<void()>& f) {
  const CountsAsDouble counting;
  f();
  return static_cast<double>(counting.operations());
}

/// Integrals per step of the matrix algorithm on the body of the published driver, 100 steps of 1, the largest and the
/// mean number, and the share of the operations that the momentum takes.
Numbers integrals_of_a_step() {
  using T = Wide;
  using Matrix = orbit::MatrixFrame<CountedCarlson>;
  const auto body = FreeFrb::make<T>();
  auto Pi = body.initial.Pi;
  constexpr int steps = 100;
  double most = 0, all = 0, whole = 0, momentum = 0;
  for (int n = 0; n < steps; ++n) {
    CountedCarlson::integrals = 0;
    momentum += operations_of([&] { EllipticFlow<PhaseAlone>::increment(body.I, Pi, T(1)); });
    whole += operations_of([&] { Pi = EllipticFlow<Matrix>::increment(body.I, Pi, T(1)).Pi; });
    most = std::max(most, static_cast<double>(CountedCarlson::integrals)), all += CountedCarlson::integrals;
  }
  return {{"most", most}, {"mean", all / steps}, {"momentum_share", momentum / whole}, {"operations", whole / steps}};
}

/// What a pair of bodies takes whose sites draw each other by Newton's law: the forces, and the torques that they make
/// about the centres; as points they make none.
double operations_of_a_pair(int sites) {
  using T = Wide;
  return operations_of([&] {
    Vec<Space, T> force_a{}, force_b{}, torque_a{}, torque_b{};
    for (int i = 0; i < sites; ++i)
      for (int j = 0; j < sites; ++j) {
        const Vec<Space, T> arm_a{T(0.1), T(0.2), T(0.3)}, arm_b{T(0.3), T(0.1), T(0.2)};
        const Vec<Space, T> a{T(1), T(2), T(3)}, b{T(2), T(0.5), T(1)}, r = b - a;
        const T r2 = norm2(r);
        const Vec<Space, T> force = T(1 / (r2 * sqrt(r2))) * r;
        force_a += force, force_b -= force;
        if (sites > 1) torque_a += cross(arm_a, force), torque_b -= cross(arm_b, force);
      }
  });
}
/// N (N - 1) / 2 pairs over N steps of the matrix algorithm, for points and for three sites a body, as in water: the
/// ratio for a thousand bodies, by what it grows for ten times as many, and for how many it reaches ten.
Numbers forces_against_rotations() {
  const double rotation = integrals_of_a_step().back().second;
  Numbers found{{"growth", 0}};
  for (const auto& [sites, name] : {std::pair{1, "points"}, {3, "sites"}}) {
    const double pair = operations_of_a_pair(sites);
    const auto ratio = [&](double N) { return pair * (N - 1) / (2 * rotation); };
    found[0].second = ratio(10000) / ratio(1000);
    found.insert(found.end(), {{fmt::format("{}_N1000", name), ratio(1000)},
                               {fmt::format("{}_reach_10_at", name), 20 * rotation / pair + 1},
                               {fmt::format("{}_pair", name), pair}});
  }
  found.emplace_back("rotation", rotation);
  return found;
}

/// No integral, where all else is as with one.
template <class Integral>
struct Without {
  static constexpr bool by_phase = Integral::by_phase;

  template <class T>
  static T third_kind(const orbit::Arc<T>&, const T&, const T&) {
    return T(0);
  }
};
/// Operations of Gauss quadratures of the integral of the third kind, as shares of those of the integral by Carlson's
/// forms, of which the matrix algorithm takes one for either end of the step.
Numbers quadrature_against_integral() {
  const auto alone = [](auto integral) {
    using Integral = decltype(integral);
    const auto step = [](auto any) {
      const auto body = FreeFrb::make<Wide>();
      const auto once = [&] {
        EllipticFlow<orbit::MatrixFrame<decltype(any)>>::increment(body.I, body.initial.Pi, Wide(0.1));
      };
      once();  // nodes and weights are made once
      return operations_of(once);
    };
    return step(integral) - step(Without<Integral>());
  };
  const double integral = alone(orbit::Carlson()) / 2;
  return {{"gauss3", alone(orbit::Gauss<3>()) / integral},
          {"gauss5", alone(orbit::Gauss<5>()) / integral},
          {"gauss10", alone(orbit::Gauss<10>()) / integral},
          {"integral", integral}};
}

/// F and Pi(n) from 0 to the amplitude of (s, c) by the technique of the first kind: Gauss's descending transformation,
/// which takes the means of the AGM [DLMF 19.8.18-20]; mc = 1 - k^2, nc = 1 - n, k^2 < n < 1 as bodies have it. Only
/// what the transformation itself subtracts cancels.
std::pair<double, double> by_means(double s, double c, double mc, double n, double nc) {
  const double k1 = std::sqrt(mc), d = std::sqrt(c * c + mc * s * s);
  if (1 - k1 <= epsilon<double>()) {
    const double q = std::sqrt(nc);
    return {std::atan2(s, c), std::atan2(q * s, c) / q};
  }
  const double rn = std::sqrt(n), rk = std::sqrt(mc - nc), rho = rk / rn, both = (1 + k1) * (1 + k1);
  const auto [first, third] = by_means(
      (1 + k1) * s / (1 + d), c * std::sqrt(2 * (1 + (1 + mc * s * s) / (d + k1 * s * s))) / (1 + d), 4 * k1 / both,
      (rn + rk) * (rn + rk) / both, nc * (1 / (1 + rn) + 1 / (k1 + rk)) * (1 + k1 + rn + rk) / both);
  const double F = 2 / (1 + k1) * first, cot2 = c * c / (s * s);
  return {F, (4 / (1 + k1) * third + (rho - 1) * F - elliptic::carlson_rc(cot2, cot2 + nc)) / rho};
}
/// Carlson's integrals as the flow asks for them; beside them the relative errors, in roundings, of the integrals up to
/// the end of the step: the first kind by means, the third by means and by Carlson.
struct Compared : orbit::Carlson {
  static inline thread_local std::array<std::vector<double>, 3> errors;

  static double third_kind(const orbit::Arc<double>& o, double n, double nc) {
    const double phi = std::atan2(std::abs(o.s1), o.c1);
    const auto of = [&]<class T>(const T& angle) {
      orbit::Arc<T> a{};
      a.mc = T(o.mc), a.d0 = a.c0 = T(1), a.s1 = sin(angle), a.c1 = cos(angle);
      a.d1 = sqrt(T(a.c1 * a.c1 + a.mc * a.s1 * a.s1));
      return std::pair{T(a.s1 * elliptic::carlson_rf(T(a.c1 * a.c1), T(a.d1 * a.d1), T(1))),
                       orbit::Carlson::third_kind(a, T(T(1) - T(nc)), T(nc))};
    };
    const auto [first, third] = by_means(std::sin(phi), std::cos(phi), o.mc, 1 - nc, nc);
    const auto truth = of(float128(phi));
    const auto add = [&](int i, double x, const float128& exact) {
      errors[i].push_back(std::abs(static_cast<double>((float128(x) - exact) / exact)) / 0x1p-53);
    };
    add(0, first, truth.first), add(1, third, truth.second), add(2, of(phi).second, truth.second);
    return orbit::Carlson::third_kind(o, n, nc);
  }
};
/// The largest errors over the bodies of figure 5, a momentum each, and by what they exceed the middle ones.
Numbers uniformity_of_means() {
  Compared::errors = {};
  std::mt19937_64 random(5);
  for (const auto& [x, y] : triangle(100))
    EllipticFlow<orbit::MatrixFrame<Compared>>::increment(Inertia<double>{x, y, 1}, in_first_octant(random), 1.0);
  Numbers found;
  for (int i = 0; const char* name : {"first", "third", "carlson"}) {
    const auto& e = Compared::errors[i++];
    found.insert(found.end(), {{name, most(e)}, {fmt::format("{}_spread", name), most(e) / median(e)}});
  }
  return found;
}

/// A free body whose moments change with time and cross, m' = m x I(t)^-1 m over t = 2, by exact steps with the moments
/// of their middle: errors and observed orders of m with the axes sorted in each step, and once.
Numbers moments_that_change() {
  using V = Vec<Body, double>;
  const V m0{0.8, 0.36, 0.48};
  const auto moments = [](double t) { return Inertia<double>{1 + 0.8 * t, 1.7 + 0.2 * t, 2.6 - 0.6 * t}; };
  const auto rate = [&](double t, const V& m) {
    const auto I = moments(t);
    return cross(m, V{m[0] / I[0], m[1] / I[1], m[2] / I[2]});
  };
  V truth = m0;
  constexpr int fine = 20000;
  for (int i = 0; i < fine; ++i) {  // Runge and Kutta's
    const double h = 2.0 / fine, t = i * h;
    const V a = rate(t, truth), b = rate(t + h / 2, truth + h / 2 * a), c = rate(t + h / 2, truth + h / 2 * b),
            d = rate(t + h, truth + h * c);
    truth += h / 6 * (a + 2 * b + 2 * c + d);
  }
  const auto error = [&](int steps, const auto& step) {
    V m = m0;
    for (int i = 0; i < steps; ++i) m = step(moments((i + 0.5) * 2 / steps), m, 2.0 / steps);
    return norm(m - truth);
  };
  const auto each = [](const auto& I, const V& m, double h) { return EllipticFlow<orbit::NoFrame>::momentum(I, m, h); };
  const auto once = [](const auto& I, const V& m, double h) {
    return orbit::sorted<orbit::NoFrame>(I[0], I[1], I[2], m, h).Pi;
  };
  const double e = error(200, each), o = error(200, once);
  return {{"each", e},
          {"each_order", std::log2(error(100, each) / e)},
          {"once", o},
          {"once_order", std::log2(error(100, once) / o)}};
}

/// Attitude errors of the semi-exact methods after one step, on the body of the published driver.
Numbers semi_exact_over_the_step() {
  const auto body = FreeFrb::make<float128>();
  Numbers found;
  const auto add = [&](const char* name, const MethodInfo& m, const std::vector<double>& steps) {
    for (const double h : steps) {
      const auto end = measured::end_of(m, body, Grid<float128>::of_step(float128(0), float128(h), 1));
      const auto truth = reference::exact_free_motion(body, float128(h));
      found.emplace_back(fmt::format("{}_h{:g}", name, h), static_cast<double>(attitude_distance(end.R, truth.R)));
    }
  };
  add("gauss3", SemiExact<3>::info, {0.5, 1, 2, 5});
  add("gauss10", SemiExact<10>::info, {2, 5, 9});
  return found;
}

std::vector<ClaimNumbers> claims() {
  std::vector<ClaimNumbers> all{
      {"frb2008.Z2.corner", reference_of_the_paper},
      {"frb2008.Z5.order", order_of_semi_exact},
      {"frb2008.Z5.conserves", conserved_by_semi_exact},
      {"frb2008.Z5.symmetric", "defect", symmetry_of_semi_exact},
      {"frb2008.Z6.order", order_of_rkn},
      {"frb2008.Z8.regular", "max_steps", Agm::most_steps},
      {"frb2008.Z8.separatrix", "c_over_a", [] { return Agm(0).c_over_a; }},
      {"frb2008.Z9.dmv", orders_of_dmv},
      {"frb2008.Z10.effective-error", effective_error},
      {"frb2008.Z12.addition", evaluations_of_elliptic_functions},
      {"frb2008.Z13.three", integrals_of_a_step},
      {"frb2008.Z14.order-N2", forces_against_rotations},
      {"frb2008.Z16.gauss", quadrature_against_integral},
      {"frb2008.Z17.large-steps", semi_exact_over_the_step},
      {"frb2008.Z18.uniform", uniformity_of_means},
      {"frb2008.Z19.moments", moments_that_change},
  };
  const auto printed = printed_formulas();
  all.insert(all.end(), printed.begin(), printed.end());
  return all;
}

}  // namespace

Paper paper() {
  return {.id = "frb2008",
          .name = "Celledoni & Zanna 2008",
          .figures = {{5, figure5}, {6, figure6}, {7, figure7}, {0, regimes, "regimes", "sec. 5"}},
          .claims = claims};
}

}  // namespace polhode::frb2008
