// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <span>

#include "methods/lanes/ensemble.hpp"
#include "methods/lanes/pack.hpp"

namespace polhode {

inline namespace INSTRUCTIONS {

/// N bodies of an ensemble from the first on, or fewer: then the last one also fills the remaining lanes.
template <int N>
struct Slice {
  using T = Pack<N>;

  Ensemble& bodies;   ///< all of them
  std::size_t first;  ///< the first of the slice
  std::size_t count;  ///< their number

  /// A number of each body of the slice, from those of all.
  T load(std::span<const double> all) const {
    const auto mine = all.subspan(first, count);
    if (count == N) {
      T loaded;
      std::memcpy(loaded.x, mine.data(), sizeof loaded);
      return loaded;
    }
    return T::of([&](int i) { return mine[std::min<std::size_t>(i, count - 1)]; });
  }
  /// A number of each body from one of the ensemble's columns.
  T load(int k) const { return load(bodies.column(k)); }
  /// The bodies as one problem of packs.
  FreeBody<T> problem() const {
    return {{{load(0), load(1), load(2)}, {{load(3), load(4), load(5)}, {load(6), load(7), load(8), load(9)}}}};
  }
  /// Whether some of them have torques.
  bool turned() const {
    for (std::size_t i = 0; i < count; ++i)
      if (bodies.torques(first + i)) return true;
    return false;
  }
  /// Whether they are watched.
  bool watched() const { return !bodies.errors().empty(); }
  /// Stores the errors of watched bodies.
  void store(const InvariantErrors<T>& errors) const {
    for (std::size_t i = 0; i < count; ++i)
      bodies.errors()[first + i] = {errors.early[i], errors.late[i], errors.moment[i], errors.momentum[i]};
  }
  /// Shows the states of the bodies `where` after n steps.
  void show(const Mask<N>& where, const RigidState<T>& s, std::int64_t n) const {
    each(where, [&](int i, Ensemble::Ending&) {
      bodies.sampler->see(first + static_cast<std::size_t>(i), n,
                          {{s.Pi[0][i], s.Pi[1][i], s.Pi[2][i]}, {s.R.w[i], s.R.x[i], s.R.y[i], s.R.z[i]}});
    });
  }
  /// f(lane, ending) for the bodies `where`.
  void each(const Mask<N>& where, const auto& f) const {
    for (std::size_t i = 0; i < count; ++i)
      if (where[i]) f(static_cast<int>(i), bodies.endings()[first + i]);
  }
  /// The bodies `where` are to be moved one by one.
  void skip(const Mask<N>& where) const {
    each(where, [](int, Ensemble::Ending& ending) { ending.status = Status::skipped; });
  }
  /// Stores the states of the bodies `where` after this number of their steps.
  void store(const Mask<N>& where, const RigidState<T>& s, std::int64_t steps) const {
    store(where, s);
    const auto h = bodies.column(Ensemble::step).subspan(first), t = bodies.column(Ensemble::time).subspan(first);
    for (std::size_t i = 0; i < count; ++i)
      if (where[i]) t[i] += static_cast<double>(steps) * h[i];
  }
  /// Stores the states of the bodies `where`.
  void store(const Mask<N>& where, const RigidState<T>& s) const {
    const T numbers[] = {s.Pi[0], s.Pi[1], s.Pi[2], s.R.w, s.R.x, s.R.y, s.R.z};
    const bool all = count == N && all_of(where);
    for (int k = 0; k < 7; ++k) {
      const auto mine = bodies.column(Ensemble::momentum + k).subspan(first, count);
      if (all) std::memcpy(mine.data(), numbers[k].x, sizeof numbers[k]);
      for (std::size_t i = 0; i < count && !all; ++i)
        if (where[i]) mine[i] = numbers[k][static_cast<int>(i)];
    }
  }
};

}  // namespace INSTRUCTIONS

}  // namespace polhode
