// SPDX-License-Identifier: MIT
#include <cmath>
#include <csignal>
#include <map>
#include <random>
#include <regex>

#include "core/testing/program.hpp"

// The program as its users meet it.
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path source = POLHODE_SOURCE;

using polhode::testing::read;

/// The document of a page.
json document_of(const std::string& html) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const auto from = html.find(begin) + begin.size();
  return polhode::parsed(html.substr(from, html.find("</script>", from) - from));
}

using Program = polhode::testing::Program;

/// The runs of the asteroids' pages answer, and in the words that the questions ask for.
TEST_F(Program, AnswersTheQuestions) {
  for (const auto& [file, is_free] : {std::pair("toutatis", true), {"apophis", true}, {"apophis_2029", false}}) {
    const auto j = answer("run " + example(file));
    EXPECT_TRUE(j["trajectory"][0].contains("euler:ZXZ"));
    EXPECT_NE(j["final"].contains("orbit_frame"), is_free);
    EXPECT_EQ(j.contains("free_motion"), is_free);
    if (is_free) continue;
    const auto &before = j["trajectory"].front()["free_motion"], &after = j["final"]["free_motion"];
    EXPECT_NEAR(before["P_psi"], 264.178, 1e-9);
    EXPECT_NEAR(after["P_psi"], 172.9, 0.05);
    EXPECT_NEAR(after["P_phi"], 19.25, 0.005);
  }
}

/// The number of docs/tumbling.md: in so many days the attitudes of nearby starts of Hyperion are e times as far
/// apart.
TEST_F(Program, SaysHowSoonHyperionIsLost) {
  const auto page = read(source / "docs/tumbling.md");
  const std::string begin = "a factor e in about ";
  const auto at = page.find(begin);
  ASSERT_NE(at, page.npos);
  const auto rows = answer("run " + example("hyperion") + " --ensemble 200 --spread 1e-6 --every 1000")["rows"];
  const auto &first = rows.front(), &last = rows.back();
  const double growth = last["orientation"]["spread"].get<double>() / first["orientation"]["spread"].get<double>(),
               days = (last["t"].get<double>() - first["t"].get<double>()) / std::log(growth);
  EXPECT_EQ(std::stoi(page.substr(at + begin.size())), std::lround(days)) << days;
}

TEST_F(Program, TrajectoriesHaveTheNodesAskedFor) {
  const auto j = answer("run " + spec(R"({"body": {"inertia": [3, 1, 2], "momentum": [0.3, -1.2, 0.5]},
    "method": "mr", "time": -1, "steps": 10, "every": 4, "t0": 2})"));
  std::vector<int> n;
  for (const auto& row : j["trajectory"]) n.push_back(row["n"]);
  EXPECT_EQ(n, (std::vector<int>{0, 4, 8, 10}));
  EXPECT_EQ(j["final"]["t"], 1.0);
  EXPECT_EQ(j["h"], -0.1);
  EXPECT_EQ(j["trajectory"][3]["momentum"], j["final"]["momentum"]);
}

/// The quaternion overflows before anything else does, and would be read as 0.
TEST_F(Program, ARunOffIsDiverged) {
  const auto j = answer("run " + spec(R"({"body": {"inertia": [1, 2, 3], "momentum": [0.3, -1.2, 0.5],
    "attitude": {"rotation_vector": [0.5, 0, 0]}}, "torque": {"kind": "gravity", "moment": [0, 0.1, 0.7]},
    "method": "rk4", "time": 20, "steps": 7})"),
                        3);
  EXPECT_EQ(j["status"], "diverged");
  EXPECT_TRUE(std::isfinite(j["final"]["momentum"][0].get<double>()));
}

/// A matrix with two moments that are 2e-12 apart, as of a round body that was drawn. The numbers are those of a Taylor
/// series of order 44 in the user's axes, in fixed point of 230 bits, by two step lengths.
TEST_F(Program, NearlyEqualMomentsStayApart) {
  const auto j = answer("reference " + spec(R"({"body": {"inertia": [[2, 9e-13, 0], [9e-13, 2, 0], [0, 0, 3]],
    "momentum": [1, 1, 1]}, "time": 1000})"));
  const char* momentum[] = {"-0.825320334909719142465181", "-1.148410355571721630882748", "1.000000000000070461333979"};
  const char* attitude[] = {"0.359501158251814216178198", "-0.312995989269908536690339", "0.265925893755791250201257",
                            "0.837899664009205195023208"};
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(j["final"]["momentum"][i].get<std::string>().rfind(momentum[i], 0), 0u) << j["final"];
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(j["final"]["attitude"]["quaternion"][i].get<std::string>().rfind(attitude[i], 0), 0u);
}

