// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <numeric>

#include "core/geometry/decimal.hpp"
#include "core/reference/free_body.hpp"
#include "methods/dmv.hpp"
#include "methods/dmv_fp.hpp"
#include "methods/exact.hpp"
#include "methods/rkn6a14.hpp"
#include "methods/runners.hpp"
#include "methods/semi_exact.hpp"
#include "problems/test_problems.hpp"

// The methods of Celledoni & Zanna 2008 beyond what every property report has
// (experiments/judging/property_report_test.cpp): the accuracy of every exact routine, high orders, roots.
namespace polhode {
namespace {

// --- orders --------------------------------------------------------------------------------------------------------

/// Steps so few that the error stays above rounding in 50 digits. The fit of a high order is off by the next term.
template <class M>
void check_order_in_50_digits() {
  using T = float50;
  const auto body = test_problem::free<T>();
  const T time(3);
  const auto exact = reference::exact_free_motion(body, time);
  std::vector<double> errors;
  for (const int steps : {18, 36}) {
    const auto end = integrate<M, FreeBody<T>>(body, Grid<T>::of_duration(T(0), time, steps)).state;
    errors.push_back(static_cast<double>(attitude_distance(end.R, exact.R)));
    EXPECT_LT(static_cast<double>(norm(end.Pi - exact.Pi)), 1e-46) << M::info.id;
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), M::info.order.attitude, 0.1) << M::info.id;
}
TEST(SemiExact, HighOrdersIn50Digits) {
  []<int... n>(std::integer_sequence<int, n...>) {
    (check_order_in_50_digits<SemiExact<5 + n>>(), ...);
  }
  (std::make_integer_sequence<int, 6>());
}

/// What a splitting asks of its flow and of the torque, which is 1: drifts let each kick begin from no momentum.
struct Recorder {
  static constexpr std::string_view id = "recorder";
  static constexpr Order order = exact_order;
  static constexpr bool symplectic = true, conserves_energy = true, order_of_axes_matters = false;
  static inline std::vector<double> drifts, kicks, times;

  template <class P, class T, class Counters>
  static RigidState<T> drift(const P&, const RigidState<T>& s, const T& h, Counters&) {
    drifts.push_back(h), kicks.push_back(s.Pi[0]);
    return {{0, 0, 0}, s.R};
  }
  Vec<Body, double> torque(double t, const Attitude<double>&) const {
    times.push_back(t);
    return {1, 0, 0};
  }
};

/// The shares of a step, drift by drift, and the instants of its kicks: the digits of Celledoni & Zanna 2008, equations
/// (23).
TEST(Rkn6a14, HasItsPublishedDigits) {
  const std::vector<double> a{0.0378593198406116, 0.102635633102435, -0.0258678882665587, 0.314241403071477,
                              -0.130144459517415, 0.106417700369543, -0.00879424312851058};
  const std::vector<double> b{0.09171915262446165,  0.183983170005006, -0.05653436583288827,
                              0.004914688774712854, 0.143761127168358, 0.328567693746804};
  NoCounters counters;
  Rkn6a14With<Recorder>::step(Recorder(), {{0, 0, 0}, Attitude<double>::identity()}, 3.0, 1.0, counters);
  const auto &drifts = Recorder::drifts, &kicks = Recorder::kicks, &times = Recorder::times;
  ASSERT_EQ(drifts.size(), 15u);
  ASSERT_EQ(times.size(), 14u);
  double time = 3, middle = 1;
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(drifts[i], a[i]);
    EXPECT_EQ(drifts[14 - i], a[i]);
    middle -= 2 * a[i];
  }
  EXPECT_NEAR(drifts[7], middle, 1e-15);
  for (std::size_t i = 0; i < 14; ++i) EXPECT_NEAR(times[i], time += drifts[i], 1e-14);
  for (std::size_t i = 0; i < 6; ++i) {  // kicks[i] is that before drift i
    EXPECT_EQ(kicks[1 + i], b[i]);
    EXPECT_EQ(kicks[14 - i], b[i]);
  }
  EXPECT_NEAR(std::accumulate(kicks.begin(), kicks.end(), 0.0), 1, 1e-15);
}

// --- roots of DMV --------------------------------------------------------------------------------------------------

const FreeBody<double> body{{{0.6, 0.8, 1}, {{1.8, 0.4, -0.9}, Attitude<double>::identity()}}};

/// Where the map of Moser and Veselov has another root nearer than the right one, a step fails or is right.
template <class M>
int steps_that_end() {
  const double unit = 0.6 / norm(body.initial.Pi);
  int ended = 0;
  for (int i = 1; i <= 80; ++i)
    for (const double sign : {1, -1}) {
      const double x = 0.05 * i;
      const auto grid = Grid<double>::of_step(0, sign * x * unit, 1);
      const auto run = integrate<M>(body, grid);
      EXPECT_TRUE(run.status == Status::ok || run.status == Status::not_converged);
      if (run.status != Status::ok) continue;
      ++ended;
      const double off = norm(run.state.Pi - integrate<Exact>(body, grid).state.Pi) / norm(body.initial.Pi);
      EXPECT_LT(off, 1e-2) << x;  // other roots are apart by 1
    }
  return ended;
}
TEST(Dmv, NeverTakesTheWrongRoot) {  // it supports h |Pi| <= min I
  EXPECT_GE(steps_that_end<DmvFp<6>>(), 40);
  EXPECT_EQ(steps_that_end<Dmv<6>>(), 60);
  EXPECT_EQ(steps_that_end<Dmv<10>>(), 60);
}

TEST(Dmv, SaysThatAStepIsTooLarge) {
  const auto whole = integrate<Dmv<10>>(body, Grid<double>::of_step(0, 1.0, 1));
  EXPECT_EQ(whole.status, Status::not_converged);
  EXPECT_EQ(whole.failure, Failure::step_too_large);
}

}  // namespace
}  // namespace polhode
