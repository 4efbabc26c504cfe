// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/testing/program.hpp"

// Specs that prescribe their rate, through the program, against numbers that were computed in 60 digits
// (results/reference/vectors/rates.json).
namespace {

using nlohmann::json;

class Rates : public polhode::testing::Program {
 protected:
  static const json& vectors() {
    static const auto all = json::parse(polhode::testing::read(POLHODE_RESULTS "/reference/vectors/rates.json"));
    return all;
  }
  /// The spec and the files that it names, in the folder of the test.
  std::string given(const json& spec, const json& files = json::object()) {
    for (const auto& [name, text] : files.items()) file(name, text.get<std::string>());
    return file("spec.json", spec.dump());
  }
  static double number(const json& j) {
    return j.is_string() ? std::strtod(j.get_ref<const std::string&>().c_str(), nullptr) : j.get<double>();
  }
  /// The largest difference of two quaternions' components, whose sign is free.
  static double apart(const json& a, const json& b) {
    double same = 0, opposite = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      same = std::max(same, std::abs(number(a[i]) - number(b[i])));
      opposite = std::max(opposite, std::abs(number(a[i]) + number(b[i])));
    }
    return std::min(same, opposite);
  }
  /// The spec of a case with a method of its list.
  static json with_method(const json& c, const json& m) {
    json spec = c["spec"];
    for (const char* key : {"method", "iterations", "truncate", "update_every"})
      if (m.contains(key)) spec[key] = m[key];
    return spec;
  }
  void expect_runs(const char* part) {
    for (const auto& c : vectors()[part])
      for (const auto& m : c["methods"]) {
        const auto name = c["name"].get<std::string>() + " " + m["method"].get<std::string>();
        const auto found = answer("run " + given(with_method(c, m), c.value("files", json::object())));
        EXPECT_LT(apart(found["final"]["attitude"]["quaternion"], m["quaternion"]), 2e-12) << name;
        if (m.contains("updates")) {
          EXPECT_EQ(found["updates"], m["updates"]) << name;
        }
        if (c.contains("files")) continue;  // their times jitter, as those of logs do
        const auto said = found["warnings"].dump();
        EXPECT_EQ(said.find("remain") != said.npos, m.contains("rest")) << name << said;
        EXPECT_EQ(said.find("equal") != said.npos, m.contains("uneven")) << name << said;
      }
  }
};

TEST_F(Rates, EndStates) {
  expect_runs("run");
}

TEST_F(Rates, Logs) {
  expect_runs("csv");
  for (const auto& c : vectors()["csv"]) {
    EXPECT_LT(
        apart(answer("reference " + given(c["spec"], c["files"]))["final"]["attitude"]["quaternion"], c["reference"]),
        1e-15)
        << c["name"];
  }
}

TEST_F(Rates, References) {
  for (const auto& c : vectors()["reference"]) {
    const auto found = answer("reference " + given(c["spec"]));
    EXPECT_EQ(found["kind"], c["kind"]) << c["name"];
    EXPECT_LT(found["error_estimate"].get<double>(), 1e-25) << c["name"];
    const auto& q = found["final"]["attitude"]["quaternion"];
    EXPECT_LT(apart(q, c["quaternion"]), 1e-15) << c["name"];
    for (std::size_t i = 0; i < 4; ++i) {  // and 26 digits of them, as they are printed
      const auto digits = [](std::string s) { return s.erase(0, s.starts_with("-")).substr(0, 28); };
      EXPECT_EQ(digits(q[i].get<std::string>()), digits(c["quaternion"][i].get<std::string>())) << c["name"];
    }
  }
}

TEST_F(Rates, Samples) {
  for (const auto& c : vectors()["samples"]) {
    const auto found = answer("samples --digits 30 " + given(c["spec"]));
    EXPECT_EQ(found["output"], c["output"]) << c["name"];
    for (const char* key : {"noise", "walk"})
      if (c.contains(key)) {
        EXPECT_EQ(found[key], c[key]) << c["name"];  // to the bit
      }
    ASSERT_EQ(found["times"].size(), c["times"].size()) << c["name"];
    ASSERT_EQ(found["values"].size(), c["values"].size()) << c["name"];
    for (std::size_t k = 0; k < c["values"].size(); ++k)
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(number(found["values"][k][i]), number(c["values"][k][i]), 1e-16) << c["name"] << k;
  }
}

