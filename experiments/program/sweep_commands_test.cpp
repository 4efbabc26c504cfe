// SPDX-License-Identifier: MIT
#include <sys/resource.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/testing/program.hpp"

// Sweeps as their users meet them: a case by itself, parts, and what is refused.
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using polhode::testing::read;

constexpr const char* small = R"({"schema": "polhode/sweep/1", "seed": 5, "population": {"bodies": 40},
  "duration": {"radians": 10}, "methods": ["mr", "imidm"], "steps": [50, 100]})";

class Sweep : public polhode::testing::Program {
 protected:
  /// Runs the small sweep, or a part of it, into a folder.
  std::string swept(const std::string& name, const std::string& options = "") {
    const auto path = in_folder(name);
    EXPECT_EQ(polhode("sweep " + file("small.json", small) + " -o " + path + " " + options), 0) << err;
    return path;
  }
};

/// Relative to the momentum, of a free body.
double momentum_error(const json& run, const json& reference) {
  double error = 0, size = 0;
  for (int i = 0; i < 3; ++i) {
    const double x = run["final"]["momentum"][i], y = std::stod(reference["final"]["momentum"][i].get<std::string>());
    error += (x - y) * (x - y), size += y * y;
  }
  return std::sqrt(error / size);
}

/// The checksum of a shard: FNV-1a, 64 bits, of all before its line.
std::string with_checksum(std::string text) {
  const auto end = text.rfind("\"checksum\"");
  text.resize(end);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return text + "\"checksum\": \"" + digits + "\"\n}\n";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  return at == text.npos ? "no " + what : text.replace(at, what.size(), by);
}
/// The small sweep of other bodies.
const auto another_sweep = replaced(small, "\"seed\": 5", "\"seed\": 6");

/// What is written to a pipe is not read from it.
TEST_F(Sweep, MergesIntoAPipe) {
  const auto path = swept("a");
  for (const std::string to : {"-", "/dev/stdout"}) {
    const auto line = "timeout 60 " POLHODE_PROGRAM " merge " + path + " -o " + to;
    ASSERT_EQ(shell("bash -c 'set -o pipefail; " + line + " | cat'"), 0) << err;
    EXPECT_EQ(polhode::parsed(out)["bodies"], polhode::parsed(read(path + "/result.json"))["bodies"]) << to;
    EXPECT_EQ(err, "1 of 1 shards, 40 bodies\n");
  }
}

/// Errors above all bins count as the others do.
TEST_F(Sweep, QuantilesCountWhatLiesAboveTheBins) {
  const auto low = file("low.json", replaced(small, "\"steps\"", R"("bins": {"from": -70, "to": -60}, "steps")"));
  ASSERT_EQ(polhode("sweep " + low + " -o " + in_folder("low")), 0) << err;
  EXPECT_NE(out.find("median >= 8.7e-19"), out.npos) << out;
}

