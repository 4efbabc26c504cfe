// SPDX-License-Identifier: MIT
#include "methods/family/free_flow.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "core/stepping/integrate.hpp"
#include "core/testing/free_bodies.hpp"
#include "methods/exact.hpp"
#include "methods/family/free_transition.hpp"

namespace polhode {
namespace {

using free_bodies::body, free_bodies::Case, free_bodies::difference, free_bodies::moved, free_bodies::orbit,
    free_bodies::Random, free_bodies::sensitivity, free_bodies::Triple;

class FreeFlowError : public testing::TestWithParam<free_bodies::Kind> {};

/// Each case by one step, by the trajectory, and by a batch of it, against quad.
TEST_P(FreeFlowError, IsRounding) {
  for (const auto& c : GetParam().cases()) {
    const auto b = body(c);
    const auto exact = reference::exact_free_motion(cast<float128>(b), float128(c.h));
    const double bar = std::max(2e-14, 50 * sensitivity(c, exact));
    const FreeFlow flow(b.I, b.initial);
    RigidState<double> batch[3], even[3];
    const double times[3] = {c.h / 2, c.h, -c.h};
    flow.states(times, batch);
    flow.states(-c.h, c.h, even);
    const RigidState<double> found[] = {moved<ExactFlow>(b, b.initial, c.h), flow.state(c.h), batch[1], even[2]};
    for (int i = 0; i < 4; ++i) {
      const double error = difference(cast<float128>(found[i]), exact);
      EXPECT_LE(error, bar) << c.name << ", way " << i << ", I = " << c.I[0] << " " << c.I[1] << " " << c.I[2]
                            << ", m = " << c.m[0] << " " << c.m[1] << " " << c.m[2] << ", h = " << c.h;
    }
    for (const auto& s : found) EXPECT_NEAR(norm2(s.R), 1, 5e-15) << c.name;
  }
}
INSTANTIATE_TEST_SUITE_P(Bodies, FreeFlowError, testing::ValuesIn(free_bodies::kinds),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(FreeFlow, NoMomentumNoMotion) {
  const RigidState<double> rest{{0, 0, 0}, {0.6, 0, 0.8, 0}};
  for (const Triple& I : std::vector<Triple>{{0.6, 0.8, 1}, {1, 1, 1}, {1, 1, 2}}) {
    const Inertia<double> inertia(I[0], I[1], I[2]);
    for (const auto& s :
         {FreeFlow(inertia, rest).state(3), moved<ExactFlow>(FreeBody<double>{{inertia, rest}}, rest, 3.0)})
      EXPECT_EQ(difference(s, rest), 0);
    for (const double never : {double(INFINITY), double(NAN)}) {
      const auto s = FreeFlow(inertia, rest).state(never);
      EXPECT_TRUE(std::isnan(s.Pi[0]) && std::isnan(s.R.w));
    }
  }
}

TEST(FreeFlow, SurvivesExtremes) {  // no reference: only what must hold of any state
  Random u(10);
  for (int i = 0; i < 20000; ++i) {
    const double unit = u.decades(-290, 290), size = unit * u.decades(-250, 250);
    Case c{"extreme", {}, {}, u.sign() * u.decades(-5, 5) * unit / size};
    for (int j = 0; j < 3; ++j) c.I[j] = unit * (u(0, 1) < 0.3 ? 1 : u(0, 1) < 0.3 ? 1 + 0x1p-52 : u.decades(-16, 0));
    for (int j = 0; j < 3; ++j)
      c.m[j] = u.sign() * (u(0, 1) < 0.2   ? 0
                           : u(0, 1) < 0.1 ? 5e-324
                                           : size * (u(0, 1) < 0.5 ? 1 : u.decades(-200, 0)));
    if (!(size > 1e-290 && size < 1e300)) continue;
    const auto b = body(c);
    for (const auto& s : {moved<ExactFlow>(b, b.initial, c.h), FreeFlow(b.I, b.initial).state(c.h)}) {
      EXPECT_NEAR(norm2(s.R), 1, 1e-14);
      EXPECT_TRUE(is_finite(s.Pi));
      const double G = norm(b.initial.Pi);
      if (G < 1e-290) continue;
      EXPECT_LE(norm(s.R * (s.Pi / G) - b.initial.R * (b.initial.Pi / G)), 2e-14)
          << c.I[0] << " " << c.I[1] << " " << c.I[2] << ", " << c.m[0] << " " << c.m[1] << " " << c.m[2] << ", "
          << c.h;
    }
  }
}

/// Forty bodies 0.03 away from symmetric ones, and some next to the separatrix.
std::vector<FreeBody<double>> ensemble() {
  Random u(1);
  std::vector<FreeBody<double>> bodies;
  while (bodies.size() < 40) {
    const double I1 = u(0, 1), I2 = u(0, 1);
    if (I1 > I2 || I1 + I2 < 1.03 || I2 - I1 < 0.03 || 1 - I2 < 0.03) continue;
    const Vec<Body, double> m{u.normal(), u.normal(), u.normal()};
    bodies.push_back({{{I1, I2, 1}, {m / norm(m), Attitude<double>::identity()}}});
  }
  for (const double e : {-2, -4, -7, -10})
    for (const Triple& I : std::vector<Triple>{{0.6, 0.8, 1}, {1, 0.9, 0.3}})
      bodies.push_back(body(orbit(u, I, std::pow(10, e), 0)));
  return bodies;
}

/// First integrals that rounding lets walk would lead the attitude astray with n^(3/2), those of a symmetric body, of
/// which each step rounds the same numbers, with n^2: 1e-6 after 1e8 steps is 1e-8 after a million where it grows like
/// n only.
TEST(Exact, AMillionStepsKeepTheAttitude) {
  constexpr std::int64_t steps = 1000000;
  for (const Case& c : {Case{"around the least moment", {0.6, 0.8, 1}, {1.8, 0.4, -0.9}, 0.5},
                        {"around the greatest", {0.6, 0.8, 1}, {0.3, -0.4, 1.9}, 0.5},
                        {"symmetric", {1, 1, 1.8}, {0.3, -1, 0.7}, 0.5},
                        {"backward, other order", {3, 1, 2}, {0.8, 0.3, 0.5}, -0.5},
                        {"light units", {5e-13, 7.5e-13, 1e-12}, {1e-12, 2.5e-13, -5e-13}, 0.5},
                        {"long steps", {0.6, 0.8, 1}, {0.3, -0.4, 1.9}, 1.5}}) {
    const auto b = body(c);
    const auto wide = cast<float128>(b);
    const auto end = integrate<Exact>(b, Grid<double>::of_step(0, c.h, steps)).state;
    const auto known = reference::exact_free_motion(wide, float128(c.h) * float128(steps));
    const auto share = [&](const float128& x, const float128& y) { return std::abs(static_cast<double>(x / y - 1)); };
    const auto Pi = cast<float128>(end).Pi;
    EXPECT_LT(share(wide.kinetic_energy(Pi), wide.kinetic_energy(wide.initial.Pi)), 1e-15) << c.name;
    EXPECT_LT(share(norm2(Pi), norm2(wide.initial.Pi)), 1e-15) << c.name;
    EXPECT_LT(difference(cast<float128>(end), known), 1e-8) << c.name;
  }
}

TEST(FreeFlow, KeepsFirstIntegralsAtAnyTime) {
  double worst = 0;
  for (const auto& b : ensemble()) {
    const FreeFlow flow(b.I, b.initial);
    const double size = norm(b.initial.Pi);
    for (const double t : {-1e9, -1e4, 3.0, 77.7, 1e6, 1e12}) {
      const auto s = flow.state(t);
      worst = std::max(worst, std::abs(b.kinetic_energy(s.Pi) / b.kinetic_energy(b.initial.Pi) - 1));
      worst = std::max(worst, std::abs(norm2(s.Pi) / (size * size) - 1));
      worst = std::max(worst, norm(s.pi() - b.initial.pi()) / size);
    }
  }
  EXPECT_LE(worst, 1e-14);
}

TEST(FreeFlow, EquispacedTimesAreTimes) {
  auto bodies = ensemble();
  bodies.push_back(body({"separatrix", {2, 3, 6}, {1, -0.5, 1}, 0}));
  bodies.push_back(body({"axis", {2, 3, 6}, {0, 0, 1}, 0}));
  for (const auto& b : bodies)
    for (const double h : {1e-3, 0.1, -0.7, 3.0, 40.0}) {
      const FreeFlow flow(b.I, b.initial);
      std::vector<RigidState<double>> even(1000), direct(1000);
      std::vector<double> times(1000);
      for (int i = 0; i < 1000; ++i) times[i] = -5 + i * h;
      flow.states(-5, h, even);
      flow.states(times, direct);
      for (int i = 0; i < 1000; ++i) {
        const double bar = 2e-14 + 4e-16 * std::abs(times[i]) * norm(b.Omega(b.initial.Pi));
        EXPECT_LE(difference(even[i], direct[i]), bar) << h << " " << i;
        EXPECT_LE(difference(flow.state(times[i]), direct[i]), bar) << h << " " << i;
      }
    }
}

TEST(FreeFlow, PeriodAndPrecession) {
  for (const auto& b : ensemble()) {
    const FreeFlow flow(b.I, b.initial);
    const double T = flow.period(), angle = flow.turn_per_period();
    const auto pi = b.initial.pi();
    const auto half = std::sin(angle / 2) / norm(pi) * pi;
    const Rotation<Space, Space, double> turn{std::cos(angle / 2), half[0], half[1], half[2]};
    for (const double t : {0.0, -3.3, 8.0}) {
      const auto s = flow.state(t);
      const RigidState<double> later{s.Pi, turn * s.R};
      EXPECT_LE(difference(flow.state(t + T), later), 1e-13 * (1 + T));
      for (const double part : {0.5, 0.25})  // the shortest
        EXPECT_GE(norm(flow.state(t + part * T).Pi - s.Pi), 1e-3 * norm(pi));
    }
  }
  const RigidState<double> steady{{0, 0, 0.5}, Attitude<double>::identity()}, on{{1, 0.5, 1}, steady.R};
  EXPECT_TRUE(std::isinf(FreeFlow({1, 2, 4}, steady).period()));
  EXPECT_DOUBLE_EQ(FreeFlow({1, 2, 4}, steady).precession(), 0.125);
  EXPECT_TRUE(std::isinf(FreeFlow({2, 3, 6}, on).period()));
  EXPECT_DOUBLE_EQ(FreeFlow({2, 3, 6}, on).precession(), 0.5);
  const FreeFlow top({1, 1, 2}, {{0.3, 0.4, 1}, steady.R});  // a regular precession: the rate is |Pi| / I1
  EXPECT_NEAR(top.period(), 2 * std::numbers::pi / std::abs(1.0 / 2 - 1.0), 1e-14);
}

TEST(FreeFlow, PeriodsScale) {
  const auto flow = [](double m, double i, const Vec<Body, double>& Pi) {
    return FreeFlow(Inertia<double>(i, 2 * i, 3 * i), {m * Pi, Attitude<double>::identity()});
  };
  for (const Vec<Body, double>& Pi : {Vec<Body, double>{0.3, -1.2, 0.5}, {0, 0, 0.5}})
    for (const double m : {1e-200, 1e-120, 1e-108, 1e103, 1e120})
      for (const double i : {1.0, 1e-170, 1e155}) {
        const double known = flow(1, 1, Pi).P_phi(), unit = i / m;
        if (unit > 1e300 || unit < 1e-300) continue;
        EXPECT_NEAR(flow(m, i, Pi).P_phi() / unit, known, 1e-12 * known) << m << " " << i;
      }
}

/// A symmetric body's rate is L / I1; what is published of (99942) Apophis (Lee et al. 2022), by another program's
/// quadrature in 50 digits of how fast the axis of the least moment circles; and a body whose axis circles many times.
TEST(FreeFlow, CountsTheTurnsOfThePrecession) {
  const auto identity = Attitude<double>::identity();
  const FreeFlow top({3, 3, 1}, {{0.3, 0, 0.5}, identity});
  EXPECT_NEAR(top.precession(), 0.1943650631615100157, 1e-16);
  EXPECT_NEAR(top.P_phi(), 2 * std::numbers::pi * 3 / std::sqrt(0.34), 1e-13);
  const FreeFlow apophis({0.64, 0.97, 1}, {{0.029880296851717734, 0, 0.202147071619389522}, identity});
  EXPECT_NEAR(apophis.period(), 264.178, 1e-4);
  EXPECT_NEAR(apophis.P_phi(), 27.38547, 1e-6);
  for (const auto& b : ensemble()) {  // by many small steps of the axis
    const FreeFlow flow(b.I, b.initial);
    const double T = flow.period();
    if (!(T < 1e3) || b.I[0] == b.I[1] || b.I[1] == b.I[2] || b.I[2] == b.I[0]) continue;
    int least = 0, greatest = 0;
    for (int i = 1; i < 3; ++i)
      least = b.I[i] < b.I[least] ? i : least, greatest = b.I[i] > b.I[greatest] ? i : greatest;
    const bool about_least = 2 * b.kinetic_energy(b.initial.Pi) * b.I[3 - least - greatest] > norm2(b.initial.Pi);
    const int circled = about_least ? least : greatest;
    const auto pi = b.initial.pi() / norm(b.initial.pi());
    constexpr int n = 4000;
    double turned = 0;
    Vec<Space, double> before{};
    for (int i = 0; i <= n; ++i) {
      const auto a = flow.state(T * i / n).R * axis<Body, double>(circled), now = a - dot(a, pi) * pi;
      if (i > 0) turned += std::atan2(dot(pi, cross(before, now)), dot(before, now));
      before = now;
    }
    EXPECT_NEAR(2 * std::numbers::pi * T / flow.P_phi(), turned, 1e-9 * (1 + std::abs(turned)));
  }
}

/// Central differences of the exact motion in 113 bits, which another text computes.
Transition<double> by_differences(const Case& c) {
  const auto b = cast<float128>(body(c));
  const float128 h(1e-11), size = norm(b.initial.Pi);
  Transition<double> Phi{};
  for (int j = 0; j < 6; ++j) {
    const auto moved = [&](const float128& by) {
      auto other = b;
      Vec<Body, float128> turn{};
      (j < 3 ? turn[j] : other.initial.Pi[j - 3]) += j < 3 ? by : float128(by * size);
      other.initial.R = other.initial.R * exp(turn);
      return reference::exact_free_motion(other, float128(c.h));
    };
    const auto a = moved(h), z = moved(-h);
    const float128 width = j < 3 ? float128(2 * h) : float128(2 * h * size);
    const auto angle = log(inverse(z.R) * a.R) / width, push = (a.Pi - z.Pi) / width;
    for (int i = 0; i < 3; ++i) Phi[i][j] = static_cast<double>(angle[i]), Phi[3 + i][j] = static_cast<double>(push[i]);
  }
  return Phi;
}

/// Largest difference of two blocks of rows, each as a share of its largest entry.
double difference(const Transition<double>& a, const Transition<double>& b) {
  double worst = 0;
  for (int block = 0; block < 2; ++block) {
    double off = 0, largest = 0;
    for (int i = 3 * block; i < 3 * block + 3; ++i)
      for (int j = 0; j < 6; ++j)
        off = std::max(off, std::abs(a[i][j] - b[i][j])), largest = std::max(largest, std::abs(b[i][j]));
    worst = std::max(worst, off / largest);
  }
  return worst;
}

TEST(FreeTransition, IsThatOfDifferencesIn113Bits) {
  const double middle = 1 / std::sqrt(2.0);
  for (const auto& c :
       {Case{"any", {1, 2, 3}, {1, 0.6, 6}, 1.7}, Case{"for long", {1, 2, 3}, {1, 0.6, 6}, 40},
        Case{"backwards, unsorted", {3, 1, 2.2}, {1, -0.3, 2}, -7},
        Case{"heavy", {1000, 5000, 6000}, {1e5, 5e5, 6e5}, 0.1}, Case{"two equal moments", {5, 5, 1}, {0.3, 0.4, 2}, 3},
        Case{"the other two", {1, 5, 5}, {0.3, 0.4, 2}, 3}, Case{"sphere", {2, 2, 2}, {0.3, 0.4, 2}, 3},
        Case{"steady", {1, 2, 3}, {0, 0, 2}, 3}, Case{"steady about the middle axis", {1, 2, 3}, {0, 1, 0}, 5},
        Case{"nearly steady", {1, 2, 3}, {1e-9, 1e-9, 2}, 3},
        Case{"next to the middle axis", {1, 2, 3}, {1e-9, 1, -1e-9}, 3},
        Case{"on the separatrix", {2, 3, 6}, {1, 0.3, 1}, 3}, Case{"next to it", {2, 3, 6}, {1, 0.3, 1 + 1e-12}, 3},
        Case{"needle", {0.01, 1, 1}, {0.005, middle, middle}, 2}})
    EXPECT_LT(difference(free_transition(body(c).I, body(c).initial.Pi, c.h), by_differences(c)),
              c.name == "for long" ? 2e-13 : 1e-13)
        << c.name;
}

TEST(FreeTransition, OfWhatIsNotFinite) {
  const Inertia<double> I(1, 2, 3);
  EXPECT_TRUE(std::isnan(free_transition(I, {1, NAN, 0}, 1.0)[3][3]));
  EXPECT_TRUE(std::isnan(free_transition(I, {1, 1, 0}, double(INFINITY))[3][3]));
  const auto none = free_transition(I, {0, 0, 0}, 2.0);  // at rest: theta = t I^-1 dPi
  EXPECT_EQ(none[1][4], 1.0);
  EXPECT_EQ(none[4][4], 1.0);
}

}  // namespace
}  // namespace polhode
