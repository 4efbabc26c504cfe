// SPDX-License-Identifier: MIT
#include "methods/stepper_test.hpp"

#include "methods/buss.hpp"
#include "methods/gbs.hpp"
#include "methods/jsbsim.hpp"
#include "methods/liemid.hpp"
#include "methods/pcdm.hpp"
#include "methods/pmlf6.hpp"
#include "methods/richardson.hpp"
#include "methods/rkn6a14.hpp"
#include "methods/spiral.hpp"
#include "methods/steppers.hpp"
#include "methods/symmetric_composition.hpp"

namespace polhode {
namespace {

// What is carried between steps, prepared or transformed differs between families: one of each
// (solvers_stepper_test.cpp has more).
TEST(Stepper, IsIntegrateBitForBit) {
  std::apply([](auto... method) { expect_integrate<decltype(method)...>(); }, Steppers{});
  expect_integrate<Rkn6a14, Pmlf6, Kl6<Mr>, Gbs6<Sej>, LiemidE1, ViForward, JsbsimAb3, Buss2, Richardson, Spiral,
                   Pcdm>();
}

TEST(Stepper, StartsAnewWhereAHeldTorqueJumps) {
  Stepper<Mr> body(I, leaning);
  auto state = leaning;
  for (const auto& torque : {Vec<Body, double>{0.1, 0, -0.3}, Vec<Body, double>{-0.4, 0.2, 0}}) {
    for (int n = 0; n < 10; ++n) body.step(h, torque);
    const TorquedBody<double> turned{{I, state}, {BodyTorque<double>{Signal<Body, double>(torque)}}};
    state = integrate<Mr>(turned, Grid<double>::of_step(0, h, 10)).state;
  }
  EXPECT_TRUE(same(body.state(), state));
}

// A ball of inertia 2 that is braked by 0.3 Omega: exp(-0.15 t) of its angular velocity is left, exp(-0.6) at t = 4.
TEST(Stepper, ATorqueSeesTheAngularVelocity) {
  const auto braked = [](double, const auto&, const auto& Omega) { return -0.3 * Omega; };
  Stepper<Rk4> body{{2, 2, 2}, wxyz(1, 0, 0, 0), {0, 0, 1}};
  for (int n = 0; n < 400; ++n) body.step(0.01, braked);
  EXPECT_NEAR(body.angular_velocity()[2], 0.54881163609402643, 1e-10);
  // By 1/0.15 (1 - exp(-0.6)) radians it has turned.
  EXPECT_NEAR(body.wxyz()[0], std::cos(3.0079224260398241 / 2), 1e-9);
  EXPECT_NEAR(body.xyzw()[2], std::sin(3.0079224260398241 / 2), 1e-9);
}

TEST(Stepper, IntegrateSaysWhatDoesNotServe) {
  const auto run = integrate<Mr>(DrivenBy(RigidBody<double>{I, leaning}, brake), Grid<double>::of_step(0, h, steps));
  EXPECT_EQ(run.status, Status::skipped);
  EXPECT_EQ(run.failure, Failure::momentum_torque);
}

TEST(Stepper, QuaternionsByTheirOrder) {
  const auto R = xyzw(0.5, -0.5, 0.5, 0.5);
  EXPECT_EQ(R.w, 0.5);
  EXPECT_EQ(R.y, -0.5);
  static_assert(std::is_same_v<decltype(wxyz(1, 0, 0, 0)), Attitude<double>>);
  static_assert(std::is_same_v<decltype(wxyz(1.0F, 0, 0, 0)), Attitude<float>>);
}

TEST(Stepper, WhatIsNoBodyStaysWhereItIs) {
  Stepper<Mr> body{{1, 2, 0}, wxyz(1, 0, 0, 0), {0, 0, 1}};
  EXPECT_FALSE(body.step(0.1));
  EXPECT_EQ(body.failure(), Failure::no_body);
  EXPECT_EQ(body.t(), 0);
}

// A torque that is no number, or a start: the step is false, and that is said.
template <class M>
void expect_said() {
  const auto said = [](const RigidState<double>& start, const auto&... torque) {
    Stepper<M> body(I, start);
    EXPECT_FALSE(body.step(h, torque...)) << M::info.id;
    EXPECT_EQ(body.reason(), "the state is not finite") << M::info.id;
    EXPECT_EQ(body.failure(), Failure::none) << M::info.id;
    body.set(leaning);
    EXPECT_TRUE(body.step(h, Vec<Body, double>{0, 0.1, 0})) << M::info.id;
    EXPECT_EQ(body.reason(), "") << M::info.id;
  };
  said({{0.6, NAN, 0.9}, leaning.R});
  said(leaning, Vec<Body, double>{0, NAN, 0});
  said(leaning, [](double, const auto&) { return Vec<Body, double>{0, 0, INFINITY}; });
}
TEST(Stepper, WhatIsNotFiniteIsSaid) {
  expect_said<Mr>(), expect_said<Rk4>(), expect_said<Aba864>(), expect_said<SemiImplicitEuler>();
}

// A step of no finite length moves neither the body nor its time.
template <class M>
void expect_still() {
  Stepper<M> body(I, leaning), other(I, leaning);
  for (auto* b : {&body, &other}) EXPECT_TRUE(b->step(h));
  for (const double none : {NAN, INFINITY, -INFINITY}) {
    EXPECT_FALSE(body.step(none)) << M::info.id;
    EXPECT_EQ(body.failure(), Failure::step_too_large) << M::info.id;
    EXPECT_EQ(body.t(), h);
  }
  for (auto* b : {&body, &other}) EXPECT_TRUE(b->step(h));
  EXPECT_EQ(body.t(), 2 * h) << M::info.id;
  EXPECT_EQ(body.wxyz(), other.wxyz()) << M::info.id;
}
/// Its attitude may be finite and have no length.
TEST(Stepper, ALengthThatIsNotFiniteIsNoStep) {
  Stepper<Rk4> body({1, 2, 3}, {{0.3, -1.2, 0.5}, wxyz(0.5, 0.5, -0.5, 0.5)});
  int n = 0;
  while (n < 300 && body.step(0.5, {0.1, -0.2, 0.3})) EXPECT_TRUE(is_finite(body.state())) << ++n;
  EXPECT_LT(n, 300);
  EXPECT_EQ(body.reason(), "the state is not finite");
}

/// Kinds of torques that depend on the momentum.
TEST(Stepper, TakesKindsOfTheMomentum) {
  Stepper<Imidm> body{{1, 2, 3}, wxyz(1, 0, 0, 0), {0.1, 2, 0.3}}, same = body;
  const Damping<double> damping{{{{0.2, 0, 0}, {0, 0.3, 0}, {0, 0, 0.4}}}};
  for (int n = 0; n < 50; ++n) {
    ASSERT_TRUE(body.step(0.1, damping));
    same.step(0.1, [](double, const auto&, const auto& Omega) {
      return Vec<Body, double>{-0.2 * Omega[0], -0.3 * Omega[1], -0.4 * Omega[2]};
    });
  }
  EXPECT_LT(norm(body.state().Pi - same.state().Pi), 1e-14);
}

TEST(Stepper, AStepThatIsNotFiniteIsNone) {
  expect_still<Mr>(), expect_still<Rk4>(), expect_still<Vi>(), expect_still<Imidm>();
}

// In float, and with other steps, back and forth: MR is symmetric.
TEST(Stepper, InFloat) {
  Stepper<Mr, float> body{{1, 2, 3}, wxyz(1.0F, 0, 0, 0), {0.3F, -0.6F, 0.2F}};
  for (int n = 0; n < 100; ++n) body.step(0.02F);
  const auto run = integrate<Mr>(FreeBody<float>{{{1, 2, 3}, {{0.3F, -1.2F, 0.2F * 3}, Attitude<float>::identity()}}},
                                 Grid<float>::of_step(0, 0.02F, 100));
  EXPECT_TRUE(same(body.state(), run.state));
  for (int n = 0; n < 100; ++n) body.step(-0.02F);
  EXPECT_NEAR(body.t(), 0.0F, 1e-6F);
  EXPECT_NEAR(body.angular_velocity()[1], -0.6F, 1e-5F);
}

// Steps of a game's frames: each is less than half of what two floats are apart at 600000.
TEST(Stepper, LosesNoTimeInFloat) {
  Stepper<Mr, float> body({1, 2, 3}, wxyz(1.0F, 0, 0, 0), {0.1F, 2, 0}, 600000);
  const float frames[] = {1.0F / 60, 1.0F / 61};
  for (int n = 0; n < 60000; ++n) body.step(frames[n % 2]);
  EXPECT_NEAR(body.t(), 600000 + 30000.0 * (1.0 / 60 + 1.0 / 61), 0.07);
}

}  // namespace
}  // namespace polhode
