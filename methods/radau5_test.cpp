// SPDX-License-Identifier: MIT
#include "methods/radau5.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/io/spec.hpp"
#include "core/stepping/integrate.hpp"

/// RADAU5 under stiff torques.
namespace polhode {
namespace {

using P = TorquedBody<double>;

P problem_of(const nlohmann::json& spec) {
  return std::get<P>(read_spec<double>(spec).problem);
}
template <class M>
Run<P> run(const P& body, double time, int intervals = 1) {
  return integrate<M>(body, Grid<double>::of_duration(0, time, intervals));
}

/// I w' = tau - D w about one axis, from 3 to tau/D = 0.5.
P braked(double D) {
  return problem_of(
      {{"body", {{"inertia", {1, 1, 1}}, {"momentum", {0, 0, 3}}}},
       {"torque", {{{"kind", "damping"}, {"matrix", D}}, {{"kind", "body"}, {"torque", {0, 0, D / 2}}}}}});
}
/// w = u + (w0 - u) exp(-D t), u = tau/D, and the angle is its integral.
template <class M>
double error_of_brake(double D, int intervals) {
  const double w0 = 3, u = 0.5, time = 2;
  const auto end = run<M>(braked(D), time, intervals);
  EXPECT_EQ(end.status, Status::ok) << M::info.id << " " << D;
  const double left = std::exp(-D * time), angle = u * time + (w0 - u) * (1 - left) / D;
  return std::abs(end.state.Pi[2] - (u + (w0 - u) * left)) + std::abs(end.state.R.z - std::sin(angle / 2)) +
         std::abs(end.state.R.w - std::cos(angle / 2));
}

TEST(Radau5, MeetsTheClosedFormOfABrakeHoweverStiff) {
  for (const double D : {1.0, 1e3, 1e6, 1e9})
    for (const int intervals : {1, 7}) {
      EXPECT_LT(error_of_brake<Radau5<6>>(D, intervals), 1e-4) << D;
      EXPECT_LT(error_of_brake<Radau5<9>>(D, intervals), 1e-6) << D;
      EXPECT_LT(error_of_brake<Radau5<12>>(D, intervals), 1e-9) << D;
    }
  EXPECT_GT(error_of_brake<Radau5<6>>(1, 1), 1e-10);  // it is the tolerance that holds the step
}

/// Two rounds of Newton's iteration from 0 leave an error of h^5 in a step.
TEST(Radau5, FallsWithOrderFourWhereAnIntervalIsOneStep) {
  const auto error = [](int intervals) { return error_of_brake<Radau5<6>>(1, intervals); };
  EXPECT_NEAR(std::log2(error(64) / error(128)), 4, 0.2);
}

/// (3) is of order 4: of a tolerance smaller by 10^6, whose d is smaller by 10^4, steps are ten times as many.
TEST(Radau5, EstimatesItsErrorsWithOrderFour) {
  const auto body = problem_of({{"body", {{"inertia", {1, 2, 3}}, {"momentum", {1, 2, 3}}}},
                                {"torque", {{"kind", "gravity"}, {"moment", {0.1, 0.2, 0.3}}}}});
  const auto evaluations = [&](const auto& end) { return static_cast<double>(end.counters.torque_evaluations); };
  EXPECT_NEAR(std::log10(evaluations(run<Radau5<12>>(body, 100)) / evaluations(run<Radau5<6>>(body, 100))), 1, 0.2);
}

/// A controller of gains K: the transient takes 1/K, and the rest is as smooth whatever K is.
TEST(Radau5, CostsTheSameHoweverStiffAController) {
  const auto rounds = [](double K) {
    const auto body =
        problem_of({{"body", {{"inertia", {1, 2, 3}}, {"momentum", {1, 2, 3}}, {"attitude", {0.8, 0.2, -0.4, 0.4}}}},
                    {"torque", {{"kind", "control"}, {"attitude_gain", K}, {"rate_gain", K}}}});
    const auto end = run<Radau5<6>>(body, 10), finer = run<Radau5<12>>(body, 10);
    EXPECT_LT(norm(end.state.Pi - finer.state.Pi) + attitude_distance(end.state.R, finer.state.R), 1e-6) << K;
    EXPECT_LT(attitude_distance(finer.state.R, Attitude<double>::identity()), 1e-3) << K;
    return static_cast<double>(end.counters.solver_iterations);
  };
  const double soft = rounds(10);
  for (const double K : {1e2, 1e4, 1e6}) EXPECT_LT(rounds(K), 1.6 * soft) << K;
}

/// The error of a step across a transient is as large as that, until it is looked at again from where the step leads:
/// the stiffer a brake, the fewer steps.
TEST(Radau5, StepsAcrossTransients) {
  const auto rounds = [](double D) { return run<Radau5<6>>(braked(D), 2).counters.solver_iterations; };
  EXPECT_LE(rounds(1e9), rounds(1e6));
  EXPECT_LE(rounds(1e12), rounds(1e6));
}

/// Pi1' = Pi1^2 from 1 on has no state at t = 1.
TEST(Radau5, SaysThatItDoesNotReachTheEnd) {
  const auto body = problem_of({{"body", {{"inertia", {1, 2, 3}}, {"momentum", {1, 0, 0}}}},
                                {"torque", {{"kind", "formula"}, {"torque", {"Pi1^2", "0", "0"}}}}});
  EXPECT_EQ(run<Radau5<6>>(body, 2).failure, Failure::no_convergence);
}

}  // namespace
}  // namespace polhode
