// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>

#include "core/testing/program.hpp"
#include "core/testing/refusal.hpp"
#include "core/testing/vectors.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/answers/csv.hpp"
#include "experiments/judging/attitude/gyro.hpp"
#include "experiments/judging/attitude/recommend.hpp"
#include "experiments/judging/attitude/run.hpp"
#include "experiments/judging/ensemble.hpp"

// Specs that prescribe their rate, against numbers that were computed in 60 digits
// (results/reference/vectors/rates.json).
namespace polhode {
namespace {

using nlohmann::json;

class Rates : public testing::Program {
 protected:
  static const json& vectors() {
    static const auto all = vectors::read("rates");
    return all;
  }
  /// The folder of the test, with the files that a spec names.
  std::string holding(const json& files) {
    for (const auto& [name, text] : files.items()) folder.file(name, text.get<std::string>());
    return folder.string() + "/";
  }
  json run(const json& spec, const json& files = json::object()) {
    return answers::to_json(run_spec(spec, holding(files), [](const auto&) {}));
  }
  json reference(const json& spec, const json& files = json::object()) {
    return answers::to_json(find_reference(spec, holding(files), 30));
  }
  std::string refusal(const json& spec, const json& files = json::object()) {
    return refusal_of([&] { run(spec, files); });
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
};

TEST_F(Rates, EndStatesAndLogs) {
  for (const char* list : {"run", "csv"})
    for (const auto& c : vectors()[list])
      for (const auto& m : c["methods"]) {
        const auto name = c["name"].get<std::string>() + " " + m["method"].get<std::string>();
        const auto found = run(with_method(c, m), c.value("files", json::object()));
        EXPECT_LT(apart(found["final"]["attitude"]["quaternion"], m["quaternion"]), 2e-12) << name;
        if (m.contains("updates")) {
          EXPECT_EQ(found["updates"], m["updates"]) << name;
        }
        if (c.contains("files")) continue;  // their times jitter, as those of logs do
        const auto said = found["warnings"].dump();
        EXPECT_EQ(said.find("remain") != said.npos, m.contains("rest")) << name << said;
        EXPECT_EQ(said.find("equal") != said.npos, m.contains("uneven")) << name << said;
      }
  for (const auto& c : vectors()["csv"]) {
    EXPECT_LT(apart(reference(c["spec"], c["files"])["final"]["attitude"]["quaternion"], c["reference"]), 1e-15)
        << c["name"];
  }
}

TEST_F(Rates, References) {
  for (const auto& c : vectors()["reference"]) {
    const auto found = reference(c["spec"]);
    EXPECT_EQ(found["kind"], c["kind"]) << c["name"];
    EXPECT_LT(found["error_estimate"].get<double>(), 1e-25) << c["name"];
    const auto& q = found["final"]["attitude"]["quaternion"];
    EXPECT_LT(apart(q, c["quaternion"]), 1e-15) << c["name"];
    for (std::size_t i = 0; i < 4; ++i) {  // and 26 digits of them, as they are printed
      const auto digits = [](std::string s) { return s.erase(0, s.starts_with("-")).substr(0, 28); };
      EXPECT_EQ(digits(q[i].get<std::string>()), digits(c["quaternion"][i].get<std::string>())) << c["name"];
    }
  }
  // About x: back over jumps and a ramp, and of a rate in space.
  for (const auto& [rate, more, angle] :
       {std::tuple(R"("pieces", "times": [0.2, 0.5], "values": [[1, 0, 0], [2, 0, 0], [4, 0, 0]])",
                   R"("t0": 1, "time": -1)", -2.8),
        {R"("table", "times": [0, 1], "values": [[0, 0, 0], [80, 0, 0]])", R"("t0": 1, "time": -1)", -40},
        {R"("constant", "value": [0.5, 0, 0])", R"("frame": "space", "time": 2)", 1},
        // A pulse of six steps among 1e5 turns by its area.
        {R"~("formula", "rate": ["0.1*max(0, 1 - abs(t - 503.3)/0.03)", "0", "0"])~",
         R"("steps": 100000, "time": 1000)", 0.003}}) {
    auto spec = parsed(fmt::format(R"({{"rate": {{"kind": {}}}, {}}})", rate, more));
    if (!spec.contains("steps")) spec["steps"] = 1;
    EXPECT_LT(apart(reference(spec)["final"]["attitude"]["quaternion"], {cos(angle / 2), sin(angle / 2), 0, 0}), 1e-15)
        << rate;
  }
}

TEST_F(Rates, Samples) {
  for (const auto& c : vectors()["samples"]) {
    const json found = answers::samples_json(c["spec"], "", 30);
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

/// Of a needle, whose spin is slow; of a ball over a long time; and behind a lag that is short beside the samples.
TEST_F(Rates, SamplesOfWhatIsShortAndLong) {
  const double turned = sin(0.02), lost = 1 - cos(0.02);
  for (const auto& [spec, x, y, z] :
       {std::tuple(R"("rate": {"kind": "free", "inertia": [1e-16, 1, 1], "angular_velocity": [1, 0.2, 0.3]}, "h": 0.02,
                      "gyro": {"output": "increments"})",
                   0.02, 0.2 * turned + 0.3 * lost, 0.3 * turned - 0.2 * lost),
        {R"("rate": {"kind": "free", "inertia": [1, 1, 1], "angular_velocity": [1e-3, 1e-3, 1e-3]}, "h": 1e12,
            "gyro": {"output": "increments"})",
         1e9, 1e9, 1e9},
        {R"("rate": {"kind": "free", "inertia": [1, 2, 3], "angular_velocity": [1, 2, 3]}, "h": 2,
            "gyro": {"output": "increments"})",
         -0.046553823679232465, -0.080173665484694441, 6.1581147271758246},  // mpmath
        {R"("rate": [1, 2, 3], "h": 600, "gyro": {"output": "rates", "band": {"time_constant": 1e-3}})", 1, 2, 3}}) {
    const json found = answers::samples_json(parsed(fmt::format(R"({{"steps": 1, {}}})", spec)), "", {});
    for (const auto& [i, known] : {std::pair(0u, x), {1u, y}, {2u, z}})
      EXPECT_NEAR(number(found["values"].back()[i]) / known, 1, 1e-12) << spec;
  }
}

/// Where a rate is not finite, or has no bound, an end is found, and no digits are promised.
TEST_F(Rates, WithoutBoundsComeToAnEnd) {
  const auto spec = [](const std::string& rate) {
    return parsed(R"({"rate": )" + rate + R"(, "h": 0.1, "steps": 10, "method": "coning-1"})");
  };
  const auto undefined = spec(R"~({"kind": "formula", "rate": ["sqrt(t - 0.5)", "0", "0"]})~");
  EXPECT_EQ(run(undefined)["status"], "diverged");
  expect_refused([&] { reference(undefined); }, "rate: ");
  expect_refused([&] { answers::samples_json(undefined, "", {}); }, "rate: a sample is not finite");
  const auto pole = spec(R"~({"kind": "fixed-axis", "axis": [1, 0, 0], "profile": {"kind": "formula",
      "rate": "1/abs(t - 0.3)^0.5"}})~");
  const auto found = reference(pole);
  const double angle = 2 * (std::sqrt(0.3) + std::sqrt(0.7)),
               off = apart(found["final"]["attitude"]["quaternion"], {std::cos(angle / 2), std::sin(angle / 2), 0, 0});
  EXPECT_EQ(found["kind"], "converged");
  EXPECT_GT(found["error_estimate"].get<double>(), 2 * off);
}

