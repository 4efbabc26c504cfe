// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>

#include "core/geometry/decimal.hpp"
#include "core/geometry/principal_axes.hpp"
#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "core/io/spec.hpp"
#include "core/judging/spectrum.hpp"
#include "core/measuring/experiment.hpp"
#include "core/measuring/panels/shared.hpp"
#include "core/system/child.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "core/testing/folder.hpp"
#include "core/testing/refusal.hpp"

namespace polhode {
namespace {

// --- the judge, before the candidates -------------------------------------------------------------------------------

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

Claim claim(std::vector<Test> tests) {
  Claim c;
  c.id = "c", c.tests = std::move(tests);
  return c;
}
Verdict verdict(const Claim& c, Numbers n) {
  return judge(c, std::move(n)).verdict;
}

TEST(Judge, AppliesEveryTest) {
  EXPECT_EQ(verdict(claim({{"x", Relation::at_most, 1.0}}), {{"x", 1.0}}), Verdict::reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::below, 1.0}}), {{"x", 1.0}}), Verdict::not_reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::at_least, 1.0}}), {{"x", 1.0}}), Verdict::reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::above, 1.0}}), {{"x", 1.0}}), Verdict::not_reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::within, std::pair{1.0, 2.0}}}), {{"x", 2.0}}), Verdict::reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::within, std::pair{1.0, 2.0}}}), {{"x", 2.1}}), Verdict::not_reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::within, std::pair{1.0, 2.0}}}), {{"x", 1.0}}), Verdict::reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::within, std::pair{1.0, 2.0}}}), {{"x", 0.9}}), Verdict::not_reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::above, 1.0}}), {{"x", INFINITY}}), Verdict::not_reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::above, std::string("y")}}), {{"x", 2.0}, {"y", 1.0}}), Verdict::reproduced);
  EXPECT_EQ(verdict(claim({{"x", Relation::below, 3.0}, {"y", Relation::below, 0.5}}), {{"x", 2.0}, {"y", 1.0}}),
            Verdict::not_reproduced);
  auto open = claim({{"x", Relation::at_most, 1.0}});
  open.why = "Needs the authors' program.";
  EXPECT_EQ(verdict(open, {}), Verdict::undecidable);
  EXPECT_EQ(verdict(open, {{"x", 0.0}}), Verdict::undecidable);
  EXPECT_EQ(verdict(claim({{"x", Relation::at_most, 1.0}}), {{"x", std::nan("")}}), Verdict::not_reproduced);
  EXPECT_THROW(verdict(claim({{"x", Relation::at_most, 1.0}}), {{"y", 1.0}}), std::logic_error);
}

TEST(Claims, AllOfThemAreCarried) {
  const auto claims = read_claims(POLHODE_RESULTS);
  EXPECT_EQ(claims.size(), 189u);
  int undecidable = 0;
  for (const auto& c : claims) {
    undecidable += !c.why.empty();
    EXPECT_FALSE(c.tests.empty()) << c.id;
    EXPECT_TRUE(c.why.empty() || c.why.rfind("Needs the ", 0) == 0) << c.id;
  }
  EXPECT_EQ(undecidable, 3);
}

/// A relation that nobody knows, and a number that something is in.
TEST(Claims, OfNoKnownTestAreRefused) {
  const TestFolder folder;
  auto document = nlohmann::json::parse(std::ifstream(POLHODE_RESULTS "/claims.json"));
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
  EXPECT_NEAR(strongest_share(x), 4 / 5.0, 1e-12);
  for (int i = 0; i < 64; ++i)  // on either side of the strongest: 9 + 1 + 1 of 9 + 1 + 1 + 4
    x[i] = 3 * std::cos(M_PI * 20 * i / 64) + std::cos(M_PI * 18 * i / 64) + std::sin(M_PI * 22 * i / 64) +
           2 * std::sin(M_PI * 40 * i / 64);
  EXPECT_NEAR(strongest_share(x), 11 / 15.0, 1e-12);
}

TEST(Numbers, OfHistories) {
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(mean({1, 2, 6}), 3);
  EXPECT_EQ(largest({1, -5, 2}), 5);
  EXPECT_DOUBLE_EQ(drift_share({10, 11, 12, 13}, {-4, -3, -2, -1}), 0.75);
  EXPECT_EQ(drift_share({0, 1, 2}, {0, 0, 0}), 0);
}

TEST(Numbers, OfLadders) {
  const auto point = [](std::int64_t steps, double error, std::vector<double> seconds) {
    Point p{steps, 1.0 / static_cast<double>(steps)};
    p.errors = {{Norm::attitude, error, 0}, {Norm::momentum, 7 * error, 0}}, p.seconds = std::move(seconds);
    return p;
  };
  Series s{nullptr, {point(10, NAN, {0.1}), point(20, 1e-2, {3, 1, 2}), point(40, 1e-4, {4}), point(80, 1e-5, {8})}};
  EXPECT_EQ(s.points[1].fastest(), 1);
  EXPECT_EQ(s.points[1].error(), 1e-2);
  EXPECT_EQ(s.points[1].error(Norm::momentum), 7e-2);
  EXPECT_DOUBLE_EQ(s.time_to(1e-3), 2);  // half way from 1 to 4 in logarithms
  EXPECT_EQ(s.time_to(1e-4), 4);
  EXPECT_EQ(s.time_to(1e-2), 1) << "an error that is not a number meets no target";
  EXPECT_EQ(s.time_to(1e-6), INFINITY);
}

