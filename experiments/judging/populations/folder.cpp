// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/running/paths.hpp"

namespace polhode::populations {

namespace fs = std::filesystem;

namespace {

std::string with_ending(const ShardNumber& number, const char* begin, const char* ending) {
  const auto file = number.file();  // shard-i-of-N.json
  return begin + file.substr(5, file.size() - 10) + ending;
}

}  // namespace

std::string SweepFolder::partial(const ShardNumber& number) const {
  return path + "/" + with_ending(number, "shard", ".partial.json");
}
std::string SweepFolder::rows(const ShardNumber& number) const {
  return path + "/" + with_ending(number, "rows", ".sqlite");
}

std::vector<std::string> SweepFolder::shards() const {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path)) {
    const auto name = entry.path().filename().string();
    if (name.starts_with("shard-") && name.ends_with(".json")) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void SweepFolder::check(const std::string& canonical) const {
  if (!fs::exists(spec())) return;
  auto there = read_file(spec());
  while (!there.empty() && there.back() == '\n') there.pop_back();
  if (there != canonical)
    throw UserError(fmt::format("-o: {} holds the sweep {}, and this is {}; accepted: another folder", path,
                                hex(content_hash(there)), hex(content_hash(canonical))));
}

void SweepFolder::claim(const std::string& canonical) const {
  check(canonical);
  write_if_changed(spec(), canonical + "\n");
}

SweepFolder sweep_folder(const std::string& asked, const std::string& spec_file, const std::string& canonical) {
  if (!asked.empty()) return {asked};
  const auto stem = spec_file == "-" ? std::string("sweep") : fs::path(spec_file).stem().string();
  return {fmt::format("{}/sweeps/{}-{}", out_folder(), stem, hex(content_hash(canonical)).substr(0, 8))};
}

}  // namespace polhode::populations
