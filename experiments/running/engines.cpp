// SPDX-License-Identifier: MIT
#include "experiments/running/engines.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <mutex>

#include "core/system/foreign_code.hpp"
#include "core/system/user.hpp"

namespace polhode {

namespace {

// --- one run -------------------------------------------------------------------------------------------------------

polhode_state to_c(const RigidState<double>& s) {
  const auto R = normalised(s.R);
  return {{R.w, R.x, R.y, R.z}, {s.Pi[0], s.Pi[1], s.Pi[2]}};
}
RigidState<double> from_c(const polhode_state& s) {
  const auto& [q, Pi] = s;
  return {{Pi[0], Pi[1], Pi[2]}, {q[0], q[1], q[2], q[3]}};
}

/// A body of a library's engine.
class BodyOfLibrary : public EngineBody {
 public:
  BodyOfLibrary(const polhode_engine& engine, const double inertia[3], polhode_torque torque, void* context)
      : engine_(engine) {
    char why[POLHODE_WHY] = "it does not say why";
    body_ = engine.create(inertia, torque, context, why);
    why[POLHODE_WHY - 1] = 0;
    if (!body_) throw NoBody(why);
  }
  ~BodyOfLibrary() override { engine_.destroy(body_); }
  BodyOfLibrary(const BodyOfLibrary&) = delete;

  std::int32_t set(double t, const polhode_state& state) override { return engine_.set(body_, t, &state); }
  std::int32_t step(double h) override { return engine_.step(body_, h); }
  std::int32_t get(polhode_state& state) override { return engine_.get(body_, &state); }

 private:
  const polhode_engine& engine_;
  void* body_;
};

/// A body of an engine: made once per run, since memories are copied and rolled back and it is not.
class Session {
 public:
  /// Throws NoBody.
  Session(const EngineMethod& method, const auto& problem, bool free) : has_history_(method.engine->history != 0) {
    attend(problem);
    const auto& I = problem.I;
    const double inertia[3] = {I[0], I[1], I[2]};
    body_ = method.make(inertia, free ? nullptr : &Session::torque, this);
  }
  Session(const Session&) = delete;

  void foresee(const Grid<double>& grid) { body_->foresee(grid.cycle(), grid.steps()); }

  /// Whose torque the engine is to ask for until the next call of this.
  void attend(const auto& body) {
    evaluate_ = [&body](double t, const Attitude<double>& R) -> Vec<Body, double> {
      if constexpr (std::is_same_v<decltype(body.torque(t, R)), Zero>)
        return {0, 0, 0};
      else
        return body.torque(t, R);
    };
  }

  void set(double t, const RigidState<double>& s) {
    note(body_->set(t, to_c(s)));
    ++stamp_;
  }
  void step(double h) {
    note(body_->step(h));
    ++stamp_;
  }
  RigidState<double> get() {
    polhode_state state{};
    note(body_->get(state));
    return from_c(state);
  }

  bool has_history() const { return has_history_; }
  std::string why() const { return body_->why(); }  ///< it failed; may be empty
  std::uint64_t stamp() const { return stamp_; }    ///< counts what was done to the body
  Failure failure() const { return failure_; }      ///< the first
  void forgive() { failure_ = Failure::none, forgiven_ = true; }
  bool forgiven() const { return forgiven_; }  ///< a step failed, and was repeated

 private:
  static void torque(void* context, double t, const double q[4], double T[3]) {
    const auto* self = static_cast<const Session*>(context);
    const auto sum = self->evaluate_(t, normalised(Attitude<double>{q[0], q[1], q[2], q[3]}));
    for (int i = 0; i < 3; ++i) T[i] = sum[i];
  }
  void note(std::int32_t outcome) {
    note_changed_rounding();
    if (outcome != POLHODE_DONE && failure_ == Failure::none)
      failure_ = outcome == POLHODE_REFUSED ? Failure::engine_refused : Failure::engine_failed;
  }

  bool has_history_;
  std::unique_ptr<EngineBody> body_;
  std::function<Vec<Body, double>(double, const Attitude<double>&)> evaluate_;
  std::uint64_t stamp_ = 0;
  Failure failure_ = Failure::none;
  bool forgiven_ = false;
};

const RigidState<double> nowhere = from_c({{NAN, NAN, NAN, NAN}, {NAN, NAN, NAN}});

/// The three verbs, for the one step loop. A memory is where the engine's body was after some step. The body is set
/// only where it is no longer there, which is where a run looks for its last good state.
struct EngineSteps {
  struct Memory {
    RigidState<double> state;
    std::uint64_t stamp;
  };

  static Memory start(const auto& body, const RigidState<double>& s, double t, double) {
    auto& session = *body.session;
    session.attend(body);
    session.set(t, s);
    return {session.failure() == Failure::none ? session.get() : nowhere, session.stamp()};
  }

