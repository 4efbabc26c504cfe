// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/geometry/scalar.hpp"
#include "core/report/norms.hpp"
#include "core/stepping/integrate.hpp"
#include "methods/bullet.hpp"
#include "methods/buss.hpp"
#include "methods/catto.hpp"
#include "methods/espresso.hpp"
#include "methods/fincham.hpp"
#include "methods/jsbsim.hpp"
#include "methods/lacoursiere.hpp"
#include "methods/momentum_rescaled.hpp"
#include "methods/mujoco_implicit.hpp"
#include "methods/mujoco_midpoint.hpp"
#include "methods/mujoco_rk4.hpp"
#include "methods/no_squish.hpp"
#include "methods/omelyan_leapfrog.hpp"
#include "methods/pcdm.hpp"
#include "methods/richardson.hpp"
#include "methods/rk4_held.hpp"
#include "methods/rvv.hpp"
#include "methods/semi_implicit_euler.hpp"
#include "methods/semi_implicit_euler_no_gyro.hpp"
#include "methods/spiral.hpp"
#include "methods/vectors_test.hpp"

// The updates of physics engines, restated: end states. Their properties are in engines_properties_test.cpp.
namespace polhode {
namespace {

using vectors::number, vectors::vec;

using Restated =
    std::tuple<SemiImplicitEuler, SemiImplicitEulerNoGyro, MomentumRescaled, Catto, Bullet, Lacoursiere, MujocoImplicit,
               MujocoMidpoint, MujocoRk4, Rk4Held, JsbsimEuler, JsbsimTrapezoidal, JsbsimAb2, JsbsimAb3, JsbsimAb4,
               JsbsimAb2Trapezoidal, JsbsimBuss2, Buss1, Buss2, Buss2Augmented, Richardson, NoSquish, Fincham,
               FinchamYade, Rvv, OmelyanLeapfrog, Spiral, Espresso, Pcdm>;

template <class P>
auto runners_by_id() {
  std::map<std::string_view, Runner<P>> list;
  std::apply([&](auto... m) { ((list[decltype(m)::info.id] = make_runner<decltype(m), P>()), ...); }, Restated{});
  return list;
}

template <class T>
TorquedBody<T> body_of(const nlohmann::json& problem) {
  const auto I = vec<Body, T>(problem["inertia"]);
  TorquedBody<T> body{
      {{I[0], I[1], I[2]}, {vec<Body, T>(problem["momentum"]), vectors::quaternion<T>(problem["attitude"])}}, {}};
  for (const auto& torque : problem["torque"])
    if (torque["kind"] == "uniform-field")
      body.torques.push_back(UniformField<T>{vec<Body, T>(torque["moment"]), vec<Space, T>(torque["field"])});
    else
      body.torques.push_back(HarmonicSpace<T>{vec<Space, T>(torque["amplitude"]), number<T>(torque["frequency"])});
  return body;
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

}  // namespace
}  // namespace polhode
