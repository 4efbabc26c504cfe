// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Messages to the user (errors, the nearest name, places of output) and files of the user.
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

/// A user's mistake: one line with the field or flag, what was given, and what is accepted.
struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
  template <class... A>
  requires(sizeof...(A) > 0) explicit UserError(fmt::format_string<A...> text, A&&... arguments)
      : std::runtime_error(fmt::format(text, std::forward<A>(arguments)...)) {}
};

/// Output that cannot be written.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Text that is safe for a terminal: control characters and invalid UTF-8 are written \x1b.
std::string printable(std::string_view text);
/// `printable` for whole lines: ends of lines, tabs and our colours (terminal.hpp) stay. All that is printed is so.
std::string printable_lines(std::string_view text);
/// `printable` for JSON, where controls are escaped: \u009b.
std::string printable_json(std::string_view text);

/// A text as one word of a shell command, whatever it contains.
std::string shell_word(const std::string& text);

/// A given value as messages repeat it: at most 60 bytes, printable.
std::string shortened(std::string_view given);

/// The candidate nearest to a mistyped name (edit distance), or "" if none is near.
std::string nearest_name(std::string_view given, const std::vector<std::string>& candidates);

/// "NAME is not a WHAT; did you mean X?" or, if no name is near, what is accepted: all, or the first of many.
std::string unknown_name(std::string_view what, std::string_view given, const std::vector<std::string>& candidates);

/// Writes printable_lines to standard output, at once. Throws OutputError if any of it is lost.
void print(std::string_view text);

/// A file that is there whole or not at all: output goes to a temporary file beside it, which is renamed by `commit`
/// once it is on the disk. The mode of a replaced file is kept; a link stays a link, and its target is replaced.
/// Devices and pipes are written to, "-" is standard output. Makes the folder if needed, and removes what a killed
/// program has left there. All throw OutputError.
class Output {
 public:
  explicit Output(const std::string& path);
  ~Output();  ///< without commit: nothing is left
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail(const std::string& why);

  std::string path_, target_, temporary_;  ///< temporary_: "" if it is written directly
  int file_ = -1;
};

/// Writes a whole file (Output).
void write_file(const std::string& path, const std::string& text);

/// Refuses outputs, given by their flags and paths ("" if there is none), that cannot all be written: two name one
/// file, or standard output. Throws UserError with the names of the flags.
void check_apart(const std::vector<std::pair<std::string, std::string>>& outputs);

/// The folder of temporary files: TMPDIR, or /tmp if it is empty or not set. Throws UserError if it is no folder.
std::string temporary_folder();

/// Refuses a path that no file system has or that is unsafe for a terminal: empty, with a NUL or not UTF-8, with a name
/// of more than 255 bytes. Throws UserError. It applies to all files that a user names for reading or writing.
void check_path(const std::string& path);

/// From here on, refuses to read these files, which their flags have written: they would be lost. Of each the flag and
/// the path; what is no regular file is left out.
void refuse_to_read(const std::vector<std::pair<std::string, std::string>>& outputs);

/// A file to read, or standard input for "-". Throws UserError, also for devices and for named pipes, which may never
/// be written to.
class Input {
 public:
  explicit Input(const std::string& path);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  /// The next bytes, as many as are available, up to `most`; 0 at the end.
  std::size_t read(char* to, std::size_t most);
  /// The bytes of a regular file; 0 for others.
  std::size_t size() const { return size_; }
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  std::string name_;
  int file_;
  std::size_t size_ = 0;
};

/// The largest size of a file that is read.
inline constexpr std::size_t most_bytes_read = std::size_t(64) << 20;

/// Reads a whole Input. Throws UserError, also for more than 64 MB.
std::string read_file(const std::string& path);

/// Whether loaded code has changed how numbers are rounded or written; restores both to their state at the start.
bool numbers_were_changed();

/// From here to watch_no_exits, an exit that is not ours (a library called it) is reported, with exit code 3.
void watch_exits();
void watch_no_exits();

/// Removes the temporary files that are being written; a signal handler may call it.
void remove_unfinished() noexcept;

/// Keeps closed standard streams closed: no opened file takes their place. To be called first.
void hold_standard_streams();

}  // namespace polhode
