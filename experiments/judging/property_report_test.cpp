// SPDX-License-Identifier: MIT
#include "experiments/judging/property_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "experiments/answers/answers.hpp"
#include "experiments/running/measured.hpp"
#include "methods/imidm.hpp"
#include "methods/mr.hpp"
#include "methods/runners.hpp"
#include "problems/test_problems.hpp"

namespace polhode {
namespace {

/// That it is as declared, `check all` asks of every method (the test `property reports`).
TEST(PropertyReport, EveryMethodDeclaresItsTorqueEvaluations) {
  const Problem<double> problems[] = {test_problem::heavy<double>(), test_problem::pushed<double>(),
                                      test_problem::henon_heiles<double>()};
  for (const auto* m : method_infos())
    if (m->tolerance == 0 &&
        std::any_of(std::begin(problems), std::end(problems), [&](const auto& p) { return supports(*m, p); })) {
      EXPECT_GT(m->torque_evaluations.per_step + m->torque_evaluations.per_iteration, 0) << m->id;
    }
}

/// The splitting MR has an order of axes, and the one with the least range is an explicit Euler rule.
TEST(PropertyReport, KnowsWhatDependsOnAxesAndSteps) {
  const auto mr = measure_properties(*find_method("mr"), 1000), imidm = measure_properties(Imidm::info, 1000);
  EXPECT_GT(*mr.invariance.body_axes, 1e-6);
  EXPECT_LT(*imidm.invariance.body_axes, 1e-11);
  EXPECT_EQ(imidm.invariance.power_of_two, 0);
  ASSERT_TRUE(imidm.range && mr.range);
  EXPECT_GT(imidm.range->to, 0.5);
  EXPECT_LT(imidm.range->from, 1e-2);
  EXPECT_FALSE(imidm.range->all_tried);  // the solver has an end
  EXPECT_TRUE(mr.range->all_tried);
  const auto euler = measure_properties(*find_method("forward-euler-m"), 1000);
  EXPECT_LT(euler.range->to, imidm.range->to);
  std::vector<PropertyReport> dear{{find_method("mkrk-gauss8")}};
  time_property_reports(dear);
  EXPECT_GT(dear[0].cost->ratio, 3) << "of a step of dmv6-fp";
}

/// Paths of noise, of a problem of one's own, are different ones.
TEST(PropertyReport, PathsAreDrawnApart) {
  const auto own = own_problem(nlohmann::json::parse(R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 1, 1]},
      "torque": {"kind": "noise", "density": 1, "interval": 1}, "time": 1})"),
                               "", "", {});
  const auto torque = [&](std::uint64_t path) {
    const auto problem = own.on_path(path, 8, 1);
    return problem.torqued()->total(0.1, problem.body()->initial.R, problem.body()->initial.Pi);
  };
  EXPECT_GT(norm(torque(0) - torque(1)), 1e-3);
}

/// The map of what vi carries is symmetric; a user's state does not come back, for its start alters it.
TEST(PropertyReport, TellsTheMapOfTheMemoryFromTheUsers) {
  for (const char* id : {"vi", "vi-forward", "vi-naive"}) {
    const auto vi = measure_properties(*find_method(id), 1000);
    EXPECT_LT(*vi.symmetry, 1e-28) << id;
    EXPECT_GT(vi.start, 1e-4) << id;
    const auto body = test_problem::heavy<double>();
    const auto back = find_runner<TorquedBody<double>>(*find_method(id))
                          ->run(body, Grid<double>::of_cycle(0, {0.2, -0.2}, 2), nullptr)
                          .state;
    EXPECT_GT(norm(back.Pi - body.initial.Pi), 1e-4) << id;
    EXPECT_NE(answers::text(vi).find("map of its memory"), std::string::npos) << id;
  }
  EXPECT_LT(measure_properties(Imidm::info, 1000).start, 1e-33);
}

