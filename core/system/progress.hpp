// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/stepping/interrupt.hpp"
#include "core/system/stopwatch.hpp"

/// Work on all cores, and a line with the remaining time.
namespace polhode {

/// A progress line with an ETA on standard error: only on a terminal, and only after two seconds. The cost of a
/// piece of work is whatever the caller adds up (steps, say), so unequal pieces do not mislead.
class Progress {
 public:
  Progress(std::string label, double total_cost);
  ~Progress();  ///< removes the line
  void add(double cost);

 private:
  std::string label_;
  double total_, done_ = 0;
  bool terminal_, shown_ = false;
  Stopwatch watch_;
  double last_ = 0;  ///< when it was shown, in seconds
  std::mutex mutex_;
};

/// Shows a line of progress in place of the last one, an empty one when the work is over. Returns false if it does not,
/// so that a terminal may. It is called from any thread and does not throw.
using ShowsProgress = std::function<bool(std::string_view line)>;
/// Lets a host, such as an interpreter, show progress from now on. Call it once, before any work.
void show_progress_by(ShowsProgress host);

/// From now on the first Ctrl-C (or SIGTERM) is noted, and ends the program with exit code 130 if it does not end
/// itself within 0.7 s; the second one ends it at once.
void watch_interrupts();
bool interrupted();
/// While one lives, Ctrl-C is noted, ends runs, and is handed on to the host, an interpreter, which goes on.
class NotedInterrupts {
 public:
  NotedInterrupts();
  ~NotedInterrupts();  ///< gives Ctrl-C back to the host
  NotedInterrupts(const NotedInterrupts&) = delete;
};
/// Throws Interrupted if an interrupt was noted.
void stop_if_interrupted();

/// Limits the number of threads that work at once while it lives; 0: as many as there are cores.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  static int now();  ///< how many may work

 private:
  std::shared_ptr<void> control_;  ///< the limit of oneTBB, which lasts as long
};

/// A hash of a text (FNV-1a, 64 bits); texts can be hashed piece by piece.
std::uint64_t content_hash(std::string_view text, std::uint64_t so_far = 0xcbf29ce484222325);
/// A hash of a program or library: of its linker's hash (--build-id), else of the whole file.
std::uint64_t binary_hash(const std::string& path, std::uint64_t so_far);
/// A hash of everything that this process executes: the program, its libraries, loaded code.
std::uint64_t program_hash();

/// Calls work(i) for i = 0 .. n-1 on all cores, in any order. Results must go to places of their own. Throws
/// Interrupted between pieces.
void parallel_for(std::size_t n, const std::function<void(std::size_t)>& work);

}  // namespace polhode
