// SPDX-License-Identifier: MIT
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
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

/// The most that an archive may hold: bytes in all, and files. What `make archive` writes is a hundredth of it.
constexpr std::uint64_t archive_bytes = std::uint64_t(1) << 31, archive_files = 10000;

/// The folder of an archive: the one that is given, or one of ours that its file is unpacked to for as long as this is
/// there.
class Unpacked {
 public:
  explicit Unpacked(const std::string& given) : folder_(given) {
    if (!fs::exists(given) || fs::is_directory(given)) return;
    if (!fs::is_regular_file(given)) throw refused(given, "neither a folder nor a regular file");
    const auto around = temporary_folder();
    auto pattern = around + "/polhode-XXXXXX";
    if (!::mkdtemp(pattern.data()))  // for us alone, mode 0700
      throw OutputError(fmt::format("a folder cannot be created in {}", around));
    made_.path = pattern;
    unpack(given);
    const auto first = fs::directory_iterator(pattern);
    if (first == fs::directory_iterator()) throw refused(given, "it is empty");
    folder_ = first->path().string();
  }
  const std::string& folder() const { return folder_; }

 private:
  static UserError refused(const std::string& given, const std::string& why) {
    return UserError("ARCHIVE: {}: {}; accepted: a .tar.gz that `make archive` wrote, or its folder", shortened(given),
                     printable(why));
  }

  /// Member by member: folders, and the contents of regular files below ours. Owners, modes and times are not taken.
  void unpack(const std::string& given) const {
    const std::unique_ptr<archive, int (*)(archive*)> tar(archive_read_new(), archive_read_free);
    archive_read_support_filter_gzip(tar.get()), archive_read_support_format_tar(tar.get());
    const auto check = [&](int status) {
      if (status < ARCHIVE_WARN)
        throw refused(given, archive_error_string(tar.get()) ? archive_error_string(tar.get()) : "it cannot be read");
      return status;
    };
    check(archive_read_open_filename(tar.get(), given.c_str(), 1 << 16));
    std::uint64_t bytes = 0, files = 0;
    std::vector<char> block(1 << 16);
    for (archive_entry* entry; check(archive_read_next_header(tar.get(), &entry)) != ARCHIVE_EOF;) {
      stop_if_interrupted();
      const char* raw = archive_entry_pathname(entry);
      const fs::path name = raw ? raw : "";
      const auto reject = [&](const char* why) {
        return refused(given, fmt::format("{} {}", shortened(name.string()), why));
      };
      if (name.empty() || name.is_absolute() || std::find(name.begin(), name.end(), "..") != name.end())
        throw reject("is not a path below its folder");
      const auto type = archive_entry_filetype(entry);
      if ((type != AE_IFREG && type != AE_IFDIR) || archive_entry_hardlink(entry))
        throw reject("is neither a file nor a folder");
      if (++files > archive_files) throw reject("is one file too many");
      const auto path = fs::path(made_.path) / name;
      std::error_code error;
      fs::create_directories(type == AE_IFDIR ? path : path.parent_path(), error);
      if (error) throw reject("cannot be made");
      if (type == AE_IFDIR) continue;
      if (archive_entry_size(entry) > static_cast<la_int64_t>(archive_bytes - bytes))
        throw reject("makes it larger than 2 GiB");
      if (fs::exists(path, error) || error) throw reject("occurs twice, or is not a file name");
      std::ofstream file(path, std::ios::binary);
      for (la_ssize_t n; (n = archive_read_data(tar.get(), block.data(), block.size())) != 0;) {
        if (n < 0) check(ARCHIVE_FATAL);
        if ((bytes += static_cast<std::uint64_t>(n)) > archive_bytes) throw reject("makes it larger than 2 GiB");
        stop_if_interrupted();
        if (!file.write(block.data(), n)) throw OutputError(fmt::format("{} cannot be written", path.string()));
      }
    }
  }

  struct Temporary {
    std::string path;
    ~Temporary() {
      std::error_code ignored;
      if (!path.empty()) fs::remove_all(path, ignored);
    }
  };
  std::string folder_;
  Temporary made_;
};

/// Holds every file of an archive, which is unpacked in the folder, to its checksum, by the sha256sum that every system
/// has. Of the folder only regular files are read.
void check_sums(const std::string& folder, const std::string& archive) {
  const auto refused = [&](const std::string& why) {
    return UserError("ARCHIVE: {}: {}; accepted: what `make archive` wrote, the .tar.gz or its folder",
                     shortened(archive), printable(why));
  };
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
  const Unpacked archive(options.archive);
  const auto& folder = archive.folder();
  check_sums(folder, options.archive);
  const auto tolerances = read_result(folder + "/tolerances.json", "tolerances-1");
  if (!tolerances.contains("all") || !tolerances["all"].contains("numbers"))
    throw UserError("ARCHIVE: {}: its tolerances.json has no all.numbers; accepted: what `make archive` wrote",
                    shortened(options.archive));
  std::vector<json> archived;
  if (!fs::is_directory(folder + "/results"))
    throw UserError("ARCHIVE: {}: it has no folder results; accepted: what `make archive` wrote",
                    shortened(options.archive));
  for (const auto& entry : fs::directory_iterator(folder + "/results")) {
    const auto id = entry.path().stem().string();
    if (options.names.empty() || std::find(options.names.begin(), options.names.end(), id) != options.names.end())
      archived.push_back(read_result(entry.path().string(), "experiment-1", id));
  }
  if (archived.empty() || (!options.names.empty() && archived.size() != options.names.size()))
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