/// Growth is told from several bodies, or not at all; what does not drift beyond doubt is watched for longer.
TEST(PropertyReport, TellsGrowthFromSeveralBodies) {
  const auto energy_of = [](const char* id, std::int64_t steps = 10000) {
    return measure_properties(*find_method(id), steps).conservation.back();
  };
  const auto drifts = energy_of("rk4"), kept = energy_of("imidm");
  ASSERT_TRUE(drifts.spread);
  EXPECT_EQ(drifts.spread->bodies.size(), 3u);
  EXPECT_EQ(drifts.spread->steps, 10000);
  EXPECT_EQ(drifts.trend(), Trend::linear);
  ASSERT_TRUE(kept.spread);
  EXPECT_FALSE(kept.is_kept());
  auto edge = kept;
  edge.growth.largest = 0.9 * edge.kept;
  EXPECT_TRUE(edge.is_kept());
  edge.growth.largest = 1.1 * edge.kept;
  EXPECT_FALSE(edge.is_kept());
  EXPECT_NE(kept.trend(), Trend::linear);
  EXPECT_EQ(kept.spread->steps, 10 * 10000);                               // less than six evaluations
  EXPECT_EQ(energy_of("mkrk-trapezoid").spread.value().steps, 3 * 10000);  // of the torque, twenty a step
  const auto symplectic = energy_of("kl6:mr", 100000);
  EXPECT_EQ(symplectic.trend(), Trend::bounded);
  EXPECT_EQ(symplectic.spread.value().steps, 100000);  // its energy is that of a motion nearby
  EXPECT_FALSE(energy_of("backward-euler").spread);    // lost at once
}

TEST(PropertyReport, NoticesWrongDeclarations) {
  const auto found = [](MethodInfo info, std::int64_t steps, const auto& declare) {
    declare(info);
    return measure_properties(info, steps).disagreements.size();
  };
  EXPECT_EQ(found(Imidm::info, 10000, [](auto& m) { m.order = 4, m.symplectic = m.energy = {Answer::yes}; }), 6u)
      << "the order in both norms, with torque of the momentum too";
  EXPECT_EQ(found(Imidm::info, 10000, [](auto& m) { m.symmetric = m.spatial_momentum = {Answer::no}; }), 2u);
  EXPECT_EQ(found(Imidm::info, 10000, [](auto& m) { m.order = 1; }), 2u);
  EXPECT_EQ(found(Imidm::info, 1000, [](auto& m) { m.torque_evaluations.per_step += 0.02; }), 1u);
  EXPECT_EQ(found(Mr::info, 1000, [](auto& m) { m.order_of_axes_matters = false; }), 1u);
}

/// There, a "no" may hold, steps may be too long, and what has no potential has no symplectic steps.
TEST(PropertyReport, ContradictsOnAUsersProblemOnlyBeyondDoubt) {
  const auto on = [](const char* torque, MethodInfo info, const auto& declare) {
    const auto own =
        own_problem(nlohmann::json::parse(
                        R"({"body": {"inertia": [1, 2, 3], "momentum": [0.3, -1.2, 0.5]}, "time": 3, "torque": )" +
                        std::string(torque) + "}"),
                    "", "own", {});
    declare(info);
    return measure_properties(info, 1000, &own);
  };
  const auto* weight = R"({"kind": "gravity", "moment": [0, 0.1, 0.7]})";
  EXPECT_EQ(on(weight, Imidm::info, [](auto& m) { m.order = 4, m.symplectic = {Answer::yes}; }).disagreements.size(),
            3u);
  EXPECT_TRUE(on(weight, Imidm::info, [](auto& m) { m.symmetric = {Answer::no}; }).disagreements.empty());
  const auto pushed =
      on(R"({"kind": "harmonic-space", "amplitude": [0.3, 0.2, -0.5], "frequency": 1.7})", Mr::info, [](auto&) {});
  EXPECT_TRUE(pushed.disagreements.empty());
  EXPECT_NE(answers::text(pushed).find("not measured, the torque depends on time or has no potential"),
            std::string::npos);
}