/// A runner of fake methods: one of known order, one that fails.
constexpr MethodInfo second_order{
    .id = "fake2", .label = "fake", .source = "", .order = 2, .kind = Kind::explicit_method};
constexpr MethodInfo failing{.id = "fails", .label = "fails", .source = "", .order = 2, .kind = Kind::implicit_method};
constexpr ProblemInfo nowhere{"nowhere", "", ""};

ComparisonRunner fakes() {
  return {[](const Comparison& comparison, const MethodInfo& m, std::int64_t steps, const std::vector<Norm>& norms) {
            Point p{steps, comparison.duration / static_cast<double>(steps)};
            if (m.id == failing.id)
              p.status = Status::not_converged, p.reason = "always";
            else
              p.errors = {{norms.front(), 3 * p.h * p.h, 0}};
            return p;
          },
          [](const Comparison&, const MethodInfo&, std::int64_t steps) { return 1e-6 * static_cast<double>(steps); },
          [](const Comparison&) {
            return ReferenceInfo{"exact", 0};
          }};
}
/// The fakes, whose points are seen, or changed, when they have run.
ComparisonRunner fakes(const std::function<void(Point&, const MethodInfo&)>& see) {
  auto runner = fakes();
  runner.run = [see, run = runner.run](const Comparison& comparison, const MethodInfo& m, std::int64_t steps,
                                       const std::vector<Norm>& norms) {
    auto p = run(comparison, m, steps, norms);
    see(p, m);
    return p;
  };
  return runner;
}
Experiment fake_experiment() {
  return {
      .id = "fake",
      .panels = {Work{
          "", {&nowhere, FreeBody<double>{}, {&second_order, &failing}, 1}, {10, 20, 40, 80, 160}, Norm::attitude}}};
}

TEST(Measure, FitsAndKeepsFailuresAsRows) {
  const auto experiment = fake_experiment();
  const auto data = measure(experiment, fakes(), true, {});
  const auto& good = data[0].of(second_order);
  EXPECT_NEAR(good.fits[0].second.order, 2, 1e-12);
  EXPECT_NEAR(good.halving_order(Norm::attitude, 160), 2, 1e-12);
  EXPECT_EQ(good.points[3].seconds.size(), 15u);
  EXPECT_NEAR(good.time_to(3e-3), 1e-6 * std::sqrt(1000), 1e-9);  // 3 h^2 = 3e-3 at h = 10^-1.5
  EXPECT_FALSE(data[0].of(failing).fits[0].second.valid());
  EXPECT_TRUE(std::isinf(data[0].of(failing).time_to(1)));

  const auto json = record({&experiment, data, {}, true});
  const auto& row = json["panels"][0]["series"][1]["points"][0];
  EXPECT_EQ(row["status"], "not_converged");
  EXPECT_EQ(row["reason"], "always");
  EXPECT_FALSE(row.contains("errors"));
}

/// A chaotic point has any error: it is no part of the line.
TEST(Measure, ChaoticPointsAreNoPartOfFits) {
  const auto runner = fakes([](Point& p, const MethodInfo&) {
    if (p.steps == 40 && !p.errors.empty()) p.chaotic = true, p.errors[0].value *= 1.5;
  });
  const auto data = measure(fake_experiment(), runner, false, {});
  const auto& fit = data[0].of(second_order).fits[0].second;
  EXPECT_EQ(fit.points, 4);
  EXPECT_NEAR(fit.order, 2, 1e-12);
}

/// Errors are 3 h^2 and 0.3 h^2; what fails has the common ladder only. Orders are those of the common ladder.
TEST(Measure, LaddersGoOnUntilTheirErrorsSpanWhatIsAsked) {
  constexpr MethodInfo better{
      .id = "better", .label = "better", .source = "", .order = 2, .kind = Kind::explicit_method};
  auto experiment = fake_experiment();
  auto& panel = std::get<Work>(experiment.panels[0]);
  panel.comparison.methods = {&second_order, &better, &failing};
  panel.ladder = {10, 20, 40};
  panel.errors = {1e-3, 1e-1};
  std::mutex one_at_a_time;
  std::map<std::pair<std::string, std::int64_t>, int> runs;
  const auto runner = fakes([&](Point& p, const MethodInfo& m) {
    if (m.id == "better") p.errors[0].value /= 10;
    const std::scoped_lock lock(one_at_a_time);
    ++runs[{std::string(m.id), p.steps}];
  });
  const auto data = measure(experiment, runner, true, {});
  for (const auto& [what, times] : runs) EXPECT_EQ(times, 1) << what.first << " with " << what.second << " steps";
  const auto steps = [&](const MethodInfo& m) {
    std::vector<std::int64_t> found;
    for (const auto& p : data[0].of(m).points) found.push_back(p.steps);
    return found;
  };
  EXPECT_EQ(steps(second_order), (std::vector<std::int64_t>{5, 10, 20, 40, 80}));  // 0.12 .. 4.7e-4
  EXPECT_EQ(steps(better), (std::vector<std::int64_t>{1, 2, 5, 10, 20, 40}));      // 0.3 .. 1.9e-4
  EXPECT_EQ(steps(failing), panel.ladder);
  for (const auto* m : {&second_order, &better}) EXPECT_EQ(data[0].of(*m).fits[0].second.points, 3);
  EXPECT_EQ(data[0].of(second_order).points[4].seconds.size(), 15u);
  EXPECT_EQ(record({&experiment, data, {}, true})["panels"][0]["common"]["R"], nlohmann::ordered_json({1e-4, 1.0}));
  EXPECT_EQ(std::ssize(plan(experiment, runner, true)), 5 + 6 + 3);
}

