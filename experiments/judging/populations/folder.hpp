// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "experiments/judging/populations/shards.hpp"

/// The folder of a sweep: spec.json, shard-0003-of-0016.json, the same with .partial.json, rows, result.json.
namespace polhode::populations {

/// Where a sweep's files are.
struct SweepFolder {
  std::string path;

  std::string spec() const { return path + "/spec.json"; }
  std::string result() const { return path + "/result.json"; }
  std::string shard(const ShardNumber& number) const { return path + "/" + number.file(); }
  std::string partial(const ShardNumber& number) const;
  std::string rows(const ShardNumber& number) const;
  /// Files of complete and partial shards, in order of their names.
  std::vector<std::string> shards() const;

  /// Throws UserError if another sweep than that of this canonical text is there.
  void check(const std::string& canonical) const;
  /// The same, and writes spec.json if it is not there.
  void claim(const std::string& canonical) const;
};

/// `asked`, or by the name of the spec's file and its identity a folder among the results.
SweepFolder sweep_folder(const std::string& asked, const std::string& spec_file, const std::string& canonical);

}  // namespace polhode::populations
