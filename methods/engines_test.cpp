// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "core/geometry/scalar.hpp"
#include "core/report/norms.hpp"
#include "methods/engines_test.hpp"
#include "methods/forward_euler_m.hpp"
#include "methods/imid.hpp"
#include "methods/nmb.hpp"

// The updates of physics engines, restated: end states, orders, and that some are one map. What else they declare is
// measured in engines_properties_test.cpp.
namespace polhode {
namespace {

using namespace engines;

template <class T>
Grid<T> grid_of(const nlohmann::json& h, std::int64_t steps) {
  std::vector<T> cycle;
  for (const auto& x : h.is_array() ? h : nlohmann::json{h}) cycle.push_back(number<T>(x));
  return Grid<T>::of_cycle(T(0), cycle, steps);
}

/// Largest difference of a state from a row of the vectors, relative to the momentum there.
template <class T>
double off(const RigidState<T>& s, const nlohmann::json& row) {
  const auto Pi = vec<Body, T>(row["Pi"]);
  return scalar_cast<double>(
      std::max(T(norm(s.Pi - Pi) / norm(Pi)), attitude_distance(s.R, vectors::matrix<T>(row["R"]))));
}

/// All end states of all methods; of the free body once more where the type says that there is no torque.
template <class T>
void check_vectors(double tolerance) {
  const auto document = vectors::read("engines");
  const auto torqued = runners_by_id<TorquedBody<T>>();
  const auto free = runners_by_id<FreeBody<T>>();
  std::set<std::string_view> seen;
  for (const auto& [name, entry] : document["method_end_states"].items()) {
    const auto body = body_of<T>(document["problems"][entry.value("problem", name)]);
    for (const auto& [id, rows] : entry["methods"].items()) {
      const auto runner = torqued.find(id);
      if (runner == torqued.end()) continue;
      seen.insert(runner->first);
      for (const auto& row : rows) {
        const auto grid = grid_of<T>(entry["h"], row["steps"]);
        const auto end = runner->second.run(body, grid, nullptr);
        EXPECT_EQ(end.status, Status::ok) << id << " " << name;
        EXPECT_LT(off(end.state, row), tolerance) << id << " " << name << " " << row["steps"];
        EXPECT_LT(std::abs(scalar_cast<double>(end.norm_defect)), 40 * scalar_cast<double>(epsilon<T>())) << id;
        if (body.torques.size == 0) {
          const auto untorqued = free.at(runner->first).run(FreeBody<T>{body}, grid, nullptr);
          EXPECT_LT(off(untorqued.state, row), tolerance) << id << " " << name;
          EXPECT_EQ(untorqued.tally.torque_evaluations, 0) << id;
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), std::tuple_size_v<Restated>);
}

TEST(Engines, EndStatesInDouble) {
  check_vectors<double>(1e-11);
}
TEST(Engines, EndStatesInQuad) {
  check_vectors<float128>(1e-20);
}

// --- orders --------------------------------------------------------------------------------------------------------

struct Orders {
  double momentum, attitude;
};

/// Between 40 n and 80 n steps, against the exact motion. An order of 0: the error stays.
Orders orders(const Runner<TorquedBody<float128>>& runner, const nlohmann::json& document, const std::string& name,
              std::int64_t n) {
  const auto body = body_of<float128>(document["problems"][name]);
  const auto& exact = document["references"][name].back();
  const auto Pi = vec<Body, float128>(exact["Pi"]);
  const auto R = vectors::matrix<float128>(exact["R"]);
  double momentum[2], attitude[2];
  for (const int i : {0, 1}) {
    const auto grid = Grid<float128>::of_duration(float128(0), number<float128>(exact["t"]), 40 * n << i);
    const auto end = runner.run(body, grid, nullptr).state;
    momentum[i] = scalar_cast<double>(norm(end.Pi - Pi)),
    attitude[i] = scalar_cast<double>(attitude_distance(end.R, R));
  }
  return {std::log2(momentum[0] / momentum[1]), std::log2(attitude[0] / attitude[1])};
}

/// A method that solves another equation does not converge: its order is 0.
TEST(Engines, OrdersOfMomentumAndAttitudeApart) {
  const auto document = vectors::read("engines");
  for (const auto& [id, runner] : runners_by_id<TorquedBody<float128>>()) {
    const auto& info = *runner.info;
    for (const auto name : {"free", "top", "field"}) {
      const auto declared = name == std::string("free") ? info.order_without_torque.value_or(info.order) : info.order;
      const auto found = orders(runner, document, name, 16);
      EXPECT_NEAR(found.momentum, declared.momentum == no_order ? 0 : declared.momentum, 0.06) << id << " " << name;
      EXPECT_NEAR(found.attitude, declared.attitude == no_order ? 0 : declared.attitude, 0.06) << id << " " << name;
    }
  }
  EXPECT_EQ(text(SemiImplicitEulerNoGyro::info.order), "solves another equation");
}

/// Evaluations of the torque are those declared, in a long run.
TEST(Engines, TorqueEvaluations) {
  const auto body = body_of<double>(vectors::read("engines")["problems"]["top"]);
  for (const auto& [id, runner] : runners_by_id<TorquedBody<double>>()) {
    const auto tally = runner.run(body, Grid<double>::of_step(0, 0.02, 1000), nullptr).tally;
    const auto& declared = runner.info->torque_evaluations;
    EXPECT_NEAR(tally.torque_evaluations / 1000.0, declared.per_step, 2e-3) << id;
    EXPECT_EQ(declared.per_iteration, 0) << id;
    EXPECT_EQ(tally.solver_iterations > 0, runner.info->kind == Kind::implicit_method) << id;
  }
}

// --- one map -------------------------------------------------------------------------------------------------------

/// Largest difference of two methods after some steps of the free body, in momentum and in attitude.
template <class M, class N>
Orders apart() {
  using T = float128;
  const FreeBody<T> body{body_of<T>(vectors::read("engines")["problems"]["free"])};
  const auto grid = Grid<T>::of_step(T(0), T(1) / T(10), 5);
  const auto a = integrate<M, FreeBody<T>, NoTally>(body, grid).state,
             b = integrate<N, FreeBody<T>, NoTally>(body, grid).state;
  return {scalar_cast<double>(norm(a.Pi - b.Pi)), scalar_cast<double>(attitude_distance(a.R, b.R))};
}
void expect_small(const Orders& x) {
  EXPECT_LT(x.momentum, 1e-30);
  EXPECT_LT(x.attitude, 1e-30);
}

TEST(Engines, SomeAreOneMapWithoutTorque) {
  expect_small(apart<MujocoMidpoint, Imid>());
  expect_small(apart<Buss1, ForwardEulerM>());
  expect_small(apart<Bullet, MujocoImplicit>());
  EXPECT_LT((apart<Catto, Bullet>().momentum), 1e-30);
  EXPECT_GT((apart<Catto, Bullet>().attitude), 1e-5);
  EXPECT_LT((apart<Espresso, Nmb>().momentum), 1e-30);
  EXPECT_GT((apart<NoSquish, Mr>().momentum), 1e-5);
}

/// q += (h/2) q w, then normalised, is cay.
TEST(Engines, AddingAndNormalisingIsCayley) {
  const Vec<Body, double> w{0.3, -1.2, 0.7};
  const auto one = Rotation<Body, Body, double>::identity();
  EXPECT_LT(norm((inverse(cay(0.9 * w)) * normalised(plus(one, 0.9, rate(one, w)))).vector()), 1e-15);
}

// --- where they end ------------------------------------------------------------------------------------------------

TEST(Engines, BulletTurnsOnBeyondItsLimit) {
  for (const auto& [angle, turned] : {std::pair{0.5, 0.5}, {1.0, 0.97}, {1.5707963, 1.38}, {3.0, 2.01}}) {
    const FreeBody<double> body{{{1, 1, 1}, {{0, 0, angle}, Attitude<double>::identity()}}};
    const auto end = integrate<Bullet, FreeBody<double>, NoTally>(body, Grid<double>::of_step(0, 1, 1)).state;
    EXPECT_NEAR(norm(log(end.R)), turned, 5e-3) << angle;
  }
}
TEST(Engines, EspressoRefusesWhatNoMultiplierMakesAUnit) {
  const FreeBody<double> body{{{1, 1, 1}, {{0, 0, 1}, Attitude<double>::identity()}}};
  for (const auto& [h, status] : {std::pair{1.9, Status::ok}, {2.1, Status::not_converged}})
    EXPECT_EQ((integrate<Espresso, FreeBody<double>>(body, Grid<double>::of_step(0, h, 3)).status), status) << h;
}
TEST(Engines, BodiesAtRestStay) {
  const FreeBody<double> body{{{1, 2, 2.5}, {{0, 0, 0}, Attitude<double>::identity()}}};
  for (const auto& [id, runner] : runners_by_id<FreeBody<double>>()) {
    const auto run = runner.run(body, Grid<double>::of_step(0, 0.1, 3), nullptr);
    EXPECT_EQ(run.status, Status::ok) << id;
    EXPECT_EQ(norm(run.state.Pi) + norm(log(run.state.R)), 0) << id;
  }
}

}  // namespace
}  // namespace polhode