TEST(Record, NeverWritesANotANumber) {
  EXPECT_THROW(dump({{"x", std::nan("")}}), std::logic_error);
  EXPECT_THROW(dump({{"x", {1.0, -INFINITY}}}), std::logic_error);
}

TEST(Golden, ToleratesWhatIsStatedAndNoMore) {
  const auto experiment = fake_experiment();
  const auto golden = record({&experiment, measure(experiment, fakes(), false, {}), {}, false});
  const nlohmann::ordered_json tolerances{{"all", {{"errors", {{"relative", 1e-3}}}}}};
  auto found = golden;
  auto& e = found["panels"][0]["series"][0]["points"][0]["errors"]["R"];
  e = e.get<double>() * (1 + 1e-4);
  EXPECT_TRUE(compare_to_golden(found, golden, tolerances).empty());
  e = e.get<double>() * 1.01;
  EXPECT_EQ(compare_to_golden(found, golden, tolerances).size(), 1u);
  const auto of = [](const char* verdict) {
    return nlohmann::ordered_json{{"verdicts", {{{"id", "a"}, {"verdict", verdict}}}}};
  };
  EXPECT_TRUE(changed_verdicts(of("reproduced"), of("reproduced")).empty());
  EXPECT_EQ(changed_verdicts(of("not-reproduced"), of("reproduced")).size(), 1u);
}

/// The nearest word says how far, the experiment's own before everybody's.
TEST(Golden, TolerancesAreOfTheirKind) {
  using json = nlohmann::ordered_json;
  const auto differs = [](double found, double golden, const json& tolerance, const json& own = json::object()) {
    const auto file = [](double x) { return json{{"id", "g"}, {"size", {{"x", x}}}}; };
    return !compare_to_golden(file(found), file(golden), {{"all", {{"size", tolerance}}}, {"g", own}}).empty();
  };
  EXPECT_FALSE(differs(-1.9, -1, {{"factor", 2}}));
  EXPECT_TRUE(differs(2.1, 1, {{"factor", 2}}));
  EXPECT_TRUE(differs(1, 2.1, {{"factor", 2}}));
  EXPECT_TRUE(differs(1, -1, {{"factor", 2}}));
  EXPECT_FALSE(differs(1e-6, 0, {{"absolute", 1e-6}}));
  EXPECT_TRUE(differs(1.5e-6, 0, {{"absolute", 1e-6}}));
  EXPECT_FALSE(differs(-1e-6, -1.0005e-6, {{"relative", 1e-3}}));
  EXPECT_TRUE(differs(1e-6, 1.002e-6, {{"relative", 1e-3}}));
  EXPECT_FALSE(differs(1, 1.05, {{"relative", 1e-3}}, {{"size", {{"relative", 0.1}}}}));

  const auto row = [](double x, bool chaotic) {
    json r{{"id", "g"}, {"method", "mr"}, {"numbers", {{"share", x}}}};
    if (chaotic) r["chaotic"] = true;
    return r;
  };
  const json shares{{"all", {{"share", {{"absolute", 1e-3}}}, {"share of mr, chaotic", {{"absolute", 0.2}}}}}};
  EXPECT_TRUE(compare_to_golden(row(0.5, true), row(0.6, true), shares).empty());
  EXPECT_EQ(compare_to_golden(row(0.5, false), row(0.6, false), shares).size(), 1u);

  const json plain{{"id", "g"}, {"curve", {{"max", {1.0}}}}};
  auto other = plain, more = plain, chaotic = plain, moved = plain;
  other["curve"]["max"][0] = 2.0, more["new"] = 1;
  chaotic["chaotic"] = moved["chaotic"] = true, moved["curve"]["max"][0] = 2.0;
  EXPECT_EQ(compare_to_golden(other, plain, json::object()).size(), 1u);
  EXPECT_EQ(compare_to_golden(more, plain, json::object()).size(), 1u);
  EXPECT_TRUE(compare_to_golden(moved, chaotic, json::object()).empty()) << "one start of many is compared by medians";
}

