// SPDX-License-Identifier: MIT
#include "core/system/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace polhode {

namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool takes_colours() {
  static const bool takes = ::isatty(STDOUT_FILENO) && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  return takes;
}

/// Columns of the terminal; as many as there may be where there is none. Below 40 nothing can be read.
std::size_t columns() {
  constexpr std::size_t least = 40;
  if (const auto given = std::strtoul(variable("COLUMNS").data(), nullptr, 10); given > 0)
    return std::max(given, least);
  winsize size{};
  const bool is_told = ::isatty(STDOUT_FILENO) && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_told ? std::max<std::size_t>(size.ws_col, least) : std::string::npos;
}

}  // namespace

std::string fitted(std::string_view text) {
  const auto width = columns();
  std::string out;
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    // Where its last column begins: behind two spaces, in the left half; of running text, two to the right.
    const auto begin = std::min(line.find_first_not_of(' '), line.size());
    auto column = width == line.npos ? line.npos : line.rfind("  ", width / 2);
    column = column == line.npos || column < begin ? begin + 2 : line.find_first_not_of(' ', column);
    for (std::size_t indent = 0;; indent = column) {
      std::size_t seen = indent, at = 0, space = line.npos;  // columns, bytes
      for (bool escape = false; at < line.size() && seen <= width; ++at) {
        if (line[at] == ' ' && seen > indent + 1) space = at;
        escape = line[at] == '\033' || (escape && line[at - 1] != 'm');
        if (!escape && (line[at] & 0xC0) != 0x80) ++seen;
      }
      if (seen <= width || space == line.npos) break;
      out.append(line.substr(0, line.find_last_not_of(' ', space) + 1)).append("\n").append(column, ' ');
      line.remove_prefix(std::min(line.find_first_not_of(' ', space), line.size()));
    }
    out.append(line).append("\n");
  }
  return out;
}

std::string coloured(std::string_view text, Colour colour) {
  if (!takes_colours()) return std::string(text);
  constexpr const char* codes[] = {"1", "32", "31", "33"};  // as Colour has them
  return fmt::format("\033[{}m{}\033[0m", codes[static_cast<int>(colour)], text);
}

}  // namespace polhode
