// SPDX-License-Identifier: MIT
#include "core/io/spec/rate.hpp"

#include <algorithm>
#include <charconv>
#include <functional>

#include "core/io/spec/attitude.hpp"
#include "core/io/spec/body.hpp"
#include "core/io/spec/signals.hpp"
#include "core/io/spec/torques.hpp"
#include "core/io/spec/words.hpp"

namespace polhode {

using namespace reading;

namespace {

using namespace attitude;

/// Reads rates, in the units of the file.
template <class T>
struct RateReader {
  const json& document;
  Units<T> units;
  Spec<T>& base;
  std::string folder;
  T t0;

  using Vector = Vec<Body, T>;

  Vector rate_vector(const json& j, const std::string& field) const { return units.per_time(vector<Body, T>(j, field), field); }
  T angle_of(const json& j, const std::string& field, const char* key) const {
    return j.contains(key) ? units.radians(number<T>(j[key], field + "." + key)) : T(0);
  }
  T rate_of(const json& j, const std::string& field, const char* key, bool is_needed) const {
    const auto at = field + "." + key;
    if (!j.contains(key) && !is_needed) return T(0);
    return units.per_time(number<T>(required(j, field, key, "a number"), at), at);
  }
  TimeFormula<T> formula(const json& texts, const json& j, const std::string& field) const {
    ExpressionTrees<float100> trees;
    const auto constants = constants_of(j, field);
    const bool one = texts.is_string();
    for (std::size_t i = 0; i < (one ? 1 : texts.size()); ++i) {
      const auto at = one ? field + ".rate" : fmt::format("{}.rate[{}]", field, i);
      add_expression_of(trees, one ? texts : texts[i], at, constants);
      if (trees.names(trees.roots.back(), 1, formula::variables)) reject(at, one ? texts : texts[i], "an expression of t");
    }
    if (units.per_time(T(1), field) != T(1))
      throw UserError(field +
                      ": a formula is given with a unit of rate of its own; accepted: with rates in radians per time");
    if (trees.has_kinks())
      base.warnings.push_back(field + ": abs, min, max, asin, acos and atan2 have kinks, where orders may fall");
    return {cast<T>(trees)};
  }
  Rotation<Body, Body, T> axes_of(const json& j, const std::string& field) const {
    if (!j.contains("axes")) return Rotation<Body, Body, T>::identity();
    return relabel<Body, Body>(reading::attitude<T>(j["axes"], field + ".axes", units, base.warnings));
  }
  T half_angle(const json& j, const std::string& field) const {
    const auto& given = required(j, field, "half_angle", "an angle between 0 and half a turn");
    const T a = units.radians(number<T>(given, field + ".half_angle"));
    if (!(a > T(0) && a < pi_of<T>())) reject(field + ".half_angle", given, "an angle between 0 and half a turn");
    return a;
  }

