// SPDX-License-Identifier: MIT
#include "experiments/bench/compare.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace polhode {
namespace {

using json = nlohmann::ordered_json;

/// Ranks 1, 2, 3, 5 against 4, 6, 7, 8: U = 1, mean 8, variance 12.
TEST(RankTest, IsMannAndWhitneys) {
  EXPECT_NEAR(rank_test({1, 2, 3, 5}, {4, 6, 7, 8}), std::erfc(6.5 / std::sqrt(12.0) / std::sqrt(2.0)), 1e-15);
  EXPECT_EQ(rank_test({1, 1, 1}, {1, 1, 1}), 1);
  // Ties: ranks 1.5, 1.5, 3.5 against 3.5, 5.5, 5.5; U = 0.5, mean 4.5, variance 9/12 (7 - 18/30).
  EXPECT_NEAR(rank_test({1, 1, 2}, {2, 3, 3}), std::erfc(3.5 / std::sqrt(4.8) / std::sqrt(2.0)), 1e-15);
  EXPECT_GT(rank_test({1, 2, 3, 4}, {1, 2, 3, 4}), 0.99);
}

/// Among sixty rows one with a rank test of p = 0.0004 is chance; the same row alone is not.
TEST(Times, ManyRowsHaveTheirChances) {
  const std::vector<double> x{1.00, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 1.08, 1.09, 1.10, 1.11};
  std::vector<double> y;
  for (const double v : x) y.push_back(v + 0.075);
  ASSERT_GT(rank_test(x, y), 0.001 / 60);
  Samples a{{"row 0", x}}, b{{"row 0", y}};
  EXPECT_TRUE(compare_times(a, b).has(Change::slower));
  for (int row = 1; row < 60; ++row) a.emplace_back("row " + std::to_string(row), x), b.emplace_back(a.back());
  EXPECT_FALSE(compare_times(a, b).has(Change::slower));
}

/// A verdict takes ranks, minima and quartiles that agree.
TEST(Times, TellBothWays) {
  const auto list = [](int n, double first, double by) {
    std::vector<double> x;
    for (int i = 0; i < n; ++i) x.push_back(first + by * i);
    return x;
  };
  const auto change = [](const std::vector<double>& x, const std::vector<double>& y) {
    return compare_times({{"x", x}}, {{"x", y}}).findings.at(0).change;
  };
  const auto even = list(24, 1, 0.001);
  EXPECT_EQ(change(even, list(24, 1.05, 0.001)), Change::slower);
  EXPECT_EQ(compare_times({{"x", even}}, {{"x", list(24, 1.05, 0.001)}}).exit(), Exit::slower);
  EXPECT_EQ(change(list(24, 1.05, 0.001), even), Change::better);
  EXPECT_EQ(change(even, even), Change::same);
  auto lucky = list(23, 1, 0.001);  // one repetition of the first met a quiet moment
  lucky.push_back(0.97);
  EXPECT_EQ(change(lucky, list(24, 1.012, 0.001)), Change::cannot_tell);
  auto as_good = list(23, 1.05, 0.001);  // and one of the second
  as_good.push_back(1);
  EXPECT_EQ(change(even, as_good), Change::cannot_tell);
  EXPECT_EQ(change(list(24, 1, 1e-5), list(24, 0.99, 1e-5)), Change::cannot_tell) << "one per cent";
  auto outlier = even;
  outlier[11] = 0.9;
  EXPECT_EQ(change(even, outlier), Change::cannot_tell);
  // A quarter of the repetitions as fast as before, the rest slower: the machine.
  auto before = list(39, 1, 0.0005), after = list(11, 1, 0.0005);
  before.push_back(0.97);
  for (const double x : list(29, 1.1, 0.001)) after.push_back(x);
  ASSERT_LT(rank_test(before, after), 0.001);
  EXPECT_EQ(change(before, after), Change::cannot_tell);
}

TEST(Times, SayWhenTheyAreTooFew) {
  EXPECT_EQ(compare_times({{"x", std::vector<double>(9, 1.0)}}, {{"x", {1, 2}}}).exit(), Exit::not_comparable);
  EXPECT_EQ(compare_times({{"x", {1, 2, 3}}}, {{"x", {4, 5, 6}}}).exit(), Exit::not_comparable);
  EXPECT_EQ(compare_times({{"x", std::vector<double>(9, 1.0)}}, {}).exit(), Exit::not_comparable);
  EXPECT_EQ(compare_times({}, {}).exit(), Exit::not_comparable);
}

TEST(Times, AreReadFromGoogleBenchmark) {
  const auto file = json::parse(R"({"benchmarks": [
    {"run_name": "free-body/mr/h=0.1", "run_type": "iteration", "cpu_time": 3.0},
    {"run_name": "free-body/mr/h=0.1", "run_type": "aggregate", "cpu_time": 5.0}]})");
  const auto s = samples({file, file});
  ASSERT_EQ(s.size(), 1u);
  EXPECT_EQ(s[0].second, (std::vector<double>{3, 3}));
}