/// Claims of this figure; those that need time if there are times; and all that is computed is asked for.
TEST(Golden, JudgesWhatIsAskedOfTheExperiment) {
  auto experiment = fake_experiment();
  const auto of = [](std::string id, std::string figure, bool deterministic) {
    Claim c;
    c.id = std::move(id), c.figure = std::move(figure), c.deterministic = deterministic;
    c.tests = {{"x", Relation::below, 1.0}};
    return c;
  };
  const std::vector<Claim> claims{of("a", "fake", true), of("b", "fake", false), of("c", "other", true)};
  const auto x = [](double value) { return [value](const Data&) { return Numbers{{"x", value}}; }; };
  experiment.claims = {{"a", x(0)}, {"b", x(2)}};
  const auto data = measure(experiment, fakes(), false, {});
  const auto still = judge_all(experiment, data, claims, false), timed = judge_all(experiment, data, claims, true);
  ASSERT_EQ(still.size(), 1u);
  EXPECT_EQ(still[0].claim->id, "a");
  EXPECT_EQ(still[0].verdict, Verdict::reproduced);
  ASSERT_EQ(timed.size(), 2u);
  EXPECT_EQ(timed[1].verdict, Verdict::not_reproduced);
  experiment.claims.push_back({"nobody asks", x(0)});
  EXPECT_THROW(judge_all(experiment, data, claims, true), std::logic_error);
  experiment.claims = {{"b", x(2)}};
  EXPECT_THROW(judge_all(experiment, data, claims, true), std::logic_error);
}

/// A peak between two drawn points is not lost, nor is the last point; seven digits.
TEST(Curves, AreDrawnWithTheirPeaks) {
  Curve curve{{"t", "x"}, std::vector<std::vector<double>>(2)};
  for (int i = 0; i < 5000; ++i)
    curve.columns[0].push_back(i), curve.columns[1].push_back(i == 1234 ? 7 : i == 4321 ? -3 : 0);
  const auto band = panels::envelope(curve);
  EXPECT_EQ(band["t"].size(), 400u);
  EXPECT_EQ(*std::max_element(band["max"].begin(), band["max"].end()), 7);
  EXPECT_EQ(*std::max_element(band["min"].begin(), band["min"].end()), 0);
  EXPECT_EQ(*std::min_element(band["min"].begin(), band["min"].end()), -3);
  const auto points = panels::thinned(curve);
  EXPECT_LE(points["t"].size(), 2001u);
  EXPECT_EQ(points["t"].back(), 4999);
  EXPECT_EQ(panels::rounded(1.23456789, 7), 1.234568);
}

// --- names and files -------------------------------------------------------------------------------------------------

TEST(Names, TheNearestIsNamed) {
  const std::vector<std::string> names{"imidm", "mr", "rk4", "dumbbell-vi"};
  EXPECT_EQ(nearest_name("imdim", names), "imidm");
  EXPECT_EQ(nearest_name("dumbel-vi", names), "dumbbell-vi");
  EXPECT_EQ(nearest_name("completely-different", names), "");
  EXPECT_EQ(nearest_name("h", {"t0", "time"}), "");  // nothing of it is left
  EXPECT_EQ(nearest_name("mt", {"t0", "m"}), "m");
  EXPECT_NE(unknown_name("method", "xyzzy-plugh", names).find("accepted: imidm"), std::string::npos);
  std::vector<std::string> many;
  for (int i = 0; i < 130; ++i) many.push_back("name" + std::to_string(i));
  const auto said = unknown_name("method", "xyzzy-plugh", many);
  EXPECT_NE(said.find("name29 and 100 more"), std::string::npos) << said;
}

TEST(Names, AreShownSoThatATerminalStaysAsItIs) {
  EXPECT_EQ(printable("a\x1b[2J\n\x7f"), "a\\x1b[2J\\x0a\\x7f");
  EXPECT_EQ(printable("µ·→"), "µ·→");
  EXPECT_EQ(printable("a\u202eb\u2066\u2028"),
            "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa6\\xe2\\x80\\xa8");      // directions, a line's end
  EXPECT_EQ(printable("\xc2\x9b\xff\xc2"), "\\xc2\\x9b\\xff\\xc2");  // C1, no UTF-8, half a character
  EXPECT_EQ(shortened("short"), "short");
  EXPECT_EQ(shortened(std::string(60, 'x')), std::string(60, 'x'));
  EXPECT_EQ(shortened(std::string(61, 'x')), std::string(57, 'x') + "...");
  std::string greek;
  for (int i = 0; i < 100; ++i) greek += "µ";
  EXPECT_EQ(printable(shortened(greek)), shortened(greek)) << "cut through a character";
}

TEST(Files, AreWrittenWholeOrNotAtAll) {
  const TestFolder folder;
  const auto path = (folder / "deep" / "x.json").string();
  write_file(path, "one");
  write_file(path, "two");
  EXPECT_EQ(read_file(path), "two");
  EXPECT_THROW(write_file((folder / "deep").string(), "x"), OutputError);
  EXPECT_THROW(write_file(path + "/below/a/file", "x"), OutputError);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "deep"), {}), 1) << "nothing temporary is left";
  EXPECT_THROW(read_file((folder / "missing").string()), UserError);
  EXPECT_THROW(read_file(folder.string()), UserError);
}

