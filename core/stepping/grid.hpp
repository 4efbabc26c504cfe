// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace polhode {

/// The instants of a run. The number of steps is the truth; times are t0 + n h, never a running sum. A list of
/// steps is used cyclically. Steps may be negative; they are in the units of time of the problem. Nothing is checked.
template <class T>
class Grid {
 public:
  /// `steps` steps of size h from t0.
  static Grid of_step(const T& t0, const T& h, std::int64_t steps) { return Grid(t0, {h}, steps, {}); }
  /// `steps` equal steps, at least one, from t0 to exactly t0 + duration.
  static Grid of_duration(const T& t0, const T& duration, std::int64_t steps) {
    return Grid(t0, {duration / T(static_cast<double>(steps))}, steps, duration);
  }
  /// `steps` steps from t0, their sizes taken in turn from the list, which is not empty.
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
    return t0_ + (T(static_cast<double>(n / size)) * period_ + offsets_[n % size]);
  }

  /// Steps n .. stop-1 of one size: step m of them starts at base + (m - origin) h.
  struct Stretch {
    T base;
    std::int64_t origin;
    T h;
    std::int64_t stop;

    T t(std::int64_t m) const { return base + T(static_cast<double>(m - origin)) * h; }
  };

  /// The steps from n on that have the same size, up to `end`: all of them on a uniform grid, one on a cyclic one.
  Stretch stretch(std::int64_t n, std::int64_t end) const {
    if (cycle_.size() == 1) return {t0_, 0, cycle_[0], end};
    return {time(n), n, cycle_[static_cast<std::size_t>(n) % cycle_.size()], n + 1};
  }

 private:
  Grid(const T& t0, std::vector<T> cycle, std::int64_t steps, std::optional<T> duration)
      : t0_(t0), cycle_(std::move(cycle)), steps_(steps), duration_(std::move(duration)) {
    T sum(0);
    for (const T& h : cycle_) offsets_.push_back(sum), sum += h;
    period_ = sum;
  }

  T t0_;
  std::vector<T> cycle_, offsets_;
  T period_{0};
  std::int64_t steps_;
  std::optional<T> duration_;
};

}  // namespace polhode
