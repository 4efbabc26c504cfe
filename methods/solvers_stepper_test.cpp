// SPDX-License-Identifier: MIT
#include "methods/stepper_test.hpp"

#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>

#include "methods/adaptive.hpp"
#include "methods/bs.hpp"
#include "methods/odeint.hpp"
#include "methods/rk4.hpp"
#include "methods/taylor.hpp"

namespace polhode {
namespace {

// Solvers of ordinary differential equations, and what they keep from one step to the next.
TEST(Stepper, IsIntegrateBitForBitOfSolvers) {
  expect_integrate<Bs<8>, Taylor<8>, Dopri5, Rkf78Adaptive<9>>();
}

// RK4 is written out, for its loop to stay in registers.
TEST(Rk4, HasTheBitsOfBoostOdeint) {
  using Seven = std::array<double, 7>;
  namespace odeint = boost::numeric::odeint;
  odeint::runge_kutta4<Seven, double, Seven, double, odeint::array_algebra> stepper;
  const TorquedBody<double> body{{I, leaning}, {user_torque<double>(pull)}};
  const auto rates = [&](const Seven& y, Seven& dy, double t) {
    const auto [Pi, q] = shaped<RigidState<double>>(y);
    const auto Omega = body.Omega(Pi);
    dy = numbers(RigidState<double>{cross(Pi, Omega) + body.torque(t, normalised(q), Pi), quaternion_rate(q, Omega)});
  };
  auto y = numbers(leaning);
  for (int n = 0; n < steps; ++n) stepper.do_step(rates, y, 0.25 + n * h, h);
  const auto end = shaped<RigidState<double>>(y);
  const auto run =
      find_runner<TorquedBody<double>>(Rk4::info)->run(body, Grid<double>::of_step(0.25, h, steps), nullptr);
  EXPECT_TRUE(same(run.state, RigidState<double>{end.Pi, normalised(end.R)}));
}

}  // namespace
}  // namespace polhode