  /// A history cannot be set back: then the failure is repeated at once, or the state that is not finite.
  static Memory step(const auto& body, const Memory& m, double t, double h, auto& counters) {
    auto& session = *body.session;
    session.attend(body);
    if (m.stamp != session.stamp()) {
      if (session.has_history()) {
        if (session.failure() != Failure::none) counters.fail(session.failure());
        return {nowhere, m.stamp};
      }
      session.forgive();
      session.set(t, m.state);
    }
    session.step(h);
    const Memory after{session.get(), session.stamp()};
    if (session.failure() != Failure::none) counters.fail(session.failure());
    return after;
  }

  static RigidState<double> read(const auto&, const Memory& m) { return {m.state.Pi, normalised(m.state.R)}; }
};

/// The turn of a library that supports one thread at a time.
using Turn = std::unique_ptr<std::recursive_mutex>;

/// A copy of the process has turns of its own: the thread that had one is not copied.
Turn* new_turn() {
  static std::deque<Turn> all;
  const auto renew = [] {
    for (auto& turn : all) {
      [[maybe_unused]] const auto* kept = turn.release();  // it may be locked
      turn = std::make_unique<std::recursive_mutex>();
    }
  };
  static const int renewed = ::pthread_atfork(nullptr, nullptr, renew);
  if (renewed != 0) throw std::bad_alloc();
  return &all.emplace_back(std::make_unique<std::recursive_mutex>());
}

/// Runs an engine on bodies of a type; `turn` is of its library, if it supports one thread at a time.
template <class P>
struct EngineRuns {
  const EngineMethod& method;
  Turn* turn;

  /// A body with the engine that turns it.
  struct Engaged : P {
    Session* session;
  };

