// SPDX-License-Identifier: MIT
#include "experiments/running/places.hpp"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>

namespace polhode {

namespace {

namespace fs = std::filesystem;

/// PREFIX of this code: PREFIX/bin/polhode, or a library below PREFIX/lib that others have loaded.
fs::path prefix() {
  std::error_code none;
  Dl_info found;
  link_map* loaded = nullptr;
  void** const as_void = reinterpret_cast<void**>(&loaded);
  if (dladdr1(reinterpret_cast<void*>(&is_installed), &found, as_void, RTLD_DL_LINKMAP) == 0 || !*loaded->l_name)
    return fs::read_symlink("/proc/self/exe", none).parent_path().parent_path();
  auto folder = fs::canonical(loaded->l_name, none).parent_path();
  while (folder.has_relative_path() && folder.filename().string().rfind("lib", 0) != 0) folder = folder.parent_path();
  return folder.parent_path();
}

/// PREFIX/share/polhode/results; "" if it holds no claims.
std::string beside_program() {
  std::error_code none;
  const auto folder = prefix() / "share/polhode/results";
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

std::string headers_folder() {
  return is_installed() ? (prefix() / "include/polhode").string() : results_folder() + "/..";
}

std::string out_folder() {
  return is_installed() ? "polhode-out" : results_folder() + "/out";
}

}  // namespace polhode
