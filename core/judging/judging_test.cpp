// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "core/geometry/scalar.hpp"
#include "core/judging/claims.hpp"
#include "core/judging/defects.hpp"
#include "core/judging/fit.hpp"
#include "core/judging/growth.hpp"
#include "core/judging/spectrum.hpp"
#include "core/problem/norms.hpp"
#include "core/spaces/director.hpp"
#include "core/spaces/particles.hpp"
#include "core/stepping/body.hpp"
#include "core/system/user.hpp"
#include "core/testing/folder.hpp"
#include "core/testing/json.hpp"

// The judges of properties, on methods and errors that are made up, so that what they should find is known.
namespace polhode {
namespace {

// --- growth ----------------------------------------------------------------------------------------------------------

std::vector<double> errors(int n, double (*of)(double)) {
  std::vector<double> list(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) list[static_cast<std::size_t>(i)] = i == 0 ? 0 : of(i);
  return list;
}

TEST(Growth, KnowsPowersOfTime) {
  constexpr int n = 65536;
  constexpr double h = 0.25;
  const auto still = growth(errors(n, [](double i) { return 1e-6 * std::abs(std::sin(i)); }), h);
  EXPECT_NEAR(still.exponent, 0, 1e-3);
  EXPECT_NEAR(still.largest, 1e-6, 1e-9);
  const auto root = growth(errors(n, [](double i) { return 1e-9 * std::sqrt(i); }), h);
  EXPECT_NEAR(root.exponent, 0.5, 1e-3);
  const auto line = growth(errors(n, [](double i) { return 3e-9 * i; }), h);
  EXPECT_NEAR(line.exponent, 1, 1e-3);
  EXPECT_NEAR(line.slope, 3e-9 / h, 1e-11);
  const auto steep = growth(errors(n, [](double i) { return 1e-12 * i * i; }), h);
  EXPECT_NEAR(steep.exponent, 2, 1e-3);
  EXPECT_EQ(steep.trend(), Trend::linear);
}

TEST(Growth, HasItsThresholds) {
  const auto of = [](double power) {
    std::vector<double> list(4096);
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = std::pow(static_cast<double>(i + 1), power);
    return growth(list, 1);
  };
  EXPECT_EQ(of(0.245).trend(), Trend::bounded);
  EXPECT_EQ(of(0.255).trend(), Trend::random_walk);
  EXPECT_EQ(of(0.745).trend(), Trend::random_walk);
  EXPECT_EQ(of(0.755).trend(), Trend::linear);
}

TEST(Growth, WhatIsNotANumberIsNotBounded) {
  std::vector<double> list(1000, 1e-9);
  list[700] = NAN;
  const auto g = growth(list, 1);
  EXPECT_EQ(g.largest, INFINITY);
  EXPECT_EQ(g.trend(), Trend::linear);
  EXPECT_EQ(growth({}, 1).largest, 0);
  EXPECT_EQ(growth(std::vector<double>(100, 0.0), 1).trend(), Trend::bounded);
}

/// Lost, as the energy of a body that is braked to rest, is what is noticed, stays, and did not grow like the time.
TEST(Growth, TellsWhatIsLost) {
  const auto of = [](double early, double late, double dip) {
    std::vector<double> list(1024, early);
    std::fill(list.begin() + 512, list.end(), late);
    list[0] = 0, list[700] = dip;
    return growth(list, 1).trend();
  };
  EXPECT_EQ(of(1, 1, 0.86), Trend::lost);
  EXPECT_EQ(of(1, 1, 0.84), Trend::bounded);
  EXPECT_EQ(of(0.011, 0.011, 0.011), Trend::lost);
  EXPECT_EQ(of(0.009, 0.009, 0.009), Trend::bounded);
  EXPECT_EQ(of(1e-5, 1, 1), Trend::linear);
  // A dip before the later half, which is what counts.
  std::vector<double> dips(1024, 1.0);
  dips[0] = 0, dips[400] = 0.1;
  EXPECT_EQ(growth(dips, 1).later, 1);
}

/// One random walk may look like anything; the same said of several bodies holds.
TEST(Growth, OfSeveralBodiesIsWhatAllShow) {
  const auto spread = [](std::initializer_list<double> exponents) {
    Spread s;
    for (const double e : exponents) s.bodies.push_back({1, e, 0});
    return s;
  };
  EXPECT_EQ(spread({0.01, 0.2, 0.0}).trend(), Trend::bounded);
  EXPECT_EQ(spread({0.9, 1.2, 1.0}).trend(), Trend::linear);
  EXPECT_EQ(spread({0.3, 0.7, 0.5}).trend(), Trend::random_walk);
  EXPECT_EQ(spread({0.1, 0.1, 0.6}).trend(), Trend::unknown);
  EXPECT_EQ(spread({}).trend(), Trend::unknown);
  EXPECT_EQ(spread({0.1, -0.1, 0.6}).least(), -0.1);
  EXPECT_EQ(spread({0.1, -0.1, 0.6}).most(), 0.6);
}

// --- defects ---------------------------------------------------------------------------------------------------------

/// What a made-up method does: each step multiplies the momentum by 1 + push and adds drift and rate h to it; its start
/// adds to it, too; it fails in its step `fails`.
struct Fault {
  double push = 0, drift = 0, start = 0, rate = 0;
  int fails = -1;
} fault;

auto& momentum_of(auto& s) {
  if constexpr (requires { s.Pi; })
    return s.Pi;
  else if constexpr (requires { s.omega; })
    return s.omega;
  else
    return s.p;
}

const auto faulty = []<class P>(const P& problem, const auto& grid, const Sampler<P>* sampler) -> Run<P> {
  using T = typename P::Scalar;
  auto state = problem.initial;
  momentum_of(state)[0] += T(fault.start);
  const auto see = [&](std::int64_t n) {
    if (sampler && (n % sampler->every == 0 || n == grid.steps())) sampler->see({n, grid.time(n), state, T(0), {}});
  };
  see(0);
  for (std::int64_t n = 0; n < grid.steps(); ++n) {
    if (n == fault.fails) return {.status = Status::not_converged, .steps = n, .state = state};
    momentum_of(state) = T(T(1) + T(fault.push)) * momentum_of(state);
    momentum_of(state)[1] += T(fault.drift) + T(fault.rate) * (grid.time(n + 1) - grid.time(n));
    see(n + 1);
  }
  return {.status = Status::ok, .steps = grid.steps(), .state = state};
};
const MethodInfo nobody{
    .id = "nobody", .label = "nobody", .source = "made up", .order = 1, .kind = Kind::explicit_method};
/// A method of these steps, for problems of the type of one.
template <class Steps = decltype(faulty)>
auto made_up(const auto& problem, const Steps& steps = faulty) {
  return Runner<std::remove_cvref_t<decltype(problem)>>{&nobody, steps};
}

using W = float128;
const FreeBody<double> body{{{1, 2, 3}, {{0.6, 0, 0.8}, Attitude<double>::identity()}}};
const Director<double> director{2, {{0, 0, 1}, {1, 0, 0}}, {0, 0, 3}};
const Particles<double> particles{{1, 1, 1}, {{0, 1, 0}, {1, 0.5, 0}}};
const auto wide_body = cast<W>(body);
const auto wide_director = cast<W>(director);
const auto wide_particles = cast<W>(particles);
/// f of a problem of each space, in 113 bits.
void in_each_space(const auto& f) {
  f(wide_body), f(wide_director), f(wide_particles);
}

TEST(Defects, AreWhatWasPutIn) {
  for (const double size : {1e-20, 1e-3}) {
    fault = {.push = size};
    EXPECT_NEAR(symplectic_defect(made_up(wide_body), wide_body, 0.1) / size, 1, 1e-3);  // of 34 digits
    EXPECT_NEAR(symplectic_defect(made_up(wide_director), wide_director, 0.1) / size, 1, 0.01);
    EXPECT_NEAR(symplectic_defect(made_up(wide_particles), wide_particles, 0.1) / size, 1, 0.01);
    fault = {.drift = size};
    in_each_space([&](const auto& p) { EXPECT_NEAR(symmetry_defect(made_up(p), p, W(0.1)) / size, 2, 0.01); });
  }
  fault = {};
  EXPECT_LT(symplectic_defect(made_up(wide_body), wide_body, 0.1), symplectic_in_113_bits.kept);
  fault = {.rate = 1};
  EXPECT_LT(symmetry_defect(made_up(body), body, 0.1), 1e-16);
}

/// A step that fails at once changes nothing, which is no symmetry; nor is a step back that fails.
TEST(Defects, OfAStepThatFailsAreInfinite) {
  for (const int step : {0, 1}) {
    fault = {.fails = step};
    EXPECT_EQ(symmetry_defect(made_up(body), body, 0.1), INFINITY);
    in_each_space([](const auto& p) { EXPECT_EQ(symmetry_defect(made_up(p), p, W(0.1)), INFINITY); });
  }
  fault = {.fails = 0};
  in_each_space([](const auto& p) { EXPECT_EQ(symplectic_defect(made_up(p), p, 0.1), INFINITY); });
  fault = {.push = NAN};  // nor is what is not a number
  EXPECT_FALSE(symmetry_defect(made_up(body), body, 0.1) < 1);
  in_each_space([](const auto& p) { EXPECT_FALSE(symplectic_defect(made_up(p), p, 0.1) < 1); });
  fault = {};
}

/// The exact motion of a sphere, which is symplectic; and next to it what multiplies the momentum.
const auto sphere_turns = []<class P>(const P& problem, const auto& grid, const Sampler<P>* sampler) -> Run<P> {
  using T = typename P::Scalar;
  auto s = problem.initial;
  s.Pi[0] += T(fault.start) * s.Pi[1];
  if (sampler) sampler->see({0, grid.time(0), s, T(0), {}});
  if (s.Pi[0] > T(0.6 + 1e-9) && fault.fails == 0) return {.status = Status::not_converged, .state = s};
  s.Pi = T(T(1) + T(fault.push)) * s.Pi;
  s.R = s.R * exp((grid.time(1) - grid.time(0)) * problem.Omega(s.Pi));
  if (sampler) sampler->see({1, grid.time(1), s, T(0), {}});
  return {.status = Status::ok, .steps = 1, .state = s};
};
const FreeBody<double> sphere{{{0.5, 0.5, 0.5}, {{0.6, -0.3, 0.8}, {0.5, 0.5, 0.5, 0.5}}}};
const auto wide_sphere = cast<W>(sphere);

TEST(Defects, OfARotationAreNone) {
  fault = {};
  const auto turning = made_up(wide_sphere, sphere_turns);
  EXPECT_LT(symplectic_defect(turning, wide_sphere, 0.7), symplectic_in_113_bits.kept);
  fault = {.start = 0.5};  // what a start does is no step's
  EXPECT_LT(symplectic_defect(turning, wide_sphere, 0.7), symplectic_in_113_bits.kept);
  fault = {.push = 1e-20};
  EXPECT_GT(symplectic_defect(turning, wide_sphere, 0.7), 0.9e-20);
  fault = {};
}

/// The form does not see a push by a constant field g; of one by g + drift g x d it sees 2 drift g . d.
const auto pushes = []<class P>(const P& problem, const auto& grid, const Sampler<P>* sampler) -> Run<P> {
  using T = typename P::Scalar;
  auto s = problem.initial;
  sampler->see({0, grid.time(0), s, T(0), {}});
  s.omega = s.omega + (T(1) / problem.I) * cross(s.d, problem.g + T(fault.drift) * cross(problem.g, s.d));
  return {.status = Status::ok, .steps = 1, .state = s};
};
TEST(Defects, OfAPushAreNone) {
  EXPECT_LT(symplectic_defect(made_up(wide_director, pushes), wide_director, 0.1), symplectic_in_113_bits.kept);
  fault = {.drift = 1e-20};
  EXPECT_NEAR(symplectic_defect(made_up(wide_director, pushes), wide_director, 0.1), 6e-20, 1e-23);
  fault = {};
}

TEST(Defects, ByDifferencesAreWhatWasPutIn) {
  const auto turning = made_up(sphere, sphere_turns);
  const auto limit = symplectic_by_differences(0x1p-53);
  const auto defect = [&](const Runner<FreeBody<double>>& runner) {
    return symplectic_defect(runner, sphere, 0.7, 0x1p-53);
  };
  fault = {};
  EXPECT_EQ(limit(defect(turning)), Found::yes);
  fault = {.push = 1e-3};  // J B J^T - B' = push 1 and (push + push^2) hat Pi
  EXPECT_NEAR(defect(made_up(sphere)), 1e-3, 1e-8);
  fault = {.push = 1e-10};
  EXPECT_EQ(limit(defect(made_up(sphere))), Found::no);
  fault = {.fails = 0};  // of a start with more momentum only
  EXPECT_EQ(defect(turning), INFINITY);
  fault = {};
}

/// The map of the memory may be symmetric where the map of the user's state is not.
TEST(Defects, OfAStartAreToldApart) {
  fault = {.start = 3e-3};
  EXPECT_EQ(symmetry_defect(made_up(body), body, 0.1), 0);
  EXPECT_NEAR(start_defect(made_up(body), body, 0.1), 3e-3, 1e-15);
  fault = {};
  EXPECT_EQ(start_defect(made_up(body), body, 0.1), 0);
}

TEST(Defects, HaveThresholds) {
  for (const auto& limit : {symmetric_in_113_bits, symmetric_in_double, symplectic_in_113_bits}) {
    EXPECT_EQ(limit(limit.kept * 0.99), Found::yes);
    EXPECT_EQ(limit(limit.kept * 1.01), Found::between);
    EXPECT_EQ(limit(limit.lost * 0.99), Found::between);
    EXPECT_EQ(limit(limit.lost * 1.01), Found::no);
    EXPECT_EQ(limit(INFINITY), Found::fails);
    EXPECT_EQ(limit(NAN), Found::fails);
  }
  EXPECT_EQ(larger_defect(1, NAN), INFINITY);
  EXPECT_EQ(larger_defect(NAN, 1), INFINITY);
  EXPECT_EQ(larger_defect(1, 2), 2);
  EXPECT_EQ(larger_defect(2, 1), 2);
}

// --- norms -----------------------------------------------------------------------------------------------------------

/// Each by hand. A turn of the body about the vertical moves gravity as the body sees it, not the body's axis in space.
TEST(Norms, AreWhatTheirNamesSay) {
  const RigidBody<double> body{{2, 3, 4.5}, {}};
  using V = Vec<Body, double>;
  const auto tilt = relabel<Body, Space>(exp(V{0.3, 0, 0}));
  const RigidState<double> a{{1.2, 0.3, 0.55}, tilt * exp(V{0, 0, 0.5})}, b{{1, 0, 0.1}, tilt};
  const double moved = std::sqrt(0.04 + 0.09 + 0.2025), faster = 0.1 * std::sqrt(3);
  EXPECT_NEAR(error(Norm::momentum, body, a, b), moved, 1e-15);
  EXPECT_NEAR(error(Norm::angular_velocity, body, a, b), faster, 1e-15);
  EXPECT_NEAR(error(Norm::attitude, body, a, b), 2 * std::sin(0.25), 1e-15);
  EXPECT_NEAR(error(Norm::velocity_and_gravity, body, a, b), std::hypot(faster, 2 * std::sin(0.25) * std::sin(0.3)),
              1e-15);
  const RigidState<double> x{{}, relabel<Body, Space>(exp(V{0.3, 0, 0}))},
      y{{}, relabel<Body, Space>(exp(V{0, 0.4, 0}))};
  EXPECT_NEAR(error(Norm::rotation_vector, body, x, y), 0.5, 1e-15);
  EXPECT_NEAR(size(Norm::momentum, body, a), std::sqrt(1.44 + 0.09 + 0.3025), 1e-15);
  EXPECT_NEAR(size(Norm::angular_velocity, body, {{2, 3, 9}, tilt}), std::sqrt(6), 1e-15);
  EXPECT_EQ(size(Norm::attitude, body, a), 1);

  const DirectorState<double> p{{1, 0, 0}, {0, 3, 4}}, q{{0, 1, 0}, {0, 0, 0}};
  EXPECT_NEAR(error(Norm::director, director, p, q), std::sqrt(2), 1e-15);
  EXPECT_EQ(error(Norm::spatial_angular_velocity, director, p, q), 5);
  EXPECT_EQ(error(Norm::spatial_momentum, director, p, q), 10);
  EXPECT_EQ(size(Norm::director, director, p), 1);
  EXPECT_EQ(size(Norm::spatial_angular_velocity, director, p), 5);

  const ParticleState<double> u{{3, 4, 0}, {0, 0, 2}}, rest{};
  EXPECT_EQ(error(Norm::displacement, particles, u, rest), 5);
  EXPECT_EQ(error(Norm::linear_momentum, particles, u, rest), 2);
  EXPECT_EQ(size(Norm::displacement, particles, u), 5);
  EXPECT_EQ(size(Norm::linear_momentum, particles, u), 2);
}

// --- fits, claims and spectra ----------------------------------------------------------------------------------------

std::vector<ConvergencePoint> ladder(double order, double floor, double wiggle = 0) {
  std::vector<ConvergencePoint> points;
  for (int k = 0; k < 10; ++k) {
    const double h = std::pow(2.0, -k);
    points.push_back({h, std::pow(h, order) * (1 + wiggle * h) + floor, floor});
  }
  return points;
}

TEST(Fit, LeavesOutWhatIsNotYetAsymptotic) {
  const auto fit = fit_order(ladder(2, 0, 5));
  EXPECT_NEAR(fit.order, 2, 0.1);
  EXPECT_FALSE(fit.left_out.empty());
}

/// Errors like h/(1 + 8 h) are of order 1, which long steps do not show.
TEST(Fit, SaysThatItStillRises) {
  std::vector<ConvergencePoint> points;
  for (const double h : {0.4, 0.3, 0.2, 0.15, 0.1}) points.push_back({h, h / (1 + 8 * h), 0});
  const auto fit = fit_order(points);
  EXPECT_LT(fit.order + fit.half_width, 0.6);
  EXPECT_TRUE(fit.rises());
  EXPECT_NEAR(fit.finest, std::log((0.15 / 2.2) / (0.1 / 1.8)) / std::log(1.5), 1e-12);
  EXPECT_FALSE(fit_order(ladder(2, 1e-3)).rises());
  points.front().error = NAN;
  EXPECT_EQ(fit_order(points).failed, 1);
}

TEST(Fit, IsNoFitBelowThreePoints) {
  EXPECT_FALSE(fit_order({{1, 1, 0}, {0.5, 0.25, 0}}).valid());
  EXPECT_FALSE(fit_order(ladder(2, 1)).valid());
}

TEST(Fit, LeavesOutExactlyWhatItSays) {
  // In any order; an error of 50 times its floor is left out, one of 101 times is not.
  const auto near_floor = fit_order({{0.0625, 0.0625 * 0.0625, 0.0625 * 0.0625 / 50},
                                     {0.25, 0.0625, 0},
                                     {0.125, 0.015625, 0.015625 / 101},
                                     {1, 1, 0},
                                     {0.5, 0.25, 0}});
  EXPECT_EQ(near_floor.points, 4);
  EXPECT_NEAR(near_floor.order, 2, 1e-12);
  ASSERT_EQ(near_floor.left_out.size(), 1u);
  EXPECT_NE(near_floor.left_out[0].find("h = 0.0625: within 100 x of the floor"), std::string::npos);
  // The coarsest is off: four finer ones are a line.
  const auto coarse =
      fit_order({{0.0625, 0.00390625, 0}, {0.25, 0.0625, 0}, {0.125, 0.015625, 0}, {0.5, 0.25, 0}, {1, 2, 0}});
  EXPECT_EQ(coarse.points, 4);
  EXPECT_NEAR(coarse.order, 2, 1e-12);
  // No line at all: four stay.
  std::vector<ConvergencePoint> crooked;
  for (int k = 0; k < 7; ++k) crooked.push_back({std::ldexp(1, -k), std::ldexp(k % 2 ? 1 : 2, -2 * k), 0});
  EXPECT_EQ(fit_order(crooked).points, 4);
}

/// Residuals that are orthogonal to the line leave it where it is; half widths by Student's t of 2 and of 12 degrees.
TEST(Fit, StatesItsConfidence) {
  const double e[] = {0.002, 0.004, -0.014, 0.008};
  std::vector<ConvergencePoint> four, many;
  for (int k = 0; k < 4; ++k) four.push_back({std::pow(10, -k), std::pow(10, -2 * k + e[k]), 0});
  const auto fit = fit_order(four);
  EXPECT_NEAR(fit.order, 2, 1e-12);
  EXPECT_NEAR(fit.half_width, 4.302652729911275 * std::sqrt(280e-6 / 2 / 5), 1e-12);
  EXPECT_NEAR(fit.residual, 0.014, 1e-12);
  const double sign[] = {1, -1, 1, -1, 1, -1, 0, 0, -1, 1, -1, 1, -1, 1};
  for (int k = 0; k < 14; ++k) many.push_back({std::ldexp(1, -k), std::ldexp(std::pow(10, 0.01 * sign[k]), -3 * k), 0});
  EXPECT_NEAR(fit_order(many).half_width, 2.178812829663418 * std::sqrt(12e-4 / 12 / 20.615835761), 1e-11);
}

TEST(Judge, AppliesEveryTest) {
  using Tests = std::vector<polhode::Test>;
  const auto verdict = [](Tests tests, Numbers numbers, const char* why = "") {
    Claim c;
    c.id = "c", c.tests = std::move(tests), c.why = why;
    return judge(c, std::move(numbers)).verdict;
  };
  const auto yes = Verdict::reproduced, no = Verdict::not_reproduced;
  const auto of_x = [&](const char* relation, const auto& bound, double x) {
    return verdict(Tests{{"x", relation, bound}}, {{"x", x}});
  };
  for (const auto& [relation, of_1] : {std::pair("<=", yes), {"<", no}, {">=", yes}, {">", no}})
    EXPECT_EQ(of_x(relation, 1.0, 1), of_1) << relation;
  for (const auto& [x, inside] : {std::pair(2.0, yes), {2.1, no}, {1.0, yes}, {0.9, no}})
    EXPECT_EQ(of_x("in", std::pair(1.0, 2.0), x), inside) << x;
  EXPECT_EQ(of_x(">", 1.0, INFINITY), no);
  EXPECT_EQ(of_x("<=", 1.0, NAN), no);
  EXPECT_EQ(verdict(Tests{{"x", ">", std::string("y")}}, {{"x", 2.0}, {"y", 1.0}}), yes);
  EXPECT_EQ(verdict(Tests{{"x", "<", 3.0}, {"y", "<", 0.5}}, {{"x", 2.0}, {"y", 1.0}}), no);
  for (const auto& numbers : {Numbers{}, Numbers{{"x", 0.0}}})
    EXPECT_EQ(verdict(Tests{{"x", "<=", 1.0}}, numbers, "Needs the authors' program."), Verdict::undecidable);
  EXPECT_THROW(verdict(Tests{{"x", "<=", 1.0}}, Numbers{{"y", 1.0}}), std::logic_error);
}

TEST(Claims, ThatCannotBeDecidedSayWhatTheyNeed) {
  for (const auto& c : read_claims(POLHODE_RESULTS))
    EXPECT_TRUE(c.why.empty() || c.why.starts_with("Needs the ")) << c.id;
}

/// A relation that nobody knows, and a number that something is in.
TEST(Claims, OfNoKnownTestAreRefused) {
  const TestFolder folder;
  std::ifstream in(POLHODE_RESULTS "/claims.json");
  auto document = parsed(in);
  for (const auto& [relation, bound] : std::map<std::string, nlohmann::json>{{"==", 1}, {"in", 1}, {"<", {1, 2}}}) {
    document["claims"] = nlohmann::json::array({document["claims"][0]});
    document["claims"][0]["tests"] = nlohmann::json::array({{"x", relation, bound}});
    folder.file("claims.json", document.dump());
    EXPECT_THROW(read_claims(folder.string()), UserError) << relation;
  }
}

/// One and four parts of the power at 4 and at 10 periods in 32 units of time.
TEST(Spectrum, IsWeightedByPower) {
  std::vector<double> x;
  for (int i = 0; i < 64; ++i) x.push_back(3 + std::cos(M_PI * 4 * i / 32) + 2 * std::sin(M_PI * 10 * i / 32));
  EXPECT_NEAR(spectral_centroid(x, 0.5), (4 * 1 + 10 * 4) / 5.0 / 32, 1e-12);
  for (const auto& [line, frequency, amplitude] :
       {std::tuple{strongest_line(x, 0.5), 10 / 32.0, 2.0}, {strongest_line(x, 0.5, 7.9), 4 / 32.0, 1.0}})
    EXPECT_NEAR(std::hypot(line.frequency - frequency, line.amplitude - amplitude), 0, 1e-12) << frequency;
  EXPECT_LT(strongest_line(x, 0.5, 8).amplitude, 1e-12);  // longer than 8, which the line is not
  for (int i = 0; i < 64; ++i)                            // on either side of the strongest: 9 + 1 + 1
    x[i] = 3 * std::cos(M_PI * 20 * i / 64) + std::cos(M_PI * 18 * i / 64) + std::sin(M_PI * 22 * i / 64) +
           2 * std::sin(M_PI * 40 * i / 64);
  EXPECT_NEAR(strongest_line(x, 0.5).amplitude, std::sqrt(11), 1e-12);
}

}  // namespace
}  // namespace polhode
