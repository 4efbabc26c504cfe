// SPDX-License-Identifier: MIT
#include "core/system/progress.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <set>

#include "core/system/foreign_code.hpp"
#include "core/system/user.hpp"

namespace polhode {

namespace {

ShowsProgress host;

/// It replaces the last line.
void show(std::string_view line) {
  if (host && host(line)) return;
  if (!::isatty(STDERR_FILENO)) return;
  fmt::print(stderr, "\r\033[K{}", line);
  std::fflush(stderr);
}

volatile std::sig_atomic_t asked_to_stop = 0;

/// Work that does not look up for so long is left where it is; files are renamed when they are whole.
constexpr ::itimerval patience{{0, 0}, {0, 700000}};

void note(int signal) {
  asked_to_stop = 1;
  std::signal(signal, SIG_DFL);  // the next one is not asked
  ::setitimer(ITIMER_REAL, &patience, nullptr);
}

void end_at_once(int) {
  constexpr char line[] = "polhode: interrupted; files are valid\n";
  remove_unfinished();
  watch_no_exits();  // this exit is ours
  [[maybe_unused]] const auto said = ::write(STDERR_FILENO, line, sizeof line - 1);
  ::_exit(static_cast<int>(Exit::interrupted));
}

std::mutex noted_mutex;
int noted_count = 0;
struct ::sigaction of_host;

/// Sees every thread that begins to work for any part of the program.
struct Owner : oneapi::tbb::task_scheduler_observer {
  Owner() { observe(true); }
  void on_scheduler_entry(bool) override { own_this_thread(); }
};

}  // namespace

void show_progress_by(ShowsProgress shown_by) {
  host = std::move(shown_by);
}

Progress::Progress(std::string label, double total_cost)
    : label_(std::move(label)), total_(total_cost), terminal_(host || ::isatty(STDERR_FILENO)) {}

Progress::~Progress() {
  if (shown_) show("");
}

void Progress::add(double cost) {
  if (!terminal_) return;
  const std::lock_guard lock(mutex_);
  done_ += cost;
  const double seconds = watch_.seconds();
  if (seconds < 2 || seconds - last_ < 0.1) return;
  last_ = seconds, shown_ = true;
  const double share = std::clamp(done_ / std::max(total_, 1e-300), 1e-6, 1.0);
  constexpr int width = 24;
  const int full = static_cast<int>(share * width);
  show(fmt::format("{} [{}{}] {:3.0f} %  ETA {:.0f} s", label_, std::string(full, '#'), std::string(width - full, '.'),
                   100 * share, seconds * (1 / share - 1)));
}

void watch_interrupts() {
  std::signal(SIGALRM, end_at_once);
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}
bool interrupted() {
  return asked_to_stop != 0;
}

NotedInterrupts::NotedInterrupts() {
  const std::lock_guard lock(noted_mutex);
  if (noted_count++ > 0) return;
  struct ::sigaction noting {};
  noting.sa_handler = [](int signal) {
    asked_to_stop = 1;
    runs_interrupted = true;
    const auto hears = of_host.sa_handler;
    if (!(of_host.sa_flags & SA_SIGINFO) && hears != SIG_DFL && hears != SIG_IGN) hears(signal);
  };
  ::sigaction(SIGINT, &noting, &of_host);
}
NotedInterrupts::~NotedInterrupts() {
  const std::lock_guard lock(noted_mutex);
  if (--noted_count > 0) return;
  ::sigaction(SIGINT, &of_host, nullptr);
  asked_to_stop = 0;
  runs_interrupted = false;
}
void stop_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

Forecast::Forecast(Work work, double limit, double times)
    : work_(std::move(work)),
      limit_(times * limit),
      times_(times),
      begin_(processor_time()),
      progress_(work_.name, 1) {}

void Forecast::operator()(double share) {
  stop_if_interrupted();
  if (share < done_) begin_ = processor_time();
  progress_.add(share - done_);
  done_ = share;
  const double seconds = processor_time() - begin_, needed = seconds / share;
  if (seconds > std::min(2.0, limit_) && needed > limit_)
    throw UserError(
        "{}: {:g} is given; its {} would take {:.4g} s; accepted: {} about {:.3g}, or a longer --time-limit, of about "
        "{:.2g}",
        work_.field, work_.value, work_.name, needed, work_.smaller ? "from" : "up to",
        work_.smaller ? 1.05 * work_.value * needed / limit_ : 0.95 * work_.value * limit_ / needed,
        1.05 * needed / times_);
}

using oneapi::tbb::global_control;

ThreadLimit::ThreadLimit(int threads) {
  if (threads > 0)
    control_ =
        std::make_shared<global_control>(global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
}
int ThreadLimit::now() {
  return static_cast<int>(global_control::active_value(global_control::max_allowed_parallelism));
}

std::uint64_t content_hash(std::string_view text, std::uint64_t so_far) {
  for (const char c : text) so_far = (so_far ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return so_far;
}

std::uint64_t binary_hash(const std::string& path, std::uint64_t so_far) {
  using namespace std::string_literals;
  std::ifstream in(path, std::ios::binary);
  std::string block(4096, 0);
  const auto read = [&] {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    return std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount()));
  };
  auto part = read();
  const auto note = part.find("\3\0\0\0GNU\0"s);  // of NT_GNU_BUILD_ID: 20 bytes in the first page
  if (note != part.npos) return content_hash(part.substr(note + 8, 20), so_far);
  for (; !part.empty(); part = read()) so_far = content_hash(part, so_far);
  return so_far;
}

std::uint64_t program_hash() {
  oneapi::tbb::parallel_for(0, 1, [](int) {});  // which loads a part of itself when first used
  std::set<std::string> files;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (const auto path = line.find('/'); path != line.npos && line.find(" r-xp ") != line.npos)
      files.insert(line.substr(path));
  std::uint64_t hash = content_hash("polhode");
  for (const auto& file : files) hash = binary_hash(file, hash);
  return hash;
}

void own_working_threads() {
  static Owner owner;
}

void parallel_for(std::size_t n, const std::function<void(std::size_t)>& work) {
  oneapi::tbb::parallel_for(std::size_t(0), n, [&](std::size_t i) {
    stop_if_interrupted();
    work(i);
    note_changed_numbers();  // a thread has its own
  });
}

}  // namespace polhode
