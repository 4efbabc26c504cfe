// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/judging/populations/products.hpp"

/// Parts of a sweep as files, and their sum (schema polhode/shard/1).
namespace polhode::populations {

/// Bodies first .. end-1.
struct Range {
  std::uint64_t first, end;

  friend auto operator<=>(const Range&, const Range&) = default;
};

/// Shard i of N, 1 <= i <= N.
struct ShardNumber {
  std::uint64_t i = 1, N = 1;

  Range bodies(std::uint64_t in_all) const;
  std::string name() const;  ///< 0003-of-0016

  friend bool operator==(const ShardNumber&, const ShardNumber&) = default;
};
/// "3/16". Throws UserError, also if there are more shards than bodies.
ShardNumber read_shard_number(const std::string& text, std::uint64_t bodies);

/// The data that must agree in all parts of a sweep.
struct Origin {
  std::string version, build, arithmetic;

  friend bool operator==(const Origin&, const Origin&) = default;
};
/// The provenance of this program on this machine. `arithmetic` represents the last bits of the mathematics library and
/// the compiler's flags.
Origin this_origin();

/// The content of a file: the sums of some bodies of a sweep.
struct Shard {
  std::string path;  ///< for messages
  std::string spec;  ///< canonical text
  Origin origin;
  std::optional<ShardNumber> number;  ///< of a part that one run has made
  Range bodies{};                     ///< of a sum: all
  std::uint64_t done = 0;             ///< a partial one holds the bodies before it
  bool by_clock = false;              ///< a limit of time per case was given: results depend on the machine's speed
  std::string result;                 ///< JSON text
  double seconds = 0;                 ///< that it took

  bool partial() const { return number && done < bodies.end; }
};
/// Whether they are one shard of one sweep, whoever made them.
inline bool same_part(const Shard& a, const Shard& b) {
  return a.spec == b.spec && a.number == b.number;
}
/// "shard 3/16 of the sweep 8b81..".
std::string part_name(const Shard& shard);

/// The duration and the machine, which are not compared.
struct ShardTime {
  double seconds, cpu_seconds;
  int threads;
};

/// The text of a file, with its checksum.
std::string shard_text(const Shard& shard, const std::optional<ShardTime>& time);
/// Reads a file and checks all that can be checked. Throws Damaged, or UserError for another schema.
Shard parse_shard(const std::string& text, const std::string& path);
/// Writes a file, unless its content is the same: then not even its time changes. Throws OutputError.
void write_if_changed(const std::string& path, const std::string& text);

/// The sum of shards.
struct Merged {
  std::uint64_t N;                      ///< of which they are
  Shard sum;                            ///< of all bodies that are there
  std::vector<Range> gaps;              ///< bodies that are missing: then the sum is not that of the sweep
  std::vector<std::string> duplicates;  ///< paths that add nothing
};

/// Adds complete shards of one sweep and one N. Throws UserError if they are of different sweeps, programs or
/// arithmetic, or if one contradicts itself.
Merged merge(std::vector<Shard> shards);

/// The folder of a sweep: spec.json, shard-0003-of-0016.json, partial ones with .partial.json, rows, result.json.
struct SweepFolder {
  std::string path;

  std::string spec() const { return path + "/spec.json"; }
  std::string result() const { return path + "/result.json"; }
  std::string shard(const ShardNumber& number) const { return path + "/shard-" + number.name() + ".json"; }
  std::string partial(const ShardNumber& number) const { return path + "/shard-" + number.name() + ".partial.json"; }
  std::string rows(const ShardNumber& number) const { return path + "/rows-" + number.name() + ".csv"; }
  /// Files of complete and partial shards, in order of their names.
  std::vector<std::string> shards() const;

  /// Throws UserError if it has another sweep than this canonical text.
  void check(const std::string& canonical) const;
  /// Checks the sweep, and writes spec.json if it is missing.
  void claim(const std::string& canonical) const;
};

/// `asked`, or a folder among the results, named by the spec's file and its identity.
SweepFolder sweep_folder(const std::string& asked, const std::string& spec_file, const std::string& canonical);

}  // namespace polhode::populations
