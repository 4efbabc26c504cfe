// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>

#include "experiments/judging/populations/shards.hpp"

namespace polhode::populations {

/// Every case as a row of an SQLite table `cases`, every body as one of `bodies`, for those who want to ask more than
/// the products say. Rows of a case that is run again replace the former ones.
class Rows {
 public:
  /// Opens or makes the file. Throws OutputError, as all that follows.
  Rows(const std::string& path, const SweepSpec& spec);
  ~Rows();

  /// Any thread may call it.
  void add(const DrawnBody& body, std::span<const Case> cases);
  /// What was added is on the disk.
  void commit();

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

/// Whether a file holds these bodies with all of their cases.
bool has_rows(const std::string& path, const Range& bodies, std::uint64_t cases_of_body);

}  // namespace polhode::populations
