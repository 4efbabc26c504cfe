// SPDX-License-Identifier: MIT
#include "experiments/answers/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/testing/json.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/answers/csv.hpp"

namespace polhode::answers {
namespace {

using json = nlohmann::ordered_json;

/// With these changes in its row.
json evidence(const json& changes = json::object()) {
  json all = parsed(R"({"toolchain": {"compiler": "one"}, "rows": {"free-body/imidm/h=0.1": {
    "status": "ok", "allocations": 0, "torque_evaluations": 1.0, "solver_iterations": 2.0, "error": 1e-4,
    "rounding": 2e-15, "energy": 1e-5, "instructions": 1000.0}}})");
  all["rows"]["free-body/imidm/h=0.1"].update(changes);
  return all;
}

/// The exit code after one number has changed.
Exit after(const char* quantity, double value) {
  return compared(evidence(), evidence({{quantity, value}})).exit();
}

TEST(Evidence, IsJudgedByQuantity) {
  EXPECT_EQ(compared(evidence(), evidence()).exit(), Exit::ok);
  EXPECT_EQ(PerformanceChanges().exit(), Exit::not_comparable) << "nothing is no success";
  EXPECT_EQ(after("instructions", 1009), Exit::ok);
  EXPECT_EQ(after("instructions", 1011), Exit::slower);
  EXPECT_EQ(after("instructions", 900), Exit::ok);
  EXPECT_EQ(after("allocations", 1), Exit::slower);
  EXPECT_EQ(after("solver_iterations", 2.0625), Exit::slower);
  EXPECT_EQ(after("torque_evaluations", 1.0625), Exit::slower);
  EXPECT_EQ(after("error", 1.04e-4), Exit::ok);
  EXPECT_EQ(after("error", 1.06e-4), Exit::less_accurate);
  EXPECT_EQ(after("energy", 1.06e-5), Exit::less_accurate);
  EXPECT_EQ(after("rounding", 9e-14), Exit::ok);
  EXPECT_EQ(after("rounding", 2e-13), Exit::less_accurate);
  EXPECT_EQ(compared(evidence(), evidence({{"instructions", 600}, {"rounding", 1e-9}})).exit(), Exit::less_accurate)
      << "faster, and of fewer digits";
  EXPECT_FALSE(compared(evidence(), evidence({{"rounding", 1e-16}})).has(Change::better)) << "below the floor";
  EXPECT_TRUE(compared(evidence(), evidence({{"rounding", 1e-16}, {"error", 5e-5}})).has(Change::better));
}

/// What is exact, or next to it, loses digits below 1e-12, too; an error of a few roundings may be any.
TEST(Evidence, ErrorsNextToRoundingCount) {
  const auto changed = [](double error, double rounding, double to) {
    return compared(evidence({{"error", error}, {"rounding", rounding}}),
                    evidence({{"error", to}, {"rounding", error == rounding ? to : rounding}}))
        .exit();
  };
  EXPECT_EQ(changed(2e-15, 2e-15, 3e-13), Exit::less_accurate) << "an exact motion";
  EXPECT_EQ(changed(2e-15, 2e-15, 9e-14), Exit::ok);
  EXPECT_EQ(changed(1e-13, 2e-15, 1.1e-13), Exit::less_accurate) << "of a high order";
  EXPECT_EQ(changed(1e-13, 1e-14, 1.1e-13), Exit::ok);
  EXPECT_EQ(changed(1e-13, 1e-14, 2.1e-13), Exit::less_accurate);
}

static_assert(int(Exit::slower) == 4 && int(Exit::not_comparable) == 5 && int(Exit::less_accurate) == 6);
TEST(Evidence, LossOfAccuracyIsWorseThanLossOfTime) {
  auto a = evidence(), b = evidence();
  a["rows"]["free-body/mr/h=0.1"] = b["rows"]["free-body/mr/h=0.1"] = a["rows"]["free-body/imidm/h=0.1"];
  b["rows"]["free-body/mr/h=0.1"]["instructions"] = 2000.0;
  EXPECT_EQ(compared(a, b).exit(), Exit::slower);
  b["rows"]["free-body/imidm/h=0.1"]["error"] = 2e-4;
  const auto c = compared(a, b);
  EXPECT_TRUE(c.has(Change::slower));
  EXPECT_EQ(c.exit(), Exit::less_accurate);
}

