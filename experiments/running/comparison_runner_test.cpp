// SPDX-License-Identifier: MIT
#include "experiments/running/comparison_runner.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "methods/runners.hpp"

// The runner of comparisons, with methods that are made up, so that what it should find is known.
namespace polhode {
namespace {

constexpr ProblemInfo steady{"steady", "a sphere that turns about its third axis", ""};
const FreeBody<double> sphere{{{1, 1, 1}, {{3, 0, 4}, Attitude<double>::identity()}}};

using State = RigidState<double>;
using Fault = void (*)(State& end, std::int64_t node);
/// The exact motion of the sphere with a fault at each node but the first; it fails in its fourth step if it shall.
const MethodInfo& method(const std::string& id, Fault fault, bool fails = false) {
  static std::map<std::string, MethodInfo> all;
  const auto [at, is_new] =
      all.try_emplace(id, MethodInfo{.source = "made up", .order = 1, .kind = Kind::explicit_method});
  auto& info = at->second;
  if (!is_new) return info;
  info.id = info.label = at->first;
  using P = FreeBody<double>;
  const auto run = [=](const P& body, const Grid<double>& grid, const Sampler<P>* sampler) -> Run<P> {
    const auto state = [&](std::int64_t n) {
      State s{body.initial.Pi, body.initial.R * exp(grid.time(n) * body.Omega(body.initial.Pi))};
      if (n > 0) fault(s, n);
      return s;
    };
    const auto last = fails ? 3 : grid.steps();
    for (std::int64_t n = 0; sampler && sampler->every > 0 && n <= last; n += sampler->every)
      sampler->see({n, grid.time(n), state(n)});
    return {.status = fails ? Status::not_converged : Status::ok,
            .failure = fails ? Failure::no_root : Failure::none,
            .steps = last,
            .state = state(last)};
  };
  add_method(info), add_runner(Runner<P>{&info, run});
  return info;
}
Comparison comparison(const MethodInfo& m) {
  return {&steady, sphere, {&m}, 2};
}

/// Which of the ensemble's starts a state is of.
double start_of(const State& s) {
  return std::round((s.Pi[0] / 3 - 1) / 1e-14);
}
void turn(State& s, const Vec<Body, double>& by) {
  s.R = s.R * exp(by);
}
void leave(State&, std::int64_t) {}

/// Errors 1e-3, 2e-3, .. 16e-3: their median.
TEST(ComparisonRunner, ChaoticPointsAreMediansOfSixteen) {
  const auto runner = polhode::comparison_runner();
  const auto& m = method("another-error-each", [](State& s, auto) { turn(s, {0, 0, 1e-3 * (1 + start_of(s))}); });
  const auto p = runner.run(comparison(m), m, 100, {Norm::attitude, Norm::momentum});
  EXPECT_TRUE(p.chaotic);
  EXPECT_NEAR(p.error(Norm::attitude), 8.5e-3, 1e-7);
  const auto& quiet = method("as-rounding", [](State& s, auto) { turn(s, {1e-13 * (1 + start_of(s)), 0, 0}); });
  EXPECT_FALSE(runner.run(comparison(quiet), quiet, 100, {Norm::attitude}).chaotic);
}

/// Rounding adds up like a random walk: of |Pi| = 5, and of attitudes, over 400 steps.
TEST(ComparisonRunner, FloorsAreOfRoundingOrOfTheReference) {
  const auto& m = method("as-it-is", leave);
  const auto p = polhode::comparison_runner().run(comparison(m), m, 400, {Norm::momentum, Norm::attitude});
  EXPECT_NEAR(p.errors[0].floor, 0x1p-52 * 5 * 20, 1e-20);
  EXPECT_NEAR(p.errors[1].floor, 0x1p-52 * 20, 1e-20);
  EXPECT_EQ(p.errors[0].value, 0);
  EXPECT_LT(p.errors[1].value, 1e-15);
}

TEST(ComparisonRunner, HistoriesBeginAtTheStart) {
  const auto& m =
      method("faster", [](State& s, auto n) { s.Pi = std::sqrt(1 + 0.01 * static_cast<double>(n)) * s.Pi; });
  const auto h = polhode::comparison_runner().history(comparison(m), m, 4, Quantity::energy_error, 0);
  ASSERT_EQ(h.curve.columns[1].size(), 5u);
  for (int n = 0; n < 5; ++n) {
    EXPECT_DOUBLE_EQ(h.curve.columns[0][static_cast<std::size_t>(n)], 0.5 * n);
    EXPECT_NEAR(h.curve.columns[1][static_cast<std::size_t>(n)], 12.5 * 0.01 * n, 1e-14);
  }
}

TEST(ComparisonRunner, WhatFailsHasAReasonAndNoErrors) {
  const auto runner = polhode::comparison_runner();
  const auto& m = method("fails-in-the-fourth", leave, true);
  const auto p = runner.run(comparison(m), m, 100, {Norm::attitude});
  EXPECT_EQ(p.status, Status::not_converged);
  EXPECT_EQ(p.reason, std::string(text(Failure::no_root)) + " after 3 of 100 steps");
  EXPECT_TRUE(p.errors.empty());
  EXPECT_TRUE(std::isnan(p.error()));
  EXPECT_EQ(runner.step_errors(comparison(m)), std::vector<double>{1});
  const auto& of_rods = *find_method("dumbbell-vi");
  const auto skipped = runner.run(comparison(of_rods), of_rods, 100, {Norm::attitude});
  EXPECT_EQ(skipped.status, Status::skipped);
  EXPECT_EQ(skipped.reason, why_not(of_rods, sphere));
  const auto& fine = method("as-it-is", leave);
  EXPECT_LT(runner.step_errors(comparison(fine))[0], 1e-15);
}

}  // namespace
}  // namespace polhode
