// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/system/progress.hpp"

namespace polhode {

/// The default limit of a reference, or of the search for a step, in seconds of the processor.
inline constexpr double usual_time_limit = 120;

/// The default limit of a run: a day.
inline constexpr double usual_run_limit = 86400;

/// Follows long work: shows its progress, handles interrupts, and ends it as soon as it is seen to take too long.
/// Seconds are processor time of the calling thread: other programs do not count.
class Forecast {
 public:
  /// Description of the work: its name, and the field of the user's `value` that makes it longer if it is larger, or if
  /// it is `smaller`.
  struct Work {
    std::string name, field;
    double value;
    bool smaller = false;
  };
  /// For a reference of a motion of this `time`; `limit` is in seconds.
  Forecast(std::string field, double time, double limit) : Forecast({"reference", std::move(field), time}, limit) {}
  Forecast(Work work, double limit);
  /// Receives the finished share; a smaller share than before is a new beginning. Throws UserError and Interrupted.
  void operator()(double share);

 private:
  Work work_;
  double limit_, begin_, done_ = 0;
  Progress progress_;
};

}  // namespace polhode