TEST_F(Program, ErrorsOfReferencesHaveParts) {
  const auto reference = [&](const std::string& momentum, int time) {
    return answer("reference " + spec(R"({"body": {"inertia": [1, 2, 3], "momentum": )" + momentum + R"(}, "time": )" +
                                      std::to_string(time) + "}"));
  };
  const auto errors = reference("[1, 1, 1]", 1)["errors"];
  for (const auto& [part, unit] :
       {std::pair("attitude", "radians"), {"momentum", "of its length"}, {"energy", "of the kinetic energy"}}) {
    EXPECT_LT(errors[part]["value"].get<double>(), 1e-28) << part;
    EXPECT_EQ(errors[part]["unit"], unit);
  }
  // A file that means a tenth and says a double.
  const auto moved = [&](const std::string& momentum) {
    return reference(momentum, 100)["moved_by_decimals"]["attitude"].get<double>();
  };
  EXPECT_GT(moved("[0.1, 0.2, 0.1]"), 1e-17);
  EXPECT_LT(moved("[0.1, 0.2, 0.1]"), 1e-13);
  EXPECT_LT(moved("[\"0.1\", 0.25, 1]"), 1e-90);
}

/// Equal as decimals is equal, equal as doubles is not.
TEST_F(Program, ReferencesAreExactWhereTheMotionIs) {
  const auto top = [&](const std::string& moment) {
    return "reference " + spec(R"({"body": {"inertia": ["0.1", )" + moment + R"(, 1], "momentum": [1, 0, 1],
      "attitude": {"rotation_vector": ["0.3", 0, 0]}}, "torque": {"kind": "gravity", "moment": [0, 0, "0.3"]}, "time": 2})");
  };
  const auto exact = answer(top("\"0.1\"") + " --digits 45"), converged = answer(top("0.1") + " --digits 33");
  EXPECT_EQ(exact["kind"], "exact");
  EXPECT_LT(exact["error_estimate"].get<double>(), 1e-43);
  EXPECT_EQ(converged["kind"], "converged");
  EXPECT_LT(converged["error_estimate"].get<double>(), 1e-20);
  refused(top("0.1") + " --digits 34", "1 to 33 for converged");
  for (const std::string digits : {"46", "0", "many"}) refused(top("\"0.1\"") + " --digits " + digits, "--digits");
}

TEST_F(Program, SkipsWithAReason) {
  const auto reason = [&](const std::string& method, const std::string& problem) {
    const auto j = answer("run " + spec("{" + problem + R"(, "h": 0.1, "steps": 1, "method": ")" + method + "\"}"), 3);
    EXPECT_EQ(j["status"], "skipped");
    return j["reason"].get<std::string>();
  };
  const std::string body = R"("body": {"inertia": [1, 2, 3], "momentum": [1, 1, 1]})",
                    director = R"("body": {"inertia": 2, "director": [0, 0, 1], "angular_velocity_space": [1, 0, 0]})";
  EXPECT_NE(reason("exact", body + R"(, "torque": {"kind": "gravity", "moment": [0, 0, 1]})"), "");
  EXPECT_NE(reason("mr", director).find("directors"), std::string::npos);
  EXPECT_EQ(reason("vs-verlet", body), "vs-verlet integrates particles, not rigid bodies");
}

/// One line, exit code 2, the field named, nothing on standard output and no file, whoever refuses it: the reader of JSON, of
/// forms, of specs (whose lines are in spec_test and results/specs_test.py), or the command.
TEST_F(Program, BrokenSpecsGetOneLine) {
  const std::string body = R"("body": {"inertia": [1, 2, 3], "momentum": [1, 2, 3]})";
  const auto target = folder / "result.json";
  for (const auto& [rest, field] : {std::pair("", "byte"),
                                    {R"(, "method": "mr", "h": 0.1, "steps": "x"})", "steps"},
                                    {R"(, "method": "mr", "time": 0, "steps": 10})", "time"},
                                    {R"(, "method": "imdim", "h": 0.1, "steps": 10})", "imidm"}})
    refused("run " + spec("{" + body + rest) + " -o " + target.string(), field);
  EXPECT_FALSE(fs::exists(target));
}

