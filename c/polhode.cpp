// SPDX-License-Identifier: MIT
#include "c/polhode.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/io/offered_torque.hpp"
#include "core/io/record.hpp"
#include "core/system/machine.hpp"
#include "core/system/user.hpp"
#include "core/torques/own_torque.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/answers/recommend.hpp"
#include "experiments/judging/attitude/run.hpp"
#include "methods/family/free_flow.hpp"
#include "methods/runners.hpp"

using namespace polhode;

namespace {

using json = nlohmann::ordered_json;

/// A line of the program with the names of arguments in C.
std::string named_in_c(std::string line) {
  for (auto at = line.find("--"); at != line.npos; at = line.find("--", at + 1)) {
    const auto end = std::min(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at), line.size());
    if ((at > 0 && line[at - 1] != ' ') || end < at + 3 || line[at + 2] == '-') continue;
    std::replace(line.begin() + std::ptrdiff_t(at), line.begin() + std::ptrdiff_t(end), '-', '_');
    line.erase(at, 2);
  }
  return line;
}

/// Calls `work`, which returns an exit code; what it throws becomes a line and an exit code.
Exit guarded(const auto& say, const auto& work) {
  try {
    return work();
  } catch (const UserError& e) {
    say(named_in_c(printable(e.what())));
    return Exit::wrong_input;
  } catch (const std::exception& e) {
    say("internal error: " + printable(e.what()));
    return Exit::internal;
  }
}

auto into(char* why) {
  return [why](const std::string& line) {
    if (!why) return;
    const auto n = line.copy(why, POLHODE_WHY - 1);
    why[n] = 0;
  };
}

/// What a pointer points to is there.
auto* given(auto* pointer, const char* name) {
  if (!pointer) throw UserError(std::string(name) + ": a null pointer is given");
  return pointer;
}

/// Answers with the text of what `work` returns.
int32_t answered(char** answer, const std::function<json()>& work) {
  if (!answer) return static_cast<int32_t>(Exit::wrong_input);
  const auto say = [&](const std::string& text) {
    *answer = static_cast<char*>(std::malloc(text.size() + 1));
    if (*answer) std::memcpy(*answer, text.c_str(), text.size() + 1);
  };
  *answer = nullptr;
  return static_cast<int32_t>(guarded(say, [&] {
    const json found = work();
    say(dump(found));
    return found.is_object() && found.value("status", "ok") != "ok" ? Exit::unfinished : Exit::ok;
  }));
}

polhode_state to_c(const RigidState<double>& s) {
  return {{s.R.w, s.R.x, s.R.y, s.R.z}, {s.Pi[0], s.Pi[1], s.Pi[2]}};
}

/// The body of a spec, so that it is held to what specs are held to.
nlohmann::json spec_of(const double inertia[3], const polhode_state& s) {
  const auto numbers = [](const char* field, const double* x, int n) {
    auto list = nlohmann::json::array();
    for (int i = 0; i < n; ++i) {
      if (!std::isfinite(x[i])) throw UserError(std::string("body.") + field + ": accepted: finite numbers");
      list.push_back(x[i]);
    }
    return list;
  };
  return {{"body",
           {{"inertia", numbers("inertia", inertia, 3)},
            {"attitude", numbers("attitude", s.attitude, 4)},
            {"momentum", numbers("momentum", s.momentum, 3)}}}};
}
FreeBody<double> body_of(const double inertia[3], const polhode_state& s) {
  return std::get<FreeBody<double>>(read_spec<double>(spec_of(inertia, s)).problem);
}

CallersTorque callers(polhode_torque torque, void* context) {
  if (!torque) return {};
  const auto f = [=](double t, const std::array<double, 4>& q, const std::array<double, 3>&) {
    std::array<double, 3> T{};
    torque(context, t, q.data(), T.data());
    return T;
  };
  return {f, false};
}
CallersTorque callers(polhode_rate_torque torque, void* context) {
  const auto f = [=](double t, const std::array<double, 4>& q, const std::array<double, 3>& Omega) {
    std::array<double, 3> T{};
    torque(context, t, q.data(), Omega.data(), T.data());
    return T;
  };
  return {f, true};
}

/// The body of a spec, with a torque in C beside those of the spec.
OfferedTorque offered(const CallersTorque& torque, const char* spec) {
  return {parse_json(given(spec, "spec"), "spec"), torque};
}

json reference_of(const CallersTorque& torque, const char* spec, int32_t digits) {
  return answers::to_json(find_reference(offered(torque, spec).spec, "", digits));
}
json recommended(const CallersTorque& torque, const char* spec, double attitude_error, double momentum_error,
                 double energy_drift, double time) {
  const auto asked = [](double x) { return x == 0 ? std::optional<double>() : x; };
  const Requirement requirement{asked(attitude_error), asked(momentum_error), asked(energy_drift), asked(time)};
  if (!requirement.has_target())
    throw UserError("attitude_error: missing; accepted: a positive number here, or for momentum_error or energy_drift");
  check_requirement(requirement);
  return answers::to_json(recommend(offered(torque, spec).spec, requirement));
}

