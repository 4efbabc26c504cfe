// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/testing/program.hpp"

#ifdef __clang__
#define COMPILER "clang++"
#else
#define COMPILER "g++"
#endif

// `polhode new`: what it writes compiles and passes.
namespace {

namespace fs = std::filesystem;

using polhode::testing::read;

class New : public polhode::testing::Program {
 protected:
  /// The line that it printed for this compiler, done.
  void compiles(const std::string& compiler) {
    const auto at = out.find("  " + compiler + " ");
    ASSERT_NE(at, std::string::npos) << out;
    ASSERT_EQ(shell(out.substr(at, out.find('\n', at) - at)), 0) << err;
  }
};

/// A folder needs no tree; the lines that it prints build, wherever it is.
TEST_F(New, CompilesAndRuns) {
  const auto there = folder / "it's here";
  const std::string quoted = "'" + folder.string() + "/it'\\''s here'";
  fs::create_directories(there);
  for (const auto& [what, compiler, id] : {std::tuple("engine", "cc", "my-spin"), {"plugin", COMPILER, "my-swing"}}) {
    const auto asked = std::string("new ") + what + " " + id + " --tree " + quoted;
    ASSERT_EQ(polhode(asked), 0) << err;
    auto file = std::string(id);
    std::replace(file.begin(), file.end(), '-', '_');
    const auto library = quoted + "/" + file + "/lib" + file + ".so";
    compiles(compiler);
    EXPECT_EQ(polhode(std::string("list methods --") + what + " " + library), 0) << err;
    says(id);
    refused(asked, "already exists");
  }
  const auto text = read(there / "my_swing/my_swing.cpp") + read(there / "my_swing/CMakeLists.txt");
  EXPECT_NE(text.find(".id = \"my-swing\""), std::string::npos) << text;
  EXPECT_NE(text.find("\nadd_library(plugin MODULE my_swing.cpp)"), std::string::npos) << text;
  for (const char* was : {"explicit-midpoint", "mr4", "midpoint.c"})
    EXPECT_EQ(text.find(was), std::string::npos) << was;
}

/// Exit code 2, one line, nothing written.
TEST_F(New, RefusesWhatExistsAndWhatIsNoName) {
  const auto here = " --tree " + folder.string();
  refused({{"new plugin imidm" + here, "\"imidm\" already"},
           {"new plugin liemid-i" + here, "\"liemid-i\" already"},
           {"new plugin My-Method" + here, "accepted: small letters"},
           {"new engine my_method" + here, "accepted: small letters"},
           {"new plugin ../x" + here, "accepted: small letters"},
           {"new plugin" + here + " -- -x", "NAME"},
           {"new plugin x -- --tree", "\"--tree\" is not a flag"},
           {"new plugin x--y" + here, "accepted: small letters"},
           {"new plugni mine" + here, "did you mean \"plugin\""},
           {"new plugin" + here, "NAME"}});
  for (const auto& e : fs::directory_iterator(folder)) EXPECT_FALSE(e.is_directory()) << e.path();
}

}  // namespace
