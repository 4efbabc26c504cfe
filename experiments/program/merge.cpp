// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "experiments/judging/populations/shards.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using namespace populations;
namespace fs = std::filesystem;

/// Which of N shards would fill the gaps, and the commands that make them in the folder.
std::string what_is_missing(const Merged& merged, std::uint64_t bodies, const std::string& folder) {
  const bool known = !folder.empty() && fs::exists(SweepFolder{folder}.spec());
  const auto spec = known ? shell_word(SweepFolder{folder}.spec()) : "SPEC",
             into = known ? " -o " + shell_word(folder) : "";
  std::string text;
  for (const auto& gap : merged.gaps) text += fmt::format("bodies {} to {} are missing\n", gap.first, gap.end - 1);
  for (std::uint64_t i = 1; i <= merged.N; ++i) {
    const ShardNumber number{i, merged.N};
    const auto range = number.bodies(bodies);
    const bool missing = std::any_of(merged.gaps.begin(), merged.gaps.end(),
                                     [&](const Range& g) { return range.first < g.end && g.first < range.end; });
    if (missing)
      text += fmt::format("shard {}/{} is missing: polhode sweep {} --shard {}/{}{}\n", i, merged.N, spec, i, merged.N,
                          into);
  }
  return text;
}

}  // namespace

Exit merge(const MergeOptions& options) {
  std::vector<std::string> files;
  std::string output = options.output, folder;
  for (const auto& given : options.files) {
    if (!fs::exists(given)) throw UserError("FILES: {} is given; accepted: files or folders that exist", given);
    if (fs::is_directory(given)) {
      const auto its = SweepFolder{given}.shards();
      files.insert(files.end(), its.begin(), its.end());
      folder = given;
    } else {
      files.push_back(given);
    }
  }
  if (output.empty()) {
    if (options.files.size() != 1 || folder.empty())
      throw UserError("-o: missing; accepted: the file to write, unless a single folder is merged");
    output = SweepFolder{folder}.result();
  }

  std::vector<Shard> shards;
  std::string said;
  for (const auto& file : files) {
    try {
      auto shard = parse_shard(read_file(file), file);
      if (shard.partial())
        said += fmt::format("{}: partial, {} of {} bodies; not used\n", file, shard.done - shard.bodies.first,
                            shard.bodies.end - shard.bodies.first);
      else
        shards.push_back(std::move(shard));
    } catch (const Damaged& e) {
      said += fmt::format("{}: damaged: {}; not used\n", file, e.what());
    }
  }
  if (shards.empty()) {
    std::cerr << said << "there is no complete shard\n";
    return Exit::unfinished;
  }
  const auto given = shards.size();
  const auto merged = populations::merge(std::move(shards));
  const auto spec = read_sweep(nlohmann::json::parse(merged.sum.spec));
  for (const auto& path : merged.duplicates) said += fmt::format("{}: adds nothing; used once\n", path);
  std::cerr << said;

  auto covered = spec.bodies();
  for (const auto& gap : merged.gaps) covered -= gap.end - gap.first;
  if (!merged.gaps.empty()) {
    std::cerr << what_is_missing(merged, spec.bodies(), folder);
    std::cerr << fmt::format("{} of {} bodies; nothing is written\n", covered, spec.bodies());
    return Exit::unfinished;
  }
  write_if_changed(output, shard_text(merged.sum, {}));
  say_written(output == "/dev/stdout" ? "-" : output,
              fmt::format("{} of {} shards, {} bodies\n", given - merged.duplicates.size(), merged.N, covered));
  return Exit::ok;
}

}  // namespace polhode::verbs