TEST(Evidence, RowsOfOneSideOnlyFail) {
  auto more = evidence();
  more["rows"]["free-body/new/h=0.1"] = more["rows"]["free-body/imidm/h=0.1"];
  EXPECT_EQ(compared(evidence(), more).exit(), Exit::unfinished);
  EXPECT_EQ(compared(more, evidence()).exit(), Exit::unfinished);
  EXPECT_NE(text(compared(evidence(), evidence({{"instructions", 2000}}))).find("+100.0 %"), std::string::npos);
}

/// Lanes have the bits of a single body, on machines that have their instructions.
TEST(Evidence, LanesHaveTheSameBits) {
  const auto with = [](const json& row) {
    auto e = evidence();
    e["rows"]["kernel/ensemble mr, AVX-512"] = row;
    return e;
  };
  const json same{{"status", "ok"}, {"other_bits", 0}}, other{{"status", "ok"}, {"other_bits", 1}},
      none{{"status", "not available"}};
  EXPECT_EQ(compared(with(same), with(same)).exit(), Exit::ok);
  EXPECT_EQ(compared(with(same), with(other)).exit(), Exit::less_accurate);
  for (const auto& [a, b] : {std::pair(same, none), {none, same}, {none, none}}) {
    const auto c = compared(with(a), with(b));
    EXPECT_EQ(c.exit(), Exit::ok);
    EXPECT_EQ(c.rows, 1);
    EXPECT_NE(text(c).find("1 rows need instructions"), std::string::npos) << text(c);
  }
  EXPECT_EQ(compared(with(none), with(other)).exit(), Exit::less_accurate) << "whatever the baseline's machine has";
}

TEST(Evidence, AFailureIsNamed) {
  auto b = evidence();
  b["rows"]["free-body/imidm/h=0.1"] = {{"status", "not_converged"}};
  const auto c = compared(evidence(), b);
  EXPECT_EQ(c.exit(), Exit::less_accurate);
  EXPECT_EQ(c.findings.at(0).why, "not_converged");
}

TEST(Evidence, OfAnotherToolchainKeepsItsTallies) {
  auto b = evidence({{"instructions", 2000}});
  b["toolchain"]["compiler"] = "two";
  EXPECT_EQ(compared(evidence(), b).exit(), Exit::not_comparable);
  b["rows"]["free-body/imidm/h=0.1"]["allocations"] = 1;
  EXPECT_EQ(compared(evidence(), b).exit(), Exit::slower);
  auto uncounted = evidence();
  uncounted["rows"]["free-body/imidm/h=0.1"].erase("instructions");
  EXPECT_EQ(compared(evidence(), uncounted).exit(), Exit::not_comparable);
  uncounted = evidence();
  uncounted["rows"]["free-body/imidm/h=0.1"].erase("error");
  EXPECT_EQ(compared(evidence(), uncounted).exit(), Exit::unfinished);
}

