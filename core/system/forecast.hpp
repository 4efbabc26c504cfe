// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/system/progress.hpp"

namespace polhode {

/// Seconds of the processor that a reference, or the search for a step, may take unless the user says otherwise.
inline constexpr double usual_time_limit = 120;

/// Follows the reference of a motion: shows its progress, hears interrupts, and ends it as soon as it is seen to take
/// too long. Seconds are those of the thread that calls, on the processor: other programs do not count.
class Forecast {
 public:
  /// `field` is where the user has said the `time` of the motion, `limit` is in seconds.
  Forecast(std::string field, double time, double limit);
  /// Is told the share that is done; less than before is a new beginning. Throws UserError and Interrupted.
  void operator()(double share);

 private:
  std::string field_;
  double time_, limit_, begin_, done_ = 0;
  Progress progress_;
};

}  // namespace polhode
