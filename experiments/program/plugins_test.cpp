// SPDX-License-Identifier: MIT
#include "core/testing/program.hpp"

// Methods from shared libraries, in every command that takes a method: experiments/examples/plugin/mr4.cpp, engines,
// and some that do not fit.
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using polhode::testing::read;

class Plugins : public polhode::testing::Program {
 protected:
  /// A run of one body, by this method.
  std::string run_of(const std::string& method, const std::string& rest) {
    return "run " +
           spec(R"({"body": {"inertia": [1, 2, 3], "momentum": [0.3, -1.2, 0.5]}, "method": ")" + method + "\", " +
                rest + "}") +
           " " + mr4;
  }
  /// The first momentum at its end.
  double end_of(const std::string& method, const std::string& rest) {
    return answer(run_of(method, rest))["final"]["momentum"][0];
  }
  const std::string mr4 = "--plugin " PLUGIN_FOLDER "/libmr4.so ";
};

TEST_F(Plugins, AreListed) {
  const auto last = answer(mr4 + "list methods --json").back();
  EXPECT_EQ(last["id"], "mr4");
  EXPECT_EQ(last["serves"], (json{"free body", "body with torque", "damping and rotors"}));
  ASSERT_EQ(polhode("list methods " + mr4), 0) << err;  // after the command, too
  says("mr4");
}

TEST_F(Plugins, Run) {
  const std::string top = R"("torque": {"kind": "gravity", "moment": [0, 0.1, 0.7]}, "time": 5, "steps": )";
  const double exact = end_of("rkn6a14", top + "2000");
  EXPECT_LT(std::abs(end_of("mr4", top + "400") - exact), 1e-8);
  EXPECT_GT(std::abs(end_of("mr", top + "1200") - exact), 1e-6);  // as many torques
  refused(run_of("mrr4", top + "1"), "did you mean \"mr4\"");
}

TEST_F(Plugins, AreChecked) {
  const auto j = answer("check mr4 --json " + mr4);
  EXPECT_NEAR(j["order"]["Pi"]["order"], 4, 0.02);
  EXPECT_LT(j["symmetric"]["defect"].get<double>(), 1e-28);
  EXPECT_LT(j["symplectic"]["defect"].get<double>(), 1e-25);
  EXPECT_NEAR(j["torque_evaluations"], 3, 0.01);
  EXPECT_EQ(j["torque_of_momentum"]["serves"], "damping and rotors");
  EXPECT_NEAR(j["torque_of_momentum"]["Pi"], 4, 0.2);
}

/// A plug-in is given the problems that it says it supports, and no others.
TEST_F(Plugins, ServeTorquesOfTheMomentum) {
  const std::string begin = R"("time": 2, "steps": 400, "torque": )";
  for (const auto* torque :
       {R"({"kind": "damping", "matrix": [0.1, 0.3, 0.2]})", R"({"kind": "formula", "torque": ["R12", "t", "0"]})"})
    EXPECT_NEAR(end_of("mr4", begin + torque), end_of("rk4", begin + torque), 1e-9) << torque;
  const std::string drag = R"({"kind": "formula", "torque": ["-Pi1*Omega2", "0", "0"]})";
  EXPECT_EQ(answer(run_of("mr4", begin + drag), 3)["status"], "skipped");
}

TEST_F(Plugins, StandInFiguresBesideTheOthers) {
  const auto figure = [&](const std::string& more) {
    return answer("figure figure1 --no-timing --json --out " + folder.string() + " " + more);
  };
  const auto without = figure("");
  const auto before = read(folder / "figure1.json");
  const auto with = figure(mr4 + "--with mr4");
  EXPECT_EQ(read(folder / "figure1.json"), before);
  EXPECT_TRUE(fs::exists(folder / "figure1+mr4.json"));
  EXPECT_EQ(with["verdicts"], without["verdicts"]);
  const auto& series = with["panels"][0]["series"];
  ASSERT_EQ(series.size(), without["panels"][0]["series"].size() + 1);
  EXPECT_EQ(series.back()["method"], "mr4");
  EXPECT_EQ(series.back()["points"].size(), series[0]["points"].size());
  EXPECT_NEAR(series.back()["fits"].begin()->at("order"), 4, 0.1);
  const auto operations = [&](const json& s) { return s["points"][5]["tally"]["operations"].get<double>(); };
  EXPECT_NEAR(operations(series.back()) / operations(series[0]), 3, 0.5);  // three steps of mr
}

