// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/geometry/scalar.hpp"
#include "core/io/spec.hpp"
#include "core/testing/folder.hpp"
#include "core/testing/specs.hpp"
#include "core/testing/vectors.hpp"
#include "methods/runners.hpp"

/// Methods on bodies whose torque depends on the momentum, beyond what every property report has.
namespace polhode {
namespace {

using nlohmann::json;
using namespace driven_body;
using State = RigidState<double>;
using P = TorquedBody<double>;

P body_of(const std::string& torques) {
  return problem_of<P>(described(torques));
}
double deviation(const State& a, const State& b) {
  return std::max(norm(a.Pi - b.Pi), attitude_distance(a.R, b.R));
}
Run<P> run(const MethodInfo& m, const P& body, double t0, double time, int steps) {
  return find_runner<P>(m)->run(body, Grid<double>::of_duration(t0, time, steps), nullptr);
}

class Driven : public testing::TestWithParam<const MethodInfo*> {};

TEST_P(Driven, IsAsSymmetricAsItSays) {
  const auto& m = *GetParam();
  if (m.symmetric.answer == Answer::unknown || m.order_without_torque || m.id.starts_with("vi")) GTEST_SKIP();
  const auto body = body_of(damping + rotors);
  constexpr int steps = 10;
  auto back = body;
  const auto there = run(m, body, 0, 1, steps);
  if (there.failure == Failure::no_series) GTEST_SKIP();
  back.initial = there.state;
  const auto again = run(m, back, 1, -1, steps);
  ASSERT_EQ(again.status, Status::ok) << again.reason();
  const double off = deviation(again.state, body.initial);
  if (m.symmetric.answer == Answer::yes && m.symmetric.condition.empty()) {
    EXPECT_LT(off, 2e-12) << m.id;
  } else if (m.order.least() <= 4) {
    EXPECT_GT(off, 1e-9) << m.id;
  }
}

std::vector<const MethodInfo*> fixed_steps() {
  std::vector<const MethodInfo*> all;
  for (const auto& r : runners<P>())
    if (r.info->tolerance == 0 && r.info->supports != Dependence::none) all.push_back(r.info);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Methods, Driven, testing::ValuesIn(fixed_steps()), [](const auto& info) {
  std::string name(info.param->id);
  for (auto& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

/// A wheel is spun up for a second and then held: its torque is the derivative of a broken line. All of the momentum
/// stays zero, Omega is -h, and the body has turned by -1.5 radians.
TEST_P(Driven, StepsThatEndOnTheKnotsOfARotorsTableKeepTheOrder) {
  const auto& m = *GetParam();
  const auto body = problem_of<P>(R"({"body": {"inertia": [1, 1, 1], "momentum": [0, 0, 0]}, "torque":
      {"kind": "rotors", "momentum": {"kind": "table", "times": [0, 1, 2], "interpolation": "linear",
       "values": [[0, 0, 0], [0, 0, 1], [0, 0, 1]]}}, "time": 2, "steps": 1})");
  const auto error = [&](std::int64_t steps) {
    const auto r = run(m, body, 0, 2, steps);
    EXPECT_EQ(r.status, Status::ok) << r.reason();
    return std::abs(r.state.Pi[2] + 1) + std::abs(r.state.R.z + std::sin(0.75)) +
           std::abs(r.state.R.w - std::cos(0.75));
  };
  if (m.order.least() < 2 || run(m, body, 0, 2, 64).failure == Failure::no_series) GTEST_SKIP();
  const double lost = std::exp2(0.6 - std::min(m.order.least(), 4));
  EXPECT_LT(error(128), std::max(1e-10, lost * error(64))) << m.id;
}

TEST(Driven, SplittingsKeepTheMomentumOfBodyAndRotors) {
  auto body = body_of(still_rotors);
  body.torques = {};
  const auto l = spatial_momentum(body, body.initial, 0.0);
  for (const char* id : {"mr", "no-squish", "sej", "sej-magnus4", "suzuki4:mr"}) {
    const auto r = run(*find_method(id), body, 0, 20, 400);
    if (std::string_view(id) != "sej-magnus4") {
      EXPECT_LT(norm(spatial_momentum(body, r.state, 20.0) - l), 1e-12) << id;
    }
    EXPECT_LT(std::abs(energy(body, r.state) - energy(body, body.initial)), 1e-2) << id;
    EXPECT_GT(norm(r.state.pi() - body.initial.pi()), 1e-3) << id << ": that of the carrier alone is not kept";
  }
}

TEST(Driven, ExactKicksDecayForAnyStep) {
  auto body = body_of(R"(, {"kind": "damping", "matrix": [3000, 1000, 2000]})");
  body.torques = {};
  for (const char* id : {"mr", "sej"}) EXPECT_LT(norm(run(*find_method(id), body, 0, 10, 20).state.Pi), 1e-3) << id;
}

/// A sphere under damping and noise is an Ornstein-Uhlenbeck process in the body, Pi' = -delta Pi + noise. Exact kicks
/// with the exact free motion follow it on each path to rounding, however long the steps; and all paths have its mean
/// and its variance, which a noise that is held over intervals has tanh(x)/x of, x half of delta times the interval.
TEST(Driven, ASphereUnderDampingAndNoiseIsOrnsteinUhlenbeck) {
  const double delta = 0.8, I = 2.5, density = 0.6, interval = 0.5;
  const int intervals = 6, paths = 4000;
  const auto spec = [&](std::uint64_t seed) {
    return json{
        {"body", {{"inertia", {I, I, I}}, {"momentum", {1, -2, 0.5}}, {"attitude", {0.5, -0.5, 0.1, 0.7}}}},
        {"torque",
         {{{"kind", "damping"}, {"matrix", delta * I}}, {{"kind", "noise"}, {"density", density}, {"seed", seed}}}},
        {"h", interval},
        {"steps", intervals}};
  };
  const double decay = std::exp(-delta * interval), reach = -std::expm1(-delta * interval) / delta,
               time = interval * intervals;
  Vec<Body, double> sum{}, squares{};
  for (std::uint64_t seed = 0; seed < paths; ++seed) {
    const auto body = std::get<P>(read_spec<double>(spec(seed)).problem);
    const auto& torque = std::get<BodyTorque<double>>(*body.torques.begin());
    auto known = body.initial.Pi;
    for (int k = 0; k < intervals; ++k) known = decay * known + reach * torque.tau.at((k + 0.5) * interval);
    sum += known;
    for (int i = 0; i < 3; ++i) squares[i] += known[i] * known[i];
    if (seed >= 4) continue;
    for (const int steps : {intervals, 4 * intervals})
      EXPECT_LT(norm(run(*find_method("sej"), body, 0, time, steps).state.Pi - known), 1e-14) << steps;
  }
  const double x = delta * interval / 2,
               variance = density * density / (2 * delta) * -std::expm1(-2 * delta * time) * std::tanh(x) / x;
  const Vec<Body, double> start{1, -2, 0.5};
  for (int i = 0; i < 3; ++i) {
    const double mean = sum[i] / paths, found = squares[i] / paths - mean * mean;
    EXPECT_NEAR(mean, start[i] * std::exp(-delta * time), 4 * std::sqrt(variance / paths));
    EXPECT_NEAR(found, variance, 4 * variance * std::sqrt(2.0 / paths));
  }
}

TEST(Driven, MethodsRefuseInOneLine) {
  const auto why = [](const char* id, const std::string& torques) {
    const auto spec = spec_of(described(torques));
    return why_not(*find_method(id), std::get<P>(spec.problem), spec.momentum_torques);
  };
  EXPECT_EQ(why("rkn6a14", damping),
            "rkn6a14: supports torques of time and attitude; torque[1] (damping) depends on the "
            "momentum; try mr, mkrk-gauss4, imidm");
  EXPECT_EQ(why("mr", damping + drag),
            "mr: supports damping and rotors; torque[2] (formula) depends on the momentum "
            "otherwise; try rk4, mkrk-gauss4, imidm");
  EXPECT_EQ(why("mr", damping + rotors), "");
  // Torques of time and attitude, whatever their kind can be.
  for (const char* served :
       {R"(, {"kind": "formula", "torque": ["R11", "t", "0"]})", R"(, {"kind": "control", "attitude_gain": 1.5})"})
    EXPECT_EQ(why("rkn6a14", served), "") << served;
  EXPECT_EQ(why("imid", drag), "");
  EXPECT_EQ(why("bbtrapwd", drag), "");
  EXPECT_NE(why("exact", damping), "");
  EXPECT_NE(why("mr", R"(, {"kind": "control", "rate_gain": 1, "limit": 0.1})"), "");
  const auto r = run(*find_method("mr"), body_of(drag), 0, 1, 10);
  EXPECT_EQ(r.status, Status::skipped);
  EXPECT_NE(r.reason(), "");
}

TEST(Driven, SeriesAreTakenByWhoSaysSo) {
  const UserTorque<double> none{
      nullptr, [](const void*, const double&, const Attitude<double>&) { return Vec<Body, double>{}; }};
  const P body{{{1, 2, 2.5}, {{1, 1, 1}, Attitude<double>::identity()}}, {none}};
  for (const auto& runner : runners<P>())
    EXPECT_EQ(run(*runner.info, body, 0, 1e-3, 1).failure == Failure::no_series, runner.info->takes_series)
        << runner.info->id;
}

/// Every body of the vectors by every third of the methods that serve it, as near as their order lets them.
TEST(Driven, BodiesEndWhereTheyEnd) {
  const auto all = vectors::read("bodies");
  const TestFolder folder;
  const auto source = folder.file("example.c", all["files"]["example.so"]["source"]);
  ASSERT_EQ(std::system(fmt::format("cc -O1 -shared -fPIC {} -o {}/example.so -lm", source, folder.string()).c_str()),
            0);
  int served = 0;
  for (const auto& c : all["cases"]) {
    json text = c["spec"];
    if (text["body"].contains("stl")) continue;
    const auto spec = read_spec<double>(text, folder.string() + "/");
    const auto* body = std::get_if<P>(&spec.problem);
    if (!body) continue;
    const State end{vectors::vec<Body, double>(c["Pi"]), vectors::matrix<double>(c["R"])};
    const std::string name = c["name"];
    const bool has_kinks = name == "control-clip" || name.ends_with("linear");
    for (const auto& r : runners<P>()) {
      const auto& m = *r.info;
      const int order = m.order.least();
      if (order == no_order || !why_not(m, *body, spec.momentum_torques).empty() || ++served % 3 > 0) continue;
      const double near = order < 2 ? 0.1 : has_kinks || order < 4 ? 1e-4 : order < 6 ? 1e-8 : 1e-10;
      const auto found = spec.to_user(r.run(*body, *spec.grid, nullptr).state);
      EXPECT_LT(deviation(found, end), std::max(near, 100 * m.tolerance)) << name << " by " << m.id;
    }
  }
  EXPECT_GT(served, 5000);
}

}  // namespace
}  // namespace polhode