  RateKinds<T> coning(const json& j, const std::string& field) const {
    only_keys(j, field, {"kind", "half_angle", "frequency", "phase", "spin", "axes"});
    SpinCone<T> cone;
    cone.half_angle = half_angle(j, field);
    cone.precession = rate_of(j, field, "frequency", true);
    if (cone.precession == T(0)) reject(field + ".frequency", j["frequency"], "a number other than 0");
    cone.phase = angle_of(j, field, "phase"), cone.spin_phase = -cone.phase;
    cone.cone_spin = rate_of(j, field, "spin", false);
    cone.spin = cone.cone_spin - cone.precession;
    cone.axes = axes_of(j, field), cone.coning = true;
    return cone;
  }
  RateKinds<T> spin_cone(const json& j, const std::string& field) const {
    only_keys(j, field, {"kind", "half_angle", "precession", "spin", "phase", "spin_phase", "axes"});
    SpinCone<T> cone;
    cone.half_angle = half_angle(j, field);
    cone.precession = rate_of(j, field, "precession", true), cone.spin = rate_of(j, field, "spin", true);
    cone.phase = angle_of(j, field, "phase"), cone.spin_phase = angle_of(j, field, "spin_phase");
    cone.axes = axes_of(j, field);
    return cone;
  }
  RateKinds<T> fixed_axis(const json& j, const std::string& field) const {
    only_keys(j, field, {"kind", "axis", "profile"});
    FixedAxis<T> turn;
    turn.axis = direction<Body, T>(required(j, field, "axis", "a list of three numbers"), field + ".axis");
    const std::string at = field + ".profile", kinds = "a number, or an object of kind polynomial, harmonic or formula";
    const json& p = required(j, field, "profile", kinds);
    if (p.is_number() || p.is_string()) {
      turn.profile = typename FixedAxis<T>::Polynomial{{units.per_time(number<T>(p, at), at)}};
      return turn;
    }
    if (!p.is_object()) reject(at, p, kinds);
    const json& kind = required(p, at, "kind", "polynomial, harmonic or formula");
    if (kind == "polynomial") {
      only_keys(p, at, {"kind", "coefficients"});
      const json& list = required(p, at, "coefficients", "a list of numbers");
      if (!list.is_array() || list.empty()) reject(at + ".coefficients", list, "a list of numbers");
      typename FixedAxis<T>::Polynomial polynomial;
      for (std::size_t i = 0; i < list.size(); ++i) {
        const auto one = fmt::format("{}.coefficients[{}]", at, i);
        polynomial.coefficients.push_back(units.per_time(number<T>(list[i], one), one));
      }
      turn.profile = polynomial;
    } else if (kind == "harmonic") {
      only_keys(p, at, {"kind", "amplitude", "frequency", "phase", "offset"});
      turn.profile = typename FixedAxis<T>::Harmonic{rate_of(p, at, "amplitude", true), rate_of(p, at, "frequency", true),
                                                     angle_of(p, at, "phase"), rate_of(p, at, "offset", false)};
    } else if (kind == "formula") {
      only_keys(p, at, {"kind", "rate", "constants"});
      const json& text = required(p, at, "rate", "an expression of t");
      if (!text.is_string()) reject(at + ".rate", text, "an expression of t");
      turn.profile = formula(text, p, at);
    } else {
      reject(at + ".kind", kind, "polynomial, harmonic or formula");
    }
    return turn;
  }
  RateKinds<T> free(const json& j, const std::string& field) const {
    only_keys(j, field, {"kind", "inertia", "momentum", "angular_velocity"});
    one_of(j, field, "momentum", "angular_velocity", "one of momentum and angular_velocity");
    json body{{"inertia", required(j, field, "inertia", "three principal moments, or a 3x3 matrix")}};
    for (const char* key : {"momentum", "angular_velocity"})
      if (j.contains(key)) body[key] = j[key];
    json whole{{"body", body}};
    if (document.contains("units")) whole["units"] = document["units"];
    Spec<T> spec;
    try {
      const auto any = body_of<T>(whole, spec, folder);
      const auto* found = std::get_if<FreeBody<T>>(&any);
      if (!found) reject(field + ".inertia", j["inertia"], "three moments above 0");
      FreeRate<T> rate;
      rate.body = *found, rate.axes = spec.axes, rate.start = t0;
      rate.body.initial.R = Attitude<T>::identity();
      for (const auto& w : spec.warnings) base.warnings.push_back(field + w.substr(w.starts_with("body.") ? 4 : 0));
      return rate;
    } catch (const UserError& e) {
      const std::string what = e.what();
      throw UserError(what.starts_with("body.") ? field + what.substr(4) : what);
    }
  }
  /// What makes it, when it is needed.
  std::function<RateKinds<T>()> table(const json& j, const std::string& field, RateSpec<T>* whole) const {
    only_keys(j, field,
              {"kind", "times", "values", "csv", "interpolation", "quantity", "columns", "time_unit", "rate_unit", "bad_rows"});
    const auto quantity = word(j, field, "quantity", {"rates", "increments"});
    const auto read = std::make_shared<Knots<T>>();
    auto& knots = *read;
    const bool is_log = !one_of(j, field, "times", "csv", "times with values, or csv");
    if (is_log) {
      if (j.contains("values")) throw UserError(field + ".values: given together with csv; accepted: one of them");
      auto log = gyro_log<T>(j, t0, folder, base.warnings);
      knots = std::move(log.knots);
      if (whole) {
        whole->is_log = true;
        if (document.contains("truth"))
          whole->truth = truth_table(document["truth"], scalar_cast<double>(t0), std::pair(log.origin, log.unit), folder);
      }
    } else {
      for (const char* key : {"columns", "time_unit", "rate_unit", "bad_rows"})
        if (j.contains(key)) throw UserError(fmt::format("{}.{}: given without csv; accepted: with csv", field, key));
      knots.increments = quantity == "increments";
      const json& times = j["times"];
      const json& values = required(j, field, "values", "a list of lists of three numbers");
      if (!times.is_array() || times.size() < 2) reject(field + ".times", times, "a list of at least 2");
      for (std::size_t i = 0; i < times.size(); ++i) {
        knots.times.push_back(number<T>(times[i], fmt::format("{}.times[{}]", field, i)));
        if (i > 0 && !(knots.times[i - 1] < knots.times[i])) reject(field + ".times", times, "increasing times");
      }
      if (!values.is_array() || values.size() != times.size())
        throw UserError(fmt::format("{}.values: {} are given; accepted: {}", field, values.size(), times.size()));
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto at = fmt::format("{}.values[{}]", field, i);
        auto v = vector<Body, T>(values[i], at);
        if (knots.increments)
          for (T& x : v.c) x = units.radians(x);
        else
          v = units.per_time(v, at);
        knots.values.push_back(v);
      }
    }
    const json how = j.value("interpolation", json(is_log && !knots.increments ? "linear" : "cubic"));
    const std::string known = knots.increments ? "cubic or held" : "cubic, linear, held or cosine";
    if (how != "cubic" && how != "held" && (knots.increments || (how != "linear" && how != "cosine")))
      reject(field + ".interpolation", how, known);
    ranges.emplace_back(knots.times.front(), knots.times.back());
    if (whole) whole->knots = read;
    return [knots = std::shared_ptr<const Knots<T>>(read), how] { return interpolated(*knots, how); };
  }
  static RateKinds<T> interpolated(const Knots<T>& knots, const json& how) {
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
  RateKinds<T> usual(const json& j, const std::string& field) const {
    const Context<T> context{Rotation<Body, Body, T>::identity(), units, {}, base.warnings, folder};
    const auto given = signal<Body, T>(j, field, context);
    auto shape = *given;
    const auto scale = [&](Vector& v, const char* key) { v = units.per_time(v, field + key); };
    std::visit(
        [&](auto& k) {
          if constexpr (requires { k.amplitude; }) scale(k.amplitude, ".amplitude"), scale(k.offset, ".offset");
          if constexpr (requires { k.value; }) scale(k.value, j.is_array() ? "" : ".value");
          if constexpr (requires { k.values; })
            for (auto& v : k.values) scale(v, ".values");
        },
        shape.is);
    return Signal<Body, T>(shape.is);
  }
  RateMotion<T> motion(const json& j, RateSpec<T>& whole) const {
    return j.is_object() && j.value("kind", json()) == "table" ? RateMotion<T>(table(j, "rate", &whole))
                                                               : RateMotion<T>(kind(j, "rate"));
  }
  RateKinds<T> kind(const json& j, const std::string& field) const {
    if (j.is_array()) return usual(j, field);
    if (!j.is_object()) reject(field, j, "three numbers, or an object with \"kind\"");
    const json& kind = required(j, field, "kind", "the kind of a rate, like \"coning\"");
    static const std::vector<std::string> known{"constant", "harmonic",  "rotating",   "pieces", "pulses",  "table",
                                                "coning",   "spin-cone", "fixed-axis", "free",   "formula", "sum"};
    if (!kind.is_string()) reject(field + ".kind", kind, "the kind of a rate, like \"coning\"");
    if (std::find(known.begin(), known.end(), kind.get<std::string>()) == known.end())
      throw UserError(field + ".kind: " + unknown_name("rate", kind.get<std::string>(), known));
    if (kind == "table") return table(j, field, nullptr)();
    if (kind == "coning") return coning(j, field);
    if (kind == "spin-cone") return spin_cone(j, field);
    if (kind == "fixed-axis") return fixed_axis(j, field);
    if (kind == "free") return free(j, field);
    if (kind == "formula") {
      only_keys(j, field, {"kind", "rate", "constants"});
      const json& texts = required(j, field, "rate", "three expressions of t");
      if (!texts.is_array() || texts.size() != 3) reject(field + ".rate", texts, "three expressions of t");
      return formula(texts, j, field);
    }
    if (kind == "sum") {
      only_keys(j, field, {"kind", "terms"});
      const json& terms = required(j, field, "terms", "a list of rates");
      if (!terms.is_array() || terms.empty()) reject(field + ".terms", terms, "a list of at least one rate");
      RateSum<T> sum;
      for (std::size_t i = 0; i < terms.size(); ++i)
        sum.terms.push_back(this->kind(terms[i], fmt::format("{}.terms[{}]", field, i)));
      return sum;
    }
    return usual(j, field);
  }

  mutable std::vector<std::pair<T, T>> ranges;  ///< of tables
};

template <class T>
Gyro<T> read_gyro(const json& document, const Units<T>& units) {
  using Gyro = attitude::Gyro<T>;
  Gyro g;
  if (!document.contains("gyro")) return g;
  const json& j = document["gyro"];
  if (!j.is_object()) reject("gyro", j, "an object");
  only_keys(j, "gyro",
            {"output", "times", "band", "bias", "angle_random_walk", "rate_random_walk", "seed", "quantum", "rounding", "carry",
             "drop", "on_drop", "comments"});
  if (j.contains("output"))
    g.output =
        word(j, "gyro", "output", {"rates", "increments"}) == "rates" ? Gyro::Output::rates : Gyro::Output::increments;
  if (j.contains("times")) {
    const json& list = j["times"];
    if (!list.is_array() || list.size() < 2) reject("gyro.times", list, "a list of at least 2");
    g.times.emplace();
    for (std::size_t i = 0; i < list.size(); ++i) {
      auto& t = *g.times;
      t.push_back(number<T>(list[i], fmt::format("gyro.times[{}]", i)));
      if (i > 0 && (t[i] == t[i - 1] || (t[i] > t[i - 1]) != (t[1] > t[0])))
        reject("gyro.times", list, "times that all increase or all decrease");
    }
  }
  if (j.contains("band")) {
    const json& b = j["band"];
    if (b == "average") {
      g.average = true;
    } else {
      if (!b.is_object()) reject("gyro.band", b, "\"average\", or an object with time_constant");
      only_keys(b, "gyro.band", {"time_constant"});
      g.time_constant = positive<T>(required(b, "gyro.band", "time_constant", "a positive number"), "gyro.band.time_constant");
    }
  }
  if (j.contains("bias"))
    g.bias = units.per_time(vector<Body, T>(j["bias"], "gyro.bias"), "gyro.bias"), g.biased = true;
  const auto walk = [&](const char* key) -> std::optional<Vec<Body, T>> {
    if (!j.contains(key)) return {};
    const auto field = std::string("gyro.") + key;
    Vec<Body, T> v;
    if (j[key].is_array())
      v = vector<Body, T>(j[key], field);
    else
      v[0] = v[1] = v[2] = number<T>(j[key], field, "a number, or three");
    for (T& x : v.c) {
      if (x < T(0) || !is_finite(x)) reject(field, j[key], "a number from 0 on, or three");
      x = units.radians(x);
    }
    return v;
  };
  g.angle_walk = walk("angle_random_walk"), g.rate_walk = walk("rate_random_walk");
  if (j.contains("seed")) {
    const std::string accepted = "an integer from 0 to 2^64 - 1";
    if (j["seed"].is_number_unsigned()) {
      g.seed = j["seed"].get<std::uint64_t>();
    } else {
      const auto text = j["seed"].is_string() ? j["seed"].get<std::string>() : "";
      const auto r = std::from_chars(text.data(), text.data() + text.size(), g.seed);
      if (text.empty() || r.ec != std::errc() || r.ptr != text.data() + text.size()) reject("gyro.seed", j["seed"], accepted);
    }
  }
  if (j.contains("quantum")) {
    const T q = positive<T>(j["quantum"], "gyro.quantum");
    g.quantum = units.radians(q), g.quantum_of_rates = units.rate * q;
  }
  for (const char* key : {"rounding", "carry"})
    if (j.contains(key) && !g.quantum) throw UserError(fmt::format("gyro.{}: given without quantum; accepted: with quantum", key));
  g.floor = word(j, "gyro", "rounding", {"nearest", "floor"}) == "floor";
  if (j.contains("carry")) g.carry = flag(j, "gyro", "carry");
  if (j.contains("drop")) {
    const json& list = j["drop"];
    if (!list.is_array()) reject("gyro.drop", list, "a list of numbers of samples");
    for (const auto& x : list) {
      if (!x.is_number_integer()) reject("gyro.drop", x, "numbers of samples");
      g.drop.push_back(x.is_number_unsigned() && x.get<std::uint64_t>() > (std::uint64_t(1) << 62) ? -1 : x.get<std::int64_t>());
    }
    std::sort(g.drop.begin(), g.drop.end());
    if (std::adjacent_find(g.drop.begin(), g.drop.end()) != g.drop.end()) reject("gyro.drop", list, "every sample once");
  }
  if (j.contains("on_drop")) {
    if (!j.contains("drop")) throw UserError("gyro.on_drop: given without drop; accepted: with drop");
    constexpr const char* words[] = {"gap", "hold", "accumulate", "lose"};  // as OnDrop has them
    const auto* how = std::find(std::begin(words), std::end(words), j["on_drop"]);
    if (how == std::end(words))
      reject("gyro.on_drop", j["on_drop"], "gap or hold (rates), accumulate, lose or hold (increments)");
    g.on_drop = static_cast<typename Gyro::OnDrop>(how - words);
  }
  return g;
}

}  // namespace

bool prescribes_rate(const json& document) {
  return document.is_object() && document.contains("rate");
}

template <class T>
RateSpec<T> read_rate_spec(const json& document, const std::string& folder) {
  using std::abs;
  if (!document.is_object()) reject("spec", document, "a JSON object");
  if (document.contains("torque")) throw UserError("torque: a prescribed rate has no torque; accepted: rate without torque");
  only_keys(document, "",
            {"rate", "gyro", "frame", "body", "method", "h", "steps", "time", "t0", "every", "units", "comments", "update_every",
             "iterations", "truncate", "convert", "scalar", "truth"});
  RateSpec<T> spec;
  auto& base = spec.base;
  const auto unit = units<T>(document, base);
  if (document.contains("body")) {
    const json& body = document["body"];
    if (!body.is_object()) reject("body", body, "an object with attitude");
    for (const char* key : {"inertia", "momentum", "angular_velocity", "points", "stl", "density", "director"})
      if (body.contains(key))
        throw UserError(fmt::format("body.{}: a prescribed rate has no {}; accepted: attitude", key,
                                    std::string_view(key) == "momentum" || std::string_view(key) == "angular_velocity"
                                        ? "state but the attitude"
                                        : "inertia"));
    only_keys(body, "body", {"attitude", "comments"});
    if (body.contains("attitude")) spec.attitude = reading::attitude<T>(body["attitude"], "body.attitude", unit, base.warnings);
  }
  spec.in_space = word(document, "", "frame", {"body", "space"}) == "space";
  if (document.contains("method")) spec.method = text(document, "", "method", "the name of a method");
  const auto option = [&](const char* key) -> std::optional<int> {
    if (!document.contains(key)) return {};
    const auto n = count(document[key], key);
    if (n > 1000000) reject(key, document[key], "an integer from 1 to 1000000");
    return static_cast<int>(n);
  };
  spec.update_every = option("update_every"), spec.iterations = option("iterations"), spec.truncate = option("truncate");
  spec.convert = word(document, "", "convert", {"trapezoid", "first", "last"});
  spec.in_float = word(document, "", "scalar", {"double", "float"}) == "float";
  comments(document, "comments", base.comments);
  if (document.contains("body")) comments(document["body"], "body.comments", base.comments);
  if (document.contains("gyro")) comments(document["gyro"], "gyro.comments", base.comments);
  spec.gyro = read_gyro<T>(document, unit);
  read_times<T>(document, base);

  RateReader<T> reader{document, unit, base, folder, base.t0, {}};
  spec.motion = reader.motion(document["rate"], spec);
  if (document.contains("truth") && !spec.is_log)
    spec.truth = truth_table(document["truth"], scalar_cast<double>(base.t0), {}, folder);

  // The sample times.
  const bool by_grid = document.contains("h") || document.contains("time");
  if (spec.gyro.times && by_grid) throw UserError("gyro.times: given together with h or time; accepted: one of them");
  if (by_grid && !document.contains("steps")) throw UserError("steps: missing; accepted: an integer from 1 to 2^53");
  constexpr std::int64_t most = std::int64_t(1) << 30;
  if (by_grid) {
    const auto n = base.grid->steps();
    if (n > most) reject("steps", document["steps"], "an integer from 1 to 2^30");
    for (std::int64_t k = 0; k <= n; ++k) spec.times.push_back(base.grid->time(k));
    spec.equal_steps = base.grid->cycle().size() == 1;
  } else {
    if (spec.gyro.times)
      spec.times = *spec.gyro.times;
    else if (spec.knots)
      spec.times = spec.knots->times, spec.samples_are_knots = true;
    else
      throw UserError("h: missing; accepted: h or time with steps, or gyro.times");
    if (document.contains("t0") && !(spec.is_log && spec.samples_are_knots) && base.t0 != spec.times.front())
      reject("t0", document["t0"], "the first time of the samples, or none");
    if (document.contains("steps")) {
      const auto n = static_cast<std::size_t>(count(document["steps"], "steps"));
      if (n >= spec.times.size())
        reject("steps", document["steps"], fmt::format("at most {}, the intervals of the samples", spec.times.size() - 1));
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
  const T slack = T(1e-9) * least;
  for (const auto& [first, last] : reader.ranges)
    for (const T* t : {&spec.times.front(), &spec.times.back()})
      if (*t < first - slack || *t > last + slack)
        throw UserError(fmt::format("rate: a table from {:g} to {:g} is given; accepted: one that covers the run, which is at {:g}",
                                    scalar_cast<double>(first), scalar_cast<double>(last), scalar_cast<double>(*t)));
  if (!spec.samples_are_knots)
    for (T& t : spec.times) t = spec.motion.snapped(t, slack);
  for (const auto k : spec.gyro.drop)
    if (k < 1 || k >= static_cast<std::int64_t>(spec.times.size()) - 1)
      reject("gyro.drop", document["gyro"]["drop"], fmt::format("numbers from 1 to {}", spec.times.size() - 2));
  return spec;
}

template RateSpec<double> read_rate_spec(const json&, const std::string&);
template RateSpec<float128> read_rate_spec(const json&, const std::string&);

}  // namespace polhode
