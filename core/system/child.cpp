// SPDX-License-Identifier: MIT
#include "core/system/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"

namespace polhode {

namespace {

/// A message is its kind, its length and its bytes.
enum class Kind : std::uint32_t { sent, threw, failed, done };
struct Header {
  Kind kind;
  std::uint32_t size;
};

/// The side of the child.
int live(int file, const std::function<void(const Send&)>& work) {
  for (const int s : {SIGINT, SIGTERM, SIGALRM}) std::signal(s, SIG_DFL);
  if (const int nowhere = ::open("/dev/null", O_WRONLY); nowhere >= 0)
    ::dup2(nowhere, STDOUT_FILENO), ::dup2(nowhere, STDERR_FILENO);  // its last words are the parent's to say
  std::string buffer;
  int messages = 0;
  const auto write = [&](Kind kind, std::string_view text) {
    const Header header{kind, static_cast<std::uint32_t>(text.size())};
    buffer.append(reinterpret_cast<const char*>(&header), sizeof header);
    buffer.append(text);
    constexpr int at_once = 16;  // of what crashes early something is seen
    if (messages++ >= at_once && buffer.size() <= 1 << 15 && kind == Kind::sent) return;
    for (std::string_view rest = buffer; !rest.empty();) {
      const auto n = ::write(file, rest.data(), rest.size());
      if (n < 0 && errno != EINTR) ::_exit(1);  // nobody listens
      if (n > 0) rest.remove_prefix(static_cast<std::size_t>(n));
    }
    buffer.clear();
  };
  try {
    work([&](std::string_view text) { write(Kind::sent, text); });
    write(Kind::done, "");
  } catch (const ChildFailed& e) {
    write(Kind::failed, e.what());
  } catch (const std::exception& e) {
    write(Kind::threw, e.what());
  } catch (...) {
    write(Kind::threw, "something that is not a std::exception");
  }
  return 0;
}

/// A process that does `work`, which writes to a file and returns the exit code. With this object it ends, if it has
/// not ended, and is forgotten.
class Child {
 public:
  explicit Child(const std::function<int(int file)>& work) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error(fmt::format("no pipe: {}", std::strerror(errno)));
    pid_ = ::fork();
    if (pid_ == 0) ::prctl(PR_SET_PDEATHSIG, SIGKILL), ::close(ends[0]), ::_exit(work(ends[1]));
    ::close(ends[1]), file_ = ends[0];
    if (pid_ > 0) return;
    ::close(file_);
    throw std::runtime_error(fmt::format("no process: {}", std::strerror(errno)));
  }
  ~Child() {
    ::close(file_);
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Hands on what it writes until it has ended, and how; nothing if `receive` wants no more. It may close its end and
  /// live on, or leave it to others when it ends. Throws ChildFailed with `late` if it takes more than `seconds`.
  std::optional<int> listen(
      double seconds, const std::string& late, const std::function<bool(std::string_view)>& receive,
      const std::function<void()>& meanwhile = [] {}) {
    const Stopwatch watch;
    bool closed = false;
    std::optional<int> status;
    for (std::string block(1 << 16, '\0');;) {
      stop_if_interrupted(), meanwhile();
      if (watch.seconds() > seconds) throw ChildFailed(fmt::format("{} within {:g} s", late, seconds));
      pollfd ready{closed ? -1 : file_, POLLIN, 0};
      const int look_up = status ? 0 : closed ? 1 : 50;  // milliseconds
      if (::poll(&ready, 1, look_up) <= 0) {
        if (status) return status;
        int how = 0;
        if (::waitpid(pid_, &how, WNOHANG) == pid_) pid_ = -1, status = how;  // what it wrote last may still be there
        continue;
      }
      const auto n = ::read(file_, block.data(), block.size());
      if (n < 0 && errno == EINTR) continue;
      closed = n <= 0;
      if (!closed && !receive(std::string_view(block).substr(0, static_cast<std::size_t>(n)))) return std::nullopt;
    }
  }

 private:
  pid_t pid_;
  int file_;
};

}  // namespace

void in_child(const std::function<void(const Send&)>& work, const std::function<void(std::string_view)>& receive,
              double seconds, const std::function<void()>& meanwhile) {
  Child child([&](int file) { return live(file, work); });
  std::string text;
  const auto status = child.listen(
      seconds, "it did not return",
      [&](std::string_view block) {
        text.append(block);
        std::size_t at = 0;
        for (Header header; text.size() - at >= sizeof header; at += sizeof header + header.size) {
          std::memcpy(&header, text.data() + at, sizeof header);
          if (text.size() - at - sizeof header < header.size) break;
          const auto message = std::string_view(text).substr(at + sizeof header, header.size);
          if (header.kind == Kind::threw) throw ChildFailed(fmt::format("it threw {}", message));
          if (header.kind == Kind::failed) throw ChildFailed(std::string(message));
          if (header.kind == Kind::done) return false;
          receive(message);
        }
        text.erase(0, at);
        return true;
      },
      meanwhile);
  if (!status) return;
  if (WIFSIGNALED(*status))
    throw ChildFailed(fmt::format("it crashed: signal {} ({})", WTERMSIG(*status), ::strsignal(WTERMSIG(*status))));
  throw ChildFailed(fmt::format("it ended the program with exit code {}", WEXITSTATUS(*status)));
}

Ended ended(const std::vector<std::string>& words, double seconds, const std::string& folder) {
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Child child([&](int file) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, STDIN_FILENO), ::dup2(file, STDOUT_FILENO), ::dup2(nowhere, STDERR_FILENO);
    if (::chdir(folder.c_str()) == 0) ::execvp(arguments[0], arguments.data());
    return 127;
  });
  constexpr std::size_t most = 1 << 20;
  std::string text;
  const int status = *child.listen(seconds, words.front() + " did not end", [&](std::string_view block) {
    text.append(block.substr(0, most - std::min(most, text.size())));
    return true;
  });
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, text};
}

}  // namespace polhode
