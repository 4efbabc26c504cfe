// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <thread>

#include "core/testing/folder.hpp"
#include "core/testing/refusal.hpp"
#include "core/testing/vectors.hpp"
#include "experiments/running/engines.hpp"
#include "methods/runners.hpp"
#include "problems/test_problems.hpp"

// Engines in C and C++ (experiments/examples/engine) as methods, and some that misbehave (engine_broken_test.c).
namespace polhode {
namespace {

const EngineMethod& of(const std::vector<const EngineMethod*>& list, const std::string& id) {
  for (const auto* m : list)
    if (m->info.id == id) return *m;
  throw std::logic_error("no engine " + id);
}
const EngineMethod& engine(const std::string& library, const std::string& id) {
  return of(engines_of(ENGINE_FOLDER "/lib" + library + ".so"), id);
}

/// The top of engines.json, whose exact motion it has.
struct Top {
  nlohmann::json document = vectors::read("engines"), end = document["references"]["top"].back();

  TorquedBody<double> body() const { return vectors::torqued_body<double>(document["problems"]["top"]); }
  Run<TorquedBody<double>> run(const EngineMethod& m, std::int64_t steps) const {
    return m.torqued.run(body(), Grid<double>::of_duration(0, vectors::number<double>(end["t"]), steps), nullptr);
  }
  Distance<double> errors(const EngineMethod& m, std::int64_t steps) const {
    return distance(run(m, steps).state, {vectors::vec<Body, double>(end["Pi"]), vectors::matrix<double>(end["R"])});
  }
};

/// Of the errors with so many steps and with twice as many.
void expect_order(const Top& top, const EngineMethod& m, std::int64_t steps, double order, double off) {
  const auto coarse = top.errors(m, steps), fine = top.errors(m, 2 * steps);
  EXPECT_NEAR(std::log2(coarse.momentum / fine.momentum), order, off);
  EXPECT_NEAR(std::log2(coarse.configuration / fine.configuration), order, off);
}

TEST(EngineInterface, AnEngineInC) {
  const auto& m = engine("midpoint", "explicit-midpoint");
  const Top top;
  expect_order(top, m, 400, 2, 0.03);
  const auto run = top.run(m, 400);
  EXPECT_EQ(run.status, Status::ok);
  EXPECT_EQ(run.counters.torque_evaluations, 800);
  EXPECT_LT(std::abs(run.norm_defect), 1e-15);
  EXPECT_EQ(m.info.order, Order(2));
  EXPECT_EQ(m.info.torque_evaluations.per_step, 0);  // it says nothing of them

  // Backwards, observed, and without torque.
  const FreeBody<double> free{top.body()};
  int seen = 0;
  const Sampler<FreeBody<double>> sampler{10, [&](const auto& s) { seen += s.n % 10 == 0; }};
  const auto back = m.free.run(free, Grid<double>::of_step(0, -0.01, 100), &sampler);
  EXPECT_EQ(seen, 11);
  EXPECT_LT(norm(back.state.pi() - free.initial.pi()), 1e-2);
  EXPECT_EQ(norm(m.free.run(free, Grid<double>::of_step(0, -0.01, 100), nullptr).state.Pi - back.state.Pi), 0);
}

#ifdef HAVE_FORTRAN
TEST(EngineInterface, AnEngineInFortran) {
  expect_order(Top(), engine("rk4", "fortran-rk4"), 40, 4, 0.15);
}
#endif

TEST(EngineInterface, SaysWhyNot) {
  const auto& m = engine("game", "game");
  auto body = Top().body();
  EXPECT_EQ(m.torqued.run(body, Grid<double>::of_step(0, -0.1, 3), nullptr).reason(),
            "the engine takes no negative steps");
  body.I = {1, 2, 9};
  const auto run = m.torqued.run(body, Grid<double>::of_step(0, 0.1, 3), nullptr);
  EXPECT_EQ(run.status, Status::skipped);
  EXPECT_EQ(run.reason(), "the engine does not take this body: no body has a moment 9 beside 1 and 2");
}

/// A free body with steps of 1.
TEST(EngineInterface, WhatGoesWrongInARunHasAReason) {
  const FreeBody<double> body{{{1, 1, 1}, {{0, 0, 1}, Attitude<double>::identity()}}};
  const std::string not_this_body = "the engine does not take this body: ";
  for (const auto& [id, status, steps, reason] :
       {std::tuple("none", Status::skipped, 0, not_this_body + std::string(POLHODE_WHY - 1, '!')),
        {"none-silently", Status::skipped, 0, not_this_body + "it does not say why"},
        {"refuses", Status::skipped, 0, "the engine does not take this state"},
        {"fails", Status::not_converged, 200, "the engine failed"},
        {"nan", Status::diverged, 200, "the state is not finite"},
        {"history-fails", Status::not_converged, 128, "the engine failed"},  // it cannot be set back
        {"history-nan", Status::diverged, 128, "the state is not finite"}}) {
    const auto run = engine("broken_engine", id).free.run(body, Grid<double>::of_step(0, 1, 1000), nullptr);
    EXPECT_EQ(run.status, status) << id;
    EXPECT_EQ(run.steps, steps) << id;
    EXPECT_EQ(run.state.Pi[0], steps) << id;  // the last good state
    EXPECT_EQ(run.reason(), reason) << id;
  }
  for (const std::int64_t every : {1, 7, 1000}) {
    const Sampler<FreeBody<double>> sampler{every, [](auto&) {}};
    const auto run = engine("broken_engine", "fails-once").free.run(body, Grid<double>::of_step(0, 1, 1000), &sampler);
    EXPECT_EQ(run.status, Status::not_converged) << every;
    EXPECT_EQ(run.reason(), "the engine failed at a step, and not when it was repeated") << every;
  }
}

/// A library that supports one thread at a time gets one; the torque may be asked for even too early.
TEST(EngineInterface, ThreadsAndEarlyTorques) {
  const auto& m = engine("broken_engine", "counts");
  const auto body = Top().body();
  std::vector<std::thread> threads;
  std::vector<double> last(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(
        [&, i] { last[i] = m.torqued.run(body, Grid<double>::of_step(0, 1, 999), nullptr).state.Pi[0]; });
  for (auto& t : threads) t.join();
  EXPECT_EQ(last, std::vector<double>(4, 999));
}

TEST(EngineInterface, WhatDoesNotFitIsRefused) {
  const auto refused = [](const std::string& path) { return refusal_of([&] { engines_of(path); }); };
  const std::string broken = ENGINE_FOLDER "/libbroken_engine.so";
  EXPECT_EQ(refused("missing.so"), "--engine: missing.so: no such file");
  EXPECT_NE(refused(POLHODE_SOURCE "/README.md").find("not a library that can be loaded"), std::string::npos);
  for (const auto& [way, expected] : std::vector<std::pair<std::string, std::string>>{
           {"empty", ": it has no engine"},
           {"size", ": engine number 0: size is 8; accepted: "},
           {"label", ": engine none: label is a null pointer; accepted: a text"},
           {"licence", ": engine none: licence is empty; accepted: a text"},
           {"order", ": engine none: order_of_attitude is -1; accepted: 0 to 20"},
           {"precision", ": engine none: precision is 0; accepted: 1 to 2"},
           {"energy", ": engine none: energy is 7; accepted: 0 to 3"},
           {"step", ": engine none: step is a null pointer; accepted: a function"}}) {
    ::setenv("BROKEN", way.c_str(), 1);
    EXPECT_EQ(refused(broken).find("--engine: " + broken + expected), 0u) << refused(broken);
  }
  ::unsetenv("BROKEN");
  EXPECT_EQ(refused(broken), "");
}

// --- programs: one in Python, and a shell script that misbehaves in every way
// -----------------------------------------

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
  EXPECT_EQ(python().info.torque_evaluations.per_step, 1);
}

/// How a run ends whose 200th step is not done, and when; nothing of it hurts this program.
TEST(EngineProgram, WhatAProgramDoesIsADatum) {
  const auto list = engines_of("sh " POLHODE_SOURCE "/experiments/running/engine_program_broken_test.sh", 1);
  const FreeBody<double> body{{{1, 1, 1}, {{0, 0, 1}, Attitude<double>::identity()}}};
  for (const auto& [way, reason] : std::initializer_list<std::pair<std::string, const char*>>{
           {"crashes", "it crashed: signal 11"},
           {"exits", "it ended with exit code 3"},
           {"endless", "it did not answer within 1 s"},
           {"closes", "it "},
           {"resets", "its time is 0 instead of 200: it has reset itself"},
           {"stands", "its time is 199 instead of 200"},
           {"garbage", "its answer is not a JSON object: Segmentation fault"},
           {"short", "it answers 1 steps with 0 states"},
           {"fails", "too hot"},
           {"asks", "it requests a torque, but the body has none"},
           {"deep", "its answer is not a JSON object: {\"states\": [[["},
           {"long", "its answer is longer than 1 MB"}}) {
    const auto& m = of(list, "sh-" + way);
    const auto run = m.free.run(body, Grid<double>::of_step(0, 1, 300), nullptr);
    EXPECT_EQ(run.status, Status::not_converged) << way;
    EXPECT_EQ(run.steps, 199) << way;
    EXPECT_EQ(run.state.Pi[0], 199) << way;
    EXPECT_TRUE(std::string(run.reason()).starts_with(std::string("the engine failed: ") + reason))
        << way << ": " << run.reason();
    EXPECT_EQ(m.free.run(body, Grid<double>::of_step(0, 1, 199), nullptr).status, Status::ok) << way;
  }
  const auto run = list.front()->free.run(body, Grid<double>::of_step(0, 1, 10), nullptr);
  EXPECT_EQ(run.reason(), "the engine does not take this body: not today");
  EXPECT_EQ(of(list, "sh-slow").free.run(body, Grid<double>::of_step(0, 1, 150), nullptr).status, Status::ok)
      << "no answer is of more steps than there is time for";
}

/// A step that was not foreseen is taken from where the body is, not from where the program has gone ahead; orders that
/// are 0 say that it solves another equation.
TEST(EngineProgram, StepsThatWereNotForeseenBeginWhereTheBodyIs) {
  const double I[] = {1, 2, 3};
  const polhode_state start{{1, 0, 0, 0}, {1, 0.5, -1}};
  const auto end = [&](bool foreseen) {
    const auto body = python().make(I, nullptr, nullptr);
    if (foreseen) body->foresee({0.01}, 10);
    EXPECT_EQ(body->set(0, start), POLHODE_DONE);
    for (const double h : {0.01, 0.01, 0.02, 0.01}) EXPECT_EQ(body->step(h), POLHODE_DONE) << body->why();
    polhode_state state{};
    body->get(state);
    return state;
  };
  const auto a = end(true), b = end(false);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(a.momentum[i], b.momentum[i]);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(a.attitude[i], b.attitude[i]);
  const auto declared =
      engines_of(R"(echo '{"engines": [{"id": "of-momentum", "label": "l", "source": "s", )"
                 R"("licence": "MIT", "order_of_momentum": 3, "order_of_attitude": 0, "energy": "without torque", )"
                 R"("symmetric": "no", "symplectic": "yes"}]}')");
  EXPECT_EQ(declared.front()->info.order, Order(3, no_order));
  EXPECT_EQ(declared.front()->info.energy.condition, "without torque");
  EXPECT_EQ(declared.front()->info.symmetric.answer, Answer::no);
  EXPECT_EQ(declared.front()->info.symplectic.answer, Answer::yes);
}

/// One that asks for torques for ever does not answer, whether it reads them or not; and to find the last good state
/// takes no second time of an answer, but at most a second here.
TEST(EngineProgram, AskingIsNoAnswer) {
  const auto list = engines_of("sh " POLHODE_SOURCE "/experiments/running/engine_program_broken_test.sh", 2);
  auto body = test_problem::forced<double>();
  body.initial = {{0, 0, 1}, Attitude<double>::identity()};
  for (const char* id : {"sh-begs", "sh-deaf"}) {
    const auto begin = std::chrono::steady_clock::now();
    const auto run = of(list, id).torqued.run(body, Grid<double>::of_step(0, 1, 300), nullptr);
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 3.8) << id;
    EXPECT_EQ(run.steps, 199) << id;
    EXPECT_EQ(run.reason(), "the engine failed: it did not answer within 2 s") << id;
  }
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
  const auto refused = [](const std::string& command, double seconds = 60) {
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
        {"1, \"label\": \"' + 'l' * 2001 + '\"", "label: 2001 bytes are given; accepted: at most 2000"}}) {
    const auto said =
        std::regex_replace(R"({"engines": [{"precision": )" + precision + "}]}", std::regex("\""), "\\\"");
    expect_refused([&] { engines_of("python3 -c \"print('" + said + "')\""); }, why);
  }
  const std::string silent = R"(echo '{"engines": [{"id": "x", "label": "l", "source": "s", "licence": "MIT"}]}')";
  EXPECT_EQ(refused(silent), "--engine: " + silent + ": engine x: order_of_momentum is -1; accepted: 0 to 20");
}

}  // namespace
}  // namespace polhode
