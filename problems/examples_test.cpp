// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/geometry/scalar.hpp"
#include "core/io/spec.hpp"
#include "core/reference/reference.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/recommend.hpp"
#include "methods/runners.hpp"

/// The bodies of docs/bodies.md: their own method serves them, and the answer of `recommend` holds.
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
        if constexpr (requires { problem.I.moments; }) {
          const auto wide = std::get<P<float128>>(read_spec<float128>(document).problem);
          const auto end = reference::at(wide, float128(0), float128(r.duration));
          const auto run =
              find_runner<P<double>>(*c.method)->run(problem, Grid<double>::of_duration(0, r.duration, steps), nullptr);
          EXPECT_LT(static_cast<double>(attitude_distance(cast<float128>(run.state.R), end.state.R)), allowed)
              << c.method->id << " with " << steps << " steps";
        }
      },
      spec.problem);
}
INSTANTIATE_TEST_SUITE_P(Bodies, Example,
                         testing::Values("cubesat", "drone", "water", "spinning_stone", "wing_nut", "lageos",
                                         "stirrer"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace polhode