/// Results from elsewhere: what is missing or of another type is said in a line, even where the checksum is right.
TEST_F(Sweep, ReportsOfWhatIsNoResult) {
  file("small.json",
       R"({"schema": "polhode/sweep/1", "seed": 1, "population": {"bodies": 3}, "duration": {"radians": 1},
    "methods": ["mr", "imidm"], "steps": [4, 8], "metrics": ["Pi", "R"], "maps": [{"over": "triangle", "n": 2, "metrics": ["R"]}],
    "questions": [{"id": "q", "metric": "Pi", "steps": 4, "of": ["mr"], "within": [0, 1]}]})");
  const auto path = in_folder("sweeps/a");
  if (polhode("sweep " + in_folder("small.json") + " -o " + path) != 0) FAIL() << err;
  const auto report = "report --out " + folder.string();
  ASSERT_EQ(polhode(report), 0) << err;
  fs::remove(folder / "report.html");
  const auto whole = polhode::parsed(read(path + "/result.json"));
  const auto refuses = [&](const std::string& text) {
    file("sweeps/a/result.json", text);
    refused(report, "sweeps/a/result.json");
    EXPECT_FALSE(fs::remove(folder / "report.html"));
  };
  for (const std::string text :
       {"", "{}", "[]", "1", "null", R"({"result": 1})", R"({"spec": {"methods": []}, "result": {"cells": []}})",
        R"({"spec": {"methods": ["mr"]}, "result": {"cells": [], "maps": 1}})"})
    refuses(text);
  const auto sealed = [](json document) {
    document.erase("checksum");
    auto text = document.dump();
    text.back() = ',';
    return with_checksum(text + "\"checksum\"");
  };
  file("sweeps/a/result.json", sealed(whole));
  ASSERT_EQ(polhode(report), 0) << err;  // another order of members is none
  fs::remove(folder / "report.html");
  std::istringstream parts(
      "/schema /program /spec /spec/methods /spec/bins /bodies /result /result/cells /result/cells/0 "
      "/result/cells/0/method /result/cells/0/count /result/cells/0/metrics /result/questions /result/maps "
      "/result/maps/0 /result/maps/0/places /result/maps/0/places/0 /result/maps/0/places/0/2 "
      "/result/maps/0/places/0/4/0 /result/maps/0/places/0/4/0/bins /result/maps/0/places/0/4/0/bins/0/0 "
      "/result/maps/0/places/0/4/0/worst");
  for (std::string at; parts >> at;) {
    const json::json_pointer pointer(at);
    ASSERT_TRUE(whole.contains(pointer)) << at;
    for (const auto& value : {json::object(), json("x"), json(1e9)}) {
      SCOPED_TRACE(at + " " + value.dump());
      auto changed = whole;
      changed[pointer] = value;
      refuses(sealed(changed));
    }
    if (at == "/schema" || !whole[pointer.parent_pointer()].is_object()) continue;
    auto changed = whole;
    changed[pointer.parent_pointer()].erase(pointer.back());
    SCOPED_TRACE("without " + at);
    refuses(sealed(changed));
  }
  file("sweeps/a/result.json", sealed(whole));
  file("sweeps/a/given.json", R"({"title": ["x"]})");
  refused(report, "sweeps/a/given.json: title is no text");
}

}  // namespace

TEST_F(Sweep, ACaseIsTheRunThatItNames) {
  // Case 41 is body 10, mr, 100 steps: by the sweep, by `run --case` and by the spec that the case names; its error by
  // the exact motion in 113 bits.
  const auto sweep = file("small.json", small);
  const auto explained = answer("sweep " + sweep + " --case 41 --json");
  EXPECT_EQ(explained["schema"], "polhode/case/1");
  EXPECT_EQ(explained["body"], 10);
  EXPECT_EQ(explained["method"], "mr");
  EXPECT_EQ(explained["steps"], 100);
  const auto run = answer("run " + sweep + " --case 41");
  const auto spec = file("case.json", explained["run"].dump());
  EXPECT_EQ(answer("run " + spec)["final"], run["final"]);
  ASSERT_EQ(polhode("reference " + spec), 0) << err;
  const double error = explained["metrics"]["Pi"]["value"];
  EXPECT_GT(error, 1e-6);
  EXPECT_NEAR(momentum_error(run, polhode::parsed(out)), error, 1e-12);

  // People read it; all cases of the body are a table.
  ASSERT_EQ(polhode("sweep " + sweep + " --case 41"), 0);
  says("body 10: moments");
  says("as a spec of run: {\"body\"");
  ASSERT_EQ(polhode("sweep " + sweep + " --body 10"), 0);
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 2 + 4) << out;
}

TEST_F(Sweep, WhatMakesNoSenseIsRefused) {
  const auto sweep = file("small.json", small);
  for (const char* verb : {"sweep ", "run "})
    refused({{verb + sweep + " --case 160", "--case: 160 is given; accepted: 0 to 159"},
             {verb + sweep + " --case -1", "--case: -1 is given; accepted: 0 or more"},
             {verb + sweep + " --case x", "--case"}});
  refused("sweep " + sweep + " --body 40", "--body: 40 is given; accepted: 0 to 39");
  for (const std::string flag : {"-j", "--time-limit"})
    refused("sweep " + sweep + " " + flag + " 0", flag + ": 0 is given; accepted: a number above 0");
  for (const char* looks : {"--case 1 --body 1", "--case 1 --dry-run", "--body 1 --dry-run"})
    refused("sweep " + sweep + " " + looks, "--case, --body, --dry-run: given together; accepted: one of them");
  const auto nowhere = in_folder("nowhere");
  refused("sweep " + sweep + " --shard 5/4 -o " + nowhere, "--shard: ");
  refused("sweep " + file("bad.json", R"({"schema": "polhode/sweep/1", "duration": {"time": 1}, "methods": ["mr"],
    "steps": [3000000], "observe": "all", "metrics": ["H"]})") +
              " -o " + nowhere,
          "observe: 216 MB a thread are needed; accepted: 100, by fewer nodes or steps");
  EXPECT_FALSE(fs::exists(nowhere));
}