TEST(Checkpoint, IsAFile) {
  const TestFolder folder;
  const auto pipe = (folder / ".x.part").string();  // which nobody writes to
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& path :
       {pipe, folder.string(), std::string("/dev/zero"), folder.string() + "/" + std::string(300, 'n')})
    EXPECT_THROW(Checkpoint({path, "this program"}), UserError) << path;
}

/// Work in a process of its own ends in its time, even where it closes its end and lives on, or leaves it to others.
TEST(Child, EndsInItsTime) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::string close = "exec >&- 2>&- sleep 60";
  EXPECT_THROW(ended({"sh", "-c", close}, 0.5), ChildFailed);
  EXPECT_TRUE(ended({"sh", "-c", "echo said; sleep 60 & "}, 30).well);
  EXPECT_EQ(ended({"sh", "-c", "printf said; sleep 60 & "}, 30).said, "said");
  EXPECT_FALSE(ended({"sh", "-c", "exec >&-; exit 3"}, 30).well);
  const auto closing = [](const Send&) {
    ::close_range(3, ~0u, 0);
    ::sleep(60);
  };
  EXPECT_THROW(in_child(
                   closing, [](std::string_view) {}, 0.5),
               ChildFailed);
  int received = 0;
  in_child([](const Send& send) { send("a"), send("b"); }, [&](std::string_view) { ++received; }, 30);
  EXPECT_EQ(received, 2);
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - begin).count(), 60) << "it waited for a sleeper";
}

TEST(Checkpoint, GoesOnWhereItWasAndTrustsNoTornRow) {
  const TestFolder folder;
  const ResumeFile file{(folder / "deep" / ".x.part").string(), "this program"};
  {
    Checkpoint c(file);
    EXPECT_EQ(c.find(7), nullptr);
    c.put(7, {1.0 / 3, -1e-300}), c.put(3, {2});
  }
  std::ofstream(file.path, std::ios::app) << "4 5 6";  // killed here
  {
    Checkpoint c(file);
    ASSERT_NE(c.find(7), nullptr);
    EXPECT_EQ(*c.find(7), (std::vector<double>{1.0 / 3, -1e-300}));
    EXPECT_EQ(*c.find(3), std::vector<double>{2});
    EXPECT_EQ(c.find(4), nullptr);
  }
  EXPECT_EQ(Checkpoint({file.path, "another program"}).find(7), nullptr);
  Checkpoint c(file);
  c.finish();
  EXPECT_FALSE(std::filesystem::exists(file.path));
  EXPECT_EQ(Checkpoint({"", ""}).find(0), nullptr);
}

TEST(Measure, TakesUpWhatWasFoundOfTheSameCaseOnly) {
  const TestFolder folder;
  const ResumeFile file{(folder / ".fake.part").string(), "key"};
  auto experiment = fake_experiment();
  int runs = 0;
  bool interrupted = true;
  const auto runner = fakes([&](Point& p, const MethodInfo&) {
    if (p.steps == 160 && interrupted) throw Interrupted();
    ++runs;
  });
  const ThreadLimit one(1);
  EXPECT_THROW(measure(experiment, runner, false, file), Interrupted);
  EXPECT_GT(runs, 0);
  EXPECT_TRUE(std::filesystem::exists(file.path));
  std::filesystem::copy(file.path, folder / "copy");
  interrupted = false, runs = 0;
  const auto data = measure(experiment, runner, false, file);
  EXPECT_LT(runs, 10);  // of ten cases
  EXPECT_NEAR(data[0].of(second_order).fits[0].second.order, 2, 1e-12);
  EXPECT_FALSE(std::filesystem::exists(file.path));
  // The same rows are of no use to a comparison of another length or start.
  std::filesystem::copy(folder / "copy", file.path);
  auto& comparison = std::get<Work>(experiment.panels[0]).comparison;
  comparison.duration = 2, runs = 0;
  measure(experiment, runner, false, file);
  EXPECT_EQ(runs, 10);
  std::filesystem::copy(folder / "copy", file.path);
  comparison.duration = 1, comparison.t0 = 1, runs = 0;
  measure(experiment, runner, false, file);
  EXPECT_EQ(runs, 10);
}

/// What a point is, with its floor, its tallies and whether it is chaotic, is there after the next start.
TEST(Measure, WhatIsTakenUpIsWhole) {
  const TestFolder folder;
  const ResumeFile file{(folder / ".fake.part").string(), "key"};
  const auto experiment = fake_experiment();
  bool interrupted = true;
  int again = 0;  // of the step counts before the last
  const auto runner = fakes([&](Point& p, const MethodInfo& m) {
    const auto n = p.steps;
    if (n == 160 && interrupted) throw Interrupted();
    if (m.id == second_order.id && n < 160 && !interrupted) ++again;
    if (p.status != Status::ok) return;
    p.chaotic = n == 20, p.errors[0].floor = 1e-9 * static_cast<double>(n), p.operations = 5 * n;
    p.counters.torque_evaluations = 3 * n, p.counters.solver_iterations = 2 * n;
  });
  const ThreadLimit one(1);
  EXPECT_THROW(measure(experiment, runner, false, file), Interrupted);
  interrupted = false;
  const auto data = measure(experiment, runner, false, file);
  EXPECT_EQ(again, 0);
  for (const auto& p : data[0].of(second_order).points) {
    EXPECT_EQ(p.chaotic, p.steps == 20);
    EXPECT_EQ(p.errors[0].floor, 1e-9 * static_cast<double>(p.steps));
    EXPECT_EQ(p.errors[0].value, 3 * p.h * p.h);
    EXPECT_EQ(p.operations, 5 * p.steps);
    EXPECT_EQ(p.counters.torque_evaluations, 3 * p.steps);
    EXPECT_EQ(p.counters.solver_iterations, 2 * p.steps);
  }
}

