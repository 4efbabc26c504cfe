// SPDX-License-Identifier: MIT
// polhode._core: what the commands of the program answer, and the exact flow on NumPy arrays. The package around it
// (python/polhode) turns JSON into dictionaries. Every call that works for long lets other threads run, and ends at
// Ctrl-C.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "core/io/json.hpp"
#include "core/io/offered_torque.hpp"
#include "core/io/record.hpp"
#include "core/io/spec/rate.hpp"
#include "core/io/spec/units.hpp"
#include "core/system/build_info.hpp"
#include "core/system/host.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/answers/comparison.hpp"
#include "experiments/answers/figure.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/answers/recommend.hpp"
#include "experiments/judging/attitude/arrays.hpp"
#include "experiments/judging/attitude/pages.hpp"
#include "experiments/judging/attitude/property_report.hpp"
#include "experiments/judging/attitude/run.hpp"
#include "experiments/judging/populations/shards.hpp"
#include "experiments/judging/populations/sweep.hpp"
#include "experiments/running/engines.hpp"
#include "experiments/running/extra_methods.hpp"
#include "experiments/running/plugins.hpp"
#include "methods/family/free_flow.hpp"
#include "methods/lanes/flows.hpp"
#include "methods/runners.hpp"
#include "python/stepper.hpp"
#include "schemas.hpp"

namespace py = pybind11;

namespace polhode {
namespace {

using json = nlohmann::ordered_json;
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

// --- what Python has to say while C++ works -------------------------------------------------------------------------

/// Works without the interpreter's lock; Ctrl-C becomes an exception.
auto without_lock(const auto& work) {
  const NotedInterrupts noted;
  auto result = [&] {
    const py::gil_scoped_release unlocked;
    return work();
  }();
  stop_if_interrupted();
  return result;
}

Doubles array(const auto& x) {
  return Doubles(x.size(), x.data());
}

std::string refusal(const std::string& field, const py::handle& given, const std::string& accepted) {
  return field + ": " + shortened(py::cast<std::string>(py::repr(given))) + " is given; accepted: " + accepted;
}
[[noreturn]] void refuse(const std::string& field, const py::handle& given, const std::string& accepted) {
  throw UserError(refusal(field, given, accepted));
}

/// As doubles, of any shape. NumPy would also take None, texts, dates and the real parts of complex numbers: TypeError.
Doubles numbers(const py::handle& given, const std::string& field, const std::string& accepted = "numbers") {
  const auto any = py::array::ensure(given);
  if (!any) refuse(field, given, accepted);  // rows of unequal lengths
  if (!std::strchr("biuf", any.dtype().kind())) {
    PyErr_SetString(PyExc_TypeError, printable(refusal(field, given, accepted)).c_str());
    throw py::error_already_set();
  }
  return Doubles::ensure(any);
}

/// So many, in whatever shape.
template <std::size_t N>
std::array<double, N> numbers(const py::handle& given, const std::string& field) {
  const auto accepted = std::to_string(N) + " numbers";
  const auto x = numbers(given, field, accepted);
  if (x.size() != N) refuse(field, given, accepted);
  std::array<double, N> y;
  std::copy_n(x.data(), N, y.begin());
  return y;
}

/// A torque that is a Python callable: f(t, attitude) -> torque, or f(t, attitude, angular_velocity) where it sees the
/// rates; in the user's axes.
struct CallableTorque {
  py::object f;
  bool sees_rates;
  Rotation<Body, Body, double> axes = Rotation<Body, Body, double>::identity();  ///< principal to user components

