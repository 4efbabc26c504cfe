// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/system/progress.hpp"

namespace polhode {

/// Seconds of the processor that a reference, or the search for a step, may take unless the user says otherwise.
inline constexpr double usual_time_limit = 120;

/// The same for a run: a day.
inline constexpr double usual_run_limit = 86400;

/// Follows long work: shows its progress, hears interrupts, and ends it as soon as it is seen to take too long. Seconds
/// are those of the thread that calls, on the processor: other programs do not count.
class Forecast {
 public:
  /// What is said of the work: its name, and the field where the user has given a `value` for which it takes longer the
  /// larger it is, or the `smaller`.
  struct Work {
    std::string name, field;
    double value;
    bool smaller = false;
  };
  /// Of a reference of a motion of this `time`; `limit` is in seconds.
  Forecast(std::string field, double time, double limit) : Forecast({"reference", std::move(field), time}, limit) {}
  Forecast(Work work, double limit);
  /// Is told the share that is done; less than before is a new beginning. Throws UserError and Interrupted.
  void operator()(double share);

 private:
  Work work_;
  double limit_, begin_, done_ = 0;
  Progress progress_;
};

}  // namespace polhode
