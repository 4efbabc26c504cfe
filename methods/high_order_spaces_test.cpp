// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/geometry/scalar.hpp"
#include "core/stepping/integrate.hpp"
#include "methods/bs.hpp"
#include "methods/dumbbell_conserving.hpp"
#include "methods/dumbbell_vi.hpp"
#include "methods/imidm.hpp"
#include "methods/liemid.hpp"
#include "methods/mr.hpp"
#include "methods/rk4.hpp"
#include "methods/rkn8b17.hpp"
#include "methods/symmetric_composition.hpp"
#include "methods/taylor.hpp"
#include "methods/vector_space.hpp"

// The methods of high order on directors and on particles, beyond their property reports. Their formulas are those of
// bodies; the spaces differ.
namespace polhode {
namespace {

using T = float128;

Director<T> director() {
  const T a = T(3) / T(5), b = T(4) / T(5);
  return {T(2), {{T(0), a, b}, {T(3), -b, a}}, {T(1), T(-1), T(3)}, {T(0.5), T(0), T(1)}, T(1.7)};
}
Particles<T> particles() {
  return {.mass = {T(1), T(2), T(0.5)},
          .initial = {{T(0.1), T(0.2), T(-0.3)}, {T(0.4), T(0.1), T(0.3)}},
          .a = {T(1), T(1.5), T(2)},
          .b = T(1),
          .c = T(-1),
          .d = T(0.5),
          .amplitude = {T(0.3), T(-0.2), T(0.1)},
          .frequency = T(1.3)};
}

template <class State>
double deviation(const State& a, const State& b) {
  const auto x = numbers(a), y = numbers(b);
  T worst(0);
  for (std::size_t i = 0; i < x.size(); ++i) worst = std::max(worst, T(abs(x[i] - y[i])));
  return static_cast<double>(worst);
}

template <class M, class P>
auto end_of(const P& problem, int steps) {
  return integrate<M, P>(problem, Grid<T>::of_duration(T(0), T(1), steps)).state;
}

/// End states in 113 bits against steps that know nothing of the sphere.
TEST(HighOrderSpaces, EndsOfCompositions) {
  const auto place = end_of<Bs<16>>(director(), 64);
  EXPECT_LT(deviation(end_of<Ss10<DumbbellVi>>(director(), 2000), place), 1e-26);
  EXPECT_LT(deviation(end_of<Kl8<DumbbellConserving>>(director(), 1000), place), 1e-21);
  EXPECT_LT(deviation(end_of<Ss10<VsVerlet>>(particles(), 2000), end_of<Bs<16>>(particles(), 64)), 1e-26);
}
/// A director stays a unit vector at right angles to its velocity.
TEST(HighOrderSpaces, SplittingsStayOnTheSphere) {
  const auto s = end_of<Rkn8b17>(director(), 20);
  EXPECT_LT(static_cast<double>(abs(norm2(s.d) - 1)), 1e-31);
  EXPECT_LT(static_cast<double>(abs(dot(s.d, s.omega))), 1e-31);
}

/// In doubles columns are computed in lanes; in 113 bits they are not.
template <class M, class P>
void is_the_same_in_lanes(const P& problem) {
  const auto narrow = cast<double>(problem);
  const auto run = integrate<M>(narrow, Grid<double>::of_duration(0, 1, 10));
  EXPECT_EQ(run.status, Status::ok);
  EXPECT_EQ(run.counters.torque_evaluations, 10 * M::info.torque_evaluations.per_step);
  EXPECT_LT(deviation(cast<T>(run.state), end_of<M>(problem, 10)), 1e-13) << M::info.id;
}
TEST(HighOrderSpaces, LanesChangeNothing) {
  TorquedBody<T> body{{{T(2), T(3), T(4.5)}, {{T(0.7), T(-1.1), T(6)}, {T(0.5), T(-0.5), T(0.5), T(0.5)}}},
                      {CoulombWall<T>{{T(0.25), T(0), T(0.75)}}}};
  is_the_same_in_lanes<Bs<8>>(body);
  body.torques.push_back(UniformField<T>{{T(0.5), T(-0.25), T(2)}, {T(0), T(0), T(1)}});
  body.torques.push_back(HarmonicSpace<T>{{T(0.25), T(1), T(-0.5)}, T(1.25)});
  is_the_same_in_lanes<Bs<12>>(body);
  is_the_same_in_lanes<Bs<16>>(body);
  is_the_same_in_lanes<Bs<16>>(cast<T>(cast<double>(director())));
  auto under_a_potential = cast<T>(cast<double>(particles()));
  is_the_same_in_lanes<Bs<16>>(under_a_potential);
  PotentialData<T> V;  // x1 x2, with its slopes
  V.trees.roots = {V.trees.add(formula::Op::multiply, 1, 2), 2, 1, V.trees.add(formula::Op::number)};
  under_a_potential.formula = {Shared(V)};
  is_the_same_in_lanes<Bs<16>>(under_a_potential);
}
/// Torques that depend on signals and on the momentum, and formulas, in axes and units of the user's or not.
TEST(HighOrderSpaces, LanesTakeSignalsAndFormulas) {
  const Signal<Space, T> table(signals::Table<Space, T>{{T(-0.5), T(0), T(0.375), T(0.5), T(1.5)},
                                                        {{T(1), T(0.2), T(-0.3)},
                                                         {T(0.4), T(0.9), T(0)},
                                                         {T(-0.2), T(0.5), T(0.7)},
                                                         {T(0.1), T(0.1), T(0.8)},
                                                         {T(1), T(1), T(0)}}});
  const Signal<Body, T> harmonic(
      signals::Harmonic<Body, T>{{T(0.25), T(0.5), T(-0.125)}, T(1.75), T(0.25), {T(0.125), T(0), T(0.5)}});
  TorquedBody<T> body{
      {{T(2), T(3), T(4.5)}, {{T(0.7), T(-1.1), T(6)}, {T(0.5), T(-0.5), T(0.5), T(0.5)}}},
      {Dipole<T>{{T(0.5), T(0.75), T(-0.25)}, table}, GravityGradient<T>{{T(2), T(3), T(4.5)}, T(0.5), table}},
      {Damping<T>{BodyTensor<T>{{{T(0.5), T(0), T(0.25)}, {T(0), T(1), T(0)}, {T(0.25), T(0), T(2)}}}, true, table},
       Rotors<T>{harmonic, T(0.5)}}};
  EXPECT_TRUE(in_lanes(cast<double>(body)).has_value());
  is_the_same_in_lanes<Bs<12>>(cast<T>(cast<double>(body)));
  for (const bool users : {false, true}) {
    using formula::Op;
    FormulaData<T> data;
    auto& trees = data.trees;
    const int drag = trees.add(Op::multiply, trees.add(Op::abs, 14), trees.add(Op::negate, 15));
    const int push = trees.add(Op::add, trees.add(Op::multiply, 1, 11), trees.add(Op::sin, 0));
    trees.roots = {trees.add(Op::atan2, 5, 9), drag, push};
    if (users) data.in_space = true, data.axes = {T(0.5), T(0.5), T(-0.5), T(0.5)}, data.scale = T(1.5);
    body.momentum_torques.push_back(Formula<T>{Shared(data)});
    is_the_same_in_lanes<Bs<8>>(cast<T>(cast<double>(body)));
  }
}
/// In lanes an operation has the bits that it has alone.
TEST(HighOrderSpaces, LanesHaveTheBitsOfEachNumber) {
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
          EXPECT_TRUE(std::memcmp(&one, &found.x[i], sizeof one) == 0 || (std::isnan(one) && std::isnan(found[i])))
              << k << " at " << lane(i) << " " << lane(i + 1);
        }
      }
}

