// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "core/geometry/scalar.hpp"
#include "core/stepping/problem.hpp"
#include "problems/trial.hpp"
#include "problems/vs_test.hpp"

namespace polhode {
namespace {

/// Kinds of torque at once; those with signals are tested in core/torques.
TorquedBody<double> loaded() {
  auto body = trial::forced<double>();
  body.torques.push_back(CoulombWall<double>{{0.1, 0.2, 0.3}, true});
  return body;
}

/// Calls f with every number of x, to read or to change.
template <class X, class F>
void each_number(X& x, const F& f) {
  each_leaf(x, [&](const Field& field, auto& leaf) {
    using L = std::remove_reference_t<decltype(leaf)>;
    if constexpr (requires { leaf.moments; })
      for (int i = 0; i < 3; ++i) f(field, leaf.moments[i]);
    else if constexpr (requires { leaf.w; })
      for (auto* c : {&leaf.w, &leaf.x, &leaf.y, &leaf.z}) f(field, *c);
    else if constexpr (requires { leaf[2]; })
      for (int i = 0; i < 3; ++i) f(field, leaf[i]);
    else if constexpr (std::is_same_v<L, double>)
      f(field, leaf);
  });
}

/// Two problems are one if and only if all their numbers are, to the last bit.
template <class P>
void every_number_counts(const P& problem, int at_least) {
  const auto before = identity(problem);
  P copy = problem;
  EXPECT_EQ(identity(copy), before);
  int numbers = 0;
  each_number(copy, [&](const Field& field, double& x) {
    const double kept = x;
    x = std::nextafter(kept, kept + 1);
    EXPECT_NE(identity(copy), before) << P::kind << ": " << field.name;
    x = kept;
    ++numbers;
  });
  EXPECT_EQ(identity(copy), before);
  EXPECT_GE(numbers, at_least) << P::kind;
}

TEST(Identity, EveryNumberCounts) {
  every_number_counts(trial::free<double>(), 10);
  every_number_counts(loaded(), 10 + 6 + 4 + 6);
  every_number_counts(trial::pushed<double>(), 1 + 6 + 3 + 3 + 1);
  every_number_counts(VsTest::make<double>(), 3 + 6 + 3 + 3 + 3 + 1);
}

TEST(Identity, TellsKindsSignsAndFunctionsApart) {
  const auto with = [](const Torque<double>& t) {
    return identity(TorquedBody<double>{trial::crooked<double>(), {t}});
  };
  const auto none = identity(TorquedBody<double>{trial::crooked<double>(), {}});
  const auto one = [](const void*, const double&, const Attitude<double>&) { return Vec<Body, double>{1, 0, 0}; };
  const auto two = [](const void*, const double&, const Attitude<double>&) { return Vec<Body, double>{2, 0, 0}; };
  const std::vector<std::string> all{none,
                                     identity(trial::free<double>()),
                                     with(UniformField<double>{}),
                                     with(HarmonicSpace<double>{}),
                                     with(CoulombWall<double>{}),
                                     with(CoulombWall<double>{.attractive = true}),
                                     with(UserTorque<double>{nullptr, one}),
                                     with(UserTorque<double>{nullptr, two})};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i], all[j]);
}

/// Text of the numbers of a problem, in order.
template <class P>
std::vector<double> numbers(P problem) {
  std::vector<double> list;
  each_number(problem, [&](const Field&, const double& x) { list.push_back(x); });
  return list;
}

TEST(Cast, CarriesEveryNumberAndComesBack) {
  const auto there_and_back = [](const auto& p) {
    EXPECT_EQ(numbers(cast<double>(cast<float128>(p))), numbers(p));
    EXPECT_EQ(identity(cast<double>(cast<float128>(p))), identity(p));
  };
  there_and_back(trial::free<double>());
  there_and_back(loaded());
  there_and_back(trial::pushed<double>());
  there_and_back(VsTest::make<double>());
  auto body = loaded();
  body.torques.push_back(UserTorque<double>{});
  EXPECT_THROW(cast<float128>(body), std::logic_error) << "a function has one scalar";
}

TEST(Torques, ANinthIsAnError) {
  TorqueSum<double> sum;
  for (int i = 0; i < 8; ++i) sum.push_back(UniformField<double>{});
  EXPECT_THROW(sum.push_back(UniformField<double>{}), std::length_error);
}

