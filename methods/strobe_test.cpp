// SPDX-License-Identifier: MIT
#include "methods/strobe.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/geometry/decimal.hpp"
#include "core/reference/lagrange_top.hpp"
#include "core/stepping/integrate.hpp"
#include "core/testing/specs.hpp"
#include "methods/rkn6a14.hpp"

namespace polhode {
namespace {

using P = TorquedBody<double>;
constexpr double time = 6;  // of precessions by a radian, about

const auto leaning = exp(Vec<Space, double>{1, 0.2, -0.1}) * Attitude<double>::identity();

/// A tilted top whose spin |Pi|/A is so many times its precession, in units of this; `coning` is the angle from the
/// momentum to the axis, about.
P top(double spin, double coning, const Torque<double>& torque) {
  return {{{1, 1, 1.7}, {{coning * spin, 0, spin}, leaning}}, {torque}};
}
P heavy_top(double spin, double coning) {
  return top(spin, coning, UniformField<double>{{0, 0, spin}, axis<Space, double>(2)});
}

struct Found {
  double error;  ///< radians
  std::int64_t torques;
};
template <class M>
Run<P> run(const P& body, double duration, std::int64_t steps) {
  return integrate<M>(body, Grid<double>::of_duration(0, duration, steps));
}
/// Against the exact motion in 50 digits.
Found found(const P& body, std::int64_t steps, double duration = time) {
  const auto known = cast<double>(reference::exact_top_motion(cast<float50>(body), float50(duration)));
  const auto r = run<Strobe>(body, duration, steps);
  return {r.status == Status::ok ? attitude_distance(r.state.R, known.R) : INFINITY, r.counters.torque_evaluations};
}

TEST(Strobe, CostsTheSameAtAnySpin) {
  for (const double coning : {0.0, 0.01, 0.3}) {
    const auto least = [&](double spin) {
      for (std::int64_t steps = 1;; ++steps)
        if (const auto f = found(heavy_top(spin, coning), steps); f.error < 1e-6 || steps == 100) return f.torques;
    };
    const auto slow = least(100);
    EXPECT_LE(least(1e3), 5 * slow) << coning;
    for (const double spin : {1e4, 1e5, 1e6}) EXPECT_LE(least(spin), 3 * slow) << coning << " " << spin;
  }
}

TEST(Strobe, ErrorsFallByTheStepWhateverTheSpin) {
  for (const double coning : {0.0, 0.03, 0.3})
    for (const double spin : {1e3, 1e4, 1e5, 1e6}) {
      const auto body = heavy_top(spin, coning);
      const double coarse = found(body, 5).error, fine = found(body, 10).error;
      EXPECT_LT(coarse, 3e-5) << coning << " " << spin;
      EXPECT_LT(fine, std::max(coarse / 64, 1e-9 + 3e-14 * spin)) << coning << " " << spin;  // of order six and more
      EXPECT_LT(found(body, 20).error, 1e-9 + 3e-14 * spin) << coning << " " << spin;
    }
  const auto body = heavy_top(100, 0.3);  // which makes all turns
  const double coarse = found(body, 6).error, fine = found(body, 24).error;
  EXPECT_LT(coarse, 1e-6);
  EXPECT_LT(fine, coarse / 256);
  EXPECT_LT(found(heavy_top(300, 0), 6).error, 6e-8);  // with fewer parts of a turn it is more
}

TEST(Strobe, ServesTopsOfAnyKind) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double sense : {1.0, -1.0})
      for (const double third : {0.5, 1.7}) {
        const auto turned = [axis](double a, double b, double c) {
          Vec<Body, double> v;
          v[(axis + 1) % 3] = a, v[(axis + 2) % 3] = b, v[axis] = c;
          return v;
        };
        const auto I = turned(1, 1, third);
        const P body{{{I[0], I[1], I[2]}, {turned(200, 50, sense * 1000), leaning}},
                     {UniformField<double>{turned(0, 0, 1000), {0.3, -0.2, 0.9}}}};
        EXPECT_LT(found(body, 12).error, 1e-7) << axis << " " << sense << " " << third;
        EXPECT_LT(found(body, 12, -time).error, 1e-7) << axis << " " << sense << " " << third;
      }
}

/// Fields that are not uniform, or move, against a splitting of order six that follows every turn.
TEST(Strobe, ServesAnyFieldOnTheAxis) {
  const double spin = 1000;
  for (
      const char* torque :
      {R"({"kind": "gravity-gradient", "strength": 500, "orbit": {"rate": 0.9}})",
       R"({"kind": "gravity-gradient", "strength": 500, "direction": [0.6, 0, 0.8]})",
       R"({"kind": "dipole", "moment": [0, 0, 1], "field": {"kind": "harmonic", "amplitude": [1000, 0, 300], "frequency": 1.3}})"})
    for (const double coning : {0.0, 0.2}) {
      const auto body = problem_of<P>(fmt::format(R"({{"body": {{"inertia": [1, 1, 1.7], "momentum": [{}, 0, {}],
          "attitude": {{"rotation_vector": [1, 0.2, -0.1]}}}}, "torque": {}}})",
                                                  coning * spin, spin, torque));
      const auto known = run<Rkn6a14>(body, time, 20000).state, end = run<Strobe>(body, time, 16).state;
      EXPECT_LT(attitude_distance(end.R, known.R), 1e-7) << torque << coning;
      EXPECT_LT(norm(end.Pi - known.Pi), 1e-7 * spin) << torque << coning;
    }
}

TEST(Strobe, LeavesToTheSplittingWhatIsNoTop) {
  const auto moved = top(1000, 0.2, UniformField<double>{{1e-3, 0, 1000}, axis<Space, double>(2)});
  auto slender = heavy_top(1000, 0.2), pushed = slender;
  slender.I = Inertia<double>(1, 1.0001, 1.7);
  pushed.torques.push_back(BodyTorque<double>{Signal<Body, double>(Vec<Body, double>{0, 0, 0.1})});
  const auto works =
      top(1000, 0.2,
          UserTorque<double>{
              nullptr, [](const void*, const double&, const Attitude<double>& R) {
                const auto up = inverse(R) * axis<Space, double>(2);
                return Vec<Body, double>{up[0], up[1], 0};  // turns with a turn about the axis, and has no potential
              }});
  for (const auto& body : {moved, slender, pushed, works}) {
    const auto by_turns = run<Aba864>(body, 0.3, 100), end = run<Strobe>(body, 0.3, 100);
    EXPECT_EQ(end.counters.torque_evaluations, 700);
    EXPECT_LT(attitude_distance(end.state.R, by_turns.state.R), 1e-11);
  }
  EXPECT_GT(run<Strobe>(heavy_top(1000, 0.2), 0.3, 100).counters.torque_evaluations, 700);
}

}  // namespace
}  // namespace polhode
