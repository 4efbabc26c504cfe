// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>

#include "core/geometry/scalar.hpp"
#include "core/judging/defects.hpp"
#include "core/reference/reference.hpp"
#include "core/testing/vectors.hpp"
#include "methods/akw.hpp"
#include "methods/dumbbell_conserving.hpp"
#include "methods/dumbbell_vi.hpp"
#include "methods/imidm.hpp"
#include "methods/runners.hpp"
#include "methods/vi.hpp"
#include "problems/dumbbell_romero.hpp"
#include "problems/free_romero.hpp"
#include "problems/test_problems.hpp"

// The methods of Romero 2008 beyond what every property report has (experiments/judging/property_report_test.cpp):
// closed forms, what belongs to the middle of a step, large steps, the whole sphere.
namespace polhode {
namespace {

using vectors::relative;

/// Every node of a run.
template <class P>
std::vector<Sample<P>> nodes(const MethodInfo& method, const P& problem, const Grid<typename P::Scalar>& grid) {
  std::vector<Sample<P>> list;
  const Sampler<P> sampler{1, [&](const Sample<P>& s) { list.push_back(s); }};
  EXPECT_EQ(find_runner<P>(method)->run(problem, grid, &sampler).status, Status::ok) << method.id;
  return list;
}

// --- the body ------------------------------------------------------------------------------------------------------

/// Increments h I^-1 x of a run of VI.
std::vector<Vec<Body, double>> increments(const FreeBody<double>& body, double h, std::int64_t steps) {
  std::vector<Vec<Body, double>> list;
  for (const auto& s : nodes(Vi::info, body, Grid<double>::of_step(0, h, steps)))
    if (s.interval) list.push_back(h * body.Omega(momentum_in<Body>(*s.interval)));
  return list;
}

/// akw solves a quadratic equation where the torque is zero by type, and the published one where it is zero by value.
TEST(Akw, QuadraticEquationHasThePublishedRoot) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> u(0, 1);
  std::normal_distribution<double> n;
  for (int i = 0; i < 4000; ++i) {
    const double x = 0.5 * u(random), y = i % 5 == 0 ? x : 0.5 * u(random), h = std::pow(10, 2.5 * u(random) - 2);
    Vec<Body, double> m{n(random), n(random), n(random)};
    m = m / norm(m);
    const FreeBody<double> free{{{1 - x, 1 - y, 1}, {m, Attitude<double>::identity()}}};
    const auto grid = Grid<double>::of_step(0, h, 1);
    const auto found = find_runner<FreeBody<double>>(Akw::info)->run(free, grid, nullptr);
    const auto published =
        find_runner<TorquedBody<double>>(Akw::info)->run(TorquedBody<double>{free, {}}, grid, nullptr);
    EXPECT_EQ(found.status, published.status) << i;
    EXPECT_LE(distance(found.state, published.state).largest(), 5e-15) << "h = " << h;
  }
}

/// Three equal moments: the increment is constant. Two: it turns about the axis, by an angle in closed form.
TEST(Vi, ClosedFormsOfSymmetricBodies) {
  auto body = test_problem::free<double>();
  body.I = {3, 3, 3};
  auto theta = increments(body, 0.2, 200);
  for (const auto& v : theta) EXPECT_LT(relative(v, 0.2 * body.Omega(body.initial.Pi)), 1e-14);
  for (const double c : {0.5, 2.0, 5.0}) {
    const double a = 3;
    body.I = {a, a, c};
    theta = increments(body, 0.2, 200);
    for (std::size_t n = 1; n < theta.size(); ++n) {
      const double lift = (c - a) * theta[0][2],
                   phi = 2 * std::atan2(lift / 2, a + lift * theta[0][2] * chi(norm2(theta[0])));
      const Vec<Body, double> turned = axis_rotation<2, Body>(static_cast<double>(n) * phi) * theta[0];
      EXPECT_LT(relative(theta[n], turned), 1e-12) << c;
    }
  }
}

using Wide = float128;

TEST(Vi, IsSymplecticOnTheBodiesOfThePaper) {
  for (const auto* m : {&Vi::info, &ViForward::info, &ViLegendre::info, &ViNaive::info, &ViNaiveForward::info})
    EXPECT_LT(symplectic_defect(*find_runner<FreeBody<Wide>>(*m), FreeRomero::make<Wide>(), 0.05),
              symplectic_in_113_bits.kept)
        << m->id;
  EXPECT_GT(symplectic_defect(*find_runner<FreeBody<Wide>>(Imidm::info), FreeRomero::make<Wide>(), 0.05), 1e-3);
  const auto dumbbell = DumbbellRomero::make<Wide>();
  EXPECT_LT(symplectic_defect(*find_runner<Director<Wide>>(DumbbellVi::info), dumbbell, 0.05),
            symplectic_in_113_bits.kept);
  EXPECT_GT(symplectic_defect(*find_runner<Director<Wide>>(DumbbellMidpoint::info), dumbbell, 0.05), 1e-5);
}

/// The momentum of a node is of order two at the node, that of an interval at its middle, and neither at the other.
template <class P>
void check_instants(const P& body) {
  const double time = 2;
  double apart[2][2][2];
  for (const int k : {0, 1}) {
    const std::int64_t steps = 200 << k;
    const double h = time / static_cast<double>(steps);
    const auto end = nodes(Vi::info, body, Grid<double>::of_duration(0, time, steps)).back();
    EXPECT_NEAR(end.interval->t, time - h / 2, 1e-14);
    const Vec<Body, double> found[2] = {end.state.Pi, momentum_in<Body>(*end.interval)};
    const double at[2] = {time, time - h / 2};
    for (const int i : {0, 1}) {
      const auto reference = reference::at(cast<float128>(body), float128(0), float128(at[i])).state.Pi;
      for (const int j : {0, 1}) apart[k][i][j] = norm(found[j] - cast<double>(reference));
    }
  }
  for (const int i : {0, 1})
    for (const int j : {0, 1}) EXPECT_NEAR(std::log2(apart[0][i][j] / apart[1][i][j]), i == j ? 2 : 1, 0.05) << i << j;
}
TEST(Vi, MomentaBelongToTheirInstants) {
  check_instants(test_problem::free<double>());
  check_instants(test_problem::forced<double>());
}

/// The energy of an interval, -d/dh of its discrete action, swings about the energy of the motion in h^2.
TEST(Vi, EnergyOfAnInterval) {
  const auto body = test_problem::heavy<double>();
  const auto swing = [&](double h) {
    double worst = 0;
    for (const auto& s : nodes(Vi::info, body, Grid<double>::of_step(0, h, std::llround(20 / h))))
      if (s.interval) worst = std::max(worst, std::abs(s.interval->energy - energy(body, body.initial)));
    return worst;
  };
  EXPECT_NEAR(std::log2(swing(0.02) / swing(0.01)), 2, 0.05);
}

/// The root for this nodal momentum that continues the one at h = 0, in quad and in small strides; none if the branch
/// ends or reaches |theta| = pi.
std::optional<Vec<Body, float128>> root(const FreeBody<float128>& body, const Vec<Body, float128>& Pi, float128 h) {
  constexpr int strides = 200;
  auto x = Pi, before = Pi;
  for (int k = 1; k <= strides; ++k) {
    const float128 part = h * k / strides;
    auto y = float128(2) * x - before;
    float128 change = 1;
    for (int i = 0; i < 8 && change > 1e-25; ++i) {
      const auto r = dexp_inv(-part * body.Omega(seed(y)), seed(y)) - Pi;
      const auto correction = solve_linear(r.derivative, r.value);
      y -= correction, change = norm(correction) / norm(y);
      if (i == 0 && !(change < 0.05)) return {};
    }
    if (!(change < 1e-25)) return {};
    before = x, x = y;
  }
  if (norm(h * body.Omega(x)) >= pi_of<float128>()) return {};
  return x;
}

/// Steps at which Newton's method alone fails: the right root, or none and `not_converged`.
TEST(Vi, LargeStepsEndOnTheRightRoot) {
  const auto body = FreeRomero::make<double>();
  const auto wide = FreeRomero::make<float128>();
  int solved = 0, refused = 0;
  const auto check = [&]<class M>(M) {
    for (const double h : {0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, -0.4, 1.0}) {
      auto memory = M::start(body, body.initial, 0.0, h);
      for (int n = 0; n < 4; ++n) {
        const auto expected = root(wide, cast<float128>(memory.state.Pi), h);
        Counters counters;
        memory = M::step(body, memory, n * h, h, counters);
        EXPECT_EQ(counters.failed(), !expected) << M::info.id << " " << h << " " << n;
        if (counters.failed() || !expected) {
          ++refused;
          break;
        }
        ++solved;
        EXPECT_LT(relative(cast<float128>(memory.x), *expected), 1e-14) << M::info.id << " " << h << " " << n;
      }
    }
  };
  check(Vi{}), check(ViLegendre{});
  EXPECT_EQ(solved, 36);   // Legendre's start at every step but the last
  EXPECT_EQ(refused, 11);  // the ghost step makes the momentum too large for any root
  EXPECT_EQ(find_runner<FreeBody<double>>(Vi::info)->run(body, Grid<double>::of_step(0, 0.3, 5), nullptr).status,
            Status::not_converged);
}

/// Methods of directors alone, of the papers; those that serve rigid bodies, too, and compositions are tested in
/// the property reports.
std::vector<Runner<Director<double>>> own() {
  std::vector<Runner<Director<double>>> list;
  for (const auto& r : runners<Director<double>>())
    if (!find_runner<FreeBody<double>>(*r.info) && r.info->order.least() <= 2) list.push_back(r);
  return list;
}

// --- the dumbbell --------------------------------------------------------------------------------------------------

TEST(Dumbbell, StaysOneOver20000Steps) {
  auto tilted = DumbbellRomero::make<double>();
  tilted.g = {1, -1, 3};
  for (const auto& r : own())
    for (const auto& s : nodes(*r.info, tilted, Grid<double>::of_step(0, 0.05, 20000))) {
      ASSERT_NEAR(norm(s.state.d), 1, 1e-13) << r.info->id;
      ASSERT_NEAR(dot(s.state.d, s.state.omega), 0, 1e-13) << r.info->id;
    }
}

/// Compositions and splittings of high order end where steps do that know nothing of the sphere, and stay on it.
TEST(Dumbbell, StepsOfHighOrderInQuad) {
  const auto end = [](const char* method, std::int64_t steps) {
    const auto grid = Grid<float128>::of_duration(float128(0), float128(1), steps);
    return find_runner<Director<float128>>(*find_method(method))
        ->run(test_problem::pushed<float128>(), grid, nullptr)
        .state;
  };
  const auto known = end("bs16", 64);
  const std::tuple<const char*, std::int64_t, double> all[] = {
      {"ss10:dumbbell-vi", 2000, 1e-26}, {"kl8:dumbbell-conserving", 1000, 1e-21}, {"rkn8b17", 200, 1e-18}};
  for (const auto& [method, steps, bound] : all) {
    const auto s = end(method, steps);
    EXPECT_LT(abs(norm(s.d - known.d)) + abs(norm(s.omega - known.omega)), bound) << method;
    EXPECT_LT(abs(norm2(s.d) - 1), 1e-30) << method;
    EXPECT_LT(abs(dot(s.d, s.omega)), 1e-30) << method;
  }
}

/// The map of the paper's frames is singular at -e3; nothing happens there, and nothing depends on the axes.
TEST(Dumbbell, StartedNextToMinusE3) {
  Director<float128> wide = test_problem::pushed<float128>();
  const float128 away = float128(1) / 100;
  wide.initial.d = {sin(away), float128(0), -cos(away)};
  wide.initial.omega = {-cos(away) / 5, float128(3), -sin(away) / 5};  // towards -e3, and past it
  ASSERT_LT(abs(dot(wide.initial.d, wide.initial.omega)), 1e-30);
  for (const double time : {1.0, -1.0}) {
    const auto known = reference::at(wide, float128(0), float128(time)).state;
    for (const auto& r : own()) {
      double found[2][2];
      for (const int k : {0, 1}) {
        const auto end = r.run(cast<double>(wide), Grid<double>::of_duration(0, time, 400 << k), nullptr).state;
        found[0][k] = norm(end.d - cast<double>(known.d));
        found[1][k] = norm(end.omega - cast<double>(known.omega));
      }
      for (const auto& e : found) {
        EXPECT_LT(e[1], 1e-5) << r.info->id;
        EXPECT_NEAR(std::log2(e[0] / e[1]), 2, 0.02) << r.info->id;
      }
    }
  }
}

/// An interval is that between two nodes, with variable steps: its instant, its velocity by what the director has
/// turned, its energy by what both ends say of the potential; and intervals are told from nodes by half of the torque's
/// impulse.
TEST(Dumbbell, IntervalsBelongToTheirMiddles) {
  auto p = test_problem::pushed<double>();
  const auto seen = nodes(DumbbellVi::info, p, Grid<double>::of_cycle(0.7, {0.04, 0.06, 0.02}, 30));
  EXPECT_FALSE(seen[0].interval);
  EXPECT_EQ(norm(seen[0].state.omega - p.initial.omega), 0);
  using V = Vec<Space, double>;
  for (std::size_t n = 1; n < seen.size(); ++n) {
    const auto &a = seen[n - 1], &b = seen[n];
    const double h = b.t - a.t;
    ASSERT_TRUE(b.interval);
    EXPECT_NEAR(b.interval->t, (a.t + b.t) / 2, 1e-15);
    const V w = angle(a.state.d, b.state.d) / h * (cross(a.state.d, b.state.d) / norm(cross(a.state.d, b.state.d)));
    EXPECT_LT(norm(momentum_in<Space>(*b.interval) - p.I * w), 1e-12);
    EXPECT_NEAR(b.interval->energy, p.I * norm2(w) / 2 - (dot(p.g, a.state.d) + dot(p.g, b.state.d)) / 2, 1e-12);
    EXPECT_LT(norm(p.I * (w - a.state.omega) - h / 2 * cross(a.state.d, p.field(a.t))), 1e-12);
    EXPECT_LT(norm(p.I * (b.state.omega - w) - h / 2 * cross(b.state.d, p.field(b.t))), 1e-12);
  }
}

}  // namespace
}  // namespace polhode
