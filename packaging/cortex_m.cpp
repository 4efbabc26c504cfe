// SPDX-License-Identifier: MIT
// A controller's loop without an operating system: a body in floats, by polhode.hpp alone. Nothing of it allocates.
#include "polhode.hpp"

using namespace polhode;

/// The torque that a user's hardware reads, and the attitude that it is told.
extern "C" volatile float torque_now[3], attitude_now[4];
volatile float torque_now[3], attitude_now[4];

int main() {
  Stepper<Mr, float> body({0.2F, 0.5F, 0.6F}, wxyz(1.0F, 0, 0, 0), {0.1F, 2.0F, 0.1F});
  while (body.failure() == Failure::none) {
    body.step(1.0F / 60, {torque_now[0], torque_now[1], torque_now[2]});
    const auto q = body.wxyz();
    for (int i = 0; i < 4; ++i) attitude_now[i] = q[i];
  }
}
