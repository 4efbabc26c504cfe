// SPDX-License-Identifier: MIT
#include <sys/resource.h>
#include <sys/stat.h>

#include <regex>

#include "core/testing/program.hpp"

// The program at its edges: nothing that is given breaks it, nothing that it writes is lost or half there.
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using polhode::testing::read;

const std::string results = POLHODE_RESULTS, golden = results + "/golden";
const std::string program = POLHODE_PROGRAM;

const std::string body = R"("body": {"inertia": [1, 2, 3], "momentum": [0.3, -1.2, 0.5]})";
const std::string run = R"("method": "mr", "h": 0.1, "steps": 10)";

class Robust : public polhode::testing::Program {
 protected:
  std::string free_body(const std::string& rest = run) { return spec("{" + body + ", " + rest + "}"); }

  json result(const std::string& name) { return polhode::parsed(read(golden + "/" + name + ".json")); }
  std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }
};

// --- what is read ----------------------------------------------------------------------------------------------------

TEST_F(Robust, NestingIsBounded) {
  const auto deep = nested(100000);
  const auto refuses = [&](const std::string& arguments) { refused(arguments, "nested deeper than 64"); };
  refuses("run " + spec(nested(65)));
  const auto figure = file("figure1.json", "{\"schema\": \"polhode/experiment/1\", \"id\": " + deep + "}");
  refuses("report --out " + folder.string());
  refuses("compare " + figure + " " + figure);
}

TEST_F(Robust, WhatIsTooLargeIsRefusedAtOnce) {
  refused("run " + free_body(run + ", \"torque\": [" +
                             std::regex_replace(std::string(99999, 'x'), std::regex("x"), "{\"kind\": \"none\"},") +
                             "{\"kind\": \"none\"}]"),
          "torque: a list of 100000 is given");
  refused("run " + free_body(R"("method": "mr", "time": ")" + std::string(1001, '1') + R"(", "steps": 1)"), "time: ");
  EXPECT_LT(err.size(), 300u);
  refused("run " + free_body(R"("method": ")" + std::string(5000, 'm') + R"(", "h": 1, "steps": 1)"),
          "is not a method");
  EXPECT_LT(err.size(), 10000u);  // the list of all methods
  refused("run /dev/zero", "is a device");
  refused("run - </dev/zero", "standard input: longer than 64 MB");
  fs::resize_file(free_body(), (64u << 20) + 1);
  refused("run " + in_folder("spec.json"), "longer than 64 MB");
}

