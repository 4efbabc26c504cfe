// SPDX-License-Identifier: MIT
#include "core/system/user.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cfenv>
#include <climits>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <set>
#include <utility>

#include "core/system/foreign_code.hpp"

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

/// Bytes of the character of UTF-8 that `text` begins with; 0 if it begins with none.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if ((first >= 0x80 && first < 0xc2) || first > 0xf4) return 0;
  const auto n = static_cast<std::size_t>(std::max(1, std::countl_one(first)));
  if (n > text.size()) return 0;
  for (std::size_t i = 1; i < n; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  return n;
}

/// Whether a terminal obeys a character instead of showing it: controls of ASCII and C1; U+2028 and 2029, which end
/// lines; and U+200E, 200F, 202A to 202E and 2066 to 2069, which turn the direction of what follows.
bool is_control(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7f;
  if (character.size() == 2) return byte(0) == 0xc2 && byte(1) < 0xa0;
  if (character.size() != 3 || byte(0) != 0xe2) return false;
  const int point = 0x2000 + ((byte(1) & 0x3f) << 6) + (byte(2) & 0x3f);
  return point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
         (point >= 0x2066 && point <= 0x2069);
}

/// The text with `write(c)` in place of each control c, and of each byte that is not UTF-8; `kept` says of a rest how
/// many bytes of it stay as they are.
std::string without_controls(std::string_view text, const auto& kept, const auto& write) {
  std::string out;
  while (!text.empty()) {
    std::size_t n = kept(text);
    const bool stays = n > 0;
    if (!stays) n = character(text);
    if (stays || (n > 0 && !is_control(text.substr(0, n))))
      out += text.substr(0, n);
    else
      n = std::max<std::size_t>(n, 1), out += write(text.substr(0, n));
    text.remove_prefix(n);
  }
  return out;
}
std::string bytes_of(std::string_view c) {
  std::string out;
  for (const char byte : c) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  return without_controls(
      text, [](std::string_view) { return std::size_t(0); }, bytes_of);
}

std::string printable_lines(std::string_view text) {
  const auto kept = [](std::string_view rest) -> std::size_t {
    if (rest[0] == '\n' || rest[0] == '\t') return 1;
    for (const std::string_view colour : {"\033[0m", "\033[1m", "\033[31m", "\033[32m", "\033[33m"})
      if (rest.starts_with(colour)) return colour.size();
    return 0;
  };
  return without_controls(text, kept, bytes_of);
}

std::string printable_json(std::string_view text) {
  const auto kept = [](std::string_view rest) { return std::size_t(rest[0] == '\n'); };
  return without_controls(text, kept, [](std::string_view c) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(c[i])); };
    const unsigned point = c.size() == 1   ? byte(0)
                           : c.size() == 2 ? (byte(0) & 0x1f) << 6 | (byte(1) & 0x3f)
                                           : (byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
    return fmt::format("\\u{:04x}", point);
  });
}

std::string shell_word(const std::string& text) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || std::strchr("_./-", c); };
  if (!text.empty() && std::ranges::all_of(text, plain)) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string shortened(std::string_view given) {
  constexpr std::size_t most = 60;
  const auto whole = printable(given.substr(0, 4 * most));
  if (whole.size() <= most && given.size() <= 4 * most) return whole;
  std::size_t n = 0;  // not through a character
  while (n + std::max<std::size_t>(character(std::string_view(whole).substr(n)), 1) <= most - 3)
    n += std::max<std::size_t>(character(std::string_view(whole).substr(n)), 1);
  return whole.substr(0, n) + "...";
}

std::string nearest_name(std::string_view given, const std::vector<std::string>& candidates) {
  std::string best;
  if (given.size() > 200) return best;  // no name is as long
  // Something must be left of it: any two letters are two changes from any others.
  std::size_t best_distance =
      std::min(std::max<std::size_t>(2, given.size() / 3) + 1, std::max<std::size_t>(2, given.size()));
  for (const auto& name : candidates) {
    const auto d = edit_distance(given, name);
    if (d < best_distance) best = name, best_distance = d;
  }
  return best;
}