TEST(Measure, PlansAndRestricts) {
  const auto experiment = fake_experiment();
  const auto cases = plan(experiment, fakes(), false);
  ASSERT_EQ(cases.size(), 10u);
  EXPECT_NEAR(cases[4].seconds / cases[0].seconds, 16, 1e-9);
  const auto some = restricted(experiment, "fakes", [](const MethodInfo& m) { return m.id == failing.id; });
  EXPECT_EQ(some.id, "fake-partial");
  EXPECT_EQ(std::get<Work>(some.panels[0]).comparison.methods.size(), 1u);
  EXPECT_TRUE(restricted(experiment, "none", [](const MethodInfo&) { return false; }).panels.empty());
  EXPECT_FALSE(ran_out_of_time(measure(experiment, fakes(), false, {})));
}

TEST(Files, AreExtendedByWholeLines) {
  const TestFolder folder;
  const auto path = (folder / "deep/lines").string();
  append_line(path, "one");
  std::ofstream(path, std::ios::app) << "torn";
  append_line(path, "two");
  EXPECT_EQ(read_file(path), "one\ntorn\ntwo\n");
  EXPECT_THROW(append_line(folder.string(), "x"), OutputError);
  EXPECT_THROW(append_line("/dev/full", "x"), OutputError);
}

TEST(Files, AreNotWrittenThroughTwoNames) {
  const TestFolder folder;
  const auto a = (folder / "a").string(), link = (folder / "link").string();
  std::filesystem::create_symlink("a", link);
  EXPECT_THROW(check_apart("--x", a, "--y", link), UserError);
  EXPECT_THROW(check_apart("--x", a, "--y", (folder / "." / "a").string()), UserError);
  EXPECT_NO_THROW(check_apart("--x", a, "--y", (folder / "b").string()));
  EXPECT_NO_THROW(check_apart("--x", "-", "--y", "-"));
  write_file(link, "text");  // the link, which led nowhere, stays one
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file(a), "text");
}

// --- what is read ----------------------------------------------------------------------------------------------------

std::string refusal(const std::string& text, std::string_view schema) {
  return refusal_of([&] { check_form(parse_ordered_json(text, "f"), schema, "f"); });
}

TEST(Forms, AllGoldenFilesHaveTheirs) {
  for (const auto& e : std::filesystem::directory_iterator(POLHODE_RESULTS "/golden"))
    if (const auto id = e.path().stem().string(); id != "tolerances") {
      EXPECT_NO_THROW(read_result(e.path().string(), "experiment-1", id));
    }
  EXPECT_NO_THROW(read_result(POLHODE_RESULTS "/golden/tolerances.json", "tolerances-1"));
  EXPECT_NO_THROW(read_result(POLHODE_RESULTS "/claims.json", "claims-1"));
  EXPECT_NO_THROW(read_result(POLHODE_RESULTS "/perf/baseline.json", "evidence-1"));
  for (const auto& e : std::filesystem::directory_iterator(POLHODE_RESULTS "/reference"))
    if (e.path().extension() == ".json") {
      EXPECT_NO_THROW(read_result(e.path().string(), "reference-1"));
    }
}

TEST(Forms, MistakesAreNamedByTheirPlace) {
  EXPECT_EQ(refusal("{\"all\": {\"errors\": {\"relative\": 1}}}", "tolerances-1"), "");
  EXPECT_EQ(refusal("{\"all\": {\"errors\": {\"relative\": -1}}}", "tolerances-1"),
            "f: all.errors.relative: -1 is given; accepted: at least 0");
  EXPECT_EQ(refusal("{\"all\": {\"errors\": {\"relativ\": 1}}}", "tolerances-1"),
            "f: all.errors.relativ: 1 is given; accepted: no such member");
  EXPECT_EQ(refusal("[]", "tolerances-1"), "f: [] is given; accepted: a value of type object");
  EXPECT_EQ(refusal("{\"a\": 1, \"a\": 2}", "tolerances-1"), "a: the key is given twice; accepted: once");
  EXPECT_EQ(refusal(R"({"b": [{"a": [0]}, {}, {"c": {"d": 1}, "a": [[], {"x": 0, "y": 0, "x": 1}]}]})", "tolerances-1"),
            "b[2].a[1].x: the key is given twice; accepted: once");
  EXPECT_NE(refusal("{\"a\": 1e999}", "tolerances-1").find("too large for a double"), std::string::npos);
}

// --- specs -----------------------------------------------------------------------------------------------------------

template <class T = double>
Spec<T> spec(const std::string& text) {
  return read_spec<T>(parse_json(text, "spec"));
}

