// SPDX-License-Identifier: MIT
#pragma once

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <system_error>

namespace polhode {

/// The elapsed seconds of the clock.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

/// The end of work that may take this many seconds of the clock from now on.
struct TimeLimit {
  struct Passed {};

  double seconds;
  Stopwatch watch{};

  /// Throws Passed if this much more work, in seconds, will not be done in time.
  void check(double more = 0) const {
    if (std::isfinite(seconds) && watch.seconds() + more > seconds) throw Passed{};
  }
};

/// The time of a system clock, in seconds. Throws std::system_error if there is none.
inline double time_of(clockid_t clock) {
  std::timespec t;
  if (::clock_gettime(clock, &t) != 0) throw std::system_error(errno, std::generic_category(), "clock_gettime");
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
/// Seconds of processor time of this thread: other programs do not count.
inline double processor_time() {
  return time_of(CLOCK_THREAD_CPUTIME_ID);
}

/// Seconds of one call, repeated until it has taken `enough` seconds together. If `repeats` is known to be enough,
/// shorter attempts are skipped.
template <class Work, class Now = double (*)()>
double seconds_of(const Work& work, double enough, std::int64_t repeats = 1, const Now& now = processor_time) {
  if (repeats > 1) work();  // caches and predictors hold other work
  for (;; repeats *= 4) {
    const double begin = now();
    for (std::int64_t i = 0; i < repeats; ++i) work();
    const double seconds = now() - begin;
    if (seconds > enough) return seconds / static_cast<double>(repeats);
  }
}

}  // namespace polhode