/// A method of the roster is as good an extra method; sweeps, histories and maps take one, too.
TEST_F(Plugins, AndInFiguresOfEveryKind) {
  const auto figure = [&](const std::string& name, const std::string& beside) {
    return answer("figure " + name + " --no-timing --json --method mr4 --method " + beside + " --out " +
                  folder.string() + " " + mr4 + "--with mr4")["panels"];
  };
  for (const auto& [name, beside] : {std::pair("figure2", "rk4"), {"figure8", "mr"}, {"krysl2006-figure2", "imid"}})
    EXPECT_EQ(figure(name, beside)[0]["series"].back()["method"], "mr4") << name;
  const auto panels = figure("romero2008-figure1", "vi");
  EXPECT_EQ(panels[0]["series"].back()["method"], "vi");  // mr4 has no momentum of the middle of a step
  EXPECT_EQ(panels[1]["series"].back()["method"], "mr4");
}

TEST_F(Plugins, AllFiguresAreThoseThatAnExtraMethodCanJoin) {
  ASSERT_EQ(polhode("figure all --no-timing --with dumbbell-conserving-spatial --out " + in_folder("all")), 0) << err;
  for (const auto& e : fs::directory_iterator(folder / "all"))
    EXPECT_EQ(e.path().filename().string().rfind("romero2008-figure", 0), 0u) << e.path();
  EXPECT_TRUE(fs::exists(folder / "all/romero2008-figure6+dumbbell-conserving-spatial.json"));
  EXPECT_FALSE(fs::exists(folder / "all/romero2008-figure1+dumbbell-conserving-spatial.json"));
  refused("figure all --with vs-verlet", "no figure has a problem that vs-verlet supports");
}

TEST_F(Plugins, ThatDoNotFitAreRefused) {
  std::ofstream(folder / "text.so") << "no library\n";
  const std::string broken = "--plugin " PLUGIN_FOLDER "/libbroken.so list methods";
  refused({{"--plugin missing.so list methods", "missing.so: no such file"},
           {"--plugin " + folder.string() + " list methods", "no such file"},
           {"--plugin " + in_folder("text.so") + " list methods", "not a library"},
           {mr4 + mr4 + "list methods", "\"mr4\" already"},
           {"list methods --plugin", "--plugin"},
           {"figure figure1 --with mr4", "--with: \"mr4\" is not a method"},
           {"figure romero2008-figure4 --with mr4 " + mr4, "--with: mr4 supports no problem of romero2008-figure4"}});
  for (const auto& [way, expected] : std::initializer_list<std::pair<const char*, const char*>>{
           {"old", "built for plug-in interface 0, this program has 9"},
           {"other compiler", "built with clang 3; this program with "},
           {"something else", "not a plug-in of this program"},
           {"nameless", "\"My Method!\" is not a name"},
           {"taken", "\"akw\" already"},
           {"null", "not a plug-in of this program"},
           {"throws when asked", "libbroken.so: it cannot be loaded: it threw a tantrum"},
           {"crashes when asked", "libbroken.so: it cannot be loaded: it crashed: signal 11"},
           {"all", "it means all of them"},
           {"huge id", "...\" is not a name"},
           {"control characters", "\\x1b[2J"},
           {"no build", "built with nothing said"},
           {"no methods", "its list of methods is null"},
           {"no count", "a function of its Wide is null"},
           {"no bits", "a function of its Wide is null"},
           {"size 0", "it has 0 methods; accepted: 1 to 1000"},
           {"size 900", "libbroken.so: "},  // crashes, or finds what is none
           {"size huge", "it has 4000000000 methods"},
           {"no info", "method 1 of 1 has no info"},
           {"no functions", "all its functions are null"}}) {
    ::setenv("BROKEN", way, 1);
    refused(broken, expected);
  }
  const auto whole = read(PLUGIN_FOLDER "/libmr4.so");  // its second half may hold names only, which nothing needs
  refused("--plugin " + file("cut.so", whole.substr(0, whole.size() / 4)) + " list methods", "cut.so: ");
  ::setenv("BROKEN", "no", 1);
  refused(broken, "\"vs-verlet\" already");
}