TEST(PrincipalAxes, AreNearestToTheIdentity) {
  const auto p = principal_axes(Mat3<double>{{{3, 1e-3, 0}, {1e-3, 1, 0}, {0, 0, 2}}});
  EXPECT_LT(norm(p.axes.vector()), 1e-3);
  const auto n = Vec<Body, double>{0.6, 0, 0.8};  // two equal moments: I = 2 - n n^T
  Mat3<double> m = 2.0 * identity_matrix<double>();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) -= n[i] * n[j];
  const auto q = principal_axes(m);
  EXPECT_NEAR(2 * std::asin(norm(q.axes.vector())), std::acos(0.8), 1e-7)
      << "the shortest turn that takes an axis to n";
}

/// Of axes in a plane of equal moments no others, turned a little, are nearer.
TEST(PrincipalAxes, TurnInTheirPlaneTowardsTheIdentity) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> any;
  for (int count = 0; count < 50; ++count) {
    Vec<Body, double> n{any(random), any(random), any(random)};
    n = n / norm(n);
    Mat3<double> m = 2.0 * identity_matrix<double>();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m(i, j) -= n[i] * n[j];
    const auto p = principal_axes(m);
    const int k = p.moments[0] < 1.5 ? 0 : p.moments[1] < 1.5 ? 1 : 2;
    for (const double by : {1e-3, -1e-3}) EXPECT_GT(p.axes.w, (p.axes * exp(by * axis<Body, double>(k))).w) << count;
  }
}

/// The axes of two moments that are nearly equal are where they are, and the moments stay apart; at every scalar.
TEST(PrincipalAxes, NeverChangeTheBody) {
  for (const double off : {1e-3, 9e-13, 1e-15, 1e-17, 3e-300}) {
    const auto document = nlohmann::json::parse(
        fmt::format(R"({{"body": {{"inertia": [[2, {0}, 0], [{0}, 2, 0], [0, 0, 3]], "momentum": [1, 1, 1]}}}})", off));
    const auto read = [&]<class T>(T) {
      const auto s = read_spec<T>(document);
      const auto& I = std::get<FreeBody<T>>(s.problem).I;
      const auto Q = matrix(s.axes);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          T back(0);
          for (int k = 0; k < 3; ++k) back += Q(i, k) * I[k] * Q(j, k);
          const double given = document["body"]["inertia"][i][j];
          EXPECT_LE(abs(T(back - T(given))), 20 * epsilon<T>()) << off << " at " << i << j;
        }
      return s;
    };
    const auto narrow = read(double());
    const auto wide = read(float128());
    const auto widest = read(float100());
    EXPECT_LT(norm((inverse(cast<float100>(narrow.axes)) * widest.axes).vector()), 1e-15)
        << "one body, one set of axes";
    EXPECT_LT(norm((inverse(cast<float100>(wide.axes)) * widest.axes).vector()), 1e-33);
    if (off > 1e-99) {
      EXPECT_EQ(abs(float100(std::get<FreeBody<float100>>(widest.problem).I[0] - 2)), float100(off));
    }
  }
}

/// Every T, every shape: tiny and huge, one moment far from the others, all alike but for rounding.
TEST(PrincipalAxes, AreThoseOfTheMatrix) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int n = 0; n < 500; ++n) {
    const double scale = std::pow(10, 120 * any(random)), spread = std::pow(10, -16 * std::abs(any(random)));
    const auto turn = exp(Vec<Body, double>{3 * any(random), 3 * any(random), 3 * any(random)});
    const auto Q = matrix(turn);
    Mat3<double> m{};
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m(i, j) += scale * (1 + spread * k * any(random) / 3) * Q(i, k) * Q(j, k);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j) m(i, j) = m(j, i);
    const auto p = principal_axes(m);
    const auto V = matrix(p.axes);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double back = 0;
        for (int k = 0; k < 3; ++k) back += V(i, k) * p.moments[k] * V(j, k);
        EXPECT_NEAR(back / scale, m(i, j) / scale, 1e-14) << n;
      }
  }
}

template <class T = double>
Attitude<T> attitude(const std::string& given) {
  const auto s =
      spec<T>(R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 2, 3], "attitude": )" + given + R"(}, "time": 1})");
  return std::get<FreeBody<T>>(s.problem).initial.R;
}

