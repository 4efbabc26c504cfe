// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "core/geometry/scalar.hpp"
#include "core/reference/converged.hpp"
#include "core/stepping/integrate.hpp"
#include "core/testing/specs.hpp"
#include "methods/bs.hpp"
#include "methods/gbs.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"
#include "methods/taylor.hpp"

/// Orders above eight on bodies whose torque depends on the momentum.
namespace polhode {
namespace {

using namespace driven_body;

/// Doubles do not show orders above eight: those are measured in 113 bits, with damping and rotors.
template <class M>
void expect_order(const std::string& torques, int steps) {
  using T = float128;
  const auto body = problem_of<TorquedBody<T>>(described(torques));
  const auto end = reference::extrapolated(body, T(0), T(2), 1e-29);
  const auto error = [&](int steps) {
    const auto run = integrate<M, TorquedBody<T>>(body, Grid<T>::of_duration(T(0), T(2), steps));
    EXPECT_EQ(run.status, Status::ok) << M::info.id;
    return static_cast<double>(distance(run.state, end).sum());
  };
  const double coarse = error(steps), fine = error(2 * steps);
  ASSERT_GT(fine, 1e-26) << M::info.id;
  EXPECT_NEAR(std::log2(coarse / fine), M::info.order.least(), 0.8) << M::info.id << torques;
}
TEST(Driven, HighOrdersIn113Bits) {
  expect_order<Bs<8>>(damping + rotors, 12);
  expect_order<Bs<12>>(damping + rotors, 12);
  expect_order<Bs<16>>(drag, 6);
  expect_order<Gbs8<Mr>>(damping + rotors, 12);
  expect_order<Gbs12<Mr>>(damping + rotors, 12);
  expect_order<Gbs12<Sej>>(damping, 12);
  expect_order<Taylor<8>>(damping + still_rotors, 12);
  expect_order<Taylor<12>>(damping + still_rotors, 12);
  expect_order<Taylor<16>>(damping + still_rotors, 8);
}

}  // namespace
}  // namespace polhode