/// The same motion: energy and torque (in space) are what they were.
TEST(Transformed, TheMotionIsTheSame) {
  const auto body = loaded();
  const auto Q = exp(Vec<Space, double>{0.3, 1.1, -0.8});
  const auto torque = [](const TorquedBody<double>& b) { return b.initial.R * b.torque(0.7, b.initial.R); };
  const auto expect = [&](const TorquedBody<double>& b, const Vec<Space, double>& t, double unit, const char* what) {
    EXPECT_NEAR(energy(b, b.initial), unit * energy(body, body.initial), 1e-13 * unit) << what;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(torque(b)[i], unit * t[i], 1e-13 * unit) << what;
  };
  expect(turned(body, Q), Q * torque(body), 1, "turned");
  expect(renamed(body), torque(body), 1, "renamed");
  auto no_wall = trial::forced<double>();  // whose numbers are built in
  const auto heavy = in_units(no_wall, 1e12);
  EXPECT_NEAR(energy(heavy, heavy.initial) / energy(no_wall, no_wall.initial), 1e12, 1);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(torque(heavy)[i] / torque(no_wall)[i], 1e12, 1e-2);
}

/// A torque is minus the slope of its potential, and its tangent is its derivative.
TEST(Torques, FollowFromTheirPotentials) {
  const auto body = loaded();
  const auto& R = body.initial.R;
  constexpr double e = 1e-6;
  for (const auto& torque : body.torques)
    std::visit(
        [&](const auto& k) {
          const auto seeded = k.torque(0.7, R * exp(seed(Vec<Body, double>{0, 0, 0})));
          for (int i = 0; i < 3; ++i) {
            const auto xi = e * axis<Body, double>(i);
            if constexpr (requires { k.potential(R); }) {
              const double slope = (k.potential(R * exp(xi)) - k.potential(R * exp(-xi))) / (2 * e);
              EXPECT_NEAR(k.torque(0.7, R)[i], -slope, 1e-8) << k.kind;
            }
            const auto column = (k.torque(0.7, R * exp(xi)) - k.torque(0.7, R * exp(-xi))) / (2 * e);
            for (int j = 0; j < 3; ++j) EXPECT_NEAR(seeded.derivative(j, i), column[j], 1e-8) << k.kind;
          }
        },
        torque);
}

TEST(Distance, HasTwoPartsAndKeepsNaN) {
  const auto s = trial::crooked<double>().initial;
  EXPECT_EQ(distance(s, s).largest(), 0);
  EXPECT_TRUE(same(s, s));
  auto moved = s;
  moved.R = moved.R * exp(Vec<Body, double>{0, 1e-3, 0});
  EXPECT_NEAR(distance(moved, s).configuration, 2 * std::sin(5e-4), 1e-15);
  EXPECT_EQ(distance(moved, s).momentum, 0);
  for (auto* x : {&moved.R.w, &moved.R.x, &moved.R.y, &moved.R.z}) *x *= 1.25;  // of any length
  EXPECT_NEAR(distance(moved, s).configuration, 2 * std::sin(5e-4), 1e-15);
  EXPECT_FALSE(is_finite(RigidState<double>{s.Pi, {0, 0, 0, 0}})) << "no attitude";
  moved.Pi[0] = NAN;
  EXPECT_TRUE(std::isnan(distance(moved, s).largest()));
  moved.Pi = s.Pi, moved.R.w = NAN;
  EXPECT_TRUE(std::isnan(distance(moved, s).largest()));
}

/// By hand: cos(1.7 * 0.3).
TEST(Director, HasAFieldThatShakes) {
  Director<double> p{2, {}, {0.3, -1, 3}, {0.5, 0, -2}, 1.7};
  const double c = std::cos(0.51);
  EXPECT_NEAR(norm(p.field(0.3) - Vec<Space, double>{0.3 + 0.5 * c, -1, 3 - 2 * c}), 0, 1e-15);
  EXPECT_FALSE(p.autonomous());
  p.frequency = 0;
  EXPECT_EQ(norm(p.field(0.3) - Vec<Space, double>{0.8, -1, 1}), 0);
  EXPECT_FALSE(p.autonomous()) << "its potential is that of g";
  p.frequency = 1.7, p.amplitude = {0, 0, 0};
  EXPECT_TRUE(p.autonomous());
}

}  // namespace
}  // namespace polhode