/// A lag has no way back.
TEST_F(Rates, LagsAreOfTimesThatIncrease) {
  expect_refused(
      [&] {
        run(parsed(R"({"rate": [0.1, 0.2, 0.3], "method": "mean-rate", "h": -0.01, "steps": 10,
            "gyro": {"band": {"time_constant": 0.01}}})"));
      },
      "gyro.band: a lag is given with times that decrease");
  expect_refused([&] { run(parsed(R"({"rate": [0.1, 0.2, 0.3], "method": "mean-rate", "h": [2, -1], "steps": 2})")); },
                 "h: [2,-1] is given; accepted: steps of one direction");
}

/// Methods that ask for the rate at their own times turn by its integral, 1/5 + 3 x 4/5, where steps end at the jump; a
/// jump inside a step is said.
TEST_F(Rates, JumpsInsideStepsAreSaid) {
  json spec{{"rate", {{"kind", "pieces"}, {"times", {0.2, 0.4}}, {"values", {{0, 0, 1}, {0, 0, 3}, {0, 0, 3}}}}},
            {"time", 1}};
  for (const char* method : {"magnus6-gauss", "cf4-gauss", "hold-first"})
    for (const int steps : {2, 5}) {
      spec["method"] = method, spec["steps"] = steps;
      const auto answer = run(spec);
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
      const double drift = number(run(with_method(c, m))["coning"]["drift"]), expected = number(m["per_time"]);
      EXPECT_NEAR(drift / expected, 1, 1e-9) << m;
    }
  json back = with_method(vectors()["drift"][0], vectors()["drift"][0]["methods"][0]);  // the mirror image of a cone
  const double drift = number(run(back)["coning"]["drift"]);
  back["rate"]["frequency"] = -number(back["rate"]["frequency"]);
  EXPECT_DOUBLE_EQ(number(run(back)["coning"]["drift"]), -drift);
  // Increments made from rates are cos x of the rate, not sin(x)/x, x = f tau/2: to second order in the half angle a a
  // sample drifts by a^2 (x^2 cos^3 x/sin x - x).
  const auto made = parsed(R"({"rate": {"kind": "coning", "half_angle": 1e-5, "frequency": 2}, "h": 0.25, "steps": 8,
                               "method": "coning-1", "gyro": {"output": "rates"}})");
  const double x = 0.25, per_time = 1e-10 * (x * x * std::pow(std::cos(x), 3) / std::sin(x) - x) / 0.25;
  EXPECT_NEAR(number(run(made)["coning"]["drift"]) / per_time, 1, 1e-9);
  // Of the updates that were made: none of six samples among five, and one of five where a thousand are asked for.
  auto few = parsed(R"({"rate": {"kind": "coning", "half_angle": 0.05, "frequency": 3}, "h": 0.1, "steps": 5,
                        "method": "coning-6"})");
  EXPECT_FALSE(run(few).contains("coning"));
  few["method"] = "coning-recursive", few["update_every"] = 1000;
  EXPECT_NEAR(number(run(few)["coning"]["drift"]), -1.0533888535952565e-6, 1e-20);
}

