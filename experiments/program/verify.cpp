// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "core/system/child.hpp"
#include "core/system/progress.hpp"
#include "experiments/answers/figure.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::uint64_t archive_files = 10000;  // what `make archive` writes is a hundredth of it

/// Holds every file of an unpacked archive to its checksum, by the sha256sum that every system has. Of the folder only
/// regular files are read.
void check_sums(const std::string& folder) {
  const auto refused = [&](const std::string& why) {
    return UserError("FOLDER: {}: {}; accepted: the folder that `tar xf` unpacks from what `make archive` wrote",
                     shortened(folder), printable(why));
  };
  if (!fs::is_directory(folder)) throw refused("not a folder");
  const fs::path manifest = folder + "/manifest-sha256.txt";
  if (fs::symlink_status(manifest).type() != fs::file_type::regular) throw refused("manifest-sha256.txt is missing");
  std::set<std::string> there, listed;
  std::uint64_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto name = entry.path().lexically_relative(folder).generic_string();
    if (++files > archive_files) throw refused("it has too many files");
    if (entry.symlink_status().type() == fs::file_type::directory) continue;
    if (entry.symlink_status().type() != fs::file_type::regular)
      throw refused(shortened(name) + " is neither a file nor a folder");
    if (entry.path() != manifest) there.insert(name);
  }
  std::istringstream lines(read_file(manifest));
  for (std::string line; std::getline(lines, line);) {
    // Only the form that is written: sha256sum would read others, and what they name.
    if (line.size() < 67 || line.find_first_not_of("0123456789abcdef") != 64 || line.compare(64, 2, "  ") != 0)
      throw refused("manifest-sha256.txt has a line of another form: " + shortened(line));
    const auto name = line.substr(66);
    if (!there.contains(name)) throw refused("manifest-sha256.txt names " + shortened(name) + ", which is not there");
    listed.insert(name);
  }
  for (const auto& name : there)
    if (!listed.contains(name)) throw refused(shortened(name) + " has no checksum");
  constexpr double patience = 300;  // seconds
  try {
    const auto sums = ended({"sha256sum", "--check", "--strict", "--quiet", "manifest-sha256.txt"}, patience, folder);
    if (!sums.well) throw refused("its files have changed: " + sums.said.substr(0, sums.said.find('\n')));
  } catch (const ChildFailed& e) {
    throw OutputError(e.what());
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

struct Counters {
  int agree = 0, differ = 0;
};

void compare_claims(const json& found, const json& archived, const json& all_tolerances, Counters& counters) {
  const std::string id = archived.at("id");
  json own = all_tolerances.at("all");
  if (all_tolerances.contains(id)) own.update(all_tolerances.at(id));
  const auto say = [&](bool agrees, const std::string& what) {
    ++(agrees ? counters.agree : counters.differ);
    print(fmt::format("  {:<8} {}\n", agrees ? "agrees" : "differs", what));
  };
  for (const auto& before : archived.at("verdicts")) {
    const std::string claim = before.at("id"), verdict = before.at("verdict");
    const auto& list = found.at("verdicts");
    const auto now = std::find_if(list.begin(), list.end(), [&](const json& v) { return v.at("id") == claim; });
    if (now == list.end()) {
      say(false, printable(fmt::format("{}: this program does not know the claim", claim)));
      continue;
    }
    const auto alone = [&](const json& v) { return json{{"id", id}, {"verdicts", json::array({v})}}; };
    const bool agrees = compare_to_golden(alone(*now), alone(before), all_tolerances).empty();
    say(agrees, printable(now->at("verdict") == verdict ? fmt::format("{}: {}; largest change: {}", claim, verdict,
                                                                      largest_move(*now, before, own))
                                                        : fmt::format("{}: {} in the archive, {} here", claim, verdict,
                                                                      now->at("verdict").get<std::string>())));
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
  const auto& folder = options.folder;
  check_sums(folder);
  const auto tolerances = read_result(folder + "/tolerances.json", "tolerances-1");
  if (!tolerances.contains("all") || !tolerances["all"].contains("numbers"))
    throw UserError("FOLDER: {}: its tolerances.json has no all.numbers; accepted: what `make archive` wrote",
                    shortened(folder));
  std::set<std::string> names;
  for (const auto& name : options.names) {
    const auto* entry = find_experiment(name);
    names.insert(entry ? entry->id : name);
  }
  std::vector<json> archived;
  if (!fs::is_directory(folder + "/results"))
    throw UserError("FOLDER: {}: it has no folder results; accepted: what `make archive` wrote", shortened(folder));
  for (const auto& entry : fs::directory_iterator(folder + "/results")) {
    const auto id = entry.path().stem().string();
    if (names.empty() || names.contains(id)) archived.push_back(read_result(entry.path().string(), "experiment-1", id));
  }
  if (archived.empty() || (!names.empty() && archived.size() != names.size()))
    throw UserError("NAME: {} is given; accepted: figures of the archive, in {}/results", fmt::join(options.names, " "),
                    folder);
  std::sort(archived.begin(), archived.end(), [](const json& a, const json& b) { return a.at("id") < b.at("id"); });
  Counters counters;
  for (const auto& experiment : archived) {
    const std::string id = experiment.at("id");
    print(fmt::format("{}: {}\n", printable(id), printable(experiment.at("title").get<std::string>())));
    compare_claims(answers::figure_answer(id), experiment, tolerances, counters);
  }
  print(fmt::format("{} agree, {} differ; claims about times are not repeated\n", counters.agree, counters.differ));
  return counters.differ == 0 ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
