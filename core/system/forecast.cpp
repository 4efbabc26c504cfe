// SPDX-License-Identifier: MIT
#include "core/system/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"

namespace polhode {

Forecast::Forecast(Work work, double limit)
    : work_(std::move(work)), limit_(limit), begin_(processor_time()), progress_(work_.name, 1) {}

void Forecast::operator()(double share) {
  stop_if_interrupted();
  if (share < done_) begin_ = processor_time();
  progress_.add(share - done_);
  done_ = share;
  const double seconds = processor_time() - begin_, needed = seconds / share;
  if (seconds > std::min(2.0, limit_) && needed > limit_)
    throw UserError(
        "{}: {:g} is given; its {} would take {:.4g} s; accepted: {} about {:.2g}, or a longer --time-limit "
        "than {:g}",
        work_.field, work_.value, work_.name, needed, work_.smaller ? "from" : "up to",
        work_.smaller ? work_.value * needed / limit_ : work_.value * limit_ / needed, limit_);
}

}  // namespace polhode
