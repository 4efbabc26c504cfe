// SPDX-License-Identifier: MIT
#include "core/stepping/between.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/geometry/scalar.hpp"
#include "core/reference/reference.hpp"
#include "core/stepping/body.hpp"

namespace polhode {
namespace {

/// The largest distance, between the nodes t and t + h, of what is between them from what is known.
template <class Interpolant, class P>
Distance<float128> error_over(const P& body, double h) {
  const auto known = [&](double t) { return reference::at(body, float128(0), float128(t)).state; };
  const double t0 = 0.3;
  const Interpolant between(body, t0, known(t0), t0 + h, known(t0 + h));
  Distance<float128> worst{0, 0};
  for (const double s : {0.1, 0.25, 0.5, 0.75, 0.9}) {
    const auto d = distance(between.at(t0 + s * h), known(t0 + s * h));
    worst = {std::max(worst.configuration, d.configuration), std::max(worst.momentum, d.momentum)};
  }
  return worst;
}

/// Of attitude and momentum, over two halvings of the step.
template <class Interpolant = Between<float128>, class P>
void expect_orders(const P& body, double of_attitude, double of_momentum) {
  const auto coarse = error_over<Interpolant>(body, 0.02), fine = error_over<Interpolant>(body, 0.005);
  const auto order = [](const float128& a, const float128& b) { return std::log2(static_cast<double>(a / b)) / 2; };
  EXPECT_NEAR(order(coarse.configuration, fine.configuration), of_attitude, 0.15);
  EXPECT_NEAR(order(coarse.momentum, fine.momentum), of_momentum, 0.15);
}

const FreeBody<float128> body{
    {{1.9, 0.8, 1.3}, {{0.9, -1.4, 0.6}, normalised(Attitude<float128>{0.8, 0.1, -0.5, 0.32})}}};

TEST(Between, IsOfTheOrdersThatItSays) {
  // A free body keeps its spatial momentum, so its own is as the attitude.
  expect_orders(body, 6, 6);
  TorquedBody<float128> top{body, {UniformField<float128>{{0.3, -0.2, 0.5}}}};
  expect_orders(top, 6, 4);
  Rotors<float128> rotors;
  rotors.spin = Vec<Body, float128>{0.4, -0.1, 0.2};
  expect_orders(TorquedBody<float128>{top, top.torques, {rotors}}, 6, 4);
}

TEST(Between, Directors) {
  const float128 a = float128(3) / 5, b = float128(4) / 5;
  const Director<float128> director{2, {{0, a, b}, {3, -b, a}}, {1, -1, 3}, {0.5, 0, 1}, 1.7};
  expect_orders<BetweenDirectors<float128>>(director, 6, 4);
  const auto later = reference::at(director, float128(0), float128(0.1)).state;
  const BetweenDirectors<float128> between(director, 0, director.initial, 0.1, later);
  const auto d = distance(between.at(0.1), later), middle = distance(between.at(0.03), director.initial);
  EXPECT_LT(d.largest(), 1e-31);
  EXPECT_GT(middle.configuration, 0.05);
  const auto s = between.at(0.03);
  EXPECT_LT(abs(norm2(s.d) - 1), 1e-32);
  EXPECT_LT(abs(dot(s.d, s.omega)), 1e-32);
}

TEST(Between, NodesAreTheStatesThere) {
  const auto later = reference::at(body, float128(0), float128(0.7)).state;
  const Between<float128> between(body, 0, body.initial, 0.7, later);
  for (const auto& [t, s] : {std::pair(0.0, body.initial), {0.7, later}}) {
    const auto d = distance(between.at(t), s);
    EXPECT_LT(d.configuration, 1e-32);
    EXPECT_LT(d.momentum, 1e-32);
  }
  // So many radians, of which the step is.
  EXPECT_NEAR(static_cast<double>(between.angle()), 0.7 * static_cast<double>(norm(body.Omega(body.initial.Pi))), 0.1);
}

}  // namespace
}  // namespace polhode