TEST_F(Program, MistakesOnTheCommandLineNameTheNearest) {
  const auto own = in_folder("own.json");
  fs::copy_file(example("free_body"), own);
  using Row = std::pair<std::string, std::string>;
  refused({Row{"rnu x.json", "\"run\""}, Row{"run", "SPEC"}, Row{"run missing.json", "missing.json"},
           Row{"run a.json --ouput x", "\"--output\""}, Row{"figure figur1", "figure1"},
           Row{"list metods", "\"methods\""}, Row{"list methods --jsn", "\"--json\""},
           Row{"run a.json --json", "accepted: --help, --output"}, Row{"reference", "SPEC"}, Row{"figure", "NAME"},
           Row{"--verson", "\"--version\""}, Row{"run " + own + " -o " + own, "which is read"},
           Row{"run " + folder.string(), "directory"}});
}

TEST_F(Program, ChecksAMethod) {
  const auto j = answer("check sej --json");
  EXPECT_EQ(j["schema"], "polhode/passport/1");
  EXPECT_NEAR(j["order"]["Pi"]["order"], 2, 0.01);
  EXPECT_TRUE(j["disagreements"].empty());
  EXPECT_EQ(polhode("check vs-verlet"), 0);
  says("order in u");
  ASSERT_EQ(polhode("check 'vs-*' --tag symplectic --json -o " + in_folder("all.json")), 0) << err;
  const auto all = polhode::parsed(read(folder / "all.json"));
  EXPECT_EQ(all["passports"].size(), 4u);
  EXPECT_EQ(polhode("check 'xyz*'"), 2);
  refused("check mrr", "\"mr\"");
}

/// Steps that see the increments of a path only have the strong order 1, whatever they have without noise.
TEST_F(Program, ChecksTheStrongOrder) {
  file("noise.json", R"({"body": {"inertia": [1, 2, 2.5], "momentum": [0.5, 1, 2]}, "time": 2,
    "torque": [{"kind": "damping", "matrix": [0.3, 0.1, 0.2]}, {"kind": "noise", "density": 0.5, "interval": 0.01}]})");
  for (const char* method : {"rk4", "mr", "imidm"}) {
    const auto j = answer(std::string("check ") + method + " --json --on " + in_folder("noise.json"));
    EXPECT_EQ(j["strong_order"]["paths"], 64);
    for (const char* norm : {"Pi", "R"}) EXPECT_NEAR(j["strong_order"][norm]["order"], 1, 0.15) << method << norm;
    EXPECT_FALSE(j.contains("symmetric"));
  }
  ASSERT_EQ(polhode("check mr --on " + in_folder("noise.json")), 0);
  says("strong order in Pi");
}

TEST_F(Program, ChecksOnAProblemOfOnesOwn) {
  const auto check = [&](const std::string& method, const std::string& spec) {
    return "check " + method + " --json --on " + file("own.json", spec);
  };
  const auto expect_order = [&](const std::string& method, const std::string& spec, const char* norm, double order,
                                double off = 0.05) {
    const auto j = answer(check(method, spec));
    EXPECT_EQ(j["on"]["problem"], "own.json");
    EXPECT_TRUE(j["invariance"].empty());
    EXPECT_NEAR(j["order"][norm]["order"], order, off) << method;
  };
  const std::string top =
      R"({"body": {"inertia": [1, 2, 2.5], "momentum": [0.5, 1, 2]}, "torque": {"kind": "gravity", "moment": [0, 0.3, 0.4]}, "time": )";
  expect_order("rk4", top + "3}", "Pi", 4);
  expect_order("mr", top + "3}", "R", 2);
  const std::string drag =
      R"({"body": {"inertia": [1, 2, 2.5], "momentum": [0.5, 1, 2]}, "torque": {"kind": "damping", "matrix": [0.3, 0.1, 0.2]}, "time": 3})";
  expect_order("imidm", drag, "Pi", 2, 0.1);
  expect_order("dumbbell-midpoint", R"({"body": {"inertia": 2, "director": [0, 0.6, 0.8], "angular_velocity_space":
    [1, 0, 0]}, "torque": {"kind": "formula", "potential": "d3^2 + 0.3*d1*d2"}, "time": 2})",
               "d", 2);
  expect_order("vs-verlet", R"({"body": {"masses": [1, 2], "positions": [[0.3], [-0.2]], "velocities": [[0.5], [0.1]]},
    "torque": {"kind": "formula", "potential": "x1^4/4 + x1*x2 + x2^2"}, "time": 2})",
               "u", 2);
  refused(check("rkn6a14", drag), "METHOD: rkn6a14: supports torques of time and attitude");
  refused(check("rk4", top + "-3}"), "time: ");
}

