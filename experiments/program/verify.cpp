// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "experiments/program/answers.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

/// Holds every file to its checksum, by the sha256sum that every system has.
void check_sums(const std::string& folder) {
  const std::filesystem::path manifest = folder + "/manifest-sha256.txt";
  if (!std::filesystem::exists(manifest))
    throw UserError(
        fmt::format("ARCHIVE: {}: no manifest-sha256.txt is there; accepted: the folder of an archive that "
                    "`make archive` wrote, unpacked",
                    folder));
  const auto child = ::fork();
  if (child == 0) {
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    if (::chdir(folder.c_str()) == 0)
      ::execlp("sha256sum", "sha256sum", "--check", "--strict", "--quiet", "manifest-sha256.txt", nullptr);
    ::_exit(127);
  }
  int status = -1;
  if (child > 0) ::waitpid(child, &status, 0);
  if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 127)
    throw OutputError("the checksums of the archive cannot be checked: sha256sum cannot be run");
  if (WEXITSTATUS(status) != 0)
    throw UserError(fmt::format("ARCHIVE: {}: its files are not as they were written", folder));
  const auto sums = read_file(manifest);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto name = entry.path().lexically_relative(folder).generic_string();
    if (entry.is_regular_file() && entry.path() != manifest && sums.find("  " + name + "\n") == sums.npos)
      throw UserError(fmt::format("ARCHIVE: {}: {} has no checksum", folder, printable(name)));
  }
}

/// The number of a claim that moved most, as a share of itself, and what it may move.
std::string largest_move(const json& found, const json& archived, const json& tolerances) {
  double most = -1;
  std::string name;
  const auto& numbers = found.at("numbers");
  for (const auto& [key, value] : archived.at("numbers").items()) {
    if (!value.is_number() || !numbers.contains(key) || !numbers.at(key).is_number()) continue;
    const double a = value, b = numbers.at(key), size = std::max(std::abs(a), std::abs(b));
    const double moved = size > 0 ? std::abs(a - b) / size : 0;
    if (moved > most) most = moved, name = key;
  }
  if (most < 0) return "no numbers";
  std::string allowed;
  for (const auto& [kind, value] : tolerances.at(tolerances.contains(name) ? name : "numbers").items())
    allowed += fmt::format("{}{} {:g}", allowed.empty() ? "" : " or ", kind, value.get<double>());
  return fmt::format("{} by {:.1g} of itself; allowed: {}", name, most, allowed);
}

struct Tally {
  int agree = 0, differ = 0;
};

void compare_claims(const json& found, const json& archived, const json& all_tolerances, Tally& tally) {
  const std::string id = archived.at("id");
  json own = all_tolerances.at("all");
  if (all_tolerances.contains(id)) own.update(all_tolerances.at(id));
  const auto say = [&](bool agrees, const std::string& what) {
    ++(agrees ? tally.agree : tally.differ);
    print(fmt::format("  {:<8} {}\n", agrees ? "agrees" : "differs", what));
  };
  for (const auto& before : archived.at("verdicts")) {
    const std::string claim = before.at("id"), verdict = before.at("verdict");
    const auto& list = found.at("verdicts");
    const auto now = std::find_if(list.begin(), list.end(), [&](const json& v) { return v.at("id") == claim; });
    if (now == list.end()) {
      say(false, fmt::format("{}: this program does not know the claim", claim));
      continue;
    }
    const auto alone = [&](const json& v) { return json{{"id", id}, {"verdicts", json::array({v})}}; };
    const bool agrees = compare_to_golden(alone(*now), alone(before), all_tolerances).empty();
    say(agrees,
        now->at("verdict") == verdict
            ? fmt::format("{}: {}; largest change: {}", claim, verdict, largest_move(*now, before, own))
            : fmt::format("{}: {} in the archive, {} here", claim, verdict, now->at("verdict").get<std::string>()));
  }
  json data[] = {found, archived};
  for (auto& d : data) d.erase("verdicts");
  const auto differences = compare_to_golden(data[0], data[1], all_tolerances);
  say(differences.empty(), differences.empty() ? "all that was measured, within the tolerances of the archive"
                                               : fmt::format("{} numbers that were measured; the first: {}",
                                                             differences.size(), printable(differences.front())));
}

}  // namespace

Exit verify(const VerifyOptions& options) {
  const auto& folder = options.archive;
  check_sums(folder);
  const auto tolerances = read_result(folder + "/tolerances.json", "tolerances-1");
  std::vector<json> archived;
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/results")) {
    const auto id = entry.path().stem().string();
    if (options.names.empty() || std::find(options.names.begin(), options.names.end(), id) != options.names.end())
      archived.push_back(read_result(entry.path().string(), "experiment-1", id));
  }
  if (archived.empty() || (!options.names.empty() && archived.size() != options.names.size()))
    throw UserError(fmt::format("NAME: {} is given; accepted: figures of the archive, in {}/results",
                                fmt::join(options.names, " "), folder));
  std::sort(archived.begin(), archived.end(), [](const json& a, const json& b) { return a.at("id") < b.at("id"); });
  Tally tally;
  for (const auto& experiment : archived) {
    const std::string id = experiment.at("id");
    print(fmt::format("{}: {}\n", id, printable(experiment.at("title").get<std::string>())));
    compare_claims(figure_answer(id), experiment, tolerances, tally);
  }
  print(fmt::format("{} agree, {} differ; claims on times are not repeated\n", tally.agree, tally.differ));
  return tally.differ == 0 ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
