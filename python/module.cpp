// SPDX-License-Identifier: MIT
// polhode._core: what the commands of the program answer, methods that are Python callables, and arrays (arrays.cpp).
// The package around it (python/polhode) turns JSON into dictionaries. Every call that works for long lets other
// threads run, and ends at Ctrl-C.

#include <atomic>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/io/record.hpp"
#include "core/system/machine.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/judging/attitude/run.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/engines.hpp"
#include "experiments/running/plugins.hpp"
#include "methods/runners.hpp"
#include "python/arrays.hpp"
#include "python/commands.hpp"
#include "schemas.hpp"

namespace polhode {
namespace {

using json = nlohmann::ordered_json;

// --- the commands ---------------------------------------------------------------------------------------------------

/// A command with what it is asked, whose callable torque lives as long.
class Question {
 public:
  explicit Question(const GivenBody& body, const std::string& options = "{}") {
    const auto& [spec, folder, torque, sees_rates] = body;
    callable = {torque.value_or(py::none()), sees_rates};
    asked = {parse_json(spec, "spec"), parse_json(options, "options"), folder, {{}, sees_rates}};
    if (torque)
      asked.torque.f = [this](double t, const auto& q, const auto& Omega) { return callable.asked(t, q, Omega); };
  }
  Question(const Question&) = delete;

  CallableTorque callable;
  commands::Asked asked;
};

std::pair<std::string, std::string> ask(const std::string& command, const GivenBody& body, const std::string& options) {
  const Question question(body, options);
  return without_lock([&] {
    const auto told = commands::all.at(command)(question.asked);
    return std::pair(dump(told.is), told.lines);
  });
}

// --- runs, whose trajectories are arrays -----------------------------------------------------------------------------

/// The numbers of a trajectory, row by row, as they stand in `first`.
struct Table {
  json first;
  std::vector<double> values;
  py::ssize_t rows = 0;

  void add(const TrajectoryRow& row) {
    if (rows++ == 0) first = row.json();
    if (row.is_numbers())
      values.insert(values.end(), row.numbers().begin(), row.numbers().end());
    else
      flatten(row.json());
  }
  void flatten(const json& value) {
    if (!value.is_structured()) return values.push_back(value.get<double>());
    for (const auto& x : value) flatten(x);
  }
  /// A NumPy array that owns them.
  Doubles array() && {
    auto* kept = new std::vector<double>(std::move(values));
    const py::capsule owner(kept, [](void* v) { delete static_cast<std::vector<double>*>(v); });
    return Doubles({rows, rows ? py::ssize_t(kept->size()) / rows : 0}, kept->data(), owner);
  }
};

void add_torque(Spec<double>& spec, CallableTorque& torque) {
  const auto* body = spec.problem.body();
  if (!body) throw UserError("torque: a callable turns rigid bodies only");
  auto with = spec.problem.torqued() ? *spec.problem.torqued() : TorquedBody<double>{*body};
  with.torques.push_back(
      UserTorque<double>{&torque, [](const void* torque, const double& t, const Attitude<double>& R) {
                           return static_cast<const CallableTorque*>(torque)->at(t, R, {});
                         }});
  torque.axes = spec.axes;
  spec.problem = with;
}

std::tuple<std::string, std::string, std::string, Doubles> run(const GivenBody& given) {
  Question question(given);
  const auto& asked = question.asked;
  Table table;
  const auto see = [&](const TrajectoryRow& row) { table.add(row); };
  const auto found = without_lock([&] {
    if (!asked.torque.f || asked.torque.of_rates) return run_spec(commands::offered(asked).spec, asked.folder, see);
    auto body = read_spec<double>(asked.spec, asked.folder);
    commands::check_callable(commands::unit_of_torque(asked.spec)), add_torque(body, question.callable);
    return run_spec(body, see);
  });
  return {dump(answers::to_json(found)), answers::text(found), table.first.dump(), std::move(table).array()};
}

// --- methods that are Python callables ------------------------------------------------------------------------------

/// What a callable method sees of its body, and may keep for longer than there is one.
struct BodyOfMethod {
  std::array<double, 3> inertia;
  polhode_torque torque;
  void* context;
  std::atomic<bool> turns = true;

  Doubles torque_at(double t, const py::handle& attitude) const {
    if (!turns) throw UserError("torque: the run of this body is over; accepted: calls by the method, within its step");
    const auto q = numbers<4>(attitude, "attitude");
    std::array<double, 3> T{};
    if (torque) {
      const py::gil_scoped_release unlocked;
      torque(context, t, q.data(), T.data());
    }
    return array(T);
  }
};

/// A method in Python: step(body, t, h, attitude, momentum) -> (attitude, momentum).
struct CallableMethod {
  py::object step;
  std::string id, label, source;
  int order_of_momentum, order_of_attitude;
};

/// A body that it turns, as that of an engine.
class BodyOfCallable : public EngineBody {
 public:
  BodyOfCallable(const CallableMethod& method, const double I[3], polhode_torque torque, void* context)
      : method_(method), body_(new BodyOfMethod{{I[0], I[1], I[2]}, torque, context}) {}
  ~BodyOfCallable() override { body_->turns = false; }