TEST_F(Rates, Truth) {
  for (const auto& c : vectors()["truth"]) {
    const auto truth = run(c["spec"], c["files"])["truth"];
    EXPECT_EQ(truth["rows"], c["rows"]);
    EXPECT_NEAR(number(truth["final_error"]), number(c["final_error"]), 1e-12);
    EXPECT_NEAR(number(truth["largest_error"]), number(c["largest_error"]), 1e-12);
  }
}

/// A Gyroflow log counts, a truth beside it is by the same clock in seconds: about z, 1 rad/s from 0.02 s on.
TEST_F(Rates, TruthIsByTheClockOfALogThatCounts) {
  std::string log = "GYROFLOW IMU LOG\nversion,1.1\norientation,XYZ\ntscale,0.001\ngscale,1\nt,gx,gy,gz\n",
              truth = "t,qw,qx,qy,qz\n";
  for (int k = 0; k < 11; ++k) {
    log += fmt::format("{},0,0,1\n", 20 + 10 * k);
    truth += fmt::format("{:.2f},{:.17g},0,0,{:.17g}\n", 0.02 + 0.01 * k, cos(0.005 * k), sin(0.005 * k));
  }
  const auto found = run(parsed(R"({"rate": {"kind": "table", "csv": "g.csv"}, "truth": {"csv": "t.csv"},
      "method": "mean-rate"})"),
                         {{"g.csv", log}, {"t.csv", truth}})["truth"];
  EXPECT_EQ(found["rows"], 11);
  EXPECT_LT(number(found["largest_error"]), 1e-14);
}

/// A file counts in seconds, whatever the spec counts in: 0.1 rad/s and 6 rad/min turn by 12 rad in a minute. Samples
/// are in the units of the spec, and a table of them says so.
TEST_F(Rates, FilesAreConvertedToTheUnitsOfTheSpec) {
  const json files{{"g.csv", "t,gx,gy,gz\n5,0.1,0,0\n35,0.1,0,0\n65,0.1,0,0\n"},
                   {"q.csv", fmt::format("t,qw,qx,qy,qz\n5,1,0,0,0\n65,{:.17g},{:.17g},0,0\n", cos(6.0), sin(6.0))}};
  json minutes = parsed(R"({"rate": {"kind": "table", "csv": "g.csv", "time_unit": "s", "rate_unit": "rad/s"},
                            "gyro": {"bias": [6, 0, 0]}, "units": {"time": "min", "rate": "rad/min"},
                            "truth": {"csv": "q.csv"}, "t0": 2, "method": "mean-rate"})");
  const auto found = run(minutes, files);
  EXPECT_NEAR(number(found["final"]["t"]), 3, 1e-14);
  EXPECT_EQ(found["truth"]["rows"], 2);
  EXPECT_LT(number(found["truth"]["final_error"]), 1e-13);
  // What is doubtful without units is judged in seconds.
  auto doubtful = minutes;
  for (const char* key : {"time_unit", "rate_unit"}) doubtful["rate"].erase(key);
  const auto said = refusal(doubtful, {{"g.csv", "t,gx,gy,gz\n0,0.1,0,0\n2,0.1,0,0\n"}});
  EXPECT_NE(said.find("times are integers, 2 apart"), said.npos) << said;
  doubtful.erase("truth");
  EXPECT_EQ(run(doubtful, {{"g.csv", "t,gx,gy,gz\n0,2,0,0\n0.1,2,0,0\n"}})["status"], "ok");
  minutes["units"]["time"] = "T", minutes["units"].erase("rate");
  EXPECT_TRUE(refusal(minutes, files).starts_with("units.time: \"T\" is given, and rate.csv needs a known one"))
      << refusal(minutes, files);

  const auto samples = [](const char* output) {
    return answers::samples_json(
        parsed(fmt::format(R"({{"rate": [0, 360, 0], "gyro": {{"output": "{}"}}, "h": 0.5, "steps": 1,
                               "units": {{"time": "h", "rate": "deg/h", "angle": "deg"}}}})",
                           output)),
        "");
  };
  EXPECT_NEAR(number(samples("rates")["values"][0][1]), 360, 1e-12);
  EXPECT_NEAR(number(samples("increments")["values"][0][1]), 180, 1e-12);
  EXPECT_TRUE(answers::csv_of_samples(samples("rates")).starts_with("time [h],wx [deg/h],wy [deg/h],wz [deg/h]\n0"));
  EXPECT_TRUE(answers::csv_of_samples(samples("increments"))
                  .starts_with("timestamp [h],delta_angle[0] [deg],delta_angle[1] [deg],delta_angle[2] [deg]\n0"));
  const auto plain =
      answers::samples_json(parsed(R"({"rate": [0, 1, 0], "h": 1, "steps": 1, "units": {"time": "h"}})"), "");
  EXPECT_TRUE(answers::csv_of_samples(plain).starts_with("time [h],wx [rad/h],")) << answers::csv_of_samples(plain);
}

