// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// What the user is told: mistakes, the nearest name, where output went.
namespace polhode {

/// Exit codes of every command.
enum class Exit : int {
  ok = 0,
  internal = 1,     ///< our fault
  wrong_input = 2,  ///< one line said what; nothing was written
  unfinished = 3,   ///< a run did not finish, or an expected verdict changed; the file was written
  slower = 4,
  not_comparable = 5,
  less_accurate = 6,
  no_output = 7,  ///< output cannot be written
  interrupted = 130,
};

/// A mistake of the user's: one line with the field or flag, what was given, and what is accepted.
struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Output that cannot be written.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The candidate nearest to a mistyped name (edit distance), or "" if none is near.
std::string nearest_name(std::string_view given, const std::vector<std::string>& candidates);

/// "NAME is not a WHAT; did you mean X?" or, if no name is near, the list of all.
std::string unknown_name(std::string_view what, std::string_view given, const std::vector<std::string>& candidates);

/// Writes a file by a temporary name and a rename, making its folder if needed. Throws OutputError.
void write_file(const std::string& path, const std::string& text);

/// Reads a whole file, or standard input for "-". Throws UserError.
std::string read_file(const std::string& path);

}  // namespace polhode