const MethodInfo& method_named(const std::string& name) {
  const auto* method = find_method(name);
  if (!method) throw UserError("method: " + unknown_name("method", name, method_names()));
  return *method;
}
ProblemRun run_by_name(const std::string& name, const Problem<double>& problem, const Grid<double>& grid) {
  const auto& method = method_named(name);
  if (const auto refusal = why_not(method, problem, {"torque"}); !refusal.empty())
    throw UserError("method: " + refusal);
  return find_runner<Problem<double>>(method)->run(problem, grid, nullptr);
}

/// `run_it(body, grid)`, from what a caller gives, and back to it.
int32_t integrated(const char* method, const double inertia[3], double t, double h, int64_t steps, polhode_state* state,
                   int64_t* taken, char why[POLHODE_WHY], const auto& run_it) {
  const auto say = into(why);
  if (taken) *taken = 0;
  return static_cast<int32_t>(guarded(say, [&] {
    given(method, "method");
    if (!std::isfinite(t)) throw UserError("t: accepted: a finite number");
    if (!std::isfinite(h) || h == 0) throw UserError("h: accepted: a finite number, not zero");
    if (std::abs(t) * std::numeric_limits<double>::epsilon() > std::abs(h))
      throw UserError("t: a step does not change it; accepted: a time nearer to 0, or longer steps");
    if (steps < 0) throw UserError("steps: " + std::to_string(steps) + " is given; accepted: 0 or more");
    const auto body = body_of(given(inertia, "inertia"), *given(state, "state"));
    const ProblemRun run = run_it(body, Grid<double>::of_step(t, h, steps));
    *state = to_c(*run.state.rigid());
    if (taken) *taken = run.steps;
    if (run.status != Status::ok) say(std::string(run.reason()));
    return run.status == Status::ok ? Exit::ok : Exit::unfinished;
  }));
}

}  // namespace

struct polhode_flow {
  FreeFlow flow;
};

const char* polhode_version() {
  static const std::string version = build_info().version;
  return version.c_str();
}

polhode_flow* polhode_flow_new(const double inertia[3], const polhode_state* initial, char why[POLHODE_WHY]) {
  polhode_flow* flow = nullptr;
  guarded(into(why), [&] {
    const auto body = body_of(given(inertia, "inertia"), *given(initial, "initial"));
    flow = new polhode_flow{FreeFlow(body.I, body.initial)};
    return Exit::ok;
  });
  return flow;
}

void polhode_flow_states(const polhode_flow* flow, int64_t n, const double* times, polhode_state* states) {
  if (!flow || !times || !states) return;
  constexpr int64_t block = 256;
  RigidState<double> found[block];
  for (int64_t i = 0; i < n; i += block) {
    const auto size = static_cast<std::size_t>(std::min(block, n - i));
    flow->flow.states({times + i, size}, {found, size});
    for (std::size_t j = 0; j < size; ++j) states[i + int64_t(j)] = to_c(found[j]);
  }
}

double polhode_flow_period(const polhode_flow* flow) {
  return flow ? flow->flow.period() : NAN;
}
double polhode_flow_turn_per_period(const polhode_flow* flow) {
  return flow ? flow->flow.turn_per_period() : NAN;
}
double polhode_flow_P_phi(const polhode_flow* flow) {
  return flow ? flow->flow.P_phi() : NAN;
}
double polhode_flow_precession(const polhode_flow* flow) {
  return flow ? flow->flow.precession() : NAN;
}
void polhode_flow_delete(polhode_flow* flow) {
  delete flow;
}

int32_t polhode_attitude(const char* method, int64_t n, const double* times, const double* values, int32_t increments,
                         int32_t every, double start[4], int64_t* updates, double* update_times, double (*attitudes)[4],
                         char why[POLHODE_WHY]) {
  if (updates) *updates = 0;
  return static_cast<int32_t>(guarded(into(why), [&] {
    if (n < 1 || n > int64_t(1) << 40) throw UserError("n: " + std::to_string(n) + " is given; accepted: 1 to 2^40");
    const auto size = static_cast<std::size_t>(n), rows = size - (increments ? 1 : 0);
    std::vector<Vec<Body, double>> list(rows);
    given(values, "values");
    for (std::size_t k = 0; k < rows; ++k) list[k] = {values[3 * k], values[3 * k + 1], values[3 * k + 2]};
    const double* q = given(start, "start");
    const double* t = given(times, "times");
    const auto found =
        attitudes_of(given(method, "method"),
                     {.increments = increments != 0, .times = {t, t + size}, .values = std::move(list), .every = every},
                     {q[0], q[1], q[2], q[3]});
    for (std::size_t i = 0; i < found.attitudes.size(); ++i) {
      const auto& R = found.attitudes[i];
      if (update_times) update_times[i] = found.times[i];
      if (attitudes) attitudes[i][0] = R.w, attitudes[i][1] = R.x, attitudes[i][2] = R.y, attitudes[i][3] = R.z;
      start[0] = R.w, start[1] = R.x, start[2] = R.y, start[3] = R.z;
    }
    if (updates) *updates = static_cast<int64_t>(found.attitudes.size());
    return Exit::ok;
  }));
}

