// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

namespace polhode {

/// Gauss's elimination, row by row: finds which rows are independent of the earlier ones, and how a row is composed of
/// them. Further columns of a row do not count and are carried along.
template <class T>
class Echelon {
 public:
  /// For this number of columns; numbers of at most this size are zero, which is 0 if nothing is rounded.
  explicit Echelon(std::size_t columns, const T& zero = T(0)) : columns_(columns), zero_(zero) {}

  /// The number of independent rows.
  std::size_t rank() const { return rows_.size(); }

  /// The rest of a row after subtraction of multiples of the earlier ones.
  std::vector<T> reduced(std::vector<T> row) const {
    for (const auto& [pivot, of] : rows_) {
      const T share = row[pivot] / of[pivot];
      for (std::size_t i = 0; i < row.size(); ++i) row[i] -= share * of[i];
    }
    return row;
  }

  /// Adds the row; false if it depends on the earlier ones.
  bool add(const std::vector<T>& row) {
    auto rest = reduced(row);
    std::size_t pivot = 0;
    for (std::size_t i = 1; i < columns_; ++i)
      if (size(rest[i]) > size(rest[pivot])) pivot = i;
    if (!(size(rest[pivot]) > zero_)) return false;
    rows_.emplace_back(pivot, std::move(rest));
    return true;
  }

 private:
  static T size(const T& x) { return x < T(0) ? T(-x) : x; }

  std::size_t columns_;
  T zero_;
  std::vector<std::pair<std::size_t, std::vector<T>>> rows_;
};

}  // namespace polhode
