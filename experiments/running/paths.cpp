// SPDX-License-Identifier: MIT
#include "experiments/running/paths.hpp"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>

namespace polhode {

namespace {

namespace fs = std::filesystem;

/// Where this code is: in the program, or in a library that others have loaded.
struct Own {
  fs::path folder;
  bool is_program;
};
Own own() {
  std::error_code none;
  Dl_info found;
  link_map* loaded = nullptr;
  void** const as_void = reinterpret_cast<void**>(&loaded);
  const bool is_program =
      dladdr1(reinterpret_cast<void*>(&is_installed), &found, as_void, RTLD_DL_LINKMAP) == 0 || !*loaded->l_name;
  const auto file = is_program ? fs::read_symlink("/proc/self/exe", none) : fs::canonical(loaded->l_name, none);
  return {file.parent_path(), is_program};
}

/// PREFIX of this code: PREFIX/bin/polhode, or a library below PREFIX/lib.
fs::path prefix() {
  auto [folder, is_program] = own();
  if (is_program) return folder.parent_path();
  while (folder.has_relative_path() && folder.filename().string().rfind("lib", 0) != 0) folder = folder.parent_path();
  return folder.parent_path();
}

/// PREFIX/share/polhode/results; "" if it holds no claims.
const std::string& installed() {
  static const auto found = [] {
    std::error_code none;
    const auto folder = prefix() / "share/polhode/results";
    return fs::exists(folder / "claims.json", none) ? folder.string() : "";
  }();
  return found;
}

}  // namespace

bool is_installed() {
  return !installed().empty();
}

const std::string& results_folder() {
  static const std::string folder = is_installed() ? installed() : POLHODE_RESULTS;
  return folder;
}

std::string headers_folder() {
  return is_installed() ? (prefix() / "include/polhode").string() : results_folder() + "/..";
}

std::string library_folder() {
  return is_installed() ? (prefix() / "lib/polhode").string() : own().folder.string();
}

std::string out_folder() {
  return is_installed() ? "polhode-out" : results_folder() + "/out";
}

}  // namespace polhode
