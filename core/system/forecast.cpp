// SPDX-License-Identifier: MIT
#include "core/system/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"

namespace polhode {

Forecast::Forecast(std::string field, double time, double limit)
    : field_(std::move(field)), time_(time), limit_(limit), begin_(processor_time()), progress_("reference", 1) {}

void Forecast::operator()(double share) {
  stop_if_interrupted();
  if (share < done_) begin_ = processor_time();
  progress_.add(share - done_);
  done_ = share;
  const double seconds = processor_time() - begin_, needed = seconds / share;
  if (seconds > std::min(2.0, limit_) && needed > limit_)
    throw UserError(
        "{}: {:g} is given; its reference would take {:.0f} s; accepted: up to about {:.2g}, or a longer "
        "--time-limit than {:g}",
        field_, time_, needed, time_ * limit_ / needed, limit_);
}

}  // namespace polhode