/// Names that no file system has, that a terminal may not get, or that would be waited for.
TEST_F(Robust, PathsAreChecked) {
  const auto s = free_body(), quoted = "'" + s + "'";
  refused("run " + quoted + " -o ''", "-o");
  refused("recommend " + quoted + " --attitude-error 1e-3 --time 1 --emit ''", "--emit");
  refused("run " + folder.string() + "/" + std::string(300, 'n') + ".json", "more than 255 bytes");
  refused("run " + quoted + " -o " + folder.string() + "/" + std::string(300, 'n') + ".json", "more than 255 bytes");
  refused("run " + folder.string() + "/$(printf 'a\\377b')", "not valid UTF-8");
  const auto pipe = in_folder("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  refused("run " + pipe, "is a pipe");
  refused("show figure1 --out " + pipe, "figure1");
  EXPECT_EQ(shell("cat " + quoted + " | timeout 20 " + program + " run -"), 0) << err;
  EXPECT_EQ(shell("bash -c \"" + program + " run <(cat " + s + ")\""), 0) << err;
  EXPECT_EQ(shell("mkdir " + folder.string() + "/gone; cd " + folder.string() + "/gone; rmdir ../gone; " + program +
                  " run " + quoted + " -o answer.json"),
            7)
      << err;
  EXPECT_EQ(err.find("internal"), std::string::npos) << err;
  const auto there = "cd " + folder.string() + "; cp " + quoted + " ./-spec.json; " + program;
  EXPECT_EQ(shell(there + " run -o answer.json -- -spec.json"), 0) << err;
  EXPECT_EQ(shell(there + " run spec.json --"), 0) << err;
  EXPECT_EQ(shell(there + " -- run spec.json"), 0) << err;
  EXPECT_EQ(shell(there + " run -- -spec.json -o"), 2);
  complains("-o");
}

/// Momentum and time from one end of the doubles to the other: a status or exit code 2, never an internal error.
TEST_F(Robust, NumbersAtTheEndsOfTheRange) {
  const auto at = [&](const std::string& momentum, const std::string& torque, const std::string& time) {
    return spec("{\"body\": {\"inertia\": [1, 2, 3], \"momentum\": " + momentum + "}, \"torque\": " + torque +
                ", \"method\": \"mr\", \"time\": " + time + ", \"steps\": 7, \"every\": 2}");
  };
  const std::string none = R"({"kind": "none"})", unit = "[0.3, -1.2, 0.5]";
  const auto gravity = [](const std::string& m) { return R"({"kind": "gravity", "moment": [0, 0.1, )" + m + "]}"; };
  using Row = std::array<std::string, 3>;
  for (const auto& s :
       {Row{"[1e160, 1e160, 1]", none, "1"}, Row{"[1e-160, 1e-160, 1e-161]", none, "1"},
        Row{"[1e-320, 0, 1e-320]", none, "1"}, Row{"[1e150, 1e150, 1]", none, "1e-150"},
        Row{"[1e153, 1e153, 1e153]", none, "1"}, Row{unit, none, "1e-308"}, Row{unit, none, "1e308"},
        Row{unit, gravity("1e200"), "1"}, Row{unit, gravity("1e308"), "1e-150"}, Row{unit, gravity("1e-308"), "1"}})
    for (const std::string verb : {"run ", "reference --time-limit 1 "}) {
      const int code = polhode(verb + at(s[0], s[1], s[2]));
      EXPECT_TRUE(code == 0 || code == 2 || code == 3) << verb << s[0] << s[1] << s[2] << ": " << code << err;
      EXPECT_TRUE(code == 2 || json::accept(out)) << out.substr(0, 300);
    }
  refused("run " + at("[1e160, 1e160, 1]", none, "1"), "body.momentum");
  refused("reference " + at("[1e160, 1e160, 1]", none, "1"), "body.momentum");
}

// --- result files: one reader ----------------------------------------------------------------------------------------

/// A file of the right schema and id, but another form; and what the message names.
TEST_F(Robust, ResultFilesAreOfTheirForm) {
  const auto in = [&](const json& figure, const std::string& name = "figure1") {
    file(name + ".json", figure.dump());
    return " --out " + folder.string();
  };
  struct Broken {
    std::string figure, pointer;
    json value;
    std::string field;
  };
  for (const auto& [figure, pointer, value, field] : std::vector<Broken>{
           {"figure1", "/schema", "polhode/run/1", "schema"},
           {"figure1", "/id", "figure2", "id: \"figure2\" is given; accepted: \"figure1\""},
           {"figure1", "/panels", 3, "panels: 3 is given"},
           {"figure1", "/panels/0/plots/0/draw", "picture", "panels[0].plots[0].draw"},
           {"figure1", "/panels/0/series/0/points/1/steps", "many", "panels[0].series[0].points[1].steps"},
           {"figure1", "/panels/0/series/0/method", nullptr, "panels[0].series[0].method"},
           {"figure2", "/panels/0/series/0/curve", json::object(), "panels[0].series[0].curve"},
           {"figure2", "/panels/0/series/0/curve/min", {1, 2}, "curve.min: 2 values are given"},
           {"frb2008-figure5", "/panels/0/series/0/curve", {{"x", {1.0}}}, "panels[0].series[0].curve"},
           {"frb2008-figure5", "/panels/0/series/0/curve", {{"x", {1.0}}, {"y", {1.0}}}, "curve"},
           {"figure1", "/verdicts/0/verdict", "maybe", "verdicts[0].verdict"},
           {"figure1", "/verdicts", json::array({1}), "verdicts[0]"}}) {
    auto document = result(figure);
    document[json::json_pointer(pointer)] = value;
    const auto out_folder = in(document, figure);
    refused("show " + figure + out_folder, field);
    if (field == "schema")
      for (const std::string& verb : {"golden " + figure, std::string("report")}) refused(verb + out_folder, field);
    fs::remove(folder / (figure + ".json"));
  }
}

TEST_F(Robust, TimingFilesAreOfTheirForm) {
  file("figure1.json", result("figure1").dump());
  auto timing = polhode::parsed(R"({"schema": "polhode/timing/1", "id": "figure1", "title": "", "source": "", "context":
      {"date": "x", "host": "x", "cpu": "x", "version": "x", "compiler": "x", "flags": "x", "fp_mode": "x", "git": "x",
       "cores": 2, "load": 0.5}, "verdicts": [],
      "panels": [{"series": [{"method": "mr", "points": [{"steps": 10, "seconds": []}]}]}]})");
  file("figure1.timing.json", timing.dump());
  for (const std::string verb : {"report", "show figure1"})
    refused(verb + " --out " + folder.string(), "panels[0].series[0].points[0].seconds");
  EXPECT_FALSE(fs::exists(folder / "report.html"));
  timing["panels"][0]["series"][0]["points"][0]["seconds"] = {1e-3, 2e-3, 3e-3};
  file("figure1.timing.json", timing.dump());
  EXPECT_EQ(polhode("report --out " + folder.string()), 0) << err;
  // A claim on time is decided by times of a machine that does nothing else, whatever the file says.
  timing["verdicts"] = {
      {{"id", "saefstroem.F1.efficiency"}, {"verdict", "reproduced"}, {"numbers", {{"time_ratio", 3}}}}};
  for (const double load : {2.4, 4.4}) {
    timing["context"]["load"] = load;
    file("figure1.timing.json", timing.dump());
    EXPECT_EQ(polhode("report --out " + folder.string()), 0) << err;
    const auto page = read(folder / "report.html");
    EXPECT_EQ(page.find("machine busy (load 4.4)") != page.npos, load > 4);
    EXPECT_EQ(page.find("\"time_ratio\":3") != page.npos, load < 4);
    EXPECT_NE(page.find(R"("times":[{"mr":[[10,0.001,0.002,3]]}])"), page.npos) << "fastest, median, how many";
  }
}