  Run<P> operator()(const P& problem, const Grid<double>& grid, const Sampler<P>* sampler) const {
    const auto say = [](Run<P>& run, std::string_view why) { why.copy(run.refusal.data(), run.refusal.size() - 1); };
    const auto refuse = [&](std::string_view why) {
      Run<P> run{};
      run.status = Status::skipped, run.state = problem.initial;
      say(run, why);
      return run;
    };
    const auto& steps = grid.cycle();
    if (!method.engine->negative_steps && std::any_of(steps.begin(), steps.end(), [](double h) { return h < 0; }))
      return refuse("the engine takes no negative steps");

    std::unique_lock<std::recursive_mutex> guard;
    if (turn) guard = std::unique_lock(**turn);
    std::optional<Session> made;
    try {
      made.emplace(method, problem, std::is_same_v<P, FreeBody<double>>);
    } catch (const NoBody& e) {
      return refuse(fmt::format("the engine does not take this body: {}", e.what()));
    }
    auto& session = *made;
    session.foresee(grid);
    const Engaged engaged{problem, &session};
    const auto done =
        integrate<EngineSteps, Engaged>(engaged, grid, {sampler ? sampler->every : 0, [&](const Sample<Engaged>& s) {
                                                          sampler->see({s.n, s.t, s.state, s.norm_defect, {}});
                                                        }});
    const auto why = session.why();
    if (session.failure() != Failure::none && session.stamp() == 1)
      return refuse("the engine does not take this state" + (why.empty() ? why : ": " + why));
    Run<P> end{done.status, done.failure, done.steps, done.state, done.norm_defect, done.counters};
    if (done.status == Status::not_converged && !why.empty()) say(end, fmt::format("{}: {}", text(done.failure), why));
    if (done.status == Status::ok && session.forgiven()) {
      end.status = Status::not_converged, end.failure = Failure::engine_failed;
      say(end, "the engine failed at a step, and not when it was repeated");
    }
    return end;
  }
};

// --- a description ---------------------------------------------------------------------------------------------------

/// Holds an engine to engine.h, field by field.
void check(const std::string& whence, std::int32_t index, const polhode_engine& e, bool without_functions = false) {
  const auto refuse = [&](const std::string& field, const std::string& given, const std::string& accepted) {
    const std::string name = e.size == sizeof e && e.id ? e.id : fmt::format("number {}", index);
    throw UserError("{}: engine {}: {} is {}; accepted: {}", whence, name, field, given, accepted);
  };
  if (e.size != sizeof e)
    refuse("size", std::to_string(e.size), fmt::format("{}, that of this program's polhode/engine.h", sizeof e));
  const auto text = [&](const char* field, const char* value) {
    if (!value || !*value) refuse(field, value ? "empty" : without_functions ? "missing" : "a null pointer", "a text");
  };
  text("id", e.id), text("label", e.label), text("source", e.source), text("licence", e.licence);
  for (const auto& [field, value] : {std::pair("licence", e.licence), {"settings", e.settings}})
    if (value && printable(value) != value) refuse(field, printable(value), "one line of text");
  const auto number = [&](const char* field, std::int32_t value, std::int32_t least, std::int32_t most) {
    if (value < least || value > most) refuse(field, std::to_string(value), fmt::format("{} to {}", least, most));
  };
  number("order_of_momentum", e.order_of_momentum, 0, 20), number("order_of_attitude", e.order_of_attitude, 0, 20);
  number("precision", e.precision, POLHODE_SINGLE, POLHODE_DOUBLE);
  number("torque", e.torque, POLHODE_TORQUE_NONE, POLHODE_TORQUE_NATIVE);
  number("negative_steps", e.negative_steps, 0, 1), number("history", e.history, 0, 1);
  number("threads", e.threads, 0, 1);
  const auto property = [&](const char* field, std::int32_t value) {
    number(field, value, POLHODE_NO, POLHODE_YES_WITHOUT_TORQUE);
  };
  property("symmetric", e.symmetric), property("symplectic", e.symplectic);
  property("spatial_momentum", e.spatial_momentum), property("energy", e.energy);
  if (without_functions) return;
  const auto function = [&](const char* field, bool given) {
    if (!given) refuse(field, "a null pointer", "a function");
  };
  function("create", e.create), function("set", e.set), function("step", e.step), function("get", e.get);
  function("destroy", e.destroy);
}

Property property(std::int32_t declared) {
  static_assert(POLHODE_NO == 0 && POLHODE_YES == 1 && POLHODE_UNKNOWN == 2 && POLHODE_YES_WITHOUT_TORQUE == 3);
  constexpr Property all[] = {{Answer::no}, {Answer::yes}, {Answer::unknown}, {Answer::yes, "without torque"}};
  return all[declared];
}

int order(std::int32_t declared) {
  return declared == 0 ? no_order : declared;
}

MethodInfo info(const polhode_engine& e) {
  return {.id = e.id,
          .label = e.label,
          .source = e.source,
          .order = {order(e.order_of_momentum), order(e.order_of_attitude)},
          .torque_evaluations = {e.torque == POLHODE_TORQUE_HELD ? 1.0 : 0.0},
          .symmetric = property(e.symmetric),
          .symplectic = property(e.symplectic),
          .spatial_momentum = property(e.spatial_momentum),
          .energy = property(e.energy)};
}

/// They stay, for methods of the roster refer to them.
std::deque<EngineMethod>& all_engines() {
  static std::deque<EngineMethod> all;
  return all;
}

const EngineMethod* add(const polhode_engine& e, MakeBody make, Turn* turn) {
  auto& m = all_engines().emplace_back(EngineMethod{&e, info(e), std::move(make), {}, {}});
  m.free = {&m.info, EngineRuns<FreeBody<double>>{m, turn}};
  if (e.torque != POLHODE_TORQUE_NONE) m.torqued = {&m.info, EngineRuns<TorquedBody<double>>{m, turn}};
  return &m;
}

}  // namespace

const polhode_engine* engine_of(const MethodInfo& method) {
  for (const auto& m : all_engines())
    if (m.info.id == method.id) return m.engine;
  return nullptr;
}

const EngineMethod* engine_of_bodies(const polhode_engine& description, MakeBody make, const std::string& whence,
                                     std::int32_t index) {
  static std::deque<polhode_engine> kept;
  check(whence, index, description, true);
  return add(kept.emplace_back(description), std::move(make), description.threads ? nullptr : new_turn());
}

void* exported(const std::string& flag, const std::string& path, const char* function, const char* of) {
  const auto refuse = [&](const std::string& why) { return UserError("{}: {}: {}", flag, path, why); };
  if (!std::filesystem::is_regular_file(path)) throw refuse("no such file");
  void* library = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw refuse(fmt::format("not a library that can be loaded: {}", dlerror()));
  void* found = dlsym(library, function);
  if (!found) throw refuse(fmt::format("not {}: it exports no {}", of, function));
  return found;
}

bool is_command(const std::string& engine) {
  auto name = std::filesystem::path(engine).filename();
  const auto is_number = [](const std::string& end) {  // of libx.so.1.2
    return end.size() > 1 && end.find_first_not_of("0123456789", 1) == end.npos;
  };
  while (is_number(name.extension().string())) name = name.stem();
  const bool named_so = name.extension() == ".so";
  std::error_code none;
  if (std::filesystem::is_regular_file(engine, none)) return !named_so && ::access(engine.c_str(), X_OK) == 0;
  return !named_so || engine.find(' ') != engine.npos;
}

std::vector<const EngineMethod*> engines_of(const std::string& engine, double seconds) {
  const auto whence = "--engine: " + engine;
  std::vector<const EngineMethod*> list;
  if (is_command(engine)) {
    list = engines_of_program(engine, seconds);
  } else {
    const auto index = [&] { return static_cast<std::int32_t>(list.size()); };
    const auto describe = reinterpret_cast<const polhode_engine* (*)(std::int32_t)>(
        exported("--engine", engine, "polhode_engine_v1", "an engine"));
    auto* turn = new_turn();
    while (const auto* e = describe(index())) {
      check(whence, index(), *e);
      const auto make = [e](const double inertia[3], polhode_torque torque, void* context) {
        return std::make_unique<BodyOfLibrary>(*e, inertia, torque, context);
      };
      list.push_back(add(*e, make, e->threads ? nullptr : turn));
    }
  }
  if (list.empty()) throw UserError(whence + ": it has no engine");
  return list;
}

}  // namespace polhode