/// What a spreadsheet would compute is text there; quotes are doubled.
TEST(Csv, CellsAreNoFormulas) {
  EXPECT_EQ(csv_line({"=1+2", "+a", "-x", "@b", "\tc", "-3", "+5e-1", -3, "a,b", "c\"d", "e\nf", "g\rh", nullptr, true,
                      0.5, "x=1"}),
            "'=1+2,'+a,'-x,'@b,'\tc,-3,+5e-1,-3,\"a,b\",\"c\"\"d\",\"e\nf\",\"g\rh\",,true,0.5,x=1\n");
  const json times{0.5, 0.75, 1.0};
  EXPECT_EQ(csv_of_samples({{"output", "increments"}, {"times", times}, {"values", {{1, 2, 3}, {4, 5, 6}}}}),
            "timestamp [s],delta_angle[0],delta_angle[1],delta_angle[2]\n0.5,0,0,0\n0.75,1,2,3\n1.0,4,5,6\n");
  EXPECT_EQ(csv_of_samples({{"output", "rates"}, {"times", times}, {"values", {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}}),
            "time [s],wx [rad/s],wy [rad/s],wz [rad/s]\n0.5,1,2,3\n0.75,4,5,6\n1.0,7,8,9\n");
}

TEST(Csv, RowsHaveNames) {
  const json row{{"t", 1},
                 {"momentum", {{"mean", {2, 3, 4}}}},
                 {"orientation", {{"quaternion", {5, 6, 7, 8}}, {"matrix", {{9}, {10}, {11}}}}},
                 {"four", {12, 13, 14, 15}}};
  const std::string numbers = "1,2,3,4,5,6,7,8,[9],[10],[11],12,13,14,15\n";
  EXPECT_EQ(csv_of_rows({row, row}),
            "t,momentum_mean1,momentum_mean2,momentum_mean3,orientation_qw,orientation_qx,orientation_qy,"
            "orientation_qz,orientation_matrix1,orientation_matrix2,orientation_matrix3,four1,four2,four3,four4\n" +
                numbers + numbers);
  const json figure = parsed(R"({"id": "f", "panels": [{"kind": "k", "axes": {}, "series": [
      {"method": "m", "status": "ok", "numbers": {}, "curve": {"t": [0, 1], "x": [2, 3]}}]}]})");
  EXPECT_EQ(csv_of(figure, nullptr),
            "figure,panel,kind,problem,method,steps,h,status,quantity,x,y,value\n"
            "f,1,k,,m,,,ok,x,0,,2\nf,1,k,,m,,,ok,x,1,,3\n");
  const json map = parsed(R"({"id": "f", "panels": [{"kind": "k", "axes": {"value": "z"}, "series": [
      {"method": "m", "status": "ok", "numbers": {}, "curve": {"x": [0, 1], "y": [2, 3], "z": [4, 5]}}]}]})");
  EXPECT_TRUE(csv_of(map, nullptr).ends_with("f,1,k,,m,,,ok,z,0,2,4\nf,1,k,,m,,,ok,z,1,3,5\n")) << csv_of(map, nullptr);
}

/// Two members of energies 1 and 3, one of which circles the short axis; and who errs more, the gyro or the update.
TEST(Runs, AreSaidAsTheyWereFound) {
  EnsembleRow row;
  row.energy.add(1), row.energy.add(3);
  row.members = 2, row.short_axis = 1, row.attitudes[0] = 2;
  EnsembleRun run;
  run.rows = {row};
  const auto found = to_json(run)["rows"][0];
  EXPECT_EQ(found["energy"]["mean"], 2);
  EXPECT_DOUBLE_EQ(found["energy"]["deviation"], std::sqrt(2));
  EXPECT_EQ(found["short_axis"], 0.5);
  EXPECT_EQ(found["orientation"]["quaternion"], json({1.0, 0.0, 0.0, 0.0}));
  EXPECT_NE(text(run).find("2    1.00e+00       1.414"), std::string::npos) << text(run);
  EXPECT_TRUE(text(run).ends_with("  0.5\n")) << text(run);
  const auto lines = [&] { return std::ranges::count(text(run), '\n'); };
  const auto one_row = lines();
  run.rows.resize(3, row);
  EXPECT_EQ(lines(), one_row + 2) << "all of a few";
  EXPECT_EQ(text(SpecReference{}).find("features"), std::string::npos) << "where there are none";
  for (const auto& [floor, error, says] : {std::tuple(2e-3, 1e-4, "the algorithm's error is 1/20 of the gyro's"),
                                           {1e-4, 2e-4, "the algorithm's error is 2 times the gyro's"}}) {
    SpecRun one;
    one.rate.emplace().gyro = {floor, error};
    EXPECT_EQ(to_json(one)["gyro"]["says"], says);
    one.h = {0.1};
    EXPECT_EQ(to_json(one)["h"], 0.1);
    one.h = {0.1, 0.2};
    EXPECT_EQ(to_json(one)["h"], json({0.1, 0.2}));
  }
}

