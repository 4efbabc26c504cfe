// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/geometry/so3.hpp"

namespace polhode {

/// Sees a cell of a table.
using SeeCell = std::function<void(const std::string& name, const nlohmann::ordered_json& value)>;
/// The cells of a value of this name: members of objects after a "_", items by their number; a quaternion is qw, qx, qy,
/// qz.
void flatten(const std::string& name, const nlohmann::ordered_json& value, const SeeCell& see);

/// A row of a trajectory: the names of its cells, which stay from row to row, and their numbers. It can be written as
/// JSON or as a line of a table.
class TrajectoryRow {
 public:
  enum class Kind { integer, number, vector, quaternion, attitude, other, group, end };
  struct Cell {
    Kind kind;
    std::string name;
  };

  /// Begins a new row, with the same cells in the same order.
  void clear() { numbers_.clear(), others_.clear(), laid_out_ = !cells_.empty(); }

  void integer(std::string_view name, std::int64_t n) { add(Kind::integer, name, {static_cast<double>(n)}); }
  void scalar(std::string_view name, double x) { add(Kind::number, name, {x}); }
  template <class F>
  void vector(std::string_view name, const Vec<F, double>& v) {
    add(Kind::vector, name, {v[0], v[1], v[2]});
  }
  template <class A, class B>
  void quaternion(std::string_view name, const Rotation<A, B, double>& R) {
    add(Kind::quaternion, name, {R.w, R.x, R.y, R.z});
  }
  /// A quaternion and its matrix.
  void attitude(std::string_view name, const Attitude<double>& R) {
    const auto m = matrix(R);
    add(Kind::attitude, name,
        {R.w, R.x, R.y, R.z, m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)});
  }
  void other(std::string_view name, nlohmann::ordered_json value) {
    add(Kind::other, name, {});
    others_.push_back(std::move(value));
  }
  /// Cells of an object of this name.
  void group(std::string_view name, const auto& cells) {
    add(Kind::group, name, {});
    cells(*this);
    add(Kind::end, name, {});
  }

  bool is_finite() const {
    return std::ranges::all_of(numbers_, [](double x) { return std::isfinite(x); });
  }
  /// All numbers in order; a row may have further cells that are not numbers.
  const std::vector<double>& numbers() const { return numbers_; }
  bool is_numbers() const { return others_.empty(); }
  nlohmann::ordered_json json() const;
  /// {"n": 0, "t": 0.0, ..} on one line.
  void append_json(std::string& out) const;
  /// The names, or the numbers, as a line of a table. An attitude is written as its quaternion.
  void append_csv_names(std::string& out) const;
  void append_csv(std::string& out) const;

 private:
  void add(Kind kind, std::string_view name, std::initializer_list<double> numbers) {
    if (!laid_out_) cells_.push_back({kind, std::string(name)});
    numbers_.insert(numbers_.end(), numbers);
  }

  std::vector<Cell> cells_;
  std::vector<double> numbers_;
  std::vector<nlohmann::ordered_json> others_;
  bool laid_out_ = false;
};

}  // namespace polhode
