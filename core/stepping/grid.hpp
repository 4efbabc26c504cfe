// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/geometry/real.hpp"

namespace polhode {

/// The instants of a run. The number of steps decides; times are t0 + n h, never a running sum. A list of steps is used
/// cyclically. Steps may be negative; they are in the problem's unit of time. Nothing is checked.
template <class T>
class Grid {
 public:
  /// A break this near to a node, in steps, counts as the node.
  static constexpr double slack = 1e-9;

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

  /// The same time in equal steps between the breaks inside it: as few as possible, none longer than those of this
  /// uniform grid.
  Grid aligned(const std::vector<T>& breaks) const {
    return divided(breaks, [&](Grid& all, const T& begin, const T& end) {
      const double steps = std::ceil(static_cast<double>((end - begin) / cycle_[0]) - slack);
      const std::int64_t n = steps < 1 ? 1 : static_cast<std::int64_t>(steps);
      all.add({all.steps_, begin, begin, all.steps_, T(end - begin) / T(static_cast<double>(n))}, n);
    });
  }
  /// The steps of this uniform grid, cut at the breaks inside them.
  Grid cut(const std::vector<T>& breaks) const {
    return divided(breaks, [&](Grid& all, const T& begin, const T& end) {
      const auto node = [&](const T& t, double round) {
        return static_cast<std::int64_t>(std::floor(static_cast<double>((t - t0_) / cycle_[0]) + round));
      };
      const std::int64_t first = node(begin, 1 - slack), last = std::min(node(end, slack), steps_);
      if (first > last) return all.add({all.steps_, begin, begin, all.steps_, T(end - begin)}, 1);
      const T a = first == 0 ? t0_ : time(first), b = time(last), h = cycle_[0];
      const auto apart = [&](const T& x, const T& y) { return static_cast<double>((y - x) / h) > slack; };
      if (apart(begin, a)) all.add({all.steps_, begin, begin, all.steps_, T(a - begin)}, 1);
      if (last > first) all.add({all.steps_, a, t0_, all.steps_ - first, h}, last - first);
      if (apart(b, end)) all.add({all.steps_, b, b, all.steps_, T(end - b)}, 1);
    });
  }
  /// Steps first .. stop - 1 as a grid of its own.
  Grid part(std::int64_t first, std::int64_t stop) const {
    if (pieces_.empty()) {
      auto cycle = cycle_;
      std::rotate(cycle.begin(), cycle.begin() + first % static_cast<std::int64_t>(cycle.size()), cycle.end());
      return of_cycle(time(first), std::move(cycle), stop - first);
    }
    Grid some(time(first), cycle_, stop - first, T(time(stop) - time(first)));
    for (auto at = piece(first); at != pieces_.end() && at->first < stop; ++at) {
      auto begun = *at;
      if (begun.first < first) begun.begin = time(first), begun.first = first;
      begun.first -= first, begun.origin -= first;
      some.pieces_.push_back(begun);
    }
    return some;
  }

  /// The instants in the scalar U.
  template <class U>
  Grid<U> in() const {
    const auto number = [](const T& x) { return scalar_cast<U>(x); };
    std::vector<U> cycle;
    for (const T& h : cycle_) cycle.push_back(number(h));
    Grid<U> grid(number(t0_), std::move(cycle), steps_, {});
    if (duration_) grid.duration_ = number(*duration_);
    for (const auto& p : pieces_)
      grid.pieces_.push_back({p.first, number(p.begin), number(p.base), p.origin, number(p.h)});
    return grid;
  }

  std::int64_t steps() const { return steps_; }
  /// The steps in turn, as requested, before any division at breaks.
  const std::vector<T>& cycle() const { return cycle_; }
  /// Whether all steps have one size.
  bool uniform() const { return cycle_.size() == 1 && pieces_.size() <= 1; }
  T first_step() const { return pieces_.empty() ? cycle_.front() : pieces_.front().h; }
  const T& t0() const { return t0_; }

  /// The n-th instant, n = 0 .. steps.
  T time(std::int64_t n) const {
    if (n == steps_ && duration_) return t0_ + *duration_;
    if (!pieces_.empty()) {
      const auto& at = *piece(n);
      return n == at.first ? at.begin : at.base + T(static_cast<double>(n - at.origin)) * at.h;
    }
    const auto size = static_cast<std::int64_t>(cycle_.size());
    return t0_ + (T(static_cast<double>(n / size)) * period_ + offsets_[static_cast<std::size_t>(n % size)]);
  }

  /// The first of the nodes from `from` on that is not before t, in the sense of the grid; or the last one.
  std::int64_t first_node(const T& t, std::int64_t from) const {
    const bool backwards = time(steps_) < t0_;
    for (std::int64_t end = steps_; from < end;) {
      const std::int64_t middle = from + (end - from) / 2;
      if (backwards ? time(middle) > t : time(middle) < t)
        from = middle + 1;
      else
        end = middle;
    }
    return from;
  }

  /// Steps n .. stop-1 of one size: step m of them starts at base + (m - origin) h.
  struct Segment {
    T base;
    std::int64_t origin;
    T h;
    std::int64_t stop;

    T t(std::int64_t m) const { return base + T(static_cast<double>(m - origin)) * h; }
  };

  /// The steps from n on that have the same size, up to `end`: all of them on a uniform grid, one on a cyclic one.
  Segment segment(std::int64_t n, std::int64_t end) const {
    return pieces_.empty() && cycle_.size() == 1 ? Segment{t0_, 0, cycle_[0], end} : segment_of_some(n, end);
  }

 private:
  template <class>
  friend class Grid;

  /// Not part of loops.
  [[gnu::noinline]] Segment segment_of_some(std::int64_t n, std::int64_t end) const {
    if (pieces_.empty()) return {time(n), n, cycle_[static_cast<std::size_t>(n) % cycle_.size()], n + 1};
    const auto at = piece(n), next = at + 1;
    return {at->base, at->origin, at->h, next == pieces_.end() ? end : std::min(end, next->first)};
  }
  /// Steps of one size from `first` on; step m of them starts at base + (m - origin) h.
  struct Piece {
    std::int64_t first;
    T begin, base;
    std::int64_t origin;
    T h;
  };
  auto piece(std::int64_t n) const {
    return std::upper_bound(pieces_.begin() + 1, pieces_.end(), n,
                            [](std::int64_t m, const Piece& p) { return m < p.first; }) -
           1;
  }
  void add(const Piece& p, std::int64_t steps) { pieces_.push_back(p), steps_ += steps; }
  /// Calls add(grid, begin, end) for the intervals between the breaks inside, in the sense of the run.
  Grid divided(std::vector<T> breaks, const auto& add) const {
    const T end = time(steps_), h = cycle_[0];
    std::erase_if(breaks, [&](const T& t) {
      return !(static_cast<double>((t - t0_) / h) > slack && static_cast<double>((end - t) / h) > slack);
    });
    if (breaks.empty()) return *this;
    std::sort(breaks.begin(), breaks.end(), [&](const T& a, const T& b) { return (a - b) / h < T(0); });
    Grid all(t0_, cycle_, 0, T(end - t0_));
    T begin = t0_;
    breaks.push_back(end);
    for (const T& t : breaks) {
      if (!(static_cast<double>((t - begin) / h) > slack)) continue;  // two breaks in one place
      add(all, begin, t), begin = t;
    }
    return all;
  }

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
  std::vector<Piece> pieces_;  ///< none if steps are as requested
};

}  // namespace polhode
