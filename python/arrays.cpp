// SPDX-License-Identifier: MIT
#include "python/arrays.hpp"

#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "core/io/json.hpp"
#include "core/io/spec.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/attitude/run.hpp"
#include "methods/family/free_flow.hpp"
#include "methods/lanes/flows.hpp"
#include "methods/runners.hpp"
#include "python/commands.hpp"
#include "python/stepper.hpp"

namespace polhode {

namespace {

std::string refusal(const std::string& field, const py::handle& given, const std::string& accepted) {
  return field + ": " + shortened(py::cast<std::string>(py::repr(given))) + " is given; accepted: " + accepted;
}

}  // namespace

void refuse(const std::string& field, const py::handle& given, const std::string& accepted) {
  throw UserError(refusal(field, given, accepted));
}

Doubles numbers(const py::handle& given, const std::string& field, const std::string& accepted) {
  const auto any = py::array::ensure(given);
  if (!any) refuse(field, given, accepted);  // rows of unequal lengths
  if (!std::strchr("biuf", any.dtype().kind())) {
    PyErr_SetString(PyExc_TypeError, printable(refusal(field, given, accepted)).c_str());
    throw py::error_already_set();
  }
  return Doubles::ensure(any);
}

std::array<double, 3> CallableTorque::asked(double t, const std::array<double, 4>& q,
                                            const std::array<double, 3>& Omega) const {
  stop_if_interrupted();
  const py::gil_scoped_acquire locked;
  return numbers<3>(sees_rates ? f(t, array(q), array(Omega)) : f(t, array(q)), "torque");
}
Vec<Body, double> CallableTorque::at(double t, const Attitude<double>& R, const Vec<Body, double>& Omega) const {
  const auto q = R * inverse(axes);
  const auto T = asked(t, {q.w, q.x, q.y, q.z}, (axes * Omega).as_array());
  return inverse(axes) * Vec<Body, double>{T[0], T[1], T[2]};
}

namespace {

// --- the exact flow -------------------------------------------------------------------------------------------------

/// The free motion of a body, on arrays. A state is seven doubles, momentum and attitude, and arrays of both are views
/// of `out`, or of a new array: the first touch of new memory costs up to a fifth of what a state does.
class Flow {
 public:
  explicit Flow(const GivenBody& given)
      : spec_(read_spec<double>(parse_json(std::get<0>(given), "spec"), std::get<1>(given))),
        flow_(flow_of(spec_, std::get<2>(given).has_value())) {
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
  static FreeFlow flow_of(const Spec<double>& spec, bool called) {
    const auto* body = std::get_if<FreeBody<double>>(&spec.problem);
    if (!body || called)
      throw UserError("torque: FreeFlow is the motion of a rigid body without one; for others see run");
    return FreeFlow(body->I, body->initial);
  }

  static Doubles room(const std::vector<py::ssize_t>& shape, const std::optional<py::object>& out) {
    if (!out) return Doubles(shape);
    const py::object wanted = py::tuple(py::cast(shape));
    if (!py::isinstance<Doubles>(*out) || !wanted.equal(out->attr("shape")) || !py::cast<Doubles>(*out).writeable())
      throw UserError("out: accepted: an array of doubles of shape {}, without gaps, that can be written",
                      py::cast<std::string>(py::str(wanted)));
    return py::cast<Doubles>(*out);
  }

  py::tuple states(std::vector<py::ssize_t> shape, const std::optional<py::object>& out_given, const auto& fill) const {
    static_assert(sizeof(RigidState<double>) == 7 * sizeof(double) && offsetof(RigidState<double>, R) == 24);
    shape.push_back(7);
    Doubles all = room(shape, out_given);
    const std::span out(reinterpret_cast<RigidState<double>*>(all.mutable_data()), std::size_t(all.size() / 7));
    {
      constexpr std::size_t few = 1000;  // take less time than to let others run
      std::optional<py::gil_scoped_release> unlocked;
      if (out.size() >= few) unlocked.emplace();
      fill(out);
      if (turned_)
        for (auto& s : out) s = spec_.to_user(s);
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
    throw UserError("{}: shape {} is given; accepted: ({},) or (number of bodies, {})", field_,
                    py::cast<std::string>(py::str(shape)), size_, size_);
  }

  std::string field_;
  const Doubles x_;
  py::ssize_t size_;
};

/// A number for each of n bodies, from one for all or one for each.
std::vector<double> of_each(const py::object& given, const std::string& field, std::size_t n) {
  const auto x = numbers(given, field);
  if (x.ndim() > 1 || (x.ndim() == 1 && x.size() != py::ssize_t(n)))
    throw UserError("{}: {} numbers are given; accepted: one, or one for each body", field, x.size());
  return x.ndim() == 0 ? std::vector(n, *x.data()) : std::vector(x.data(), x.data() + n);
}

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
      throw UserError("torque: rows for {} bodies are given; accepted: for {}", torques.size(), n);
    std::shared_ptr<const TorquedBody<double>> like;
    for (std::size_t i = 0; i < n && !torques.empty(); ++i) {
      if (i < torques.size()) like = with_torques(all_.body(i), torques[i]);
      all_.set_torques(i, of_body(like, all_.body(i).I));
    }
  }

