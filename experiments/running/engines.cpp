// SPDX-License-Identifier: MIT
#include "experiments/running/engines.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <deque>
#include <filesystem>
#include <mutex>

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

/// A body of an engine: made once per run, since memories are copied and rolled back and it is not.
class Session {
 public:
  template <class P>
  Session(const polhode_engine& engine, const P& problem) : engine_(engine) {
    attend(problem);
    const auto& I = problem.I;
    const double inertia[3] = {I[0], I[1], I[2]};
    body_ = engine.create(inertia, std::is_same_v<P, FreeBody<double>> ? nullptr : &Session::torque, this, why);
    why[POLHODE_WHY - 1] = 0;
  }
  ~Session() {
    if (body_) engine_.destroy(body_);
  }
  Session(const Session&) = delete;

  char why[POLHODE_WHY] = "it does not say why";  ///< there is no body
  bool made() const { return body_ != nullptr; }

  /// Whose torque the engine is to ask for until the next call of this.
  template <class P>
  void attend(const P& body) {
    problem_ = &body;
    evaluate_ = [](const void* body, double t, const Attitude<double>& R) -> Vec<Body, double> {
      if constexpr (std::is_same_v<decltype(static_cast<const P*>(body)->torque(t, R)), Zero>)
        return {0, 0, 0};
      else
        return static_cast<const P*>(body)->torque(t, R);
    };
  }

  void set(double t, const RigidState<double>& s) {
    const auto state = to_c(s);
    if (const auto done = engine_.set(body_, t, &state); done != POLHODE_DONE) fail(done);
    ++stamp_;
  }
  void step(double h) {
    if (const auto done = engine_.step(body_, h); done != POLHODE_DONE) fail(done);
    ++stamp_;
  }
  RigidState<double> get() {
    polhode_state state{};
    if (const auto done = engine_.get(body_, &state); done != POLHODE_DONE) fail(done);
    return from_c(state);
  }

  bool has_history() const { return engine_.history != 0; }
  std::uint64_t stamp() const { return stamp_; }  ///< counts what was done to the body
  Failure failure() const { return failure_; }    ///< the first
  void forgive() { failure_ = Failure::none; }

 private:
  static void torque(void* context, double t, const double q[4], double T[3]) {
    const auto* self = static_cast<const Session*>(context);
    const auto sum = self->evaluate_(self->problem_, t, normalised(Attitude<double>{q[0], q[1], q[2], q[3]}));
    for (int i = 0; i < 3; ++i) T[i] = sum[i];
  }
  void fail(std::int32_t outcome) {
    if (failure_ == Failure::none)
      failure_ = outcome == POLHODE_REFUSED ? Failure::engine_refused : Failure::engine_failed;
  }

  const polhode_engine& engine_;
  void* body_;
  const void* problem_ = nullptr;
  Vec<Body, double> (*evaluate_)(const void*, double, const Attitude<double>&) = nullptr;
  std::uint64_t stamp_ = 0;
  Failure failure_ = Failure::none;
};

/// A body with the engine that turns it.
template <class P>
struct Engaged : P {
  Session* session;
};

const RigidState<double> nowhere = from_c({{NAN, NAN, NAN, NAN}, {NAN, NAN, NAN}});

/// The three verbs, for the one step loop. A memory is where the engine's body was after some step. The body is set
/// only where it is no longer there, which is where a run looks for its last good state.
struct EngineSteps {
  struct Memory {
    RigidState<double> state;
    std::uint64_t stamp;
  };

  template <class P>
  static Memory start(const P& body, const RigidState<double>& s, double t, double) {
    auto& session = *body.session;
    session.attend(body);
    session.set(t, s);
    return {session.failure() == Failure::none ? session.get() : nowhere, session.stamp()};
  }

  /// A history cannot be set back: then the failure is repeated at once, or the state that is not finite.
  template <class P, class Tally>
  static Memory step(const P& body, const Memory& m, double t, double h, Tally& tally) {
    auto& session = *body.session;
    session.attend(body);
    if (m.stamp != session.stamp()) {
      if (session.has_history()) {
        if (session.failure() != Failure::none) tally.fail(session.failure());
        return {nowhere, m.stamp};
      }
      session.forgive();
      session.set(t, m.state);
    }
    session.step(h);
    const Memory after{session.get(), session.stamp()};
    if (session.failure() != Failure::none) tally.fail(session.failure());
    return after;
  }

  template <class P>
  static RigidState<double> read(const P&, const Memory& m) {
    return {m.state.Pi, normalised(m.state.R)};
  }
};

/// The turn of a library that serves one thread at a time. A copy of the process has another: the thread that had the
/// turn is not copied.
class Turn {
 public:
  std::recursive_mutex& mutex() {
    const auto process = ::getpid();
    auto* t = ours_.load();
    while (t->process != process) {
      auto* mine = new Ours{process, {}};
      if (ours_.compare_exchange_strong(t, mine)) return mine->mutex;
      delete mine;
    }
    return t->mutex;
  }

 private:
  struct Ours {
    pid_t process;
    std::recursive_mutex mutex;
  };
  std::atomic<Ours*> ours_{new Ours{::getpid(), {}}};
};

template <class P>
struct Observed {
  std::int64_t every;
  const Sampler<P>* sampler;

  void see(const Sample<Engaged<P>>& s) const { sampler->see({s.n, s.t, s.state, s.norm_defect, {}}); }
};