TEST_F(Rates, Refusals) {
  for (const auto& c : vectors()["refused"])
    expect_refused([&] { run(c["spec"], c.value("files", json::object())); }, "", c["spec"].dump());
  // Formulas have radians by time: the unit of rates does not scale them.
  const auto formula = [&](const char* units) {
    run(parsed(fmt::format(R"~({{"rate": {{"kind": "formula", "rate": ["t", "sin(t)", "1"]}}, "time": 1, "steps": 64,
                                "method": "coning-2", "units": {}}})~",
                           units)));
  };
  formula(R"({"time": "s", "angle": "deg", "rate": "rad/s"})");
  expect_refused([&] { formula(R"({"time": "s", "rate": "deg/s"})"); },
                 "rate: a formula is given with a unit of rate of its own");
  expect_refused([&] { formula(R"({"time": "s", "angle": "deg"})"); },
                 "rate: a rate is given, with units.angle \"deg\"");
  for (const auto& [key, value, with] :
       {std::tuple<const char*, json, const char*>{
            "gyro", {{"bias", {1, 0, 0}}}, "gyro: given with a rate that depends"},
        {"scalar", "float", "scalar: given with a rate that depends"},
        {"units", {{"time", "s"}, {"rate", "deg/s"}}, "rate: a formula is given with a unit of rate of its own"},
        {"rate", {"R11", "Omega1", "0"}, "rate.rate[1]: \"Omega1\" is given; accepted: an expression of t and R11"},
        {"rate", {"R11", "1/(1 - R11)", "0"}, "is given; accepted: expressions whose values at the start are finite"},
        {"method", "coning-2", "coning-2"}}) {
    json spec{
        {"rate", {{"kind", "formula"}, {"rate", {"R32", "-R31", "0"}}}}, {"time", 1}, {"steps", 64}, {"method", "rk4"}};
    (key == std::string("rate") ? spec["rate"][key] : spec[key]) = value;
    expect_refused([&] { run(spec); }, with, spec.dump());
  }
}

/// What gyros make of simple motions, in closed form.
TEST_F(Rates, GyrosDoWhatTheySay) {
  const auto values = [](const json& spec) { return json(answers::samples_json(spec, ""))["values"]; };
  // A lag c of a rate t gives y = t - c + c e^(-t/c), whose integral is t^2/2 - c t - c^2 e^(-t/c).
  const double c = 0.5;
  json ramp{{"rate", {{"kind", "formula"}, {"rate", {"t", "0", "0"}}}}, {"h", 0.25}, {"steps", 4}};
  for (const bool increments : {false, true}) {
    ramp["gyro"] = {{"output", increments ? "increments" : "rates"}, {"band", {{"time_constant", c}}}};
    const auto found = values(ramp);
    ASSERT_EQ(found.size(), increments ? 4u : 5u);
    for (std::size_t k = 0; k < found.size(); ++k) {
      const auto integral = [&](double t) { return t * t / 2 - c * t - c * c * std::exp(-t / c); };
      const double a = 0.25 * static_cast<double>(k), y = a - c + c * std::exp(-a / c);
      EXPECT_NEAR(found[k][0], increments ? integral(a + 0.25) - integral(a) : y, 1e-14) << k;
    }
  }
  // Quanta of rates are in the unit of rates; those of increments in that of angles, and what remains is carried:
  // running sums of 5/16 are 5/16, 5/8, 15/16, 5/4, 25/16.
  auto still = parsed(R"({"rate": [1.3, -0.2, 0.26], "h": 1, "steps": 1, "units": {"time": "s", "rate": "deg/s"},
                          "gyro": {"output": "rates", "quantum": 0.5}})");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(values(still)[1][i], (std::array{1.5, 0.0, 0.5}[i]), 1e-13) << i;
  still["units"]["angle"] = "deg", still["rate"] = {0.3125, -0.3125, 0}, still["steps"] = 5;
  for (const auto& [gyro, quanta] : std::vector<std::pair<json, std::array<int, 10>>>{
           {json::object(), {0, 1, 0, 0, 1, 0, -1, 0, 0, -1}},
           {{{"rounding", "floor"}}, {0, 0, 0, 1, 0, -1, 0, 0, -1, 0}},
           {{{"carry", false}}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
           {{{"carry", false}, {"rounding", "floor"}}, {0, 0, 0, 0, 0, -1, -1, -1, -1, -1}}}) {
    still["gyro"] = {{"output", "increments"}, {"quantum", 1}};
    still["gyro"].update(gyro);
    const auto found = values(still);
    for (std::size_t k = 0; k < 10; ++k) EXPECT_NEAR(found[k % 5][k / 5], quanta[k], 1e-13) << gyro << k;
  }
  // Any sample but the first and the last may be missing; times go one way.
  json dropped{{"rate", {0, 0, 1}}, {"h", 1}, {"steps", 4}, {"method", "mean-rate"}};
  for (const int k : {0, 1, 3, 4}) {
    dropped["gyro"]["drop"] = {k};
    EXPECT_EQ(refusal(dropped).find("gyro.drop"), k == 0 || k == 4 ? 0 : std::string::npos) << k;
  }
  dropped.erase("h"), dropped.erase("steps");
  for (const auto& [times, wrong] : {std::pair<json, bool>{{0, 1, 2}, false},
                                     {{2, 1, 0}, false},
                                     {{0, 1, 0.5}, true},
                                     {{2, 1, 1.5}, true},
                                     {{0, 1, 1}, true}}) {
    dropped["gyro"] = {{"times", times}};
    EXPECT_EQ(refusal(dropped), wrong ? fmt::format("gyro.times: {} is given; accepted: times that all increase or all "
                                                    "decrease",
                                                    times.dump())
                                      : "");
  }
}

