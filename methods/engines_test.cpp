// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/geometry/scalar.hpp"
#include "core/problem/norms.hpp"
#include "core/testing/vectors.hpp"
#include "methods/family/quaternion.hpp"
#include "methods/runners.hpp"

// The updates of physics engines, restated: end states, orders, and where they end.
namespace polhode {
namespace {

using vectors::number, vectors::vec;

/// Their ids are those of engines.json.
const nlohmann::json& document() {
  static const auto read = vectors::read("engines");
  return read;
}
std::vector<const MethodInfo*> reimplemented() {
  std::vector<const MethodInfo*> list;
  for (const auto& [id, rows] : document()["method_end_states"]["free"]["methods"].items()) {
    list.push_back(find_method(id));
    if (!list.back()) throw std::logic_error(id + " is not in the roster");
  }
  return list;
}
template <class P>
const Runner<P>& runner(std::string_view id) {
  return *find_runner<P>(*find_method(id));
}

/// A problem of engines.json.
template <class T>
TorquedBody<T> problem(const std::string& name) {
  const auto& p = document()["problems"][name];
  const auto I = vec<Body, float128>(p["inertia"]);
  TorquedBody<float128> body{
      {{I[0], I[1], I[2]}, {vec<Body, float128>(p["momentum"]), vectors::quaternion<float128>(p["attitude"])}}, {}};
  for (const auto& t : p["torque"])
    if (t["kind"] == "uniform-field")
      body.torques.push_back(
          UniformField<float128>{vec<Body, float128>(t["moment"]), vec<Space, float128>(t["field"])});
    else
      body.torques.push_back(
          HarmonicSpace<float128>{vec<Space, float128>(t["amplitude"]), number<float128>(t["frequency"])});
  return cast<T>(body);
}

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
  int seen = 0;
  for (const auto& [name, entry] : document()["method_end_states"].items()) {
    const auto body = problem<T>(entry.value("problem", name));
    for (const auto& [id, rows] : entry["methods"].items()) {
      for (const auto& row : rows) {
        const auto grid = grid_of<T>(entry["h"], row["steps"]);
        const auto end = runner<TorquedBody<T>>(id).run(body, grid, nullptr);
        ++seen;
        EXPECT_EQ(end.status, Status::ok) << id << " " << name;
        EXPECT_LT(off(end.state, row), tolerance) << id << " " << name << " " << row["steps"];
        EXPECT_LT(std::abs(scalar_cast<double>(end.norm_defect)), 40 * scalar_cast<double>(epsilon<T>())) << id;
        if (body.torques.size == 0) {
          const auto untorqued = runner<FreeBody<T>>(id).run(FreeBody<T>{body}, grid, nullptr);
          EXPECT_LT(off(untorqued.state, row), tolerance) << id << " " << name;
          EXPECT_EQ(untorqued.counters.torque_evaluations, 0) << id;
        }
      }
    }
  }
  EXPECT_EQ(seen, 29 * (3 + 3 + 3 + 1) + 6 * 3);
}

TEST(Engines, EndStatesInDouble) {
  check_vectors<double>(1e-11);
}
TEST(Engines, EndStatesInQuad) {
  check_vectors<float128>(1e-20);
}

// --- orders --------------------------------------------------------------------------------------------------------

/// Property reports have the order under a torque. Without one it is that between 640 and 1280 steps, against the exact
/// motion.
TEST(Engines, OrdersWithoutTorqueAreAsDeclared) {
  using T = float128;
  const FreeBody<T> body{problem<T>("free")};
  const auto& exact = document()["references"]["free"].back();
  const auto Pi = vec<Body, T>(exact["Pi"]);
  for (const auto* m : reimplemented()) {
    if (!m->order_without_torque) continue;
    double momentum[2], attitude[2];
    for (const int i : {0, 1}) {
      const auto grid = Grid<T>::of_duration(T(0), number<T>(exact["t"]), 640 << i);
      const auto s = runner<FreeBody<T>>(m->id).run(body, grid, nullptr).state;
      momentum[i] = scalar_cast<double>(norm(s.Pi - Pi));
      attitude[i] = scalar_cast<double>(attitude_distance(s.R, vectors::matrix<T>(exact["R"])));
    }
    EXPECT_NEAR(std::log2(momentum[0] / momentum[1]), m->order_without_torque->momentum, 0.06) << m->id;
    EXPECT_NEAR(std::log2(attitude[0] / attitude[1]), m->order_without_torque->attitude, 0.06) << m->id;
  }
  EXPECT_EQ(text(find_method("semi-implicit-euler-no-gyro")->order), "solves another equation");
}

/// q += (h/2) q w, then normalised, is cay.
TEST(Engines, AddingAndNormalisingIsCayley) {
  const Vec<Body, double> w{0.3, -1.2, 0.7};
  const auto one = Rotation<Body, Body, double>::identity();
  EXPECT_LT(norm((inverse(cay(0.9 * w)) * normalised(plus(one, 0.9, quaternion_rate(one, w)))).vector()), 1e-15);
}

// --- where they end ------------------------------------------------------------------------------------------------

TEST(Engines, BulletTurnsOnBeyondItsLimit) {
  for (const auto& [angle, turned] : {std::pair{0.5, 0.5}, {1.0, 0.97}, {1.5707963, 1.38}, {3.0, 2.01}}) {
    const FreeBody<double> body{{{1, 1, 1}, {{0, 0, angle}, Attitude<double>::identity()}}};
    const auto end = runner<FreeBody<double>>("bullet").run(body, Grid<double>::of_step(0, 1, 1), nullptr).state;
    EXPECT_NEAR(norm(log(end.R)), turned, 5e-3) << angle;
  }
}
TEST(Engines, EspressoRefusesWhatNoMultiplierMakesAUnit) {
  const FreeBody<double> body{{{1, 1, 1}, {{0, 0, 1}, Attitude<double>::identity()}}};
  for (const auto& [h, status] : {std::pair{1.9, Status::ok}, {2.1, Status::not_converged}})
    EXPECT_EQ(runner<FreeBody<double>>("espresso").run(body, Grid<double>::of_step(0, h, 3), nullptr).status, status)
        << h;
}
TEST(Engines, BodiesAtRestStay) {
  const FreeBody<double> body{{{1, 2, 2.5}, {{0, 0, 0}, Attitude<double>::identity()}}};
  for (const auto* m : reimplemented()) {
    const auto run = runner<FreeBody<double>>(m->id).run(body, Grid<double>::of_step(0, 0.1, 3), nullptr);
    EXPECT_EQ(run.status, Status::ok) << m->id;
    EXPECT_EQ(norm(run.state.Pi) + norm(log(run.state.R)), 0) << m->id;
  }
}

}  // namespace
}  // namespace polhode
