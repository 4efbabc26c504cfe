// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "core/geometry/wide.hpp"
#include "core/stepping/integrate.hpp"
#include "core/stepping/problem_info.hpp"
#include "core/stepping/solve.hpp"
#include "core/stepping/stages.hpp"

namespace polhode {
namespace {

// --- torques -------------------------------------------------------------------------------------------------------

/// Those of bodies and directors are in spaces_test. The vector-space test of Krysl 2006 with all that it leaves out:
/// f = -(3 u1 + 2 u1 u2, u2 + u1^2 + 0.4 u2^2 + u2^3, 0.7 u3) + cos(1.3 t) (0.2, -0.1, 0.3).
TEST(Torques, OfParticlesFollowTheirPotentials) {
  const double e = 1e-6;
  const Particles<double> q{{2, 0.5, 3}, {}, {3, 1, 0.7}, 1, 0.4, 1, {0.2, -0.1, 0.3}, 1.3};
  const Vec<Space, double> u{0.4, -0.3, 0.6};
  const auto f = q.torque(0.5, u);
  EXPECT_NEAR(f[0], -(3 * 0.4 + 2 * 0.4 * -0.3) + 0.2 * std::cos(0.65), 1e-15);
  EXPECT_NEAR(f[1], -(-0.3 + 0.16 + 0.4 * 0.09 - 0.027) - 0.1 * std::cos(0.65), 1e-15);
  const auto rest = q.torque(M_PI / 2.6, u);  // the harmonic part is zero
  const auto tangent = q.torque(0.5, seed(u));
  for (int i = 0; i < 3; ++i) {
    const auto xi = e * axis<Space, double>(i);
    EXPECT_NEAR(rest[i], -(q.potential(u + xi) - q.potential(u - xi)) / (2 * e), 1e-8);
    const auto slope = (q.torque(0.5, u + xi) - q.torque(0.5, u - xi)) / (2 * e);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(tangent.derivative(k, i), slope[k], 1e-8);
    EXPECT_EQ(tangent.value[i], f[i]);
    EXPECT_EQ(q.velocity(tangent).value[i], f[i] / q.mass[i]);
    EXPECT_EQ(q.velocity(tangent).derivative(i, i), tangent.derivative(i, i) / q.mass[i]);
  }
}

// --- grids ---------------------------------------------------------------------------------------------------------

TEST(Grids, TimesAreProductsNotSums) {
  const auto g = Grid<double>::of_step(1.0, 0.1, 1000000);
  EXPECT_EQ(g.time(1000000), 1.0 + 1000000 * 0.1);
  const auto d = Grid<double>::of_duration(0.0, -1.0, 49);
  EXPECT_EQ(d.time(49), -1.0);
  EXPECT_NE(49 * (-1.0 / 49), -1.0) << "or the line above would say nothing";
  const auto c = Grid<double>::of_cycle(0.0, {0.04, 0.06}, 41);
  EXPECT_DOUBLE_EQ(c.time(41), 20 * 0.1 + 0.04);
  for (int n = 0; n < 41; ++n) {
    const auto s = c.segment(n, 41);
    EXPECT_EQ(s.stop, n + 1);
    EXPECT_DOUBLE_EQ(s.t(n), c.time(n));
    EXPECT_EQ(s.h, n % 2 ? 0.06 : 0.04);
  }
  const auto s = g.segment(17, 99);
  EXPECT_EQ(s.stop, 99);
  EXPECT_EQ(s.t(20), 1.0 + 20 * 0.1);
}

TEST(Grids, FindTheFirstNodeThatIsNotBeforeATime) {
  for (const double sense : {1.0, -1.0}) {  // nodes 1, 1.5, 1.75, 2.25, 2.5, 3, or mirrored
    const auto g = Grid<double>::of_cycle(sense, {sense / 2, sense / 4}, 5);
    const auto first = [&](double t, std::int64_t from) { return g.first_node(sense * t, from); };
    EXPECT_EQ(first(0.9, 0), 0);
    EXPECT_EQ(first(1.01, 0), 1);
    EXPECT_EQ(first(1.75, 0), 2) << "a node itself";
    EXPECT_EQ(first(1.76, 0), 3);
    EXPECT_EQ(first(1.2, 4), 4) << "none before `from`";
    EXPECT_EQ(first(3.5, 0), 5) << "the last one";
  }
}

/// Nodes are what they should be, by the list; steps start where nodes are, and parts are as they were in the whole.
void expect_nodes(const Grid<double>& g, const std::vector<double>& nodes) {
  ASSERT_EQ(g.steps() + 1, static_cast<std::int64_t>(nodes.size()));
  for (std::int64_t n = 0; n <= g.steps(); ++n) {
    EXPECT_NEAR(g.time(n), nodes[static_cast<std::size_t>(n)], 2e-14) << n;
    if (n == g.steps()) break;
    const auto s = g.segment(n, g.steps());
    EXPECT_NEAR(s.t(n), g.time(n), 1e-15) << n;
    EXPECT_NEAR(s.t(n) + s.h, g.time(n + 1), 1e-15) << n;
  }
  const auto part = g.part(1, g.steps());
  ASSERT_EQ(part.steps(), g.steps() - 1);
  EXPECT_EQ(part.first_step(), g.segment(1, g.steps()).h);
  for (std::int64_t n = 0; n <= part.steps(); ++n) EXPECT_NEAR(part.time(n), g.time(n + 1), 1e-15) << n;
}

/// Breaks in and between steps, at nodes up to rounding, at both ends and beyond, twice; in both senses of time.
TEST(Grids, AreDividedAtBreaks) {
  const auto g = Grid<double>::of_duration(0.5, 1.0, 4);
  const std::vector<double> breaks{0.3, 0.5, 0.6, 0.6, 0.75 + 1e-14, 1.3, 1.5, 2};
  expect_nodes(g.cut(breaks), {0.5, 0.6, 0.75, 1.0, 1.25, 1.3, 1.5});
  expect_nodes(g.aligned(breaks), {0.5, 0.6, 0.75, 0.75 + 0.55 / 3, 0.75 + 1.1 / 3, 1.3, 1.5});
  const auto back = Grid<double>::of_duration(0.5, -1.0, 4);
  expect_nodes(back.cut({-0.3, 0.1, 0.25}), {0.5, 0.25, 0.1, 0, -0.25, -0.3, -0.5});
  expect_nodes(back.aligned({-0.3, 0.25}), {0.5, 0.25, 0.25 - 0.55 / 3, 0.25 - 1.1 / 3, -0.3, -0.5});
  expect_nodes(Grid<double>::of_step(0, 0.5, 3).cut({0.1, 0.2}), {0, 0.1, 0.2, 0.5, 1, 1.5});
  EXPECT_TRUE(g.cut({0.5, 7}).aligned({1.5}).uniform());
}

// --- the loop ------------------------------------------------------------------------------------------------------

/// A body whose only use is to be counted along: Pi[0] is advanced by what a fake method says.
const FreeBody<double> dummy{{{1, 2, 3}, {{1, 0, 0}, {1, 0, 0, 0}}}};

struct FakeBase : SelfStarting {
  static constexpr MethodInfo info{
      .id = "fake", .label = "fake", .source = "", .order = 1, .kind = Kind::explicit_method};
};

/// Exact for Pi0' = Pi0 but for an error of order two per unit of time.
struct OfOrderTwo : FakeBase {
  template <class B, class T, class Counters>
  static RigidState<T> step(const B&, RigidState<T> s, const T&, const T& h, Counters&) {
    s.Pi[0] *= std::exp(h + 0.1 * h * h * h);
    return s;
  }
};

TEST(Loop, ReachesTheEndAndSeesEveryNode) {
  std::vector<std::int64_t> seen;
  const Sampler<FreeBody<double>> sampler{30, [&](const auto& s) { seen.push_back(s.n); }};
  const auto run = integrate<OfOrderTwo, FreeBody<double>>(dummy, Grid<double>::of_duration(0, 1, 100), sampler);
  EXPECT_EQ(run.status, Status::ok);
  EXPECT_EQ(run.steps, 100);
  EXPECT_NEAR(run.state.Pi[0], std::exp(1.0), 1e-4);
  EXPECT_EQ(seen, (std::vector<std::int64_t>{0, 30, 60, 90, 100}));
}

TEST(Loop, ObservingChangesNothing) {
  const Sampler<FreeBody<double>> sampler{7, [](const auto&) {}};
  const auto grid = Grid<double>::of_cycle(0, {0.01, 0.02, -0.005}, 321);
  const auto with = integrate<OfOrderTwo, FreeBody<double>>(dummy, grid, sampler);
  const auto without = integrate<OfOrderTwo, FreeBody<double>>(dummy, grid);
  EXPECT_EQ(with.state.Pi[0], without.state.Pi[0]);
}

/// Takes the torque of the end of its step, and asks for another at the start.
struct AsksAtEnd : FakeBase {
  template <class B, class State, class T>
  static State start(const B& body, const State& s, T t, T) {
    body.torque(t, s.R, s.Pi);
    return s;
  }
  template <class B, class T, class Counters>
  static RigidState<T> step(const B& body, RigidState<T> s, const T& t, const T& h, Counters&) {
    s.Pi = s.Pi + h * body.torque(t + h, s.R, s.Pi);
    return s;
  }
};

/// A step that ends where the torque jumps has its one side there, in both senses of time, whoever looks on.
TEST(Loop, HasTheSideOfAJumpThatAStepIsOn) {
  const auto value = [](double x) { return Vec<Body, double>{0, 0, x}; };
  const signals::Pieces<Body, double> pieces{{0.2, 0.5, 0.6}, {value(1), value(2), value(4), value(8)}};
  const TorquedBody<double> body{{{1, 2, 3}, {{0, 0, 0}, {1, 0, 0, 0}}}, {BodyTorque<double>{{pieces}}}};
  std::vector<double> seen;
  const Sampler<TorquedBody<double>> sampler{3, [&](const auto& s) { seen.push_back(s.state.Pi[2]); }};
  const auto run = detail::run<AsksAtEnd, TorquedBody<double>>(body, Grid<double>::of_step(0, 0.1, 10), &sampler);
  EXPECT_EQ(run.counters.torque_evaluations, 10 + 4);
  const double known[] = {0, 0.4, 1.2, 3.6, 4.4};
  ASSERT_EQ(seen.size(), std::size(known));
  for (std::size_t k = 0; k < seen.size(); ++k) EXPECT_NEAR(seen[k], known[k], 1e-14) << k;
  const auto back = detail::run<AsksAtEnd, TorquedBody<double>>(body, Grid<double>::of_step(1, -0.1, 10), nullptr);
  EXPECT_NEAR(back.state.Pi[2], -4.4, 1e-14);
}

/// Turns by its torque.
struct AsksOnce : FakeBase {
  template <class B, class T, class Counters>
  static RigidState<T> step(const B& body, RigidState<T> s, const T& t, const T& h, Counters&) {
    s.Pi = s.Pi + h * body.torque(t, s.R, s.Pi);
    s.R = s.R * exp(h * body.Omega(s.Pi));
    return s;
  }
};

TEST(Loop, TorquesAreAskedForAndCounted) {
  TorquedBody<double> body{dummy, {UniformField<double>{{0.3, -2, 1}, {0, 0, 2}}, CoulombWall<double>{{0.6, 0, 0.8}}}};
  for (int i = 0; i < 3; ++i) body.I.reciprocals[i] = 0;  // it does not turn: the torque is that of the start
  const auto run = integrate<AsksOnce>(body, Grid<double>::of_duration(0, 0.5, 200));
  EXPECT_LT(norm(run.state.Pi - body.initial.Pi - 0.5 * body.torque(0.0, body.initial.R, body.initial.Pi)), 1e-12);
  EXPECT_EQ(run.counters.torque_evaluations, 200);
}

/// Its 77th step leads to a state that is not finite, or finds no root.
template <bool overflows>
struct FailsAt77 : FakeBase {
  template <class B, class T, class Counters>
  static RigidState<T> step(const B&, RigidState<T> s, const T&, const T&, Counters& counters) {
    s.Pi[0] += 1;
    counters.count_iteration();
    if (s.Pi[0] == 78 && overflows) s.Pi[1] = INFINITY;
    if (s.Pi[0] == 78 && !overflows) counters.fail(Failure::no_root);
    return s;
  }
};

/// What fails once, as a method from outside may, goes on.
struct FailsOnce : FailsAt77<false> {
  static RigidState<double> step(const auto& body, RigidState<double> s, double t, double h, auto& counters) {
    static int calls = 0;
    s.Pi[0] += 1;
    if (++calls == 5) counters.fail(Failure::no_root);
    return s;
  }
};

TEST(Loop, EndsWhereItsGridEnds) {
  const auto run = integrate<FailsOnce>(dummy, Grid<double>::of_duration(0, 1, 50));
  EXPECT_EQ(run.status, Status::ok);
  EXPECT_EQ(run.steps, 50);
  EXPECT_EQ(run.state.Pi[0], 51);
}

TEST(Loop, FailuresAreDataWithTheirStep) {
  const auto grid = Grid<double>::of_duration(0, 1, 1000);
  const auto diverged = integrate<FailsAt77<true>>(dummy, grid);
  EXPECT_EQ(diverged.status, Status::diverged);
  EXPECT_EQ(diverged.steps, 76);  // the 77th step failed, the state before it is kept
  EXPECT_EQ(diverged.state.Pi[0], 77);
  const auto stuck = integrate<FailsAt77<false>>(dummy, grid);
  EXPECT_EQ(stuck.status, Status::not_converged);
  EXPECT_EQ(stuck.failure, Failure::no_root);
  EXPECT_EQ(stuck.reason(), text(Failure::no_root));
  EXPECT_EQ((integrate<FailsAt77<false>, FreeBody<double>>(dummy, grid).failure), Failure::no_root);
  EXPECT_EQ(diverged.reason(), "the state is not finite");
  EXPECT_EQ(stuck.steps, 76);
  EXPECT_EQ(stuck.state.Pi[0], 77);
  EXPECT_EQ(stuck.counters.solver_iterations, 77) << "the block is repeated, its count is not";
}

TEST(Loop, WhatIsNoBodyIsNotRun) {
  auto negative = dummy, none_at_all = dummy, infinite = dummy, twice = dummy, at_the_limit = dummy;
  negative.I = {1, -2, 3}, none_at_all.I = {1, NAN, 3}, infinite.I = {1, INFINITY, 3}, twice.initial.R.w = 2;
  at_the_limit.initial.R.w = 1.001;
  const auto grid = Grid<double>::of_step(0, 0.1, 1);
  for (const auto& good : {dummy, at_the_limit}) EXPECT_EQ((integrate<OfOrderTwo>(good, grid)).status, Status::ok);
  for (const auto& none : {negative, none_at_all, infinite, twice}) {
    const auto run = integrate<OfOrderTwo>(none, grid);
    EXPECT_EQ(run.status, Status::skipped);
    EXPECT_EQ(run.failure, Failure::no_body);
    EXPECT_EQ(run.steps, 0);
  }
}

struct NoStart : OfOrderTwo {
  template <class B, class T>
  static RigidState<T> start(const B&, RigidState<T> s, const T&, const T&) {
    s.Pi[0] = NAN;
    return s;
  }
};

TEST(Loop, AStartThatFailsIsKept) {
  const auto run = integrate<NoStart>(dummy, Grid<double>::of_duration(0, 1, 10));
  EXPECT_EQ(run.status, Status::diverged);
  EXPECT_EQ(run.steps, 0);
  EXPECT_EQ(run.state.Pi[0], 1);
  auto longer = dummy;
  longer.initial.R.w = 1.0005;
  EXPECT_NEAR((integrate<OfOrderTwo>(longer, Grid<double>::of_duration(0, 1, 10)).norm_defect), 5e-4, 1e-15);
}

TEST(Wide, HasTheBitsThatAreAskedFor) {
  EXPECT_EQ(static_cast<double>(Wide("0.1") - Wide(0.1)), -0x1.999999999999ap-58);
  EXPECT_EQ(static_cast<double>(epsilon<Wide>()), 0x1p-112);
  const auto exponential = [] { return exp(Vec<Body, Wide>{Wide(1.9), Wide(0), Wide(0)}).w; };
  const Wide full = exponential();
  const CountsAsDouble counting;
  EXPECT_EQ(static_cast<double>(epsilon<Wide>()), 0x1p-52);
  EXPECT_LT(std::abs(static_cast<double>(exponential() - full)), 1e-17);
  EXPECT_GT(std::abs(static_cast<double>(exponential() - full)), 1e-30);
}

TEST(Tallies, CountAndKeepTheFirstFailure) {
  Counters counters;
  counters.fail(Failure::no_root), counters.fail(Failure::step_too_large);
  EXPECT_EQ(counters.failure, Failure::no_root);
  const auto cost = [](const auto& f) {
    const CountsAsDouble counting;
    f(Wide(2), Wide(3));
    return counting.operations();
  };
  EXPECT_EQ(cost([](auto a, auto b) { return a * b + a - b; }), 3);
  EXPECT_EQ(cost([](auto a, auto b) { return a / b; }), 4);
  EXPECT_EQ(cost([](auto a, auto) { return sqrt(a); }), 4);
  EXPECT_EQ(cost([](auto a, auto b) { return sin(a) + atan2(a, b); }), 33);
}

// --- the solver ----------------------------------------------------------------------------------------------------

/// x = a + h (x.x) a / |a|^2 has, along a, the branch x -> a for h -> 0 and another root that comes from infinity.
template <class T>
struct Quadratic {
  Vec<Body, T> a;