std::string unknown_name(std::string_view what, std::string_view given, const std::vector<std::string>& candidates) {
  std::string near;  // all that are as near as the nearest: figure9 is as near to figure1 as to figure8
  if (const auto nearest = nearest_name(given, candidates); !nearest.empty())
    for (const auto& name : candidates)
      if (edit_distance(given, name) == edit_distance(given, nearest))
        near += fmt::format("{}\"{}\"", near.empty() ? "" : ", ", name);
  const auto article = std::string_view("aeio").find(what[0]) != std::string_view::npos ? "an" : "a";
  const auto begin = fmt::format("\"{}\" is not {} {}; ", shortened(given), article, what);
  if (!near.empty()) return begin + fmt::format("did you mean {}?", near);
  const std::size_t shown = what == "method" ? 10 : 30;  // of methods there is a list to look at
  const auto some = std::vector(candidates.begin(), candidates.begin() + std::min(shown, candidates.size()));
  const auto more = candidates.size() - some.size();
  return begin + fmt::format("accepted: {}{}", fmt::join(some, ", "), more ? fmt::format(" and {} more", more) : "") +
         (more && what == "method" ? " (polhode list methods --all)" : "");
}

namespace {

namespace fs = std::filesystem;

/// "" or why not all of it was written.
std::string written(int file, std::string_view text) {
  while (!text.empty()) {
    const auto n = ::write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::strerror(errno);
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

/// The modes that the user's mask leaves to new files.
mode_t new_mode() {
  static const mode_t mask = [] {
    const auto m = ::umask(0);
    ::umask(m);
    return m;
  }();
  return 0666 & ~mask;
}

/// What a path points to, through links, even if it is not there.
fs::path pointed_to(fs::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links) {
    const auto to = fs::read_symlink(path, error);
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  return path;
}

constexpr std::string_view temporary_name = ".polhode-", temporary_end = "XXXXXX.tmp";

/// A new file, through no link, that is locked for as long as it is open; -1 if there can be none.
int open_temporary(std::string& path) {
  for (const auto pattern = path;; path = pattern) {
    const int file = ::mkostemps(path.data(), 4, O_CLOEXEC);
    if (file < 0) return file;
    ::flock(file, LOCK_EX);
    struct stat is;
    if (::fstat(file, &is) == 0 && is.st_nlink > 0) return file;
    ::close(file);  // it was taken for one that was left behind before it was locked
  }
}

/// Names of temporary files, for the handler of a signal.
struct Unfinished {
  std::atomic<bool> used;
  char path[PATH_MAX];
};
Unfinished unfinished[8];

void note_unfinished(const std::string& path) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  for (auto& slot : unfinished)
    if (!slot.used && path.size() < sizeof slot.path) {
      std::memcpy(slot.path, path.c_str(), path.size() + 1);
      slot.used = true;
      return;
    }
}
void forget_unfinished(const std::string& path) {
  for (auto& slot : unfinished)
    if (slot.used && path == slot.path) slot.used = false;
}

/// Temporary files of programs that have ended without a word hold no lock: those in this folder go, once a process.
void remove_left_behind(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> seen;
  std::error_code error;
  const auto place = fs::canonical(folder, error);
  if (const std::lock_guard lock(mutex); error || !seen.insert(place).second) return;
  for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error)) {
    const auto name = at->path().filename().string();
    if (!name.starts_with(temporary_name) || !name.ends_with(".tmp") ||
        name.size() != temporary_name.size() + temporary_end.size())
      continue;
    const int file = ::open(at->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat is;
    if (file >= 0 && ::fstat(file, &is) == 0 && S_ISREG(is.st_mode) && is.st_uid == ::geteuid() &&
        ::flock(file, LOCK_EX | LOCK_NB) == 0)
      ::unlink(at->path().c_str());
    if (file >= 0) ::close(file);
  }
}

}  // namespace

void remove_unfinished() noexcept {
  for (auto& slot : unfinished)
    if (slot.used) ::unlink(slot.path);
}

void hold_standard_streams() {
  constexpr int modes[] = {O_WRONLY, O_RDONLY, O_RDWR};  // of the first two: reading and writing fail, as they should
  for (int file = 0; file < 3; ++file)
    if (::fcntl(file, F_GETFD) < 0) [[maybe_unused]]
      const int held = ::open("/dev/null", modes[file]);
}

void print(std::string_view text) {
  check_numbers();
  if (const auto why = written(STDOUT_FILENO, printable_lines(text)); !why.empty())
    throw OutputError("standard output: cannot be written: " + why);
}

void check_path(const std::string& path) {
  const auto refuse = [&](const char* why) {
    throw UserError("\"{}\": {}; accepted: the name of a file", shortened(path), why);
  };
  if (path.empty()) refuse("no name is given");
  if (path.find('\0') != path.npos) refuse("a name with a NUL is given");
  for (std::string_view rest = path; !rest.empty(); rest.remove_prefix(character(rest)))
    if (character(rest) == 0) refuse("it is not valid UTF-8");
  for (const auto& name : fs::path(path))
    if (name.native().size() > 255) refuse("a name of more than 255 bytes is given");
}