/// What no run shows is not said: neither that nothing changes nor that an order is 0.
TEST(PropertyReport, SaysNothingOfRunsThatDoNotEnd) {
  using P = FreeBody<double>;
  static const MethodInfo info{
      .id = "ends-at-once", .label = "", .source = "made up", .order = 2, .kind = Kind::explicit_method};
  add_method(info);
  add_runner(Runner<P>{&info, [](const P& body, const Grid<double>&, const Sampler<P>*) {
                         return polhode::Run<P>{.status = Status::diverged, .state = body.initial};
                       }});
  const auto p = measure_properties(info, 1000);
  const auto text = answers::text(p);
  EXPECT_NE(text.find("order in Pi                not measured, runs fail; declared 2"), std::string::npos);
  EXPECT_EQ(text.find("no bit"), std::string::npos) << text;
  EXPECT_EQ(text.find("the error is 0"), std::string::npos) << text;
  for (const auto* of :
       {"order: declared 2, not measured in Pi: runs fail", "turning space cannot be told", "200 steps of 1/16 radian"})
    EXPECT_TRUE(std::ranges::any_of(p.disagreements, [&](const auto& d) { return d.starts_with(of); })) << of << text;
  std::vector<PropertyReport> two{{&info}, {&info}};
  two[0].conservation = {{.quantity = Invariant::energy, .spread = Spread{{}, 500}}};
  two[1].conservation = {{.quantity = Invariant::energy, .spread = Spread{{}, 700}}};
  EXPECT_NE(answers::text(two).find(", over 500 to 700, as its verdict"), std::string::npos) << answers::text(two);
}

TEST(PropertyReport, CallsGrowthByAHigherPowerSuperlinear) {
  for (const auto& [exponent, words] : {std::pair(1.4, "linear"), {1.6, "superlinear"}})
    EXPECT_EQ((Conservation{.growth = {.largest = 1e-3, .exponent = exponent}}.words()), words);
}

// --- methods that are made up ----------------------------------------------------------------------------------------

/// What the exact motion of a free body is spoilt by: where it depends on space, on units, or on the run.
struct Fault {
  double space = 0, units = 0, scale = 0, longest = INFINITY;
  double (*turn)(double steps) = nullptr;  ///< radians at the end of a run
  double back = 0;                         ///< the same, of a run with steps back
} fault;

Run<FreeBody<double>> spoilt(const FreeBody<double>& body, const Grid<double>& grid,
                             const Sampler<FreeBody<double>>* sampler) {
  static const auto& exact = *find_runner<FreeBody<double>>(*find_method("exact"));
  if (std::abs(grid.cycle().front()) > fault.longest) return {.status = Status::not_converged, .state = body.initial};
  const auto spoil = [&](RigidState<double> s) {
    s.Pi = (1 + fault.scale + fault.space * s.R.x * s.R.x + fault.units * std::sin(norm(s.Pi))) * s.Pi;
    if (fault.turn) s.R = s.R * exp(Vec<Body, double>{fault.turn(static_cast<double>(grid.steps())), 0, 0});
    if (grid.cycle().front() < 0) s.R = s.R * exp(Vec<Body, double>{fault.back, 0, 0});
    return s;
  };
  const Sampler<FreeBody<double>> seen{sampler ? sampler->every : 0, [&](Sample<FreeBody<double>> s) {
                                         if (s.n > 0) s.state = spoil(s.state);
                                         sampler->see(s);
                                       }};
  auto run = exact.run(body, grid, sampler ? &seen : nullptr);
  run.state = spoil(run.state), run.counters.torque_evaluations = 3 * run.steps;
  return run;
}
PropertyReport spoilt_by(const Fault& f, Order order = exact_order) {
  static MethodInfo info = *find_method("exact");
  info.order = order;
  if (!find_method("spoilt")) {
    info.id = "spoilt", info.aliases = {}, info.torque_evaluations = {3};
    add_method(info);
    add_runner(Runner<FreeBody<double>>{&info, &spoilt});
  }
  fault = f;
  auto p = measure_properties(info, 1000);
  fault = {};
  return p;
}
bool complains(const PropertyReport& p, std::string_view of) {
  return std::ranges::any_of(p.disagreements, [&](const auto& d) { return d.find(of) != std::string::npos; });
}