/// Methods that ask for the rate at their own times turn by its integral, 1/5 + 3 x 4/5, where steps end at the jump; a
/// jump inside a step is said.
TEST_F(Rates, JumpsInsideStepsAreSaid) {
  json spec{{"rate", {{"kind", "pieces"}, {"times", {0.2}}, {"values", {{0, 0, 1}, {0, 0, 3}}}}}, {"time", 1}};
  for (const char* method : {"magnus6-gauss", "cf4-gauss", "hold-first"})
    for (const int steps : {2, 5}) {
      spec["method"] = method, spec["steps"] = steps;
      ASSERT_EQ(polhode("run " + given(spec)), 0) << method << err;
      const auto answer = json::parse(out);
      const bool crosses = steps == 2, asks = method != std::string("hold-first");
      EXPECT_EQ(answer["warnings"].dump().find("rate: not smooth at t = 0.2, inside a step") != std::string::npos,
                crosses && asks)
          << method << steps;
      const double off = apart(answer["final"]["attitude"]["quaternion"], {std::cos(1.3), 0, 0, std::sin(1.3)});
      EXPECT_EQ(off < 1e-15, !crosses) << method << steps << off;
    }
}

TEST_F(Rates, ConingDrift) {
  for (const auto& c : vectors()["drift"])
    for (const auto& m : c["methods"]) {
      const double drift = number(answer("run " + given(with_method(c, m)))["coning"]["drift"]),
                   expected = number(m["per_time"]);
      EXPECT_NEAR(drift / expected, 1, 1e-9) << m;
    }
}

TEST_F(Rates, Truth) {
  for (const auto& c : vectors()["truth"]) {
    const auto truth = answer("run " + given(c["spec"], c["files"]))["truth"];
    EXPECT_EQ(truth["rows"], c["rows"]);
    EXPECT_NEAR(number(truth["final_error"]), number(c["final_error"]), 1e-12);
    EXPECT_NEAR(number(truth["largest_error"]), number(c["largest_error"]), 1e-12);
  }
}

TEST_F(Rates, Refusals) {
  for (const auto& c : vectors()["refused"]) {
    EXPECT_EQ(polhode("run " + given(c["spec"], c["files"])), 2) << c["spec"];
    EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << c["spec"] << err;
    EXPECT_TRUE(out.empty()) << c["spec"];
  }
  // Formulas have radians by time: the unit of rates does not scale them.
  const auto formula = [&](const std::string& units) {
    return file("formula.json", R"~({"rate": {"kind": "formula", "rate": ["t", "sin(t)", "1"]}, "time": 1, "steps": 64,
        "method": "coning-2", "units": )~" +
                                    units + "}");
  };
  EXPECT_EQ(polhode("run " + formula(R"({"time": "s", "angle": "deg", "rate": "rad/s"})")), 0) << err;
  refused("run " + formula(R"({"time": "s", "rate": "deg/s"})"),
          "rate: a formula is given with a unit of rate of its own");
  refused("run " + formula(R"({"time": "s", "angle": "deg"})"), "rate: a rate is given, with units.angle \"deg\"");
}

TEST_F(Rates, LogsAreRefusedInOneLine) {
  const auto log = [&](const std::string& rows, const std::string& bad_rows = "refuse") {
    file("log.csv", "t,gx,gy,gz\n0,1,2,3\n" + rows + "3,1,2,3\n");
    const json table{{"kind", "table"}, {"csv", "log.csv"}, {"time_unit", "s"}, {"bad_rows", bad_rows}};
    return polhode("run " + file("spec.json", json{{"rate", table}, {"method", "mean-rate"}}.dump()));
  };
  const std::vector<std::pair<std::string, std::string>> faults{
      {"1,1,2\n", "log.csv, line 3: 3 fields are given; accepted: 4"},
      {"1,1,2,3,4\n", "log.csv, line 3: 5 fields are given; accepted: 4"},
      {"# a comment\n\n1,1,x,3\n", "log.csv, line 5, column 3: \"x\" is given; accepted: a finite number"},
      {"1,1,2,3 4\n", "log.csv, line 3, column 4: \"3 4\" is given"},
      {"1,1,nan,3\n", "log.csv, line 3, column 3: \"nan\" is given"},
      {"1,1,,3\n", "log.csv, line 3, column 3: \"\" is given"},
      {"1,1,1e999,3\n", "log.csv, line 3, column 3: \"1e999\" is given"},
      {"1;1;2;3\n", "log.csv, line 3: 1 fields are given"}};
  for (const auto& [row, line] : faults) {
    EXPECT_EQ(log(row), 2) << row;
    EXPECT_NE(err.find(line), err.npos) << row << err;
    EXPECT_EQ(log(row, "drop"), 0) << row << err;
    EXPECT_EQ(json::parse(out)["steps"], 1) << row;
  }
  for (const auto& [time, line] :
       {std::pair<std::string, std::string>{"0.000", "a time that is not after the one before"},
        {"-1", "a time that is not after the one before"},
        {"1." + std::string(40, '1'), "a time with too many digits"}}) {
    EXPECT_EQ(log(time + ",1,2,3\n"), 2) << time;
    EXPECT_NE(err.find("log.csv, line 3, column 1: " + line), err.npos) << time << err;
  }
}