Output::Output(const std::string& path) : path_(path) {
  check_path(path);
  if (path == "-") {
    path_ = "standard output", file_ = STDOUT_FILENO;
    return;
  }
  std::error_code error;
  const fs::path given(path), folder = given.has_parent_path() ? given.parent_path() : fs::path(".");
  fs::create_directory(folder, error);  // one: of a path of many that are not there, most is mistyped
  if (error) fail(error.message());
  const auto kind = fs::status(given, error).type();
  if (kind == fs::file_type::directory) fail("it is a directory");
  if (path.starts_with("/dev/") || (kind != fs::file_type::regular && kind != fs::file_type::not_found)) {
    file_ = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);  // a device or a pipe is written to, not replaced
    if (file_ < 0) fail(std::strerror(errno));
    return;
  }
  const auto target = pointed_to(given);
  target_ = target.string();
  if (kind == fs::file_type::regular && ::access(target_.c_str(), W_OK) != 0) fail(std::strerror(errno));
  const auto its_folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  remove_left_behind(its_folder);
  auto temporary = (its_folder / fmt::format("{}{}", temporary_name, temporary_end)).string();
  file_ = open_temporary(temporary);
  if (file_ < 0) fail(std::strerror(errno));
  temporary_ = temporary;
  note_unfinished(temporary_);
  struct stat before;
  const bool replaces = ::stat(target_.c_str(), &before) == 0;
  ::fchmod(file_, replaces ? before.st_mode & 07777 : new_mode());  // else it stays its owner's
}

Output::~Output() {
  if (file_ > STDERR_FILENO) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str()), forget_unfinished(temporary_);
}

void Output::fail(const std::string& why) {
  throw OutputError(fmt::format("{}: cannot be written: {}", path_, why));
}

void Output::write(std::string_view text) {
  check_numbers();
  if (const auto why = written(file_, text); !why.empty()) fail(why);
}

void Output::commit() {
  check_numbers();
  if (file_ == STDOUT_FILENO) return;
  if (temporary_.empty()) {
    if (::close(std::exchange(file_, -1)) != 0) fail(std::strerror(errno));
    return;
  }
  if (::fsync(file_) != 0) fail(std::strerror(errno));
  // It is renamed while it is locked, or another program could take it for one that was left behind.
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(std::strerror(errno));
  forget_unfinished(std::exchange(temporary_, {}));
  ::close(std::exchange(file_, -1));
  const auto folder = fs::path(target_).parent_path();
  if (const int f = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); f >= 0)
    ::fsync(f), ::close(f);  // the new name, too
}

void write_file(const std::string& path, const std::string& text) {
  Output out(path);
  out.write(text);
  out.commit();
}

void check_apart(const std::vector<std::pair<std::string, std::string>>& outputs) {
  const auto place = [](const std::string& path) {
    std::error_code error;
    const auto given = fs::absolute(pointed_to(path == "-" ? "/dev/stdout" : path), error);
    auto found = fs::weakly_canonical(given, error);
    return error ? given : found;  // what standard output is need not have a name
  };
  for (auto a = outputs.begin(); a != outputs.end(); ++a)
    for (auto b = outputs.begin(); b != a; ++b) {
      const auto& [flag, path] = *a;
      if (path.empty() || b->second.empty() || path == "/dev/null" || place(path) != place(b->second)) continue;
      throw UserError("{}: {} is also the file of {}; accepted: another name", flag,
                      path == "-" ? "standard output" : shortened(path), b->first);
    }
}

std::string temporary_folder() {
  const char* given = std::getenv("TMPDIR");
  const std::string folder = given && *given ? given : "/tmp";
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw UserError("TMPDIR: {} is given, which is no folder; accepted: one for temporary files", shortened(folder));
  return folder;
}

namespace {

/// A file that is written.
struct Written {
  std::string flag, path;
  struct stat is;
};
std::vector<Written> written_files;

}  // namespace

void refuse_to_read(const std::vector<std::pair<std::string, std::string>>& outputs) {
  for (const auto& [flag, path] : outputs)
    if (Written file{flag, path, {}}; ::stat(path.c_str(), &file.is) == 0 && S_ISREG(file.is.st_mode))
      written_files.push_back(file);
}