/// The series of the wall's torque, whose end states nobody else has, against a method that only takes values.
TEST(HighOrderSpaces, SeriesOfTheWall) {
  const TorquedBody<T> body{{{T(2), T(3), T(4.5)}, {{T(0.7), T(-1.1), T(6)}, {T(0.5), T(-0.5), T(0.5), T(0.5)}}},
                            {CoulombWall<T>{{T(0.25), T(0), T(0.75)}}}};
  EXPECT_LT(deviation(end_of<Taylor<16>>(body, 200), end_of<Bs<16>>(body, 200)), 1e-24);
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
template <class M>
void takes_functions() {
  static const UniformField<double> field{{moment[0], moment[1], moment[2]}, axis<Space, double>(2)};
  const auto of_one = [](const void*, const double& t, const Attitude<double>& R) { return field.torque(t, R); };
  const RigidBody<double> rigid{{2, 3, 4.5}, {{0.7, -1.1, 6}, {0.5, -0.5, 0.5, 0.5}}};
  Library<double> one, many;
  one.of_momentum = many.of_momentum = false;
  one.function = &gravity, many.states_function = &gravity_of_states;
  const auto grid = Grid<double>::of_duration(0, 1, 40);
  const auto known = integrate<M>(TorquedBody<double>{rigid, {field}}, grid);
  EXPECT_GT(norm(known.state.Pi - rigid.initial.Pi), 1) << M::info.id;
  most_states = 0;
  for (const auto& body : {TorquedBody<double>{rigid, {UserTorque<double>{nullptr, of_one}}},
                           TorquedBody<double>{rigid, {}, {one}}, TorquedBody<double>{rigid, {}, {many}}}) {
    EXPECT_EQ(body.dependence(), Dependence::none);
    const auto found = integrate<M>(body, grid);
    EXPECT_LT(norm(found.state.Pi - known.state.Pi), 1e-13) << M::info.id;
    EXPECT_LT(attitude_distance(found.state.R, known.state.R), 1e-13) << M::info.id;
    EXPECT_EQ(found.counters.torque_evaluations, known.counters.torque_evaluations) << M::info.id;
  }
  EXPECT_EQ(most_states, (std::is_same_v<M, Bs<12>>) ? lane_count : 1);
}
TEST(HighOrderSpaces, TorquesOfTheUsersOwn) {
  takes_functions<Mr>();
  takes_functions<LiemidEa>();
  takes_functions<Rk4>();
  takes_functions<Imidm>();
  takes_functions<Bs<12>>();
}

}  // namespace
}  // namespace polhode