  std::int32_t set(double t, const polhode_state& state) override {
    t_ = t, state_ = state;
    return POLHODE_DONE;
  }
  /// What the callable throws passes through the harness, to whoever has called that.
  std::int32_t step(double h) override {
    stop_if_interrupted();
    const py::gil_scoped_acquire locked;
    const auto& [q, Pi] = state_;
    const py::object after =
        method_.step(body_, t_, h, array(std::array{q[0], q[1], q[2], q[3]}), array(std::array{Pi[0], Pi[1], Pi[2]}));
    if (!py::isinstance<py::tuple>(after) || py::len(after) != 2)
      throw UserError(method_.id + ": " + shortened(py::cast<std::string>(py::repr(after))) +
                      " is given back; accepted: a pair (attitude, momentum)");
    const py::tuple pair(after);
    const auto attitude = numbers<4>(pair[0], "attitude");
    const auto momentum = numbers<3>(pair[1], "momentum");
    std::copy(attitude.begin(), attitude.end(), state_.attitude);
    std::copy(momentum.begin(), momentum.end(), state_.momentum);
    t_ += h;
    return POLHODE_DONE;
  }
  std::int32_t get(polhode_state& state) override {
    state = state_;
    return POLHODE_DONE;
  }

 private:
  const CallableMethod& method_;
  std::shared_ptr<BodyOfMethod> body_;
  double t_ = 0;
  polhode_state state_{};
};

/// Adds a callable to the roster. One of the same name takes its place there, with what was said of it first.
void add_callable(const std::string& id, const py::object& step, const std::string& label, const std::string& source,
                  int order_of_momentum, int order_of_attitude) {
  static std::map<std::string, CallableMethod*> known;
  if (!PyCallable_Check(step.ptr())) refuse(id, step, "a callable");
  if (id.find('\0') != id.npos)
    throw UserError("id: {} is given; accepted: small letters, digits, dashes", shortened(id));
  if (find_update(id)) throw UserError("id: {} is an update from rates; accepted: another name", id);
  if (const auto at = known.find(id); at != known.end()) {
    auto& m = *at->second;
    if (m.order_of_momentum != order_of_momentum || m.order_of_attitude != order_of_attitude)
      throw UserError(id + ": it is there with another order; accepted: the same order, or another name");
    m.step = step;
    return;
  }
  // It lives as long as the process: the roster points to it.
  auto* const m = new CallableMethod{step, id, label, source, order_of_momentum, order_of_attitude};
  const polhode_engine description{.size = sizeof(polhode_engine),
                                   .id = m->id.c_str(),
                                   .label = m->label.c_str(),
                                   .source = m->source.c_str(),
                                   .licence = "its author's",
                                   .order_of_momentum = order_of_momentum,
                                   .order_of_attitude = order_of_attitude,
                                   .precision = POLHODE_DOUBLE,
                                   .torque = POLHODE_TORQUE_NATIVE,
                                   .negative_steps = 1,
                                   .symmetric = POLHODE_UNKNOWN,
                                   .symplectic = POLHODE_UNKNOWN,
                                   .spatial_momentum = POLHODE_UNKNOWN,
                                   .energy = POLHODE_UNKNOWN};
  const auto make = [m](const double inertia[3], polhode_torque torque, void* context) {
    return std::make_unique<BodyOfCallable>(*m, inertia, torque, context);
  };
  const auto* engine = engine_of_bodies(description, make, "method");
  check_names("method", engine->info);
  add_method(engine->info);
  add_runner(engine->free);
  add_runner(engine->torqued);
  known.emplace(id, m);
}

}  // namespace
}  // namespace polhode

PYBIND11_MODULE(_core, m) {
  using namespace polhode;

  static py::exception<UserError> wrong(m, "UserError", PyExc_ValueError);
  wrong.attr("__doc__") = "A mistake of the caller's: the field, what was given, what is accepted.";
  py::register_exception<ForeignMethodFailed>(m, "GuestFailed", PyExc_RuntimeError).attr("__doc__") =
      "A method from outside failed where that is no result.";
  py::register_exception<OutputError>(m, "OutputError", PyExc_OSError).attr("__doc__") =
      "Output that cannot be written.";
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const Interrupted&) {  // of which Python's own handler has heard, too
      if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const UserError& e) {
      wrong(printable(e.what()).c_str());
    }
  });

  m.attr("version") = build_info().version;
  m.attr("schema_of_specs") =
      std::ranges::find(schemas::all, std::string_view("spec-1"), [](const auto& s) { return s.first; })->second;
  m.def(
      "show_progress",
      [](const py::object& shown_by) {
        show_progress_by(
            [by = shown_by.inc_ref()](std::string_view line) {  // kept: it is called as long as there are threads
              const py::gil_scoped_acquire locked;
              const int most = line.empty() ? 2 : 1;  // what was shown is taken away, though Ctrl-C comes in between
              for (int i = 0; i < most; ++i) try {
                  return by(line).cast<bool>();
                } catch (const py::error_already_set&) {  // Ctrl-C, which is noted
                }
              return true;
            });
      },
      py::arg("shown_by"));
  m.def(
      "spec_of", [](const std::string& text, const std::string& file) { return parse_json(text, file).dump(); },
      py::arg("text"), py::arg("file"));
  m.def(
      "check_form", [](const std::string& spec) { check_form(parse_json(spec, "spec"), "spec-1", ""); },
      py::arg("spec"));
  m.def("ask", &ask, py::arg("command"), py::arg("body"), py::arg("options"));
  m.def("run", &run, py::arg("body"));
  m.def("add_method", &add_callable, py::arg("id"), py::arg("step"), py::arg("label"), py::arg("source"),
        py::arg("order_of_momentum"), py::arg("order_of_attitude"));
  add_arrays(m);

  py::class_<BodyOfMethod, std::shared_ptr<BodyOfMethod>>(
      m, "BodyOfMethod", "The body that a method of your own turns, in its principal axes.")
      .def_property_readonly(
          "inertia", [](const BodyOfMethod& b) { return array(b.inertia); }, "(3,), the principal moments.")
      .def("torque", &BodyOfMethod::torque_at, py::arg("t"), py::arg("attitude"),
           "(3,), in the body frame, at a time and an attitude (w, x, y, z) of length 1.");
}
