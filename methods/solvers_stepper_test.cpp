// SPDX-License-Identifier: MIT
#include "methods/stepper_test.hpp"

#include "methods/adaptive.hpp"
#include "methods/bs.hpp"
#include "methods/odeint.hpp"
#include "methods/taylor.hpp"

namespace polhode {
namespace {

// Of ordinary differential equations in general, and of one step to another.
TEST(Stepper, IsIntegrateBitForBitOfSolvers) {
  expect_integrate<Bs<8>, Taylor<8>, Dopri5, Rkf78Adaptive<9>>();
}

}  // namespace
}  // namespace polhode