TEST_F(Program, ChecksATableau) {
  const auto check = [&](const std::string& tableau) {
    return "check mkrk --json --tableau " + file("tableau.json", tableau);
  };
  const auto is_of_order = [&](const std::string& tableau, int order, const std::string& on = "") {
    const auto j = answer(check(tableau) + on);
    EXPECT_EQ(j["order"]["declared"], order) << tableau;
    for (const auto* norm : {"Pi", "R"}) EXPECT_NEAR(j["order"][norm]["order"], order, 0.05) << tableau;
    return j;
  };
  const std::string classical =
      R"({"name": "Kutta", "c": [0, 0.5, "1/2", 1], "A": [[0, 0, 0, 0], ["1/2", 0, 0, 0], [0, "1/2", 0, 0], [0, 0, 1, 0]], "b": [)";
  const auto rk4 = is_of_order(classical + R"("1/6", "1/3", "1/3", "1/6"]})", 4);
  EXPECT_NEAR(rk4["torque_of_momentum"]["Pi"], 4, 0.35);
  for (const auto& row : rk4["conservation"])
    EXPECT_TRUE(row["body"] != "free body" || row["quantity"] != "spatial momentum" || row["largest"] < 1e-11) << row;
  EXPECT_EQ(rk4["method"], "mkrk");
  EXPECT_EQ(rk4["label"], "Kutta");
  const auto on = " --on " + file("on.json", R"({"body": {"inertia": [1, 2, 2.5], "momentum": [0.5, 1, 2]},
    "torque": {"kind": "gravity", "moment": [0, 0.3, 0.4]}, "time": 3})");
  is_of_order(classical + R"("1/6", "1/3", "1/6", "1/3"]})", 1, on);  // two weights are exchanged
  is_of_order(
      R"({"A": [["1/4", "-0.03867513459481288225457439025097872782380087563506"],
                ["0.53867513459481288225457439025097872782380087563506", "1/4"]], "b": [0.5, 0.5]})",
      4, on);

  // The family's own member is the same method.
  const auto own = answer("check --json mkrk-rk4");
  EXPECT_NEAR(own["symplectic"]["defect"].get<double>() / rk4["symplectic"]["defect"].get<double>(), 1, 1e-6);
  EXPECT_EQ(own["torque_evaluations"], rk4["torque_evaluations"]);

  const json ones(5, 1), five{{"A", json(5, ones)}, {"b", ones}};
  for (const auto& [tableau, expected] : std::map<std::string, std::string>{
           {R"({"b": [1]})", "A: missing"},
           {R"({"A": [[0]]})", "b: missing"},
           {R"([1])", "an object with A and b"},
           {R"({"A": [[0]], "b": [1], "B": [1]})", "\"B\" is not a key of a tableau"},
           {R"({"A": 1, "b": [1]})", "A: 1 is given; accepted: a square matrix"},
           {R"({"A": [], "b": []})", "A: 0 rows are given"},
           {R"({"A": [[0], [1]], "b": [1, 0]})", "A[0]: a list of 1 is given; accepted: a list of 2 numbers"},
           {R"({"A": [[0]], "b": [1, 0]})", "b: a list of 2 is given; accepted: a list of 1 number"},
           {R"({"A": [["1/0"]], "b": [1]})", "A[0][0]: \"1/0\" is given; accepted: a number"},
           {R"({"A": [["1e99999"]], "b": [1]})", "A[0][0]"},
           {R"({"A": [[true]], "b": [1]})", "A[0][0]: true is given"},
           {R"({"A": [[0, 0], ["1/2", 0]], "b": [0, 1], "c": [0, "1/3"]})",
            "c[1]: \"1/3\" is given; accepted: the sum of A[1], 0.5"},
           {R"({"A": [[0]], "b": [1], "name": 1})", "name: 1 is given; accepted: text"},
           {R"({"A": [[0]], "b": [1], "name": ""})", "name: \"\" is given; accepted: text"},
           {five.dump(), "implicit tableau of 5 stages"}})
    refused(check(tableau), expected);
  refused({{"check mkrk", "accepted: mkrk --tableau FILE"},
           {"check mr --tableau x.json", "--tableau: given for mr; accepted: for mkrk"},
           {"check mkrk --tableau no_such_file.json", "no_such_file.json"}});
}