// --- methods that fail -----------------------------------------------------------------------------------------------

const std::string bad = "--plugin " PLUGIN_FOLDER "/libbroken.so ",
                  run_of_bad = R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 0, 0.1]}, "h": 0.1, "steps": 9,
                                   "method": "bad"})";

struct Failure {
  std::string how, reason;
};
const std::vector<Failure> failures{{"crashes", "bad of libbroken.so: it crashed: signal 11"},
                                    {"aborts", "bad of libbroken.so: it crashed: signal 6"},
                                    {"exits", "bad of libbroken.so: it ended the program with exit code 0"},
                                    {"throws", "bad of libbroken.so: it threw a tantrum"},
                                    {"throws a number", "it threw something that is not a std::exception"},
                                    {"never ends", "bad of libbroken.so: it did not return within 1 s"}};

TEST_F(Plugins, ThatFailAreTold) {
  for (const auto& [how, reason] : failures) {
    SCOPED_TRACE(how);
    ::setenv("BROKEN", how.c_str(), 1);
    EXPECT_EQ(polhode("check bad --time-limit 1 " + bad), 3) << out << err;
    says("NOT MEASURED"), says(reason);
    EXPECT_EQ(out.find("no bit"), std::string::npos) << out;  // nor anything else that was not measured
    if (how == "never ends") continue;
    for (const std::string where : {"--isolate ", ""}) {  // in the program's own process what is thrown is told, too
      if (where.empty() && !how.starts_with("throws")) continue;
      const std::string said = answer("run --every 2 " + where + spec(run_of_bad) + " " + bad, 3)["reason"];
      EXPECT_NE(said.find(where.empty() ? "bad of libbroken.so: it threw " : reason), said.npos) << where << said;
    }
  }
}

TEST_F(Plugins, ThatFailAreDataOfFigures) {
  const auto figure = [&](const std::string& name) {
    EXPECT_EQ(polhode("figure " + name + " --no-timing --with bad --out " + folder.string() + " " + bad), 3) << err;
    complains("cases did not finish; the first: bad of libbroken.so: ");
    return polhode::parsed(read(folder / (name + "+bad.json")))["panels"][0]["series"].back();
  };
  for (const auto& [how, reason] : {failures[0], failures[3]}) {
    ::setenv("BROKEN", how.c_str(), 1);
    auto skipped = figure("figure1")["points"];
    skipped.push_back(figure("figure2"));
    for (const auto& each : skipped) {
      EXPECT_EQ(each["status"], "skipped");
      EXPECT_EQ(each["reason"].get<std::string>().rfind(reason, 0), 0u) << each;
    }
  }
}

