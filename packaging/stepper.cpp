// SPDX-License-Identifier: MIT
// The README's loop, compiled as users do. It ends with 0 if the body is where `integrate` leads it, to the last bit.
#include <core/stepping/stepper.hpp>
#include <cstdio>
#include <methods/imidm.hpp>
#include <methods/mr.hpp>

int main() {
  using namespace polhode;
  Stepper<Mr> body({1, 2, 3}, wxyz(1, 0, 0, 0), {0.1, 2.0, 0.0});  // moments of inertia, attitude, angular velocity
  for (int n = 0; n < 100; ++n) body.step(0.01);                   // free
  for (int n = 0; n < 100; ++n) body.step(0.01, {0.0, 0.0, 0.5});  // under a torque, in the body's axes

  const auto drag = [](double, const Attitude<double>&, const Vec<Body, double>& Omega) { return -0.2 * Omega; };
  Stepper<Imidm> slowed({1, 2, 3}, xyzw(0, 0, 0, 1), body.angular_velocity());
  for (int n = 0; n < 100; ++n) slowed.step(0.01, drag);  // (time, attitude, angular velocity) -> torque
  const auto [w, x, y, z] = slowed.wxyz();
  std::printf("%.15g %.15g %.15g %.15g\n", w, x, y, z);

  const FreeBody<double> free{{{1, 2, 3}, {{0.1, 4.0, 0.0}, Attitude<double>::identity()}}};
  const auto run = integrate<Mr>(free, Grid<double>::of_step(0, 0.01, 100));
  const TorquedBody<double> turned{{free.I, run.state}, {BodyTorque<double>{Signal<Body, double>({0.0, 0.0, 0.5})}}};
  const auto there = integrate<Mr>(turned, Grid<double>::of_step(1, 0.01, 100));
  Stepper<Mr, float> in_float({1, 2, 3}, wxyz(1.0F, 0, 0, 0), {0.1F, 2.0F, 0.0F});
  in_float.step(0.01F);
  return same(body.state(), there.state) && in_float.failure() == Failure::none ? 0 : 1;
}
