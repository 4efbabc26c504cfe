// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/judging/norms.hpp"
#include "core/system/user.hpp"
#include "experiments/running/engines.hpp"
#include "methods/runners.hpp"
#include "problems/trial.hpp"

// Engines that are programs: one in Python, and a shell script that misbehaves in every way.
namespace polhode {
namespace {

const EngineMethod& python() {
  static const auto list = engines_of("python3 " POLHODE_SOURCE "/experiments/examples/engine/semi_implicit.py", 10);
  return *list.front();
}

TEST(EngineProgram, IsTheMapThatItRestates) {
  const auto check = [](const auto& body, const auto& ours, const Grid<double>& grid) {
    using P = std::decay_t<decltype(body)>;
    const auto run = ours.run(body, grid, nullptr);
    const auto other = find_runner<P>(*find_method("semi-implicit-euler"))->run(body, grid, nullptr);
    EXPECT_EQ(run.status, Status::ok) << run.reason();
    EXPECT_EQ(run.steps, grid.steps());
    EXPECT_LT(norm(run.state.Pi - other.state.Pi) + attitude_distance(run.state.R, other.state.R), 1e-12);
    EXPECT_EQ(run.tally.torque_evaluations, other.tally.torque_evaluations);
  };
  check(trial::forced<double>(), python().torqued, Grid<double>::of_step(0, 0.01, 700));  // more than one line of them
  check(trial::free<double>(), python().free, Grid<double>::of_cycle(3, {0.02, 0.01, -0.015}, 100));
  EXPECT_EQ(text(python().info.order), "1");
}

/// How a run ends whose 200th step is not done, and when; nothing of it hurts this program.
TEST(EngineProgram, WhatAProgramDoesIsADatum) {
  const auto list = engines_of("sh " POLHODE_SOURCE "/experiments/running/engine_program_broken_test.sh", 1);
  const FreeBody<double> body{{{1, 1, 1}, {{0, 0, 1}, Attitude<double>::identity()}}};
  const auto expect = [&](const std::string& way, const std::string& reason) {
    for (const auto* m : list) {
      if (m->info.id != "sh-" + way) continue;
      const auto run = m->free.run(body, Grid<double>::of_step(0, 1, 300), nullptr);
      EXPECT_EQ(run.status, Status::not_converged) << way;
      EXPECT_EQ(run.steps, 199) << way;
      EXPECT_EQ(run.state.Pi[0], 199) << way;
      EXPECT_EQ(std::string(run.reason()).rfind("the engine failed: " + reason, 0), 0u) << way << ": " << run.reason();
      EXPECT_EQ(m->free.run(body, Grid<double>::of_step(0, 1, 199), nullptr).status, Status::ok) << way;
    }
  };
  expect("crashes", "it crashed: signal 11");
  expect("exits", "it ended with exit code 3");
  expect("endless", "it did not answer within 1 s");
  expect("closes", "it ");
  expect("resets", "its time went to 0 where 200 is due: it has put itself back");
  expect("garbage", "its answer is no JSON object: Segmentation fault");
  expect("short", "it answers 1 steps with 0 states");
  expect("fails", "too hot");
  expect("asks", "it asks for a torque that there is not");
  const auto run = list.front()->free.run(body, Grid<double>::of_step(0, 1, 10), nullptr);
  EXPECT_EQ(run.reason(), "the engine does not take this body: not today");
}

TEST(EngineProgram, WhatIsNoEngineIsRefused) {
  const auto refused = [](const std::string& command) -> std::string {
    try {
      engines_of(command, 0.5);
    } catch (const UserError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refused("no-such-program"), "--engine: no-such-program: it ended with exit code 127");
  EXPECT_EQ(refused("cat"), "--engine: cat: it answers {\"describe\": 1} without engines");
  EXPECT_EQ(refused("sleep 9"), "--engine: sleep 9: it did not answer within 0.5 s");
  EXPECT_EQ(refused("echo '{\"engines\": []}'"), "--engine: echo '{\"engines\": []}': it has no engine");
  const std::string wrong = R"(echo '{"engines": [{"id": "x", "precision": "half"}]}')";
  EXPECT_EQ(refused(wrong), "--engine: " + wrong + ": engine x: precision is half; accepted: single, double");
  const std::string silent = R"(echo '{"engines": [{"id": "x", "label": "l", "source": "s", "licence": "MIT"}]}')";
  EXPECT_EQ(refused(silent), "--engine: " + silent + ": engine x: order_of_momentum is -1; accepted: 0 to 20");
}

}  // namespace
}  // namespace polhode
