// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/io/record.hpp"
#include "core/measuring/experiment.hpp"
#include "core/measuring/panels/shared.hpp"
#include "core/system/progress.hpp"
#include "core/testing/folder.hpp"

/// Figures of methods that are made up: what is measured, recorded, compared with golden files and taken up again.
namespace polhode {
namespace {

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

constexpr MethodInfo second_order{
    .id = "fake2", .label = "fake", .source = "", .order = 2, .kind = Kind::explicit_method};
constexpr MethodInfo failing{.id = "fails", .label = "fails", .source = "", .order = 2, .kind = Kind::implicit_method};

constexpr ProblemInfo nowhere{"nowhere", "", ""};

/// A runner of fake methods, one of known order, one that fails, whose points are seen, or changed, when they have run.
ComparisonRunner fakes(const std::function<void(Point&, const MethodInfo&)>& see = [](Point&, const MethodInfo&) {}) {
  return {[see](const Comparison& comparison, const MethodInfo& m, std::int64_t steps, const std::vector<Norm>& norms) {
            Point p{steps, comparison.duration / static_cast<double>(steps)};
            if (m.id == failing.id)
              p.status = Status::not_converged, p.reason = "always";
            else
              p.errors = {{norms.front(), 3 * p.h * p.h, 0}};
            see(p, m);
            return p;
          },
          [](const Comparison&, const MethodInfo&, std::int64_t steps) { return 1e-6 * static_cast<double>(steps); },
          [](const Comparison&) {
            return ReferenceInfo{"exact", 0};
          }};
}

Experiment fake_experiment() {
  return {
      .id = "fake",
      .panels = {Work{
          "", {&nowhere, FreeBody<double>{}, {&second_order, &failing}, 1}, {10, 20, 40, 80, 160}, Norm::attitude}}};
}

TEST(Measure, FitsAndKeepsFailuresAsRows) {
  const auto experiment = fake_experiment();
  const auto data = measure(experiment, fakes(), true);
  const auto& good = data[0].of(second_order);
  EXPECT_NEAR(good.fits[0].second.order, 2, 1e-12);
  EXPECT_NEAR(good.halving_order(Norm::attitude, 160), 2, 1e-12);
  EXPECT_EQ(good.points[3].seconds.size(), 15u);
  EXPECT_NEAR(good.time_to(3e-3), 1e-6 * std::sqrt(1000), 1e-9);  // 3 h^2 = 3e-3 at h = 10^-1.5
  EXPECT_FALSE(data[0].of(failing).fits[0].second.valid());
  EXPECT_TRUE(std::isinf(data[0].of(failing).time_to(1)));
  const Experiment untimed{
      .id = "fake",
      .panels = {Convergence{"", {&nowhere, FreeBody<double>{}, {&second_order}, 1}, {10, 20, 40}, {Norm::attitude}}}};
  EXPECT_TRUE(measure(untimed, fakes(), true)[0].of(second_order).points[0].seconds.empty()) << "it needs no times";

  const auto json = record({&experiment, data, {}});
  const auto& row = json["panels"][0]["series"][1]["points"][0];
  EXPECT_EQ(row["status"], "not_converged");
  EXPECT_EQ(row["reason"], "always");
  EXPECT_FALSE(row.contains("errors"));
}

TEST(Measure, ChaoticPointsAreNoPartOfFits) {
  const auto runner = fakes([](Point& p, const MethodInfo&) {
    if (p.steps == 40 && !p.errors.empty()) p.chaotic = true, p.errors[0].value *= 1.5;
  });
  const auto data = measure(fake_experiment(), runner, false);
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
  const auto data = measure(experiment, runner, true);
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
  EXPECT_EQ(record({&experiment, data, {}})["panels"][0]["common"]["R"], nlohmann::ordered_json({1e-4, 1.0}));
  panel.errors.reset();  // from 0.03 to 1.9e-3, and from 3e-3 to 1.9e-4
  EXPECT_FALSE(record({&experiment, measure(experiment, runner, false), {}})["panels"][0].contains("common"));
}

TEST(Record, NeverWritesANotANumber) {
  EXPECT_THROW(dump({{"x", std::nan("")}}), std::logic_error);
  EXPECT_THROW(dump({{"x", {1.0, -INFINITY}}}), std::logic_error);
}

/// Verdicts go to the file that they are decided by; times only of points that have some; a busy machine decides none.
/// What nobody claims is printed as it is found, and is not counted.
TEST(Record, VerdictsStandWhereTheirNumbersAre) {
  auto experiment = fake_experiment();
  experiment.papers = {"paper"};
  Claim still, timed, ours;
  still.id = "still", still.paper = timed.paper = ours.paper = "paper", still.why = "for a reason";
  timed.id = "timed", timed.deterministic = false, ours.id = "ours", ours.where = "Section 1, ours";
  for (auto* c : {&still, &timed, &ours}) c->figure = "fake", c->tests = {{"x", "<", 1.0}};
  const Report report{&experiment,
                      measure(experiment, fakes(), true),
                      {{&still, Verdict::undecidable, {{"x", INFINITY}, {"y", 0.5}}},
                       {&timed, Verdict::not_reproduced, {{"x", 2}}},
                       {&ours, Verdict::reproduced, {{"x", 0}}}}};
  const auto main = record(report);
  ASSERT_EQ(main["verdicts"].size(), 2u);
  EXPECT_EQ(main["verdicts"][0]["numbers"], nlohmann::ordered_json({{"x", "inf"}, {"y", 0.5}}));
  EXPECT_EQ(main["verdicts"][0]["why"], "for a reason");
  EXPECT_FALSE(main["verdicts"][1].contains("why"));
  auto timing = timing_record(report);
  EXPECT_EQ(timing["panels"][0]["series"][0]["points"].size(), 5u);
  EXPECT_TRUE(timing["panels"][0]["series"][1]["points"].empty()) << "what fails has no times";
  timing["verdicts"] = {{{"id", "timed"}, {"verdict", "not-reproduced"}, {"numbers", {{"x", 2}}}}};

  const TestFolder folder;
  folder.file("fake.json", dump(main));
  const auto with_load = [&](double load) {
    timing["context"]["load"] = load, timing["context"]["cores"] = 2;
    folder.file("fake.timing.json", dump(timing));
    EXPECT_EQ(read_timing(folder.string() + "/fake", "fake")["verdicts"].empty(), load > 2.5) << load;
    return summary(folder.string(), "fake", {still, timed, ours});
  };
  const auto quiet = with_load(2.5), busy = with_load(2.6);
  EXPECT_EQ(std::tuple(quiet.reproduced, quiet.not_reproduced, quiet.undecidable), std::tuple(0, 1, 1));
  EXPECT_EQ(std::tuple(busy.reproduced, busy.not_reproduced, busy.undecidable), std::tuple(0, 0, 1));
  EXPECT_NE(quiet.text.find("holds"), quiet.text.npos) << quiet.text;
  EXPECT_EQ(quiet.text.find("busy"), quiet.text.npos) << quiet.text;
  const auto said = busy.text.find("machine busy (load 2.6): not judged");
  ASSERT_NE(said, busy.text.npos) << busy.text;
  EXPECT_EQ(busy.text.find("busy", said + 9), busy.text.npos) << "only claims that need times are not judged";
  experiment.claims = {{"still", [](const Data&) { return Numbers{{"x", 0}}; }}};
  still.paper = "another paper of the same figure";
  EXPECT_THROW(judge_all(experiment, report.data, {still}, false), std::logic_error) << "no claim of its papers";
}

TEST(Golden, ToleratesWhatIsStatedAndNoMore) {
  const auto experiment = fake_experiment();
  const auto golden = record({&experiment, measure(experiment, fakes(), false), {}});
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
  EXPECT_TRUE(differs(2, 1, {{"relative", 0.6}})) << "a share of the golden number";
  EXPECT_FALSE(differs(1, 1.05, {{"relative", 1e-3}}, {{"size", {{"relative", 0.1}}}}));

  const auto row = [](double x, bool chaotic) {
    json r{{"id", "g"}, {"method", "mr"}, {"numbers", {{"share", x}}}};
    if (chaotic) r["chaotic"] = true;
    return r;
  };
  const json shares{{"all", {{"share", {{"absolute", 1e-3}}}, {"share of mr, chaotic", {{"absolute", 0.2}}}}}};
  EXPECT_TRUE(compare_to_golden(row(0.5, true), row(0.6, true), shares).empty());
  EXPECT_EQ(compare_to_golden(row(0.5, false), row(0.6, false), shares).size(), 1u);

  const auto counted = [](int evaluations, int iterations, int operations) {
    const json tally{
        {"torque_evaluations", evaluations}, {"solver_iterations", iterations}, {"operations", operations}};
    return json{{"id", "g"}, {"tally", tally}};
  };
  const json some{{"all", {{"tally", {{"relative", 0.02}}}}}};
  const auto compared = [&](const json& a, const json& b) { return compare_to_golden(a, b, some).size(); };
  EXPECT_EQ(compared(counted(100, 300, 10100), counted(100, 300, 10000)), 0u);
  EXPECT_EQ(compared(counted(100, 0, 10001), counted(100, 0, 10000)), 1u) << "an explicit run is counted exactly";
  EXPECT_EQ(compared(counted(101, 301, 10000), counted(100, 300, 10000)), 2u);

  const json plain{{"id", "g"}, {"curve", {{"max", {1.0}}}}};
  auto other = plain, more = plain, chaotic = plain, moved = plain;
  other["curve"]["max"][0] = 2.0, more["new"] = 1;
  chaotic["chaotic"] = moved["chaotic"] = true, moved["curve"]["max"][0] = 2.0;
  EXPECT_EQ(compare_to_golden(other, plain, json::object()).size(), 1u);
  EXPECT_EQ(compare_to_golden(more, plain, json::object()).size(), 1u);
  EXPECT_TRUE(compare_to_golden(moved, chaotic, json::object()).empty()) << "one start of many is compared by medians";

  const auto word = [](const char* status, const char* left_out, double error) {
    return json{{"id", "g"}, {"status", status}, {"left_out", left_out}, {"errors", {{"R", error}}}};
  };
  EXPECT_TRUE(compare_to_golden(word("ok", "a", 1), word("ok", "b", 1), json::object()).empty()) << "a remark";
  EXPECT_EQ(compare_to_golden(word("ok", "a", 1), word("failed", "a", 1), json::object()).size(), 1u);
  auto median = word("ok", "a", 1), far = word("ok", "a", 3.9);
  EXPECT_EQ(compare_to_golden(far, median, json::object()).size(), 1u);
  median["chaotic"] = far["chaotic"] = true;
  EXPECT_TRUE(compare_to_golden(far, median, json::object()).empty());
}

/// Claims of this figure; those that need time if there are times; and all that is computed is asked for.
TEST(Golden, JudgesWhatIsAskedOfTheExperiment) {
  auto experiment = fake_experiment();
  const auto of = [](std::string id, std::string figure, bool deterministic) {
    Claim c;
    c.id = std::move(id), c.figure = std::move(figure), c.deterministic = deterministic;
    c.tests = {{"x", "<", 1.0}};
    return c;
  };
  const std::vector<Claim> claims{of("a", "fake", true), of("b", "fake", false), of("c", "other", true)};
  const auto x = [](double value) { return [value](const Data&) { return Numbers{{"x", value}}; }; };
  experiment.claims = {{"a", x(0)}, {"b", x(2)}};
  const auto data = measure(experiment, fakes(), false);
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

}  // namespace
}  // namespace polhode
