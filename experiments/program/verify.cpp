// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "experiments/program/answers.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

/// Whether a program that every system has ends well in a folder; what it says goes to the standard error.
bool ends_well(const std::string& folder, std::vector<const char*> words) {
  words.push_back(nullptr);
  const auto child = ::fork();
  if (child == 0) {
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    if (::chdir(folder.c_str()) == 0) ::execvp(words[0], const_cast<char* const*>(words.data()));
    ::_exit(127);
  }
  int status = -1;
  if (child > 0) ::waitpid(child, &status, 0);
  if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 127)
    throw OutputError(fmt::format("the archive cannot be looked at: {} cannot be run", words[0]));
  return WEXITSTATUS(status) == 0;
}

/// The folder of an archive: that which is given, or one that its file is unpacked to for as long as this is there.
class Unpacked {
 public:
  explicit Unpacked(const std::string& given) : folder_(given) {
    namespace fs = std::filesystem;
    if (!fs::is_regular_file(given)) return;
    auto pattern = (fs::temp_directory_path() / "polhode-XXXXXX").string();
    if (!::mkdtemp(pattern.data()))
      throw OutputError(fmt::format("no folder can be made in {}", fs::temp_directory_path().string()));
    made_.path = pattern;
    const bool unpacked = ends_well(".", {"tar", "-xzf", given.c_str(), "-C", pattern.c_str()});
    const auto first = unpacked ? fs::directory_iterator(pattern) : fs::directory_iterator();
    if (first == fs::directory_iterator())
      throw UserError(
          fmt::format("ARCHIVE: {}: it cannot be unpacked; accepted: a .tar.gz that `make archive` wrote", given));
    folder_ = first->path().string();
  }
  const std::string& folder() const { return folder_; }

 private:
  struct Temporary {
    std::string path;
    ~Temporary() {
      std::error_code ignored;
      if (!path.empty()) std::filesystem::remove_all(path, ignored);
    }
  };
  std::string folder_;
  Temporary made_;
};

/// Holds every file to its checksum, by the sha256sum that every system has.
void check_sums(const std::string& folder) {
  const std::filesystem::path manifest = folder + "/manifest-sha256.txt";
  if (!std::filesystem::exists(manifest))
    throw UserError(fmt::format(
        "ARCHIVE: {}: no manifest-sha256.txt is there; accepted: what `make archive` wrote, the .tar.gz or its "
        "folder",
        folder));
  if (!ends_well(folder, {"sha256sum", "--check", "--strict", "--quiet", "manifest-sha256.txt"}))
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
  const Unpacked archive(options.archive);
  const auto& folder = archive.folder();
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
