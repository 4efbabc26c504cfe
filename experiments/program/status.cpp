// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "core/io/spec.hpp"
#include "experiments/judging/populations/shards.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

using namespace populations;

Exit status(const std::string& path) {
  const SweepFolder folder{path};
  if (!std::filesystem::exists(folder.spec()))
    throw UserError("DIR: {} has no spec.json; accepted: the folder of a sweep", path);
  const auto spec = read_sweep(parse_json(read_file(folder.spec()), folder.spec()));

  std::map<std::uint64_t, std::map<std::uint64_t, Shard>> complete, partial;  // by N and i
  for (const auto& file : folder.shards()) {
    try {
      auto shard = parse_shard(read_file(file), file);
      if (!shard.number || shard.spec != spec.canonical) throw Damaged("it is not a shard of this sweep");
      (shard.partial() ? partial : complete)[shard.number->N].insert_or_assign(shard.number->i, shard);
    } catch (const Damaged& e) {
      print(fmt::format("{}: damaged: {}\n", file, e.what()));
    } catch (const UserError& e) {
      print(std::string(e.what()) + "\n");
    }
  }
  if (complete.empty() && partial.empty()) {
    print(fmt::format("no shards yet; 0 of {} bodies\n", spec.bodies()));
    return Exit::unfinished;
  }
  const std::uint64_t N =
      std::max(complete.empty() ? 1 : complete.rbegin()->first, partial.empty() ? 1 : partial.rbegin()->first);
  double seconds = 0, judged = 0;
  std::uint64_t done = 0, missing = 0;
  for (std::uint64_t i = 1; i <= N; ++i) {
    const ShardNumber number{i, N};
    const auto range = number.bodies(spec.bodies());
    const auto size = range.end - range.first;
    if (const auto it = complete[N].find(i); it != complete[N].end()) {
      done += size, seconds += it->second.seconds, judged += static_cast<double>(size);
    } else if (const auto it = partial[N].find(i); it != partial[N].end()) {
      const auto its = it->second.done - range.first;
      done += its, seconds += it->second.seconds, judged += static_cast<double>(its);
      print(fmt::format("shard {}/{}: {} of {} bodies, {:.0f} %\n", i, N, its, size,
                        100.0 * static_cast<double>(its) / static_cast<double>(size)));
    } else {
      ++missing;
    }
  }
  print(fmt::format("{} of {} shards complete, {} not started; {} of {} bodies\n", complete[N].size(), N, missing, done,
                    spec.bodies()));
  if (done == spec.bodies()) return Exit::ok;
  if (seconds > 0)
    print(fmt::format("{:.3g} bodies per second and shard; {:.3g} s left if shards run one at a time\n",
                      judged / seconds, static_cast<double>(spec.bodies() - done) * seconds / judged));
  return Exit::unfinished;
}

}  // namespace polhode::verbs