TEST_F(Program, RecommendsAMethodAndAStep) {
  const auto page = in_folder("page.html");
  const auto j = answer("recommend " + example("heavy_top") + " --attitude-error 1e-4 --json --html " + page +
                        " --emit " + in_folder("project"));
  EXPECT_EQ(j["schema"], "polhode/recommendation/1");
  EXPECT_LE(j["best"]["errors"]["attitude"].get<double>(), 0.9e-4);
  const auto html = read(page);
  EXPECT_LT(html.size(), 800000u);
  const auto shown = document_of(html).at("recommendation");
  EXPECT_EQ(shown["best"]["method"], j["best"]["method"]);

  // The program to paste is that of a project, which Projects compile and run (answers_test).
  EXPECT_EQ(shown["program"], read(folder / "project/main.cpp"));

  // What cannot be met is a result: the nearest is named.
  EXPECT_EQ(polhode("recommend " + example("heavy_top") + " --attitude-error 1e-15 --method rk4 --method mr"), 3);
  says("nearest");
  // Mistakes write nothing.
  const auto target = folder / "answer.json";
  const auto asked = "recommend " + example("heavy_top") + " -o " + target.string();
  refused({{asked, "--attitude-error"},
           {asked + " --attitude-error -1", "--attitude-error"},
           {asked + " --attitude-error tiny", "attitude-error"},
           {asked + " --energy-drift 1e-6 --time 0", "--time"},
           {asked + " --attitude-eror 1", "\"--attitude-error\""},
           {asked + " --attitude-error 1e-40", "--attitude-error"}});
  EXPECT_FALSE(fs::exists(target));
}

TEST_F(Program, FiguresOfSomeMethodsJudgeNothing) {
  const auto out_folder = " --no-timing --out " + in_folder("figures");
  ASSERT_EQ(polhode("figure figure1 --method 'm*' --csv" + out_folder), 0) << err;
  says("claims not judged");
  EXPECT_FALSE(fs::exists(folder / "figures/figure1.json"));
  const auto j = polhode::parsed(read(folder / "figures/figure1-partial.json"));
  EXPECT_TRUE(j["verdicts"].empty());
  ASSERT_EQ(j["panels"][0]["series"].size(), 1u);
  EXPECT_EQ(j["panels"][0]["series"][0]["method"], "mr");
  EXPECT_TRUE(fs::exists(folder / "figures/figure1-partial.csv"));

  EXPECT_EQ(polhode("figure figure1 --tag implicit" + out_folder), 2);
  EXPECT_EQ(polhode("figure figure1 'order>=x'" + out_folder), 2);
  for (const auto* condition : {"'order>=x'", "'order>=3'", "--tag exact"})
    EXPECT_EQ(polhode(std::string("check imidm ") + condition), 2) << condition;
}