  std::size_t size() const { return all_.size(); }
  /// Columns from k on as an array (n, count), which keeps `self` alive.
  static py::array columns(const py::object& self, int k, py::ssize_t count) {
    auto& all = self.cast<Bodies&>().all_;
    const auto n = static_cast<py::ssize_t>(all.size()), one = static_cast<py::ssize_t>(sizeof(double));
    return py::array(py::dtype::of<double>(), {n, count}, {one, n * one}, all.column(k).data(), self);
  }

  /// Takes all bodies so many steps; says how many each has taken.
  py::array_t<std::int64_t> run(const std::string& method, const py::object& given, std::int64_t steps) {
    const auto h = of_each(given, "h", size());
    const auto* known = find_method(method);
    if (!known) throw UserError("method: " + unknown_name("method", method, method_names()));
    std::string why;
    for (std::size_t i = 0; i < size() && why.empty(); ++i) {
      const auto* like = all_.torques(i);
      if (i == 0 || like) why = like ? why_not(*known, *like) : why_not(*known, all_.body(i));
    }
    if (!why.empty()) throw UserError("method: " + why);
    const auto* runner = find_ensemble_runner(known->id);
    if (steps < 0) throw UserError("steps: " + std::to_string(steps) + " is given; accepted: 0 or more");
    if (!std::ranges::all_of(h, [](double x) { return std::isfinite(x) && x != 0; }))
      throw UserError("h: accepted: finite numbers, not zero");
    std::ranges::copy(h, all_.column(Ensemble::step).begin());
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
    const auto times = of_each(given, "times", size());
    if (turned()) throw UserError("torque: free_flow is the motion of rigid bodies without one; for others see run");
    Bodies then = *this;
    without_lock([&] {
      constexpr std::size_t block = 4096;
      parallel_for((size() + block - 1) / block, [&](std::size_t b) {
        const auto first = b * block, n = std::min(block, size() - first);
        Ensemble some(n);
        for (int k = 0; k < Ensemble::columns; ++k)
          std::ranges::copy(all_.column(k).subspan(first, n), some.column(k).begin());
        FreeFlows(some).states(std::span(times).subspan(first, n), some, 0, n);
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

// --- steps for loops of the caller's --------------------------------------------------------------------------------

struct StepFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Bodies that one method moves step by step, each with its own torques: all of them, or none. Arrays have a row for
/// each; of one body that was given alone they are that row.
class Steppers {
 public:
  Steppers(const std::vector<GivenBody>& bodies, const std::string& method, double t0, bool alone) : alone_(alone) {
    if (!std::isfinite(t0)) throw UserError("t0: accepted: a finite number");
    for (const auto& [text, folder, torque, sees_rates] : bodies) {
      const auto document = parse_json(text, "spec");
      const auto spec = read_spec<double>(document, folder);
      const double unit = commands::unit_of_torque(document);
      if (torque) commands::check_callable(unit);
      bodies_.push_back({moving(method, spec.problem, t0), spec.axes,
                         torque ? std::optional(CallableTorque{*torque, sees_rates, spec.axes}) : std::nullopt,
                         spec.momentum, unit, *spec.problem.body()});
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
      if (called) commands::check_callable(b.torque);
    std::size_t begun = 0;
    try {
      for (auto& b : bodies_) {
        std::optional<Vec<Body, double>> value = one;
        if (held) value = vec((*held)[begun]);
        if (value) value = b.torque * (inverse(b.axes) * *value);
        SteppersTorque f;
        const CallableTorque now{called ? *torque : py::none(), sees_rates, b.axes};
        if (b.own || called)
          f = [&](double t, const Attitude<double>& R, const Vec<Body, double>& Omega) {
            Vec<Body, double> sum{};
            if (b.own) sum += b.own->at(t, R, Omega);
            if (called) sum += now.at(t, R, Omega);
            return sum;
          };
        ++begun;
        const auto why = b.body->step(h, value, f, (b.own && b.own->sees_rates) || (called && sees_rates));
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
    return rows([](const One& b) { return (b.axes * b.rigid.Omega(b.body->state().Pi)).as_array(); });
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
    std::optional<CallableTorque> own;  ///< of the body
    double momentum;                    ///< what a unit of the spec's momenta is worth in those computed with
    double torque;                      ///< the same of its torques
    RigidBody<double> rigid;
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

// --- attitudes of samples -------------------------------------------------------------------------------------------

/// Times and quaternions after updates.
py::tuple attitude_of(const py::object& times, const py::object& values, bool increments, const std::string& method,
                      const py::object& start, int every) {
  const auto t = numbers(times, "times"), v = numbers(values, increments ? "increments" : "rates");
  const auto q = numbers<4>(start, "start");
  if (t.ndim() != 1) throw UserError("times: accepted: a list of numbers");
  if (v.ndim() != 2 || v.shape(1) != 3)
    throw UserError(std::string(increments ? "increments" : "rates") + ": accepted: rows of three numbers");
  static_assert(sizeof(Vec<Body, double>) == 3 * sizeof(double));
  const auto* rows = reinterpret_cast<const Vec<Body, double>*>(v.data());
  const auto found = without_lock([&] {
    return attitudes_of(method,
                        {.increments = increments,
                         .times = {t.data(), t.data() + t.size()},
                         .values = {rows, rows + v.shape(0)},
                         .every = every},
                        {q[0], q[1], q[2], q[3]});
  });
  const auto n = static_cast<py::ssize_t>(found.times.size());
  Doubles when(n), attitudes({n, py::ssize_t(4)});
  std::copy(found.times.begin(), found.times.end(), when.mutable_data());
  auto* to = attitudes.mutable_data();
  for (const auto& R : found.attitudes) *to++ = R.w, *to++ = R.x, *to++ = R.y, *to++ = R.z;
  return py::make_tuple(when, attitudes);
}

}  // namespace

void add_arrays(py::module_& m) {
  py::register_exception<StepFailed>(m, "StepFailed", PyExc_RuntimeError).attr("__doc__") =
      "A step that has failed, and why: the body stays where it was.";
  m.def("attitude", &attitude_of, py::arg("times"), py::arg("values"), py::arg("increments"), py::arg("method"),
        py::arg("start"), py::arg("every"));

  py::class_<Flow>(m, "Flow")
      .def(py::init<const GivenBody&>(), py::arg("body"))
      .def("__call__", &Flow::at, py::arg("times"), py::arg("out") = py::none(), R"(
Momentum (..., 3) and attitude (..., 4) at times of shape (...), as views of one array of doubles.

If `out`, (..., 7), is given, the states are written to it; reusing it saves the allocation.
States at times that are not finite are NaN.)")
      .def("every", &Flow::every, py::arg("h"), py::arg("n"), py::arg("t0"), py::arg("out"))
      .def_property_readonly("period", &Flow::period,
                             "The time after which the momentum repeats; infinite on the separatrix and in steady "
                             "rotation.")
      .def_property_readonly("turn_per_period", &Flow::turn_per_period,
                             "The angle turned about the spatial momentum per period, modulo whole turns, from -pi to "
                             "pi.")
      .def_property_readonly("P_phi", &Flow::P_phi, R"(The mean period of precession about the spatial momentum.

What precesses is the axis that the momentum circles in the body: that of the smallest or the largest moment. For
a body with two equal moments P_phi is 2 pi I1 / L.)")
      .def_property_readonly("precession", &Flow::precession,
                             "2 pi / P_phi, in radians per time. Deprecated: until 0.1.0 it omitted whole turns "
                             "(turn_per_period).");

  const auto columns = [](int first, py::ssize_t count) {
    return [=](const py::object& self) { return Bodies::columns(self, first, count); };
  };
  py::class_<Bodies>(m, "Bodies")
      .def(py::init<const py::object&, const py::object&, const py::object&, const std::vector<std::string>&>(),
           py::arg("inertia"), py::arg("momentum"), py::arg("attitude"), py::arg("torques"))
      .def("_run", &Bodies::run, py::arg("method"), py::arg("h"), py::arg("steps"))
      .def("_free_flow", &Bodies::free_flow, py::arg("times"))
      .def("__len__", &Bodies::size)
      .def_property_readonly("inertia", columns(Ensemble::inertia, 3), "Principal moments (n, 3), a view.")
      .def_property_readonly("momentum", columns(Ensemble::momentum, 3),
                             "Current angular momenta (n, 3) in the body's axes, a view.")
      .def_property_readonly("attitude", columns(Ensemble::attitude, 4),
                             "Current attitudes (n, 4), quaternions (w, x, y, z), body to space, a view.")
      .def_property_readonly(
          "t", [](const py::object& self) { return Bodies::columns(self, Ensemble::time, 1).attr("squeeze")(1); },
          "Current times (n,) of the bodies, a view.");

  py::class_<Steppers>(m, "Steppers")
      .def(py::init<const std::vector<GivenBody>&, const std::string&, double, bool>(), py::arg("bodies"),
           py::arg("method"), py::arg("t0"), py::arg("alone"))
      .def("_step", &Steppers::step, py::arg("dt"), py::arg("torque"), py::arg("sees_rates"))
      .def("_set", &Steppers::set, py::arg("momentum"), py::arg("attitude"))
      .def("__len__", &Steppers::size)
      .def_property_readonly("t", &Steppers::t, "The time.")
      .def_property_readonly("momentum", &Steppers::momentum, "Angular momentum (3,) in the body's axes.")
      .def_property_readonly("angular_velocity", &Steppers::angular_velocity,
                             "Angular velocity (3,) in the body's axes, in radians per time.")
      .def_property_readonly("attitude", &Steppers::attitude,
                             "Attitude (4,), a quaternion (w, x, y, z), body to space.");
}

}  // namespace polhode