/// All inputs are checked before the first byte is written.
TEST_F(Robust, NothingIsWrittenBeforeAllIsRead) {
  file("figure1.json", result("figure1").dump());
  file("figure2.json", "{}");
  file("results/golden/figure1.json", "{}");
  fs::copy(results + "/claims.json", folder / "results/claims.json");
  fs::copy(golden + "/tolerances.json", folder / "results/golden/tolerances.json");
  const auto both = " --results " + in_folder("results") + " --out " + folder.string();
  refused("golden figure1 figure2 --update" + both, "figure2.json");
  EXPECT_EQ(read(folder / "results/golden/figure1.json"), "{}");
  const auto before = read(folder / "figure1.json");
  refused("figure figure1 --no-timing" + both, "golden/figure1.json");
  EXPECT_EQ(read(folder / "figure1.json"), before);
}

// --- what is written -------------------------------------------------------------------------------------------------

TEST_F(Robust, LostOutputIsSeven) {
  const auto s = free_body();
  file("figures/figure1.json", result("figure1").dump());
  const std::string figures = " --out " + in_folder("figures");
  for (const auto& arguments :
       std::vector<std::string>{"list figures", "list methods", "list problems --json", "--help", "--version",
                                "run --help", "run " + s, "reference " + s, "completion bash", "show figure1" + figures,
                                "golden figure1" + figures, "report" + figures, "doctor",
                                "compare " + results + "/perf/baseline.json " + results + "/perf/baseline.json",
                                "check vs-verlet", "run " + s + " -o " + in_folder("answer.json")}) {
    EXPECT_EQ(shell(program + " " + arguments + " >/dev/full"), 7) << arguments << err;
    EXPECT_NE(err.find("cannot be written"), std::string::npos) << arguments << err;
  }
  EXPECT_EQ(shell(program + " list figures >&-"), 7) << err;
  for (const auto& to : std::vector<std::string>{"/dev/full", folder.string(), s + "/below", "/proc/polhode.json",
                                                 in_folder("no/such/answer.json")})
    for (const std::string verb : {"run ", "reference "}) EXPECT_EQ(polhode(verb + s + " -o " + to), 7) << to;
  EXPECT_FALSE(fs::exists(folder / "no"));
}