/// Tables: increments that are held are rates times intervals, runs take as many of their samples as they say, and do not
/// begin before them. What walks in the rates walks in the increments, forth and back.
TEST_F(Rates, TablesAndWalks) {
  const auto samples = [](const json& spec) { return json(answers::samples_json(spec, "")); };
  const auto turned_by = [&](const char* rate, const char* steps) {  // about x, in one interval
    return number(samples(parsed(fmt::format(
        R"({{"rate": {{{}}}, "gyro": {{"output": "increments"}}, {}, "steps": 1}})", rate, steps)))["values"][0][0]);
  };
  EXPECT_NEAR(
      turned_by(R"("kind": "table", "times": [0, 1, 3], "values": [[0, 0, 0], [1, 0, 0], [9, 0, 0]])", R"("h": 3)"), 9,
      1e-14)
      << "a parabola through three";
  const char* pieces = R"("kind": "pieces", "times": [0.25, 0.5], "values": [[1, 0, 0], [2, 0, 0], [4, 0, 0]])";
  EXPECT_NEAR(turned_by(pieces, R"("h": 1)"), 2.75, 1e-14);
  EXPECT_NEAR(turned_by(pieces, R"("t0": 1, "h": -1)"), -2.75, 1e-14);
  auto table = parsed(R"({"rate": {"kind": "table", "quantity": "increments", "interpolation": "held",
                          "times": [0, 0.5, 2], "values": [[0, 0, 0], [1, 0, 0], [6, 0, 0]]},
                          "gyro": {"output": "rates", "times": [0.25, 1]}})");
  EXPECT_EQ(samples(table)["values"], json({{2.0, 0.0, 0.0}, {4.0, 0.0, 0.0}}));
  table["gyro"] = {{"output", "increments"}}, table["steps"] = 1;
  EXPECT_EQ(samples(table)["times"], json({0.0, 0.5}));
  table["frame"] = "space";  // seen from the body's side, as all rates of space
  EXPECT_EQ(samples(table)["values"], json({{-1.0, -0.0, -0.0}}));
  table.erase("frame");
  table["gyro"]["times"] = {-0.5, 1}, table.erase("steps");
  expect_refused([&] { samples(table); }, "rate: a table from 0 to 2 is given; accepted: one that covers the run");
  for (const auto& [convert, angle] : {std::pair("first", 1.0), {"last", 2.0}, {"trapezoid", 1.5}}) {
    auto spec = parsed(R"({"rate": {"kind": "formula", "rate": ["0", "0", "1 + t"]}, "h": 1, "steps": 1,
                           "method": "coning-1", "gyro": {"output": "rates"}})");
    spec["convert"] = convert;
    const auto end = run(spec)["final"]["attitude"]["quaternion"];
    EXPECT_LT(apart(end, {std::cos(angle / 2), 0, 0, std::sin(angle / 2)}), 1e-15) << convert;
  }
  for (const double h : {0.5, -0.5}) {
    auto walk = parsed(R"({"rate": [0, 0, 0], "steps": 4,
                           "gyro": {"rate_random_walk": 0.1, "bias": [0.25, 0, 0], "seed": 3, "output": "rates"}})");
    walk["h"] = h;
    const auto rates = samples(walk)["values"];
    walk["gyro"]["output"] = "increments";
    const auto angles = samples(walk)["values"];
    EXPECT_NE(rates[1][0], 0);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(angles[k][0], h * rates[k + 1][0].get<double>(), 1e-17) << h;
  }
}

/// The variance of an angle: its own walk grows by T, a walk of the rate by T^3/3, of the worst axis; a quantum L
/// has L^2/12, once where remainders are carried, else of each of n increments, or of n rates times T/n.
TEST_F(Rates, NoiseHasAFloor) {
  const auto floor = [](const json& gyro, bool increments) {
    return noise_floor(read_rate_spec<double>({{"rate", {0, 0, 1}}, {"h", 0.5}, {"steps", 8}, {"gyro", gyro}}),
                       increments);
  };
  EXPECT_FALSE(floor({{"bias", {1, 2, 3}}}, true));
  const auto spec = parsed(R"({"rate": [0, 0, 0.2], "h": 0.5, "steps": 8, "method": "mean-rate",
      "units": {"angle": "deg", "time": "s", "rate": "rad/s"},
      "gyro": {"angle_random_walk": 1, "bias": [0.01, 0, 0], "seed": 3}})");
  EXPECT_NEAR(*noise_floor(read_rate_spec<double>(spec), true), 2 * M_PI / 180, 1e-16);
  EXPECT_LT(run(spec)["gyro"]["algorithm_error"], 1e-15) << "that of the gyro counts for nothing there";
  EXPECT_NEAR(*floor({{"rate_random_walk", {0.1, 0.2, 0.05}}}, true), 0.2 * std::sqrt(64 / 3.0), 1e-15);
  EXPECT_NEAR(*floor({{"rate_random_walk", {0.1, 0.2, 0.05}}, {"angle_random_walk", {0.5, 0.3, 0.1}}}, false),
              std::sqrt(0.01 * 64 / 3 + 0.25 * 4), 1e-15);
  EXPECT_NEAR(*floor({{"quantum", 0.1}}, true), 0.1 / std::sqrt(12), 1e-16);
  EXPECT_NEAR(*floor({{"quantum", 0.1}, {"carry", false}}, true), 0.1 * std::sqrt(8 / 12.0), 1e-16);
  EXPECT_NEAR(*floor({{"quantum", 0.1}, {"carry", false}, {"rounding", "floor"}}, true), 0.1 * std::sqrt(8 / 12.0 + 16),
              1e-15);
  EXPECT_NEAR(*floor({{"quantum", 0.1}}, false), 0.1 * 0.5 * std::sqrt(8 / 12.0), 1e-16);
}

