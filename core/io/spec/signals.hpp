// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/io/spec/csv_table.hpp"
#include "core/io/spec/units.hpp"
#include "core/torques/signal.hpp"

namespace polhode::reading {

/// Context for reading a torque: the user's axes and units, and the body that it turns.
template <class T>
struct Context {
  Rotation<Body, Body, T> axes;  ///< principal to user
  Units<T> units;
  Vec<Body, T> moments{};  ///< principal
  std::vector<std::string>& warnings;
  std::string folder;                 ///< of files that the spec names
  T t0{0};                            ///< when the motion starts
  std::optional<Vec<Body, T>> lever;  ///< mass times the vector from the pivot to the centre, if there is a pivot
  std::vector<SampledControl<T>>* sampled = nullptr;  ///< where controllers that sample go
  Vec<Body, T> Omega{};                               ///< at t0, principal axes

  template <class F>
  Vec<F, T> placed(const Vec<F, T>& v) const {
    if constexpr (std::is_same_v<F, Body>)
      return inverse(axes) * v;
    else
      return v;
  }
};

/// A file beside the spec's.
inline std::string in_folder(const std::string& name, const std::string& folder) {
  return name.starts_with("/") ? name : folder + name;
}

/// The times of a table, in the unit of the spec. Numbers are in its `time_unit`; dates count from the first.
template <class T>
class TableTimes {
 public:
  TableTimes(const Given& table, const Context<T>& c) : table_(table), c_(c) {
    if (table.has("time_unit")) per_time_ = c.units.scale(table["time_unit"], of_time);
  }
  T of(const CsvTable::Row& row) {
    if (!row.is_date) return per_time_ * row.time.to<T>();
    if (!second_) {
      if (table_.has("time_unit"))
        table_.refuse("time_unit", "given with times that are dates; accepted: without, as they are in seconds");
      second_ = scalar_cast<T>(float100(1 / c_.units.in_si(2, table_.field).size));
      c_.warnings.push_back(fmt::format("{}: the times are dates; t = 0 is that of the first row", table_.path("csv")));
    }
    return *second_ * from_exact<T>(row.since_first, 0);
  }
  /// The file's unit of time, for velocities.
  T unit() const { return second_ ? *second_ : per_time_; }

 private:
  const Given table_;
  const Context<T>& c_;
  T per_time_{1};
  std::optional<T> second_;
};

/// A vector that depends on time: three numbers, or an object with a kind. A body vector is given in the user's axes.
/// `unit` is the value of a unit of its numbers; a table that names its own does without.
template <class F, class T>
Signal<F, T> signal(const Given& j, const Context<T>& c, const T& unit = T(1), const Measure& of = of_field);

}  // namespace polhode::reading
