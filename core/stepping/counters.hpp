// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "core/geometry/vec.hpp"

/// Cost of a run, in counts that are the same on every machine.
namespace polhode {

/// Why a step failed.
enum class Failure : unsigned char {
  none,
  no_root,          ///< the branch of roots that begins at h = 0 ends before h
  step_too_large,   ///< beyond where the method knows the right root, or a rotation of half a turn
  no_convergence,   ///< an iteration that is part of the method did not end
  no_series,        ///< a torque is known by its values only, not by its Taylor series
  momentum_torque,  ///< a torque depends on the momentum in a way that the method does not support
  engine_failed,    ///< an engine (engines/polhode/engine.h) says so
  engine_refused,   ///< an engine does not take such a state or step
  no_body           ///< a moment of inertia is not positive, or the attitude not of length 1
};

/// In words, to be followed by "after n of m steps".
constexpr std::string_view text(Failure failure) {
  constexpr std::string_view words[] = {
      "",
      "no root on the branch from h -> 0",
      "the step is too large",
      "the iteration does not converge",
      "a torque is known by its values only, not by its Taylor series",
      "a torque depends on the momentum in a way that the method does not support",
      "the engine failed",
      "the engine refuses the step",
      "it is no body: moments of inertia must be positive, and the attitude a unit quaternion"};
  static_assert(std::size(words) == 1 + static_cast<std::size_t>(Failure::no_body));
  return words[static_cast<int>(failure)];
}

/// Whether the method never supports the problem, so that no other step helps.
constexpr bool never_supports(Failure failure) {
  return failure == Failure::no_series || failure == Failure::momentum_torque || failure == Failure::no_body;
}

/// Counters outside of runs: only the failure is kept, the rest compiles to nothing.
struct NoCounters {
  Failure failure = Failure::none;  ///< the first

  bool failed() const { return failure != Failure::none; }
  void fail(Failure why) {
    if (!failed()) failure = why;
  }
  void count_torque(int = 1) {}
  void count_iteration() {}
};

/// Counts of one run.
struct Counters : NoCounters {
  std::int64_t torque_evaluations = 0;
  std::int64_t solver_iterations = 0;

  void count_torque(int evaluations = 1) { torque_evaluations += evaluations; }
  void count_iteration() { ++solver_iterations; }
};

/// A problem whose torque evaluations are counted, invisibly to methods. Without a torque nothing is counted.
template <class P, class CountersType>
struct Counted : P {
  CountersType* counters;

  const P& without_counter() const { return *this; }

  auto torque(const auto&... args) const {
    if constexpr (!std::is_same_v<decltype(P::torque(args...)), Zero>) counters->count_torque();
    return P::torque(args...);
  }
  template <class... Args>
  requires requires(const P& problem, const Args&... args) { problem.affine(args...); }
  auto affine(const Args&... args) const {
    counters->count_torque();
    return P::affine(args...);
  }
};

/// The problem without its counter: start and read are not part of a step.
const auto& uncounted(const auto& problem) {
  if constexpr (requires { problem.without_counter(); })
    return problem.without_counter();
  else
    return problem;
}

}  // namespace polhode
