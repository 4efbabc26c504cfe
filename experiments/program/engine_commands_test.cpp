// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "core/testing/program.hpp"

// Engines (polhode/engine.h) in every command that takes a method. They have no runner in other scalars than double.
namespace {

using nlohmann::json;

class EngineCommands : public polhode::testing::Program {
 protected:
  static std::string library(const std::string& name) { return " --engine " ENGINE_FOLDER "/lib" + name + ".so "; }
  std::string spec_of(const std::string& method, int steps = 9) {
    return spec(R"({"body": {"inertia": [1, 2, 2.5], "momentum": [0.3, -1.2, 0.5]}, "torque": {"kind": "gravity",
      "moment": [0, 0.1, 0.7]}, "h": 0.01, "steps": )" +
                std::to_string(steps) + R"(, "method": ")" + method + "\"}");
  }
  const std::string midpoint = library("midpoint"), game = library("game"), broken = library("broken_engine");
};

TEST_F(EngineCommands, List) {
  const auto all = answer("list methods --json" + game);
  EXPECT_EQ(all.back()["id"], "game");
  EXPECT_EQ(all.back()["order"], "solves another equation");
  EXPECT_EQ(all.back()["serves"], (json{"free body", "body with torque"}));
  ASSERT_EQ(polhode("list methods" + game + midpoint), 0) << err;  // two libraries
  EXPECT_NE(out.find("explicit-midpoint"), std::string::npos);
}

TEST_F(EngineCommands, Run) {
  const auto momentum = [&](const std::string& method) {
    return answer("run " + spec_of(method, 500) + midpoint)["final"]["momentum"][1].get<double>();
  };
  EXPECT_NEAR(momentum("explicit-midpoint"), momentum("rk4"), 1e-4);
  refused("run " + spec_of("explicit-midpoin") + midpoint, "did you mean \"explicit-midpoint\"");
}

TEST_F(EngineCommands, Check) {
  const auto j = answer("check explicit-midpoint --json" + midpoint);
  EXPECT_NEAR(j["order"]["Pi"]["order"].get<double>(), 2, 0.05);
  EXPECT_EQ(j["precision"], "double");
  EXPECT_EQ(j["symplectic"]["found"], "no");  // by differences
  EXPECT_NEAR(j["symplectic"]["power_of_h"].get<double>(), 3, 0.3);
  EXPECT_EQ(j["engine"]["repeated"], 0);
  EXPECT_LT(j["engine"]["hidden_state"].get<double>(), 1e-13);
}

/// What no state says and what units change is found; an engine in floats is judged as one.
TEST_F(EngineCommands, CheckFindsWhatIsHidden) {
  const auto property_report = [&](const std::string& id, const std::string& library) {
    const auto code = polhode("check " + id + " --json" + library);
    EXPECT_TRUE(code == 0 || code == 3) << err;
    return json::parse(out);
  };
  const auto remembers = property_report("remembers", broken), threshold = property_report("threshold", broken);
  EXPECT_GT(remembers["engine"]["hidden_state"].get<double>(), 1e-3);
  EXPECT_LT(threshold["engine"]["hidden_state"].get<double>(), 1e-13);
  EXPECT_GT(threshold["invariance"]["power_of_two"].get<double>(), 1e-3);
  const auto floats = property_report("game-gyro", game);
  EXPECT_EQ(floats["precision"], "single");
  EXPECT_EQ(floats["disagreements"], json::array());
  EXPECT_FALSE(floats["symmetric"].contains("defect")) << "it takes no steps back";
  EXPECT_NEAR(floats["order"]["R"]["order"].get<double>(), 1, 0.05);
  EXPECT_LT(floats["engine"]["hidden_state"].get<double>(), 1e-4);  // rounding of 50 readings
  EXPECT_EQ(property_report("game", game)["order"]["declared"], "solves another equation");
}

TEST_F(EngineCommands, Figure) {
  const auto series = answer("figure figure1 --no-timing --json --with explicit-midpoint --out " + folder.string() +
                             midpoint)["panels"][0]["series"]
                          .back();
  EXPECT_EQ(series["method"], "explicit-midpoint");
  EXPECT_NEAR(series["fits"].begin()->at("order").get<double>(), 2, 0.1);
}

TEST_F(EngineCommands, Recommend) {
  const auto asked = "recommend " + spec_of("explicit-midpoint") + " --time 1 --attitude-error 1e-3 --all";
  EXPECT_EQ(polhode(asked + " --json" + midpoint), 0) << err;
  // Beside an engine its restated fellows are ranked, else they are not, and that is said.
  EXPECT_NE(out.find("\"mujoco-rk4\""), std::string::npos);
  EXPECT_EQ(polhode(asked), 0) << err;
  EXPECT_EQ(out.find("mujoco-rk4"), std::string::npos);
  EXPECT_NE(out.find("updates of physics engines, reimplemented here; --restated or --engine ranks them"), std::string::npos);
}

/// A population with an engine beside a method of the roster; one case of it, by both commands.
TEST_F(EngineCommands, Sweep) {
  const auto file = spec(R"({"schema": "polhode/sweep/1", "seed": 1, "population": {"bodies": 5},
      "duration": {"radians": 10}, "methods": ["explicit-midpoint", "imidm"], "steps": [100, 200],
      "metrics": ["Pi", "R", "order"]})");
  EXPECT_EQ(polhode("sweep " + file + " -o " + (folder / "sweep").string() + midpoint), 0) << err;
  EXPECT_EQ(polhode("sweep " + file + " --case 1" + midpoint), 0) << err;
  EXPECT_EQ(polhode("run " + file + " --case 1" + midpoint), 0) << err;
}

/// A program, by every command that takes a method.
TEST_F(EngineCommands, OfAProgram) {
  const std::string python =
      " --engine 'python3 " POLHODE_SOURCE "/experiments/examples/engine/semi_implicit.py' --isolate ";
  EXPECT_EQ(answer("list methods --json" + python).back()["id"], "semi-implicit-python");
  EXPECT_EQ(answer("run " + spec_of("semi-implicit-python", 300) + python)["status"], "ok");
  refused("list methods --engine 'exit 4'", "--engine: exit 4: it ended with exit code 4");
}

/// What an engine cannot do has a reason; what it does to its process stays there.
TEST_F(EngineCommands, Reasons) {
  const auto reason = [&](const std::string& method, const std::string& how = "") {
    return answer("run " + spec_of(method, 300) + broken + how, 3)["reason"].get<std::string>();
  };
  EXPECT_EQ(reason("none-silently").rfind("the engine does not take this body: it does not say why", 0), 0u) << out;
  EXPECT_EQ(reason("none-silently", " --isolate").rfind("the engine does not take this body: it does not", 0), 0u);
  EXPECT_EQ(reason("aborts", " --isolate").rfind("aborts of libbroken_engine.so: it crashed: signal 6", 0), 0u) << out;
  EXPECT_EQ(polhode("check aborts" + broken), 3) << err;
  EXPECT_NE((out + err).find("it crashed: signal 6"), std::string::npos) << out << err;
}

/// Exit code 2 and one line.
TEST_F(EngineCommands, WhatDoesNotFitIsRefused) {
  for (const auto& [arguments, expected] : std::vector<std::pair<std::string, std::string>>{
           {"list methods --engine missing.so", "--engine: missing.so: no such file"},
           {"list methods --engine " + spec_of("x"), "not a library that can be loaded"},
           {"list methods" + midpoint + midpoint, "the method \"explicit-midpoint\" already exists"},
           {"list methods --engine", "--engine"}}) {
    refused(arguments, expected);
  }
}

}  // namespace