json evidence() {
  return json::parse(R"({"toolchain": {"compiler": "one"}, "rows": {"free-body/imidm/h=0.1": {
    "status": "ok", "allocations": 0, "torque_evaluations": 1.0, "solver_iterations": 2.0, "error": 1e-4,
    "rounding": 2e-15, "energy": 1e-5, "instructions": 1000.0}}})");
}

/// The exit code after one number has changed.
Exit after(const char* quantity, double value) {
  auto b = evidence();
  b["rows"]["free-body/imidm/h=0.1"][quantity] = value;
  return compare_evidence(evidence(), b).exit();
}

TEST(Evidence, IsJudgedByQuantity) {
  EXPECT_EQ(compare_evidence(evidence(), evidence()).exit(), Exit::ok);
  EXPECT_EQ(after("instructions", 1009), Exit::ok);
  EXPECT_EQ(after("instructions", 1011), Exit::slower);
  EXPECT_EQ(after("instructions", 900), Exit::ok);
  EXPECT_EQ(after("allocations", 1), Exit::slower);
  EXPECT_EQ(after("solver_iterations", 2.0625), Exit::slower);
  EXPECT_EQ(after("torque_evaluations", 1.0625), Exit::slower);
  EXPECT_EQ(after("error", 1.04e-4), Exit::ok);
  EXPECT_EQ(after("error", 1.06e-4), Exit::less_accurate);
  EXPECT_EQ(after("energy", 1.06e-5), Exit::less_accurate);
  EXPECT_EQ(after("rounding", 9e-13), Exit::ok);
  EXPECT_EQ(after("rounding", 2e-12), Exit::less_accurate);
  auto b = evidence();
  b["rows"]["free-body/imidm/h=0.1"]["rounding"] = 1e-16;
  EXPECT_FALSE(compare_evidence(evidence(), b).has(Change::better)) << "below the floor";
  b["rows"]["free-body/imidm/h=0.1"]["error"] = 5e-5;
  EXPECT_TRUE(compare_evidence(evidence(), b).has(Change::better));
}

/// One row slower and another less accurate: what is worse is said.
TEST(Evidence, LossOfAccuracyIsWorseThanLossOfTime) {
  auto a = evidence(), b = evidence();
  a["rows"]["free-body/mr/h=0.1"] = b["rows"]["free-body/mr/h=0.1"] = a["rows"]["free-body/imidm/h=0.1"];
  b["rows"]["free-body/mr/h=0.1"]["instructions"] = 2000.0;
  EXPECT_EQ(compare_evidence(a, b).exit(), Exit::slower);
  b["rows"]["free-body/imidm/h=0.1"]["error"] = 2e-4;
  const auto c = compare_evidence(a, b);
  EXPECT_TRUE(c.has(Change::slower));
  EXPECT_EQ(c.exit(), Exit::less_accurate);
}

TEST(Evidence, RowsOfOneSideOnlyFail) {
  auto more = evidence();
  more["rows"]["free-body/new/h=0.1"] = more["rows"]["free-body/imidm/h=0.1"];
  EXPECT_EQ(compare_evidence(evidence(), more).exit(), Exit::unfinished);
  EXPECT_EQ(compare_evidence(more, evidence()).exit(), Exit::unfinished);
}

TEST(Evidence, AFailureIsNamed) {
  auto b = evidence();
  b["rows"]["free-body/imidm/h=0.1"] = {{"status", "not_converged"}};
  const auto c = compare_evidence(evidence(), b);
  EXPECT_EQ(c.exit(), Exit::less_accurate);
  EXPECT_EQ(c.findings.at(0).why, "not_converged");
}

TEST(Evidence, OfAnotherToolchainKeepsItsTallies) {
  auto b = evidence();
  b["toolchain"]["compiler"] = "two";
  b["rows"]["free-body/imidm/h=0.1"]["instructions"] = 2000;
  EXPECT_EQ(compare_evidence(evidence(), b).exit(), Exit::not_comparable);
  b["rows"]["free-body/imidm/h=0.1"]["allocations"] = 1;
  EXPECT_EQ(compare_evidence(evidence(), b).exit(), Exit::slower);
  auto uncounted = evidence();
  uncounted["rows"]["free-body/imidm/h=0.1"].erase("instructions");
  EXPECT_EQ(compare_evidence(evidence(), uncounted).exit(), Exit::not_comparable);
}

}  // namespace
}  // namespace polhode
