// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "core/testing/vectors.hpp"
#include "core/torques/harmonic_space.hpp"
#include "experiments/running/engines.hpp"
#include "methods/runners.hpp"

// The engines that `make engines` has built adapters for: each of them on the free body and the top of engines.json,
// and beside the restated update that it is said to be. What is not built is not tested.
namespace polhode {
namespace {

const std::map<std::string, const EngineMethod*>& built() {
  static const auto list = [] {
    std::map<std::string, const EngineMethod*> list;
    for (const auto& file : std::filesystem::directory_iterator(ADAPTERS))
      if (file.path().extension() != ".log")
        for (const auto* m : engines_of(file.path().string())) list.emplace(m->info.id, m);
    return list;
  }();
  return list;
}

TorquedBody<double> body_of(const std::string& name) {
  return vectors::torqued_body<double>(vectors::read("engines")["problems"][name]);
}
const TorquedBody<double>& top() {
  static const auto body = body_of("top");
  return body;
}
const FreeBody<double>& free_body() {
  static const FreeBody<double> body{body_of("free")};
  return body;
}

double rounding(const EngineMethod& m) {
  return m.engine->precision == POLHODE_SINGLE ? 0x1p-23 : 0x1p-52;
}

class Adapters : public testing::Test {
 protected:
  void SetUp() override {
    if (built().empty()) GTEST_SKIP() << "no adapter is built: make engines";
  }
};

constexpr double inertia[] = {2, 3, 4.5};

/// A state comes back as it was given, and what was before is forgotten.
TEST_F(Adapters, RoundTripOfAState) {
  for (const auto& [id, m] : built()) {
    const auto body = m->make(inertia, nullptr, nullptr);
    const double length = std::sqrt(0.25 + 0.25 + 0.01 + 0.49);
    const polhode_state start{{0.5 / length, -0.5 / length, 0.1 / length, 0.7 / length}, {0.7, -1.1, 6}};
    const auto run = [&, id = id, m = m](double t, const polhode_state& given, double h) {
      EXPECT_EQ(body->set(t, given), POLHODE_DONE) << id << ": " << body->why();
      polhode_state s{};
      EXPECT_EQ(body->get(s), POLHODE_DONE) << id;
      double same_sign = 0;
      for (int i = 0; i < 4; ++i) same_sign += s.attitude[i] * given.attitude[i];
      for (int i = 0; i < 4; ++i)
        EXPECT_NEAR(std::copysign(1, same_sign) * s.attitude[i], given.attitude[i], 8 * rounding(*m)) << id;
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(s.momentum[i], given.momentum[i], 60 * rounding(*m)) << id;
      for (int n = 0; n < 10; ++n) EXPECT_EQ(body->step(h), POLHODE_DONE) << id << ": " << body->why();
      EXPECT_EQ(body->get(s), POLHODE_DONE) << id;
      return s;
    };
    const auto first = run(0, start, 0.01);
    run(5, {{1, 0, 0, 0}, {0, 0, 3}}, 0.02);
    const auto again = run(0, start, 0.01);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(first.momentum[i], again.momentum[i]) << id;
    for (int i = 0; i < 4; ++i) EXPECT_EQ(first.attitude[i], again.attitude[i]) << id;
  }
}

TEST_F(Adapters, RunsRepeatThemselves) {
  for (const auto& [id, m] : built()) {
    const auto grid = Grid<double>::of_step(0, 0.02, 200);
    const auto a = m->torqued.run(top(), grid, nullptr), b = m->torqued.run(top(), grid, nullptr);
    EXPECT_EQ(a.status, Status::ok) << id << ": " << a.reason();
    EXPECT_TRUE(same(a.state, b.state)) << id;
  }
}

/// An engine that knows gravity only says so of another torque.
TEST_F(Adapters, TopsRefuseTorquesThatAreNoWeight) {
  auto body = top();
  body.torques.push_back(HarmonicSpace<double>{{0.2, 1, -0.5}, 1.3});
  int tops = 0;
  for (const auto& [id, m] : built()) {
    const auto run = m->torqued.run(body, Grid<double>::of_step(0, 0.01, 1), nullptr);
    const bool is_top = id.find("-top") != std::string::npos;
    tops += is_top;
    EXPECT_EQ(run.status, is_top ? Status::skipped : Status::ok) << id;
    EXPECT_EQ(run.reason().find("not that of a uniform field") != std::string::npos, is_top) << id << run.reason();
  }
  EXPECT_GT(tops, 0);
}

/// Besides what its scheme alone does.
TEST_F(Adapters, EveryEngineIsJudgedAsItComes) {
  std::map<std::string, bool> as_it_comes;  // by the first word of labels, the engine's name
  for (const auto& [id, m] : built()) {
    const std::string label = m->engine->label;
    as_it_comes[label.substr(0, label.find(' '))] |= label.find("(as it comes") != std::string::npos;
  }
  for (const auto& [engine, found] : as_it_comes) EXPECT_TRUE(found) << engine;
}

TEST_F(Adapters, NegativeStepsGoBackOrAreRefused) {
  for (const auto& [id, m] : built()) {
    const auto run = m->free.run(free_body(), Grid<double>::of_cycle(0, {0.01, -0.01}, 2), nullptr);
    if (m->engine->negative_steps) {
      EXPECT_LT(distance(run.state, free_body().initial).momentum, 0.05) << id;
    } else {
      EXPECT_EQ(run.status, Status::skipped) << id;
      const auto body = m->make(inertia, nullptr, nullptr);
      EXPECT_EQ(body->set(0, {{1, 0, 0, 0}, {1, 1, 1}}), POLHODE_DONE) << id;
      EXPECT_EQ(body->step(-0.01), POLHODE_REFUSED) << id;
    }
  }
}

/// Against the exact motion, on the top: both orders are those declared. No order: the error stays.
TEST_F(Adapters, OrdersAreThoseDeclared) {
  const auto document = vectors::read("engines");
  const auto& exact = document["references"]["top"].back();
  const RigidState<double> end{vectors::vec<Body, double>(exact["Pi"]), vectors::matrix<double>(exact["R"])};
  const double t = vectors::number<double>(exact["t"]);
  for (const auto& [id, m] : built()) {
    const int steps = m->engine->precision == POLHODE_SINGLE && m->info.order.least() > 1 ? 40 : 400;  // above rounding
    const auto error = [&, m = m](int n) {
      return distance(m->torqued.run(top(), Grid<double>::of_duration(0, t, n), nullptr).state, end);
    };
    const auto coarse = error(steps), fine = error(2 * steps);
    for (const auto& [declared, ratio, what] :
         {std::tuple(m->info.order.momentum, coarse.momentum / fine.momentum, "momentum"),
          {m->info.order.attitude, coarse.configuration / fine.configuration, "attitude"}})
      EXPECT_NEAR(std::log2(ratio), declared == no_order ? 0 : declared, 0.06) << id << ", " << what;
  }
}

/// Largest difference to a method of the roster over a rung of steps, over a time of 1.
template <class P>
Distance<double> off(const Runner<P>& engine, const P& body, const std::string& method) {
  Distance<double> worst{0, 0};
  const auto& ours = *find_runner<P>(*find_method(method));
  for (const int steps : {10, 20, 40, 80}) {
    const auto grid = Grid<double>::of_duration(0, 1, steps);
    const auto d = distance(engine.run(body, grid, nullptr).state, ours.run(body, grid, nullptr).state);
    worst = {std::max(worst.configuration, d.configuration), std::max(worst.momentum, d.momentum)};
  }
  return worst;
}

/// What an adapter's engine is found to be: the same map as a method of the roster to its rounding, or how far from it.
/// Attitudes: ODE's finite rotation is exp and its other one Cayley's, as Simbody's. rk4-held holds the torque's body
/// components, MuJoCo and Bullet those in space. LAMMPS' rigid/nve is NO_SQUISH on axes that it has put in the order of
/// falling moments: on this body that is mr. Tops under gravity are the maps of the torques that are applied, RK4 that
/// of torques at its stages, in Bullet and MuJoCo alike; a pivot that is a constraint adds an error of order 1. Momenta
/// of a free body agree in all other rows.
struct Reimplemented {
  const char* method;
  double momentum, attitude;  ///< largest difference on the top; 0: rounding
  const char* engines;
};

TEST_F(Adapters, WhichAreTheMapsRestated) {
  constexpr Reimplemented table[] = {
      {"bullet", 0, 0, "bullet3-implicit-body bullet3-implicit-world bullet3-single-implicit-body"},
      {"bullet", 0.006512, 0.0008214, "bullet3-top-point"},
      {"lacoursiere", 0, 0, "ode-as-it-comes ode-quick"},
      {"lacoursiere", 0.002106, 0.003179, "ode-finite"},
      {"lacoursiere", 0.008314, 0.0009912, "ode-top"},
      {"mr", 0, 0, "lammps-rigid-nve"},
      {"mujoco-implicit", 0, 0, "mujoco2-implicit mujoco2-top-implicit"},
      {"mujoco-rk4", 0, 0, "mujoco2-rk4 mujoco2-top-rk4 bullet3-top-multi-rk4 bullet3-single-top-multi-rk4"},
      {"richardson", 0, 0, "lammps-asphere lammps-rigid"},
      {"rk4-held", 0.1047, 0.02381, "bullet3-multi-ball-rk4 mujoco2-rk4-held"},
      {"semi-implicit-euler", 0, 0, "bullet3-explicit bullet3-multi-base bullet3-multi-ball bullet3-top-multi"},
      {"semi-implicit-euler", 0, 0,
       "mujoco2-as-it-comes mujoco2-euler-free mujoco2-top dart6-as-it-comes dart6-ball dart6-top"},
      {"semi-implicit-euler", 0.002312, 0.003561, "simbody3-semi-explicit-euler simbody3-top-semi-explicit-euler"},
      {"semi-implicit-euler-no-gyro", 0, 0, "bullet3-no-gyro"},
      {"semi-implicit-euler-no-gyro", 0.002546, 0.003364, "ode-no-gyro"},
  };
  for (const auto& row : table) {
    std::istringstream engines(row.engines);
    for (std::string engine; engines >> engine;) {
      const auto it = built().find(engine);
      if (it == built().end()) continue;
      const auto where = engine + " and " + row.method;
      const auto found = off(it->second->torqued, top(), row.method);
      const double exactly = 1000 * rounding(*it->second);
      const auto free = off(it->second->free, free_body(), row.method).momentum;
      EXPECT_TRUE(it->second->engine->history || free < exactly) << where;
      for (const auto& [what, declared, difference] :
           {std::tuple("momentum", row.momentum, found.momentum), {"attitude", row.attitude, found.configuration}})
        EXPECT_NEAR(declared == 0 ? difference : difference / declared - 1, 0, declared == 0 ? exactly : 0.05)
            << where << ", " << what;
    }
  }
}

/// Simbody asks for a torque where its scheme wants it: its tops under gravity are the same maps as with a call-back.
TEST_F(Adapters, TopsOfSimbodyAreItsOtherMaps) {
  const std::string prefix = "simbody3-", top_prefix = prefix + "top-";
  const auto grid = Grid<double>::of_duration(0, 1, 40);
  for (const auto& [id, m] : built()) {
    if (id.rfind(top_prefix, 0) != 0) continue;
    const auto& other = *built().at(prefix + id.substr(top_prefix.size()));
    const auto found =
        distance(m->torqued.run(top(), grid, nullptr).state, other.torqued.run(top(), grid, nullptr).state);
    EXPECT_LT(found.momentum + found.configuration, 1e-12) << id;
  }
}

}  // namespace
}  // namespace polhode