  Vec<Body, T> operator()(const Vec<Body, T>& x, const T& h) const { return x - a - (h * norm2(x)) * a; }
  template <class D>
  Tangent<Body, T> operator()(const Tangent<Body, T, D>& x, const T& h) const {
    // (x.x) a by tangents: a x (stuff) does not give it, so it is written by components.
    const auto slope = [&](int i, int j) {
      const auto column = x.derivative.template column<Body>(j);
      return T(column[i] - T(2) * h * dot(x.value, column) * a[i]);
    };
    return {(*this)(x.value, h), Mat3<T>::of(slope)};
  }
};
const Vec<Body, double> a{1, 0, 0};  // x = 1 + h x^2: roots (1 -+ sqrt(1 - 4h)) / 2h
/// The same guess wherever the step has come to.
auto always(const auto& guess) {
  return [=](const auto&) { return guess; };
}

TEST(Solver, FindsTheRootOnTheBranchFromZero) {
  for (double h : {0.01, 0.1, 0.2, -0.5, -3.0}) {
    Counters counters;
    // A guess that leads to the wrong root: Newton from its end would take it.
    const double wrong = (1 + std::sqrt(1 - 4 * h)) / (2 * h), right = (1 - std::sqrt(1 - 4 * h)) / (2 * h);
    const double end = 0.7 * wrong + 0.3 * right;
    const auto guess = [&](double g) { return Vec<Body, double>{1 + g / h * (end - 1), 0, 0}; };
    const auto x = solve(h, guess, Quadratic<double>{a}, counters);
    EXPECT_FALSE(counters.failed()) << h;
    EXPECT_NEAR(x[0], right, 1e-12 * std::abs(right)) << h;
  }
}

/// Guesses that lead to the wrong root on the way, too: a root that is far from its guess is not taken for the branch.
TEST(Solver, DoesNotChangeBranchesOnTheWay) {
  for (double h : {0.05, 0.1}) {
    const auto root = [](double g, double sign) { return g == 0 ? 1 : (1 + sign * std::sqrt(1 - 4 * g)) / (2 * g); };
    const auto guess = [&](double g) {
      const double astray = 0.75 * std::min(1.0, std::pow(8 * g / h, 3));
      return Vec<Body, double>{root(g, -1) + astray * (root(g, 1) - root(g, -1)), 0, 0};
    };
    Counters counters;
    const auto x = solve(h, guess, Quadratic<double>{a}, counters);
    EXPECT_FALSE(counters.failed()) << h;
    EXPECT_NEAR(x[0], root(h, -1), 1e-12) << h;
  }
}

/// Beside the branch 1 + h there is a root at 3.
struct TwoRoots {
  Vec<Body, double> operator()(const Vec<Body, double>& x, double h) const {
    return {(x[0] - 1 - h) * (x[0] - 3), x[1], x[2]};
  }
  template <class D>
  Tangent<Body, double> operator()(const Tangent<Body, double, D>& x, double h) const {
    return {(*this)(x.value, h), Mat3<double>::of([&](int i, int j) {
              return x.derivative.template column<Body>(j)[i] * (i == 0 ? 2 * x.value[0] - 4 - h : 1);
            })};
  }
};
/// A guess next to that root, at which Newton's iteration would end, and which it would never leave.
TEST(Solver, DoesNotTakeUpAnotherBranchAtTheFirstStep) {
  const double h = 0.1;
  const auto guess = [&](double g) {
    const double astray = 0.9 * std::min(1.0, std::pow(8 * g / h, 3));
    return Vec<Body, double>{g == h ? 30 : 1 + g + astray * (2 - g), 0, 0};
  };
  Counters counters;
  EXPECT_NEAR(solve(h, guess, TwoRoots(), counters)[0], 1 + h, 1e-14);
}

/// From any guess near the root: what is left is rounding.
TEST(Solver, EndsBelowRounding) {
  for (int i = 1; i <= 400; ++i) {
    const double h = 0.0005 * i, right = 2 / (1 + std::sqrt(1 - 4 * h));
    for (double off = 1e-5; off < 0.2; off *= 1.5) {
      Counters counters;
      const auto x = solve(h, always(Vec<Body, double>{right * (1 + off), off, 0}), Quadratic<double>{a}, counters);
      EXPECT_NEAR(x[0], right, 4e-15 / std::sqrt(1 - 4 * h)) << h << " " << off;
    }
  }
}

TEST(Solver, GoesUpToTheEndOfTheBranch) {
  Counters counters;
  const auto x = solve(0.2499, always(a), Quadratic<double>{a}, counters);
  EXPECT_FALSE(counters.failed());
  EXPECT_NEAR(x[0], (1 - std::sqrt(1 - 4 * 0.2499)) / (2 * 0.2499), 1e-11);
}

TEST(Solver, CarriesDerivativesThrough) {
  using D = Dual<float128, 1>;
  Counters counters;
  const D p = D::variable(float128(1), 0);
  const Vec<Body, D> a{p, D(0), D(0)};
  const auto x = solve(D(0.1), always(a), Quadratic<D>{a}, counters);
  // x = p + 0.1 x^2 p: dx/dp = (1 + 0.1 x^2) / (1 - 0.2 x p)
  const float128 h(0.1), X = (1 - sqrt(float128(1 - 4 * h))) / (2 * h), slope = (1 + h * X * X) / (1 - 2 * h * X);
  EXPECT_LT(abs(x[0].value - X), float128(1e-32));
  EXPECT_LT(abs(x[0].partial[0] - slope), float128(1e-31));
  // A guess next to the root that does not move with it.
  const Vec<Body, D> near{D(X + float128(4e-18)), D(0), D(0)};
  const auto y = solve(D(0.1), always(near), Quadratic<D>{a}, counters);
  EXPECT_LT(abs(y[0].partial[0] - slope), float128(1e-31));
}

// --- stages ----------------------------------------------------------------------------------------------------------

TEST(Stages, AreSolvedWithPivots) {
  Blocks<2, double> swap{}, full{};
  Stages<2, Body, double> x{{{{1, -2, 3}, {0.5, 4, -6}}}}, reversed{{{{-6, 4, 0.5}, {3, -2, 1}}}}, image{};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      swap.b[i / 3][j / 3](i % 3, j % 3) = i + j == 5;
      const double entry = i == j ? 0 : 1.0 / (1 + i + 2 * j);  // nothing on the diagonal
      full.b[i / 3][j / 3](i % 3, j % 3) = entry;
      image[i / 3][i % 3] += entry * x[j / 3][j % 3];
    }
  EXPECT_EQ(largest(solve_linear(swap, x) - reversed), 0);
  EXPECT_LT(largest(solve_linear(full, image) - x), 1e-12);
  EXPECT_EQ(largest(x), 6);
  x[0][2] = NAN;
  EXPECT_TRUE(std::isnan(largest(x)));
}

}  // namespace
}  // namespace polhode