/// A linear update of 4 radians stretches the quaternion by sqrt(5), twenty times by 5^10. Without options methods that
/// iterate have theirs: K + 3 rounds, terms up to K + 4 for rodfiter-K and all for quatfiter-K.
TEST_F(Rates, UpdatesHaveTheirLengthsAndDefaults) {
  const json fast{{"rate", {0, 4, 0}}, {"h", 1}, {"steps", 20}, {"method", "quaternion-euler"}};
  EXPECT_NEAR(run(fast)["norm"].get<double>() / 9765625, 1, 1e-12);
  json spec{{"rate", {{"kind", "coning"}, {"half_angle", 0.3}, {"frequency", 2}}}, {"h", 0.4}, {"steps", 12}};
  for (const auto& [method, rounds, terms] :
       {std::tuple("quatfiter-3", 6, 63), {"quatfiter-4", 7, 63}, {"rodfiter-3", 6, 7}, {"rodfiter-4", 7, 8}}) {
    const auto with = [&, &name = method](const json& options) {
      spec["method"] = name;
      auto other = spec;
      other.update(options);
      return run(other)["final"]["attitude"]["quaternion"];
    };
    const auto usual = with(json::object());
    EXPECT_EQ(with({{"iterations", rounds}, {"truncate", terms}}), usual) << method;
    EXPECT_NE(with({{"iterations", rounds - 1}}), usual) << method;
    EXPECT_NE(with({{"iterations", rounds + 1}}), usual) << method;
    if (terms < 63) {
      EXPECT_NE(with({{"truncate", terms - 1}}), usual) << method;
      EXPECT_NE(with({{"truncate", terms + 1}}), usual) << method;
    }
  }
}

/// An update that takes any number of samples takes four. Rows are of every second interval and of the last; the last whole
/// update may be uneven, too.
TEST_F(Rates, RunsOfUpdates) {
  json spec{{"rate", {0.1, 0.2, 0.3}}, {"h", 0.5}, {"steps", 13}, {"method", "coning-recursive"}};
  EXPECT_EQ(run(spec)["updates"], 4);
  EXPECT_FALSE(run_spec(spec, "", [](const auto&) {}).has_rows) << "none are asked for";
  spec["method"] = "mean-rate", spec["steps"] = 5, spec["every"] = 2;
  std::vector<int> rows;
  run_spec(spec, "", [&](const TrajectoryRow& row) { rows.push_back(row.json()["n"]); });
  EXPECT_EQ(rows, (std::vector<int>{0, 2, 4, 5}));
  spec["method"] = "coning-recursive", spec["steps"] = 13, spec["every"] = 3, rows.clear();
  run_spec(spec, "", [&](const TrajectoryRow& row) { rows.push_back(row.json()["n"]); });
  EXPECT_EQ(rows, (std::vector<int>{0, 4, 8, 12, 13})) << "the end of the update in which a third interval ends";
  const auto warnings = [](const std::vector<double>& tau) {
    return interval_warnings(*find_update("coning-2"), tau).size();
  };
  const auto still =
      parsed(R"({"rate": [0, 0, 0], "h": 1, "steps": 2, "method": "mean-rate", "truth": {"csv": "q.csv"}})");
  const auto truth = run(still, {{"q.csv", "t,qw,qx,qy,qz\n0,1,0,0,0\n1,0,1,0,0\n2,1,0,0,0\n"}})["truth"];
  EXPECT_EQ(truth["final_error"], 0);
  EXPECT_NEAR(number(truth["largest_error"]), M_PI, 1e-15);
  auto later = still;  // by the clock of the run
  later["t0"] = 5;
  EXPECT_EQ(run(later, {{"q.csv", "t,qw,qx,qy,qz\n5,1,0,0,0\n6,1,0,0,0\n7,1,0,0,0\n"}})["truth"]["rows"], 3);
  EXPECT_EQ(warnings({1, 1, 1, 1}), 0u);
  EXPECT_EQ(warnings({1, 1, 1, 1.001}), 1u);
  EXPECT_EQ(interval_warnings(*find_update("coning-1-previous"), {1, 1.001}).size(), 1u) << "with the one before";
}

