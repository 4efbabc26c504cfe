// SPDX-License-Identifier: MIT
#include "core/io/spec.hpp"

#include <algorithm>
#include <limits>

#include "core/io/spec/body.hpp"
#include "core/io/spec/torques.hpp"

namespace polhode {

using namespace reading;

namespace reading {

void comments(const Given& object, std::vector<std::string>& all) {
  if (!object.has("comments")) return;
  const Given j = object["comments"];
  for (const Given& x : j->is_array() ? j.items() : std::vector{j}) all.push_back(x.text());
}

/// Between numbers of this size.
template <class T>
T spacing(const T& x) {
  using std::abs, std::frexp, std::ldexp;
  int exponent = 0;
  frexp(T(abs(x)), &exponent);
  return x == T(0) ? T(0) : T(ldexp(T(1), exponent - std::numeric_limits<T>::digits));
}

template <class T>
void read_run(const Given& document, Spec<T>& spec) {
  using std::abs;
  if (document.has("method")) spec.method = document["method"].text();
  comments(document, spec.comments);
  if (document.has("t0")) spec.t0 = document["t0"].number<T>();
  std::optional<std::int64_t> steps;
  if (document.has("steps")) steps = document["steps"].count();
  if (document.has("every")) spec.every = document["every"].count();
  if (document.has("time")) {
    spec.time = document["time"].number<T>();
    if (steps) {
      spec.grid = Grid<T>::of_duration(spec.t0, *spec.time, *steps);
      if (spec.grid->cycle()[0] == T(0)) document["time"].reject("a finite number other than 0");
    }
  } else if (document.has("h")) {
    std::vector<T> cycle;
    const Given h = document["h"];
    for (const Given& j : h->is_array() ? h.items() : std::vector{h}) {
      cycle.push_back(j.number<T>());
      if (cycle.back() == T(0)) j.reject("a finite number other than 0");
    }
    if (steps) {
      spec.grid = Grid<T>::of_cycle(spec.t0, cycle, *steps);
      spec.time = spec.grid->time(*steps) - spec.t0;
    }
  }
  const json align = document->value("align", json(false));
  if (align != false) spec.aligned = align == "knots" ? signals::knots : signals::kinks;
  spec.crosses = document.word("breaks", "cut") == "cross";
  if (spec.time && !is_finite(T(spec.t0 + *spec.time)))
    throw UserError("steps: the time of the last step is not finite; accepted: fewer or shorter steps");
  const std::vector<T> lengths =
      spec.grid ? spec.grid->cycle() : std::vector<T>(spec.time ? 1 : 0, spec.time.value_or(T(0)));
  for (const T& h : lengths)
    if (const T apart = spacing(spec.t0); apart > abs(h))
      throw UserError(
          "t0: {:g} is given, near which numbers are {:g} apart, with a step of {:g}; accepted: "
          "a time nearer to 0, or longer steps",
          scalar_cast<double>(spec.t0), scalar_cast<double>(apart), scalar_cast<double>(h));
}

template void read_run(const Given&, Spec<double>&);
template void read_run(const Given&, Spec<float128>&);
template void read_run(const Given&, Spec<float100>&);

}  // namespace reading

namespace {

/// (R axis) . normal - level: an axis crosses a plane, or its angle to a direction reaches a value. A director is the
/// axis itself.
auto axis_crosses(const Vec<Body, double>& axis, const Vec<Space, double>& normal, double level) {
  return [=](const auto&, const State<double>& s, double, const auto& turn) {
    if (const auto* body = s.rigid()) return dot(body->R * axis, turn * normal) - level;
    return dot(std::get<DirectorState<double>>(s).d, turn * normal) - level;
  };
}

/// What is watched for, in principal axes; a director is the axis itself, and its momentum is one of space.
template <class T>
void read_events(const Given& document, Spec<T>& spec, bool is_director) {
  Spec<double> named;
  const auto unit = units<double>(document, named);
  if (document.has("dense")) spec.dense = document["dense"].positive<double>();
  if (!document.has("events")) return;
  const auto to_principal = inverse(cast<double>(spec.axes));
  for (const Given& j : document["events"].items()) {
    const auto kind = j["kind"].text();
    Event event;
    const auto direction = [&]<class F>(const char* key, std::type_identity<F>) {
      const auto v = j[key].vector<F, double>();
      if (!(norm2(v) > 0)) j[key].reject("a vector that is not 0");
      return v;
    };
    const std::type_identity<Body> body;
    const std::type_identity<Space> space;
    const auto axis = [&] {
      if (is_director && j.has("axis")) j.refuse("axis", "given with a director, which is the axis; accepted: none");
      return is_director ? Vec<Body, double>{0, 0, 1} : to_principal * direction("axis", body);
    };
    const auto frame = [&](const char* usual) {
      const auto given = j.word("frame", usual);
      if (given == "orbit" && !spec.orbit)
        j.refuse("frame", "\"orbit\" is given and no orbit; accepted: with one, in a torque or beside body");
      if (given == "orbit") event.orbit = cast<double>(*spec.orbit);
      return given;
    };
    if (kind == "plane") {
      frame("space");
      const auto own = axis();
      const auto normal = direction("normal", space);
      event.of = axis_crosses(own, normal, j.number_or_0<double>("offset"));
    } else if (kind == "angle") {
      frame("space");
      const auto own = axis();
      const auto towards = direction("direction", space);
      const double angle = unit.radians(j["angle"].number<double>());
      if (!(angle > 0 && angle < pi_of<double>())) j["angle"].reject("an angle between 0 and half a turn");
      event.of = axis_crosses(own / norm(own), -(towards / norm(towards)), -std::cos(angle));  // grows with the angle
    } else {
      if (is_director && j.word("frame", "space") != "space") j["frame"].reject("space");  // a rod has a body's form
      const auto in = frame(is_director ? "space" : "body");
      const double value = unit.momentum * j.number_or_0<double>("value");
      if (in == "body") {
        const auto along = to_principal * direction("direction", body);
        event.of = [=](const auto&, const auto& s, double, const auto&) { return dot(s.rigid()->Pi, along) - value; };
      } else {  // of the whole, including rotors
        const auto along = direction("direction", space);
        event.of = [=](const auto& problem, const auto& s, double t, const auto& turn) {
          return dot(spatial_momentum(problem, s, t), turn * along) - value;
        };
      }
    }
    const auto crossing = j.word("crossing", "both");
    event.rising = crossing != "falling", event.falling = crossing != "rising";
    spec.events.push_back(event);
  }
}

/// Sampled controllers run forward, over what can be counted, and with rows at nodes.
template <class T>
void check_samples(const Spec<T>& spec) {
  if (spec.sampled.empty() || !spec.time) return;
  constexpr double most = 1e6;
  const double time = scalar_cast<double>(*spec.time);
  if (time < 0) throw UserError("time: {:g} is given with a sampled control; accepted: a positive time", time);
  for (const auto& c : spec.sampled)
    if (const double interval = scalar_cast<double>(c.interval); time / interval > most)
      throw UserError("torque.sample: {:g} is given; accepted: at most {:g} samples over the time", interval, most);
  if (spec.crosses)
    throw UserError("breaks: cross is given with a sampled control; accepted: steps that end on its samples");
  if (spec.grid && !spec.grid->uniform())
    throw UserError("h: a list is given with a sampled control; accepted: one step h, or time with steps");
}

/// What rows have beside the usual: `output`, and the form in which the attitude is given.
template <class T>
void read_words(const Given& document, Spec<T>& spec) {
  if (!document.has("output")) return;
  for (const Given& one : document["output"].items())
    if (std::ranges::find(spec.words, one.text()) == spec.words.end()) spec.words.push_back(one.text());
  if (!spec.problem.body()) throw UserError("output: given with a director; accepted: with a rigid body");
  const bool tumbles = std::ranges::find(spec.words, "free_motion") != spec.words.end();
  if (tumbles && (spec.plane >= 0 || document["body"]->value("inertia", json()).is_object()))
    throw UserError("output: free_motion is given with a plane body or an inertia that changes; accepted: with others");
}

template <class T>
void check_tables(const Spec<T>& spec) {
  if (!spec.time) return;
  using std::abs;
  const T slack = T(1e-9) * abs(spec.grid ? spec.grid->cycle().front() : *spec.time);
  if (spec.orbit)
    if (const auto range = spec.orbit->range()) check_covers("orbit", *range, spec.t0, T(spec.t0 + *spec.time), slack);
  if (const auto* body = spec.problem.torqued())
    body->each_signal([&](const auto& signal) {
      if (const auto range = signal.range()) check_covers("torque", *range, spec.t0, T(spec.t0 + *spec.time), slack);
    });
}

/// Times at which components of a signal are extreme: all of a table, and of a wave those within a period of `t`.
template <class T>
std::vector<T> extremes(const Signal<Body, T>& signal, const T& t) {
  using std::atan2, std::ceil, std::sqrt;
  std::vector<T> times;
  if (const auto* table = std::get_if<signals::Table<Body, T>>(&signal->is)) {
    times = table->times;
    for (std::size_t k = 0; k + 1 < table->curvature.size(); ++k)
      for (const int i : {0, 1, 2}) {  // s' = a b^2 + c b + d, b in units of the interval
        const T h = table->times[k + 1] - table->times[k], M = table->curvature[k][i], N = table->curvature[k + 1][i],
                a = h * (N - M) / T(2), c = h * M,
                d = (table->values[k + 1][i] - table->values[k][i]) / h - h * (T(2) * M + N) / T(6),
                root = sqrt(c * c - T(4) * a * d), q = -(c + (c < T(0) ? -root : root)) / T(2);
        for (const T& b : {T(q / a), T(d / q)})
          if (b > T(0) && b < T(1)) times.push_back(table->times[k] + b * h);
      }
  } else if (!signal.constant()) {  // o + p cos x + q sin x, x = rate t
    const T pi = pi_of<T>(), rate = signal.characteristic_rate(), quarter = pi / (T(2) * rate);
    const auto o = (signal.at(T(0)) + signal.at(T(2) * quarter)) / T(2), p = signal.at(T(0)) - o,
               q = signal.at(quarter) - o;
    for (const int i : {0, 1, 2}) {
      const T phase = atan2(q[i], p[i]), next = ceil((rate * t - phase) / pi);
      for (const int k : {-2, -1, 0, 1}) times.push_back((phase + (next + T(k)) * pi) / rate);
    }
  }
  return times;
}

/// Moments that change stay positive while the motion lasts.
template <class T>
void check_moments(const Spec<T>& spec) {
  const auto* body = spec.problem.torqued();
  if (!body || !body->varying() || !spec.time) return;
  auto times = extremes(body->varying()->moments, spec.t0);
  std::erase_if(times,
                [&](const T& t) { return !((t - spec.t0) / *spec.time > T(0) && (t - spec.t0) / *spec.time < T(1)); });
  times.push_back(spec.t0), times.push_back(spec.t0 + *spec.time);
  for (const T& t : times)
    for (const auto J = body->varying()->at_time(t); const int axis : {0, 1, 2})
      if (!(J[axis] > T(0)))
        throw UserError("body.inertia: moment {} is {:g} at t = {:g}; accepted: positive ones at all times", axis + 1,
                        scalar_cast<double>(J[axis]), scalar_cast<double>(t));
}

}  // namespace

template <class T>
void check_span(const Spec<T>& spec) {
  check_tables(spec);
  check_moments(spec);
}
template void check_span(const Spec<double>&);

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == path.npos ? "" : path.substr(0, slash + 1);
}

