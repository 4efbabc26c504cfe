// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/testing/program.hpp"

// `polhode new`, in a copy of the tree: what it writes compiles and passes.
namespace {

namespace fs = std::filesystem;

const fs::path source = POLHODE_SOURCE;

using polhode::testing::read;

class New : public polhode::testing::Program {
 protected:
  void SetUp() override {
    fs::create_directories(tree);
    for (const auto* room : {"core", "methods", "problems"})
      fs::copy(source / room, tree / room, fs::copy_options::recursive);
    fs::create_directories(tree / "docs");
    for (const auto* file : {"docs/methods.md", "CMakeLists.txt", "tests.cmake"}) fs::copy(source / file, tree / file);
  }

  /// `out` is what was printed, on either stream.
  int shell(const std::string& command) { return Program::shell("{ " + command + "; } 2>&1"); }
  int polhode(const std::string& arguments) { return shell(POLHODE_PROGRAM " " + arguments); }
  int create(const std::string& what) { return polhode("new " + what + " --tree " + tree.string()); }

  /// Compiles a generated test and runs it.
  void passes(const std::string& test) {
    const auto program = (folder / "test").string();
    ASSERT_EQ(shell(POLHODE_CXX " -std=gnu++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -I" +
                    tree.string() + " " + (tree / test).string() + " -o " + program + " -lgtest_main -lgtest"),
              0)
        << out;
    EXPECT_EQ(shell(program), 0) << out;
    EXPECT_NE(out.find("PASSED"), std::string::npos) << out;
  }
  /// Everything under the tree, to see whether anything was written.
  std::string listing() {
    shell("cd " + tree.string() + " && find . -type f | sort | xargs cksum");
    return out;
  }

