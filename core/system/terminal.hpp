// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Colours, which are written to a terminal but not to a file.
namespace polhode {

/// Colour of a verdict, or of the most important line.
enum class Colour { bold, green, red, yellow };

/// The text in this colour if standard output is a terminal, and unchanged otherwise: in pipes and files, for
/// TERM=dumb, and where NO_COLOR is set and not empty (https://no-color.org).
std::string coloured(std::string_view text, Colour colour);

/// "reproduced" in green, "not-reproduced" in red, "undecidable" in yellow; padded to a width in columns.
std::string coloured_verdict(std::string_view verdict, std::size_t width = 0);

}  // namespace polhode
