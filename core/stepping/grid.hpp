// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace polhode {

/// The instants of a run. The number of steps is the truth; times are t0 + n h, never a running sum. A list of
/// steps is used cyclically. Steps may be negative.
template <class T>
class Grid {
 public:
  /// `steps` steps of size h from t0.
  static Grid of_step(const T& t0, const T& h, std::int64_t steps) { return Grid(t0, {h}, steps, {}); }
  /// `steps` equal steps from t0 to exactly t0 + duration.
  static Grid of_duration(const T& t0, const T& duration, std::int64_t steps) {
    return Grid(t0, {duration / T(static_cast<double>(steps))}, steps, duration);
  }
  /// `steps` steps, their sizes taken from the list in turn.
  static Grid of_cycle(const T& t0, std::vector<T> cycle, std::int64_t steps) {
    return Grid(t0, std::move(cycle), steps, {});
  }

  std::int64_t steps() const { return steps_; }
  const std::vector<T>& cycle() const { return cycle_; }
  const T& t0() const { return t0_; }

  /// The n-th instant, n = 0 .. steps.
  T time(std::int64_t n) const {
    if (n == steps_ && duration_) return t0_ + *duration_;
    const auto size = static_cast<std::int64_t>(cycle_.size());
    return at(n / size, n % size);
  }

  /// Walks over the steps: where the next one starts, and how long it is.
  class Cursor {
   public:
    Cursor(const Grid& grid, std::int64_t n)
        : grid_(&grid),
          round_(n / static_cast<std::int64_t>(grid.cycle_.size())),
          place_(n % static_cast<std::int64_t>(grid.cycle_.size())) {}
    T t() const { return grid_->at(round_, place_); }
    const T& h() const { return grid_->cycle_[place_]; }
    void advance() {
      if (++place_ == static_cast<std::int64_t>(grid_->cycle_.size())) place_ = 0, ++round_;
    }

   private:
    const Grid* grid_;
    std::int64_t round_, place_;
  };

 private:
  Grid(const T& t0, std::vector<T> cycle, std::int64_t steps, std::optional<T> duration)
      : t0_(t0), cycle_(std::move(cycle)), steps_(steps), duration_(std::move(duration)) {
    T sum(0);
    for (const T& h : cycle_) offsets_.push_back(sum), sum += h;
    period_ = sum;
  }
  T at(std::int64_t round, std::int64_t place) const {
    return t0_ + (T(static_cast<double>(round)) * period_ + offsets_[place]);
  }

  T t0_;
  std::vector<T> cycle_, offsets_;
  T period_{0};
  std::int64_t steps_;
  std::optional<T> duration_;
};

}  // namespace polhode