TEST_F(Sweep, NothingIsOverwritten) {
  const auto path = swept("whole");
  const auto result = read(path + "/result.json"), shard = read(path + "/shard-0001-of-0001.json");
  const auto unchanged = [&] {
    EXPECT_EQ(read(path + "/result.json"), result);
    EXPECT_EQ(read(path + "/shard-0001-of-0001.json"), shard);
  };
  refused("sweep " + file("other.json", another_sweep) + " -o " + path, "holds the sweep");
  unchanged();

  // Parts that are not of one sweep by one program (populations_test has which).
  swept("parts", "--shard 1/2");
  swept("parts", "--shard 2/2");
  const auto foreigner = replaced(read(folder / "parts/shard-0001-of-0002.json"), "\"build\":\"", "\"build\":\"9");
  file("parts/shard-0001-of-0002.json", with_checksum(foreigner));
  refused("merge " + in_folder("parts") + " -o " + path + "/result.json", "another build");
  unchanged();

  // A shard of another build is replaced where that is wished; one of this build stays.
  const std::string foreign = "\"build\":\"another-";  // no build's name begins so
  file("whole/shard-0001-of-0001.json", with_checksum(replaced(shard, "\"build\":\"", foreign)));
  refused("sweep " + file("small.json", small) + " -o " + path,
          path + "/shard-0001-of-0001.json: made by another build");
  swept("whole", "--fresh");
  EXPECT_EQ(read(path + "/result.json"), result);
  const auto anew = read(path + "/shard-0001-of-0001.json");
  EXPECT_EQ(anew.find(foreign), anew.npos);
  swept("whole", "--fresh");
  EXPECT_EQ(read(path + "/shard-0001-of-0001.json"), anew);  // its seconds, too
}

TEST_F(Sweep, AFileThatIsNotItsOwnIsNotTakenForAShard) {
  for (int i = 1; i <= 3; ++i) swept("parts", "--shard " + std::to_string(i) + "/3");
  const auto path = in_folder("parts"), second = path + "/shard-0002-of-0003.json", its = read(second);
  ASSERT_EQ(polhode("sweep " + file("other.json", another_sweep) + " --shard 2/3 -o " + in_folder("others")), 0);
  const auto sweep = in_folder("small.json");
  const auto refuses = [&](const std::string& text, const std::string& what) {
    file("parts/shard-0002-of-0003.json", text);
    refused("sweep " + sweep + " --shard 2/3 -o " + path, second + ": contains " + what);
    EXPECT_EQ(read(second), text);
    swept("parts", "--shard 2/3 --fresh");
    ASSERT_EQ(polhode("merge " + path), 0) << err;
  };
  refuses(read(folder / "others/shard-0002-of-0003.json"), "shard 2/3 of the sweep ");  // of another sweep
  refuses(read(path + "/shard-0001-of-0003.json"), "shard 1/3 of the sweep ");          // of another name
  EXPECT_EQ(read(path + "/result.json"), read(swept("whole") + "/result.json"));

  // A whole sweep of another spec does not become the result.
  ASSERT_EQ(polhode("sweep " + in_folder("other.json") + " -o " + in_folder("others")), 0);
  file("whole/shard-0001-of-0001.json", read(folder / "others/shard-0001-of-0001.json"));
  const auto result = read(folder / "whole/result.json");
  refused("sweep " + sweep + " -o " + in_folder("whole"), "shard-0001-of-0001.json: contains shard 1/1");
  EXPECT_EQ(read(folder / "whole/result.json"), result);
}

