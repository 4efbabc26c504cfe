// SPDX-License-Identifier: MIT
#include "core/io/spec/rate.hpp"

#include <algorithm>
#include <charconv>
#include <functional>

#include "core/io/spec/body.hpp"
#include "core/io/spec/signals.hpp"
#include "core/io/spec/torques.hpp"

namespace polhode {

using namespace reading;

namespace {

/// Reads rates, in the units of the file.
template <class T>
struct RateReader {
  const Given document;
  const Context<T> c;

  /// Of a unit of time, by which files count.
  T seconds(const std::string& field) const { return scalar_cast<T>(c.units.in_si(2, field).size); }
  Attitudes truth(const std::optional<std::pair<ExactDecimal, int>>& origin) const {
    return truth_table(document["truth"], scalar_cast<double>(c.t0), scalar_cast<double>(seconds("truth.csv")), origin,
                       c.folder, c.warnings);
  }
  TimeFormula<T> formula(const std::vector<Given>& texts, const Given& j) const {
    ExpressionTrees<float100> trees;
    const auto constants = constants_of(j);
    for (const Given& text : texts) {
      add_expression_of(trees, text, constants);
      if (trees.names(trees.roots.back(), 1, formula::variables)) text.reject("an expression of t");
    }
    if (c.units.per_time(T(1), j.field) != T(1))
      j.refuse("a formula is given with a unit of rate of its own; accepted: with rates in radians per time");
    if (trees.has_kinks()) c.warnings.push_back(j.field + of_kinks);
    return {cast<T>(trees)};
  }
  Rotation<Body, Body, T> axes_of(const Given& j) const {
    if (!j.has("axes")) return Rotation<Body, Body, T>::identity();
    return relabel<Body, Body>(reading::attitude<T>(j["axes"], c.units, c.warnings));
  }
  /// Coning is a spin cone whose spin is that beside the cone, and whose phases follow from one.
  RateKinds<T> spin_cone(const Given& j, bool coning) const {
    SpinCone<T> cone;
    const Given angle = j["half_angle"];
    cone.half_angle = c.units.radians(angle.number<T>()), cone.coning = coning;
    if (!(cone.half_angle > T(0) && cone.half_angle < pi_of<T>())) angle.reject("an angle between 0 and half a turn");
    cone.precession = c.units.rate_at(j, coning ? "frequency" : "precession");
    if (coning && cone.precession == T(0)) j["frequency"].reject("a number other than 0");
    cone.spin = c.units.rate_at(j, "spin"), cone.phase = c.units.angle_at(j, "phase");
    cone.spin_phase = coning ? T(-cone.phase) : c.units.angle_at(j, "spin_phase");
    if (coning) cone.cone_spin = cone.spin, cone.spin -= cone.precession;
    cone.axes = axes_of(j);
    return cone;
  }
  RateKinds<T> fixed_axis(const Given& j) const {
    FixedAxis<T> turn;
    turn.axis = j["axis"].direction<Body, T>();
    const Given p = j["profile"];
    if (!p->is_object()) {
      turn.profile = std::vector{c.units.per_time(p)};
    } else if (p["kind"].value == "polynomial") {
      std::vector<T> coefficients;
      for (const Given& one : p["coefficients"].items()) coefficients.push_back(c.units.per_time(one));
      turn.profile = coefficients;
    } else if (p["kind"].value == "harmonic") {
      turn.profile = typename FixedAxis<T>::Harmonic{c.units.rate_at(p, "amplitude"), c.units.rate_at(p, "frequency"),
                                                     c.units.angle_at(p, "phase"), c.units.rate_at(p, "offset")};
    } else {
      turn.profile = formula({p["rate"]}, p);
    }
    return turn;
  }
  RateKinds<T> free(const Given& j) const {
    json body{{"inertia", j["inertia"].value}};
    for (const char* key : {"momentum", "angular_velocity"})
      if (j.has(key)) body[key] = j[key].value;
    json whole{{"body", body}};
    if (document.has("units")) whole["units"] = document["units"].value;
    Spec<T> spec;
    try {
      const auto any = body_of<T>({whole}, spec, c.folder);
      const auto* found = std::get_if<FreeBody<T>>(&any);
      if (!found) j["inertia"].reject("three moments above 0");
      FreeRate<T> rate;
      rate.body = *found, rate.axes = spec.axes, rate.start = c.t0;
      rate.body.initial.R = Attitude<T>::identity();
      for (const auto& w : spec.warnings) c.warnings.push_back(j.field + w.substr(w.starts_with("body.") ? 4 : 0));
      return rate;
    } catch (const UserError& e) {
      const std::string what = e.what();
      throw UserError(what.starts_with("body.") ? j.field + what.substr(4) : what);
    }
  }
  /// What makes it, when it is needed.
  std::function<RateKinds<T>()> table(const Given& j, RateSpec<T>* whole) const {
    const auto quantity = j.word("quantity", "rates");
    const auto read = std::make_shared<Knots<T>>();
    auto& knots = *read;
    const bool is_log = j.has("csv");
    if (is_log) {
      auto log = gyro_log<T>(j, c.t0, seconds(j.path("csv")), c.folder, c.warnings);
      knots = std::move(log.knots);
      if (whole) {
        whole->is_log = true;
        if (document.has("truth")) whole->truth = truth(std::pair(log.origin, log.unit));
      }
    } else {
      knots.increments = quantity == "increments";
      const Given values = j["values"];
      knots.times = increasing_times<T>(j["times"]);
      const auto n = knots.times.size();
      if (values->size() != n) values.refuse(fmt::format("{} are given; accepted: {}", values->size(), n));
      for (const Given& one : values.items()) {
        auto v = one.vector<Body, T>();
        if (knots.increments)
          for (T& x : v.c) x = c.units.radians(x);
        else
          v = c.units.per_time(v, one.field);
        knots.values.push_back(v);
      }
    }
    const auto how = j.word("interpolation", is_log && !knots.increments ? "linear" : "cubic");
    if (knots.increments && how != "cubic" && how != "held") j["interpolation"].reject("cubic or held");
    ranges.emplace_back(knots.times.front(), knots.times.back());
    if (whole) whole->knots = read;
    return [knots = std::shared_ptr<const Knots<T>>(read), how] { return interpolated(*knots, how); };
  }
  static RateKinds<T> interpolated(const Knots<T>& knots, const std::string& how) {
    if (knots.increments) {
      if (how == "held") {
        signals::Pieces<Body, T> pieces{{knots.times.begin() + 1, knots.times.end() - 1}, {}};
        for (std::size_t k = 1; k < knots.times.size(); ++k)
          pieces.values.push_back(knots.values[k] / T(knots.times[k] - knots.times[k - 1]));
        return Signal<Body, T>(pieces);
      }
      AngleTable<T> angles;
      angles.angles = {knots.times, knots.values, true, {}};
      angles.angles.values[0] = {T(0), T(0), T(0)};
      for (std::size_t k = 1; k < knots.times.size(); ++k) angles.angles.values[k] += angles.angles.values[k - 1];
      angles.angles.prepare();
      return angles;
    }
    if (how == "held")
      return Signal<Body, T>(signals::Pieces<Body, T>{{knots.times.begin() + 1, knots.times.end()}, knots.values});
    if (how == "cosine") return CosineTable<T>{knots.times, knots.values};
    return Signal<Body, T>(signals::Table<Body, T>{knots.times, knots.values, how == "cubic", {}});
  }
  RateKinds<T> usual(const Given& j) const {
    auto shape = *signal<Body, T>(j, c);
    const auto scale = [&](Vec<Body, T>& v, const char* key) { v = c.units.per_time(v, j.field + key); };
    std::visit(
        [&](auto& k) {
          if constexpr (requires { k.amplitude; }) scale(k.amplitude, ".amplitude"), scale(k.offset, ".offset");
          if constexpr (requires { k.value; }) scale(k.value, j->is_array() ? "" : ".value");
          if constexpr (requires { k.values; })
            for (auto& v : k.values) scale(v, ".values");
        },
        shape.is);
    return Signal<Body, T>(shape.is);
  }
  RateMotion<T> motion(RateSpec<T>& whole) const {
    const Given j = document["rate"];
    return j->is_object() && j->value("kind", json()) == "table" ? RateMotion<T>(table(j, &whole))
                                                                 : RateMotion<T>(kind(j));
  }
  RateKinds<T> kind(const Given& j) const {
    if (j->is_array()) return usual(j);
    const json& kind = j["kind"].value;
    if (kind == "table") return table(j, nullptr)();
    if (kind == "coning" || kind == "spin-cone") return spin_cone(j, kind == "coning");
    if (kind == "fixed-axis") return fixed_axis(j);
    if (kind == "free") return free(j);
    if (kind == "formula") return formula(j["rate"].items(), j);
    if (kind == "sum") {
      RateSum<T> sum;
      for (const Given& term : j["terms"].items()) sum.terms.push_back(this->kind(term));
      return sum;
    }
    return usual(j);
  }

