// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/geometry/scalar.hpp"
#include "core/reference/reference.hpp"
#include "core/system/user.hpp"
#include "core/testing/specs.hpp"
#include "experiments/judging/recommend.hpp"
#include "methods/runners.hpp"
#include "problems/test_problems.hpp"

/// The bodies of docs/bodies.md: their own method supports them, and the answer of `recommend` holds.
namespace polhode {
namespace {

class Example : public testing::TestWithParam<const char*> {};

TEST_P(Example, IsAnswered) {
  const auto path = std::string(POLHODE_SOURCE) + "/problems/examples/" + GetParam() + ".json";
  const auto document = parse_json(read_file(path), path);
  const auto spec = read_spec<double>(document);
  ASSERT_TRUE(spec.method && spec.grid);
  constexpr double allowed = 1e-5;
  const double share = 0.02;  // of its time: seconds here
  const auto r = recommend(document, {.attitude = allowed, .time = share * *spec.time, .seconds = 60});
  ASSERT_TRUE(r.best) << GetParam();
  const auto& c = r.candidates[*r.best];
  const auto steps = c.ratings[*c.chosen].steps;
  std::visit(
      [&]<template <class> class P>(const P<double>& problem) {
        const auto* own = find_runner<P<double>>(*find_method(*spec.method));
        ASSERT_TRUE(own);
        EXPECT_EQ(own->run(problem, Grid<double>::of_duration(0, r.duration, 50), nullptr).status, Status::ok);
        const auto wide = std::get<P<float128>>(read_spec<float128>(document).problem);
        const auto end = reference::at(wide, float128(0), float128(r.duration));
        const auto run =
            find_runner<P<double>>(*c.method)->run(problem, Grid<double>::of_duration(0, r.duration, steps), nullptr);
        float128 off(0);
        if constexpr (requires { end.state.R; })
          off = attitude_distance(cast<float128>(run.state.R), end.state.R);
        else
          off = distance(cast<float128>(run.state), end.state).configuration;
        EXPECT_LT(static_cast<double>(off), allowed) << c.method->id << " with " << steps << " steps";
      },
      spec.problem);
}
INSTANTIATE_TEST_SUITE_P(Bodies, Example,
                         testing::Values("cubesat", "drone", "water", "spinning_stone", "wing_nut", "lageos", "stirrer",
                                         "laser_pulse"),
                         [](const auto& info) { return std::string(info.param); });

// --- potentials by formula -------------------------------------------------------------------------------------------

template <class P>
P problem_of(const std::string& body, const std::string& torque) {
  return polhode::problem_of<P>(fmt::format(R"({{"body": {}, "torque": {}, "time": 1}})", body, torque));
}
/// A run by each method that supports P and whose order is fixed.
template <class P>
std::vector<std::pair<const MethodInfo*, Run<P>>> runs_of(const P& problem, double time, std::int64_t steps) {
  std::vector<std::pair<const MethodInfo*, Run<P>>> runs;
  for (const auto& runner : runners<P>()) {
    if (runner.info->tolerance > 0) continue;
    runs.emplace_back(runner.info, runner.run(problem, Grid<double>::of_duration(0, time, steps), nullptr));
    EXPECT_EQ(runs.back().second.status, Status::ok) << runner.info->id;
  }
  return runs;
}

/// What a field does, a potential does that is the same; and the oscillators of Hénon and Heiles: every method, with
/// the same evaluations, to rounding. Newton's method sees the second derivatives: else it would take more iterations.
template <class P>
void is_the_same(const P& known, const P& formula) {
  const auto others = runs_of(known, 2, 40);
  for (std::size_t i = 0; const auto& [method, run] : runs_of(formula, 2, 40)) {
    const auto& other = others[i++].second;
    EXPECT_LT(distance(run.state, other.state).largest(), 1e-12) << method->id;
    EXPECT_EQ(run.counters.torque_evaluations, other.counters.torque_evaluations) << method->id;
    EXPECT_NEAR(run.counters.solver_iterations, other.counters.solver_iterations, 4) << method->id;
  }
}

/// Halving steps divides the distance to the converged state by 2^order, for every method.
template <template <class> class P>
void has_its_order(const P<double>& problem) {
  const double time = 1;
  const auto end = cast<double>(reference::at(cast<float128>(problem), float128(0), float128(time)).state);
  const auto coarse = runs_of(problem, time, 40);
  for (std::size_t i = 0; const auto& [method, run] : runs_of(problem, time, 80)) {
    const double finer = distance(run.state, end).largest(),
                 coarser = distance(coarse[i++].second.state, end).largest();
    if (coarser < 1e-10)  // too near to rounding to tell
      EXPECT_LT(finer, 1e-11) << method->id;
    else
      EXPECT_GT(std::log2(coarser / finer), method->order.least() - 0.4) << method->id;
  }
}

const std::string a_director = R"({"inertia": 2, "director": [0, 0.6, 0.8], "angular_velocity_space": [3, 1.6, -1.2]})";
const std::string a_particle = R"({"masses": [1], "positions": [[0, 0.1, 0.2]], "velocities": [[0.35, 0.1, 0.3]]})";
std::string formula(const std::string& potential) {
  return fmt::format(R"j({{"kind": "formula", "potential": "{}"}})j", potential);
}

TEST(Potentials, OfTheFieldMoveADirectorAsTheFieldDoes) {
  const auto of = [](const std::string& torque) { return problem_of<Director<double>>(a_director, torque); };
  is_the_same(of(R"({"kind": "field", "g": [1, -1, 3]})"), of(formula("-(d1 - d2 + 3*d3)")));
  is_the_same(of(R"({"kind": "field", "g": [1, -1, 3], "amplitude": [0.5, 0, 1], "frequency": 1.5})"),
              of(formula("-(d1 - d2 + 3*d3) - (0.5*d1 + d3)*cos(1.5*t)")));
}

TEST(Potentials, OfHenonAndHeilesMoveAParticleAsTheirsDo) {
  const auto known = test_problem::henon_heiles<double>();
  const auto particle = problem_of<Particles<double>>(a_particle, formula("(x1^2 + x2^2)/2 + x1^2*x2 - x2^3/3"));
  EXPECT_EQ(distance(known.initial, particle.initial).largest(), 0);
  EXPECT_NEAR(energy(known, known.initial), energy(particle, particle.initial), 1e-16);
  is_the_same(known, particle);
}

TEST(Potentials, LeaveEveryMethodItsOrder) {
  has_its_order(problem_of<Director<double>>(a_director, formula("2*d1*d2^2 - 3*d3^2 + exp(d1*d3) + d2*sin(2*t)")));
  has_its_order(problem_of<Particles<double>>(a_particle, formula("cosh(x1 - x2)*2 + sqrt(1 + x3^2) + x2*x3*cos(t)")));
}

TEST(Potentials, ExamplesKeepWhatTheirMotionsKeep) {
  const auto path = std::string(POLHODE_SOURCE) + "/problems/examples/toda.json";
  const auto document = parse_json(read_file(path), path);
  const auto spec = read_spec<double>(document);
  const auto& problem = std::get<Particles<double>>(spec.problem);
  const auto run = find_runner<Particles<double>>(*find_method(*spec.method))->run(problem, *spec.grid, nullptr);
  ASSERT_EQ(run.status, Status::ok);
  const auto sum = [](const ParticleState<double>& s) { return s.p[0] + s.p[1] + s.p[2]; };
  EXPECT_NEAR(sum(run.state), sum(problem.initial), 1e-13);
  EXPECT_NEAR(energy(problem, run.state), energy(problem, problem.initial), 1e-4);
  const auto end = reference::at(cast<float128>(problem), float128(0), float128(10));
  EXPECT_LT(static_cast<double>(distance(cast<float128>(run.state), end.state).largest()), 1e-3);
  const auto r = recommend(document, {.attitude = 1e-3});
  ASSERT_TRUE(r.best);
  const auto& best = r.candidates[*r.best];
  const auto again =
      find_runner<Particles<double>>(*best.method)->run(problem, r.grid(best.ratings[*best.chosen].steps), nullptr);
  EXPECT_LT(static_cast<double>(norm(cast<float128>(again.state).u - end.state.u)), 1e-3) << best.method->id;
}

}  // namespace
}  // namespace polhode
