// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/stepping/integrate.hpp"
#include "core/torques/torqued_body.hpp"
#include "methods/bs.hpp"
#include "methods/imidm.hpp"
#include "methods/liemid_ea.hpp"
#include "methods/mr.hpp"
#include "methods/rk4.hpp"
#include "methods/sej.hpp"

namespace polhode {
namespace {

constexpr double moment[3] = {0.4, -0.3, 0.8};

/// Gravity on an axis of the body, as a function of the user's: e3 in the body x moment.
void gravity(double, const double R[9], const double[3], const double[3], double T[3]) {
  for (int i = 0; i < 3; ++i) T[i] = R[6 + (i + 1) % 3] * moment[(i + 2) % 3] - R[6 + (i + 2) % 3] * moment[(i + 1) % 3];
}

int most_states = 0;
/// The same of n states.
void gravity_of_states(int n, const double[], const double R[], const double[], const double[], double T[]) {
  most_states = std::max(most_states, n);
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 3; ++i)
      T[i * n + k] =
          R[(6 + (i + 1) % 3) * n + k] * moment[(i + 2) % 3] - R[(6 + (i + 2) % 3) * n + k] * moment[(i + 1) % 3];
}

template <class M>
class LibraryOfAttitude : public testing::Test {};
using Methods = testing::Types<Mr, Sej, LiemidEa, Rk4, Imidm, Bs<12>>;
TYPED_TEST_SUITE(LibraryOfAttitude, Methods);

/// A function that does not look at the momentum is to every method what the torque is that it computes.
TYPED_TEST(LibraryOfAttitude, IsATorqueOfAttitude) {
  const RigidBody<double> body{{2, 3, 4}, {{1, 1.5, -2}, Attitude<double>::identity()}};
  const TorquedBody<double> torqued{body,
                                    {UniformField<double>{{moment[0], moment[1], moment[2]}, axis<Space, double>(2)}}};
  const auto grid = Grid<double>::of_duration(0, 5, 200);
  const auto known = integrate<TypeParam>(torqued, grid);
  EXPECT_GT(norm(known.state.Pi - body.initial.Pi), 1);
  Library<double> own;
  own.of_momentum = false;
  most_states = 0;
  for (const bool many : {false, true}) {
    own.function = many ? nullptr : &gravity, own.states_function = many ? &gravity_of_states : nullptr;
    TorquedBody<double> driven{body};
    driven.momentum_torques.push_back(own);
    EXPECT_EQ(driven.dependence(), Dependence::none);
    const auto found = integrate<TypeParam>(driven, grid);
    EXPECT_LT(norm(found.state.Pi - known.state.Pi), 1e-13);
    EXPECT_LT(attitude_distance(found.state.R, known.state.R), 1e-13);
  }
  EXPECT_EQ(most_states, (std::is_same_v<TypeParam, Bs<12>>) ? lane_count : 1);
}

}  // namespace
}  // namespace polhode
