// SPDX-License-Identifier: MIT
#include "experiments/answers/comparison.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace polhode::answers {
namespace {

using json = nlohmann::ordered_json;

json evidence() {
  return json::parse(R"({"toolchain": {"compiler": "one"}, "rows": {"free-body/imidm/h=0.1": {
    "status": "ok", "allocations": 0, "torque_evaluations": 1.0, "solver_iterations": 2.0, "error": 1e-4,
    "rounding": 2e-15, "energy": 1e-5, "instructions": 1000.0}}})");
}

/// The exit code after one number has changed.
Exit after(const char* quantity, double value) {
  auto b = evidence();
  b["rows"]["free-body/imidm/h=0.1"][quantity] = value;
  return compared(evidence(), b).exit();
}

TEST(Evidence, IsJudgedByQuantity) {
  EXPECT_EQ(compared(evidence(), evidence()).exit(), Exit::ok);
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
  EXPECT_FALSE(compared(evidence(), b).has(Change::better)) << "below the floor";
  b["rows"]["free-body/imidm/h=0.1"]["error"] = 5e-5;
  EXPECT_TRUE(compared(evidence(), b).has(Change::better));
}

TEST(Evidence, ASpeedUpThatLosesDigitsIsARegression) {
  auto b = evidence();
  auto& row = b["rows"]["free-body/imidm/h=0.1"];
  row["solver_iterations"] = 1, row["instructions"] = 600, row["rounding"] = 1e-9;
  EXPECT_EQ(compared(evidence(), b).exit(), Exit::less_accurate);
}

/// One row slower and another less accurate: what is worse is said.
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
}

TEST(Evidence, AFailureIsNamed) {
  auto b = evidence();
  b["rows"]["free-body/imidm/h=0.1"] = {{"status", "not_converged"}};
  const auto c = compared(evidence(), b);
  EXPECT_EQ(c.exit(), Exit::less_accurate);
  EXPECT_EQ(c.findings.at(0).why, "not_converged");
}

TEST(Evidence, OfAnotherToolchainKeepsItsTallies) {
  auto b = evidence();
  b["toolchain"]["compiler"] = "two";
  b["rows"]["free-body/imidm/h=0.1"]["instructions"] = 2000;
  EXPECT_EQ(compared(evidence(), b).exit(), Exit::not_comparable);
  b["rows"]["free-body/imidm/h=0.1"]["allocations"] = 1;
  EXPECT_EQ(compared(evidence(), b).exit(), Exit::slower);
  auto uncounted = evidence();
  uncounted["rows"]["free-body/imidm/h=0.1"].erase("instructions");
  EXPECT_EQ(compared(evidence(), uncounted).exit(), Exit::not_comparable);
}

}  // namespace
}  // namespace polhode::answers
