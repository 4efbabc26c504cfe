// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>

#include "experiments/judging/populations/products.hpp"

namespace polhode::populations {

/// Every case as a row of an SQLite table `cases`, for those who want to ask more than the products say. Rows of a case
/// that is run again replace the former ones.
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

/// Whether a file holds the cases first .. end - 1.
bool has_rows(const std::string& path, std::uint64_t first, std::uint64_t end);

}  // namespace polhode::populations
