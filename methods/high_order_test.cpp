// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/geometry/scalar.hpp"
#include "core/reference/reference.hpp"
#include "methods/family/dop853_tableau.hpp"
#include "methods/family/lanes.hpp"
#include "methods/runners.hpp"
#include "problems/test_problems.hpp"

// Methods of high order beyond their property reports and their end states: columns in lanes, torques that are taken in
// another form, tolerances.
namespace polhode {
namespace {

using T = float128;

TEST(Dop853, ItsCoefficientsAreRoundedToTheNearestDouble) {
  for (const auto& e : dop853::entries) EXPECT_EQ(e.in_double, decimal<double>(e.digits)) << e.i << " " << e.j;
}

/// A dipole in a field at rest is taken as a field on the moment turned round; two of half the strength are not.
TEST(HighOrder, ADipoleAtRestIsAField) {
  const Vec<Body, double> moment{0.3, -0.2, 0.9};
  const Vec<Space, double> field{0.1, 0.5, 1.2};
  const RigidBody<double> body{{1, 2, 2.5}, {{0.3, -1.2, 0.5}, {0.6, 0.48, -0.64, 0}}};
  const auto grid = Grid<double>::of_step(0, 0.1, 20);
  for (const char* method : {"dopri5", "rkf78", "dop853", "bs8"}) {
    const auto* info = find_method(method);
    const auto run = [&](std::initializer_list<Torque<double>> torques) {
      const auto end = find_runner<TorquedBody<double>>(*info)->run({body, torques}, grid, nullptr);
      EXPECT_EQ(end.status, Status::ok) << method;
      EXPECT_NEAR(static_cast<double>(end.counters.torque_evaluations), 20 * info->torque_evaluations.per_step, 1)
          << method;
      return end.state;
    };
    const Dipole<double> dipole{moment, field}, half{0.5 * moment, field};
    const auto alone = run({dipole});
    for (const auto& other : {run({UniformField<double>{-moment, field}}), run({half, half})}) {
      const auto off = distance(alone, other);
      EXPECT_LE(std::max(off.configuration, off.momentum), 1e-14) << method;
    }
    EXPECT_GT(distance(alone, run({UniformField<double>{moment, field}})).momentum, 0.1) << method;
  }
}

/// The torque by a quaternion of any length is within rounding of the torque by its rotation in 113 bits. Upright fields,
/// on moments along an axis and on others, are torques of their own, with the bits of any field's.
TEST(HighOrder, FieldsByQuaternionsOfAnyLength) {
  const Attitude<double> q{0.7, 0.5, -0.6, 0.1};
  const Unscaled<Body, Space, double> R{q};
  for (const Vec<Space, double>& along : {Vec<Space, double>{0, 0, 1.7}, {1.1, -0.4, 0.9}})
    for (const Vec<Body, double>& moment :
         {Vec<Body, double>{0, 0, 1.3}, {-0.7, 0, 0}, {0, 0.3, 0}, {0.4, -0.3, 2.2}}) {
      const UniformField<double> field{moment, along};
      const auto torque = field.torque(0.0, R);
      const auto known = with_known_field(field, [&]<class Kind>(const Kind& kind) {
        EXPECT_EQ((std::is_same_v<Kind, UniformField<double>>), along[0] != 0);
        return kind.torque(0.0, R);
      });
      EXPECT_EQ(norm2(known - torque), 0) << moment[0];
      const auto right = cast<T>(field).torque(T(0), normalised(cast<T>(q)));
      EXPECT_LE(norm(cast<T>(torque) - right), 4 * norm(along) * norm(moment) * epsilon<double>()) << moment[0];
    }
}

/// The path depends on decisions in double: the error is held to the tolerance.
TEST(HighOrder, AdaptiveSolversKeepTheirTolerance) {
  const TorquedBody<double> body{{{2, 3, 4.5}, {{0.7, -1.1, 6}, {0.1, -0.3, 0.3, 0.9}}},
                                 {UniformField<double>{{0.4, -0.3, 2.2}, axis<Space, double>(2)}}};
  const auto end = cast<double>(reference::at(cast<T>(body), T(0), T(5)).state);
  int tried = 0;
  for (const auto& r : runners<TorquedBody<double>>()) {
    const double tolerance = r.info->tolerance;
    if (tolerance == 0) continue;
    ++tried;
    for (const int steps : {1, 7}) {
      const auto run = r.run(body, Grid<double>::of_duration(0, 5, steps), nullptr);
      EXPECT_EQ(run.status, Status::ok) << r.info->id;
      EXPECT_LE(norm(run.state.Pi - end.Pi), 1e4 * tolerance) << r.info->id;
      EXPECT_GT(norm(run.state.Pi - end.Pi), 1e-5 * tolerance) << r.info->id;
    }
    const auto back = r.run(body, Grid<double>::of_cycle(0, {5, -5}, 2), nullptr);
    EXPECT_LE(norm(back.state.Pi - body.initial.Pi), 1e4 * tolerance) << r.info->id;
  }
  EXPECT_GE(tried, 6);
}

const RigidBody<T> fast{{2, 3, 4.5}, {{0.7, -1.1, 6}, {0.5, -0.5, 0.5, 0.5}}};

template <class P>
Run<P> run(std::string_view method, const P& problem, int steps) {
  using U = typename P::Scalar;
  const auto run = find_runner<P>(*find_method(method))->run(problem, Grid<U>::of_duration(U(0), U(1), steps), nullptr);
  EXPECT_EQ(run.status, Status::ok) << method;
  return run;
}

/// In doubles columns are computed in lanes; in 113 bits they are not, nor where a torque branches, and be it zero.
template <class P>
void is_the_same_in_lanes(std::string_view method, const P& problem) {
  const auto end = run(method, cast<double>(problem), 10);
  EXPECT_EQ(end.counters.torque_evaluations, 10 * find_method(method)->torque_evaluations.per_step);
  if constexpr (requires { problem.momentum_torques; }) {
    auto branching = cast<double>(problem);
    ASSERT_TRUE(in_lanes(branching).has_value());
    branching.torques.push_back(BodyTorque<double>{Signal<Body, double>(Vec<Body, double>{0, 0, 0})});
    ASSERT_FALSE(in_lanes(branching).has_value());
    EXPECT_LT(distance(end.state, run(method, branching, 10).state).largest(), 1e-13) << method;
    if (problem.momentum_torques.size > 0) return;  // which 113 bits do not have
  }
  EXPECT_LT(static_cast<double>(distance(cast<T>(end.state), run(method, problem, 10).state).largest()), 1e-13)
      << method;
}
TEST(HighOrder, LanesChangeNothing) {
  TorquedBody<T> body{fast, {CoulombWall<T>{{0.25, 0, 0.75}}}};
  is_the_same_in_lanes("bs8", body);
  body.torques.push_back(UniformField<T>{{0.5, -0.25, 2}, {0, 0, 1}});
  body.torques.push_back(HarmonicSpace<T>{{0.25, 1, -0.5}, 1.25});
  is_the_same_in_lanes("bs12", body);
  is_the_same_in_lanes("bs16", body);
  is_the_same_in_lanes("bs16", cast<T>(test_problem::pushed<double>()));
  auto under_a_potential = cast<T>(Particles<double>{.mass = {1, 2, 0.5},
                                                     .initial = {{0.1, 0.2, -0.3}, {0.4, 0.1, 0.3}},
                                                     .a = {1, 1.5, 2},
                                                     .b = 1,
                                                     .c = -1,
                                                     .d = 0.5,
                                                     .amplitude = {0.3, -0.2, 0.1},
                                                     .frequency = 1.3});
  is_the_same_in_lanes("bs16", under_a_potential);
  PotentialData<T> V;  // x1 x2, with its slopes
  V.trees.roots = {V.trees.add(formula::Op::multiply, 1, 2), 2, 1, V.trees.add(formula::Op::number)};
  under_a_potential.formula = {Shared(V)};
  is_the_same_in_lanes("bs16", under_a_potential);
}
/// Torques that depend on signals and on the momentum, and formulas, in axes and units of the user's or not.
TEST(HighOrder, LanesTakeSignalsAndFormulas) {
  const Signal<Space, T> table(signals::Table<Space, T>{
      {-0.5, 0, 0.375, 0.5, 1.5}, {{1, 0.2, -0.3}, {0.4, 0.9, 0}, {-0.2, 0.5, 0.7}, {0.1, 0.1, 0.8}, {1, 1, 0}}});
  const Signal<Body, T> harmonic(signals::Harmonic<Body, T>{{0.25, 0.5, -0.125}, 1.75, 0.25, {0.125, 0, 0.5}});
  const BodyTensor<T> damping{{{0.5, 0, 0.25}, {0, 1, 0}, {0.25, 0, 2}}};
  TorquedBody<T> body{fast,
                      {Dipole<T>{{0.5, 0.75, -0.25}, table}, GravityGradient<T>{{2, 3, 4.5}, 0.5, table}},
                      {Damping<T>{damping, true, table}, Rotors<T>{harmonic, 0.5}}};
  is_the_same_in_lanes("bs12", cast<T>(cast<double>(body)));
  for (const bool users : {false, true}) {
    using formula::Op;
    FormulaData<T> data;
    auto& trees = data.trees;
    const int drag = trees.add(Op::multiply, trees.add(Op::abs, 14), trees.add(Op::negate, 15));
    const int push = trees.add(Op::add, trees.add(Op::multiply, 1, 11), trees.add(Op::sin, 0));
    trees.roots = {trees.add(Op::atan2, 5, 9), drag, push};
    if (users) data.in_space = true, data.axes = {0.5, 0.5, -0.5, 0.5}, data.scale = 1.5;
    body.momentum_torques.push_back(Formula<T>{Shared(data)});
    is_the_same_in_lanes("bs8", cast<T>(cast<double>(body)));
  }
}
TEST(HighOrder, LanesHaveTheBitsOfEachNumber) {
  using formula::Op;
  ExpressionTrees<double> trees;
  for (auto op = Op::add; op <= Op::sign; op = static_cast<Op>(static_cast<int>(op) + 1))
    if (op == Op::whole_power)
      for (const int n : {-3, 0, 1, 2, 5}) trees.roots.push_back(trees.add(op, 1, n));
    else
      trees.roots.push_back(trees.add(op, 1, trees.takes_two(op) ? 2 : 0));
  const Shared<ExpressionTrees<double>> alone(trees);
  const Shared<ExpressionTrees<Lanes>> at_once(cast<Lanes>(trees));
  const double numbers[] = {0.7, -0.3, 3, 0, -0.0, 1e-310, 1e300, -INFINITY, NAN};
  for (const double x : numbers)
    for (const double y : numbers)
      for (int k = 0; k < static_cast<int>(trees.roots.size()); ++k) {
        const auto lane = [&](int i) { return i % 2 ? y : x; };
        const auto found = at_once->values(k, [&](const auto& set) {
          set(1, Lanes::each(lane)), set(2, Lanes::each([&](int i) { return lane(i + 1); }));
        })[0];
        for (int i = 0; i < Lanes::W; ++i) {
          const double one = alone->values(k, [&](const auto& set) { set(1, lane(i)), set(2, lane(i + 1)); })[0];
          const double other = found[i];
          EXPECT_TRUE(std::memcmp(&one, &other, sizeof one) == 0 || (std::isnan(one) && std::isnan(other)))
              << k << " at " << lane(i) << " " << lane(i + 1);
        }
      }
}

/// The series of the wall's torque, whose end states nobody else has, against a method that only takes values.
TEST(HighOrder, SeriesOfTheWall) {
  const TorquedBody<T> body{fast, {CoulombWall<T>{{0.25, 0, 0.75}}}};
  EXPECT_LT(static_cast<double>(distance(run("taylor16", body, 200).state, run("bs16", body, 200).state).largest()),
            1e-24);
}

constexpr double moment[3] = {0.5, -0.25, 2};
int most_states = 0;

/// Gravity on an axis of the body, as functions of the user's: e3 in the body x moment, of one state and of n.
void gravity(double, const double R[9], const double[3], const double[3], double tau[3]) {
  for (int i = 0; i < 3; ++i)
    tau[i] = R[6 + (i + 1) % 3] * moment[(i + 2) % 3] - R[6 + (i + 2) % 3] * moment[(i + 1) % 3];
}
void gravity_of_states(int n, const double[], const double R[], const double[], const double[], double tau[]) {
  most_states = std::max(most_states, n);
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 3; ++i)
      tau[i * n + k] =
          R[(6 + (i + 1) % 3) * n + k] * moment[(i + 2) % 3] - R[(6 + (i + 2) % 3) * n + k] * moment[(i + 1) % 3];
}

/// A function of the user's that does not look at the momentum is to every method what the torque is that it computes.
TEST(HighOrder, TorquesOfTheUsersOwn) {
  static const UniformField<double> field{{moment[0], moment[1], moment[2]}, axis<Space, double>(2)};
  const auto of_one = [](const void*, const double& t, const Attitude<double>& R) { return field.torque(t, R); };
  const RigidBody<double> rigid{{2, 3, 4.5}, {{0.7, -1.1, 6}, {0.5, -0.5, 0.5, 0.5}}};
  Library<double> one, many;
  one.of_momentum = many.of_momentum = false;
  one.function = &gravity, many.states_function = &gravity_of_states;
  for (const char* method : {"mr", "liemid-ea", "rk4", "imidm", "bs12"}) {
    const auto known = run(method, TorquedBody<double>{rigid, {field}}, 40);
    EXPECT_GT(norm(known.state.Pi - rigid.initial.Pi), 1) << method;
    most_states = 0;
    for (const auto& body : {TorquedBody<double>{rigid, {UserTorque<double>{nullptr, of_one}}},
                             TorquedBody<double>{rigid, {}, {one}}, TorquedBody<double>{rigid, {}, {many}}}) {
      EXPECT_EQ(body.dependence(), Dependence::none);
      const auto found = run(method, body, 40);
      EXPECT_LT(norm(found.state.Pi - known.state.Pi), 1e-13) << method;
      EXPECT_LT(attitude_distance(found.state.R, known.state.R), 1e-13) << method;
      EXPECT_EQ(found.counters.torque_evaluations, known.counters.torque_evaluations) << method;
    }
    EXPECT_EQ(most_states, method == std::string_view("bs12") ? lane_count : 1);
  }
}

}  // namespace
}  // namespace polhode