TEST_F(Plugins, ThatFailAreRowsOfRecommendations) {
  const auto s = spec(
      R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 0, 0.1]}, "torque": {"kind": "gravity", "moment": [0, 0, 0.3]},
    "time": 1})");
  for (const auto& [how, reason] : {failures[3], failures[4]})
    for (const std::string asked : {"--attitude-error 1e-3", "--rate 100"}) {
      ::setenv("BROKEN", how.c_str(), 1);
      const auto r = answer("recommend " + s + " --json --method rk4 --method bad " + asked + " " + bad);
      EXPECT_EQ(r["best"]["method"], "rk4");
      for (const auto& method : r["methods"]) {
        if (method["method"] == "rk4") continue;
        EXPECT_EQ(method["outcome"], "fails");
        EXPECT_NE(method["reason"].get<std::string>().find(reason), std::string::npos) << method;
      }
    }
  EXPECT_EQ(polhode("recommend " + s + " --method bad --standard-error 0.5 " + bad), 0) << err;
  says("warning: bad of libbroken.so: it threw something that is not a std::exception\n");
  says("use dop853");
  EXPECT_EQ(out.find("time limit"), std::string::npos) << out;
}

/// What is loaded ends the program only with its say, and changes no numbers silently: nothing is written then.
TEST_F(Plugins, ThatMeddleAreTold) {
  const auto torque = file("torque.json", R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 0, 0.1]}, "torque":
    {"kind": "library", "file": ")" PLUGIN_FOLDER R"(/libbroken.so", "momentum": false}, "h": 0.1, "steps": 9,
    "method": "mr"})");
  const auto answer = in_folder("answer.json");
  std::vector<std::pair<std::string, std::string>> ways{{"rounds up", "changed the rounding mode"},
                                                        {"rounds up for a while", "changed the rounding mode"}};
  for (const auto* how : {"exits", "exits by _exit", "exits by exit", "exits quickly", "exits by pthread_exit",
                          "exits by thrd_exit", "exits by pthread_cancel"})
    ways.emplace_back(how, "called exit");
#ifdef __SSE2__
  for (const auto* how : {"rounds up with one unit", "flushes", "takes small for 0"})
    ways.emplace_back(how, "changed the rounding mode");
#endif
  for (const auto& [how, said] : ways) {
    ::setenv("BROKEN", how.c_str(), 1);
    for (const auto& arguments : {"run " + torque, "run " + torque + " -o " + answer, "reference " + torque,
                                  "recommend " + torque + " --attitude-error 1e-2 --method rk4 -j 2 -o " + answer}) {
      SCOPED_TRACE(how + ": " + arguments);
      EXPECT_EQ(polhode(arguments), 3) << out << err;
      complains(said);
      EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
      EXPECT_EQ(out, "");
      EXPECT_FALSE(fs::exists(answer));
    }
    if (how == "rounds up for a while") continue;  // what a method does within its own run is its result
    // Methods change numbers where no torque does.
    for (const std::string where : {"", "--isolate "}) {
      EXPECT_EQ(polhode("run " + where + spec(run_of_bad) + " " + bad), 3) << how << err;
      const auto isolated = how.starts_with("exits") ? "it ended the program with exit code 0" : said;
      EXPECT_NE((out + err).find(where.empty() ? said : isolated), std::string::npos) << how << where << out << err;
    }
  }
}

/// Nothing in a process sees that the kernel is asked to end it: its parent does (docs/program.md).
TEST_F(Plugins, ThatAskTheKernelAreToldIfTheyAreAlone) {
  ::setenv("BROKEN", "exits by the kernel", 1);
  EXPECT_EQ(polhode("run --isolate " + spec(run_of_bad) + " " + bad), 3) << out << err;
  EXPECT_NE((out + err).find("it ended the program with exit code 0"), std::string::npos) << out << err;
}

TEST_F(Plugins, RunTheSameInAProcessOfTheirOwn) {
  ::setenv("BROKEN", "works", 1);
  const auto s = spec(R"({"body": {"inertia": [1, 2, 3], "momentum": [0.3, -1.2, 0.5]}, "torque": {"kind": "gravity",
    "moment": [0, 0.1, 0.7]}, "h": 0.01, "steps": 5000, "every": 1, "method": "bad"})");
  ASSERT_EQ(polhode("run " + s + " " + bad), 0) << err;
  const auto here = out;
  ASSERT_EQ(polhode("run --isolate " + s + " " + bad), 0) << err;
  EXPECT_EQ(out, here);
  const auto own = file("own.json", R"({"body": {"inertia": [1, 2, 3], "momentum": [0.3, -1.2, 0.5]}, "time": 3})");
  const auto checked = [&](const std::string& how) {
    EXPECT_EQ(polhode("check bad --json --on " + own + how + bad), 0) << out << err;
    return out;
  };
  EXPECT_EQ(checked(" --isolate "), checked(" --no-isolate "));
}

