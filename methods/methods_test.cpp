// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>

#include "core/geometry/scalar.hpp"
#include "core/testing/allocations.hpp"
#include "core/testing/vectors.hpp"
#include "methods/bbtrapwd.hpp"
#include "methods/euler.hpp"
#include "methods/imid.hpp"
#include "methods/imidm.hpp"
#include "methods/liemid.hpp"
#include "methods/mkrk.hpp"
#include "methods/runners.hpp"
#include "methods/trap.hpp"
#include "methods/trapm.hpp"
#include "methods/vector_space.hpp"
#include "problems/roster.hpp"
#include "problems/test_problems.hpp"

namespace polhode {
namespace {

using vectors::relative;

template <class P>
Run<P> run(const MethodInfo& m, const P& problem, const Grid<typename P::Scalar>& grid) {
  return find_runner<P>(m)->run(problem, grid, nullptr);
}

/// The methods that take the steps they are given.
template <class P>
std::vector<Runner<P>> fixed_steps() {
  std::vector<Runner<P>> all;
  std::copy_if(runners<P>().begin(), runners<P>().end(), std::back_inserter(all),
               [](const Runner<P>& r) { return r.info->tolerance == 0; });
  return all;
}

/// Bodies of no paper: any inertia, centre of mass and tilted fields off the axes, a torque harmonic in time, every
/// sign. The same method in 113 bits is the reference: the solve ends on the same root, to rounding.
TEST(Vectors, InDoubleAreThoseInQuadOnRandomBodies) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto x = [&] { return any(random); };
  const auto moment = [&] { return std::exp(x()); };
  for (int n = 0; n < 4; ++n) {
    TorquedBody<double> body{{{moment(), moment(), moment()}, {{x(), x(), x()}, {}}}, {}};
    body.initial.R = relabel<Body, Space>(exp(Vec<Body, double>{3 * x(), 3 * x(), 3 * x()}));
    body.torques.push_back(UniformField<double>{{x(), x(), x()}, {x(), x(), x()}});
    body.torques.push_back(HarmonicSpace<double>{{x(), x(), x()}, 3 * x()});
    const auto wide = cast<float128>(body);
    const double h = n % 2 ? 0.1 : -0.15;
    for (const auto& r : runners<TorquedBody<double>>()) {
      if (!find_runner<TorquedBody<float128>>(*r.info)) continue;
      const auto a = r.run(body, Grid<double>::of_step(0.7, h, 20), nullptr);
      const auto b = run(*r.info, wide, Grid<float128>::of_step(float128(0.7), float128(h), 20));
      ASSERT_EQ(a.status, Status::ok) << r.info->id << " " << n;
      EXPECT_LT(relative(cast<float128>(a.state.Pi), b.state.Pi), 1e-11) << r.info->id << " " << n;
      EXPECT_LT(static_cast<double>(attitude_distance(cast<float128>(a.state.R), b.state.R)), 1e-11)
          << r.info->id << " " << n;
    }
  }
}

// --- methods made of methods --------------------------------------------------------------------------------------

/// Half a step by each of two methods that carry only the state: Second(h/2) o First(h/2). It fails if one of them does.
template <class First, class Second>
struct Composition : SelfStarting {
  template <class P, class State, class T, class Counters>
  static State step(const P& problem, const State& s, const T& t, const T& h, Counters& counters) {
    const T half = h / 2;
    return Second::step(problem, First::step(problem, s, t, half, counters), t + half, half, counters);
  }
};

/// Steps by their own text and by that of their parts, in quad, under a torque that depends on time.
template <class M, class Composite, class P = TorquedBody<float128>>
double deviation(const P& problem = test_problem::forced<float128>()) {
  const auto grid = Grid<float128>::of_step(float128(0.3), float128(0.2), 3);
  return static_cast<double>(
      distance(integrate<M, P>(problem, grid).state, integrate<Composite, P>(problem, grid).state).largest());
}

TEST(Compositions, AreTheBoxes) {
  EXPECT_LT((deviation<Trap, Composition<ForwardEuler, BackwardEuler>>()), 1e-31);
  EXPECT_LT((deviation<Imid, Composition<BackwardEuler, ForwardEuler>>()), 1e-31);
  EXPECT_LT((deviation<Trapm, Composition<ForwardEulerM, BackwardEulerM>>()), 1e-31);
  EXPECT_LT((deviation<Imidm, Composition<BackwardEulerM, ForwardEulerM>>()), 1e-31);
  EXPECT_LT((deviation<LiemidEa, Composition<LiemidE2, LiemidE1>>()), 1e-31);
  EXPECT_LT((deviation<LiemidEaDkkd, Composition<LiemidE1, LiemidE2>>()), 1e-31);
  EXPECT_GT((deviation<Trap, Composition<BackwardEuler, ForwardEuler>>()), 1e-6);
  EXPECT_LT((deviation<Bbtrapwd, MkrkTrapezoid>()), 1e-31);
  EXPECT_LT((deviation<Imidm, MkrkMidpoint>()), 1e-31);
  EXPECT_GT((deviation<Bbtrapwd, MkrkMidpoint>()), 1e-6);
  const auto particles = VsTest::make<float128>();
  EXPECT_LT((deviation<VsTrapezoidal, Composition<VsForwardEuler, VsBackwardEuler>>(particles)), 1e-31);
  EXPECT_LT((deviation<VsMidpoint, Composition<VsBackwardEuler, VsForwardEuler>>(particles)), 1e-31);
  EXPECT_LT((deviation<VsVerlet, Composition<VsSymplecticEulerAdjoint, VsSymplecticEuler>>(particles)), 1e-31);
}

// --- invariances ---------------------------------------------------------------------------------------------------

/// In a unit of time of 1e-12 a torque is 1e24, beside angles of a tenth.
TEST(Invariance, UnitsOfTime) {
  // In a unit that is s times longer momenta and damping grow by s, torques by s^2.
  const auto body = [](double s, bool damped) {
    auto b = test_problem::forced<double>();
    b.initial.Pi = s * b.initial.Pi;
    auto& f = std::get<UniformField<double>>(b.torques.terms[0]);
    auto& g = std::get<HarmonicSpace<double>>(b.torques.terms[1]);
    f.moment = s * s * f.moment, g.amplitude = s * s * g.amplitude, g.frequency *= s;
    if (damped) b.momentum_torques.push_back(Damping<double>{{{{0.1 * s, 0, 0}, {0, 0.1 * s, 0}, {0, 0, 0.1 * s}}}});
    return b;
  };
  for (const auto& r : fixed_steps<TorquedBody<double>>()) {
    const bool damped = r.info->supports != Dependence::none;
    const auto run = r.run(body(1, damped), Grid<double>::of_step(0, 0.1, 20), nullptr);
    for (const double s : {1e-12, 1e12}) {
      const auto other = r.run(body(s, damped), Grid<double>::of_step(0, 0.1 / s, 20), nullptr);
      ASSERT_EQ(other.status, run.status) << r.info->id << " " << s << " " << other.reason();
      EXPECT_LT(relative((1 / s) * other.state.Pi, run.state.Pi), 1e-12) << r.info->id << " " << s;
      EXPECT_LT(attitude_distance(other.state.R, run.state.R), 1e-12) << r.info->id << " " << s;
    }
  }
}

/// A water molecule and the Earth in kg m^2, and a ball whose moments have no exact reciprocal.
TEST(Invariance, UnitsOfMass) {
  for (const Inertia<double>& I : {Inertia<double>(0.6, 0.8, 1), Inertia<double>(0.3, 0.3, 0.3)}) {
    const auto body = [&](double unit) {
      return FreeBody<double>{{{unit * I[0], unit * I[1], unit * I[2]},
                               {unit * Vec<Body, double>{0.2, 0.7, -0.4}, Attitude<double>::identity()}}};
    };
    for (const auto& r : fixed_steps<FreeBody<double>>()) {
      const auto grid = Grid<double>::of_step(0, 0.1, 20);
      const auto run = r.run(body(1), grid, nullptr);
      for (const double unit : {1e-47, 1e38}) {
        const auto other = r.run(body(unit), grid, nullptr);
        EXPECT_EQ(other.status, Status::ok) << r.info->id << " " << unit << " " << other.reason();
        EXPECT_LT(relative((1 / unit) * other.state.Pi, run.state.Pi), 1e-12) << r.info->id << " " << unit;
        EXPECT_LT(attitude_distance(other.state.R, run.state.R), 1e-12) << r.info->id << " " << unit;
      }
    }
  }
}

// --- cost ----------------------------------------------------------------------------------------------------------

template <class P>
void no_allocation_between_steps(const P& problem) {
  for (const auto& r : fixed_steps<P>()) {
    const auto count = [&](std::int64_t steps) {
      const auto grid = Grid<double>::of_step(0, 0.05, steps);
      r.run(problem, grid, nullptr);  // statics
      const auto before = allocations;
      r.run(problem, grid, nullptr);
      return allocations - before;
    };
    EXPECT_EQ(count(1), count(1000)) << r.info->id;
  }
}
TEST(Cost, NoAllocationBetweenFirstAndLastStep) {
  no_allocation_between_steps(test_problem::forced<double>());
  no_allocation_between_steps(test_problem::free<double>());
  no_allocation_between_steps(test_problem::pushed<double>());
  no_allocation_between_steps(VsTest::make<double>());
}

/// Solver iterations of a step that is so small that the guess is the root to rounding: a solve by Newton's method
/// takes one.
template <class P>
double solves(const Runner<P>& runner, const P& problem, double h) {
  return static_cast<double>(runner.run(problem, Grid<double>::of_step(0, h, 40), nullptr).counters.solver_iterations) /
         40;
}
bool solves_by_newton(const MethodInfo& m) {
  return m.kind == Kind::implicit_method && m.solver == Solver::newton && m.tolerance == 0;
}
template <class P>
void solves_are_as_declared(const P& problem) {
  for (const auto& r : runners<P>()) {
    if (!solves_by_newton(*r.info)) continue;
    EXPECT_EQ(solves(r, problem, 1e-10), r.info->solves_per_step) << r.info->id;
  }
}
TEST(Cost, SolvesPerStepAreAsDeclared) {
  solves_are_as_declared(test_problem::pushed<double>());
  solves_are_as_declared(VsTest::make<double>());
  for (const auto& r : runners<FreeBody<double>>()) {
    if (!solves_by_newton(*r.info)) continue;
    // Rounding of small increments takes one more, a step of AKW in closed form counts as two.
    double least = solves(r, test_problem::free<double>(), 1e-7);
    if (const auto* torqued = find_runner<TorquedBody<double>>(*r.info))
      least = std::min(least, solves(*torqued, test_problem::forced<double>(), 1e-10));
    EXPECT_EQ(least, r.info->solves_per_step) << r.info->id;
  }
}

/// On bodies that turn by 0.2 per step a solve takes 3 evaluations of the residual, by rare exception one more.
template <class P>
void few_evaluations_per_solve(const P& body) {
  const auto grid = Grid<double>::of_step(0, 0.2 / norm(body.Omega(body.initial.Pi)), 1000);
  for (const auto& r : runners<P>()) {
    if (!solves_by_newton(*r.info)) continue;
    const auto run = r.run(body, grid, nullptr);
    EXPECT_EQ(run.status, Status::ok) << r.info->id;
    EXPECT_LE(run.counters.solver_iterations / 1000.0, 3.5 * r.info->solves_per_step) << r.info->id;
  }
}
TEST(Cost, FewEvaluationsPerSolve) {
  few_evaluations_per_solve(test_problem::free<double>());
  few_evaluations_per_solve(FreeKrysl::make<double>());
  few_evaluations_per_solve(LagrangeTopSlow::make<double>());
  few_evaluations_per_solve(LagrangeTopFast::make<double>());
  few_evaluations_per_solve(HeavyTop1000::make<double>());
  few_evaluations_per_solve(HeavyTop156::make<double>());
  few_evaluations_per_solve(HeavyTopAlpha::make<double>());
}

/// V = -u2^3 / 3 from u = 0, p2 = 1: backward Euler solves h^3 x^2 - x + 1 = 0, whose branch from x = 1 ends at h^3 =
/// 1/4.
TEST(Robustness, SolvesOfParticlesFollowTheBranchToItsEnd) {
  const Particles<double> cubic{
      .mass = {1, 1, 1}, .initial = {{0, 0, 0}, {0, 1, 0}}, .a = {0, 0, 0}, .b = 0, .c = -1, .d = 0};
  for (const double h : {0.1, 0.5, 0.6, 0.6299, -0.8}) {
    const auto end = run(VsBackwardEuler::info, cubic, Grid<double>::of_step(0, h, 1));
    ASSERT_EQ(end.status, Status::ok) << h;
    EXPECT_NEAR(end.state.p[1], 2 / (1 + std::sqrt(1 - 4 * h * h * h)), 1e-13) << h;
  }
  EXPECT_EQ(run(VsBackwardEuler::info, cubic, Grid<double>::of_step(0, 0.631, 1)).status, Status::not_converged);
}

template <class P>
void huge_steps_end_with_a_status(const P& problem) {
  for (const auto& r : runners<P>())
    for (const double h : {5.0, -40.0, 1e6}) {
      const auto run = r.run(problem, Grid<double>::of_step(0, h, 20), nullptr);
      EXPECT_TRUE(is_finite(run.state)) << r.info->id;
      EXPECT_TRUE(run.status != Status::ok || run.steps == 20) << r.info->id;
    }
}
TEST(Robustness, HugeStepsEndWithAStatus) {
  huge_steps_end_with_a_status(test_problem::forced<double>());
  huge_steps_end_with_a_status(VsTest::make<double>());
}

/// At once, and under a torque that grows from nothing: l = s (sin w t - sin w t0)/w.
TEST(Robustness, BodiesStartFromRest) {
  const double w = 1.3, h = 0.02;
  const Vec<Space, double> s{0.3, -0.2, 0.4};
  const TorquedBody<double> body{{{1.3, 0.8, 1.1}, {{0, 0, 0}, Attitude<double>{0.5, 0.5, -0.5, 0.5}}},
                                 {HarmonicSpace<double>{s, w}}};
  for (const auto& r : runners<TorquedBody<double>>())
    for (const double t0 : {0.0, pi_of<double>() / 2 / w}) {
      const auto run = r.run(body, Grid<double>::of_step(t0, h, 10), nullptr);
      ASSERT_EQ(run.status, Status::ok) << r.info->id << " " << t0 << " " << run.reason();
      const auto l = ((std::sin(w * (t0 + 10 * h)) - std::sin(w * t0)) / w) * s;
      EXPECT_LT(norm(run.state.pi() - l), 0.25 * norm(l)) << r.info->id << " " << t0;  // a step late at the most
    }
}

// --- the updates of physics engines --------------------------------------------------------------------------------

/// Property reports have the order under a torque. Without one it is that between 640 and 1280 steps, against the exact
/// motion of engines.json.
TEST(Engines, OrdersWithoutTorqueAreAsDeclared) {
  using T = float128;
  const FreeBody<T> body{{{T(1), T(2), T("2.8")}, {{T("0.9"), T("-1.2"), T("1.6")}, {0.5, -0.5, 0.5, 0.5}}}};
  const auto known = vectors::read("engines")["references"]["free"].back();
  const RigidState<T> exact{vectors::vec<Body, T>(known["Pi"]), vectors::matrix<T>(known["R"])};
  const auto time = vectors::number<T>(known["t"]);
  int seen = 0;
  for (const auto& r : runners<FreeBody<T>>()) {
    const auto* m = r.info;
    if (!m->order_without_torque) continue;
    // Others are exact, or as good as a free flow that is a method of its own.
    if (m->order_without_torque->attitude < 1 || m->order_without_torque->attitude > 4) continue;
    Distance<T> off[2];
    for (const int i : {0, 1})
      off[i] = distance(r.run(body, Grid<T>::of_duration(T(0), time, 640 << i), nullptr).state, exact);
    const auto check = [&](int declared, const T& coarse, const T& fine) {
      if (declared < 1) return;  // exact
      EXPECT_NEAR(std::log2(static_cast<double>(coarse / fine)), declared, 0.06) << m->id;
      ++seen;
    };
    check(m->order_without_torque->momentum, off[0].momentum, off[1].momentum);
    check(m->order_without_torque->attitude, off[0].configuration, off[1].configuration);
  }
  EXPECT_GE(seen, 10);
  EXPECT_EQ(text(find_method("semi-implicit-euler-no-gyro")->order), "solves another equation");
}
TEST(Engines, BodiesAtRestStay) {
  const FreeBody<double> body{{{1, 2, 2.5}, {{0, 0, 0}, Attitude<double>::identity()}}};
  for (const auto& r : fixed_steps<FreeBody<double>>()) {
    const auto run = r.run(body, Grid<double>::of_step(0, 0.1, 3), nullptr);
    EXPECT_EQ(run.status, Status::ok) << r.info->id;
    EXPECT_EQ(norm(run.state.Pi) + norm(log(run.state.R)), 0) << r.info->id;
  }
}

/// q += (h/2) q w, then normalised, is cay.
TEST(Engines, AddingAndNormalisingIsCayley) {
  const Vec<Body, double> w{0.3, -1.2, 0.7};
  const auto one = Rotation<Body, Body, double>::identity();
  EXPECT_LT(norm((inverse(cay(0.9 * w)) * normalised(plus(one, 0.9, quaternion_rate(one, w)))).vector()), 1e-15);
}

TEST(Engines, BulletTurnsOnBeyondItsLimit) {
  for (const auto& [angle, turned] : {std::pair{0.5, 0.5}, {1.0, 0.97}, {1.5707963, 1.38}, {3.0, 2.01}}) {
    const FreeBody<double> body{{{1, 1, 1}, {{0, 0, angle}, Attitude<double>::identity()}}};
    const auto end = run(*find_method("bullet"), body, Grid<double>::of_step(0, 1, 1)).state;
    EXPECT_NEAR(norm(log(end.R)), turned, 5e-3) << angle;
  }
}
TEST(Engines, EspressoRefusesWhatNoMultiplierMakesAUnit) {
  const FreeBody<double> body{{{1, 1, 1}, {{0, 0, 1}, Attitude<double>::identity()}}};
  for (const auto& [h, status] : {std::pair{1.9, Status::ok}, {2.1, Status::not_converged}})
    EXPECT_EQ(run(*find_method("espresso"), body, Grid<double>::of_step(0, h, 3)).status, status) << h;
}

}  // namespace
}  // namespace polhode
