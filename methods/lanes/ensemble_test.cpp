// SPDX-License-Identifier: MIT
#include "methods/lanes/ensemble.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "methods/lanes/flows.hpp"
#include "methods/runners.hpp"

namespace polhode {
namespace {

#ifdef __FMA__
constexpr bool contracted = true;  // multiplications and additions in one rounding: other bits in every instantiation
#else
constexpr bool contracted = false;
#endif

struct Start {
  FreeBody<double> body;
  double h;
};

/// Bodies of every kind: generic, symmetric and nearly so, needles, discs, spheres, next to the separatrix and on it,
/// next to steady rotation and in it, at rest; steps of either sign, some of more than a radian.
std::vector<Start> bodies(std::size_t count) {
  std::mt19937_64 generator(2026);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::normal_distribution<double> normal;
  const auto u = [&] { return uniform(generator); };
  const auto small = [&] { return std::pow(10, -16 * u()); };
  std::vector<Start> all;
  for (std::size_t i = 0; i < count; ++i) {
    double x = u(), y = u();  // moments x <= y <= 1 <= x + y
    if (x + y > 1) x = 1 - x, y = 1 - y;
    std::array<double, 3> I{1 - x - y / 2, 1 - y / 2, 1};
    std::array<double, 3> m{normal(generator), normal(generator), normal(generator)};
    const auto kind = i % 9;
    if (kind == 1) I[1] = u() < 0.5 ? I[0] : I[2];
    if (kind == 2) I[1] = u() < 0.5 ? I[0] + I[0] * small() : I[2] - small() / 2;
    if (kind == 3) I = {small(), 1, 1};
    if (kind == 4) I = {0.5, 0.5 + small() / 4, 1};
    if (kind == 5) I = {1, 1, 1};
    if (kind == 6)  // m1^2 (1/I1 - 1/I2) = m3^2 (1/I2 - 1/I3)
      m[0] = m[2] * std::sqrt(std::abs((1 / I[1] - 1 / I[2]) / (1 / I[0] - 1 / I[1]))) * (1 + small());
    if (kind == 7)
      for (int k = 1; k < 3; ++k) m[k] *= u() < 0.3 ? 0 : small();
    if (kind == 8 && i % 5 == 0) m = {0, 0, 0};
    std::array<int, 3> order{0, 1, 2};
    std::shuffle(order.begin(), order.end(), generator);
    const double size = std::pow(10, 2 * normal(generator));
    const double w = std::sqrt(std::pow(m[0] / I[0], 2) + std::pow(m[1] / I[1], 2) + std::pow(m[2] / I[2], 2)) * size;
    const double turn = (u() < 0.9 ? 0.3 : 4) * u() * (u() < 0.5 ? 1 : -1);
    Vec<Body, double> moments, Pi;
    for (int k = 0; k < 3; ++k) moments[k] = I[order[k]], Pi[k] = size * m[order[k]];
    const Attitude<double> R = normalised(Attitude<double>{normal(generator), u(), u(), u()});
    all.push_back({{{{moments[0], moments[1], moments[2]}, {Pi, R}}}, w > 0 ? turn / w : 0.1});
  }
  return all;
}

Ensemble ensemble(const std::vector<Start>& starts) {
  Ensemble e(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) e.set(i, starts[i].body, starts[i].h);
  return e;
}

/// The same bits, or both not a number.
bool same(const RigidState<double>& a, const RigidState<double>& b) {
  const double x[] = {a.Pi[0], a.Pi[1], a.Pi[2], a.R.w, a.R.x, a.R.y, a.R.z};
  const double y[] = {b.Pi[0], b.Pi[1], b.Pi[2], b.R.w, b.R.x, b.R.y, b.R.z};
  return std::equal(x, std::end(x), y, [](double p, double q) { return p == q || (p != p && q != q); });
}
/// Rounding of that many steps.
bool close(const RigidState<double>& a, const RigidState<double>& b, double bound) {
  const auto [attitude, momentum] = distance(a, b);
  return same(a, b) || (attitude <= bound && momentum <= bound * norm(b.Pi));
}
/// Whether body i ends as it does alone, with the same counts; else what differs.
template <class P>
testing::AssertionResult alike(const Ensemble& e, std::size_t i, const polhode::Run<P>& run, double bound) {
  const auto& [status, failure, taken, iterations, torques] = e.ending(i);
  const bool equal = contracted ? close(e.state(i), run.state, bound) : same(e.state(i), run.state);
  const bool counted =
      contracted || (iterations == run.counters.solver_iterations && torques == run.counters.torque_evaluations);
  if (equal && counted && status == run.status && failure == run.failure && taken == run.steps)
    return testing::AssertionSuccess();
  const auto I = e.body(i).I;
  return testing::AssertionFailure() << "body " << i << " of kind " << i % 9 << ", with torques of form " << i / 64 % 8
                                     << ": I = " << I[0] << ", " << I[1] << ", " << I[2] << ", off by "
                                     << distance(e.state(i), run.state).largest() << ", status "
                                     << static_cast<int>(status) << " for " << static_cast<int>(run.status)
                                     << ", steps " << taken << " for " << run.steps << ", iterations " << iterations
                                     << " for " << run.counters.solver_iterations << ", torques " << torques << " for "
                                     << run.counters.torque_evaluations;
}
/// All of them; four that are not are said.
template <class P>
void expect_alike(const Ensemble& e, const std::vector<polhode::Run<P>>& runs, double bound, Instructions set) {
  int differ = 0;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (const auto as_alone = alike(e, i, runs[i], bound); !as_alone && ++differ < 5)
      ADD_FAILURE() << "instructions " << name(set) << ", " << as_alone.message();
  EXPECT_EQ(differ, 0);
}

/// A method that moves ensembles, and the loop of its own page.
class Lanes : public testing::TestWithParam<EnsembleRunner> {
 protected:
  const EnsembleRunner& runner = GetParam();