/// A little more than is allowed is seen, by name; a little less is not.
TEST(PropertyReport, NoticesWhatIsJustOutsideItsThresholds) {
  EXPECT_TRUE(spoilt_by({}).disagreements.empty());
  for (const double size : {0.3, 3.0}) {
    const bool seen = size > 1;
    const double per_space = spoilt_by({.space = 1e-9}).invariance.space / 1e-9;
    ASSERT_GT(per_space, 1e-3);
    EXPECT_EQ(complains(spoilt_by({.space = size * 1e-11 / per_space}), "turning space"), seen);
    const double per_unit = spoilt_by({.units = 1e-9}).invariance.decimal / 1e-9;
    ASSERT_GT(per_unit, 1e-3);
    EXPECT_EQ(complains(spoilt_by({.units = size * 1e-11 / per_unit}), "a unit of mass of 1e12"), seen);
    EXPECT_EQ(complains(spoilt_by({.scale = size * 5e-11}), "spatial momentum"), seen);
    EXPECT_EQ(complains(spoilt_by({.scale = size * 2.5e-11}), "energy"), seen);
  }
  EXPECT_TRUE(complains(spoilt_by({.units = 1e-14}), "a unit of mass of 2^40"));
  const auto fails = spoilt_by({.longest = 0.15});
  EXPECT_TRUE(complains(fails, "symmetric: a step of 0.2 fails"));
}

/// Errors over 14 halvings of the step: still, seven of order 2, two of order 1.2, still, one more of order 2. And no
/// step beyond a radian.
double halvings(double steps) {
  const double k = std::log2(steps);
  const auto part = [&](double from, double to) { return std::clamp(k - from, 0.0, to - from); };
  return 0.1 * std::exp2(-2 * part(4, 11) - 1.2 * part(11, 13) - 2 * part(13, 14));
}
TEST(PropertyReport, StepRangesAreThoseOfKnownErrors) {
  const auto body = test_problem::free<double>();
  const double rate = norm(body.Omega(body.initial.Pi));
  const auto p = spoilt_by({.turn = halvings}, 2);
  ASSERT_TRUE(p.range);
  EXPECT_NEAR(p.range->to, 2 * rate / 16, 1e-12);
  EXPECT_NEAR(p.range->from, 2 * rate / 2048, 1e-12);
  EXPECT_TRUE(p.range->all_tried);
  EXPECT_EQ(p.torque_evaluations, 3);
  const auto ends = spoilt_by({.longest = 1.05 / rate, .turn = halvings}, 2);
  EXPECT_EQ(ends.range->solves_to, 1);
  EXPECT_FALSE(ends.range->all_tried);
}

/// Right forward, and off by a milliradian after a run back: said by name, though it declares no symmetry.
TEST(PropertyReport, StepsBackAreLookedAt) {
  EXPECT_FALSE(complains(spoilt_by({.turn = halvings}, 2), "h < 0"));
  EXPECT_TRUE(complains(spoilt_by({.turn = halvings, .back = 1e-3}, 2), "steps back (h < 0) do not follow"));
}

/// Faster by half after the first step: by shares.
TEST(PropertyReport, InvariantsAreRelative) {
  static const MethodInfo info{
      .id = "sped-up", .label = "", .source = "made up", .order = 1, .kind = Kind::explicit_method};
  add_method(info);
  using P = TorquedBody<double>;
  add_runner(Runner<P>{&info, [](const P& body, const Grid<double>& grid, const Sampler<P>* sampler) {
                         auto s = body.initial;
                         sampler->see({0, 0, s});
                         s.Pi = 1.5 * s.Pi;
                         sampler->see({1, grid.time(1), s});
                         return polhode::Run<P>{.steps = 1, .state = s};
                       }});
  const P body{{{1, 2, 3}, {{6, 0, 8}, Attitude<double>::identity()}}, {}};
  const auto found = measured::invariants(info, body, 0.1, 1);
  EXPECT_NEAR(found.momentum[1], 0.5, 1e-15);
  EXPECT_NEAR(found.vertical[1], 0.4, 1e-15);
  EXPECT_NEAR(found.energy[1], 1.25, 1e-15);
  auto faster = body.initial;
  faster.Pi = 1.5 * faster.Pi;
  EXPECT_NEAR(measured::deviation(faster, body.initial), 0.5, 1e-15);
  EXPECT_EQ(measured::deviation(body.initial, body.initial), 0);
}

}  // namespace
}  // namespace polhode