  std::array<double, 3> asked(double t, const std::array<double, 4>& q, const std::array<double, 3>& Omega) const {
    stop_if_interrupted();
    const py::gil_scoped_acquire locked;
    return numbers<3>(sees_rates ? f(t, array(q), array(Omega)) : f(t, array(q)), "torque");
  }
  /// In principal axes.
  Vec<Body, double> at(double t, const Attitude<double>& R, const Vec<Body, double>& Omega) const {
    const auto q = R * inverse(axes);
    const auto T = asked(t, {q.w, q.x, q.y, q.z}, (axes * Omega).as_array());
    return inverse(axes) * Vec<Body, double>{T[0], T[1], T[2]};
  }
  static Vec<Body, double> torque(const void* context, const double& t, const Attitude<double>& R) {
    return static_cast<const CallableTorque*>(context)->at(t, R, {});
  }
};

/// What a unit of a spec's torques is worth in those computed with.
double unit_of_torque(const nlohmann::json& document) {
  Spec<double> names;
  return reading::units<double>(document, names).torque;
}
/// What a callable computes has no units of its own.
void check_callable(double unit) {
  if (unit != 1)
    throw UserError("units.torque: given with a callable torque; accepted: mass length^2/time^2, or none");
}

/// What `judge` answers to the body of a spec; a callable adds to the torques of the spec.
std::string judged_with(const std::optional<py::object>& torque, bool sees_rates, const std::string& spec,
                        const std::function<nlohmann::ordered_json(const nlohmann::json&)>& judge) {
  const CallableTorque callable{torque.value_or(py::none()), sees_rates};
  CallersTorque callers{{}, sees_rates};
  if (torque) callers.f = [&](double t, const auto& q, const auto& Omega) { return callable.asked(t, q, Omega); };
  const auto document = parse_json(spec, "spec");
  if (torque) check_callable(unit_of_torque(document));
  return without_lock([&] { return dump(judged(document, callers, judge)); });
}

void add_torque(Spec<double>& spec, const CallableTorque& torque) {
  const auto* body = spec.problem.body();
  if (!body) throw UserError("torque: a callable turns rigid bodies only");
  auto with = spec.problem.torqued() ? *spec.problem.torqued() : TorquedBody<double>{*body};
  with.torques.push_back(UserTorque<double>{&torque, &CallableTorque::torque});
  spec.problem = with;
}

/// Times and quaternions after updates.
py::tuple attitude_of(const py::object& times, const py::object& values, bool increments, const std::string& method,
                      const py::object& start, int every) {
  const auto t = numbers(times, "times"), v = numbers(values, increments ? "increments" : "rates");
  const auto q = numbers<4>(start, "start");
  if (t.ndim() != 1) throw UserError("times: accepted: a list of numbers");
  if (v.ndim() != 2 || v.shape(1) != 3)
    throw UserError(std::string(increments ? "increments" : "rates") + ": accepted: rows of three numbers");
  static_assert(sizeof(Vec<Body, double>) == 3 * sizeof(double));
  const std::span rows(reinterpret_cast<const Vec<Body, double>*>(v.data()), static_cast<std::size_t>(v.shape(0)));
  const auto found = without_lock([&] {
    return attitude::attitudes_of(method, {t.data(), static_cast<std::size_t>(t.size())}, rows, increments,
                                  {q[0], q[1], q[2], q[3]}, every);
  });
  const auto n = static_cast<py::ssize_t>(found.times.size());
  Doubles when(n), attitudes({n, py::ssize_t(4)});
  std::copy(found.times.begin(), found.times.end(), when.mutable_data());
  auto* to = attitudes.mutable_data();
  for (const auto& R : found.attitudes) *to++ = R.w, *to++ = R.x, *to++ = R.y, *to++ = R.z;
  return py::make_tuple(when, attitudes);
}

// --- the commands ---------------------------------------------------------------------------------------------------

/// The numbers of a trajectory, row by row, as they stand in `first`.
struct Table {
  json first;
  std::vector<double> values;
  py::ssize_t rows = 0;