/// Runs an engine over the grid; `turn` is of its library, if it serves one thread at a time.
template <class TallyType, class P>
Run<P> run(const polhode_engine& engine, Turn* turn, const P& problem, const Grid<double>& grid,
           const Sampler<P>* sampler) {
  const auto refuse = [&](std::string_view why) {
    Run<P> run{};
    run.status = Status::skipped, run.state = problem.initial;
    why.copy(run.refusal.data(), run.refusal.size() - 1);
    return run;
  };
  const auto& steps = grid.cycle();
  if (!engine.negative_steps && std::any_of(steps.begin(), steps.end(), [](double h) { return h < 0; }))
    return refuse("the engine takes no negative steps");

  std::unique_lock<std::recursive_mutex> guard;
  if (turn) guard = std::unique_lock(turn->mutex());
  Session session(engine, problem);
  if (!session.made()) return refuse(fmt::format("the engine does not take this body: {}", session.why));
  const Engaged<P> engaged{problem, &session};
  const auto done = [&] {
    if constexpr (std::is_same_v<TallyType, NoTally>)
      return integrate<EngineSteps, Engaged<P>, NoTally>(engaged, grid);
    else
      return integrate<EngineSteps, Engaged<P>, Tally, Observed<P>>(engaged, grid,
                                                                    {sampler ? sampler->every : 0, sampler});
  }();
  if (session.failure() != Failure::none && session.stamp() == 1) return refuse("the engine does not take this state");
  return {done.status, done.failure, done.steps, done.state, done.norm_defect, done.tally};
}

template <class P>
Runner<P> runner(const EngineMethod& m, Turn* turn) {
  const auto& engine = *m.engine;
  return {&m.info,
          [&engine, turn](const P& problem, const Grid<double>& grid, const Sampler<P>* sampler) {
            return run<Tally, P>(engine, turn, problem, grid, sampler);
          },
          [&engine, turn](const P& problem, const Grid<double>& grid) {
            return run<NoTally, P>(engine, turn, problem, grid, nullptr);
          }};
}

// --- a library -----------------------------------------------------------------------------------------------------

using Describe = const polhode_engine* (*)(std::int32_t);

Describe opened(const std::string& path) {
  const auto refuse = [&](const std::string& why) { return UserError(fmt::format("--engine: {}: {}", path, why)); };
  if (!std::filesystem::is_regular_file(path)) throw refuse("no such file");
  void* library = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw refuse(fmt::format("not a library that can be loaded: {}", dlerror()));
  const auto describe = reinterpret_cast<Describe>(dlsym(library, "polhode_engine_v1"));
  if (!describe) throw refuse("not an engine: it exports no polhode_engine_v1");
  return describe;
}

/// Holds an engine to engine.h, field by field.
void check(const std::string& path, std::int32_t index, const polhode_engine& e) {
  const auto refuse = [&](const std::string& field, const std::string& given, const std::string& accepted) {
    const std::string name = e.size == sizeof e && e.id ? e.id : fmt::format("number {}", index);
    throw UserError(fmt::format("--engine: {}: engine {}: {} is {}; accepted: {}", path, name, field, given, accepted));
  };
  if (e.size != sizeof e)
    refuse("size", std::to_string(e.size), fmt::format("{}, that of this program's polhode/engine.h", sizeof e));
  const auto text = [&](const char* field, const char* value) {
    if (!value || !*value) refuse(field, value ? "empty" : "a null pointer", "a text");
  };
  text("id", e.id), text("label", e.label), text("source", e.source), text("licence", e.licence);
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
  const auto function = [&](const char* field, bool given) {
    if (!given) refuse(field, "a null pointer", "a function");
  };
  function("create", e.create), function("set", e.set), function("step", e.step), function("get", e.get);
  function("destroy", e.destroy);
}

Property property(std::int32_t declared) {
  switch (declared) {
    case POLHODE_NO:
      return {Answer::no};
    case POLHODE_YES:
      return {Answer::yes};
    case POLHODE_YES_WITHOUT_TORQUE:
      return {Answer::yes, "without torque"};
    default:
      return {Answer::unknown};
  }
}

int order(std::int32_t declared) {
  return declared == 0 ? no_order : declared;
}

MethodInfo info(const polhode_engine& e) {
  return {.id = e.id,
          .label = e.label,
          .aliases = {},
          .source = e.source,
          .order = {order(e.order_of_momentum), order(e.order_of_attitude)},
          .kind = Kind::explicit_method,
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

}  // namespace

const polhode_engine* engine_of(const MethodInfo& method) {
  for (const auto& m : all_engines())
    if (m.info.id == method.id) return m.engine;
  return nullptr;
}

std::vector<const EngineMethod*> engines_of(const std::string& path) {
  auto& all = all_engines();
  static std::deque<Turn> turns;
  const auto describe = opened(path);
  std::vector<const polhode_engine*> described;
  for (std::int32_t i = 0; const auto* e = describe(i); ++i) {
    check(path, i, *e);
    described.push_back(e);
  }
  if (described.empty()) throw UserError(fmt::format("--engine: {}: it has no engine", path));

  auto& turn = turns.emplace_back();
  std::vector<const EngineMethod*> list;
  for (const auto* e : described) {
    auto& m = all.emplace_back(EngineMethod{e, info(*e), {}, {}});
    auto* its_turn = e->threads ? nullptr : &turn;
    m.free = runner<FreeBody<double>>(m, its_turn);
    if (e->torque != POLHODE_TORQUE_NONE) m.torqued = runner<TorquedBody<double>>(m, its_turn);
    list.push_back(&m);
  }
  return list;
}

}  // namespace polhode
