// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Colours and widths of terminals, which files do not have.
namespace polhode {

/// Colour of a verdict, or of the most important line.
enum class Colour { bold, green, red, yellow };

/// The text in this colour if standard output is a terminal, and unchanged otherwise: in pipes and files, for
/// TERM=dumb, and where NO_COLOR is set and not empty (https://no-color.org).
std::string coloured(std::string_view text, Colour colour);

/// Text for people: lines that are wider than the terminal (COLUMNS, or its own answer) are broken at spaces, and go on
/// below the last of their columns. In pipes and files without COLUMNS they stay.
std::string fitted(std::string_view text);

}  // namespace polhode