  mutable std::vector<std::pair<T, T>> ranges;  ///< of tables
};

template <class T>
Gyro<T> read_gyro(const Given& document, const Units<T>& units) {
  Gyro<T> g;
  if (!document.has("gyro")) return g;
  const Given j = document["gyro"];
  if (j.has("output")) g.output = j["output"].value == "rates" ? Gyro<T>::Output::rates : Gyro<T>::Output::increments;
  if (j.has("times")) {
    auto& t = g.times.emplace();
    for (const Given& one : j["times"].items()) {
      t.push_back(one.number<T>());
      const auto i = t.size() - 1;
      if (i > 0 && (t[i] == t[i - 1] || (t[i] > t[i - 1]) != (t[1] > t[0])))
        j["times"].reject("times that all increase or all decrease");
    }
  }
  if (j.has("band")) {
    const Given band = j["band"];
    g.average = band.value == "average";
    if (!g.average) g.time_constant = band["time_constant"].positive<T>();
  }
  if (j.has("bias")) g.bias = units.per_time(j["bias"].vector<Body, T>(), "gyro.bias");
  const auto walk = [&](const char* key) -> std::optional<Vec<Body, T>> {
    if (!j.has(key)) return {};
    auto v = j[key].one_or_three<Body, T>();
    for (T& x : v.c) x = units.radians(x);
    return v;
  };
  g.angle_walk = walk("angle_random_walk"), g.rate_walk = walk("rate_random_walk");
  if (j.has("seed")) {
    const Given seed = j["seed"];
    if (seed->is_number_unsigned()) {
      g.seed = seed->get<std::uint64_t>();
    } else {
      const auto text = seed->is_string() ? seed->get<std::string>() : "";
      if (std::from_chars(text.data(), text.data() + text.size(), g.seed).ec != std::errc())
        seed.reject("an integer from 0 to 2^64 - 1");
    }
  }
  if (j.has("quantum")) {
    const T q = j["quantum"].positive<T>();
    g.quantum = units.radians(q), g.quantum_of_rates = units.rate * q;
  }
  g.floor = j.word("rounding", "nearest") == "floor";
  if (j.has("carry")) g.carry = j.flag("carry");
  if (j.has("drop")) {
    const Given drop = j["drop"];
    for (const auto& x : drop.value) {
      const bool too_large = x.is_number_unsigned() && x.get<std::uint64_t>() > (std::uint64_t(1) << 62);
      g.drop.push_back(too_large ? -1 : x.get<std::int64_t>());
    }
    std::sort(g.drop.begin(), g.drop.end());
    if (std::adjacent_find(g.drop.begin(), g.drop.end()) != g.drop.end()) drop.reject("every sample once");
  }
  if (j.has("on_drop")) {
    constexpr const char* words[] = {"gap", "hold", "accumulate", "lose"};  // as OnDrop has them
    const auto* how = std::find(std::begin(words), std::end(words), j["on_drop"].value);
    g.on_drop = static_cast<typename Gyro<T>::OnDrop>(how - words);
  }
  return g;
}

}  // namespace

bool prescribes_rate(const json& document) {
  if (!document.is_object() || !document.contains("rate")) return false;
  const json& rate = document["rate"];
  if (!rate.is_object() || rate.value("kind", json()) != "formula" || !rate.contains("rate")) return true;
  std::map<std::string, float100> constants;
  const json given = rate.value("constants", json::object());
  for (const auto& [name, value] : given.items()) constants[name] = 1;
  const auto names_attitude = [&](const json& expression) {
    ExpressionTrees<float100> trees;
    try {
      return expression.is_string() && trees.names(add_expression(trees, expression.get<std::string>(), constants), 1,
                                                   formula::first_of_momentum);
    } catch (const std::logic_error&) {  // none: its reader says why
      return false;
    }
  };
  return std::ranges::none_of(rate["rate"], names_attitude);
}

template <class T>
RateSpec<T> read_rate_spec(const json& whole, const std::string& folder) {
  using std::abs;
  const Given document{whole};
  if (document.has("torque"))
    document.refuse("torque", "a prescribed rate has no torque; accepted: rate without torque");
  check_form(whole, "spec-1", "");
  RateSpec<T> spec;
  auto& base = spec.base;
  const auto unit = units<T>(document, base);
  if (document.has("body")) {
    const Given body = document["body"];
    if (body.has("attitude")) spec.attitude = reading::attitude<T>(body["attitude"], unit, base.warnings);
  }
  spec.in_space = document.word("frame", "body") == "space";
  const auto option = [&](const char* key) -> std::optional<int> {
    return document.has(key) ? std::optional(static_cast<int>(document[key].count())) : std::nullopt;
  };
  spec.update_every = option("update_every"), spec.iterations = option("iterations");
  spec.truncate = option("truncate");
  spec.convert = document.word("convert", "trapezoid");
  spec.in_float = document.word("scalar", "double") == "float";
  read_run<T>(document, base);
  for (const char* key : {"body", "gyro"})
    if (document.has(key)) comments(document[key], base.comments);
  spec.gyro = read_gyro<T>(document, unit);

  const Context<T> context{Rotation<Body, Body, T>::identity(), unit, {}, base.warnings, folder, base.t0, {}};
  const RateReader<T> reader{document, context, {}};
  spec.motion = reader.motion(spec);
  if (document.has("truth") && !spec.is_log) spec.truth = reader.truth({});

  // The sample times.
  const bool by_grid = document.has("h") || document.has("time");
  constexpr std::int64_t most = std::int64_t(1) << 30;
  if (by_grid) {
    const auto n = base.grid->steps();
    const auto& cycle = base.grid->cycle();
    if (std::ranges::any_of(cycle, [&](const T& h) { return h * cycle[0] < T(0); }))
      document["h"].reject("steps of one direction for a rate");
    if (n > most) document["steps"].reject("an integer from 1 to 2^30");
    for (std::int64_t k = 0; k <= n; ++k) spec.times.push_back(base.grid->time(k));
    spec.equal_steps = base.grid->cycle().size() == 1;
  } else {
    spec.samples_are_knots = !spec.gyro.times;
    spec.times = spec.samples_are_knots ? spec.knots->times : *spec.gyro.times;
    if (document.has("t0") && !(spec.is_log && spec.samples_are_knots) && base.t0 != spec.times.front())
      document["t0"].reject("the first time of the samples, or none");
    if (document.has("steps")) {
      const auto n = static_cast<std::size_t>(document["steps"].count());
      if (n >= spec.times.size())
        document["steps"].reject(fmt::format("at most {}, the intervals of the samples", spec.times.size() - 1));
      spec.times.resize(n + 1);
    }
    base.t0 = spec.times.front();
  }
  T least = abs(T(spec.times[1] - spec.times[0]));
  for (std::size_t k = 1; k < spec.times.size(); ++k) {
    const T tau = abs(T(spec.times[k] - spec.times[k - 1]));
    if (tau == T(0) || !is_finite(tau))
      throw UserError("h: steps are too short for the times that they are at; accepted: times that differ");
    least = std::min(least, tau);
  }
  if (spec.gyro.time_constant && spec.times.back() < spec.times.front())
    document["gyro"]["band"].refuse("a lag is given with times that decrease; accepted: times that increase");
  const T slack = T(1e-9) * least;
  for (const auto& range : reader.ranges) check_covers("rate", range, spec.times.front(), spec.times.back(), slack);
  if (!spec.samples_are_knots)
    for (T& t : spec.times) t = spec.motion.snapped(t, slack);
  for (const auto k : spec.gyro.drop)
    if (k < 1 || k >= static_cast<std::int64_t>(spec.times.size()) - 1)
      document["gyro"]["drop"].reject(fmt::format("numbers from 1 to {}", spec.times.size() - 2));
  return spec;
}

template RateSpec<double> read_rate_spec(const json&, const std::string&);
template RateSpec<float128> read_rate_spec(const json&, const std::string&);

}  // namespace polhode
