// SPDX-License-Identifier: MIT
#include "core/system/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace polhode {

namespace {

bool takes_colours() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value ? value : "");
  };
  static const bool takes = ::isatty(STDOUT_FILENO) && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  return takes;
}

}  // namespace

std::string coloured(std::string_view text, Colour colour) {
  if (!takes_colours()) return std::string(text);
  const auto* code = colour == Colour::bold    ? "1"
                     : colour == Colour::green ? "32"
                     : colour == Colour::red   ? "31"
                                               : "33";
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

std::string coloured_verdict(std::string_view verdict, std::size_t width) {
  return coloured(fmt::format("{:<{}}", verdict, width), verdict == "reproduced"       ? Colour::green
                                                         : verdict == "not-reproduced" ? Colour::red
                                                                                       : Colour::yellow);
}

}  // namespace polhode
