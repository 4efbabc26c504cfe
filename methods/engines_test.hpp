// SPDX-License-Identifier: MIT
#pragma once

#include <map>

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

/// The updates of physics engines, restated, and the bodies of their end states: what their tests share.
namespace polhode::engines {

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

}  // namespace polhode::engines
