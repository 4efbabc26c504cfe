// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "core/stepping/stepper.hpp"
#include "methods/runners.hpp"

/// A caller's own loop gives the states of `integrate`, bit for bit.
namespace polhode {

inline const Inertia<double> I{1, 1.7, 2.2};
inline const RigidState<double> leaning{{0.6, -0.5, 0.9}, normalised(Attitude<double>{0.9, 0.1, -0.2, 0.3})};
inline constexpr double h = 0.05;
inline constexpr std::int64_t steps = 20;

inline const auto pull = [](double t, const Attitude<double>& R) { return std::array{0.3 * R.x, -0.1, 0.2 * t}; };
/// A torque of time, attitude and angular velocity, as a caller's function and as a library's.
inline const auto brake = [](double t, const Attitude<double>& R, const Vec<Body, double>& Omega) {
  return Vec<Body, double>{0.3 * matrix(R)(0, 1) - 0.2 * Omega[0], -0.1 * Omega[1] * Omega[1], 0.2 * t};
};
inline void brake_of_library(double t, const double R[9], const double*, const double Omega[3], double torque[3]) {
  torque[0] = 0.3 * R[1] - 0.2 * Omega[0], torque[1] = -0.1 * Omega[1] * Omega[1], torque[2] = 0.2 * t;
}

/// Both ends, and whether a step has failed, agree with the linked method.
template <class M, class P, class... Torque>
void expect_same(const P& problem, const Torque&... torque) {
  const auto run = find_runner<P>(M::info)->run(problem, Grid<double>::of_step(0.25, h, steps), nullptr);
  Stepper<M> body(problem.I, problem.initial, 0.25);
  std::int64_t n = 0;
  while (n < steps && body.step(h, torque...)) ++n;
  EXPECT_EQ(n, run.steps) << M::info.id;
  EXPECT_EQ(body.failure(), run.failure) << M::info.id;
  EXPECT_TRUE(same(body.state(), run.state)) << M::info.id;
  EXPECT_EQ(body.t(), 0.25 + h * static_cast<double>(n));
}

template <class M>
constexpr bool takes_series = M::info.id.starts_with("taylor");  // of built-in torques

/// Free, and under every sort of torque that it supports.
template <class M>
void expect_all_same() {
  if constexpr (Method<M, FreeBody<double>>) {
    expect_same<M>(FreeBody<double>{{I, leaning}});
    if constexpr (Method<M, TorquedBody<double>> && !M::info.processed && !takes_series<M>) {
      const auto turned = [](const Torque<double>& torque) { return TorquedBody<double>{{I, leaning}, {torque}}; };
      expect_same<M>(turned(user_torque<double>(pull)), pull);
      expect_same<M>(turned(BodyTorque<double>{Signal<Body, double>(Vec<Body, double>{0.1, 0, -0.3})}),
                     Vec<Body, double>{0.1, 0, -0.3});
      if constexpr (M::info.supports == Dependence::any)
        expect_same<M>(TorquedBody<double>{{I, leaning}, {}, {Library<double>{brake_of_library}}}, brake);
    }
  }
}

template <class... M>
void expect_integrate() {
  (expect_all_same<M>(), ...);
}

}  // namespace polhode
