// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

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
  /// For other work, which may take `times` the limit.
  Forecast(Work work, double limit, double times = 1);
  /// Receives the finished share; a smaller share than before is a new beginning. Throws UserError and Interrupted.
  void operator()(double share);

 private:
  Work work_;
  double limit_, times_, begin_, done_ = 0;
  Progress progress_;
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