/// Of a log that turns evenly every 64th sample is enough. With twice as many samples, a lost increment of a rate t is half as
/// long: the integrals of t from 1 to 1.5 and from 1.25 to 1.5.
TEST_F(Rates, RecommendedUpdatesAreFedAsTheyWillBe) {
  std::string log = "t [s],delta_angle[0],delta_angle[1],delta_angle[2]\n";
  for (int k = 0; k <= 64; ++k) log += fmt::format("{},0.01,0.02,-0.01\n", k);
  folder.file("log.csv", log);
  const auto even =
      read_rate_spec<double>(parsed(R"({"rate": {"kind": "table", "csv": "log.csv", "quantity": "increments",
                                "columns": {"time": 1, "rate": [2, 3, 4]}}})"),
                             folder.string() + "/");
  const auto fewest = recommend_update(even, 1e-12, true, false, false);
  ASSERT_TRUE(fewest.best());
  EXPECT_EQ(fewest.best()->steps, 1);
  for (const auto& x : fewest.ratings) EXPECT_GE(x.steps, x.update->samples) << x.update->id;
  const auto rated = [](std::string_view update, double target, const char* spec, bool least = false) {
    const auto all = recommend_update(read_rate_spec<double>(parsed(spec)), target, least, false, true).ratings;
    const auto at = std::ranges::find_if(all, [&](const auto& x) { return x.update->id == update; });
    return at == all.end() ? throw std::logic_error("it is not rated") : *at;
  };
  const auto lossy = rated("coning-1", 1e-3, R"({"rate": {"kind": "formula", "rate": ["t", "0", "0"]}, "h": 0.5,
      "steps": 4, "gyro": {"output": "increments", "drop": [3], "on_drop": "lose"}})");
  EXPECT_NEAR(lossy.error, 0.625, 1e-14);
  EXPECT_NEAR(lossy.next_error, 0.34375, 1e-14);
  // Its integral and its values at 0 and 1 are 0, that at 1/2 is 1/4: one update is right by luck.
  const auto lucky = rated("mean-rate", 1e-2, R"j({"rate": {"kind": "formula",
      "rate": ["t*(1-t)*(1-5*(2*t-1)^2)", "0", "0"]}, "h": 1, "steps": 1})j");
  EXPECT_LT(lucky.error, 1e-14);
  EXPECT_NEAR(lucky.next_error, 0.125, 1e-14);
  EXPECT_FALSE(lucky.meets);
  const auto back_again = R"j({"rate": {"kind": "formula", "rate": ["sin(pi*t/2)", "0", "0"]}, "h": 1, "steps": 4})j";
  EXPECT_NEAR(rated("mean-rate", 1e-2, back_again).error, 4 / M_PI - 1, 1e-14) << "on the way, not at the end";
  EXPECT_LT(rated("coning-1", 1e-3, R"({"rate": [0, 0, 1], "frame": "space", "h": 1, "steps": 2})").error, 1e-15);
  // Of a rate t^2 from 1 to 3 the trapezoidal rule misses 4/(3 n^2): below 0.009 with 14 steps, the next are 16.
  const auto least = rated("mean-rate", 0.01, R"({"rate": {"kind": "formula", "rate": ["t^2", "0", "0"]}, "t0": 1,
      "h": 0.5, "steps": 4})",
                           true);
  EXPECT_EQ(least.steps, 14);
  EXPECT_NEAR(least.error, 4 / (3.0 * 14 * 14), 1e-12);
  // Where the steps that are given do not meet it, as many would do as are recommended.
  const auto back =
      read_rate_spec<double>(parsed(R"j({"rate": {"kind": "formula", "rate": ["sin(3*t)", "cos(2*t)", "t"]},
      "gyro": {"output": "rates"}, "t0": 3, "h": -1, "steps": 2})j"));
  const auto none = recommend_update(back, 1e-3, false, false, true);
  EXPECT_EQ(none.duration, 2);
  EXPECT_EQ(none.would_do.value().steps, recommend_update(back, 1e-3, true, false, true).best()->steps);
}

/// Rates by the attitude are bodies for all that asks: a director that relaxes while it spins about itself, with
/// tan(theta/2) = tan(theta_0/2) exp(-t^2/2), and rates that are constant in the other frame.
TEST_F(Rates, OfTheAttitude) {
  const json end_of_director{"-0.077238676859585139", "0.176367183571290160", "0.126122267913194742",
                             "0.973150541741895016"},
      in_space{"0.73230209287145829526", "-0.31954233690917635621", "-0.48511885811212527173", "0.3553674622171987316"},
      in_body{"0.73230209287145829526", "0.3270904632970107826", "-0.14600521597725749183", "0.5791614200753217519"};
  auto spec = parsed(R"({"body": {"attitude": ["0.81606798561324890399", "-0.29513140975540447421",
      "0.48137155476559970487", "0.12333661295605197816"]}, "time": 1.5, "steps": 400, "method": "dop853",
      "rate": {"kind": "formula", "constants": {"t0": 0.5}}})");
  const auto in_order = [](const char* form) {  // u . the three entries of each column, or row
    json all = json::array();
    for (const char i : {'1', '2', '3'}) {
      std::string text = form;
      std::replace(text.begin(), text.end(), 'i', i), all.push_back(text);
    }
    return all;
  };
  for (const auto& [frame, rate, end] :
       {std::tuple<const char*, json, json>{"body", {"-t*R32", "t*R31", "2"}, end_of_director},
        {"space", {"2*R13 + t*R23", "2*R23 - t*R13", "2*R33"}, end_of_director},
        {"body", {"-(t - t0)*R32", "(t - t0)*R31", "2"}, end_of_director},
        {"body", in_order("0.3*R1i - 1.1*R2i + 0.8*R3i"), in_space},
        {"space", in_order("0.3*Ri1 - 1.1*Ri2 + 0.8*Ri3"), in_body}}) {
    const double t0 = rate.dump().find("t0") == std::string::npos ? 0 : 0.5;
    spec["rate"]["rate"] = rate, spec["frame"] = frame, spec["t0"] = t0;
    expect_refused([&] { Members(Variations(spec, ""), read_spec<double>(spec), {.members = 2, .spread = 0.1}); },
                   "--spread: given with a rate that depends on the attitude");
    expect_refused([&] { answers::samples_json(spec, "", {}); }, "accepted: an expression of t");
    EXPECT_LT(apart(reference(spec)["final"]["attitude"]["quaternion"], end), 1e-15) << spec;
    EXPECT_LT(apart(run(spec)["final"]["attitude"]["quaternion"], end), 1e-12) << spec;
  }
}