  const fs::path tree = folder / "tree";
};

TEST_F(New, MethodCompilesAndPasses) {
  ASSERT_EQ(create("method lie-heun"), 0) << out;
  for (const auto* file : {"methods/lie_heun.hpp", "methods/lie_heun_test.cpp", "docs/methods/lie_heun.md",
                           "methods/lie_heun.cpp", "docs/methods.md"})
    EXPECT_NE(out.find(file), std::string::npos) << out;
  EXPECT_NE(read(tree / "methods/lie_heun.cpp").find("POLHODE_METHODS(LieHeun)"), std::string::npos);
  EXPECT_EQ(read(tree / "docs/methods.md").find("@"), read(source / "docs/methods.md").find("@"));
  EXPECT_NE(read(tree / "docs/methods.md").find("| `lie-heun` |"), std::string::npos);
  EXPECT_EQ(read(tree / "methods/lie_heun.hpp").find("@"), std::string::npos);
  passes("methods/lie_heun_test.cpp");
}

TEST_F(New, ProblemCompilesPassesAndRuns) {
  ASSERT_EQ(create("problem tumbling-box"), 0) << out;
  EXPECT_NE(read(tree / "problems/roster.hpp").find("VsTest, TumblingBox>;"), std::string::npos);
  EXPECT_NE(read(tree / "problems/roster.hpp").find("problems/tumbling_box.hpp"), std::string::npos);
  passes("problems/tumbling_box_test.cpp");
  EXPECT_EQ(polhode("run " + (tree / "problems/examples/tumbling_box.json").string()), 0) << out;
}

/// Names that CMake has for targets of its own are none of a target; and those of types of ours. Plug-ins are built by
/// the test of docs/own_method.md.
TEST_F(New, PluginsOfAnyNameBuild) {
  for (const std::string name :
       {"all", "clean", "edit-cache", "help", "install", "list-install-components", "package", "preinstall",
        "rebuild-cache", "test", "plugin", "polhode", "double", "grid", "body"}) {
    ASSERT_EQ(polhode("new plugin " + name + " --tree " + folder.string()), 0) << out;
    auto file = name;
    std::replace(file.begin(), file.end(), '-', '_');
    const auto at = (folder / file).string();
    EXPECT_NE(read(at + "/CMakeLists.txt").find("\nadd_library(plugin MODULE " + file + ".cpp)"), std::string::npos)
        << name;
    if (name != "body") continue;  // the rest is the same in all
    ASSERT_EQ(shell(POLHODE_CXX " -std=gnu++20 -fsyntax-only -I" + source.string() + " " + at + "/" + file + ".cpp"), 0)
        << out;
  }
}

/// An engine needs no tree; the line that it prints builds it, wherever it is.
TEST_F(New, EngineCompilesAndRuns) {
  const auto there = folder / "it's here";
  const std::string quoted = "'" + folder.string() + "/it'\\''s here'";
  fs::create_directories(there);
  ASSERT_EQ(polhode("new engine my-spin --tree " + quoted), 0) << out;
  const auto file = (there / "my_spin/my_spin").string();
  EXPECT_NE(read(file + ".c").find("libmy_spin.so check my-spin"), std::string::npos);
  const auto at = out.find("  cc ");
  ASSERT_NE(at, std::string::npos) << out;
  ASSERT_EQ(shell(out.substr(at, out.find('\n', at) - at)), 0) << out;
  EXPECT_EQ(polhode("list methods --engine " + quoted + "/my_spin/libmy_spin.so"), 0) << out;
  EXPECT_NE(out.find("my-spin"), std::string::npos) << out;
  EXPECT_EQ(polhode("new engine my-spin --tree " + quoted), 2) << out;
  ASSERT_EQ(polhode("new plugin my-swing --tree " + quoted), 0) << out;
  EXPECT_NE(
      out.find(" check my-swing --plugin '" + quoted.substr(1, quoted.size() - 2) + "/my_swing'/libmy_swing.so\n"),
      std::string::npos)
      << out;
}

/// Exit code 2, one line, nothing written.
TEST_F(New, RefusesWhatExistsAndWhatIsNoName) {
  const auto before = listing();
  const auto here = " --tree " + tree.string();
  for (const auto& [arguments, expected] : std::vector<std::pair<std::string, std::string>>{
           {"method imidm" + here, "\"imidm\" already"},
           {"method liemid-i" + here, "\"liemid-i\" already"},
           {"method plugin" + here, "methods/plugin.hpp already"},
           {"method body" + here, "would name a type Body, which core/geometry/vec.hpp already declares"},
           {"problem program" + here, "the test program_test already exists, in tests.cmake"},
           {"method counters" + here, "would name a type Counters"},
           {"plugin kind" + here, "would name a type Kind, which its file uses for something else"},
           {"plugin t" + here, "would name a type T, which"},
           {"method My-Method" + here, "accepted: small letters"},
           {"method my_method" + here, "accepted: small letters"},
           {"method ../x" + here, "accepted: small letters"},
           {"method" + here + " -- -x", "NAME"},
           {"method x -- --tree", "\"--tree\" is not a flag"},
           {"method x--y" + here, "accepted: small letters"},
           {"problem krysl" + here, "problems/krysl.hpp already"},
           {"problem frb/1" + here, "accepted: small letters"},
           {"metod mine" + here, "did you mean \"method\""},
           {"method" + here, "NAME"},
           {"method mine --tree " + folder.string(), "not a source tree"},
           {"plugin imidm" + here, "\"imidm\" already"}}) {
    EXPECT_EQ(polhode("new " + arguments), 2) << arguments << ": " << out;
    EXPECT_NE(out.find(expected), std::string::npos) << arguments << ": " << out;
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 1) << out;
  }
  EXPECT_EQ(listing(), before);
  ASSERT_EQ(create("method mine"), 0) << out;
  EXPECT_EQ(create("method mine"), 2) << out;
  EXPECT_NE(out.find("methods/mine.hpp already"), std::string::npos) << out;
}

}  // namespace