TEST_F(Program, CasesThatTakeTooLongAreSkippedWithAReason) {
  const auto to = in_folder("figures");
  ASSERT_EQ(polhode("figure figure3 --no-timing --time-limit 0.002 --out " + to), 3) << err;
  const auto j = polhode::parsed(read(folder / "figures/figure3-partial.json"));
  EXPECT_TRUE(j["verdicts"].empty());
  int skipped = 0;
  for (const auto& panel : j["panels"])
    for (const auto& series : panel["series"])
      for (const auto& p : series["points"]) {
        if (p["status"] != "skipped") continue;
        ++skipped;
        EXPECT_EQ(p["reason"], "time limit of 0.002 s");
        EXPECT_FALSE(p.contains("errors"));
      }
  EXPECT_GT(skipped, 0);
  EXPECT_EQ(polhode("figure figure3 --no-timing --time-limit 1e-9 --out " + to), 3) << err;  // nothing was measured
  EXPECT_EQ(polhode("figure figure3 --time-limit 0 --out " + to), 2);
}

/// A signal at any instant leaves files that can be read.
TEST_F(Program, InterruptedFiguresLeaveValidFiles) {
  const auto to = folder / "figures";
  std::mt19937 random(7);
  for (const auto& [signal, number] :
       {std::pair<std::string, int>{"INT", SIGINT}, {"TERM", SIGTERM}, {"KILL", SIGKILL}}) {
    const auto instant = std::to_string(1e-3 * static_cast<double>(1 + random() % 900));  // any will do
    const int code = shell("timeout --preserve-status -s " + signal + " " + instant +
                           " " POLHODE_PROGRAM
                           " figure figure1 krysl2006-figure3 -j 1 --method mr --method imid --no-timing --out " +
                           to.string());
    // A signal may come before the program heeds it.
    EXPECT_TRUE(code == 0 || code == 130 || code == 128 + number) << signal << code;
    if (!fs::exists(to)) continue;
    for (const auto& e : fs::directory_iterator(to)) {
      if (e.path().filename().string()[0] == '.') continue;
      EXPECT_TRUE(polhode::parsed(read(e.path())).contains("panels")) << e.path();
    }
  }
}

TEST_F(Program, CompletesInBash) {
  ASSERT_EQ(polhode("completion bash"), 0);
  fs::copy(folder / "out", folder / "completion.sh");
  file("my body.json", "{}");
  const auto complete = [&](const std::string& words, int at) {
    EXPECT_EQ(shell("cd " + folder.string() + "; bash -c 'source ./completion.sh; COMP_WORDS=(" + words +
                    "); COMP_CWORD=" + std::to_string(at) + "; _polhode; printf \"%s\\n\" \"${COMPREPLY[@]}\"'"),
              0)
        << err;
    return out;
  };
  EXPECT_EQ(complete("polhode rec", 1), "recommend\n");
  EXPECT_EQ(complete("polhode check imid", 2), "imid\nimidm\n");
  EXPECT_EQ(complete("polhode run my", 2), "my body.json\n");
  EXPECT_NE(complete("polhode recommend --", 2).find("--attitude-error"), std::string::npos);
  EXPECT_EQ(polhode("completion zsh"), 2);
}

TEST_F(Program, ListsAndVersion) {
  for (const std::string what : {"methods", "problems", "figures"}) {
    EXPECT_FALSE(answer("list " + what + " --json").empty());
    ASSERT_EQ(polhode("list " + what), 0);
  }
  ASSERT_EQ(answer("list methods 'order=4' --tag implicit --method 'mkrk*' --json").size(), 1u);
  EXPECT_EQ(polhode::parsed(out)[0]["id"], "mkrk-gauss4");
  EXPECT_EQ(polhode("list methods 'order>>4'"), 2);
  refused("list methods --tag symplektic", "symplectic");
  const auto j = answer("doctor --json");
  EXPECT_TRUE(j["repetitions"] >= 1 && j["median_over_least"] >= 1.0) << j;
  ASSERT_EQ(polhode("--version"), 0);
  for (const auto* word : {"compiler", "flags", "floating point", "git"}) says(word);
}

