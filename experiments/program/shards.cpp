// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "core/io/spec.hpp"
#include "core/system/child.hpp"
#include "experiments/judging/populations/shards.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using namespace populations;
namespace fs = std::filesystem;

/// The largest number of shards that a file was made for; 0 if all are merged ones.
std::uint64_t most_shards(const std::vector<Shard>& shards) {
  std::uint64_t N = 0;
  for (const auto& s : shards)
    if (s.number) N = std::max(N, s.number->N);
  return N;
}

/// Which shards would fill the gaps, of the N that most parts have, and the commands that make them in the folder.
std::string what_is_missing(const std::vector<Shard>& shards, const Merged& merged, std::uint64_t bodies,
                            const std::string& folder) {
  const bool known = !folder.empty() && fs::exists(SweepFolder{folder}.spec());
  const auto spec = known ? SweepFolder{folder}.spec() : std::string("SPEC"), into = known ? " -o " + folder : "";
  std::string text;
  for (const auto& gap : merged.gaps) text += fmt::format("bodies {} to {} are missing\n", gap.first, gap.end - 1);
  const auto N = most_shards(shards);
  for (std::uint64_t i = 1; i <= N; ++i) {
    const ShardNumber number{i, N};
    const auto range = number.bodies(bodies);
    const bool missing = std::any_of(merged.gaps.begin(), merged.gaps.end(),
                                     [&](const Range& g) { return range.first < g.end && g.first < range.end; });
    if (missing)
      text += fmt::format("shard {}/{} is missing: polhode sweep {} --shard {}/{}{}\n", i, N, spec, i, N, into);
  }
  return text;
}

}  // namespace

