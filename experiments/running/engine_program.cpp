// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/io/json.hpp"
#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"
#include "experiments/running/engines.hpp"

// Engines that are programs: a line of JSON each way over pipes.
namespace polhode {

namespace {

using json = nlohmann::json;

/// What a program did instead of answering.
struct NoAnswer : NoBody {
  using NoBody::NoBody;
};

void await_end(pid_t pid) {
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

/// A process group that is gone with this, and with this program, however that ended: a process that looks leads it.
class Group {
 public:
  Group() {
    const pid_t program = ::getpid();
    leader_ = ::fork();
    if (leader_ == 0) {
      ::setpgid(0, 0);
      ::close_range(0, ~0u, 0);       // or pipes stay open that others have closed
      constexpr int look_up = 20000;  // microseconds
      while (::getppid() == program) ::usleep(look_up);
      ::kill(0, SIGKILL);
    }
    if (leader_ < 0) throw NoAnswer(fmt::format("no process: {}", std::strerror(errno)));
    ::setpgid(leader_, leader_);
  }
  ~Group() {
    ::kill(-leader_, SIGKILL), ::kill(leader_, SIGKILL);
    await_end(leader_);
  }
  Group(const Group&) = delete;
  pid_t id() const { return leader_; }

 private:
  pid_t leader_;
};

/// A command of the shell with its children, which are gone with this.
class Program {
 public:
  Program(const std::string& command, double seconds) : seconds_(seconds) {
    int in[2], out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) throw NoAnswer("no pipe");
    const char* text = command.c_str();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::setpgid(0, group_.id());
      ::dup2(in[0], STDIN_FILENO), ::dup2(out[1], STDOUT_FILENO);
      if (const int nowhere = ::open("/dev/null", O_WRONLY); nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
      for (const int s : {SIGINT, SIGTERM, SIGPIPE}) std::signal(s, SIG_DFL);
      ::execl("/bin/sh", "sh", "-c", text, nullptr);
      ::_exit(127);
    }
    ::close(in[0]), ::close(out[1]);
    to_ = in[1], from_ = out[0];
    ::fcntl(to_, F_SETFL, O_NONBLOCK);  // it may not read
    if (pid_ < 0) throw NoAnswer(fmt::format("no process: {}", std::strerror(errno)));
  }
  ~Program() {
    ::close(to_), ::close(from_);
    if (pid_ > 0) ::kill(pid_, SIGKILL), await_end(pid_);
  }
  Program(const Program&) = delete;

  /// The time of an answer begins, so many seconds for all that is sent and received until this is called again.
  void begin_answer(double most) { watch_ = {}, most_ = most; }
  /// Seconds since then.
  double waited() const { return watch_.seconds(); }
  void send(const json& request) {
    const auto text = request.dump() + "\n";
    for (std::string_view rest = text; !rest.empty();) {
      await(to_, POLLOUT);
      const auto n = write(rest);
      if (n < 0 && errno == EPIPE) return;  // what it has said before it ended is heard first
      if (n < 0 && errno != EINTR && errno != EAGAIN) throw NoAnswer(std::strerror(errno));
      if (n > 0) rest.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  /// What can be written now. A program that has ended is told of by the result, not by a signal.
  ssize_t write(std::string_view text) const {
    sigset_t pipe, before;
    ::sigemptyset(&pipe), ::sigaddset(&pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
    const auto n = ::write(to_, text.data(), text.size());
    const int error = errno;
    constexpr timespec now{};
    if (n < 0 && error == EPIPE) ::sigtimedwait(&pipe, nullptr, &now);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return n;
  }
  /// The next line.
  json receive() {
    constexpr std::size_t longest = std::size_t(1) << 20;  // 256 states are 50 kB
    std::size_t end;
    while ((end = buffer_.find('\n')) == std::string::npos && buffer_.size() <= longest) {
      await(from_, POLLIN);
      char block[1 << 16];
      const auto n = ::read(from_, block, sizeof block);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) throw NoAnswer(gone());
      buffer_.append(block, static_cast<std::size_t>(n));
    }
    if (std::min(end, buffer_.size()) > longest)
      throw NoAnswer(fmt::format("its answer is longer than {} MB, which is refused", longest >> 20));
    const auto line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    json answer;
    std::string why = "it is a value";
    try {
      answer = parse_json(line, "it");
    } catch (const UserError& e) {
      why = e.what();
    }
    if (!answer.is_object())
      throw NoAnswer(fmt::format("its answer is not a JSON object: {} ({})", shortened(line), why));
    return answer;
  }

 private:
  void await(int file, short event) {
    for (pollfd ready{file, event, 0};;) {
      stop_if_interrupted();
      if (waited() > most_) throw NoAnswer(fmt::format("it did not answer within {:g} s", seconds_));
      constexpr int look_up = 50;  // milliseconds
      if (::poll(&ready, 1, look_up) > 0) return;
    }
  }
  /// It has closed its output: how it ended, or that it goes on without it.
  std::string gone() {
    constexpr int patience = 20;  // hundredths of a second
    int status = 0;
    for (int i = 0; i < patience; ++i) {
      if (::waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        // The shell tells of a signal by 128 and its number.
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
                  signal = WIFSIGNALED(status) ? WTERMSIG(status) : code - 128;
        if (signal > 0 && signal < 65) return fmt::format("it crashed: signal {} ({})", signal, ::strsignal(signal));
        return fmt::format("it ended with exit code {}", code);
      }
      ::usleep(10000);
    }
    return "it has closed its output";
  }

  double seconds_, most_ = seconds_;
  Stopwatch watch_;
  Group group_;
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  std::string buffer_;
};

/// t, attitude, momentum.
struct Instant {
  double t = 0;
  polhode_state state{};
};
json to_json(const Instant& p) {
  const auto& [q, Pi] = p.state;
  return {p.t, q[0], q[1], q[2], q[3], Pi[0], Pi[1], Pi[2]};
}
Instant instant_of(const json& j) {
  constexpr std::size_t numbers = 8;
  const auto known = [](const json& x) { return x.is_number() || x.is_null(); };  // null: not a number
  if (!j.is_array() || j.size() != numbers || !std::all_of(j.begin(), j.end(), known))
    throw NoAnswer(fmt::format("a state of its answer is not [t, w, x, y, z, Pi1, Pi2, Pi3]: {}", shortened(j.dump())));
  double v[numbers];
  for (std::size_t i = 0; i < numbers; ++i) v[i] = j[i].is_null() ? NAN : j[i].get<double>();
  return {v[0], {{v[1], v[2], v[3], v[4]}, {v[5], v[6], v[7]}}};
}
std::string text_of(const json& answer, const char* key) {
  const auto& text = answer.at(key);
  const auto whole = text.is_string() ? printable(text.get<std::string>()) : text.dump();
  return whole.size() < POLHODE_WHY ? whole : shortened(whole);
}

/// A body in a process of its own. Steps that are foreseen are asked for many at a time, but no more than a tenth of
/// the time of an answer is enough for; the process is asked for the torque in between. Where it fails among several, a
/// new one takes them one by one, so that the last good state is known: in what is left of the time of that answer and
/// a tenth more. The step that fails then is not tried again.
class BodyOfProgram : public EngineBody {
 public:
  BodyOfProgram(std::string command, double seconds, std::string id, bool history, const double inertia[3],
                polhode_torque torque, void* context)
      : command_(std::move(command)),
        seconds_(seconds),
        history_(history),
        torque_(torque),
        context_(context),
        create_{{"create", std::move(id)},
                {"inertia", {inertia[0], inertia[1], inertia[2]}},
                {"torque", torque != nullptr}} {
    begin();
  }

  std::int32_t set(double t, const polhode_state& state) override {
    try {
      here_ = {t, state}, due_ = t;
      ahead_.clear(), late_.reset();
      if (foreseen_ && taken_ > 0) foreseen_.reset();  // the run goes back: one by one
      if (failed_) left_ = grace(), until_ = INT64_MAX;
      return put();
    } catch (const NoBody& e) {
      return fail(e);
    }
  }
  std::int32_t step(double h) override {
    try {
      if (ahead_.empty() && late_) return outcome(*late_);
      if (failed_ && failed_->h == h && std::abs(failed_->from - here_.t) < 0.5 * std::abs(h))
        throw NoAnswer(failed_->why);
      if (ahead_.empty()) ask(h);
      if (ahead_.empty()) return outcome(*late_);
      if (ahead_.front().h != h) {  // another one than was foreseen
        foreseen_.reset(), ahead_.clear(), late_.reset();
        if (const auto done = put(); done != POLHODE_DONE) return done;
        return step(h);
      }
      due_ += h;
      here_ = ahead_.front().place, ahead_.pop_front(), ++taken_;
      if (!(std::abs(here_.t - due_) <= 0.5 * std::abs(h))) {
        why_ = fmt::format("its time is {:g} instead of {:g}: it has reset itself, or does not step", here_.t, due_);
        return POLHODE_FAILED;
      }
      return POLHODE_DONE;
    } catch (const NoBody& e) {
      return fail(e);
    }
  }
  std::int32_t get(polhode_state& state) override {
    state = here_.state;
    return POLHODE_DONE;
  }
  std::string why() const override { return why_; }
  void foresee(const std::vector<double>& cycle, std::int64_t steps) override {
    if (!history_) foreseen_ = Foreseen{cycle, steps};
  }

 private:
  struct Foreseen {
    std::vector<double> cycle;
    std::int64_t steps;
  };
  struct Step {
    double h;
    Instant place;
  };
  struct Failed {
    double h, from;
    std::string why;
  };

  void begin() {
    program_.emplace(command_, seconds_);
    if (const auto answer = exchange(create_); answer.contains("refused") || answer.contains("failed"))
      throw NoBody(text_of(answer, answer.contains("refused") ? "refused" : "failed"));
  }
  std::int32_t put() {
    if (!program_) begin();
    return outcome(exchange({{"set", to_json(here_)}}));
  }
  double grace() const { return std::max(0.1 * seconds_, 1.0); }
  /// Sends a request and answers questions until its answer, all within the time of one, or what is left.
  json exchange(const json& request) {
    program_->begin_answer(left_.value_or(seconds_));
    struct Spent {
      BodyOfProgram& by;
      ~Spent() {
        if (by.left_) *by.left_ -= by.program_->waited();
      }
    } spent{*this};
    program_->send(request);
    for (;;) {
      auto answer = program_->receive();
      if (!answer.contains("torque")) return answer;
      const auto& at = answer["torque"];
      double v[5], T[3] = {0, 0, 0};
      if (!torque_) throw NoAnswer("it requests a torque, but the body has none");
      if (!at.is_array() || at.size() != 5) throw NoAnswer("it requests a torque without a time and a quaternion");
      for (std::size_t i = 0; i < 5; ++i) v[i] = at[i].is_number() ? at[i].get<double>() : NAN;
      torque_(context_, v[0], v + 1, T);
      program_->send({{"torque", {T[0], T[1], T[2]}}});
    }
  }
  /// The step h, and those after it that are foreseen.
  void ask(double h) {
    if (!program_) throw NoAnswer(why_);
    constexpr double longest_list = 256;
    const auto most =
        static_cast<std::int64_t>(std::clamp(0.1 * seconds_ / seconds_per_step_, 1.0, taken_ > 0 ? longest_list : 1.0));
    std::vector<double> list{h};
    if (foreseen_) {
      const auto& [cycle, steps] = *foreseen_;
      for (auto n = taken_ + 1; n < std::min(steps, taken_ + most); ++n)
        list.push_back(cycle[static_cast<std::size_t>(n) % cycle.size()]);
    }
    try {
      const auto answer = exchange({{"steps", list}});
      const auto states = answer.value("states", json::array());
      seconds_per_step_ = program_->waited() / static_cast<double>(list.size());
      const bool whole = states.size() == list.size();
      if (!states.is_array()) throw NoAnswer("its states are not a list");
      if (whole == (answer.contains("failed") || answer.contains("refused")))
        throw NoAnswer(fmt::format("it answers {} steps with {} states", list.size(), states.size()));
      for (std::size_t i = 0; i < std::min(states.size(), list.size()); ++i)
        ahead_.push_back({list[i], instant_of(states[i])});
      if (!whole) late_ = answer;
      if (taken_ + static_cast<std::int64_t>(ahead_.size()) >= until_) left_.reset();
    } catch (const NoAnswer& e) {
      if (list.size() == 1) failed_ = Failed{h, here_.t, e.what()};
      if (list.size() == 1) throw;
      left_ = std::max(seconds_ - program_->waited(), 0.0) + grace();
      until_ = taken_ + static_cast<std::int64_t>(list.size());
      foreseen_.reset(), ahead_.clear();
      begin();
      if (put() != POLHODE_DONE) throw;
      ask(h);
    }
  }
  std::int32_t outcome(const json& answer) {
    for (const auto* key : {"failed", "refused"})
      if (answer.contains(key)) {
        why_ = text_of(answer, key);
        return *key == 'f' ? POLHODE_FAILED : POLHODE_REFUSED;
      }
    return POLHODE_DONE;
  }
  std::int32_t fail(const NoBody& e) {
    why_ = e.what();
    program_.reset();
    return POLHODE_FAILED;
  }

  std::string command_;
  double seconds_;
  bool history_;
  polhode_torque torque_;
  void* context_;
  json create_;
  std::optional<Program> program_;
  Instant here_;
  double due_ = 0;  ///< the time there, by ours
  std::optional<Foreseen> foreseen_;
  std::int64_t taken_ = 0;       ///< steps since the body was made
  double seconds_per_step_ = 0;  ///< of the last list
  std::optional<double> left_;   ///< seconds for all answers until the step `until_`
  std::int64_t until_ = 0;
  std::optional<Failed> failed_;  ///< a step by itself
  std::deque<Step> ahead_;        ///< what has come back of steps that are not yet asked for
  std::optional<json> late_;      ///< the answer that ends them
  std::string why_;
};

/// A text that stays.
const char* kept(const std::string& text) {
  static std::deque<std::string> all;
  return all.emplace_back(text).c_str();
}

}  // namespace

std::vector<const EngineMethod*> engines_of_program(const std::string& command, double seconds) {
  const auto refuse = [&](const std::string& why) { return UserError("--engine: {}: {}", command, why); };
  json answer;
  try {
    Program program(command, seconds);
    program.send({{"describe", 1}});
    answer = program.receive();
  } catch (const NoAnswer& e) {
    throw refuse(e.what());
  }
  if (!answer.contains("engines") || !answer["engines"].is_array())
    throw refuse("it answers {\"describe\": 1} without engines");
  constexpr std::size_t most = 1000;
  if (answer["engines"].size() > most)
    throw refuse(fmt::format("it has {} engines; accepted: 1 to {}", answer["engines"].size(), most));
  std::vector<const EngineMethod*> list;
  for (const auto& e : answer["engines"]) {
    polhode_engine d{};
    const auto text = [&](const char* key) -> const char* {
      if (!e.contains(key) || !e[key].is_string()) return nullptr;
      const auto& given = e[key].get_ref<const std::string&>();
      constexpr std::size_t longest = 2000;
      if (given.size() > longest)
        throw refuse(fmt::format("{}: {} bytes are given; accepted: at most {}", key, given.size(), longest));
      return kept(given);
    };
    /// The number of a word; the first of the list if it is not there.
    const auto choice = [&](const char* key, const std::vector<std::string>& words) {
      const auto given =
          e.contains(key) ? (e[key].is_string() ? e[key].get<std::string>() : e[key].dump()) : words.front();
      const auto at = std::find(words.begin(), words.end(), given);
      if (at == words.end())
        throw refuse(fmt::format("engine {}: {} is {}; accepted: {}", text("id") ? text("id") : "without id", key,
                                 shortened(given), fmt::join(words, ", ")));
      return static_cast<std::int32_t>(at - words.begin());
    };
    const auto order = [&](const char* key) {
      const auto x = e.contains(key) && e[key].is_number() ? e[key].get<double>() : -1;
      return x >= 0 && x <= INT32_MAX && x == std::floor(x) ? static_cast<std::int32_t>(x) : -1;
    };
    d.size = sizeof d;
    d.id = text("id"), d.label = text("label"), d.source = text("source"), d.licence = text("licence");
    d.settings = text("settings");
    d.order_of_momentum = order("order_of_momentum"), d.order_of_attitude = order("order_of_attitude");
    d.precision = 1 + choice("precision", {"single", "double"});
    d.torque = choice("torque", {"none", "held", "native"});
    d.negative_steps = choice("negative_steps", {"false", "true"}), d.history = choice("history", {"false", "true"});
    d.threads = 1;
    const auto property = [&](const char* key) {
      constexpr std::int32_t number[] = {POLHODE_UNKNOWN, POLHODE_NO, POLHODE_YES, POLHODE_YES_WITHOUT_TORQUE};
      return number[choice(key, {"unknown", "no", "yes", "without torque"})];
    };
    d.symmetric = property("symmetric"), d.symplectic = property("symplectic");
    d.spatial_momentum = property("spatial_momentum"), d.energy = property("energy");
    const std::string id = d.id ? d.id : "";
    const bool history = d.history;
    const auto make = [=](const double inertia[3], polhode_torque torque, void* context) {
      return std::make_unique<BodyOfProgram>(command, seconds, id, history, inertia, torque, context);
    };
    list.push_back(engine_of_bodies(d, make, "--engine: " + command, static_cast<std::int32_t>(list.size())));
  }
  return list;
}

}  // namespace polhode