/// Each word for the same turn, by hand.
TEST(Spec, ReadsAttitudes) {
  const auto last = attitude(R"({"quaternion": [0, 0, 0.6, 0.8], "order": "xyzw"})");
  EXPECT_EQ(last.w, 0.8);
  EXPECT_EQ(last.z, 0.6);
  EXPECT_EQ(attitude(R"({"quaternion": [0.8, 0, 0, 0.6]})").z, 0.6);
  EXPECT_NEAR(norm2(attitude("[0.6000000003, 0, 0.8, 0]")), 1, 4e-16);
  EXPECT_NEAR(attitude(R"({"mrp": [0.57735026918962576, 0, 0]})").w, 0.5, 1e-15);  // tan 30, a third of a turn
  // A quarter turn about x, then one about z: of space, e2 goes to e3 and stays; of the body, e1 goes to e2, to e3.
  const auto extrinsic = attitude(R"({"euler": [90, 0, 90], "sequence": "xyz", "degrees": true})"),
             intrinsic = attitude(R"({"euler": [90, 0, 90], "sequence": "XYZ", "degrees": true})");
  EXPECT_NEAR((extrinsic * axis<Body, double>(1))[2], 1, 1e-15);
  EXPECT_NEAR((intrinsic * axis<Body, double>(0))[2], 1, 1e-15);
  // A quarter turn about z, stretched by 3e-10 along a diagonal, is that turn; what reflects or is off by 0.01 is none.
  const auto nearest = attitude("[[0, -1, 0], [1, 0, 3e-10], [3e-10, 0, 1]]");
  EXPECT_NEAR(nearest.z, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(nearest.x, 0, 1e-16);
  EXPECT_NEAR(nearest.y, 0, 1e-16);
  EXPECT_THROW(attitude("[[1, 0, 0], [0, 1, 0], [0, 0, -1]]"), UserError);
  EXPECT_THROW(attitude("[[1, 0.01, 0], [0, 1, 0], [0, 0, 1]]"), UserError);
}

/// A turn a minute about the third axis, in radians per second, minute and hour.
TEST(Spec, ReadsRates) {
  const auto rate = [](const std::string& units) {
    const auto s =
        spec(R"({"body": {"inertia": [1, 2, 3], "angular_velocity": [0, 0, 1]}, "time": 1, "units": )" + units + "}");
    return std::get<FreeBody<double>>(s.problem).initial.Pi[2] / 3;
  };
  EXPECT_DOUBLE_EQ(rate(R"({"time": "s", "rate": "rpm"})"), M_PI / 30);
  EXPECT_DOUBLE_EQ(rate(R"({"time": "min", "rate": "rpm"})"), 2 * M_PI);
  EXPECT_DOUBLE_EQ(rate(R"({"time": "h", "rate": "rpm"})"), 120 * M_PI);
  EXPECT_DOUBLE_EQ(rate(R"({"time": "s", "rate": "deg/s"})"), M_PI / 180);
  EXPECT_EQ(rate(R"({"time": "s", "rate": "rad/s"})"), 1);
  EXPECT_THROW(rate(R"({"rate": "rpm"})"), UserError);
}

TEST(Spec, RefusesWhatIsOutOfRange) {
  const auto with = [](const std::string& momentum, const std::string& steps) {
    return R"({"body": {"inertia": [1, 2, 3], "momentum": )" + momentum + R"(}, "time": 1, "steps": )" + steps + "}";
  };
  EXPECT_EQ(spec(with(R"(["1e0", "-.5", "+2."])", "9007199254740992")).grid->steps(), 9007199254740992);
  for (const char* steps : {"0", "-1", "1.5", "9007199254740993"})
    EXPECT_THROW(spec(with("[1, 0, 0]", steps)), UserError);
  for (const char* number : {"1e", ".", "", "1e1234567", "0x1", "1 ", "nan"})
    EXPECT_THROW(spec(with("[\"" + std::string(number) + "\", 0, 0]", "1")), UserError) << number;
}

TEST(Spec, SaysThatAMatrixIsNotSymmetric) {
  const auto s =
      spec(R"({"body": {"inertia": [[2, 1e-3, 0], [1.003e-3, 2, 0], [0, 0, 3]], "momentum": [1, 1, 1]}, "time": 1})");
  ASSERT_EQ(s.warnings.size(), 1u);
  EXPECT_NE(s.warnings[0].find("not symmetric by 1e-06 (entries [0][1], [1][0]), averaged"), std::string::npos);
  EXPECT_THROW(
      spec(R"({"body": {"inertia": [[2, 1e-3, 0], [6e-3, 2, 0], [0, 0, 3]], "momentum": [1, 1, 1]}, "time": 1})"),
      UserError);
}

TEST(Spec, WarnsAndGoesOn) {
  const auto warnings = [](const std::string& body) {
    return spec(R"({"body": {"momentum": [1, 2, 3], )" + body + R"(}, "time": 1})").warnings;
  };
  EXPECT_NE(warnings(R"("inertia": [1, 2, 3.5])").at(0).find("by 0.5"), std::string::npos);
  const auto plain = spec(R"({"body": {"momentum": [1, 2, 3], "inertia": [1, 2, 3], "comments": "mine"}, "time": 1,
                              "units": {"mass": "kg", "length": "m", "time": "s"}})");
  EXPECT_TRUE(plain.warnings.empty());
  EXPECT_EQ(plain.comments, std::vector<std::string>{"mine"});
  EXPECT_EQ(plain.units.at(3), (std::pair<std::string, std::string>{"momentum", "kg m^2/s"}));
  EXPECT_EQ(warnings(R"("inertia": [1, 2, 3], "attitude": [1.0000000001, 0, 0, 0])").size(), 1u);
  EXPECT_NE(warnings(R"("inertia": [1, 2, 3], "attitude": [1.0001, 0, 0, 0])").at(0).find("norm 1.0001"),
            std::string::npos);
}

}  // namespace
}  // namespace polhode
