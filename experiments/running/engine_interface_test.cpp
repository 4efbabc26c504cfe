// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <thread>

#include "core/problem/norms.hpp"
#include "core/testing/refusal.hpp"
#include "core/testing/vectors.hpp"
#include "experiments/running/engines.hpp"

// Engines in C and C++ (experiments/examples/engine) as methods, and some that misbehave (engine_broken_test.c).
namespace polhode {
namespace {

const EngineMethod& engine(const std::string& library, const std::string& id) {
  for (const auto* m : engines_of(ENGINE_FOLDER "/lib" + library + ".so"))
    if (m->info.id == id) return *m;
  throw std::logic_error("no engine " + id);
}

/// The top of engines.json, whose exact motion it has.
struct Top {
  nlohmann::json document = vectors::read("engines"), end = document["references"]["top"].back();

  TorquedBody<double> body() const {
    const auto& p = document["problems"]["top"];
    const auto& torque = p["torque"][0];
    return {{{2, 3, 4.5}, {vectors::vec<Body, double>(p["momentum"]), vectors::quaternion<double>(p["attitude"])}},
            {UniformField<double>{vectors::vec<Body, double>(torque["moment"]),
                                  vectors::vec<Space, double>(torque["field"])}}};
  }
  Run<TorquedBody<double>> run(const EngineMethod& m, std::int64_t steps) const {
    return m.torqued.run(body(), Grid<double>::of_duration(0, vectors::number<double>(end["t"]), steps), nullptr);
  }
  /// Errors of momentum and attitude.
  std::pair<double, double> errors(const EngineMethod& m, std::int64_t steps) const {
    const auto s = run(m, steps).state;
    return {norm(s.Pi - vectors::vec<Body, double>(end["Pi"])),
            attitude_distance(s.R, vectors::matrix<double>(end["R"]))};
  }
};

TEST(EngineInterface, AnEngineInC) {
  const auto& m = engine("midpoint", "explicit-midpoint");
  const Top top;
  const auto [Pi, R] = top.errors(m, 400);
  const auto [Pi2, R2] = top.errors(m, 800);
  EXPECT_NEAR(std::log2(Pi / Pi2), 2, 0.03);
  EXPECT_NEAR(std::log2(R / R2), 2, 0.03);
  const auto run = top.run(m, 400);
  EXPECT_EQ(run.status, Status::ok);
  EXPECT_EQ(run.counters.torque_evaluations, 800);
  EXPECT_LT(std::abs(run.norm_defect), 1e-15);
  EXPECT_EQ(m.info.order, Order(2));

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
  const auto& m = engine("rk4", "fortran-rk4");
  const Top top;
  const auto [Pi, R] = top.errors(m, 40);
  const auto [Pi2, R2] = top.errors(m, 80);
  EXPECT_NEAR(std::log2(Pi / Pi2), 4, 0.15);
  EXPECT_NEAR(std::log2(R / R2), 4, 0.15);
}
#endif

TEST(EngineInterface, EnginesInFloats) {
  const auto& with = engine("game", "game-gyro");
  const Top top;
  const auto [Pi, R] = top.errors(with, 1000);
  const auto [Pi2, R2] = top.errors(with, 2000);
  EXPECT_NEAR(std::log2(Pi / Pi2), 1, 0.05);
  EXPECT_NEAR(std::log2(R / R2), 1, 0.05);

  const auto& without = engine("game", "game");
  EXPECT_EQ(text(without.info.order), "solves another equation");
  EXPECT_NEAR(top.errors(without, 1000).first / top.errors(without, 2000).first, 1, 0.01);
  EXPECT_GT(top.errors(without, 2000).first, 0.1);
}

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

/// How a run of a free body with steps of 1 ends, and where.
void expect_end(const std::string& id, Status status, std::int64_t steps, const std::string& reason) {
  const FreeBody<double> body{{{1, 1, 1}, {{0, 0, 1}, Attitude<double>::identity()}}};
  const auto run = engine("broken_engine", id).free.run(body, Grid<double>::of_step(0, 1, 1000), nullptr);
  EXPECT_EQ(run.status, status) << id;
  EXPECT_EQ(run.steps, steps) << id;
  EXPECT_EQ(run.state.Pi[0], steps) << id;  // the last good state
  EXPECT_EQ(run.reason(), reason) << id;
}
TEST(EngineInterface, WhatGoesWrongInARunHasAReason) {
  expect_end("none", Status::skipped, 0, "the engine does not take this body: " + std::string(POLHODE_WHY - 1, '!'));
  expect_end("none-silently", Status::skipped, 0, "the engine does not take this body: it does not say why");
  expect_end("refuses", Status::skipped, 0, "the engine does not take this state");
  expect_end("fails", Status::not_converged, 200, "the engine failed");
  expect_end("nan", Status::diverged, 200, "the state is not finite");
  expect_end("history-fails", Status::not_converged, 128, "the engine failed");  // it cannot be set back
  expect_end("history-nan", Status::diverged, 128, "the state is not finite");
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

}  // namespace
}  // namespace polhode