/// The numbers of all pages are in passport_test.
TEST_F(Rates, Check) {
  const auto& c = vectors()["check"][0];
  const auto property_report = answer("check --json " + c["method"].get<std::string>());
  EXPECT_NEAR(property_report["order"]["R"]["order"].get<double>(), c["order"].get<double>(), 0.1);
  EXPECT_EQ(property_report["coning"]["power"], c["power"]);
  EXPECT_NEAR(property_report["coning"]["coefficient"].get<double>() / c["coefficient"].get<double>(), 1, 1e-9);
}

/// What the simulator writes as a table is read back as the same samples, those of the examples too.
TEST_F(Rates, ThroughATable) {
  std::vector<json> specs{{{"rate", {{"kind", "coning"}, {"half_angle", 0.05}, {"frequency", 3}}},
                           {"h", 0.01},
                           {"steps", 60},
                           {"method", "coning-2"},
                           {"gyro", {{"output", "increments"}, {"angle_random_walk", 1e-5}, {"quantum", 1e-6}}}}};
  for (const char* example : {"imu_coning", "imu_consumer"})
    specs.push_back(
        json::parse(polhode::testing::read(std::string(POLHODE_RESULTS "/../problems/examples/") + example + ".json")));
  const auto table = (folder / "log.csv").string();
  for (const auto& spec : specs) {
    const auto direct = answer("run " + given(spec))["final"]["attitude"]["quaternion"];
    const json log{{"rate", {{"kind", "table"}, {"csv", "log.csv"}, {"time_unit", "s"}}}, {"method", spec["method"]}};
    for (const std::string digits : {"", "--digits 30 "}) {
      ASSERT_EQ(polhode("samples " + digits + "--csv " + table + " " + given(spec)), 0) << err;
      EXPECT_LT(apart(answer("run " + given(log))["final"]["attitude"]["quaternion"], direct), 1e-14) << spec << digits;
    }
  }
}

/// Where one Taylor series would cancel: turns of 32 radians an update, and a polynomial of degree 5 through rough
/// angles, whose attitude is that of 4000 steps of RK4.
TEST_F(Rates, PolynomialsOfLargeTurnsAndOfRoughSamples) {
  const json turn{{"rate", {10, 20, -15}}, {"h", 0.2}, {"steps", 12}};
  const auto known = answer("reference " + given(turn))["final"]["attitude"]["quaternion"];
  for (const char* method : {"poly-6", "poly-5", "rates-poly-6"}) {
    json spec = turn;
    spec["method"] = method;
    EXPECT_LT(apart(answer("run " + given(spec))["final"]["attitude"]["quaternion"], known), 1e-13) << method;
  }
  const json rough{{"rate",
                    {{"kind", "table"},
                     {"quantity", "increments"},
                     {"times", {0, 0.11, 0.2, 0.32, 0.4, 0.53, 0.6}},
                     {"values",
                      {{0, 0, 0},
                       {0.1, -0.05, 0.03},
                       {0.02, 0.11, -0.04},
                       {0.05, 0.04, 0.09},
                       {-0.03, 0.02, 0.08},
                       {0.1, 0, -0.02},
                       {-0.01, 0.06, 0.03}}}}},
                   {"method", "poly-6"}};
  EXPECT_LT(apart(answer("run " + given(rough))["final"]["attitude"]["quaternion"],
                  {0.985334065813115, 0.115314793349560, 0.085759264316145, 0.092003400844202}),
            1e-12);
}

TEST_F(Rates, UpdatesAreListedAndCheckedByPatterns) {
  const auto ids = [](const json& list, const char* key) {
    std::vector<std::string> all;
    for (const auto& u : list) all.push_back(u[key]);
    return all;
  };
  const std::vector<std::string> ones{"coning-1", "coning-1-previous", "coning-1-previous-2"};
  EXPECT_EQ(ids(answer("list updates --json --method 'coning-1*'"), "id"), ones);
  ASSERT_EQ(polhode("list methods"), 0) << err;
  EXPECT_LT(out.find("\nsej "), out.find("\nrk4-midpoint "));  // a section of its own, below
  ASSERT_EQ(polhode("list methods 'order>=8'"), 0) << err;
  EXPECT_NE(out.find("\npoly-6 "), out.npos) << out;
  EXPECT_EQ(out.find("\npoly-4 "), out.npos) << out;
  ASSERT_EQ(polhode("list methods --method 'sej*'"), 0) << err;
  EXPECT_EQ(out.find("gyro"), out.npos) << out;
  refused("check coning-2 --on spec.json", "--on");
  EXPECT_EQ(ids(answer("check --json 'coning-1*'")["passports"], "method"), ones);
  // one is as by its name
  EXPECT_EQ(answer("check --json 'mahony*'")["schema"], "polhode/attitude-passport/1");
  EXPECT_EQ(polhode("check 'cone-*'"), 2);
  EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
}

}  // namespace
