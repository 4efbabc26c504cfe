// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
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
    throw UserError("{}: \"{}\" is given; accepted: {}", field, shortened(given), accepted);
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
          throw UserError("{}: contains {}, but {} is requested; accepted: the same, or another folder", file,
                          part_name(there), part_name(wanted));
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
    throw UserError("--shards: {} is given; accepted: 1 to {}, as many as there are bodies", options.shards,
                    spec.bodies());
  if (const auto most = most_tasks(); options.shards > most)
    throw UserError(
        "--shards: {} is given; accepted: at most {}, the cluster's MaxArraySize less one, with "
        "more --threads each",
        options.shards, most);
  for (const auto& [flag, given] : {std::pair("--max-running", options.max_running), {"--threads", options.threads}})
    if (given && *given < 1) throw UserError("{}: 0 is given; accepted: 1 or more", flag);
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