TEST_F(Robust, FilesKeepTheirModesAndLinks) {
  const auto s = free_body();
  const auto target = folder / "answer.json", link = folder / "link.json";
  const auto mode = [&](const fs::path& p) {
    struct stat is;
    EXPECT_EQ(::stat(p.c_str(), &is), 0);
    return is.st_mode & 07777;
  };
  ASSERT_EQ(shell("umask 027; " + program + " run " + s + " -o " + target.string()), 0) << err;
  EXPECT_EQ(mode(target), 0640u);
  ::chmod(target.c_str(), 0604);
  const auto before = read(target);
  fs::create_symlink("answer.json", link);
  ASSERT_EQ(polhode("run " + free_body(R"("method": "mr", "h": 0.2, "steps": 10)") + " -o " + link.string()), 0) << err;
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_NE(read(target), before);
  EXPECT_EQ(mode(target), 0604u);
  // A name that is long as names may be, and a temporary name that someone has taken.
  const auto longest = folder / (std::string(250, 'n') + ".json");
  EXPECT_EQ(polhode("run " + s + " -o " + longest.string()), 0) << err;
  for (const auto& e : fs::directory_iterator(folder))
    EXPECT_NE(e.path().filename().string()[0], '.') << "temporary file left: " << e.path();
  // Two outputs in one file.
  refused("recommend " + s + " --attitude-error 1e-3 -o " + target.string() + " --html " + link.string(), "--html");
}

TEST_F(Robust, MessagesAreOfPrintableCharacters) {
  refused("run " + spec("{\"\\u001b[2J\": 1}"), "\\x1b[2J");
  refused("run " + free_body(R"("method": "\u001b]0;x\u0007", "h": 1, "steps": 1)"), "\\x1b]0;x\\x07");
  refused("run " + free_body(R"("method": ")" + std::string(3000, '\'') + R"(", "h": 1, "steps": 1)"), "...\"");
  refused("list \"$(printf 'me\\033thods')\"", "me\\x1bthods");
  refused("list " + std::string(3000, 'm'), "...\"");
  refused("reference " + free_body("\"time\": 1") + " --digits " + std::string(3000, 'm'), "...");
  EXPECT_LT(err.size(), 300u);
  refused("show figure1 --out \"$(printf '/no\\nwhere')\"", "figure1: not measured yet");
  refused("run \"$(printf '/no\\nwhere')\"", "/no\\x0awhere: ");
  ASSERT_EQ(polhode("run " + free_body(R"("method": "mr", "h": 1, "steps": 1, "body\u001b": 1)")), 2);
}

// --- time and memory -------------------------------------------------------------------------------------------------

/// Ctrl-C and SIGTERM, wherever they find the program: exit code 130, long before it would end, and no temporary file.
TEST_F(Robust, TheFirstSignalEndsIt) {
  const auto top = R"("torque": {"kind": "gravity", "moment": [0.1, 0.2, 0.7]}, )";
  const auto far = spec("{" + body + ", " + top + R"("time": 1e7})");
  const auto long_run =
      file("long.json",
           "{" + body + ", " + top + R"("method": "imidm", "h": 0.01, "steps": 9000000000, "every": 1000000000})");
  const std::vector<std::string> commands{"run " + long_run + " -o " + in_folder("answer.json"),
                                          "reference " + far,
                                          "run -",  // from a pipe that says nothing
                                          "figure properties --no-timing --out " + in_folder("figures"),
                                          "check all",
                                          "recommend " + far + " --attitude-error 1e-6 --time-limit 1000 --time 1000"};
  bool first = false;
  for (const auto& arguments : commands) {
    const std::string signal = (first = !first) ? "INT" : "TERM";  // of one handler
    const auto script =
        "exec 3< <(sleep 600); s=$!; " + program + " " + arguments +
        " <&3 >/dev/null 2>/dev/null & p=$!; until grep -q polhode /proc/$p/comm && "
        "(( 0x$(sed -n \"s/^SigCgt:.//p\" /proc/$p/status) & 0x4000 )); do sleep 0.02; done; sleep 0.3; kill -" +
        signal + " $p; wait $p; echo $?; kill $s";
    shell("bash -c '" + script + "'");
    EXPECT_EQ(out, "130\n") << arguments << " " << signal << err;
  }
  for (const auto& e : fs::directory_iterator(folder)) EXPECT_NE(e.path().filename().string()[0], '.') << e.path();
  EXPECT_FALSE(fs::exists(folder / "answer.json"));
}