Exit merge(const MergeOptions& options) {
  std::vector<std::string> files;
  std::string output = options.output, folder;
  for (const auto& given : options.files) {
    if (!fs::exists(given))
      throw UserError(fmt::format("FILES: {} is given; accepted: files or folders that exist", given));
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
        said += fmt::format("{}: partial, {} of {} bodies; not used\n", file, shard.done - shard.ranges[0].first,
                            shard.ranges[0].end - shard.ranges[0].first);
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
  const auto merged = populations::merge(shards, options.mixed);
  const auto spec = read_sweep(nlohmann::json::parse(merged.sum.spec));
  for (const auto& path : merged.duplicates) said += fmt::format("{}: adds nothing; used once\n", path);
  for (const auto& path : merged.refused)
    said += fmt::format("{}: not needed, because other parts have its bodies\n", path);
  std::erase_if(shards, [&](const Shard& s) { return std::ranges::count(merged.refused, s.path) > 0; });
  std::cerr << said;

  std::uint64_t covered = 0;
  for (const auto& r : merged.sum.ranges) covered += r.end - r.first;
  const auto used = shards.size() - merged.duplicates.size();
  if (!merged.gaps.empty()) {
    std::cerr << what_is_missing(shards, merged, spec.bodies(), folder);
    if (!options.allow_gaps) {
      std::cerr << fmt::format("{} of {} bodies; nothing is written\n", covered, spec.bodies());
      return Exit::unfinished;
    }
  }
  write_if_changed(output, shard_text(merged.sum, {}));
  const auto N = most_shards(shards);
  const auto done = (N > 0 ? fmt::format("{} of {} shards", used, N) : fmt::format("{} merged files", used)) +
                    fmt::format(", {} bodies\n", covered);
  if (output == "-" || output == "/dev/stdout")
    std::cerr << done;
  else
    print(done + printable(output) + "\n");
  return merged.gaps.empty() ? Exit::ok : Exit::unfinished;
}

Exit status(const std::string& path) {
  const SweepFolder folder{path};
  if (!std::filesystem::exists(folder.spec()))
    throw UserError(fmt::format("DIR: {} has no spec.json; accepted: the folder of a sweep", path));
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

namespace {

/// What a program of the cluster prints, without the end of the line; nothing if it fails.
std::optional<std::string> said_by(const std::vector<std::string>& words) {
  constexpr double patience = 60;  // seconds: controllers are slow where many ask
  try {
    auto [well, text] = ended(words, patience);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return well ? std::optional(text) : std::nullopt;
  } catch (const ChildFailed& e) {
    throw OutputError(e.what());
  }
}

/// Refuses what would not stay within one word of a script or of a line of options.
void check_word(const char* field, const std::string& given, const char* others, const char* accepted) {
  const auto stays = [&](const char c) {
    return static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)) ||
           (c && std::strchr(others, c));
  };
  if (given.empty() || given.front() == '-' || !std::all_of(given.begin(), given.end(), stays))
    throw UserError(fmt::format("{}: \"{}\" is given; accepted: {}", field, shortened(given), accepted));
}

/// The largest index of an array: Slurm's MaxArraySize - 1, which is 1000 unless a site says otherwise.
std::uint64_t most_tasks() {
  constexpr std::uint64_t usual = 1000;
  const auto config = said_by({"scontrol", "show", "config"});
  if (!config) return usual;
  static const std::regex line("(?:^|\n)MaxArraySize[^0-9\n]*([0-9]{1,18})");
  std::smatch found;
  const std::uint64_t n = std::regex_search(*config, found, line) ? std::stoull(found[1]) : 0;
  return n > 1 ? n - 1 : usual;
}

std::string shell_word(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// 1, 2, 3, 7 as "1-3,7".
std::string index_list(const std::vector<std::uint64_t>& indices) {
  std::string text;
  for (std::size_t i = 0; i < indices.size();) {
    std::size_t j = i;
    while (j + 1 < indices.size() && indices[j + 1] == indices[j] + 1) ++j;
    text += fmt::format("{}{}", text.empty() ? "" : ",", indices[i]);
    if (j > i) text += fmt::format("-{}", indices[j]);
    i = j + 1;
  }
  return text;
}

/// The shards of N that are not complete. A task would refuse a file that is not its own, so that it is said here.
std::vector<std::uint64_t> to_be_done(const SweepFolder& folder, const std::string& canonical, std::uint64_t N) {
  std::vector<std::uint64_t> indices;
  Shard wanted;
  wanted.spec = canonical;
  for (std::uint64_t i = 1; i <= N; ++i) {
    wanted.number = ShardNumber{i, N};
    const auto file = folder.shard(*wanted.number);
    bool complete = false;
    try {
      if (fs::exists(file)) {
        const auto there = parse_shard(read_file(file), file);
        if (!same_part(there, wanted))
          throw UserError(fmt::format("{}: contains {}, but {} is requested; accepted: the same, or another folder",
                                      file, part_name(there), part_name(wanted)));
        complete = !there.partial();
      }
    } catch (const Damaged&) {
    }
    if (!complete) indices.push_back(i);
  }
  return indices;
}

}  // namespace

Exit submit(const SubmitOptions& options) {
  if (!options.output.empty()) check_path(options.output);
  const auto spec = read_sweep(parse_json(read_file(options.spec), options.spec));
  const auto& canonical = spec.canonical;
  if (spec.seconds_per_case)
    throw UserError("limits: seconds_per_case is given; accepted: none, since shards must not depend on the clock");
  if (options.shards < 1 || options.shards > spec.bodies())
    throw UserError(fmt::format("--shards: {} is given; accepted: 1 to {}, as many as there are bodies", options.shards,
                                spec.bodies()));
  if (const auto most = most_tasks(); options.shards > most)
    throw UserError(
        fmt::format("--shards: {} is given; accepted: at most {}, the cluster's MaxArraySize less one, with "
                    "more --threads each",
                    options.shards, most));
  for (const auto& [flag, given] : {std::pair("--max-running", options.max_running), {"--threads", options.threads}})
    if (given && *given < 1) throw UserError(fmt::format("{}: 0 is given; accepted: 1 or more", flag));
  for (const auto& [flag, given] : {std::pair("--time", options.time), {"--partition", options.partition}})
    if (given) check_word(flag, *given, "._:,+-", "letters, digits and ._:,+-, as sbatch accepts them");

  SweepFolder folder = sweep_folder(options.output, options.spec, canonical);
  folder.path = fs::absolute(folder.path).lexically_normal().string();
  check_word("-o", folder.path, "/._:,+=@~ -", "a folder whose name has letters, digits, spaces and /._:,+=@~-");
  folder.claim(canonical);
  const auto program = fs::read_symlink("/proc/self/exe").string();
  const auto N = options.shards, threads = options.threads.value_or(1);
  const auto missing = to_be_done(folder, canonical, N);

  // What is given here stands on the command line of sbatch, too: there it wins over SBATCH_* and over a site's files.
  std::vector<std::string> given;
  const auto array = index_list(missing) + (options.max_running ? fmt::format("%{}", *options.max_running) : "");
  given.push_back("--array=" + array);
  given.push_back(fmt::format("--cpus-per-task={}", threads));
  if (options.time) given.push_back("--time=" + *options.time);
  if (options.partition) given.push_back("--partition=" + *options.partition);
  std::string script = "#!/bin/sh\n#SBATCH --job-name=polhode-sweep\n";
  for (const auto& option : given) script += "#SBATCH " + option + "\n";
  script += fmt::format(
      "#SBATCH --requeue\n#SBATCH --signal=B:TERM@60\n#SBATCH --open-mode=append\n#SBATCH "
      "--output=\"{}/slurm-%A_%a.out\"\n"
      "# exec, so that the signal 60 s before the limit reaches the program, which writes what it has.\n"
      "exec {} sweep {} --shard $SLURM_ARRAY_TASK_ID/{} -j {} -o {}\n",
      folder.path, shell_word(program), shell_word(folder.spec()), N, threads, shell_word(folder.path));
  std::string merge = "#!/bin/sh\n#SBATCH --job-name=polhode-merge\n";
  if (options.partition) merge += "#SBATCH --partition=" + *options.partition + "\n";
  merge += fmt::format("#SBATCH --output=\"{}/merge-%j.out\"\nexec {} merge {}\n", folder.path, shell_word(program),
                       shell_word(folder.path));
  const auto submit_file = folder.path + "/submit.sh", merge_file = folder.path + "/merge.sh";
  write_if_changed(submit_file, script);
  write_if_changed(merge_file, merge);

  std::vector<std::string> send{"sbatch", "--parsable"};
  send.insert(send.end(), given.begin(), given.end()), send.push_back(submit_file);
  const auto send_merge = [&](const std::string& job) {
    std::vector<std::string> words{"sbatch", "--parsable"};
    if (!job.empty()) words.push_back("--dependency=afterany:" + job);
    if (options.partition) words.push_back("--partition=" + *options.partition);
    words.push_back(merge_file);
    return words;
  };
  const auto line = [](std::vector<std::string> words) {  // to be pasted
    words.back() = shell_word(words.back());
    return fmt::format("{}", fmt::join(words, " "));
  };
  if (missing.empty())
    print(fmt::format("all {} shards are complete; only the merge remains\n", N));
  else
    print(script + "# then: " + line(send) + "\n# then: " + line(send_merge("JOB")) + "\n");
  for (const auto& option : given) {
    auto variable = "SBATCH_" + option.substr(2, option.find('=') - 2);
    for (char& c : variable) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (variable == "SBATCH_ARRAY") variable = "SBATCH_ARRAY_INX";
    if (variable == "SBATCH_TIME") variable = "SBATCH_TIMELIMIT";
    if (const char* set = std::getenv(variable.c_str()))
      print(fmt::format("{} is {}; {} wins\n", variable, set, option));
  }
  if (!options.go) {
    print("nothing was submitted; --go submits it\n");
    return Exit::ok;
  }
  std::string job;
  if (!missing.empty()) {
    const auto said = said_by(send);
    if (!said) throw OutputError("sbatch: the job was not accepted; try the line above");
    job = said->substr(0, said->find(';'));
    if (job.empty() || job.find_first_not_of("0123456789") != job.npos)
      throw OutputError(fmt::format("sbatch: its answer {} is not a job number", shortened(*said)));
    print(fmt::format("submitted as job {}\n", job));
  }
  const auto merging = said_by(send_merge(job));
  if (!merging) throw OutputError("sbatch: the merge was not accepted; \"polhode merge " + folder.path + "\" does it");
  print(fmt::format("and its merge as job {}\n", *merging));
  return Exit::ok;
}

}  // namespace polhode::verbs
