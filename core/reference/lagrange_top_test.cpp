// SPDX-License-Identifier: MIT
#include "core/reference/lagrange_top.hpp"

#include <gtest/gtest.h>

#include "core/geometry/decimal.hpp"
#include "core/reference/reference.hpp"
#include "core/testing/vectors.hpp"
#include "problems/dumbbell_romero.hpp"

namespace polhode {
namespace {

using reference::exact_pendulum_motion;
using reference::exact_top_motion;
using reference::lagrange_top;
using reference::origin;
using reference::Origin;
using vectors::number, vectors::vec;

/// The larger part of the distance of two states.
template <class S>
double deviation(const S& a, const S& b) {
  return static_cast<double>(distance(a, b).largest());
}

template <class T>
TorquedBody<T> heavy(const Vec<Body, T>& I, const Vec<Body, T>& Pi, const Attitude<T>& q, const Vec<Body, T>& moment,
                     const Vec<Space, T>& field = axis<Space, T>(2)) {
  return {{{I[0], I[1], I[2]}, {Pi, normalised(q)}}, {UniformField<T>{moment, field}}};
}

// --- published end states --------------------------------------------------------------------------------------------

template <class T>
class Published : public testing::Test {};
using Scalars = testing::Types<double, float128, float50, float100>;
TYPED_TEST_SUITE(Published, Scalars);

TYPED_TEST(Published, CheckValues) {
  using T = TypeParam;
  const auto document = vectors::read("tops");
  for (const auto& c : document["cases"])
    for (const auto& a : c["answers"]) {
      const auto t = number<T>(a["t"]);
      T worst(0);
      const auto compare = [&](const T& found, const nlohmann::json& answer) {
        using std::abs;
        worst = std::max(worst, T(abs(found - number<T>(answer))));
      };
      if (c["kind"] == "top") {
        const auto I1 = number<T>(c["I1"]), mgl = number<T>(c["mgl"]);
        const auto body = heavy<T>({I1, I1, number<T>(c["I3"])}, vec<Body, T>(c["Pi0"]),
                                   vectors::quaternion<T>(c["q0"]), {T(0), T(0), mgl});
        const auto end = exact_top_motion(body, t);
        const auto R = matrix(end.R);
        for (int i = 0; i < 3; ++i) {
          compare(end.Pi[i], a["Pi"][i]);
          for (int k = 0; k < 3; ++k) compare(R(i, k), a["R"][3 * i + k]);
        }
      } else {
        const auto d = vec<Space, T>(c["d0"]);
        const Director<T> director{number<T>(c["I"]), {d / norm(d), vec<Space, T>(c["w0"])}, vec<Space, T>(c["g"])};
        const auto end = exact_pendulum_motion(director, t);
        for (int i = 0; i < 3; ++i) compare(end.d[i], a["d"][i]), compare(end.omega[i], a["w"][i]);
      }
      // k'^2 = 1e-6, which is what two nearly equal energies differ by, sets the time of each passage.
      const bool sensitive = c["name"] == "top-near-separatrix";
      const double bar = std::is_same_v<T, double> ? (sensitive ? 1e-12 : 1e-13) : 6e-25;  // 25 digits are given
      EXPECT_LT(static_cast<double>(worst), bar) << c["name"] << " " << a["t"];
    }
}

// --- against extrapolation of the plain equations, which shares nothing with the closed form -------------------------

/// Expects the closed form where extrapolation ends, as far as both are known.
void expect_extrapolated(const auto& problem, double t, const auto& found, const std::string& name) {
  const auto slow = reference::converged(problem, float128(0), float128(t));
  EXPECT_LT(deviation(found.state, slow.state), 1e-23) << name;
  EXPECT_LT(deviation(found.state, slow.state),
            2 * static_cast<double>(slow.error_estimate) + static_cast<double>(found.error_estimate))
      << name;
}

struct TopCase {
  std::string name;
  double I1, I3, mgl, q[4], Pi[3], t;
};

std::vector<TopCase> top_cases() {
  std::vector<TopCase> list{
      {"generic", 3.1, 1.7, 4.2, {1, 2, -3, 4}, {0.7, -2.1, 3.3}, 5},
      {"generic, backward", 3.1, 1.7, 4.2, {1, 2, -3, 4}, {0.7, -2.1, 3.3}, -6},
      {"a sphere", 2, 2, 1.5, {1, 2, -1, 0.5}, {0.7, -1.1, 0.3}, 7},
      {"moment downwards", 2, 1.5, -1, {1, 0.7, 0.1, 0.4}, {0.3, -0.4, 1.3}, 6},
      {"no spin", 2, 1.5, 1, {1, 0.7, 0.1, 0.4}, {0.3, -0.4, 0}, 6},
      {"no momentum along the field", 2, 1, 1, {1, 1, 0, 0}, {0.5, 1, -1}, 6},
      {"cusps", 2, 1, 1, {1, 0.5, 0, 0}, {0, 0, 3}, -6},
      {"from rest", 2, 1, 1, {1, 0.5, 0.2, 0}, {0, 0, 0}, 6},
      {"almost free", 2, 1, 1e-12, {1, 0.5, 0.2, 0}, {1, -0.3, 0.7}, 6},
      {"from the upper pole", 2, 1, 1, {1, 0, 0, 0.5}, {1, 0.2, 0.7}, 6},
      {"from the lower pole", 2, 1, 1, {0, 1, 0.4, 0}, {1, 0.2, 0.7}, 6},
      {"hanging, sleeping", 2, 1, 1, {0, 1, 0.4, 0}, {0, 0, 0.7}, 6},
      {"on the separatrix, rising", 1, 1.5, 0.5, {1, 1, 1, 1}, {-1, 0, 0}, 9},
      {"on the separatrix, falling", 1, 1.5, 0.5, {1, 1, 1, 1}, {1, 0, 0}, 9},
      {"just above the separatrix", 1, 1.5, 0.5, {1, 1, 0, 0}, {0.80000001, 0.6, 0.6}, 9},
      {"just below the separatrix", 1, 1.5, 0.5, {1, 1, 0, 0}, {0.79999999, 0.6, 0.6}, 9},
  };
  for (const double off : {0.0, 1e-10, 1e-5, -1e-5})
    list.push_back({"regular precession", 2, 1, 1, {1, 1, 1, 1}, {0, -1, -2 + off}, 8});
  for (const double Pi2 : {2.5, 3.0})
    list.push_back({"from the lowest point", 2, 1.5, 1, {1, 0.5, 0, 0}, {0, Pi2, 5}, 6});
  for (const double off : {0.0, 1e-20, -1e-20})
    list.push_back({"from the lowest point", 2, 1.5, 1, {1, 1, 0, 0}, {off, 2, 2}, 6});
  for (const double tilt : {0.0, 1e-30, 1e-8, 1e-3})  // 4 I1 mgl = 4: critical at 2
    for (const auto& [name, Pi3] : {std::pair("fast sleeper", 5.0), {"slow sleeper", 1.0}, {"critical sleeper", 2.0}})
      list.push_back({name, 1, 0.6, 1, {1, tilt, 0, 0.3}, {0, 0, Pi3}, 8});
  // Past a pole at a distance that is given by the difference of Pi3 and the momentum along the field.
  for (const double off : {0.0, 1e-8, 1e-3, -1e-3})
    for (const double sense : {1.0, -1.0}) {
      list.push_back({"past the upper pole", 2, 1.5, 1, {1, 1, 0, 0}, {3, sense * 1.25 + off, sense * 1.25}, 6});
      list.push_back({"past the lower pole", 2, 1.5, 1, {1, 1, 0, 0}, {3, -sense * 1.25 + off, sense * 1.25}, 6});
    }
  return list;
}

TorquedBody<float128> body_of(const TopCase& c) {
  using T = float128;
  return heavy<T>({c.I1, c.I1, c.I3}, {c.Pi[0], c.Pi[1], c.Pi[2]}, {c.q[0], c.q[1], c.q[2], c.q[3]}, {0, 0, c.mgl});
}

TEST(LagrangeTop, AgreesWithExtrapolation) {
  for (const auto& c : top_cases()) {
    const auto body = body_of(c);
    const auto fast = reference::exact(body, float128(c.t));
    expect_extrapolated(body, c.t, fast, c.name);
    EXPECT_LT(static_cast<double>(fast.error_estimate), 2e-29) << c.name;
  }
}

TEST(LagrangeTop, DigitsGrowWithTheScalar) {
  for (const auto& c : top_cases()) {
    const auto body = body_of(c);
    const auto truth = exact_top_motion(cast<float100>(body), float100(c.t));
    // A critical sleeper nutates slowly at angles of the size of its tilt: 1/sqrt(tilt) of the accuracy is lost.
    const double lost = c.name == "critical sleeper" && c.q[1] > 0 ? 1 / std::sqrt(c.q[1]) : 1;
    EXPECT_LT(deviation(exact_top_motion(cast<float50>(body), float50(c.t)), cast<float50>(truth)), 1e-45 * lost)
        << c.name;
    EXPECT_LT(deviation(exact_top_motion(body, float128(c.t)), cast<float128>(truth)), 1e-28 * lost) << c.name;
    if (lost < 1e8) {
      EXPECT_LT(deviation(exact_top_motion(cast<double>(body), c.t), cast<double>(truth)), 1e-11 * lost) << c.name;
    }
  }
}

struct PendulumCase {
  std::string name;
  Director<float128> director;
  double t;
};

TEST(Pendulum, AgreesWithExtrapolation) {
  std::vector<PendulumCase> list{
      {"generic, above", {1.5, {{-1, 2, -2}, {2, 1, 0}}, {1, -2, 0.5}}, 6},
      {"generic, below", {1.5, {{1, -2, 2}, {2, 1, 0}}, {1, -2, 0.5}}, -6},
      {"plane swing", {2, {{0.6, 0, -0.8}, {0, 0.5, 0}}, {0, 0, 3}}, 6},
      {"plane turning over", {2, {{0.6, 0, 0.8}, {0, 5, 0}}, {0, 0, 3}}, 6},
      {"plane swing, any plane", {2, {{2, 1, -2}, {-6, 6, -3}}, {1, 2, 2}}, 4},
      {"from rest", {2, {{0.6, 0, 0.8}, {0, 0, 0}}, {0, 3, 0}}, -7},
      {"from rest, next to the unstable pole", {2, {{-1, 1e-9, 0}, {0, 0, 0}}, {3, 0, 0}}, 7},
      {"from the unstable pole", {2, {{-1, 0, 0}, {0, 0.3, 0}}, {3, 0, 0}}, 7},
      {"from the stable pole", {2, {{0, -1, 0}, {0.3, 0, 0.4}}, {0, -3, 0}}, 7},
      {"no field", {2, {{0.6, 0, 0.8}, {0, 5, 0}}, {0, 0, 0}}, 6},
      {"conical", {1, {{0.6, 0, 0.8}, {-0.48, 0, 0.36}}, {0, 0, 0.8}}, 6},
      {"on the separatrix, from the stable pole", {1, {{0, 0, 1}, {0, 2, 0}}, {0, 0, 1}}, 5},
      {"not of unit length, spinning", {1.5, {{1.1, 0, 0.1}, {2, 1, 0.3}}, {1, -2, 0.5}}, 5},
  };
  for (const double off : {0.0, 1e-8, 1e-3}) {
    list.push_back({"past the poles", {2, {{1, 0, 0}, {0, 2.5, off}}, {0, 0, 3}}, 6});
    list.push_back({"past the stable pole only", {2, {{0, 1, 0}, {off, 0, 0.5}}, {3, 0, 0}}, 6});
  }
  for (const auto& c : list) {
    expect_extrapolated(c.director, c.t, reference::exact(c.director, float128(c.t)), c.name);
    const auto truth = exact_pendulum_motion(cast<float50>(c.director), float50(c.t));
    EXPECT_LT(deviation(exact_pendulum_motion(cast<double>(c.director), c.t), cast<double>(truth)), 1e-12) << c.name;
  }
}

TEST(Pendulum, AFieldOfNoFrequencyOrNoAmplitudeIsConstant) {
  auto director = DumbbellRomero::make<float128>();
  EXPECT_EQ(origin(director), Origin::exact);
  director.frequency = 2;
  EXPECT_EQ(origin(director), Origin::exact);
  director.amplitude = {0.5, 0, 1};
  EXPECT_EQ(origin(director), Origin::converged);
  EXPECT_THROW(exact_pendulum_motion(director, float128(5)), std::logic_error);
  director.frequency = 0;
  EXPECT_EQ(origin(director), Origin::exact);
  EXPECT_LT(deviation(reference::at(director, float128(0), float128(3)).state,
                      reference::converged(director, float128(0), float128(3)).state),
            1e-24);
}

// --- steady motions --------------------------------------------------------------------------------------------------

/// Unstable all of them: a start that is off by rounding is somewhere else after a thousand radians.
TEST(LagrangeTop, SteadyMotionsStay) {
  using T = float50;
  for (int i = 0; i < 3; ++i)
    for (const double sense : {1.0, -1.0}) {
      const auto up = T(sense) * axis<Space, T>(i);
      EXPECT_LT(norm(exact_pendulum_motion(Director<T>{T(2), {up, {}}, T(-3) * up}, T(1000)).d - up), 1e-49);

      // Asleep on each body axis and along each field; the attitude takes the one to the other.
      for (int j = 0; j < 3; ++j) {
        auto I = Vec<Body, T>{T(2), T(2), T(2)};
        I[j] = 1;
        const auto spin = axis<Body, T>(j);
        auto R = Attitude<T>::identity();
        if (i != j) {
          const auto about = cross(axis<Body, T>(j), axis<Body, T>(i));
          R = {1, sense * about[0], sense * about[1], sense * about[2]};
        } else if (sense < 0) {
          const auto about = axis<Body, T>((j + 1) % 3);
          R = {0, about[0], about[1], about[2]};
        }
        const auto end = exact_top_motion(heavy<T>(I, spin / T(2), R, T(3) * spin, T(2) * up), T(1000));
        EXPECT_LT(norm(end.Pi - spin / T(2)), 1e-49) << i << j << sense;
        EXPECT_LT(norm(end.R * spin - up), 1e-49) << i << j << sense;
        const auto turned = normalised(R) * exp(T(500) * spin);
        EXPECT_LT(attitude_distance(end.R, turned), 1e-47) << i << j << sense;
      }
    }
}

// --- every body that is one ------------------------------------------------------------------------------------------

const Rotation<Body, Body, float50> body_turn = normalised(Rotation<Body, Body, float50>{1, 2, -1, 0.5});
const Rotation<Space, Space, float50> space_turn = normalised(Rotation<Space, Space, float50>{-0.3, 1, 1, 2});

TEST(LagrangeTop, TurnsWithItsAxesAndItsField) {
  using T = float50;
  const Vec<Body, T> Pi{0.7, -2.1, 1.3};
  const Attitude<T> R = normalised(Attitude<T>{1, 2, -3, 4});
  const auto plain = heavy<T>({3, 3, 1}, Pi, R, {0, 0, 4});
  const auto end = exact_top_motion(plain, T(5));

  const auto field = space_turn * axis<Space, T>(2);
  const auto tilted = exact_top_motion(heavy<T>({3, 3, 1}, Pi, space_turn * R, {0, 0, 2}, T(2) * field), T(5));
  EXPECT_LT(deviation(tilted, {end.Pi, space_turn * end.R}), 1e-47);

  // Cyclic turns of the body axes, and half turns that put the moment on the negative axis.
  for (const auto& q : {Rotation<Body, Body, T>{0.5, 0.5, 0.5, 0.5}, Rotation<Body, Body, T>{0.5, -0.5, -0.5, -0.5},
                        Rotation<Body, Body, T>{0, 1, 0, 0},
                        Rotation<Body, Body, T>{0.5, 0.5, 0.5, 0.5} * Rotation<Body, Body, T>{0, 0, 1, 0}}) {
    const auto I = q * Vec<Body, T>{3, 3, 1};
    const Vec<Body, T> moments{abs(I[0]) > 2 ? 3 : 1, abs(I[1]) > 2 ? 3 : 1, abs(I[2]) > 2 ? 3 : 1};
    const auto found = exact_top_motion(heavy<T>(moments, q * Pi, R * inverse(q), q * Vec<Body, T>{0, 0, 4}), T(5));
    EXPECT_LT(deviation(found, {q * end.Pi, end.R * inverse(q)}), 1e-47);
  }

  const auto sphere = exact_top_motion(heavy<T>({3, 3, 3}, Pi, R, {0, 0, 4}), T(-5));
  const auto found = exact_top_motion(heavy<T>({3, 3, 3}, body_turn * Pi, space_turn * R * inverse(body_turn),
                                               body_turn * Vec<Body, T>{0, 0, 4}, field),
                                      T(-5));
  EXPECT_LT(deviation(found, {body_turn * sphere.Pi, space_turn * sphere.R * inverse(body_turn)}), 1e-47);
}

template <class T>
TorquedBody<T> with(const Vec<Body, T>& I, std::initializer_list<Torque<T>> torques) {
  return {{{I[0], I[1], I[2]}, {{T(1), T(2), T(3)}, Attitude<T>::identity()}}, TorqueSum<T>(torques)};
}

TEST(LagrangeTop, IsRecognised) {
  using T = double;
  using Field = UniformField<T>;
  const Vec<Body, T> symmetric{2, 3, 2}, sphere{2, 2, 2}, unequal{1, 2, 3};
  const Vec<Space, T> e1{1, 0, 0}, e3{0, 0, 1};
  const auto top = [](const TorquedBody<T>& body) { return lagrange_top(body).has_value(); };

  EXPECT_TRUE(top(with<T>(symmetric, {Field{{0, -4, 0}, {0.1, 0.2, 0.3}}})));
  EXPECT_TRUE(top(with<T>(sphere, {Field{{0.1, 0.2, 0.3}, {0.3, 0.2, 0.1}}})));

  // Sums.
  EXPECT_TRUE(top(with<T>(symmetric, {Field{{0, 1, 0}, e3}, Field{{0, 3, 0}, -e3}})));
  EXPECT_TRUE(top(with<T>(symmetric, {Field{{0, 0, 0}, e3}, Field{{0, 3, 0}, e1}})));
  EXPECT_TRUE(top(with<T>(symmetric, {Field{{0, 1, 0}, e3}, Field{{0, 3, 0}, e1}})));
  EXPECT_TRUE(top(with<T>(symmetric, {Field{{1, 1, 0}, e3}, Field{{0, 1, 0}, e1}, Field{{-1, 2, 0}, e3}})));
  EXPECT_FALSE(top(with<T>(symmetric, {Field{{1, 1, 0}, e3}, Field{{0, 1, 0}, e1}, Field{{-1.5, 2, 0}, e3}})));
  EXPECT_TRUE(top(with<T>(sphere, {Field{{1, 1, 0}, e3}, Field{{0, 1, 0}, e3}})));
  EXPECT_FALSE(top(with<T>(sphere, {Field{{1, 1, 0}, e3}, Field{{0, 1, 0}, e1}})));

  // Nothing is left of the torque: free, whatever the moments.
  EXPECT_TRUE(top(with<T>(unequal, {})));
  EXPECT_TRUE(top(with<T>(unequal, {Field{{0, 0, 0}, e3}, Field{{1, 1, 1}, {0, 0, 0}}})));
  EXPECT_TRUE(top(with<T>(unequal, {Field{{1, 0, 1}, e3}, Field{{-1, 0, -1}, e3}})));

  EXPECT_FALSE(top(with<T>(symmetric, {CoulombWall<T>{{0, 1, 0}}})));
  EXPECT_FALSE(top(with<T>(symmetric, {Field{{0, 1, 0}, e3}, HarmonicSpace<T>{e3, 1}})));
  EXPECT_FALSE(top(with<T>(symmetric, {UserTorque<T>{}})));
  EXPECT_EQ(origin(with<T>(symmetric, {Field{{0, 1, 0}, e3}})), Origin::exact);
  EXPECT_EQ(origin(with<T>(unequal, {Field{{0, 1, 0}, e3}})), Origin::converged);
  EXPECT_THROW(exact_top_motion(with<T>(unequal, {Field{{0, 1, 0}, e3}}), 1.0), std::bad_optional_access);
}

/// Each axis of symmetry, each component beside it, each sign: on the axis it is a top, next to it another body.
TEST(LagrangeTop, IsRecognisedByEveryComponent) {
  using T = double;
  for (int i = 0; i < 3; ++i)
    for (const double sense : {1.0, -1.0}) {
      Vec<Body, T> I{2, 2, 2}, on_axis{0, 0, 0};
      I[i] = 3, on_axis[i] = sense * 4;
      const auto recognised = [&](const Vec<Body, T>& moments, const Vec<Body, T>& moment) {
        return lagrange_top(with<T>(moments, {UniformField<T>{moment, axis<Space, T>(2)}})).has_value();
      };
      EXPECT_TRUE(recognised(I, on_axis)) << i;
      for (const int j : {(i + 1) % 3, (i + 2) % 3}) {
        auto beside = on_axis;
        beside[j] = 1e-200;
        EXPECT_FALSE(recognised(I, beside)) << i << j;
        beside = {0, 0, 0}, beside[j] = 4;
        EXPECT_FALSE(recognised(I, beside)) << i << j;
        auto unequal = I;
        unequal[j] = std::nextafter(2.0, 3.0);
        EXPECT_FALSE(recognised(unequal, on_axis)) << i << j;
      }
    }
}

/// Tops that a torque of no size hides from recognition: what converges can be held against the closed form, and the
/// estimate is neither less than the error nor much more. Next to a separatrix an error may be small by luck: at one of
/// three times.
TEST(ConvergedReference, EstimatesAreOfTheSizeOfTheError) {
  using T = float128;
  for (const auto& c : top_cases()) {
    if (c.name.find("sleeper") != std::string::npos || c.name == "from the lowest point") continue;
    const auto top = body_of(c);
    auto hidden = top;
    hidden.torques.push_back(HarmonicSpace<T>{{T(0), T(0), T(0)}, T(1)});
    ASSERT_EQ(origin(hidden), Origin::converged);
    int small = 0;
    for (const double t : {c.t / 4, c.t, -2 * c.t}) {
      const auto found = reference::converged(hidden, T(0), T(t));
      const auto truth = exact_top_motion(cast<float50>(top), float50(t));
      const double error = deviation(cast<float50>(found.state), truth);
      const double estimate = static_cast<double>(found.error_estimate);
      EXPECT_LE(error, 2 * estimate) << c.name << " " << t;
      EXPECT_GE(error, 1e-5 * estimate) << c.name << " " << t;
      small += error < 5e-5 * estimate;
    }
    EXPECT_LE(small, 1) << c.name;
  }
}

TEST(LagrangeTop, SumsOfTorquesAgreeWithExtrapolation) {
  using T = float128;
  using Field = UniformField<T>;
  const Vec<Space, T> e1{1, 0, 0}, e3{0, 0, 1};
  for (const auto& body :
       {with<T>({2, 3, 2}, {Field{{1, 1, 0}, e3}, Field{{0, 1, 0}, T(2) * e1}, Field{{-1, 2, 0}, e3}}),
        with<T>({2, 2, 2}, {Field{{1, 1, 0}, e3}, Field{{0, 1, 2}, T(-3) * e3}}),
        with<T>({2, 2, 2}, {Field{{1, 2, 0}, e3}, Field{{-2, -4, 0}, e1}}), with<T>({1, 2, 3}, {}),
        with<T>({1, 2, 3}, {Field{{1, 0, 1}, e3}, Field{{T(-0.5), 0, T(-0.5)}, T(2) * e3}})}) {
    ASSERT_EQ(origin(body), Origin::exact);
    EXPECT_LT(deviation(reference::at(body, T(0), T(3)).state, reference::converged(body, T(0), T(3)).state), 1e-24);
  }
}

// --- error estimates -------------------------------------------------------------------------------------------------

TEST(ExactReference, EstimatesHold) {
  for (const auto& c : top_cases())
    for (const double t : {c.t, 1000.0}) {
      const auto body = body_of(c);
      const auto found = reference::exact(body, float128(t));
      const auto certain = reference::exact(cast<float100>(body), float100(t));
      EXPECT_LE(deviation(cast<float100>(found.state), certain.state), static_cast<double>(found.error_estimate))
          << c.name << " " << t;
      EXPECT_LT(static_cast<double>(certain.error_estimate), static_cast<double>(found.error_estimate))
          << c.name << " " << t;
    }
}

/// Of 100 digits the half that 50 do not know is what remains of an estimate.
TEST(ExactReference, EstimatesOf100DigitsHold) {
  const auto top = heavy<float100>({5, 5, 1}, {0.25, 0.5, 5}, {0.5, -0.5, 0.5, 0.5}, {0, 0, 2});
  const auto found = reference::exact(top, float100(10));
  EXPECT_LT(found.error_estimate, float100(1e-90));
  EXPECT_GT(found.error_estimate, float100(1e-100));
}

/// Upside down along a direction that is not an axis: roots are rounded, and how long 50 digits can balance is known.
TEST(ExactReference, SaysWhatItCannotKnow) {
  const float128 s = 0.57735026918962576;
  const Director<float128> director{float128(1), {{s, s, s}, {}}, {float128(-1), float128(-1), float128(-1)}};
  for (const double t : {30, 60, 70, 80, 90, 100, 150}) {
    const auto found = reference::exact(director, float128(t));
    EXPECT_LT(norm(found.state.d - director.initial.d), found.error_estimate) << t;
    EXPECT_LT(static_cast<double>(found.error_estimate), t < 60 ? 1e-30 : 3) << t;
  }
}

}  // namespace
}  // namespace polhode