/// A row more is not kept in memory, where it would take a kilobyte.
TEST_F(Robust, RowsAreNotHeldInMemory) {
  const auto peak = [&](int rows) {  // kilobytes
    const auto s = free_body(R"("method": "mr", "h": 0.01, "every": 1, "steps": )" + std::to_string(rows)),
               answer = in_folder("answer.json");
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::freopen("/dev/null", "w", stdout);
      ::execl(program.c_str(), program.c_str(), "run", s.c_str(), "-o", answer.c_str(), nullptr);
      ::_exit(1);
    }
    int status = 0;
    struct rusage used;
    EXPECT_EQ(::wait4(pid, &status, 0, &used), pid);
    EXPECT_EQ(status, 0);
    return used.ru_maxrss;
  };
  const auto few = peak(1000), many = peak(10000);
  EXPECT_LT(many - few, 2000) << few << " kB, then " << many << " kB";
  const auto answer = polhode::parsed(read(folder / "answer.json"));
  EXPECT_EQ(answer["trajectory"].size(), 10001u);
  EXPECT_EQ(answer["trajectory"].back()["momentum"], answer["final"]["momentum"]);
}

/// A library of lanes that is cut off is none; loaded, it would end the program.
TEST_F(Robust, LanesThatAreCutOffAreNone) {
  const auto own = in_folder("polhode");
  fs::copy(program, own);
  file("polhode-lanes.so", read(program).substr(0, 20000));
  EXPECT_EQ(shell(own + " sweep " + results + "/../problems/sweeps/two_methods.json -o " + in_folder("sweep")), 0);
  complains("make lanes");
}

// --- exit codes that ctest rests on ----------------------------------------------------------------------------------

TEST_F(Robust, AChangedNumberIsThree) {
  auto figure = result("figure1");
  file("figure1.json", figure.dump());
  EXPECT_EQ(polhode("golden figure1 --out " + folder.string()), 0) << out;
  auto& e = *figure["panels"][0]["series"][0]["points"][3]["errors"].begin();
  e = 1.01 * e.get<double>();
  file("figure1.json", figure.dump());
  EXPECT_EQ(polhode("golden figure1 --out " + folder.string()), 3);
  says("differs from the golden file");
}

TEST_F(Robust, AnotherVerdictThanTheGoldenOneIsThree) {
  auto figure = result("figure1");
  auto& verdict = figure["verdicts"][0]["verdict"];
  const auto both = "figure figure1 --no-timing --results " + in_folder("results") + " --out " + folder.string();
  file("results/golden/figure1.json", figure.dump());
  fs::copy(results + "/claims.json", folder / "results/claims.json");
  EXPECT_EQ(polhode(both), 0) << err;
  verdict = verdict == "reproduced" ? "not-reproduced" : "reproduced";
  file("results/golden/figure1.json", figure.dump());
  EXPECT_EQ(polhode(both), 3);
  complains("changed: ");
}

TEST_F(Robust, ACatalogueOfAnotherProgramIsThree) {
  EXPECT_EQ(polhode("catalogue --check"), 0) << out << err;
  fs::create_directories(folder / "results");
  for (const auto* name : {"catalogue.json", "styles.json"}) fs::copy(results + "/" + name, folder / "results" / name);
  std::ofstream(folder / "results/catalogue.json", std::ios::app) << " ";
  EXPECT_EQ(polhode("catalogue --check --results " + in_folder("results")), 3) << err;
}

/// Which of them it is, is tested with what compares (comparison_test).
TEST_F(Robust, WorsePerformanceIsFourToSix) {
  const std::string baseline = results + "/perf/baseline.json";
  auto evidence = polhode::parsed(read(baseline));
  auto& x = evidence["rows"]["heavy-top/sej/h=0.01"]["instructions"];
  x = 1.02 * x.get<double>();
  EXPECT_EQ(polhode("compare " + baseline + " " + file("after.json", evidence.dump())), 4);
  x = "many";
  refused("compare " + baseline + " " + file("after.json", evidence.dump()),
          "rows.heavy-top/sej/h=0.01.instructions: \"many\" is given");
}

}  // namespace