template <class T>
Spec<T> read_formed_spec(const json& whole, const std::string& folder, bool takes_sampled) {
  const Given document{whole};
  Spec<T> spec;
  spec.problem = body_of<T>(document, spec, folder);
  if (document.has("orbit") && !spec.problem.body())
    throw UserError("orbit: given with a director or particles; accepted: with a rigid body");
  if (!takes_sampled && !spec.sampled.empty())
    throw UserError(
        "torque.sample: a controller that samples is given; accepted: by run and reference, or without sample");
  read_words(document, spec);
  read_run<T>(document, spec);
  check_samples(spec);
  read_events<T>(document, spec, spec.problem.director() != nullptr);
  check_span(spec);
  if (!spec.sampled.empty() && (spec.dense || !spec.events.empty()))
    throw UserError(std::string(spec.dense ? "dense" : "events") + ": given with a sampled control; accepted: every");
  if (document.has("body")) comments(document["body"], spec.comments);
  for_each_torque(document, [&](const std::string&, const Given& j) { comments(j, spec.comments); });
  return spec;
}

template <class T>
Spec<T> read_spec(const json& document, const std::string& folder, bool takes_sampled) {
  check_form(document, "spec-1", "");
  return read_formed_spec<T>(document, folder, takes_sampled);
}

template Spec<double> read_formed_spec(const json&, const std::string&, bool);
template Spec<double> read_spec(const json&, const std::string&, bool);
template Spec<float128> read_spec(const json&, const std::string&, bool);
template Spec<float100> read_spec(const json&, const std::string&, bool);

}  // namespace polhode