  void add(const json& row) {
    if (rows++ == 0) first = row;
    flatten(row);
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

std::tuple<std::string, std::string, Doubles> run(const std::string& document, const std::string& folder,
                                                  const std::optional<py::object>& torque, bool sees_rates) {
  Table table;
  const auto see = [&](const json& row) { table.add(row); };
  std::string answer;
  if (const auto parsed = parse_json(document, "spec"); prescribes_rate(parsed)) {
    answer = without_lock([&] { return dump(answers::to_json(attitude::run_spec(parsed, folder, {}, see))); });
  } else if (torque && sees_rates) {
    answer = judged_with(torque, sees_rates, document, [&](const auto& spec) {
      return answers::to_json(run_spec(read_spec<double>(spec, folder, true), see));
    });
  } else {
    auto spec = read_spec<double>(parsed, folder, !torque);
    if (torque) check_callable(unit_of_torque(parsed));
    const CallableTorque callable{torque.value_or(py::none()), false, spec.axes};
    if (torque) add_torque(spec, callable);
    answer = without_lock([&] { return dump(answers::to_json(run_spec(spec, see))); });
  }
  return {answer, table.first.dump(), std::move(table).array()};
}

std::string reference_of(const std::string& document, const std::string& folder,
                         const std::optional<py::object>& torque, bool sees_rates, int digits,
                         std::optional<double> limit) {
  return judged_with(torque, sees_rates, document, [&](const auto& spec) {
    return answers::to_json(find_reference(spec, folder, digits, limit.value_or(usual_time_limit)));
  });
}

std::string recommended(const std::string& document, const std::string& folder, const std::optional<py::object>& torque,
                        bool sees_rates, const std::string& options) {
  const auto question = answers::question_of(parse_json(options, "options"));
  return judged_with(torque, sees_rates, document,
                     [&](const auto& spec) { return answers::recommend(question, spec, folder).json; });
}

const MethodInfo& method_named(const std::string& name) {
  const auto* method = find_method(name);
  if (!method) throw UserError("METHOD: " + unknown_name("method", name, method_names()));
  return *method;
}

std::string check(const std::string& name, std::optional<std::int64_t> long_run, const std::optional<std::string>& on,
                  const std::string& folder, bool timing) {
  if (const auto* page = attitude::find_page(name)) {
    if (on || long_run)
      throw UserError(std::string(on ? "on" : "long_run") + ": given for an attitude update; accepted: for methods");
    return without_lock([&] { return dump(answers::to_json(attitude::measure_page(*page, timing))); });
  }
  const auto& method = method_named(name);
  if (long_run && *long_run < 1)
    throw UserError("long_run: " + std::to_string(*long_run) + " is given; accepted: 1 or more");
  std::optional<OwnProblem> own;
  if (on) own = own_problem(parse_json(*on, "spec"), folder, "body", {&method});
  return without_lock([&] {
    std::vector<PropertyReport> reports{own ? measure_properties(method, long_run.value_or(long_run_on_own), &*own)
                                        : long_run ? measure_properties(method, *long_run)
                                                   : measure_properties(method)};
    if (timing) time_property_reports(reports);
    return dump(answers::to_json(reports.front()));
  });
}

std::string spec_of_case(const std::string& document, const std::string& folder, std::int64_t number) {
  return populations::spec_of_case(parse_json(document, "spec"), number, folder).dump();
}

/// All of a population, in memory.
std::string sweep(const std::string& document) {
  const auto spec = populations::read_sweep(parse_json(document, "spec"));
  populations::check_memory(spec);
  return without_lock([&] {
    populations::Products products(spec);
    populations::sweep(spec, 0, spec.bodies(), products, {}, [](std::uint64_t) {});
    stop_if_interrupted();
    return populations::shard_text({.spec = spec.canonical,
                                    .origin = populations::this_origin(),
                                    .ranges = {{0, spec.bodies()}},
                                    .by_clock = spec.seconds_per_case.has_value(),
                                    .result = products.json().dump()},
                                   {});
  });
}

using Words = std::vector<std::string>;
/// Of a name, or of a value, in JSON.
std::string figure(const std::string& name, const Words& beside, const Words& settings) {
  const auto is = parse_ordered_json(name, "figure");
  return without_lock([&] {
    return dump(is.is_string() ? answers::figure_answer(is.get<std::string>(), beside, settings)
                               : answers::figure_answer(is, beside, settings));
  });
}

// --- the exact flow -------------------------------------------------------------------------------------------------

/// The free motion of a body, on arrays. A state is seven doubles, momentum and attitude, and arrays of both are views
/// of `out`, or of a new array: the first touch of new memory costs up to a fifth of what a state does.
class Flow {
 public:
  explicit Flow(const std::string& document, const std::string& folder)
      : spec_(read_spec<double>(parse_json(document, "spec"), folder)), flow_(flow_of(spec_)) {
    turned_ = norm(spec_.axes.vector()) > 0 || spec_.momentum != 1;
  }

  py::tuple at(const py::object& given, const std::optional<py::object>& out) const {
    const auto times = numbers(given, "times");
    std::vector<py::ssize_t> shape(times.shape(), times.shape() + times.ndim());
    return states(std::move(shape), out, [&](std::span<RigidState<double>> out) {
      flow_.states({times.data(), out.size()}, out);
    });
  }
  py::tuple every(double h, py::ssize_t n, double t0, const std::optional<py::object>& out) const {
    if (n < 0) throw UserError("n: " + std::to_string(n) + " is given; accepted: a number of states");
    return states({n}, out, [&](std::span<RigidState<double>> out) { flow_.states(t0, h, out); });
  }
  double period() const { return flow_.period(); }
  double turn_per_period() const { return flow_.turn_per_period(); }
  double P_phi() const { return flow_.P_phi(); }
  double precession() const { return flow_.precession(); }

 private:
  static FreeFlow flow_of(const Spec<double>& spec) {
    const auto* body = std::get_if<FreeBody<double>>(&spec.problem);
    if (!body) throw UserError("torque: FreeFlow is the motion of a rigid body without one; for others see run");
    return FreeFlow(body->I, body->initial);
  }

  static Doubles room(const std::vector<py::ssize_t>& shape, const std::optional<py::object>& out) {
    if (!out) return Doubles(shape);
    const py::object wanted = py::tuple(py::cast(shape));
    if (!py::isinstance<Doubles>(*out) || !wanted.equal(out->attr("shape")) || !py::cast<Doubles>(*out).writeable())
      throw UserError("out: accepted: an array of doubles of shape " + py::cast<std::string>(py::str(wanted)) +
                      ", without gaps, that can be written");
    return py::cast<Doubles>(*out);
  }

  py::tuple states(std::vector<py::ssize_t> shape, const std::optional<py::object>& out_given, const auto& fill) const {
    static_assert(sizeof(RigidState<double>) == 7 * sizeof(double) && offsetof(RigidState<double>, R) == 24);
    shape.push_back(7);
    Doubles all = room(shape, out_given);
    const std::span out(reinterpret_cast<RigidState<double>*>(all.mutable_data()), std::size_t(all.size() / 7));
    const auto work = [&] {
      fill(out);
      if (turned_)
        for (auto& s : out) s = spec_.to_user(s);
    };
    constexpr std::size_t few = 1000;  // take less time than to let others run
    if (out.size() < few) {
      work();
    } else {
      const py::gil_scoped_release unlocked;
      work();
    }
    const std::vector<py::ssize_t> strides(all.strides(), all.strides() + all.ndim());
    const auto view = [&](py::ssize_t from, py::ssize_t size) {
      shape.back() = size;
      return py::array(py::dtype::of<double>(), shape, strides, all.data() + from, all);
    };
    return py::make_tuple(view(0, 3), view(3, 4));
  }

  Spec<double> spec_;
  FreeFlow flow_;
  bool turned_;
};

// --- many bodies at once --------------------------------------------------------------------------------------------

/// Numbers of each body, (n, size), or one for all, (size,).
class Rows {
 public:
  Rows(std::string field, const py::object& given, py::ssize_t size, const std::string& accepted = "numbers")
      : field_(std::move(field)), x_(numbers(given, field_, accepted)), size_(size) {
    if (x_.ndim() < 1 || x_.ndim() > 2 || x_.shape(x_.ndim() - 1) != size) refuse();
  }
  bool is_of_each() const { return x_.ndim() == 2; }
  std::size_t count() const { return x_.ndim() == 1 ? 1 : static_cast<std::size_t>(x_.shape(0)); }
  const double* operator[](std::size_t i) const { return x_.data() + (x_.ndim() == 1 ? 0 : size_ * py::ssize_t(i)); }
  void check(std::size_t bodies) const {
    if (x_.ndim() == 2 && count() != bodies) refuse();
  }
  /// Throws UserError unless a body's numbers are finite, and `good`.
  void check(std::size_t i, bool good, const char* accepted) const {
    for (int k = 0; k < size_; ++k) good = good && std::isfinite((*this)[i][k]);
    if (!good) throw UserError(field_ + ": of body " + std::to_string(i) + "; accepted: " + accepted);
  }
  Attitude<double> attitude(std::size_t i) const {
    const auto* x = (*this)[i];
    const Attitude<double> R{x[0], x[1], x[2], x[3]};
    check(i, std::abs(std::sqrt(norm2(R)) - 1) <= 1e-3, "a unit quaternion, to 0.001");
    return normalised(R);
  }

 private:
  [[noreturn]] void refuse() const {
    const py::object shape = x_.attr("shape");
    throw UserError(field_ + ": shape " + py::cast<std::string>(py::str(shape)) + " is given; accepted: (" +
                    std::to_string(size_) + ",) or (number of bodies, " + std::to_string(size_) + ")");
  }

  std::string field_;
  const Doubles x_;
  py::ssize_t size_;
};

/// Bodies in their principal axes. What NumPy sees of them are the columns of the ensemble.
class Bodies {
 public:
  /// `torques` are those of a spec: one for all bodies, one for each, or none.
  Bodies(const py::object& inertia, const py::object& momentum, const py::object& attitude,
         const std::vector<std::string>& torques)
      : all_(0) {
    const Rows I("inertia", inertia, 3), Pi("momentum", momentum, 3), q("attitude", attitude, 4);
    const auto n = I.is_of_each()    ? I.count()
                   : Pi.is_of_each() ? Pi.count()
                   : q.is_of_each()  ? q.count()
                                     : std::max<std::size_t>(1, torques.size());
    I.check(n), Pi.check(n), q.check(n);
    all_ = Ensemble(n);
    for (std::size_t i = 0; i < n; ++i) {
      const FreeBody<double> body{{{I[i][0], I[i][1], I[i][2]}, {{Pi[i][0], Pi[i][1], Pi[i][2]}, q.attitude(i)}}};
      const auto& start = body.initial.Pi;
      const bool usual = std::all_of(I[i], I[i] + 3, [](double x) { return x >= 1e-300 && x <= 1e100; });
      const bool bounded = std::isfinite(norm2(start) + norm2(body.Omega(start)) + body.kinetic_energy(start));
      I.check(i, usual, "three positive numbers, from 1e-300 to 1e100");
      Pi.check(i, bounded, "three finite numbers, of which angular velocity and energy are finite");
      all_.set(i, body, 0);
    }
    if (torques.size() > 1 && torques.size() != n)
      throw UserError("torque: rows for " + std::to_string(torques.size()) + " bodies are given; accepted: for " +
                      std::to_string(n));
    std::shared_ptr<const TorquedBody<double>> like;
    for (std::size_t i = 0; i < n && !torques.empty(); ++i) {
      if (i < torques.size()) like = with_torques(all_.body(i), torques[i]);
      all_.set_torques(i, of_body(like, all_.body(i).I));
    }
  }

  std::size_t size() const { return all_.size(); }
  static py::array times(const py::object& self) {
    auto& all = self.cast<Bodies&>().all_;
    return py::array(py::dtype::of<double>(), {static_cast<py::ssize_t>(all.size())}, {},
                     all.column(Ensemble::time).data(), self);
  }

  /// Columns from k on as an array (n, count), which keeps `self` alive.
  static py::array columns(const py::object& self, int k, py::ssize_t count) {
    auto& all = self.cast<Bodies&>().all_;
    const auto n = static_cast<py::ssize_t>(all.size()), one = static_cast<py::ssize_t>(sizeof(double));
    return py::array(py::dtype::of<double>(), {n, count}, {one, n * one}, all.column(k).data(), self);
  }

  /// Takes all bodies so many steps; says how many each has taken.
  py::array_t<std::int64_t> run(const std::string& method, const py::object& given, std::int64_t steps) {
    const auto h = numbers(given, "h");
    auto needed = Dependence::none;
    for (std::size_t i = 0; i < size(); ++i)
      if (const auto* like = all_.torques(i)) needed = std::max(needed, like->dependence());
    std::vector<std::string> ids;
    std::string able;
    for (const auto& runner : ensemble_runners()) {
      ids.emplace_back(runner.info->id);
      if (runner.takes_torques && needed <= runner.info->supports) able += (able.empty() ? "" : ", ") + ids.back();
    }
    const auto* runner = find_ensemble_runner(method);
    if (!runner) throw UserError("method: " + unknown_name("method for many bodies at once", method, ids));
    if (turned() && !(runner->takes_torques && needed <= runner->info->supports))
      throw UserError("method: " + method + " is given; accepted for these torques: " + able);
    if (steps < 0) throw UserError("steps: " + std::to_string(steps) + " is given; accepted: 0 or more");
    const auto column = all_.column(Ensemble::step);
    if (h.ndim() > 1 || (h.ndim() == 1 && h.size() != py::ssize_t(size())))
      throw UserError("h: " + std::to_string(h.size()) + " numbers are given; accepted: one, or one for each body");
    for (std::size_t i = 0; i < size(); ++i) {
      column[i] = h.data()[h.ndim() == 0 ? 0 : i];
      if (!std::isfinite(column[i]) || column[i] == 0) throw UserError("h: accepted: finite numbers, not zero");
    }
    without_lock([&] {
      constexpr std::size_t block = 64;
      parallel_for((size() + block - 1) / block,
                   [&](std::size_t b) { runner->run(all_, b * block, std::min(b * block + block, size()), steps); });
      return 0;
    });
    py::array_t<std::int64_t> taken(static_cast<py::ssize_t>(size()));
    for (std::size_t i = 0; i < size(); ++i) taken.mutable_data()[i] = all_.ending(i).steps;
    return taken;
  }

  /// Where all are after times of their free motion.
  Bodies free_flow(const py::object& given) const {
    const auto times = numbers(given, "times");
    if (turned()) throw UserError("torque: free_flow is the motion of rigid bodies without one; for others see run");
    if (times.ndim() > 1 || (times.ndim() == 1 && times.size() != py::ssize_t(size())))
      throw UserError("times: " + std::to_string(times.size()) + " are given; accepted: one, or one for each body");
    std::vector<double> all(size(), times.ndim() == 0 ? *times.data() : 0.0);
    if (times.ndim() == 1) std::copy_n(times.data(), all.size(), all.begin());
    Bodies then = *this;
    without_lock([&] {
      constexpr std::size_t block = 4096;
      parallel_for((size() + block - 1) / block, [&](std::size_t b) {
        const auto first = b * block, n = std::min(block, size() - first);
        Ensemble some(n);
        for (int k = 0; k < Ensemble::columns; ++k)
          std::ranges::copy(all_.column(k).subspan(first, n), some.column(k).begin());
        FreeFlows(some).states(std::span(all).subspan(first, n), some, 0, n);
        for (int k = 0; k < Ensemble::columns; ++k)
          std::ranges::copy(some.column(k), then.all_.column(k).begin() + py::ssize_t(first));
      });
      return 0;
    });
    return then;
  }

 private:
  bool turned() const { return size() > 0 && all_.torques(0); }

  /// A body with the torques of a spec; null where they are none.
  static std::shared_ptr<const TorquedBody<double>> with_torques(const FreeBody<double>& body,
                                                                 const std::string& torque) {
    const auto three = [](const Vec<Body, double>& v) { return std::array{v[0], v[1], v[2]}; };
    const auto& [Pi, R] = body.initial;
    const auto spec = read_spec<double>(
        {{"body",
          {{"inertia", three(body.I.moments)}, {"momentum", three(Pi)}, {"attitude", std::array{R.w, R.x, R.y, R.z}}}},
         {"torque", parse_json(torque, "torque")}});
    const auto* torqued = spec.problem.torqued();
    return torqued ? std::make_shared<const TorquedBody<double>>(*torqued) : nullptr;
  }
  /// The same torques on a body of another inertia.
  static std::shared_ptr<const TorquedBody<double>> of_body(std::shared_ptr<const TorquedBody<double>> like,
                                                            const Inertia<double>& I) {
    std::shared_ptr<TorquedBody<double>> own;
    for (int k = 0; like && k < like->torques.size; ++k)
      if (const auto* gradient = std::get_if<GravityGradient<double>>(&like->torques.terms[std::size_t(k)]);
          gradient && norm2(gradient->inertia - I.moments) > 0) {
        if (!own) own = std::make_shared<TorquedBody<double>>(*like);
        std::get<GravityGradient<double>>(own->torques.terms[std::size_t(k)]).inertia = I.moments;
      }
    return own ? own : like;
  }

  Ensemble all_;
};

// --- steps for loops of the caller's
// -----------------------------------------------------------------------------------

struct StepFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Bodies that one method moves step by step, each with its own torques: all of them, or none. Arrays have a row for
/// each; of one body that was given alone they are that row.
class Steppers {
 public:
  Steppers(const std::vector<std::string>& documents, const std::vector<std::string>& folders,
           const std::vector<std::optional<py::object>>& torques, const std::vector<bool>& see_rates,
           const std::string& method, double t0, bool alone)
      : alone_(alone) {
    if (!std::isfinite(t0)) throw UserError("t0: accepted: a finite number");
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const auto document = parse_json(documents[i], "spec");
      auto spec = read_spec<double>(document, folders[i]);
      const double unit = unit_of_torque(document);
      if (torques[i]) check_callable(unit);
      bodies_.push_back({moving(method, spec.problem, t0),
                         spec.axes,
                         {torques[i].value_or(py::none()), see_rates[i], spec.axes},
                         torques[i].has_value(),
                         spec.momentum,
                         unit});
      if (const auto* body = spec.problem.body()) bodies_.back().reciprocals = body->I.reciprocals;
    }
  }

  void step(double h, const std::optional<py::object>& torque, bool sees_rates) {
    if (!std::isfinite(h) || h == 0) throw UserError("dt: accepted: a finite number, not zero");
    if (std::abs(t()) * std::numeric_limits<double>::epsilon() > std::abs(h))
      throw UserError("dt: it does not change t; accepted: longer steps, or a time nearer to 0");
    std::optional<Rows> held;
    std::optional<Vec<Body, double>> one;
    if (torque && !PyCallable_Check(torque->ptr()) && !(one = three(*torque)))
      held.emplace("torque", *torque, 3, "three numbers, an array (n, 3), or a callable").check(size());
    const bool called = torque && !one && !held;
    for (const auto& b : bodies_)
      if (called) check_callable(b.torque);
    std::size_t begun = 0;
    try {
      for (auto& b : bodies_) {
        std::optional<Vec<Body, double>> value = one;
        if (held) value = vec((*held)[begun]);
        if (value) value = b.torque * (inverse(b.axes) * *value);
        SteppersTorque f;
        const CallableTorque now{called ? *torque : py::none(), sees_rates, b.axes};
        if (b.called || called)
          f = [&](double t, const Attitude<double>& R, const Vec<Body, double>& Omega) {
            Vec<Body, double> sum{};
            if (b.called) sum += b.own.at(t, R, Omega);
            if (called) sum += now.at(t, R, Omega);
            return sum;
          };
        ++begun;
        const auto why = b.body->step(h, value, f, (b.called && b.own.sees_rates) || (called && sees_rates));
        if (!why.empty())
          throw StepFailed((alone_ ? std::string() : "body " + std::to_string(begun - 1) + ": ") + std::string(why));
      }
    } catch (...) {  // what a callable throws, too
      for (std::size_t i = 0; i < begun; ++i) bodies_[i].body->back();
      throw;
    }
  }

  std::size_t size() const { return bodies_.size(); }
  double t() const { return bodies_.empty() ? 0 : bodies_.front().body->t(); }
  Doubles momentum() const {
    return rows([](const One& b) { return (b.axes * b.body->state().Pi / b.momentum).as_array(); });
  }
  Doubles angular_velocity() const {
    return rows([](const One& b) {
      const auto Pi = b.body->state().Pi;
      return (b.axes * Vec<Body, double>{b.reciprocals[0] * Pi[0], b.reciprocals[1] * Pi[1], b.reciprocals[2] * Pi[2]})
          .as_array();
    });
  }
  Doubles attitude() const {
    return rows([](const One& b) -> std::array<double, 4> {
      const auto R = b.body->state().R * inverse(b.axes);
      return {R.w, R.x, R.y, R.z};
    });
  }
  /// To other states; what is not given stays.
  void set(const std::optional<py::object>& momentum, const std::optional<py::object>& attitude) {
    std::optional<Rows> Pi, q;
    if (momentum) Pi.emplace("momentum", *momentum, 3).check(size());
    if (attitude) q.emplace("attitude", *attitude, 4).check(size());
    std::vector<RigidState<double>> states;
    for (std::size_t i = 0; i < size(); ++i) {
      auto& b = bodies_[i];
      auto s = b.body->state();
      if (Pi) {
        Pi->check(i, true, "finite numbers");
        s.Pi = b.momentum * (inverse(b.axes) * vec((*Pi)[i]));
      }
      if (q) s.R = q->attitude(i) * b.axes;
      states.push_back(s);
    }
    for (std::size_t i = 0; i < size(); ++i) bodies_[i].body->set(states[i]);
  }

 private:
  struct One {
    std::unique_ptr<Moving> body;
    Rotation<Body, Body, double> axes;
    CallableTorque own;  ///< of the body
    bool called;         ///< it is there
    double momentum;     ///< what a unit of the spec's momenta is worth in those computed with
    double torque;       ///< the same of its torques
    Vec<Body, double> reciprocals{};
  };

  static Vec<Body, double> vec(const double* x) { return {x[0], x[1], x[2]}; }
  /// A tuple or list of three numbers, without the detour by an array.
  static std::optional<Vec<Body, double>> three(const py::object& given) {
    if (!(PyTuple_Check(given.ptr()) || PyList_Check(given.ptr())) || PySequence_Fast_GET_SIZE(given.ptr()) != 3)
      return {};
    Vec<Body, double> v{};
    for (int i = 0; i < 3; ++i) {
      PyObject* x = PySequence_Fast_GET_ITEM(given.ptr(), i);
      if (!PyFloat_Check(x)) return {};
      v[i] = PyFloat_AS_DOUBLE(x);
    }
    return v;
  }
  Doubles rows(const auto& row) const {
    const auto n = static_cast<py::ssize_t>(decltype(row(bodies_[0]))().size());
    Doubles all(alone_ ? std::vector{n} : std::vector{py::ssize_t(size()), n});
    double* to = all.mutable_data();
    for (const auto& b : bodies_) {
      const auto x = row(b);
      to = std::copy(x.begin(), x.end(), to);
    }
    return all;
  }

  std::vector<One> bodies_;
  bool alone_;
};

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

/// A method in Python, seen as an engine: step(body, t, h, attitude, momentum) -> (attitude, momentum).
struct CallableMethod {
  py::object step;
  std::string id, label, source;
  polhode_engine engine;
};

constexpr std::size_t most_methods = 32;
/// They live as long as the process: the roster points to them.
std::array<CallableMethod*, most_methods> callable_methods{};
std::size_t methods_made = 0;

struct Session {
  const CallableMethod* method;
  std::shared_ptr<BodyOfMethod> body;
  double t;
  polhode_state state;
};

template <std::size_t Slot>
void* create(const double inertia[3], polhode_torque torque, void* context, char*) {
  const std::array I{inertia[0], inertia[1], inertia[2]};
  return new Session{callable_methods[Slot], std::make_shared<BodyOfMethod>(I, torque, context), 0, {}};
}
constexpr auto creators = []<std::size_t... Slot>(std::index_sequence<Slot...>) {
  return std::array{&create<Slot>...};
}
(std::make_index_sequence<most_methods>());

std::int32_t set(void* body, double t, const polhode_state* state) {
  auto& s = *static_cast<Session*>(body);
  s.t = t, s.state = *state;
  return POLHODE_DONE;
}

/// What the callable throws passes through the harness, to whoever has called that.
std::int32_t step(void* body, double h) {
  auto& s = *static_cast<Session*>(body);
  stop_if_interrupted();
  const py::gil_scoped_acquire locked;
  const auto& [q, Pi] = s.state;
  const py::object after =
      s.method->step(s.body, s.t, h, array(std::array{q[0], q[1], q[2], q[3]}), array(std::array{Pi[0], Pi[1], Pi[2]}));
  if (!py::isinstance<py::tuple>(after) || py::len(after) != 2)
    throw UserError(s.method->id + ": " + shortened(py::cast<std::string>(py::repr(after))) +
                    " is given back; accepted: a pair (attitude, momentum)");
  const py::tuple pair(after);
  const auto attitude = numbers<4>(pair[0], "attitude");
  const auto momentum = numbers<3>(pair[1], "momentum");
  std::copy(attitude.begin(), attitude.end(), s.state.attitude);
  std::copy(momentum.begin(), momentum.end(), s.state.momentum);
  s.t += h;
  return POLHODE_DONE;
}

std::int32_t get(void* body, polhode_state* state) {
  *state = static_cast<Session*>(body)->state;
  return POLHODE_DONE;
}

void destroy(void* body) {
  const std::unique_ptr<Session> session(static_cast<Session*>(body));
  session->body->turns = false;
}

const polhode_engine* newest(std::int32_t index) {
  return index == 0 ? &callable_methods[methods_made - 1]->engine : nullptr;
}

/// Adds a callable to the roster. One of the same name takes its place there, with what was said of it first.
void add_callable(const std::string& id, const py::object& step_function, const std::string& label,
                  const std::string& source, int order_of_momentum, int order_of_attitude) {
  if (!PyCallable_Check(step_function.ptr())) refuse(id, step_function, "a callable");
  for (std::size_t i = 0; i < methods_made; ++i)
    if (callable_methods[i]->id == id) {
      const auto& e = callable_methods[i]->engine;
      if (e.order_of_momentum != order_of_momentum || e.order_of_attitude != order_of_attitude)
        throw UserError(id + ": it is there with another order; accepted: the same order, or another name");
      callable_methods[i]->step = step_function;
      return;
    }
  if (methods_made == most_methods)
    throw UserError(id + ": there are " + std::to_string(most_methods) + " callable methods already, which is all");
  auto* m = new CallableMethod{step_function, id, label, source, {}};
  m->engine = {.size = sizeof(polhode_engine),
               .id = m->id.c_str(),
               .label = m->label.c_str(),
               .source = m->source.c_str(),
               .licence = "its author's",
               .order_of_momentum = order_of_momentum,
               .order_of_attitude = order_of_attitude,
               .precision = POLHODE_DOUBLE,
               .torque = POLHODE_TORQUE_NATIVE,
               .negative_steps = 1,
               .history = 0,
               .threads = 0,
               .symmetric = POLHODE_UNKNOWN,
               .symplectic = POLHODE_UNKNOWN,
               .spatial_momentum = POLHODE_UNKNOWN,
               .energy = POLHODE_UNKNOWN,
               .create = creators[methods_made],
               .set = &set,
               .step = &polhode::step,
               .get = &get,
               .destroy = &destroy};
  callable_methods[methods_made++] = m;
  try {
    const auto* engine = engines_of(&newest, "method").front();
    check_names("method", engine->info);
    add_method(engine->info);
    add_runner(engine->free);
    add_runner(engine->torqued);
  } catch (...) {
    --methods_made;
    throw;
  }
}

}  // namespace
}  // namespace polhode

PYBIND11_MODULE(_core, m) {
  using namespace polhode;

  static py::exception<UserError> wrong(m, "UserError", PyExc_ValueError);
  wrong.attr("__doc__") = "A mistake of the caller's: the field, what was given, what is accepted.";
  py::register_exception<ForeignMethodFailed>(m, "GuestFailed", PyExc_RuntimeError).attr("__doc__") =
      "A method from outside failed where that is no result.";
  py::register_exception<StepFailed>(m, "StepFailed", PyExc_RuntimeError).attr("__doc__") =
      "A step that has failed, and why: the body stays where it was.";
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
  m.def("show_progress", [](const py::object& shown_by) {
    show_progress_by([by = shown_by.inc_ref()](std::string_view line) {  // kept: it is called as long as there are threads
      const py::gil_scoped_acquire locked;
      const int most = line.empty() ? 2 : 1;  // what was shown is taken away, though Ctrl-C comes in between
      for (int i = 0; i < most; ++i) try {
          return by(line).cast<bool>();
        } catch (const py::error_already_set&) {  // Ctrl-C, which is noted
        }
      return true;
    });
  }, py::arg("shown_by"));
  m.def(
      "spec_of", [](const std::string& text, const std::string& file) { return parse_json(text, file).dump(); },
      py::arg("text"), py::arg("file"));
  m.def("schema_of_specs", [] {
    return std::ranges::find(schemas::all, std::string_view("spec-1"), [](const auto& s) { return s.first; })->second;
  });
  m.def("methods", [] { return dump(answers::list_of("methods")); });
  m.def("attitude", &attitude_of, py::arg("times"), py::arg("values"), py::arg("increments"), py::arg("method"),
        py::arg("start"), py::arg("every"));
  m.def("figures", [] { return dump(answers::list_of("figures")); });
  m.def("run", &run, py::arg("spec"), py::arg("folder"), py::arg("torque"), py::arg("sees_rates"));
  m.def("reference", &reference_of, py::arg("spec"), py::arg("folder"), py::arg("torque"), py::arg("sees_rates"),
        py::arg("digits"), py::arg("time_limit"));
  m.def("recommend", &recommended, py::arg("spec"), py::arg("folder"), py::arg("torque"), py::arg("sees_rates"),
        py::arg("options"));
  m.def("check", &check, py::arg("method"), py::arg("long_run"), py::arg("on"), py::arg("folder"), py::arg("timing"));
  m.def("spec_of_case", &spec_of_case, py::arg("spec"), py::arg("folder"), py::arg("case"));
  m.def("sweep", &sweep, py::arg("spec"));
  m.def(
      "compare",
      [](const std::string& a, const std::string& b) {
        return without_lock([&] {
          return dump(answers::to_json(answers::compared(read_result(a, "evidence-1"), read_result(b, "evidence-1"))));
        });
      },
      py::arg("a"), py::arg("b"));
  m.def("figure", &figure, py::arg("name"), py::arg("beside"), py::arg("settings"));
  m.def("figure_value", [](const std::string& name, const Words& settings) {
    return dump(answers::figure_value_of(name, settings).is);
  }, py::arg("name"), py::arg("settings"));
  m.def("add_method", &add_callable, py::arg("id"), py::arg("step"), py::arg("label"), py::arg("source"),
        py::arg("order_of_momentum"), py::arg("order_of_attitude"));

  py::class_<Flow>(m, "Flow")
      .def(py::init<const std::string&, const std::string&>(), py::arg("spec"), py::arg("folder"))
      .def("__call__", &Flow::at, py::arg("times"), py::arg("out"))
      .def("every", &Flow::every, py::arg("h"), py::arg("n"), py::arg("t0"), py::arg("out"))
      .def_property_readonly("period", &Flow::period)
      .def_property_readonly("turn_per_period", &Flow::turn_per_period)
      .def_property_readonly("P_phi", &Flow::P_phi)
      .def_property_readonly("precession", &Flow::precession);

  const auto columns = [](int first, py::ssize_t count) {
    return [=](const py::object& self) { return Bodies::columns(self, first, count); };
  };
  py::class_<Bodies>(m, "Bodies")
      .def(py::init<const py::object&, const py::object&, const py::object&, const std::vector<std::string>&>(),
           py::arg("inertia"), py::arg("momentum"), py::arg("attitude"), py::arg("torques"))
      .def("run", &Bodies::run, py::arg("method"), py::arg("h"), py::arg("steps"))
      .def("free_flow", &Bodies::free_flow, py::arg("times"))
      .def_property_readonly("inertia", columns(Ensemble::inertia, 3))
      .def_property_readonly("momentum", columns(Ensemble::momentum, 3))
      .def_property_readonly("attitude", columns(Ensemble::attitude, 4))
      .def_property_readonly("t", &Bodies::times);

  py::class_<Steppers>(m, "Steppers")
      .def(py::init<const std::vector<std::string>&, const std::vector<std::string>&,
                    const std::vector<std::optional<py::object>>&, const std::vector<bool>&, const std::string&, double,
                    bool>(),
           py::arg("specs"), py::arg("folders"), py::arg("torques"), py::arg("see_rates"), py::arg("method"),
           py::arg("t0"), py::arg("alone"))
      .def("step", &Steppers::step, py::arg("dt"), py::arg("torque"), py::arg("sees_rates"))
      .def("set", &Steppers::set, py::arg("momentum"), py::arg("attitude"))
      .def("__len__", &Steppers::size)
      .def_property_readonly("t", &Steppers::t)
      .def_property_readonly("momentum", &Steppers::momentum)
      .def_property_readonly("angular_velocity", &Steppers::angular_velocity)
      .def_property_readonly("attitude", &Steppers::attitude);
  m.def("stepper_methods", &stepper_methods);

  py::class_<BodyOfMethod, std::shared_ptr<BodyOfMethod>>(
      m, "BodyOfMethod", "The body that a method of your own turns, in its principal axes.")
      .def_property_readonly(
          "inertia", [](const BodyOfMethod& b) { return array(b.inertia); }, "(3,), the principal moments.")
      .def("torque", &BodyOfMethod::torque_at, py::arg("t"), py::arg("attitude"),
           "(3,), in the body frame, at a time and an attitude (w, x, y, z) of length 1.");
}
