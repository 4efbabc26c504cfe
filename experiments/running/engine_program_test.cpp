// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <regex>

#include "core/problem/norms.hpp"
#include "core/system/user.hpp"
#include "core/testing/folder.hpp"
#include "core/testing/refusal.hpp"
#include "experiments/running/engines.hpp"
#include "methods/runners.hpp"
#include "problems/test_problems.hpp"

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
    EXPECT_EQ(run.counters.torque_evaluations, other.counters.torque_evaluations);
  };
  check(test_problem::forced<double>(), python().torqued,
        Grid<double>::of_step(0, 0.01, 700));  // more than one line of them
  check(test_problem::free<double>(), python().free, Grid<double>::of_cycle(3, {0.02, 0.01, -0.015}, 100));
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
  expect("resets", "its time is 0 instead of 200: it has reset itself");
  expect("garbage", "its answer is not a JSON object: Segmentation fault");
  expect("short", "it answers 1 steps with 0 states");
  expect("fails", "too hot");
  expect("asks", "it requests a torque, but the body has none");
  expect("deep", "its answer is not a JSON object: {\"states\": [[[");
  expect("long", "its answer is longer than 1 MB");
  const auto run = list.front()->free.run(body, Grid<double>::of_step(0, 1, 10), nullptr);
  EXPECT_EQ(run.reason(), "the engine does not take this body: not today");
}

/// One that asks for torques for ever does not answer, whether it reads them or not.
TEST(EngineProgram, AskingIsNoAnswer) {
  const auto list = engines_of("sh " POLHODE_SOURCE "/experiments/running/engine_program_broken_test.sh", 0.5);
  auto body = test_problem::forced<double>();
  body.initial = {{0, 0, 1}, Attitude<double>::identity()};
  int asked = 0;
  for (const auto* m : list) {
    if (m->info.id != "sh-begs" && m->info.id != "sh-deaf") continue;
    const auto run = m->torqued.run(body, Grid<double>::of_step(0, 1, 300), nullptr);
    EXPECT_EQ(run.steps, 199) << m->info.id;
    EXPECT_EQ(run.reason(), "the engine failed: it did not answer within 0.5 s") << m->info.id;
    ++asked;
  }
  EXPECT_EQ(asked, 2);
}

/// What a program has begun is gone with it, and with this one even if that is killed.
TEST(EngineProgram, NothingIsLeftBehind) {
  const TestFolder folder;
  const auto lives = [](pid_t pid) {  // what has ended may wait for the system to forget it
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    std::string number, name, state;
    return in >> number >> name >> state && state != "Z";
  };
  const auto within = [](double seconds, const auto& holds) {
    for (int i = 0; i < 100 * seconds && !holds(); ++i) ::usleep(10000);
    return holds();
  };
  for (const bool killed : {false, true}) {
    const auto file = (folder / (killed ? "killed" : "ended")).string();
    const auto command = "cd /; sh -c 'echo $$ >" + file + ".new; mv " + file + ".new " + file + "; exec sleep 600'; :";
    const pid_t pid = ::fork();
    if (pid == 0) {
      try {
        engines_of(command, killed ? 100 : 3);
      } catch (const UserError&) {
      }
      ::_exit(0);
    }
    pid_t engine = 0;
    EXPECT_TRUE(within(20, [&] { return bool(std::ifstream(file) >> engine); }));
    EXPECT_TRUE(lives(engine));
    if (killed) ::kill(pid, SIGKILL);
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_EQ(WIFSIGNALED(status), killed);
    EXPECT_TRUE(within(10, [&] { return !lives(engine); })) << file;
    if (engine > 0) ::kill(engine, SIGKILL);
  }
}

TEST(EngineProgram, WhatIsNoEngineIsRefused) {
  const auto refused = [](const std::string& command, double seconds = 60) -> std::string {
    return refusal_of([&] { engines_of(command, seconds); });
  };
  EXPECT_EQ(refused("no-such-program"), "--engine: no-such-program: it ended with exit code 127");
  EXPECT_EQ(refused("cat"), "--engine: cat: it answers {\"describe\": 1} without engines");
  EXPECT_EQ(refused("sleep 9", 0.5), "--engine: sleep 9: it did not answer within 0.5 s");
  EXPECT_EQ(refused("echo '{\"engines\": []}'"), "--engine: echo '{\"engines\": []}': it has no engine");
  const std::string wrong = R"(echo '{"engines": [{"id": "x", "precision": "half"}]}')";
  EXPECT_EQ(refused(wrong), "--engine: " + wrong + ": engine x: precision is half; accepted: single, double");
  for (const auto& [precision, why] :
       {std::pair<std::string, std::string>{"'+ '[' * 100000 + ']' * 100000 + '", "it: nested deeper than 64"},
        {"1}, ' + '{}, ' * 1000 + '{\"id\": 1", "it has 1002 engines; accepted: 1 to 1000"},
        {"1, \"label\": \"' + 'l' * 2001 + '\"", "label: 2001 bytes are given; accepted: at most 2000"}})
    EXPECT_NE(
        refused("python3 -c \"print('" +
                std::regex_replace(R"({"engines": [{"precision": )" + precision + "}]}", std::regex("\""), "\\\"") +
                "')\"")
            .find(why),
        std::string::npos)
        << why;
  const std::string silent = R"(echo '{"engines": [{"id": "x", "label": "l", "source": "s", "licence": "MIT"}]}')";
  EXPECT_EQ(refused(silent), "--engine: " + silent + ": engine x: order_of_momentum is -1; accepted: 0 to 20");
}

}  // namespace
}  // namespace polhode