/// The report of the golden results, which have no times. A browser looks at it in
/// results/report/report_test.mjs.
TEST_F(Program, ReportsInOneFile) {
  const auto page = folder / "page.html";
  ASSERT_EQ(polhode("report --out " + (source / "results/golden").string() + " -o " + page.string()), 0) << err;
  const auto html = read(page);
  EXPECT_LT(html.size(), 2500000u);
  // Nothing comes from elsewhere.
  EXPECT_FALSE(std::regex_search(html.substr(0, html.find("id=\"data\"")),
                                 std::regex("(src|href|url)[=(]\\s*[\"']?(https?:|//)")));
  EXPECT_EQ(html.find("@import"), std::string::npos);

  const auto document = document_of(html);
  const auto figures = answer("list figures --json");
  ASSERT_EQ(document["figures"].size(), figures.size());
  for (std::size_t i = 0; i < figures.size(); ++i) {
    EXPECT_EQ(document["figures"][i]["id"], figures[i]["id"]);
  }
  // Lines are to a 20000th of their range.
  const auto figure2 = std::find_if(document["figures"].begin(), document["figures"].end(),
                                    [](const auto& f) { return f["id"] == "figure2"; });
  const auto golden = polhode::parsed(read(source / "results/golden/figure2.json"));
  int lines = 0;
  for (std::size_t p = 0; p < golden["panels"].size(); ++p)
    for (std::size_t s = 0; golden["panels"][p]["kind"] == "trajectory" && s < golden["panels"][p]["series"].size();
         ++s)
      for (const auto& [name, known] : golden["panels"][p]["series"][s]["curve"].items()) {
        const auto& shown = document["columns"][(*figure2)["panels"][p]["series"][s]["curve"][name].get<std::size_t>()];
        const auto all = known.get<std::vector<double>>();
        const double range = *std::ranges::max_element(all) - *std::ranges::min_element(all);
        for (std::size_t k = 0; k < all.size(); ++k) EXPECT_NEAR(shown[k], all[k], 2.5e-5 * range + 1e-14) << name << k;
        ++lines;
      }
  EXPECT_GE(lines, 4);
  EXPECT_TRUE(document["missing"].empty());
  for (const auto& p : document["problems"]) EXPECT_FALSE(p["equations"].empty()) << p["id"];
}

TEST_F(Program, ReportsWhatThereIs) {
  refused("report --out " + folder.string(), "polhode figure all");

  // Sweeps alone make a page, too.
  const auto two = file("two.json", R"({"schema": "polhode/sweep/1", "population": {"bodies": 200}, "methods": ["mr"],
      "duration": {"radians": 10}, "steps": [100], "maps": [{"over": "triangle", "n": 2, "metrics": ["R"]}]})");
  ASSERT_EQ(polhode("sweep " + two + " -o " + in_folder("sweeps/two")), 0) << err;
  ASSERT_EQ(polhode("report --out " + folder.string()), 0) << err;
  says("0 figures");
  const auto page = read(folder / "report.html");
  EXPECT_NE(page.find(R"("name":"two")"), std::string::npos);
  // Of a place, the middle of the half octave in which its cases have their median.
  const auto places = polhode::parsed(read(folder / "sweeps/two/result.json"))["result"]["maps"][0]["places"];
  const auto shown = document_of(page)["sweeps"][0]["document"]["result"]["maps"][0]["places"];
  ASSERT_EQ(shown.size(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::vector<int> bins;  // of each case
    for (const auto& row : places[i][4][0]["bins"]) bins.insert(bins.end(), row[1].get<std::size_t>(), row[0]);
    const int bin = bins[(bins.size() - 1) / 2];
    const double octave = std::exp2(-70 + bin / 2), low = bin % 2 ? 1.5 : 1, high = bin % 2 ? 2 : 1.5;
    EXPECT_NEAR(shown[i][4][0][0], std::log10(octave * std::sqrt(low * high)), 1e-3) << i;
  }

  auto figure = polhode::parsed(read(source / "results/golden/figure1.json"));
  figure["title"] = "</script><!-- <script>";
  file("figure1.json", figure.dump());
  ASSERT_EQ(polhode("report --out " + folder.string()), 0) << err;
  says("not measured: figure2");
  const auto html = read(folder / "report.html");
  EXPECT_EQ(html.find("</script><!--"), std::string::npos);
  const auto document = document_of(html);
  EXPECT_EQ(document["figures"][0]["title"], figure["title"]);
  EXPECT_EQ(document["missing"].size(), 24u);

  file("passports.json", "{}");
  refused("report --out " + folder.string(), "passports.json");
  file("figure1.json", "{}");
  refused("report --out " + folder.string(), "figure1.json");
}

}  // namespace
