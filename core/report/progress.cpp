// SPDX-License-Identifier: MIT
#include "core/report/progress.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>

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

Checkpoint::Checkpoint(const ResumeFile& file) : path_(file.path), last_(Clock::now()) {
  if (path_.empty()) return;
  {
    std::ifstream in(path_);
    std::string line;
    if (std::getline(in, line) && line == file.key)
      while (std::getline(in, line)) {
        std::istringstream words(line);
        std::size_t i;
        std::vector<double> row;
        std::string end;
        if (!(words >> i)) continue;
        for (double x; words >> x;) row.push_back(x);
        words.clear();
        if (words >> end && end == ";") rows_[i] = row;
      }
  }
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), error);
  out_.open(path_);  // written anew, so that a torn line is gone
  out_ << file.key << "\n";
  for (const auto& [i, row] : rows_) put(i, row);
}

const std::vector<double>* Checkpoint::find(std::size_t i) const {
  const auto it = rows_.find(i);
  return it == rows_.end() ? nullptr : &it->second;
}

void Checkpoint::put(std::size_t i, const std::vector<double>& row) {
  if (path_.empty()) return;
  const std::lock_guard lock(mutex_);
  out_ << i;
  for (const double x : row) out_ << fmt::format(" {:.17g}", x);
  out_ << " ;\n";
  const auto now = Clock::now();
  if (now - last_ < std::chrono::seconds(2)) return;
  out_.flush();
  last_ = now;
}

void Checkpoint::finish() {
  if (path_.empty()) return;
  out_.close();
  std::error_code error;
  std::filesystem::remove(path_, error);
}

void parallel_for(std::size_t n, const std::function<void(std::size_t)>& work) {
  oneapi::tbb::parallel_for(std::size_t(0), n, work);
}

}  // namespace polhode