/// A motion is sensitive from a tenth of the target on; steps are even where breaks divide the time evenly.
TEST(Recommendations, AreSaidAsTheyWereFound) {
  static constexpr MethodInfo method{
      .id = "made-up", .label = "made up", .source = "", .order = 2, .kind = Kind::explicit_method};
  const auto said = [](std::vector<double> breaks, double moved, bool chaotic = false, bool differ = false) {
    Recommendation r{};
    r.problem = "torqued body", r.duration = r.longest = 1, r.bodies = 1;
    r.requirement.attitude = 1e-3, r.moved.attitude = moved, r.chaotic = chaotic;
    r.breaks = breaks, r.most_breaks = breaks.size(), r.breaks_differ = differ;
    Rating x{.steps = 4};
    x.taken = r.grid(4).steps(), x.bodies = 1;
    Candidate c{.method = &method, .ratings = {x}, .outcome = Outcome::meets, .chosen = 0};
    c.seconds_per_step = 1e-6;
    r.candidates = {c}, r.best = 0;
    return to_json(r);
  };
  EXPECT_FALSE(said({}, 0.9e-4)["reasons"].contains("sensitive"));
  EXPECT_TRUE(said({}, 1.1e-4)["reasons"].contains("sensitive"));
  EXPECT_TRUE(said({}, 0, true)["reasons"].contains("sensitive"));
  const auto even = said({0.5}, 0), uneven = said({0.3}, 0), differ = said({0.5}, 0, false, true);
  EXPECT_FALSE(even["best"].contains("align"));
  EXPECT_NE(even["why"].dump().find("2 steps in each of 2 intervals"), std::string::npos) << even["why"];
  EXPECT_EQ(even["why"].dump().find("at most h"), std::string::npos) << even["why"];
  EXPECT_EQ(uneven["best"]["align"], true);
  ASSERT_EQ(uneven["best"]["h"].size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(uneven["best"]["h"][k], k < 2 ? 0.15 : 0.7 / 3, 1e-15);
  EXPECT_NE(uneven["why"].dump().find("5 steps of at most h = 0.25"), std::string::npos) << uneven["why"];
  EXPECT_EQ(differ["best"]["align"], true);
  EXPECT_TRUE(differ["best"]["h"].is_number());
  EXPECT_NE(differ["why"].dump().find("where the torque breaks: each body at its own times"), std::string::npos);
}

/// Of equals the first is chosen, and the cheapest is named beside it; without any, how far back double precision
/// reaches.
TEST(Recommendations, NameTheNext) {
  static constexpr MethodInfo first{
      .id = "first", .label = "", .source = "", .order = 3, .kind = Kind::explicit_method},
      cheapest{.id = "cheapest", .label = "", .source = "", .order = 2, .kind = Kind::explicit_method},
      other{.id = "other", .label = "", .source = "", .order = 4, .kind = Kind::explicit_method};
  Recommendation r{};
  r.problem = "free body", r.duration = -1, r.longest = 0.25, r.requirement.attitude = 1e-3;
  for (const auto& [info, seconds] : {std::pair(&first, 1.01e-6), {&cheapest, 1e-6}, {&other, 2e-6}}) {
    Candidate c{.method = info, .ratings = {Rating{.steps = 4}}, .outcome = Outcome::meets, .chosen = 0};
    c.seconds_per_step = seconds;
    r.candidates.push_back(c);
  }
  r.best = 0, r.tied = true;
  const auto tied = to_json(r);
  EXPECT_EQ(tied["reasons"]["meet"], 3);
  EXPECT_EQ(tied["reasons"]["other_order"]["method"], "other") << "than that of both";
  EXPECT_EQ(tied["reasons"]["runner_up"]["method"], "cheapest");
  EXPECT_NEAR(tied["reasons"]["runner_up"]["cost"], 1 / 1.01, 1e-12);
  EXPECT_TRUE(tied["why"][0].get<std::string>().starts_with("use first ")) << tied["why"];
  r.best.reset();
  r.candidates[0].ratings[0].share = r.candidates[2].ratings[0].share = 3, r.candidates[1].ratings[0].share = 2;
  EXPECT_NE(to_json(r)["why"].dump().find("up to a --time of about -0.25;"), std::string::npos) << to_json(r)["why"];
  const auto none = to_json(r)["reasons"];
  EXPECT_EQ(none["longest_time"], -0.25);
  EXPECT_EQ(none["nearest"]["method"], "cheapest");
  EXPECT_EQ(none["nearest"]["share"], 2);
  EXPECT_FALSE(none.contains("because"));
  r.longest = 0;
  EXPECT_NE(to_json(r)["why"].dump().find("for no --time"), std::string::npos) << to_json(r)["why"];
}

}  // namespace
}  // namespace polhode::answers