// --- engines (polhode/engine.h), which have no runner in other scalars than double ----------------------------------

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
  says("explicit-midpoint");
  refused({{"list methods" + midpoint + midpoint, "the method \"explicit-midpoint\" already exists"},
           {"list methods --engine", "--engine"}});
}

TEST_F(EngineCommands, Check) {
  const auto j = answer("check explicit-midpoint --json" + midpoint);
  EXPECT_NEAR(j["order"]["Pi"]["order"], 2, 0.05);
  EXPECT_EQ(j["precision"], "double");
  EXPECT_EQ(j["symplectic"]["found"], "no");  // by differences
  EXPECT_NEAR(j["symplectic"]["power_of_h"], 3, 0.3);
  EXPECT_EQ(j["engine"]["repeated"], 0);
  EXPECT_LT(j["engine"]["hidden_state"].get<double>(), 1e-13);
}

/// What no state says and what units change is found; an engine in floats is judged as one.
TEST_F(EngineCommands, CheckFindsWhatIsHidden) {
  const auto property_report = [&](const std::string& id, const std::string& library) {
    const auto code = polhode("check " + id + " --json" + library);
    EXPECT_TRUE(code == 0 || code == 3) << err;
    return polhode::parsed(out);
  };
  const auto remembers = property_report("remembers", broken), threshold = property_report("threshold", broken);
  EXPECT_GT(remembers["engine"]["hidden_state"].get<double>(), 1e-3);
  EXPECT_LT(threshold["engine"]["hidden_state"].get<double>(), 1e-13);
  EXPECT_GT(threshold["invariance"]["power_of_two"].get<double>(), 1e-3);
  const auto floats = property_report("game-gyro", game);
  EXPECT_EQ(floats["precision"], "single");
  EXPECT_EQ(floats["disagreements"], json::array());
  EXPECT_FALSE(floats["symmetric"].contains("defect")) << "it takes no steps back";
  EXPECT_NEAR(floats["order"]["R"]["order"], 1, 0.05);
  EXPECT_LT(floats["engine"]["hidden_state"].get<double>(), 1e-4);  // rounding of 50 readings
  EXPECT_EQ(property_report("game", game)["order"]["declared"], "solves another equation");
}

TEST_F(EngineCommands, Recommend) {
  const auto asked = "recommend " + spec_of("explicit-midpoint") + " --time 1 --attitude-error 1e-3 --all";
  EXPECT_EQ(polhode(asked + " --json" + midpoint), 0) << err;
  // Beside an engine its restated fellows are ranked, else they are not, and that is said.
  says("\"mujoco-rk4\"");
  EXPECT_EQ(polhode(asked), 0) << err;
  EXPECT_EQ(out.find("mujoco-rk4"), std::string::npos);
  says("updates of physics engines, reimplemented here; --restated or --engine ranks them");
}

/// A population with an engine beside a method of the roster; one case of it, by both commands.
TEST_F(EngineCommands, Sweep) {
  const auto file = spec(R"({"schema": "polhode/sweep/1", "seed": 1, "population": {"bodies": 5},
      "duration": {"radians": 10}, "methods": ["explicit-midpoint", "imidm"], "steps": [100, 200],
      "metrics": ["Pi", "R", "order"]})");
  EXPECT_EQ(polhode("sweep " + file + " -o " + in_folder("sweep") + midpoint), 0) << err;
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

}  // namespace
