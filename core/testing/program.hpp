// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/testing/folder.hpp"
#include "core/testing/json.hpp"

/// The program as its users meet it. POLHODE_PROGRAM is its path.
namespace polhode::testing {

inline std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Expects that a program printed the momentum and the quaternion of a state of an answer, with a word before each.
inline void expect_printed(const std::string& printed, const nlohmann::json& state) {
  std::istringstream lines(printed);
  for (const auto& expected : {state["momentum"], state["attitude"]["quaternion"]}) {
    std::string word;
    lines >> word;
    for (const double component : expected) {
      double x = std::nan("");
      lines >> x;
      EXPECT_NEAR(x, component, 1e-12) << word;
    }
  }
}

/// A test with a folder of its own, which is removed after it.
class Program : public ::testing::Test {
 protected:
  /// Exit code of a shell command, 256 and more for a signal; `out` and `err` are its output.
  int shell(const std::string& command) {
    const int status =
        std::system(("{ " + command + "; } >" + (folder / "out").string() + " 2>" + (folder / "err").string()).c_str());
    out = read(folder / "out"), err = read(folder / "err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + status;
  }
  int polhode(const std::string& arguments) { return shell(std::string(POLHODE_PROGRAM) + " " + arguments); }
  nlohmann::json answer(const std::string& arguments, int code = 0) {
    EXPECT_EQ(polhode(arguments), code) << arguments << "\n" << err;
    return parsed(out);
  }
  /// Expects exit code 2 and one line of printable characters that says this; nothing on standard output.
  void refused(const std::string& arguments, const std::string& said) {
    EXPECT_EQ(polhode(arguments), 2) << arguments << "\n" << out << err.substr(0, 500);
    EXPECT_NE(err.find(said), err.npos) << arguments << "\n" << err.substr(0, 500);
    EXPECT_EQ(err.find("internal error"), err.npos) << err.substr(0, 500);
    EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err.substr(0, 500);
    for (const char c : err) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 32) << err.substr(0, 500);
    EXPECT_EQ(out, "") << arguments;
  }
  /// The same of each of these, with what is said of it.
  void refused(const std::vector<std::pair<std::string, std::string>>& all) {
    for (const auto& [arguments, said] : all) refused(arguments, said);
  }
  /// Expects that `out` contains this, or `err`.
  void says(const std::string& text) { EXPECT_NE(out.find(text), out.npos) << text << " is not in\n" << out << err; }
  void complains(const std::string& text) {
    EXPECT_NE(err.find(text), err.npos) << text << " is not in\n" << err << out;
  }
  /// A spec of problems/examples.
  static std::string example(const std::string& name) { return POLHODE_SOURCE "/problems/examples/" + name + ".json"; }
  std::string in_folder(const std::string& name) const { return (folder / name).string(); }
  std::string file(const std::string& name, const std::string& text) { return folder.file(name, text); }
  std::string spec(const std::string& text) { return file("spec.json", text); }

  const TestFolder folder;
  std::string out, err;
};

}  // namespace polhode::testing
