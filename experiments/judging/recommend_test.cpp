// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/geometry/scalar.hpp"
#include "core/judging/norms.hpp"
#include "core/reference/reference.hpp"
#include "core/system/user.hpp"
#include "methods/runners.hpp"

namespace polhode {
namespace {

nlohmann::json spec(const std::string& text) {
  return nlohmann::json::parse(text);
}

constexpr const char* heavy =
    R"({"body": {"inertia": [1.9, 0.8, 1.3], "attitude": {"rotation_vector": [0.4, -1.1, 0.3]},
  "momentum": [0.9, -1.4, 0.6]}, "torque": {"kind": "gravity", "moment": [0.3, -0.2, 0.5]}, "time": 8})";

const Candidate& of(const Recommendation& r, std::string_view method) {
  for (const auto& c : r.candidates)
    if (c.method->id == method) return c;
  throw std::logic_error("no candidate");
}

TEST(Recommend, FreeBodiesGetTheExactMotionInOneStep) {
  auto s = spec(R"({"body": {"inertia": [2.2, 1.1, 1.7], "momentum": [0.3, -1.2, 0.5]}, "time": -500})");
  const auto r = recommend(s, {.attitude = 1e-9});
  ASSERT_TRUE(r.best);
  const auto& best = r.candidates[*r.best];
  EXPECT_EQ(best.method->id, "exact");
  EXPECT_EQ(best.ratings[*best.chosen].steps, 1);
  EXPECT_EQ(r.reference.kind, "exact");
  // Spheres turn evenly, and a body next to the separatrix is sensitive, not chaotic.
  for (const char* text : {R"({"body": {"inertia": [1, 1, 1], "momentum": [1, 2, 1]}, "time": 100})",
                           R"({"body": {"inertia": [1, 2, 3], "momentum": [0, 2, 1e-9]}, "time": 100})"}) {
    const auto other = recommend(spec(text), {.attitude = 1e-6});
    ASSERT_TRUE(other.best);
    EXPECT_EQ(other.candidates[*other.best].method->id, "exact");
    EXPECT_FALSE(other.chaotic);
  }
}

/// The largest error over all nodes against references that are made for each node, at the step and at smaller ones
/// that were not tried.
TEST(Recommend, ThePromiseHolds) {
  const auto s = spec(heavy);
  const auto body = std::get<TorquedBody<double>>(read_spec<double>(s).problem);
  const auto wide = cast<float128>(body);
  for (const double target : {1e-3, 1e-8}) {
    const auto r = recommend(s, {.attitude = target});
    ASSERT_TRUE(r.best);
    for (const auto i : r.ranking()) {
      const auto& c = r.candidates[i];
      const auto& x = c.ratings[*c.chosen];
      EXPECT_LE(x.share, margin) << c.method->id;
      if (r.cost_of(i) > 2 * r.cost_of(*r.best)) continue;
      for (const double finer : {1.0, 1.03, 1.3}) {
        const auto steps = std::llround(finer * static_cast<double>(x.steps));
        std::vector<Sample<TorquedBody<double>>> nodes;
        const Sampler<TorquedBody<double>> all{std::max<std::int64_t>(1, steps / 8),
                                               [&](const auto& node) { nodes.push_back(node); }};
        find_runner<TorquedBody<double>>(*c.method)->run(body, Grid<double>::of_duration(0, 8, steps), &all);
        for (const auto& node : nodes) {
          const auto known = reference::at(wide, float128(0), float128(node.t));
          EXPECT_LE(attitude_distance(cast<float128>(node.state.R), known.state.R), target)
              << c.method->id << " with " << steps << " steps at " << node.t;
        }
      }
    }
  }
}

TEST(Recommend, TheCheapestIsTheCheapestAndTheFrontIsOne) {
  const auto r = recommend(spec(heavy), {.attitude = 1e-5, .energy = 1e-4});
  ASSERT_TRUE(r.best);
  const auto ranking = r.ranking();
  for (const auto i : ranking) EXPECT_LE(r.cost_of(*r.best), 1.1 * r.cost_of(i)) << r.candidates[i].method->id;
  // At least the step of the best is on the front, or beaten by a step that was rejected as lucky.
  int front = 0;
  for (const auto& a : r.candidates)
    for (const auto& x : a.ratings) {
      if (!x.front) continue;
      ++front;
      for (const auto& b : r.candidates)
        for (const auto& y : b.ratings)
          EXPECT_FALSE(y.status == Status::ok && y.errors.attitude < x.errors.attitude &&
                       y.errors.energy < x.errors.energy && b.cost(y, r.duration) < a.cost(x, r.duration))
              << a.method->id << x.steps << " is beaten by " << b.method->id << y.steps;
    }
  EXPECT_GT(front, 3);
  // What is not recommended says why.
  for (const auto& c : r.candidates) EXPECT_NE(c.chosen.has_value(), !c.reason.empty()) << c.method->id;
  EXPECT_EQ(of(r, "forward-euler").outcome, Outcome::hopeless);
}

/// Energy can be kept by steps over whole turns; such steps do not count.
TEST(Recommend, EnergyAloneStillFollowsTheMotion) {
  const auto r = recommend(spec(heavy), {.energy = 1e-3});
  ASSERT_TRUE(r.best);
  for (const auto i : r.ranking()) {
    const auto& x = r.candidates[i].ratings[*r.candidates[i].chosen];
    EXPECT_TRUE(x.steps >= r.least_steps || x.errors.attitude <= 0.01) << r.candidates[i].method->id;
  }
}

TEST(Recommend, DirectorsToo) {
  const auto r = recommend(
      spec(
          R"({"body": {"inertia": 2, "director": [0, 0.6, 0.8], "angular_velocity_space": [3, 1.6, -1.2]}, "torque": {"kind": "field", "g": [0, 1, 3]}, "time": 5})"),
      {.attitude = 1e-4});
  ASSERT_TRUE(r.best);
  EXPECT_EQ(r.candidates[*r.best].method->id, "dumbbell-vi");
}

TEST(Recommend, NothingIsPromisedBeyondRounding) {
  const auto r = recommend(spec(heavy), {.attitude = 1e-15});
  EXPECT_FALSE(r.best);
  for (const auto& c : r.candidates) EXPECT_FALSE(c.reason.empty()) << c.method->id;
}

TEST(Recommend, SaysWhereTheMotionIsChaotic) {
  const auto r = recommend(
      spec(
          R"({"body": {"inertia": [1.3, 2.1, 2.9], "attitude": {"rotation_vector": [0.3, -0.4, 0.5]}, "momentum": [0.7, 2.2, -3.1]}, "torque": {"kind": "gravity", "moment": [0.2, -0.1, 0.6]}, "time": 60})"),
      {.attitude = 1e-2});
  EXPECT_TRUE(r.chaotic);
  EXPECT_GT(r.moved.attitude, 1e-10);
  EXPECT_FALSE(recommend(spec(heavy), {.attitude = 1e-2}).chaotic);
}

TEST(Recommend, AsksForATargetAndAHorizon) {
  EXPECT_THROW(recommend(spec(heavy), {}), UserError);
  EXPECT_THROW(recommend(spec(R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 1, 1]}})"), {.attitude = 1e-6}),
               UserError);
  // A reference that takes too long, and one that is not certain enough.
  EXPECT_THROW(recommend(spec(heavy), {.attitude = 1e-6, .time = 1e6, .seconds = 0.5}), UserError);
  EXPECT_THROW(recommend(spec(heavy), {.attitude = 1e-19}), UserError);
}

}  // namespace
}  // namespace polhode