/// Against numbers that were computed in 60 digits, or in 400 from the closed form of what each update makes of coning
/// to second order in the half angle.
TEST_F(Rates, Check) {
  ASSERT_GE(vectors()["check"].size(), 40u);
  for (const auto& c : vectors()["check"]) {
    const auto id = c["method"].get<std::string>();
    const json found = answers::to_json(measure_properties(*find_update(id), 1000));
    EXPECT_EQ(found["disagreements"], json::array()) << id;
    const auto& order = found["order"]["R"];
    EXPECT_NEAR(order["order"], c["order"].get<double>(), 0.1) << id;
    EXPECT_EQ(order["order"], std::min(order["formula"].get<double>(), order["free_body"].get<double>())) << id;
    EXPECT_EQ(found["coning"]["power"], c["power"]) << id;
    EXPECT_NEAR(found["coning"]["coefficient"].get<double>() / c["coefficient"].get<double>(), 1, 1e-9) << id;
    for (const auto& d : found["coning"]["one_degree"])
      EXPECT_NEAR(d["degrees_per_hour_at_100_hz"], d["per_sample"].get<double>() * 360000 * 180 / M_PI, 1e-9) << id;
  }
  auto& update = const_cast<UpdateInfo&>(*find_update("coning-1"));
  const auto right = update;
  update.order = 4, update.invariant = false;
  EXPECT_EQ(measure_properties(update, 10).disagreements.size(), 3u) << "the order on both motions, and the invariance";
  update = right;
}

/// What the simulator writes as a table is read back as the same samples, those of the examples too.
TEST_F(Rates, ThroughATable) {
  std::vector<json> specs{parsed(R"({"rate": {"kind": "coning", "half_angle": 0.05, "frequency": 3}, "h": 0.01,
      "steps": 60, "method": "coning-2",
      "gyro": {"output": "increments", "angle_random_walk": 1e-5, "quantum": 1e-6}})")};
  for (const char* name : {"imu_coning", "imu_consumer"}) specs.push_back(parsed(testing::read(example(name))));
  for (const auto& spec : specs) {
    const auto direct = run(spec)["final"]["attitude"]["quaternion"];
    const json log{{"rate", {{"kind", "table"}, {"csv", "log.csv"}, {"time_unit", "s"}}}, {"method", spec["method"]}};
    for (const auto digits : {std::optional<int>(), {30}}) {
      const auto made = answers::csv_of_samples(answers::samples_json(spec, "", digits));
      EXPECT_LT(apart(run(log, {{"log.csv", made}})["final"]["attitude"]["quaternion"], direct), 1e-14) << spec;
    }
  }
}

/// Where one Taylor series would cancel: turns of 32 radians an update, and a polynomial of degree 5 through rough
/// angles, whose attitude is that of 4000 steps of RK4.
TEST_F(Rates, PolynomialsOfLargeTurnsAndOfRoughSamples) {
  const json turn{{"rate", {10, 20, -15}}, {"h", 0.2}, {"steps", 12}};
  const auto known = reference(turn)["final"]["attitude"]["quaternion"];
  for (const char* method : {"poly-6", "poly-5", "rates-poly-6"}) {
    json spec = turn;
    spec["method"] = method;
    EXPECT_LT(apart(run(spec)["final"]["attitude"]["quaternion"], known), 1e-13) << method;
  }
  const auto rough = parsed(R"({"method": "poly-6", "rate": {"kind": "table", "quantity": "increments",
      "times": [0, 0.11, 0.2, 0.32, 0.4, 0.53, 0.6], "values": [[0, 0, 0], [0.1, -0.05, 0.03], [0.02, 0.11, -0.04],
      [0.05, 0.04, 0.09], [-0.03, 0.02, 0.08], [0.1, 0, -0.02], [-0.01, 0.06, 0.03]]}})");
  EXPECT_LT(apart(run(rough)["final"]["attitude"]["quaternion"],
                  {0.985334065813115, 0.115314793349560, 0.085759264316145, 0.092003400844202}),
            1e-12);
}

TEST_F(Rates, UpdatesAreCheckedByPatterns) {
  const auto ids = [](const json& list, const char* key) {
    std::vector<std::string> all;
    for (const auto& u : list) all.push_back(u[key]);
    return all;
  };
  const std::vector<std::string> ones{"coning-1", "coning-1-previous", "coning-1-previous-2"};
  EXPECT_EQ(ids(answer("list updates --json --method 'coning-1*'"), "id"), ones);
  ASSERT_EQ(polhode("list methods --all"), 0) << err;
  EXPECT_LT(out.find("\nsej "), out.find("\nrk4-midpoint "));  // a section of its own, below
  ASSERT_EQ(polhode("list methods 'order>=8'"), 0) << err;
  says("\npoly-6 "), says("\nexact ");
  EXPECT_EQ(out.find("\npoly-4 "), out.npos) << out;
  ASSERT_EQ(polhode("list methods --method 'sej*'"), 0) << err;
  EXPECT_EQ(out.find("gyro"), out.npos) << out;
  refused("check coning-2 --on spec.json", "--on");
  refused("check coning-2 'order>=5'", "METHOD: coning-2 is not order>=5");
  EXPECT_EQ(ids(answer("check --json 'coning-1*'")["passports"], "method"), ones);
  // one is as by its name
  EXPECT_EQ(answer("check --json 'mahony*'")["schema"], "polhode/attitude-passport/1");
  EXPECT_EQ(polhode("check 'cone-*'"), 2);
  EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
}

}  // namespace
}  // namespace polhode
