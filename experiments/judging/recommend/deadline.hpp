// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <ctime>

namespace polhode::recommending {

/// Thrown out of a run when the time that a search may take is over.
struct OutOfTime {};

/// The end of a search: after so many seconds of the processor, all threads together, or four times as many by the clock,
/// whichever comes first.
class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds), used_(used()), begin_(Clock::now()) {}

  bool passed() const {
    return used() - used_ > seconds_ || std::chrono::duration<double>(Clock::now() - begin_).count() > 4 * seconds_;
  }
  void check() const {
    if (passed()) throw OutOfTime();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double used() {
    std::timespec t;
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }

  double seconds_, used_;
  Clock::time_point begin_;
};

}  // namespace polhode::recommending
