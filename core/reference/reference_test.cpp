// SPDX-License-Identifier: MIT
#include "core/reference/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/geometry/decimal.hpp"
#include "core/reference/free_body.hpp"
#include "core/reference/path.hpp"
#include "core/testing/vectors.hpp"

namespace polhode {

namespace {

using vectors::vec;

template <class T>
double deviation(const RigidState<T>& a, const RigidState<T>& b) {
  const T d = norm(a.Pi - b.Pi) / norm(b.Pi), e = attitude_distance(a.R, b.R);
  return static_cast<double>(d > e ? d : e);
}

const auto leaning = relabel<Body, Space>(exp(Vec<Body, double>{0.3, -0.4, 0.5}));
const TorquedBody<double> chaotic{{{1.3, 2.1, 2.9}, {{0.7, 2.2, -3.1}, leaning}},
                                  {UniformField<double>{{0.2, -0.1, 0.6}, axis<Space, double>(2)}}};

TEST(FreeBodyReference, ReproducesThePublishedStates) {
  const auto document = vectors::read("frb");
  for (const auto& c : document["seed_cases"]) {
    const auto I = vec<Body, double>(c["I"]);
    const FreeBody<double> body{{{I[0], I[1], I[2]}, {vec<Body, double>(c["m0"]), Attitude<double>::identity()}}};
    const auto found = reference::exact_free_motion(cast<float50>(body), float50(vectors::number<double>(c["h"])));
    EXPECT_LT(deviation(found, {vec<Body, float50>(c["m"]), vectors::quaternion<float50>(c["q"])}), 2e-31) << c["name"];
  }
}

/// The closed form against extrapolation of the plain equations, which shares nothing with it.
TEST(FreeBodyReference, AgreesWithExtrapolation) {
  struct Case {
    double I[3], m[3], t;
  };
  for (const auto& c :
       {Case{{1, 2, 3}, {1, 0.9, 2}, 3}, Case{{3, 1, 2}, {1, 0.9, 2}, -3}, Case{{2, 3, 1}, {1, -0.9, 2}, 3},
        Case{{2, 1, 3}, {1, -0.9, 2}, 2}, Case{{1, 1, 3}, {1, 0.9, 2}, 3}, Case{{1, 3, 3}, {1, 0.9, 2}, 3},
        Case{{1, 2, 3}, {1 + 1e-9, 0.9, 1.7320508075688772}, 4}, Case{{2, 3, 6}, {1, 0.5, 1}, 6},
        Case{{2, 3, 6}, {1e-9, 1, -2e-9}, 9}}) {
    const FreeBody<float128> body{{{c.I[0], c.I[1], c.I[2]}, {{c.m[0], c.m[1], c.m[2]}, {0.5, -0.5, 0.5, 0.5}}}};
    const auto slow = reference::converged(TorquedBody<float128>{body, {}}, float128(0), float128(c.t));
    const auto fast = reference::exact_free_motion(body, float128(c.t));
    EXPECT_LT(deviation(fast, slow.state), 1e-24);
    EXPECT_LE(deviation(fast, slow.state), 2 * static_cast<double>(slow.error_estimate));
  }
}

TEST(FreeBodyReference, DigitsGrowWithTheScalar) {
  const FreeBody<float100> body{{{1, 2, 3}, {{1, 0.25, 2}, Attitude<float100>::identity()}}};
  const auto truth = reference::exact_free_motion(body, float100(7));
  EXPECT_LT(deviation(cast<float50>(truth), reference::exact_free_motion(cast<float50>(body), float50(7))), 1e-48);
  EXPECT_LT(deviation(cast<float128>(truth), reference::exact_free_motion(cast<float128>(body), float128(7))), 1e-31);
  EXPECT_LT(deviation(cast<double>(truth), reference::exact_free_motion(cast<double>(body), 7.0)), 1e-14);
}

/// In all octants, with the axes in any order, against extrapolation of the plain equations.
void expect_in_every_octant(const Vec<Body, double>& I, const Vec<Body, double>& m, std::initializer_list<double> times,
                            double within) {
  using T = float128;
  for (const auto& order : {std::array{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}})
    for (int signs = 0; signs < 8; ++signs)
      for (const double t : times) {
        const auto [a, b, c] = order;
        const auto component = [&](int i) { return T((signs >> i & 1 ? -1 : 1) * m[order[i]]); };
        const RigidBody<T> body{{T(I[a]), T(I[b]), T(I[c])},
                                {{component(0), component(1), component(2)}, Attitude<T>::identity()}};
        const auto exact = reference::exact_free_motion(FreeBody<T>{body}, T(t));
        const auto slow = reference::extrapolated(TorquedBody<T>{body, {}}, T(0), T(t), 1e-4 * within);
        EXPECT_LT(deviation(exact, slow), within) << a << b << c << " " << signs << " " << t;
      }
}

/// On the separatrix, where |m1| = |m3| for these moments: both directions, long and short times.
TEST(FreeBodyReference, SeparatrixInAllOctants) {
  expect_in_every_octant({2, 3, 6}, {0.75, 0.5, 0.75}, {0.4, 7.0, -0.4, -7.0}, 1e-24);
}

/// The axis that the momentum circles is on its side of the body; a motion that leaves the saddle opposite to another
/// has its angles on the other side.
TEST(FreeBodyReference, AnglesAreOnTheSideOfTheMomentum) {
  for (int signs = 0; signs < 8; ++signs) {
    const auto with_signs = [&](const Vec<Body, double>& m) {
      return Vec<Body, double>{signs & 1 ? -m[0] : m[0], signs & 2 ? -m[1] : m[1], signs & 4 ? -m[2] : m[2]};
    };
    for (const int k : {0, 2}) {
      const auto m = with_signs(k == 0 ? Vec<Body, double>{2, 0.75, 0.5} : Vec<Body, double>{0.5, 0.75, 2});
      const auto spin = reference::free_spin(Inertia<double>{1, 2, 3}, m);
      for (const double angle : {spin.theta[0], spin.theta[1]}) EXPECT_GT(std::cos(angle) * m[k], 0) << signs << k;
    }
    const auto saddle = with_signs({0.75, 0.5, 0.75});
    const auto one = reference::free_spin(Inertia<double>{2, 3, 6}, saddle),
               other = reference::free_spin(Inertia<double>{2, 3, 6}, -saddle);
    ASSERT_EQ(one.mode, reference::SpinMode::separatrix);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(one.theta[i] + other.theta[1 - i], pi_of<double>(), 1e-15) << signs;
    EXPECT_LT(one.theta[0], one.theta[1]);
  }
}

/// About the axis of the least moment and about that of the largest, over several turns.
TEST(FreeBodyReference, HalfTurnsInEveryOctant) {
  for (const auto& m : {Vec<Body, double>{2, 0.75, 0.5}, {0.5, 0.75, 2}})
    expect_in_every_octant({1, 2, 3}, m, {6.5, -6.5}, 1e-20);
}

/// A rod does not turn as fast as a torque on its least moment could have it, where no torque acts on that.
TEST(TurningRate, OfARodIsOfItsTorques) {
  const RigidBody<double> rod{{1e-6, 1, 1.000001}, {{1e-7, 1, 0.5}, Attitude<double>::identity()}};
  TorquedBody<double> body{rod, {}};
  const auto rate = [&](double most) { return reference::turning_rate(body, 0.0, most); };
  EXPECT_NEAR(rate(1e6), 8 * std::sqrt(0.01 + 1 + 0.25), 1e-5);
  EXPECT_EQ(rate(5), 5);
}

/// Beside the separatrix a period grows by 4 over the rate at which motions leave the middle axis, for each factor of e
/// that the start is nearer; where doubles no longer know the distance's square there is none.
TEST(FreeBodyReference, PeriodsBesideTheSeparatrix) {
  const auto spin = [](double off) { return reference::free_spin<double>({0.6, 0.8, 1}, {off, -1, 0.7 * off}); };
  const double leaves = 0.2 / std::sqrt(0.6) / 0.8;
  EXPECT_NEAR(spin(1e-140).P_psi - spin(1e-100).P_psi, 4 / leaves * 40 * std::log(10), 1e-9);
  for (const double off : {1e-155, 1e-160, 1e-170, 1e-300}) {
    EXPECT_EQ(spin(off).mode, reference::SpinMode::separatrix) << off;
    EXPECT_NEAR(spin(off).P_phi, 2 * std::numbers::pi * 0.8, 1e-14) << off;
  }
}

/// What is beside a stable axis by less than its square can say turns about the axis.
TEST(FreeBodyReference, SteadyMotions) {
  for (const int i : {0, 2})
    for (const double off : {0.0, 1e-200, -1e-300}) {
      FreeBody<double> body{{{1, 2, 4}, {{off, off, -off}, Attitude<double>::identity()}}};
      body.initial.Pi[i] = 1;
      const auto end = reference::exact_free_motion(body, 3.0);
      EXPECT_LT(attitude_distance(end.R, relabel<Body, Space>(exp(3 / body.I[i] * axis<Body, double>(i)))), 1e-15)
          << i << off;
      EXPECT_EQ(end.Pi[i], 1) << i << off;
    }
}

TEST(FreeBodyReference, RestAndNoTimeChangeNothing) {
  const FreeBody<float50> rest{{{1, 2, 3}, {{0, 0, 0}, Attitude<float50>::identity()}}};
  EXPECT_EQ(reference::exact_free_motion(rest, float50(3)).R.w, 1);
  FreeBody<float50> moving = rest;
  moving.initial.Pi = {1, 2, -3};
  EXPECT_LT(deviation(reference::exact_free_motion(moving, float50(0)), moving.initial), 1e-49);
}

TEST(Jacobi, KeepsRelativeAccuracyNextToTheUnstableAxis) {
  // cn(K - v) = k' sn v / dn v: next to K, cn and dn are of the size of k'.
  for (const double mc_double : {0.5, 1e-3, 1e-8, 1e-14}) {
    const float50 mc(mc_double), m = 1 - mc;
    for (const double share : {0.1, 0.5, 0.9, 0.999}) {
      const double K = static_cast<double>(log(4 / sqrt(mc)));
      const double u = share * K;
      const auto wide = reference::jacobi(float50(u), m, mc);
      const auto narrow = reference::jacobi(u, 1 - mc_double, mc_double);
      EXPECT_NEAR(narrow.sn, static_cast<double>(wide.sn), 4e-16);
      EXPECT_NEAR(narrow.cn / static_cast<double>(wide.cn), 1, 1e-13) << mc_double << " " << share;
      EXPECT_NEAR(narrow.dn / static_cast<double>(wide.dn), 1, 1e-13) << mc_double << " " << share;
    }
  }
}

/// Oscillators driven at another frequency: m u'' + a u = A cos(nu t), in two units of length and momentum.
TEST(ConvergedReference, OfForcedOscillators) {
  using T = float128;
  using V = Vec<Space, T>;
  for (const auto& unit : {T(1), T(1e9)})
    for (const auto& time : {T(7), T(-3)}) {
      const V m{2, 3, 0.5}, a{3, 1, 2}, u0 = unit * V{1, -2, 0.5}, p0{T(1) / 3, 1, -1};
      const V amplitude = unit * V{1, 0.5, -2};
      const T nu = T(13) / 10, t0 = T(1) / 5;
      const Particles<T> problem{m, {u0, unit * p0}, a, 0, 0, 0, amplitude, nu};
      const auto found = reference::converged(problem, t0, time);
      for (int i = 0; i < 3; ++i) {
        const T w = sqrt(T(a[i] / m[i])), c = cos(T(w * time)), s = sin(T(w * time));
        const T F = amplitude[i] / (a[i] - m[i] * nu * nu), t = t0 + time;
        const T x = u0[i] - F * cos(T(nu * t0)), v = unit * p0[i] / m[i] + F * nu * sin(T(nu * t0));
        const T u = x * c + v / w * s + F * cos(T(nu * t));
        const T p = m[i] * (v * c - x * w * s - F * nu * sin(T(nu * t)));
        EXPECT_LT(abs(found.state.u[i] - u), found.error_estimate);
        EXPECT_LT(abs(found.state.p[i] - p), found.error_estimate);
      }
      EXPECT_LT(found.error_estimate, unit * T(1e-23));
      EXPECT_GT(found.error_estimate, unit * T(1e-33));
    }
}

/// D = 1e4 to 1e8 about one axis, and a torque: w = u + (w0 - u) exp(-D t), u = tau/D, and the angle is its integral.
TEST(StiffMotion, IsTheClosedFormOfABrake) {
  for (const double D : {1e4, 1e6, 1e8}) {
    const double w0 = 3, u = 0.5, time = 2;
    const TorquedBody<double> body{{{1, 1, 1}, {{0, 0, w0}, Attitude<double>::identity()}},
                                   {BodyTorque<double>{Signal<Body, double>(Vec<Body, double>{0, 0, u * D})}},
                                   {Damping<double>{{{{D, 0, 0}, {0, D, 0}, {0, 0, D}}}}}};
    ASSERT_TRUE(reference::is_stiff(body, 0, time));
    const reference::Path path(body, 0, time, {}, {1e-11, 1e-11});
    EXPECT_LT(path.error().attitude + path.error().momentum, 1e-11);
    for (const double t : {0.3 / D, 2 / D, 20 / D, 0.7, 2.0}) {
      const auto state = *path.at(t).rigid();
      const double left = std::exp(-D * t), angle = u * t + (w0 - u) * (1 - left) / D;
      EXPECT_NEAR(state.Pi[2], u + (w0 - u) * left, 1e-11) << D << " " << t;
      EXPECT_LT(attitude_distance(state.R, Attitude<double>::identity() * exp(Vec<Body, double>{0, 0, angle})), 1e-11)
          << D << " " << t;
    }
    // What the torques do is what the energy changes by.
    EXPECT_NEAR(path.work(body), (u * u - w0 * w0) / 2, 1e-5);
  }
}

TorquedBody<double> controlled(double K, const RigidState<double>& start) {
  TorquedBody<double> body{{{1, 2, 3}, start}, {}};
  ControlData<double> data;
  data.attitude_gain = {{{K, 0, 0}, {0, K, 0}, {0, 0, K}}}, data.rate_gain = data.attitude_gain, data.damps = true;
  body.momentum_torques.push_back(Control<double>{data});
  return body;
}

/// A turn about one axis falls as tan(angle/2) = tan(1/2) exp(-t), but for I/K.
TEST(StiffMotion, FollowsAControllerOfAnyGain) {
  for (const double K : {1e6, 1e8}) {
    const auto body = controlled(K, {{0, 0, 0}, Attitude<double>::identity() * exp(Vec<Body, double>{0, 0, 1})});
    const reference::Path path(body, 0, 10, {}, {1e-10, 1e-10});
    EXPECT_LT(path.error().attitude, 1e-10);
    for (const double t : {0.5, 3.0, 9.0}) {
      const auto R = path.at(t).rigid()->R;
      EXPECT_NEAR(2 * std::atan2(R.z, R.w), 2 * std::atan(std::tan(0.5) * std::exp(-t)), 10 / K) << K << " " << t;
    }
  }
  // Explicit steps in 113 bits.
  const auto body =
      controlled(1e3, {{0.3, 1, -1.2}, Attitude<double>::identity() * exp(Vec<Body, double>{0.5, -0.3, 0.2})});
  ASSERT_TRUE(reference::is_stiff(body, 0, 8));
  const reference::Path path(body, 0, 8, {}, {1e-10, 1e-10});
  for (const double t : {0.001, 0.02, 3.0}) {
    const auto known = reference::converged(cast<float128>(body), float128(0), float128(t)).state;
    EXPECT_LT(deviation(cast<float128>(*path.at(t).rigid()), known), 1e-11) << t;
  }
}

/// A path agrees with references made for one instant, forth and back, exact and converged, and knows its error.
template <class P>
void expect_path(const P& problem, double t0, double duration, reference::Origin origin) {
  const reference::Path path(problem, t0, duration);
  EXPECT_EQ(path.origin(), origin);
  EXPECT_LT(path.error().attitude, 1e-16);
  EXPECT_LT(path.error().momentum, 1e-16);
  EXPECT_GT(path.error().attitude, 0);
  EXPECT_GT(path.moved().attitude, 1e-15);
  for (const double share : {0.0, 0.31, 0.77, 1.0}) {
    const double t = t0 + share * duration;
    const auto known = reference::at(cast<float128>(problem), float128(t0), float128(float128(t) - float128(t0)));
    const auto deviation = reference::deviation(path.at(t), cast<double>(known.state), path.momentum());
    EXPECT_LT(deviation.attitude, 5e-16) << t;
    EXPECT_LT(deviation.momentum, 5e-16) << t;
  }
}

/// Long double where it is certain to be enough, and doubles between anchors: then its error is what it says, beside
/// the path in all digits.
template <class P>
void expect_quick_path(const P& problem, double t0, double duration) {
  const reference::Path known(problem, t0, duration), all(problem, t0, duration, {}, {1, 1e-19});
  EXPECT_EQ(all.error().attitude, known.error().attitude) << "64 bits are not enough";
  for (const double enough : {1e-10, 1e-12}) {
    const reference::Path quick(problem, t0, duration, {}, {enough, enough});
    EXPECT_GT(quick.error().attitude, 10 * known.error().attitude) << enough;
    EXPECT_LE(quick.error().attitude, enough);
    EXPECT_LE(quick.error().momentum, enough);
    EXPECT_EQ(quick.together_for({1e-9, 1e-9}), known.together_for({1e-9, 1e-9})) << enough;
    EXPECT_NEAR(quick.moved().attitude, known.moved().attitude, 1e-5 * known.moved().attitude) << enough;
    EXPECT_NEAR(quick.turns(), known.turns(), 1e-9 * known.turns()) << enough;
    for (const double share : {0.0, 0.31, 0.77, 1.0}) {
      const double t = t0 + share * duration;
      const auto deviation = reference::deviation(quick.at(t), known.at(t), known.momentum());
      EXPECT_LT(deviation.attitude, quick.error().attitude + 5e-16) << t << " " << enough;
      EXPECT_LT(deviation.momentum, quick.error().momentum + 5e-16) << t << " " << enough;
    }
  }
}
TEST(Path, TakesNoMoreDigitsThanAreNeeded) {
  expect_quick_path(chaotic, 0.5, -40);
  expect_quick_path(Director<double>{2, {{0, 0.6, 0.8}, {3, -0.8, 0.6}}, {1, -1, 3}, {0.5, 0, 1}, 1.7}, 0, 30);
  Rotors<double> rotors;
  rotors.spin = Vec<Body, double>{0.4, -0.1, 0.2};
  expect_quick_path(TorquedBody<double>{chaotic, chaotic.torques, {rotors}}, 0, 10);
  // Far from t = 0 it is the same, for nothing depends on the time.
  const double far = 0x1p30;
  const reference::Path near_0(chaotic, 0, 8, {}, {1e-11, 1e-11}), late(chaotic, far, 8, {}, {1e-11, 1e-11});
  for (const double t : {0.25, 3.5, 8.0})
    EXPECT_LT(reference::deviation(late.at(far + t), near_0.at(t), near_0.momentum()).attitude, 1e-11) << t;
  EXPECT_NEAR(late.steps()[5] - far, near_0.steps()[5], 1e-6);
}

/// A momentum whose square a double does not hold turns the body all the same, by as much.
TEST(ExactReference, SmallAndLargeMomentaTurnTheBody) {
  const auto one = reference::exact_free_motion(FreeBody<double>{{{1, 2, 3}, {{1, 2, -1}, leaning}}}, 5.0);
  for (const int power : {-700, -600, 600, 700}) {
    const double s = std::ldexp(1.0, power);
    const auto end =
        reference::exact_free_motion(FreeBody<double>{{{1, 2, 3}, {{s, 2 * s, -s}, leaning}}}, std::ldexp(5.0, -power));
    EXPECT_EQ(norm(end.Pi / s - one.Pi), 0) << power;
    EXPECT_LT(distance(RigidState<double>{one.Pi, end.R}, one).configuration, 1e-16) << power;
  }
}

/// Each part of an error is that of its own quantity, in any unit of mass and time.
TEST(ExactReference, PartsKnowNoUnits) {
  for (const double mass : {1.0, 1e12, 1e-12})
    for (const double characteristic_rate : {1.0, 1e12, 1e-12}) {
      SCOPED_TRACE(testing::PrintToString(std::pair(mass, characteristic_rate)));
      const float128 m(mass), w(characteristic_rate);
      const FreeBody<float128> body{{{m, 2 * m, 3 * m}, {{m * w, 2 * m * w, -m * w}, Attitude<float128>::identity()}}};
      const float128 t = 10 / w;
      const auto found = reference::exact(body, t);
      const auto certain = reference::exact(cast<float100>(body), float100(t));
      const auto off = distance(cast<float100>(found.state), certain.state);
      for (const auto& relative : {found.relative.configuration, found.relative.momentum}) {
        EXPECT_LT(relative, float128(1e-29));
        EXPECT_GT(relative, float128(1e-33));
      }
      EXPECT_LE(off.configuration, float100(found.relative.configuration));
      EXPECT_GE(found.error_estimate, found.relative.momentum * norm(body.initial.Pi)) << "in the units of the state";
      EXPECT_LE(off.momentum, float100(found.relative.momentum) * norm(certain.state.Pi));
    }
}

/// The closed forms under torque know no units either.
TEST(ExactReference, ClosedFormsKnowNoUnits) {
  const auto check = [](const auto& body_in, double characteristic_rate) {
    const auto one = body_in(1.0, 1.0);
    for (const double mass : {1e12, 1e-12}) {
      SCOPED_TRACE(testing::PrintToString(std::pair(mass, characteristic_rate)));
      const auto body = body_in(mass, characteristic_rate);
      ASSERT_EQ(reference::origin(body), reference::Origin::exact);
      const auto found = reference::exact(body, float128(5 / float128(characteristic_rate)),
                                          float128(float128(1) / characteristic_rate));
      const auto plain = reference::exact(one, float128(5), float128(1)).state;
      EXPECT_LT(static_cast<double>(found.relative.configuration), 1e-29);
      EXPECT_LT(static_cast<double>(found.relative.momentum), 1e-29);
      const RigidState<float128> scaled{found.state.Pi / float128(float128(mass) * characteristic_rate), found.state.R};
      EXPECT_LT(static_cast<double>(distance(scaled, plain).largest()), 1e-28);
    }
  };
  const auto rigid = [](float128 m, float128 w, Vec<Body, float128> I, Vec<Body, float128> Pi) {
    return RigidBody<float128>{{m * I[0], m * I[1], m * I[2]}, {m * w * Pi, Attitude<float128>::identity()}};
  };
  // A constant torque along the axis of symmetry.
  const auto axial = [&](double m, double w) {
    return TorquedBody<float128>{
        rigid(m, w, {2, 2, 3}, {0.5, -1, 2}),
        {BodyTorque<float128>{Signal<Body, float128>(Vec<Body, float128>{0, 0, float128(m) * w * w})}}};
  };
  // A pendulum about its third axis in a field that turns about that.
  const auto plane = [&](double m, double w) {
    Dipole<float128> dipole;
    dipole.moment = {float128(m) * w, 0, 0};
    dipole.field =
        Signal<Space, float128>(signals::Rotating<Space, float128>{{0, float128(w), 0}, {0, 0, 1}, float128(0.5) * w});
    return TorquedBody<float128>{rigid(m, w, {2, 4, 3}, {0, 0, 2}), {dipole}};
  };
  const auto top = [&](double m, double w) {
    const UniformField<float128> field{{0, 0, float128(4) * m * w}, {0, 0, w}};
    return TorquedBody<float128>{rigid(m, w, {3, 3, 1}, {0.7, -2.1, 1.3}), {field}};
  };
  for (const double characteristic_rate : {1.0, 1e12, 1e-12})
    check(axial, characteristic_rate), check(plane, characteristic_rate), check(top, characteristic_rate);
}

/// Damping proportional to the inertia but for the rounding of doubles: the bound is as large as what that does, also
/// where the motion has died away long before its time is over, and where it grows.
TEST(ExactReference, DampingIsBoundedByTheMotionItLeaves) {
  for (const auto& [delta, time] : {std::pair(50.0, 10.0), {3.0, 0.7}, {3.0, -0.7}, {1e8, 10.0}, {1e8, 1e300}}) {
    const Damping<double> damping{{{{delta * 0.1, 0, 0}, {0, delta * 0.2, 0}, {0, 0, delta * 0.25}}}};
    const TorquedBody<double> body{{{0.1, 0.2, 0.25}, {{0.03, -0.02, 0.04}, leaning}}, {}, {damping}};
    const auto wide = cast<float128>(body);
    ASSERT_EQ(reference::origin(wide), reference::Origin::exact) << delta;
    const auto found = reference::exact(wide, float128(time));
    EXPECT_LT(found.relative.configuration, float128(1e-13)) << delta << " " << time;
    EXPECT_LT(found.relative.momentum, float128(1e-13)) << delta << " " << time;
    if (std::abs(delta * time) > 1e3) continue;
    const auto known = reference::converged(wide, float128(0), float128(time));
    const auto off = distance(found.state, known.state).relative_to(reference::lengths(wide.initial, known.state));
    EXPECT_LE(off.configuration, float128(found.relative.configuration + known.relative.configuration)) << time;
    EXPECT_LE(off.momentum, float128(found.relative.momentum + known.relative.momentum)) << time;
    EXPECT_GT(off.configuration + off.momentum, float128(1e-20)) << "the damping is not proportional";
  }
}

/// Through the saddle again and again: a shift at the start, which is where every direction is harmless, says nothing;
/// one on the way moves the energy by as much as it is off the separatrix's. A body that turns about a steady axis, and
/// a pendulum at rest, multiply nothing but time.
TEST(Path, IsMovedFromAnywhereInAnyDirection) {
  const FreeBody<double> saddle{{{1, 2, 3}, {{1e-7, 3, 3e-7}, Attitude<double>::identity()}}};
  EXPECT_GT(reference::Path(saddle, 0, 200).moved().attitude, 1e-4);
  const FreeBody<double> steady{{{1, 2, 3}, {{1, 0, 0}, Attitude<double>::identity()}}};
  EXPECT_LT(reference::Path(steady, 0, 200).moved().attitude, 1e-11);

  // Errors of momenta are shares, whatever the units of mass.
  const auto unit_error = [](double unit) {
    return reference::Path(FreeBody<double>{{{unit, 2 * unit, 3 * unit},
                                             {{unit, 2 * unit, 1.5 * unit}, Attitude<double>::identity()}}},
                           0, 20)
        .error()
        .momentum;
  };
  EXPECT_GT(unit_error(1), 0);
  EXPECT_NEAR(unit_error(0x1p40) / unit_error(1), 1, 0.1);

  // A pendulum at its upper end, without a closed form for being driven by next to nothing: e^(t sqrt 3) in its plane.
  const Director<double> upright{1, {{0, 0, 1}, {0, 0, 0}}, {0, 0, -3}, {0, 0, 1e-30}, 1};
  const auto moved = reference::Path(upright, 0, 10).moved();
  EXPECT_NEAR(std::log(moved.attitude / reference::shift), 10 * std::sqrt(3), 1.0);
  EXPECT_EQ(reference::Path(upright, 0, 30).moved().attitude, pi_of<double>()) << "no farther";
}

/// Asked often, through jumps of a torque about the axis, forth and back: the momentum is a broken line.
TEST(Path, IsDenseBetweenJumps) {
  const signals::Pieces<Body, double> pieces{{0.2, 0.9}, {{0, 0, 1}, {0, 0, -2}, {0, 0, 4}}};
  const TorquedBody<double> body{{{1, 1, 2}, {{0, 0, 3}, leaning}}, {BodyTorque<double>{Signal<Body, double>(pieces)}}};
  const auto gained = [](double t) {
    return std::min(t, 0.2) - 2 * (std::clamp(t, 0.2, 0.9) - 0.2) + 4 * std::max(t - 0.9, 0.0);
  };
  for (const double t0 : {0.0, 1.5}) {
    const reference::Path path(body, t0, 1.5 - 2 * t0);
    for (int i = 0; i <= 4000; ++i) {
      const double t = 1.5 * i / 4000;
      EXPECT_NEAR(path.at(t).rigid()->Pi[2], 3 + gained(t) - gained(t0), 1e-14) << t << " from " << t0;
    }
  }
}

/// A sphere keeps its momentum wherever it looks: what is shifted in attitude stays so, what is faster runs away.
TEST(Path, ShiftsOfASphereAreKnown) {
  const TorquedBody<double> sphere{{{2, 2, 2}, {{3, 0, 4}, Attitude<double>::identity()}},
                                   {HarmonicSpace<double>{{0, 0, 1e-30}, 1}}};
  const reference::Path path(sphere, 0, 20);
  ASSERT_EQ(path.origin(), reference::Origin::converged);
  EXPECT_NEAR(path.moved().momentum / reference::shift, 1, 1e-3);
  EXPECT_NEAR(path.moved().attitude / reference::shift, 20 * 4 / 2.0, 0.5);  // of the third component: 4/5 is along Pi
}

/// Errors are shares of the larger of both ends; of 1 where there is nothing.
TEST(Path, LengthsAreTheLarger) {
  const auto state = [](double p) { return RigidState<double>{{p, 0, 0}, Attitude<double>::identity()}; };
  EXPECT_EQ(reference::lengths(state(5), state(3)).momentum, 5);
  EXPECT_EQ(reference::lengths(state(3), state(5)).momentum, 5);
  EXPECT_EQ(reference::lengths(state(0), state(0)).momentum, 1);
  // I w' = tau: the largest kinetic energy is that of the start or of the end.
  for (const double tau : {0.5, -0.5}) {
    const TorquedBody<double> body{{{1, 1, 2}, {{0, 0, 3}, Attitude<double>::identity()}},
                                   {BodyTorque<double>{Signal<Body, double>(Vec<Body, double>{0, 0, tau})}}};
    const double fastest = std::max(3.0, 3 + 4 * tau);
    EXPECT_NEAR(reference::Path(body, 0, 4).kinetic(), fastest * fastest / 4, 1e-13) << tau;
  }
}

TEST(Path, ErrorsAreTheLargest) {
  reference::Deviation e{1, 2};
  e.include({0.5, 1});
  EXPECT_EQ(e.attitude, 1);
  EXPECT_EQ(e.momentum, 2);
  e.include({3, NAN});
  EXPECT_EQ(e.attitude, 3);
  EXPECT_EQ(e.momentum, INFINITY);
  e.include({1, 1});
  EXPECT_EQ(e.momentum, INFINITY);
  // Angles, not chords; shares of a momentum.
  const auto turned = [](double by) { return relabel<Body, Space>(exp(Vec<Body, double>{0, by, 0})); };
  const auto off =
      reference::deviation(RigidState<double>{{1, 0, 0}, turned(2)}, RigidState<double>{{1, 3, 0}, turned(0)}, 6);
  EXPECT_NEAR(off.attitude, 2, 1e-15);
  EXPECT_EQ(off.momentum, 0.5);
}

/// Where it is chaotic: the time for which it is certain to so much is what a path of that time is certain to.
TEST(Path, KnowsForHowLongItIsCertain) {
  const reference::Path path(chaotic, 0, -165);
  const double longest = path.certain_for({1e-16, 1e-16});
  EXPECT_GT(longest, 1);
  EXPECT_LT(longest, 164);
  EXPECT_EQ(path.certain_for({1, 1}), 165);
  EXPECT_EQ(path.certain_for({1e-30, 1}), 0);
  EXPECT_EQ(path.certain_for({1, 1e-30}), 0);
  EXPECT_LT(reference::Path(chaotic, 0, -longest).error().attitude, 2e-16);
}

/// The path is that of the digits that are given: a moment that a double rounds is seen after a while.
TEST(Path, IsThatOfAllDigits) {
  FreeBody<float128> tenth{{{float128("0.1"), 2, 3}, {{1, 2, 1}, Attitude<float128>::identity()}}};
  const double t = 1e3;
  const auto wide = reference::Path(tenth, 0, t).at(t);
  const auto narrow = reference::Path(cast<double>(tenth), 0, t).at(t);
  EXPECT_LT(reference::deviation(wide, cast<double>(reference::at(tenth, float128(0), float128(t)).state), 1).attitude,
            1e-15);
  EXPECT_GT(reference::deviation(wide, narrow, 1).attitude, 1e-13);
}

TEST(Path, AgreesWithReferencesOfAnInstant) {
  const auto R = relabel<Body, Space>(exp(Vec<Body, double>{0.3, -0.5, 0.7}));
  const RigidBody<double> body{{2, 3, 4.5}, {{2, -1, 1.5}, R}};
  expect_path(FreeBody<double>{body}, 0.0, -70.0, reference::Origin::exact);
  const UniformField<double> field{{0.5, -1, 2}, axis<Space, double>(2)};
  expect_path(TorquedBody<double>{body, {field}}, 0.0, 6.0, reference::Origin::converged);
  expect_path(TorquedBody<double>{body, {field, HarmonicSpace<double>{{0.2, 1, -0.5}, 1.3}}}, 2.0, -3.0,
              reference::Origin::converged);
  const UniformField<double> on_axis{{0, 0, 2}, axis<Space, double>(2)};
  expect_path(TorquedBody<double>{{{5, 5, 1}, {{0.1, 0, 3}, R}}, {on_axis}}, 0.0, 9.0, reference::Origin::exact);
  expect_path(Director<double>{2, {{0, 0.6, 0.8}, {3, 1.6, -1.2}}, {0, 0, 3}, {0.1, 0, 0.2}, 1.7}, 1.0, 4.0,
              reference::Origin::converged);
  // At rest: the torque alone says how fast it will be.
  expect_path(TorquedBody<double>{{{2, 3, 4.5}, {{0, 0, 0}, R}}, {field}}, 0.0, 3.0, reference::Origin::converged);
}

/// A ball that turns about one axis: the angle that it travels and the work of its torque, forth and back; starts that
/// are moved stay together for all of an exact motion.
TEST(Path, KnowsItsAngleAndItsWorkForthAndBack) {
  const RigidBody<double> ball{{1, 1, 1}, {{0, 0, 3}, Attitude<double>::identity()}};
  const TorquedBody<double> driven{ball, {HarmonicSpace<double>{{0, 0, 1}, 2}}};
  for (const double duration : {2.0, -2.0}) {
    const double t0 = 0.7, end = 3 + (std::sin(2 * (t0 + duration)) - std::sin(2 * t0)) / 2;
    const reference::Path free(FreeBody<double>{ball}, t0, duration), path(driven, t0, duration);
    EXPECT_NEAR(free.turns(), 6, 0.1);
    EXPECT_EQ(free.together_for({1e-30, 1e-30}), 2);
    EXPECT_NEAR(path.work(driven), (end * end - 9) / 2, 1e-5);
  }
}

}  // namespace
}  // namespace polhode