Input::Input(const std::string& path) : name_(path == "-" ? "standard input" : path) {
  check_path(path);
  const bool standard = path == "-";
  file_ = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  try {
    struct stat is;
    if (file_ < 0 || ::fstat(file_, &is) != 0) refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
    for (const auto& file : written_files)
      if (is.st_dev == file.is.st_dev && is.st_ino == file.is.st_ino)
        throw UserError("{}: {} is given, which is read; accepted: another file", file.flag, shortened(file.path));
    if (S_ISDIR(is.st_mode)) refuse("is a directory, a file is needed");
    if (!standard && (S_ISCHR(is.st_mode) || S_ISBLK(is.st_mode))) refuse("is a device, a file is needed");
    if (!standard && S_ISFIFO(is.st_mode) && !path.starts_with("/dev/fd/") && !path.starts_with("/proc/"))
      refuse("is a pipe, a file is needed");
    if (!standard) ::fcntl(file_, F_SETFL, ::fcntl(file_, F_GETFL) & ~O_NONBLOCK);
    if (S_ISREG(is.st_mode)) size_ = static_cast<std::size_t>(is.st_size);
  } catch (...) {
    if (file_ > STDIN_FILENO) ::close(file_);
    throw;
  }
}

Input::~Input() {
  if (file_ > STDIN_FILENO) ::close(file_);
}

std::size_t Input::read(char* to, std::size_t most) {
  for (;;) {
    const auto n = ::read(file_, to, most);
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  }
}

void Input::refuse(const std::string& why) const {
  throw UserError("{}: {}", name_, why);
}

std::string read_file(const std::string& path) {
  Input in(path);
  const auto check = [&](std::size_t size) {
    if (size > most_bytes_read) in.refuse(fmt::format("longer than {} MB, which is refused", most_bytes_read >> 20));
  };
  check(in.size());
  std::string text;
  for (std::string block(1 << 16, '\0');;) {
    const auto n = in.read(block.data(), block.size());
    if (n == 0) return text;
    text.append(block, 0, n);
    check(text.size());
  }
}

bool numbers_were_changed() {
  // By what comes out, for libraries may set the registers of one unit of the processor only.
  volatile double one = 1, little = 0x1p-60, least = 0x1p-1022, denormal = 0x1p-1074;
  const bool nearest = one + little == one && one - little == one && -one - little == -one;
  const bool gradual = least / 2 > 0 && denormal * 0x1p+60 > 0;
  const bool changed = !nearest || !gradual || std::fegetround() != FE_TONEAREST ||
                       std::strcmp(std::localeconv()->decimal_point, ".") != 0;
  if (changed) std::fesetenv(FE_DFL_ENV), std::setlocale(LC_ALL, "C");
  return changed;
}

namespace {

/// Whether the processor rounds or takes small numbers otherwise: by its registers, in the time of a few operations.
bool registers_are_changed() {
#ifdef __SSE2__
  constexpr unsigned of_sse = 0xe040, of_x87 = 0x0c00;  // direction, and what flushes
  unsigned short x87;
  asm volatile("fnstcw %0" : "=m"(x87));
  return (__builtin_ia32_stmxcsr() & of_sse) != 0 || (x87 & of_x87) != 0;
#else
  return std::fegetround() != FE_TONEAREST;
#endif
}

std::atomic<pid_t> exits_watched = 0;  // of this process: children are their parent's to watch
std::atomic<bool> numbers_noted = false;
}  // namespace

void note_changed_numbers() {
  if (numbers_were_changed()) numbers_noted = true;
}

void note_changed_rounding() {
  if (registers_are_changed()) note_changed_numbers();
}

bool changed_numbers_are_noted() {
  note_changed_numbers();
  return numbers_noted.exchange(false);
}

void check_numbers() {
  if (exits_watched != ::getpid()) return;
  if (changed_numbers_are_noted())
    throw NumbersChanged(
        "a torque from a library, or what was loaded, changed the rounding mode or the format of numbers: the results "
        "are unreliable, and nothing more is written");
}

namespace {
thread_local bool thread_is_ours = false;
}  // namespace

void own_this_thread() {
  thread_is_ours = true;
}
bool owns_this_thread() {
  return thread_is_ours || ::gettid() == ::getpid();
}

void refuse_exit() {
  if (exits_watched != ::getpid()) return;
  constexpr std::string_view said = "polhode: something that was loaded, or a torque from a library, called exit\n";
  if (::write(STDERR_FILENO, said.data(), said.size()) < 0) {
  }
  remove_unfinished();
  exits_watched = 0;
  ::_exit(static_cast<int>(Exit::unfinished));
}

void watch_exits() {
  exits_watched = ::getpid();
  std::atexit(refuse_exit);
  std::at_quick_exit(refuse_exit);
}

void watch_no_exits() {
  exits_watched = 0;
}

}  // namespace polhode