TEST_F(Sweep, PartsAreTheWhole) {
  const auto whole = swept("whole");
  for (int i = 1; i <= 3; ++i) swept("parts", "--shard " + std::to_string(i) + "/3");
  fs::remove(folder / "parts/shard-0002-of-0003.json");
  EXPECT_EQ(polhode("merge " + in_folder("parts")), 3);
  // The command that it names fills the gap.
  const auto parts = in_folder("parts");
  const auto command = "sweep " + parts + "/spec.json --shard 2/3 -o " + parts;
  complains("shard 2/3 is missing: polhode " + command + "\n27 of 40 bodies; nothing is written\n");
  EXPECT_FALSE(fs::exists(folder / "parts/result.json"));
  ASSERT_EQ(polhode(command + " -j 2"), 0) << err;
  ASSERT_EQ(polhode("merge " + in_folder("parts")), 0) << err;
  EXPECT_EQ(read(folder / "parts/result.json"), read(whole + "/result.json"));
}

TEST_F(Sweep, NoTimeAtAllLeavesAValidFile) {
  const auto sweep = file("small.json", small), path = in_folder("late");
  EXPECT_EQ(polhode("sweep " + sweep + " -o " + path + " --time-limit 1e-9"), 3) << err;
  EXPECT_EQ(
      out,
      path + "/shard-0001-of-0001.partial.json: 0 of 40 bodies within the time limit; the same command continues\n");
  swept("late");
  EXPECT_EQ(read(path + "/result.json"), read(swept("whole") + "/result.json"));
}

TEST_F(Sweep, RowsAreOfAllBodies) {
  const auto whole = read(swept("whole") + "/result.json");
  swept("whole", "--rows");  // it was made without
  EXPECT_EQ(read(folder / "whole/result.json"), whole);
  std::ifstream file(folder / "whole/rows-0001-of-0001.csv");
  // A case with its body, as --body tells them.
  const auto told = answer("sweep " + in_folder("small.json") + " --body 7 --json")[2];
  int rows = 0, found = 0;
  for (std::string line; std::getline(file, line); ++rows) {
    std::vector<std::string> cells;
    std::istringstream words(line);
    for (std::string word; std::getline(words, word, ',');) cells.push_back(word);
    if (cells[0] != "7" || cells[11] != "imidm" || cells[12] != "50") continue;
    ++found;
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(std::stod(cells[1 + k]), told["inertia"]["decimal"][k]) << line;
      EXPECT_EQ(std::stod(cells[4 + k]), told["momentum"]["decimal"][k]) << line;
    }
    EXPECT_EQ(std::stod(cells.back()), told["metrics"]["R"]["value"]) << line;
  }
  EXPECT_EQ(rows, 1 + 160);
  EXPECT_EQ(found, 1);
  EXPECT_EQ(polhode("sweep " + in_folder("small.json") + " --rows --time-limit 1"), 2);
}

TEST_F(Sweep, ADryRunSaysWhatItTakes) {
  const auto sweep = file("wide.json", R"({"schema": "polhode/sweep/1", "population": {"bodies": 6000},
    "duration": {"radians": 1}, "methods": ["mr", "rk4", "dmv6", "dmv8", "pcdm", "spiral"], "steps": [1, 2, 3, 4],
    "bins": {"bits": 6}, "maps": [{"over": "triangle", "n": 30, "metrics": ["R", "Pi"]}]})");
  const auto peak = [] {  // of the processes that were waited for, the largest
    rusage use;
    getrusage(RUSAGE_CHILDREN, &use);
    return 1024.0 * static_cast<double>(use.ru_maxrss);
  };
  const auto along = file("along.json", R"({"schema": "polhode/sweep/1", "population": {"bodies": 2},
    "duration": {"radians": 100}, "methods": ["mr"], "steps": [900000], "observe": "all", "metrics": ["H"]})");
  // From the smallest to the largest: the system tells the peak of all that have run.
  for (const auto& spec : {file("small.json", small), sweep, along}) {
    const double foretold = answer("sweep " + spec + " --dry-run --json -j 2")["memory_bytes"];
    ASSERT_EQ(polhode("sweep " + spec + " -j 2 -o " + in_folder("memory")), 0) << err;
    fs::remove_all(folder / "memory");
    EXPECT_GT(foretold, peak() / 2) << spec;
    EXPECT_LT(foretold, peak() * 2) << spec;
  }
}