int32_t polhode_integrate(const char* method, const double inertia[3], polhode_torque torque, void* context, double t,
                          double h, int64_t steps, polhode_state* state, int64_t* taken, char why[POLHODE_WHY]) {
  return integrated(method, inertia, t, h, steps, state, taken, why,
                    [&](const FreeBody<double>& body, const Grid<double>& grid) {
                      if (!torque) return run_by_name(method, body, grid);
                      const auto of_user = [&](double t, const Attitude<double>& R) {
                        const auto q = normalised(R);
                        const double attitude[] = {q.w, q.x, q.y, q.z};
                        Vec<Body, double> T{};
                        torque(context, t, attitude, T.c);
                        return T;
                      };
                      return run_by_name(method, TorquedBody<double>{body, {user_torque<double>(of_user)}}, grid);
                    });
}

int32_t polhode_integrate_rates(const char* method, const double inertia[3], polhode_rate_torque torque, void* context,
                                double t, double h, int64_t steps, polhode_state* state, int64_t* taken,
                                char why[POLHODE_WHY]) {
  return integrated(method, inertia, t, h, steps, state, taken, why,
                    [&](const FreeBody<double>&, const Grid<double>& grid) {
                      const auto of_user = callers(given(torque, "torque"), context);
                      const OfferedTorque with(spec_of(inertia, *state), of_user);
                      return run_by_name(method, read_spec<double>(with.spec).problem, grid);
                    });
}

int32_t polhode_methods(char** answer) {
  return answered(answer, [] { return answers::list_of("methods"); });
}

int32_t polhode_run(const char* spec, char** answer) {
  return answered(answer, [&] {
    json rows = json::array();
    const auto see = [&](const TrajectoryRow& row) { rows.push_back(row.json()); };
    const auto document = parse_json(given(spec, "spec"), "spec");
    const auto found = run_spec(document, "", see);
    auto out = answers::to_json(found);
    if (found.has_rows) out["trajectory"] = std::move(rows);
    return out;
  });
}

int32_t polhode_reference(const char* spec, int32_t digits, char** answer) {
  return polhode_reference_with(spec, nullptr, nullptr, digits, answer);
}

int32_t polhode_recommend(const char* spec, double attitude_error, double momentum_error, double energy_drift,
                          double time, char** answer) {
  return polhode_recommend_with(spec, nullptr, nullptr, attitude_error, momentum_error, energy_drift, time, answer);
}

int32_t polhode_reference_with(const char* spec, polhode_torque torque, void* context, int32_t digits, char** answer) {
  return answered(answer, [&] { return reference_of(callers(torque, context), spec, digits); });
}
int32_t polhode_reference_rates(const char* spec, polhode_rate_torque torque, void* context, int32_t digits,
                                char** answer) {
  return answered(answer, [&] { return reference_of(callers(given(torque, "torque"), context), spec, digits); });
}

int32_t polhode_recommend_with(const char* spec, polhode_torque torque, void* context, double attitude_error,
                               double momentum_error, double energy_drift, double time, char** answer) {
  return answered(answer, [&] {
    return recommended(callers(torque, context), spec, attitude_error, momentum_error, energy_drift, time);
  });
}
int32_t polhode_recommend_options(const char* spec, polhode_torque torque, void* context, const char* options,
                                  char** answer) {
  return answered(answer, [&] {
    const auto question = answers::question_of(parse_json(given(options, "options"), "options"));
    return answers::recommend(question, offered(callers(torque, context), spec).spec).json;
  });
}
int32_t polhode_recommend_rates(const char* spec, polhode_rate_torque torque, void* context, double attitude_error,
                                double momentum_error, double energy_drift, double time, char** answer) {
  return answered(answer, [&] {
    return recommended(callers(given(torque, "torque"), context), spec, attitude_error, momentum_error, energy_drift,
                       time);
  });
}

int32_t polhode_check(const char* method, char** answer) {
  return answered(answer, [&] {
    const MethodInfo* update = find_update(given(method, "method"));
    return answers::to_json(measure_properties(update ? *update : method_named(method)));
  });
}

void polhode_free(char* answer) {
  std::free(answer);
}