  template <class P>
  polhode::Run<P> one_by_one(const P& body, double h, std::int64_t steps, const Sampler<P>* sampler = nullptr) const {
    return find_runner<P>(*runner.info)->run(body, Grid<double>::of_step(0, h, steps), sampler);
  }
};
INSTANTIATE_TEST_SUITE_P(Roster, Lanes, testing::ValuesIn(ensemble_runners()), [](const auto& test) {
  std::string name(test.param.info->id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST_P(Lanes, HaveTheBitsOfOneBody) {
  constexpr int steps = 5;
  const auto starts = bodies(20'011);  // no multiple of any width
  std::vector<polhode::Run<FreeBody<double>>> expected;
  std::vector<std::array<RigidState<double>, steps + 1>> nodes(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const Sampler<FreeBody<double>> see{3, [&](const auto& s) { nodes[i][s.n] = s.state; }};
    expected.push_back(one_by_one(starts[i].body, starts[i].h, steps, &see));
  }
  for (const auto set : all_instructions) {
    if (!available(set)) continue;
    auto e = ensemble(starts);
    std::atomic<int> seen = 0, others = 0;  // those at steps 0, 3 and 5
    e.sampler = {3, [&](std::size_t i, std::int64_t n, const RigidState<double>& s) {
                   ++seen, others += !(contracted ? close(s, nodes[i][n], 1e-12) : same(s, nodes[i][n]));
                 }};
    runner.run(e, steps, set);
    expect_alike(e, expected, 1e-12, set);
    EXPECT_EQ(others, 0);
    EXPECT_GT(seen, 2 * starts.size());  // some are left
  }
}

/// Those bodies, 64 in a row with torques of the same form: gravity; a dipole at rest; gravity gradient; two of them; a
/// dipole in a field that turns; the same and a gradient that moves; a wall, which lanes leave; and forms by turns.
std::vector<TorquedBody<double>> with_torques(const std::vector<Start>& starts) {
  std::mt19937_64 generator(36);
  std::normal_distribution<double> normal;
  const auto vector = [&]<class F>(std::type_identity<F>) {
    return Vec<F, double>{normal(generator), normal(generator), normal(generator)};
  };
  std::vector<TorquedBody<double>> all;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto& body = starts[i].body;
    const double H = body.kinetic_energy(body.initial.Pi), size = std::isfinite(H) ? H : 1;
    const double rate = norm(body.Omega(body.initial.Pi));
    const auto m = vector(std::type_identity<Body>());
    const auto v = vector(std::type_identity<Space>());
    const Signal<Space, double> turning{signals::Rotating<Space, double>{v, axis<Space, double>(2), rate}};
    const UniformField<double> field{size * m, v};
    const Dipole<double> dipole{size * m, v}, turned{size * m, turning};
    const auto gradient = [&](const auto& direction) {
      return GravityGradient<double>{body.I.moments, 0.1 * rate * rate, direction};
    };
    const TorqueSum<double> forms[] = {{field},
                                       {dipole},
                                       {gradient(v / norm(v))},
                                       {field, gradient(v / norm(v))},
                                       {turned},
                                       {dipole, gradient(turning), turned},
                                       {CoulombWall<double>()}};
    const auto form = i / 64 % 8;
    all.push_back({body, forms[form == 7 ? i % 7 : form]});
  }
  return all;
}
Ensemble ensemble(const std::vector<Start>& starts, const std::vector<TorquedBody<double>>& bodies,
                  bool watched = false) {
  Ensemble e(bodies.size(), watched);
  for (std::size_t i = 0; i < bodies.size(); ++i) e.set(i, bodies[i], starts[i].h);
  return e;
}

/// With torques, too; nine of ten bodies that lanes could serve are, of most methods. What is not is counted the same.
TEST_P(Lanes, HaveTheBitsOfOneBodyWithTorques) {
  constexpr int steps = 5;
  const auto starts = bodies(2051);
  const auto torqued = with_torques(starts);
  EXPECT_EQ(runner.takes_torques, find_runner<TorquedBody<double>>(*runner.info) != nullptr);
  std::vector<polhode::Run<TorquedBody<double>>> expected;
  for (std::size_t i = 0; runner.takes_torques && i < starts.size(); ++i)
    expected.push_back(one_by_one(torqued[i], starts[i].h, steps));
  for (const auto set : all_instructions) {
    if (!available(set)) continue;
    auto e = ensemble(starts, torqued);
    if (!runner.takes_torques) {
      runner.run(e, steps, set);
      EXPECT_EQ(e.ending(0).status, Status::skipped);
      EXPECT_TRUE(same(e.state(0), torqued[0].initial));
      continue;
    }
    runner.kernels[static_cast<int>(set)](e, 0, starts.size(), steps);
    int served = 0, able = 0;
    for (std::size_t i = 0; i < starts.size(); ++i)
      if (i / 64 % 8 < 6) ++able, served += e.ending(i).status == Status::ok;
    EXPECT_GT(served, able / 2);
    runner.one_by_one(e, 0, starts.size(), steps);
    expect_alike(e, expected, 1e-11, set);
    for (std::size_t i = 0; i < starts.size(); ++i)
      EXPECT_EQ(e.column(Ensemble::time)[i], 0 + static_cast<double>(e.ending(i).steps) * starts[i].h);
  }
}

/// Beside a field that lanes take, a torque that they do not, of the momentum: one body by one, where the method
/// supports it.
TEST_P(Lanes, TorquesOfTheMomentumAreLeftToOneByOne) {
  if (runner.takes_torques) {
    const auto starts = bodies(90);
    auto torqued = with_torques(starts);
    for (auto& body : torqued) {
      Damping<double> damping;
      for (int k = 0; k < 3; ++k) damping.matrix.rows[k][k] = 0.1 * body.I[k] / (1 + std::abs(starts[0].h));
      body.momentum_torques.push_back(damping);
    }
    auto e = ensemble(starts, torqued);
    runner.run(e, 5);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (runner.info->supports == Dependence::none) {
        EXPECT_EQ(e.ending(i).status, Status::skipped);
        EXPECT_EQ(e.ending(i).failure, Failure::momentum_torque);
        EXPECT_TRUE(same(e.state(i), torqued[i].initial)) << i;
      } else {
        EXPECT_TRUE(alike(e, i, one_by_one(torqued[i], starts[i].h, 5), 1e-11));
      }
    }
  }
}

TEST_P(Lanes, WatchTheEnergyInAFieldAndGoOnInTime) {
  if (runner.takes_torques) {
    constexpr int steps = 12;
    const auto starts = bodies(512);
    const auto torqued = with_torques(starts);
    auto e = ensemble(starts, torqued, true), halves = ensemble(starts, torqued);
    runner.run(e, steps);
    runner.run(halves, steps / 2), runner.run(halves, steps / 2);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (e.ending(i).status != Status::ok || halves.ending(i).status != Status::ok) continue;
      double early = 0, late = 0, H0 = 0;
      const Sampler<TorquedBody<double>> sampler{1, [&](const auto& s) {
                                                   const double H = energy(torqued[i], s.state);
                                                   if (s.n == 0) H0 = H;
                                                   auto& most = 2 * s.n > steps ? late : early;
                                                   most = std::max(most, std::abs(H - H0));
                                                 }};
      one_by_one(torqued[i], starts[i].h, steps, &sampler);
      const double rounding = 1e-12 * std::abs(H0);
      ASSERT_NEAR(e.errors()[i].early, early, contracted ? rounding : 0) << i;
      ASSERT_NEAR(e.errors()[i].late, late, contracted ? rounding : 0) << i;
      // Needles, and all in long steps, make more of rounding.
      const double turn = std::abs(starts[i].h) * norm(starts[i].body.Omega(starts[i].body.initial.Pi));
      EXPECT_TRUE(i / 64 % 8 > 5 || i % 9 == 3 || turn > 0.4 || close(halves.state(i), e.state(i), 1e-7)) << i;
      EXPECT_NEAR(halves.column(Ensemble::time)[i] / (steps * starts[i].h), 1, 1e-14);
    }
  }
}

/// Bodies that end early, next to others that do not: each as by itself.
TEST_P(Lanes, OfBodiesThatEndEarlyDisturbNoOther) {
  constexpr int steps = 100;
  auto starts = bodies(200);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < starts.size(); i += 3) {
    auto& s = starts[i];
    if (i % 4 == 0) s.body.initial.Pi[0] = nan;
    if (i % 4 == 1) s.body.initial.Pi[1] = std::numeric_limits<double>::infinity();
    if (i % 4 == 2) s.h *= 1e3;
    if (i % 4 == 3) s.h = 1e308;
  }
  std::vector<polhode::Run<FreeBody<double>>> runs;
  for (const auto& s : starts) runs.push_back(one_by_one(s.body, s.h, steps));
  for (const auto set : all_instructions) {
    if (!available(set)) continue;
    auto e = ensemble(starts);
    runner.run(e, steps, set);
    int early = 0;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (i % 3 == 0 && contracted) continue;  // what overflows is decided by rounding
      EXPECT_TRUE(alike(e, i, runs[i], 1e-9)) << name(set);
      early += runs[i].status != Status::ok;
    }
    EXPECT_GT(early, 30);
  }
}

/// Free motions at any time of either sign, each with the bits of its FreeFlow; some at angles beyond all reduction.
TEST(Flows, HaveTheBitsOfOneBody) {
  const auto starts = bodies(20'003);
  const auto e = ensemble(starts);
  std::mt19937_64 generator(17);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> times;
  for (std::size_t i = 0; i < starts.size(); ++i)
    times.push_back(starts[i].h * uniform(generator) * (i % 100 == 0 ? 1e9 : i % 100 == 1 ? 0 : 1e3));
  times[5] = std::numeric_limits<double>::quiet_NaN();
  std::vector<polhode::Run<FreeBody<double>>> expected;
  for (std::size_t i = 0; i < starts.size(); ++i)
    expected.push_back({.state = FreeFlow(starts[i].body.I, starts[i].body.initial).state(times[i])});
  for (const auto set : all_instructions) {
    if (!available(set)) continue;
    const FreeFlows flows(e, set);
    auto out = e;
    flows.states(times, out);
    for (std::size_t i = 0; contracted && i < starts.size(); ++i)
      if (i % 100 == 0 || i == 5) expected[i].state = out.state(i);  // angles that rounding decides
    expect_alike(out, expected, 1e-9, set);
    out.set(64, starts[0].body, 1);  // a part, on this thread
    flows.states(times, out, 64, 131);
    EXPECT_TRUE(contracted || same(out.state(64), expected[64].state));
    EXPECT_EQ(out.column(Ensemble::step)[64], 1);
  }
}

TEST(Ensemble, IsAStructureOfArrays) {
  const auto starts = bodies(3);
  auto e = ensemble(starts);
  EXPECT_EQ(e.size(), 3u);
  EXPECT_EQ(e.column(Ensemble::step)[2], starts[2].h);
  EXPECT_EQ(e.column(Ensemble::inertia + 1)[1], starts[1].body.I[1]);
  EXPECT_EQ(e.column(Ensemble::momentum + 2)[0], starts[0].body.initial.Pi[2]);
  EXPECT_EQ(e.column(Ensemble::attitude)[1], starts[1].body.initial.R.w);
  EXPECT_TRUE(same(e.state(2), starts[2].body.initial));
  Ensemble none(0);
  ensemble_runners().front().run(none, 10);
  EXPECT_EQ(find_ensemble_runner("vs-verlet"), nullptr);
}

/// Methods without lanes move one body after the other.
TEST(Ensemble, MovesByAnyMethod) {
  const auto* runner = find_ensemble_runner("swc1");
  ASSERT_TRUE(runner && !runner->kernels && runner->takes_torques);
  const auto starts = bodies(20);
  const auto torqued = with_torques(starts);
  auto e = ensemble(starts, torqued);
  runner->run(e, 3);
  const auto& loop = *find_runner<TorquedBody<double>>(*runner->info);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    EXPECT_TRUE(alike(e, i, loop.run(torqued[i], Grid<double>::of_step(0, starts[i].h, 3), nullptr), 0));
  }
  e.set(0, starts[0].body, 1);
  EXPECT_FALSE(e.torques(0)) << "a body without torque is in its place";
}

}  // namespace
}  // namespace polhode
