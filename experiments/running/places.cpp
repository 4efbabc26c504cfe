// SPDX-License-Identifier: MIT
#include "experiments/running/places.hpp"

#include <filesystem>

namespace polhode {

namespace {

namespace fs = std::filesystem;

/// PREFIX/share/polhode/results of PREFIX/bin/polhode; "" if it holds no claims.
std::string beside_program() {
  std::error_code none;
  const auto folder = fs::read_symlink("/proc/self/exe", none).parent_path().parent_path() / "share/polhode/results";
  return fs::exists(folder / "claims.json", none) ? folder.string() : "";
}

const std::string& installed() {
  static const std::string folder = beside_program();
  return folder;
}

}  // namespace

bool is_installed() {
  return !installed().empty();
}

const std::string& results_folder() {
  static const std::string folder = is_installed() ? installed() : POLHODE_RESULTS;
  return folder;
}

std::string out_folder() {
  return is_installed() ? "polhode-out" : results_folder() + "/out";
}

}  // namespace polhode
