// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>

/// Work on all cores, and a line that says how long it will still take.
namespace polhode {

/// A progress line with an ETA on standard error: only on a terminal, and only after two seconds. The cost of a
/// piece of work is whatever the caller adds up (steps, say), so unequal pieces do not mislead.
class Progress {
 public:
  Progress(std::string label, double total_cost);
  ~Progress();  ///< removes the line
  void add(double cost);

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  double total_;
  double done_ = 0;
  bool terminal_, shown_ = false;
  Clock::time_point start_, last_;
  std::mutex mutex_;
};

/// Calls work(i) for i = 0 .. n-1 on all cores, in any order. Results must go to places of their own.
void parallel_for(std::size_t n, const std::function<void(std::size_t)>& work);

}  // namespace polhode
