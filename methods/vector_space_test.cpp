// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "core/geometry/scalar.hpp"
#include "core/stepping/integrate.hpp"
#include "core/testing/composition.hpp"
#include "methods/vector_space.hpp"
#include "problems/test_problems.hpp"
#include "problems/vs_test.hpp"

namespace polhode {
namespace {

/// The problem after `steps` steps of M from t0.
template <class M, class T>
Particles<T> after(Particles<T> problem, double t0, const T& h, std::int64_t steps = 1) {
  problem.initial = integrate<M, Particles<T>>(problem, Grid<T>::of_step(T(t0), h, steps)).state;
  return problem;
}

/// Largest difference, relative to numbers of size 1.
template <class T>
double distance(const Particles<T>& a, const Particles<T>& b) {
  const auto &s = a.initial, &r = b.initial;
  return scalar_cast<double>(std::max(T(norm(s.u - r.u)), T(norm(s.p - r.p))));
}

template <class T>
class VectorSpace : public testing::Test {
 protected:
  static constexpr double rounding = std::is_same_v<T, double> ? 1e-14 : 1e-32;
};
using Scalars = testing::Types<double, float128>;
TYPED_TEST_SUITE(VectorSpace, Scalars);

// --- identities of Krysl 2004 and 2006; what they claim is judged with the figure of properties --------------------

TYPED_TEST(VectorSpace, SecondOrderMethodsAreCompositions) {
  using T = TypeParam;
  const auto problem = VsTest::make<T>();
  const auto check = [&]<class M, class First, class Second>(M, First, Second) {
    EXPECT_LT(distance(after<M>(problem, 0.5, T(1) / T(8), 10),
                       after<Composition<First, Second>>(problem, 0.5, T(1) / T(8), 10)),
              this->rounding)
        << M::info.id;
  };
  check(VsTrapezoidal{}, VsForwardEuler{}, VsBackwardEuler{});
  check(VsMidpoint{}, VsBackwardEuler{}, VsForwardEuler{});
  check(VsVerlet{}, VsSymplecticEulerAdjoint{}, VsSymplecticEuler{});
}

TYPED_TEST(VectorSpace, FirstOrderMethodsComeInAdjointPairs) {
  using T = TypeParam;
  const auto problem = VsTest::make<T>();
  const T h = T(1) / T(8);
  const auto there_and_back = [&]<class There, class Back>(There, Back) {
    return distance(after<Back>(after<There>(problem, 0.5, h), 0.625, T(-h)), problem);
  };
  EXPECT_LT(there_and_back(VsForwardEuler{}, VsBackwardEuler{}), this->rounding);
  EXPECT_LT(there_and_back(VsBackwardEuler{}, VsForwardEuler{}), this->rounding);
  EXPECT_LT(there_and_back(VsSymplecticEuler{}, VsSymplecticEulerAdjoint{}), this->rounding);
  EXPECT_LT(there_and_back(VsSymplecticEulerAdjoint{}, VsSymplecticEuler{}), this->rounding);
  EXPECT_GT(there_and_back(VsForwardEuler{}, VsSymplecticEuler{}), 1e-3);
}

// --- the implicit solve --------------------------------------------------------------------------------------------

/// V = -u2^3 / 3 from u = 0, p2 = 1: backward Euler solves h^3 x^2 - x + 1 = 0, whose branch from x = 1 ends at h^3 =
/// 1/4.
TEST(VectorSpaceSolve, FollowsTheBranchToItsEnd) {
  const Particles<double> cubic{
      .mass = {1, 1, 1}, .initial = {{0, 0, 0}, {0, 1, 0}}, .a = {0, 0, 0}, .b = 0, .c = -1, .d = 0};
  for (const double h : {0.1, 0.5, 0.6, 0.6299, -0.8}) {
    const auto run = integrate<VsBackwardEuler>(cubic, Grid<double>::of_step(0, h, 1));
    ASSERT_EQ(run.status, Status::ok) << h;
    EXPECT_NEAR(run.state.p[1], 2 / (1 + std::sqrt(1 - 4 * h * h * h)), 1e-13) << h;
  }
  EXPECT_EQ(integrate<VsBackwardEuler>(cubic, Grid<double>::of_step(0, 0.631, 1)).status, Status::not_converged);
}

}  // namespace
}  // namespace polhode
