// SPDX-License-Identifier: MIT
#include "core/system/user.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>

namespace polhode {

namespace {

/// Edit distance with transpositions of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last, last = now;
  }
  return last[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view given, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, given.size() / 3) + 1;
  for (const auto& name : candidates) {
    const auto d = edit_distance(given, name);
    if (d < best_distance) best = name, best_distance = d;
  }
  return best;
}

std::string unknown_name(std::string_view what, std::string_view given, const std::vector<std::string>& candidates) {
  const auto near = nearest_name(given, candidates);
  if (!near.empty()) return fmt::format("\"{}\" is not a {}; did you mean \"{}\"?", given, what, near);
  return fmt::format("\"{}\" is not a {}; accepted: {}", given, what, fmt::join(candidates, ", "));
}

void write_file(const std::string& path, const std::string& text) {
  namespace fs = std::filesystem;
  const fs::path target(path), folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const auto fail = [&](const std::string& why) {
    throw OutputError(fmt::format("{}: cannot be written: {}", path, why));
  };
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail(error.message());
  if (fs::is_directory(target, error)) fail("it is a directory");
  if (fs::exists(target, error) && !fs::is_regular_file(target, error)) {
    // A device or a pipe is written to, not replaced.
    std::ofstream out(target);
    if (!(out << text << std::flush)) fail(std::strerror(errno));
    return;
  }
  const fs::path temporary = folder / fmt::format(".{}.{}.tmp", target.filename().string(), ::getpid());
  {
    std::ofstream out(temporary, std::ios::binary);
    if (!(out << text << std::flush)) {
      const std::string why = std::strerror(errno);
      out.close();
      fs::remove(temporary, error);
      fail(why);
    }
  }
  fs::rename(temporary, target, error);
  if (error) {
    const auto why = error.message();
    fs::remove(temporary, error);
    fail(why);
  }
}

std::string read_file(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw UserError(fmt::format("{}: is a directory, a file is needed", path));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UserError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace polhode
