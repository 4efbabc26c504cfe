// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ctime>

/// Times that other programs do not count in.
namespace polhode {

/// Seconds of this thread on the processor.
inline double processor_time() {
  std::timespec t;
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Seconds of one call, repeated until it has taken `enough` seconds together. Where `repeats` is known to be enough,
/// shorter attempts need not find it.
template <class Work>
double seconds_of(const Work& work, double enough, std::int64_t repeats = 1) {
  if (repeats > 1) work();  // caches and predictors are another's
  for (;; repeats *= 4) {
    const double begin = processor_time();
    for (std::int64_t i = 0; i < repeats; ++i) work();
    const double seconds = processor_time() - begin;
    if (seconds > enough) return seconds / static_cast<double>(repeats);
  }
}

}  // namespace polhode
