// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

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

/// Where a long computation keeps what it has found. Rows of another key, of another program say, are not taken.
struct ResumeFile {
  std::string path;  ///< "": nowhere
  std::string key;
};

/// Rows of numbers of a long computation, appended to a file every two seconds, so that an interrupted one goes on
/// where it was. A row is taken back only if it was written whole.
class Checkpoint {
 public:
  explicit Checkpoint(const ResumeFile& file);
  /// The row found by an earlier run, or null.
  const std::vector<double>* find(std::size_t i) const;
  void put(std::size_t i, const std::vector<double>& row);
  void finish();  ///< all rows are in use elsewhere: removes the file

 private:
  using Clock = std::chrono::steady_clock;

  std::string path_;
  std::map<std::size_t, std::vector<double>> rows_;
  std::ofstream out_;
  Clock::time_point last_;
  std::mutex mutex_;
};

/// Calls work(i) for i = 0 .. n-1 on all cores, in any order. Results must go to places of their own.
void parallel_for(std::size_t n, const std::function<void(std::size_t)>& work);

}  // namespace polhode
