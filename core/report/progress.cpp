// SPDX-License-Identifier: MIT
#include "core/report/progress.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace polhode {

Progress::Progress(std::string label, double total_cost)
    : label_(std::move(label)),
      total_(total_cost),
      terminal_(::isatty(STDERR_FILENO)),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

void Progress::add(double cost) {
  if (!terminal_) return;
  const std::lock_guard lock(mutex_);
  done_ += cost;
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - start_).count();
  if (seconds < 2 || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now, shown_ = true;
  const double share = std::clamp(done_ / total_, 1e-6, 1.0);
  constexpr int width = 24;
  const int full = static_cast<int>(share * width);
  fmt::print(stderr, "\r\033[K{} [{}{}] {:3.0f} %  ETA {:.0f} s", label_, std::string(full, '#'),
             std::string(width - full, '.'), 100 * share, seconds * (1 / share - 1));
  std::fflush(stderr);
}

void parallel_for(std::size_t n, const std::function<void(std::size_t)>& work) {
  oneapi::tbb::parallel_for(std::size_t(0), n, work);
}

}  // namespace polhode
