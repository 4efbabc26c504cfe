// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/sweep_spec.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/stepping/body.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "methods/runners.hpp"

namespace polhode::populations {

using nlohmann::json;

namespace {

constexpr std::string_view metric_names[] = {"Pi", "R", "H", "pi", "drift", "growth", "torques", "iterations"};
constexpr std::string_view torque_names[] = {"gravity", "constant-field", "harmonic-space", "coulomb-wall"};
constexpr std::string_view side_names[] = {"least", "greatest", "both"};
constexpr std::string_view scalar_names[] = {"", "uniform", "log10", "linspace", "logspace10", "list"};

template <std::size_t n>
std::vector<std::string> strings(const std::string_view (&names)[n]) {
  return {names, names + n};
}

/// Sixteen digits after an x are a double's bits, as canonical texts have them.
std::optional<double> from_bits(const json& j) {
  if (!j.is_string()) return {};
  const auto& s = j.get_ref<const std::string&>();
  std::uint64_t bits = 0;
  if (s.size() != 17 || s[0] != 'x') return {};
  const auto r = std::from_chars(s.data() + 1, s.data() + 17, bits, 16);
  if (r.ec != std::errc() || r.ptr != s.data() + 17) return {};
  return std::bit_cast<double>(bits);
}

/// A place in the document, with its name for messages.
class Field {
 public:
  Field(const json& j, std::string path) : j_(j), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  [[noreturn]] void reject(const std::string& accepted) const {
    std::string given = j_.dump(-1, ' ', false, json::error_handler_t::replace);
    if (given.size() > 60) given = given.substr(0, 57) + "...";
    throw UserError(fmt::format("{}: {} is given; accepted: {}", path_, given, accepted));
  }

  bool is_object() const { return j_.is_object(); }
  bool is_string() const { return j_.is_string() && !from_bits(j_); }
  bool is_number() const { return j_.is_number() || from_bits(j_); }
  void only(const std::vector<std::string>& keys) const {
    if (!is_object()) reject(fmt::format("an object with {}", fmt::join(keys, ", ")));
    for (const auto& [key, value] : j_.items())
      if (std::find(keys.begin(), keys.end(), key) == keys.end())
        throw UserError(child(key) + ": " + unknown_name("key here", key, keys));
  }
  bool has(const std::string& key) const { return j_.contains(key); }
  Field at(const std::string& key, const std::string& accepted) const {
    if (!has(key)) throw UserError(fmt::format("{}: missing; accepted: {}", child(key), accepted));
    return {j_[key], child(key)};
  }
  /// The only member of an object that must have one of these; its key.
  std::pair<std::string, Field> one_of(const std::vector<std::string>& keys) const {
    only(keys);
    if (j_.size() != 1) reject(fmt::format("exactly one of {}", fmt::join(keys, ", ")));
    return {j_.begin().key(), {*j_.begin(), child(j_.begin().key())}};
  }

  std::string text(const std::string& accepted) const {
    if (!j_.is_string()) reject(accepted);
    return j_.get<std::string>();
  }
  /// The index of a name.
  std::size_t choice(const std::vector<std::string>& names, std::string_view what) const {
    const auto given = text(fmt::format("{}", fmt::join(names, ", ")));
    const auto found = std::find(names.begin(), names.end(), given);
    if (found == names.end()) throw UserError(path_ + ": " + unknown_name(what, given, names));
    return static_cast<std::size_t>(found - names.begin());
  }
  bool flag() const {
    if (!j_.is_boolean()) reject("true or false");
    return j_.get<bool>();
  }
  template <class Accept>
  double number(const std::string& accepted, const Accept& accept) const {
    if (!is_number()) reject(accepted);
    const double x = j_.is_number() ? j_.get<double>() : *from_bits(j_);
    if (!std::isfinite(x) || !accept(x)) reject(accepted);
    return x;
  }
  double number() const {
    return number("a finite number", [](double) { return true; });
  }
  double positive() const {
    return number("a number above 0", [](double x) { return x > 0; });
  }
  double between(double least, double most) const {
    return number(fmt::format("a number from {:g} to {:g}", least, most),
                  [&](double x) { return x >= least && x <= most; });
  }
  template <class Integer>
  Integer integer(Integer least, Integer most) const {
    const auto accepted = fmt::format("an integer from {} to {}", least, most);
    if (j_.is_number_float()) {  // 1.0 is 1
      const double x = j_.get<double>();
      if (x != std::floor(x) || std::abs(x) > 0x1p53) reject(accepted);
      if (x < static_cast<double>(least) || x > static_cast<double>(most)) reject(accepted);
      return static_cast<Integer>(x);
    }
    if (!j_.is_number_integer()) reject(accepted);
    const Int128 x = j_.is_number_unsigned() ? Int128(j_.get<std::uint64_t>()) : Int128(j_.get<std::int64_t>());
    if (x < Int128(least) || x > Int128(most)) reject(accepted);
    return static_cast<Integer>(x);
  }
  /// The items of a list that is not empty, of as many as asked.
  std::vector<Field> items(const std::string& accepted, std::size_t exactly = 0) const {
    if (!j_.is_array() || j_.empty() || (exactly && j_.size() != exactly)) reject(accepted);
    return any_items(accepted);
  }
  std::vector<Field> any_items(const std::string& accepted) const {
    if (!j_.is_array()) reject(accepted);
    std::vector<Field> list;
    for (std::size_t i = 0; i < j_.size(); ++i) list.push_back({j_[i], fmt::format("{}[{}]", path_, i)});
    return list;
  }
  Triple triple() const {
    Triple v;
    const auto list = items("a list of three numbers", 3);
    for (int i = 0; i < 3; ++i) v[i] = list[i].number();
    return v;
  }
  Triple direction() const {
    const auto v = triple();
    if (v[0] == 0 && v[1] == 0 && v[2] == 0) reject("a vector that is not zero");
    return v;
  }
  /// Two numbers, the first not above the second.
  std::pair<double, double> range() const {
    const auto list = items("two numbers [a, b], a <= b", 2);
    const double a = list[0].number(), b = list[1].number();
    if (!(a <= b)) reject("two numbers [a, b], a <= b");
    return {a, b};
  }

 private:
  std::string child(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

  const json& j_;
  std::string path_;
};

/// A scalar whose every value satisfies `accept`. It is monotonic in its range, so that the ends decide.
template <class Accept>
Scalar read_scalar(const Field& field, bool axis, const std::string& accepted, const Accept& accept) {
  Scalar s;
  const auto forms =
      fmt::format("{}, as a number or {{\"uniform\" or \"log10\": [a, b]}}{}", accepted,
                  axis ? ", or an axis {\"linspace\" or \"logspace10\": [a, b, n]} or {\"list\": [..]}" : "");
  if (field.is_number()) {
    s.a = field.number(accepted, accept);
    return s;
  }
  if (!field.is_object()) field.reject(forms);
  std::vector<std::string> keys{"uniform", "log10"};
  if (axis) keys.insert(keys.end(), {"linspace", "logspace10", "list"});
  const auto [key, value] = field.one_of(keys);
  s.kind = static_cast<Scalar::Kind>(std::find(std::begin(scalar_names), std::end(scalar_names), key) - scalar_names);
  if (s.kind == Scalar::Kind::list) {
    for (const auto& item : value.items("a list of numbers")) s.list.push_back(item.number(accepted, accept));
    return s;
  }
  const bool random = s.kind == Scalar::Kind::uniform || s.kind == Scalar::Kind::log10;
  if (random) {
    std::tie(s.a, s.b) = value.range();
  } else {
    const auto list = value.items("[a, b, n]", 3);
    s.a = list[0].number(), s.b = list[1].number();
    s.n = list[2].integer<std::int64_t>(1, std::int64_t(1) << 53);
  }
  const bool exponents = s.kind == Scalar::Kind::log10 || s.kind == Scalar::Kind::logspace10;
  if (exponents && (std::abs(s.a) > 300 || std::abs(s.b) > 300)) value.reject("exponents from -300 to 300");
  for (const double end : {s.a, s.b})
    if (!accept(exponents ? pow10(end) : end)) value.reject(accepted);
  return s;
}
Scalar read_positive(const Field& field) {
  return read_scalar(field, true, "numbers above 0", [](double x) { return x > 0; });
}

/// A body has I_k <= I_i + I_j.
void check_possible(const Field& field, const Triple& I, bool impossible) {
  for (const double moment : I)
    if (!(moment > 0) || !std::isfinite(1 / moment)) field.reject("moments above 0");
  if (impossible) return;
  const double largest = std::max({I[0], I[1], I[2]}), ulp = std::nextafter(largest, INFINITY) - largest;
  for (int k = 0; k < 3; ++k)
    if (I[k] > I[(k + 1) % 3] + I[(k + 2) % 3] + 4 * ulp)
      field.reject("moments of which none exceeds the sum of the others, or population.impossible: true");
}

bool read_order(const Field& field, bool otherwise) {
  if (!field.has("order")) return otherwise;
  return field.at("order", "").choice({"ascending", "shuffled"}, "order") == 1;
}

InertiaForm read_inertia(const Field& field, bool impossible) {
  const std::string accepted = "one of fixed, list, triangle, triangle_grid, symmetric, around";
  if (!field.is_object()) field.reject(accepted);
  if (field.has("triangle_grid")) {
    field.only({"triangle_grid", "order"});
    return GriddedInertia{field.at("triangle_grid", "").integer<std::int64_t>(1, 30000), read_order(field, false)};
  }
  if (field.has("around")) {
    field.only({"around", "spread"});
    const auto centre = field.at("around", "");
    check_possible(centre, centre.triple(), impossible);
    return NearbyInertia{centre.triple(), field.at("spread", "a number from 0 to 1").between(0, 1)};
  }
  const auto [key, form] = field.one_of({"fixed", "list", "triangle", "triangle_grid", "symmetric", "around"});
  if (key == "fixed") {
    check_possible(form, form.triple(), impossible);
    return FixedInertia{form.triple()};
  }
  if (key == "list") {
    ListedInertia listed;
    for (const auto& item : form.items("a list of three moments each"))
      check_possible(item, item.triple(), impossible), listed.moments.push_back(item.triple());
    return listed;
  }
  if (key == "triangle") {
    form.only({"least", "order"});
    TriangleInertia triangle;
    if (form.has("least"))
      triangle.least =
          form.at("least", "").number("a number from 0, below 1/2", [](double x) { return x >= 0 && x < 0.5; });
    triangle.shuffled = read_order(form, true);
    return triangle;
  }
  return SymmetricInertia{read_scalar(form, true, impossible ? "numbers above 0" : "numbers above 0, at most 2",
                                      [&](double x) { return x > 0 && (impossible || x <= 2); })};
}

DirectionForm read_direction(const Field& field) {
  if (field.is_string()) {
    if (field.choice({"sphere", "octant"}, "direction") == 0) return SphereDirection{};
    return OctantDirection{};
  }
  const std::string accepted = "\"sphere\", \"octant\", or an object with fixed, around and cap, or separatrix";
  if (!field.is_object()) field.reject(accepted);
  if (field.has("around")) {
    field.only({"around", "cap"});
    return CapDirection{field.at("around", "").direction(), field.at("cap", "a number from 0 to 2").between(0, 2)};
  }
  const auto [key, form] = field.one_of({"fixed", "around", "separatrix"});
  if (key == "fixed") return FixedDirection{form.direction()};
  form.only({"distance", "side"});
  SeparatrixDirection direction;
  direction.distance = read_scalar(form.at("distance", "numbers above 0, at most 1"), false,
                                   "numbers above 0, at most 1", [](double x) { return x > 0 && x <= 1; });
  if (form.has("side"))
    direction.side = static_cast<SeparatrixDirection::Side>(form.at("side", "").choice(strings(side_names), "side"));
  return direction;
}

TorqueFamily read_torque(const Field& field) {
  if (!field.is_object()) field.reject("an object with \"kind\"");
  TorqueFamily family;
  family.kind = static_cast<TorqueKind>(field.at("kind", "the kind of the torque, like \"gravity\"")
                                            .choice(strings(torque_names), "torque of a population"));
  if (family.kind == TorqueKind::coulomb_wall) {
    field.only({"kind", "attractive"});
    if (field.has("attractive")) family.attractive = field.at("attractive", "").flag();
    return family;
  }
  const bool harmonic = family.kind == TorqueKind::harmonic_space;
  if (harmonic)
    field.only({"kind", "axis", "ratio", "frequency"});
  else
    field.only({"kind", "axis", "ratio"});
  if (!harmonic) family.axis = Triple{0, 0, 1};
  if (field.has("axis")) {
    const auto axis = field.at("axis", "");
    family.axis.reset();
    if (axis.is_string())
      axis.choice({"sphere"}, "axis");
    else
      family.axis = axis.direction();
  }
  const auto finite = [](double x) { return std::isfinite(x); };
  if (field.has("ratio")) family.ratio = read_scalar(field.at("ratio", ""), true, "finite numbers", finite);
  if (field.has("frequency")) family.frequency = read_scalar(field.at("frequency", ""), true, "finite numbers", finite);
  return family;
}

Population read_population(const Field& field) {
  field.only({"bodies", "inertia", "momentum", "attitude", "torque", "impossible"});
  Population p;
  if (field.has("impossible")) p.impossible = field.at("impossible", "").flag();
  if (field.has("bodies"))
    p.replicates = field.at("bodies", "").integer<std::uint64_t>(1, std::numeric_limits<std::int64_t>::max());
  if (field.has("inertia")) p.inertia = read_inertia(field.at("inertia", ""), p.impossible);
  if (field.has("momentum")) {
    const auto momentum = field.at("momentum", "");
    momentum.only({"direction", "size"});
    if (momentum.has("direction")) p.direction = read_direction(momentum.at("direction", ""));
    if (momentum.has("size")) p.size = read_positive(momentum.at("size", ""));
  }
  if (field.has("attitude"))
    p.uniform_attitude = field.at("attitude", "").choice({"identity", "uniform"}, "attitude") == 1;
  if (field.has("torque")) {
    const auto list = field.at("torque", "").any_items("a list of at most 4 torques");
    if (list.size() > 4) field.at("torque", "").reject("a list of at most 4 torques");
    for (const auto& item : list) p.torques.push_back(read_torque(item));
  }
  return p;
}

std::vector<const MethodInfo*> read_methods(const Field& field, bool torque) {
  std::vector<const MethodInfo*> methods;
  for (const auto& item : field.items("a list of methods, see \"polhode list methods\"")) {
    const auto given = item.text("the name of a method");
    const auto* method = find_method(given);
    if (!method) throw UserError(item.path() + ": " + unknown_name("method", given, method_names()));
    if (torque ? !find_runner<TorquedBody<double>>(*method) : !find_runner<FreeBody<double>>(*method))
      throw UserError(fmt::format("{}: {}; accepted: methods that serve the bodies", item.path(),
                                  torque ? why_not<TorquedBody<double>>(*method) : why_not<FreeBody<double>>(*method)));
    if (std::find(methods.begin(), methods.end(), method) != methods.end())
      throw UserError(fmt::format("{}: {} is given twice; accepted: once", item.path(), method->id));
    methods.push_back(method);
  }
  return methods;
}

constexpr std::int64_t most_steps = 1000000000;

void read_steps(const Field& field, SweepSpec& spec) {
  const std::string accepted = "integers from 1 to 1e9, strictly increasing, or {\"per_radian\": [..]}";
  if (field.is_object()) {
    const auto list = field.one_of({"per_radian"}).second;
    if (!spec.in_radians) list.reject("steps per radian only where the duration is in radians");
    for (const auto& item : list.items("a list of numbers above 0")) {
      spec.per_radian.push_back(item.positive());
      const double N = std::ceil(spec.per_radian.back() * spec.duration);
      if (!(N >= 1 && N <= static_cast<double>(most_steps))) item.reject("1 to 1e9 steps in all");
      spec.steps.push_back(static_cast<std::int64_t>(N));
    }
  } else {
    for (const auto& item : field.items(accepted)) spec.steps.push_back(item.integer<std::int64_t>(1, most_steps));
  }
  for (std::size_t i = 1; i < spec.steps.size(); ++i)
    if (spec.steps[i] <= spec.steps[i - 1]) field.reject(accepted);
}

Observe read_observe(const Field& field) {
  Observe observe;
  if (field.is_string()) {
    if (field.choice({"end", "all"}, "choice of nodes") == 1) observe.kind = Observe::Kind::all;
    return observe;
  }
  if (!field.is_object()) field.reject("\"end\", \"all\" or {\"nodes\": n}");
  observe.kind = Observe::Kind::nodes;
  observe.n = field.one_of({"nodes"}).second.integer<std::int64_t>(1, most_steps);
  return observe;
}

/// Is pi about one space axis kept, and is it the same for every body that has several torques?
bool keeps_an_axis(const Population& population) {
  std::optional<Triple> shared;
  for (const auto& torque : population.torques) {
    Triple axis{0, 0, 1};
    if (torque.kind == TorqueKind::harmonic_space) return false;
    if (torque.kind == TorqueKind::constant_field) {
      if (!torque.axis) return population.torques.size() == 1;
      axis = *torque.axis;
    }
    if (shared)
      for (int i = 0; i < 3; ++i)
        if ((*shared)[i] * axis[(i + 1) % 3] != (*shared)[(i + 1) % 3] * axis[i]) return false;
    shared = axis;
  }
  return true;
}

/// Is every body free or a Lagrange top, by what the spec says?
bool has_exact_motion(const Population& population) {
  if (population.torques.empty()) return true;
  const bool symmetric =
      std::holds_alternative<SymmetricInertia>(population.inertia) ||
      (std::holds_alternative<FixedInertia>(population.inertia) &&
       std::get<FixedInertia>(population.inertia).moments[0] == std::get<FixedInertia>(population.inertia).moments[1]);
  return symmetric && std::all_of(population.torques.begin(), population.torques.end(), [](const TorqueFamily& t) {
           const bool along = t.axis && (*t.axis)[0] == 0 && (*t.axis)[1] == 0;
           return t.kind == TorqueKind::constant_field || (t.kind == TorqueKind::gravity && along);
         });
}

Metric read_metric(const Field& field, const SweepSpec& spec) {
  const auto metric = static_cast<Metric>(field.choice(strings(metric_names), "metric"));
  const bool along = metric == Metric::drift || metric == Metric::growth;
  if (along && spec.observe.kind != Observe::Kind::all) field.reject("this metric only with observe: \"all\"");
  if (metric == Metric::spatial_momentum && !keeps_an_axis(spec.population))
    field.reject("this metric only for free bodies, or with fields about one space axis");
  return metric;
}

void read_metrics(const Field& field, SweepSpec& spec) {
  spec.metrics.clear();
  for (const auto& item : field.items("a list of metrics")) {
    auto names = strings(metric_names);
    names.push_back("order");
    const auto which = item.choice(names, "metric");
    const bool again = which == metrics_in_all
                           ? spec.order
                           : std::count(spec.metrics.begin(), spec.metrics.end(), static_cast<Metric>(which)) > 0;
    if (again) item.reject("every metric once");
    if (which == metrics_in_all) {
      if (spec.steps.size() < 2) item.reject("order only with two steps or more");
      spec.order = true;
    } else {
      spec.metrics.push_back(read_metric(item, spec));
    }
  }
}

Bins read_bins(const Field& field) {
  field.only({"bits", "from", "to"});
  Bins bins;
  if (field.has("bits")) bins.bits = field.at("bits", "").integer<int>(0, 8);
  if (field.has("from")) bins.from = field.at("from", "").integer<int>(-1022, 1022);
  if (field.has("to")) bins.to = field.at("to", "").integer<int>(-1021, 1023);
  if (bins.from >= bins.to) field.reject("from below to");
  return bins;
}

std::vector<std::size_t> read_contestants(const Field& field, const SweepSpec& spec) {
  std::vector<std::size_t> indices;
  for (const auto& item : field.items("a list of the sweep's methods")) {
    const auto* method = find_method(item.text("one of the sweep's methods"));
    const auto found = std::find(spec.methods.begin(), spec.methods.end(), method);
    if (!method || found == spec.methods.end()) item.reject("one of the sweep's methods");
    indices.push_back(static_cast<std::size_t>(found - spec.methods.begin()));
  }
  return indices;
}

Condition read_condition(const Field& field, const SweepSpec& spec, std::vector<std::string> keys) {
  keys.insert(keys.end(), {"metric", "steps", "of", "best", "against", "below", "within", "worst", "same"});
  field.only(keys);
  Condition c;
  const auto metric = field.at("metric", "one of the sweep's metrics");
  const auto named = metric.text("one of the sweep's metrics");
  if (named == "order.Pi" || named == "order.R") {
    if (!spec.order) metric.reject("an order only where order is among the metrics");
    c.order_of_attitude = named == "order.R";
  } else {
    c.metric = static_cast<Metric>(metric.choice(strings(metric_names), "metric"));
    if (std::find(spec.metrics.begin(), spec.metrics.end(), *c.metric) == spec.metrics.end())
      metric.reject("one of the sweep's metrics");
  }
  const auto steps = field.at("steps", "one of the sweep's numbers of steps");
  const auto N = steps.integer<std::int64_t>(1, most_steps);
  const auto found = std::find(spec.steps.begin(), spec.steps.end(), N);
  if (found == spec.steps.end()) steps.reject("one of the sweep's numbers of steps");
  c.steps = static_cast<std::size_t>(found - spec.steps.begin());
  if (!c.metric && c.steps + 1 == spec.steps.size()) steps.reject("the smaller of the two steps that give the order");
  if (field.has("best") == field.has("of")) field.reject("one of: of, best, a list of the sweep's methods");
  c.best = field.has("best");
  c.of = read_contestants(field.at(c.best ? "best" : "of", ""), spec);
  if (field.has("against")) c.against = read_contestants(field.at("against", ""), spec);

  const std::vector<std::string> rules{"below", "within", "worst", "same"};
  const auto given = std::count_if(rules.begin(), rules.end(), [&](const auto& r) { return field.has(r); });
  if (given != 1) field.reject("exactly one of below, within, worst, same");
  if (field.has("below")) c.kind = Condition::Kind::below, c.a = field.at("below", "").number();
  if (field.has("within")) c.kind = Condition::Kind::within, std::tie(c.a, c.b) = field.at("within", "").range();
  if (field.has("same")) c.kind = Condition::Kind::same, c.a = field.at("same", "").between(0, 1e300);
  if (field.has("worst")) {
    c.kind = Condition::Kind::worst;
    if (!field.at("worst", "").flag()) field.at("worst", "").reject("true");
  }
  if (c.against.empty() && (c.best || c.kind != Condition::Kind::within))
    field.reject("against, a list of the sweep's methods (only within does without)");
  return c;
}

void read_questions(const Field& field, SweepSpec& spec) {
  for (const auto& item : field.any_items("a list of questions")) {
    if (!item.is_object()) item.reject("an object with id, metric, steps, of, ..");
    Question q;
    q.id = item.at("id", "the name of the question").text("the name of the question");
    for (const auto& other : spec.questions)
      if (other.id == q.id)
        throw UserError(fmt::format("{}.id: \"{}\" is given twice; accepted: once", item.path(), q.id));
    q.joined = item.has("all");
    if (q.joined) {
      item.only({"id", "all"});
      for (const auto& part : item.at("all", "").items("a list of conditions"))
        q.conditions.push_back(read_condition(part, spec, {}));
    } else {
      q.conditions.push_back(read_condition(item, spec, {"id"}));
    }
    spec.questions.push_back(std::move(q));
  }
}

void read_maps(const Field& field, SweepSpec& spec) {
  for (const auto& item : field.any_items("a list of maps")) {
    item.only({"over", "n", "metrics"});
    MapOver map;
    map.kind =
        static_cast<MapOver::Kind>(item.at("over", "triangle, momentum").choice({"triangle", "momentum"}, "map"));
    map.n = item.at("n", "an integer from 1 to 1000").integer<std::int64_t>(1, 1000);
    for (const auto& metric :
         item.at("metrics", "a list of the sweep's metrics").items("a list of the sweep's metrics")) {
      map.metrics.push_back(read_metric(metric, spec));
      if (std::find(spec.metrics.begin(), spec.metrics.end(), map.metrics.back()) == spec.metrics.end())
        metric.reject("one of the sweep's metrics");
    }
    spec.maps.push_back(std::move(map));
  }
}

AtlasSpec read_atlas(const Field& field, const SweepSpec& spec) {
  field.only({"tolerances", "costs"});
  if (spec.steps != std::vector<std::int64_t>{1})
    field.reject("an atlas only with steps: [1], for the ladder is its own");
  if (!spec.in_radians) field.reject("an atlas only with a duration in radians");
  AtlasSpec atlas;
  const auto tolerances = field.at("tolerances", "decreasing numbers from 1 to 1e-14");
  for (const auto& item : tolerances.items("decreasing numbers from 1 to 1e-14"))
    atlas.tolerances.push_back(item.between(1e-14, 1));
  for (std::size_t t = 1; t < atlas.tolerances.size(); ++t)
    if (!(atlas.tolerances[t] < atlas.tolerances[t - 1])) tolerances.reject("decreasing numbers from 1 to 1e-14");
  const auto costs = field.at("costs", "the cost of a step of every method");
  std::vector<std::string> ids;
  for (const auto* m : spec.methods) ids.emplace_back(m->id);
  costs.only(ids);
  for (const auto& id : ids) atlas.costs.push_back(costs.at(id, "the cost of a step, a number above 0").positive());
  return atlas;
}

ReferenceChoice read_reference(const Field& field, const SweepSpec& spec) {
  ReferenceChoice choice;
  if (field.is_string()) {
    if (field.choice({"auto", "exact-113"}, "reference") == 0) return choice;
    choice.kind = ReferenceChoice::Kind::exact_113;
    if (!has_exact_motion(spec.population)) field.reject("\"exact-113\" only for free bodies and Lagrange tops");
    return choice;
  }
  if (!field.is_object()) field.reject("\"auto\", \"exact-113\" or {\"refine\": k}");
  choice.kind = ReferenceChoice::Kind::refine;
  choice.refinement = field.one_of({"refine"}).second.integer<int>(2, 64);
  return choice;
}

}  // namespace

std::string_view name(Metric metric) {
  return metric_names[static_cast<int>(metric)];
}

std::string hex(std::uint64_t bits) {
  return fmt::format("{:016x}", bits);
}
std::string hex(double x) {
  return hex(std::bit_cast<std::uint64_t>(x));
}

std::vector<std::int64_t> Observe::nodes(std::int64_t N) const {
  std::vector<std::int64_t> list;
  if (kind == Kind::end) return {N};
  const std::int64_t all = kind == Kind::all ? N : n;
  __extension__ using Wide = __int128;
  for (std::int64_t j = 1; j <= all; ++j) {
    const auto k = static_cast<std::int64_t>(static_cast<Wide>(j) * N / all);
    if (list.empty() || k > list.back()) list.push_back(k);
  }
  return list;
}

std::uint64_t SweepSpec::bodies() const {
  std::uint64_t B = population.replicates;
  for (const auto n : population.axes()) B *= static_cast<std::uint64_t>(n);
  return B;
}

double SweepSpec::steps_of_body() const {
  double sum = 0;
  for (const auto N : steps) sum += static_cast<double>(N);
  return sum * static_cast<double>(methods.size());
}

namespace {

/// The methods that come from shared libraries, with a hash of those: another build of a plug-in is another method.
json plugins_of(const SweepSpec& spec) {
  json hashes = json::object();
  Dl_info ours, theirs;
  for (const auto* method : spec.methods)
    if (::dladdr(&metric_names, &ours) && ::dladdr(method, &theirs) && ours.dli_fbase != theirs.dli_fbase)
      hashes[std::string(method->id)] = hex(content_hash(read_file(theirs.dli_fname)));
  return hashes;
}

}  // namespace

SweepSpec read_sweep(const json& document) {
  const Field field(document, "");
  if (!document.is_object()) Field(document, "sweep").reject("a JSON object");
  field.only({"schema", "title", "about", "seed", "population", "duration", "methods", "steps", "observe", "metrics",
              "bins", "maps", "questions", "atlas", "reference", "limits", "plugins"});
  SweepSpec spec;
  const auto schema = field.at("schema", "\"polhode/sweep/1\"");
  if (schema.text("\"polhode/sweep/1\"") != "polhode/sweep/1") schema.reject("\"polhode/sweep/1\"");
  if (field.has("title")) spec.title = field.at("title", "").text("a text");
  if (field.has("about")) spec.about = field.at("about", "").text("a text");
  if (field.has("seed")) spec.seed = field.at("seed", "").integer<std::uint64_t>(0, ~std::uint64_t(0));
  if (field.has("population")) spec.population = read_population(field.at("population", ""));

  const auto [unit_of_duration, duration] =
      field.at("duration", "{\"time\": T} or {\"radians\": A}").one_of({"time", "radians"});
  spec.in_radians = unit_of_duration == "radians";
  spec.duration = duration.positive();
  spec.methods = read_methods(field.at("methods", "a list of methods"), spec.has_torque());
  read_steps(field.at("steps", "a list of numbers of steps"), spec);

  Int128 cases = spec.population.replicates;
  const auto limit = static_cast<Int128>(std::numeric_limits<std::int64_t>::max());
  auto factors = spec.population.axes();
  factors.push_back(static_cast<std::int64_t>(spec.methods.size()));
  factors.push_back(static_cast<std::int64_t>(spec.steps.size()));
  for (const auto n : factors)
    if ((cases *= n) > limit)
      throw UserError("population.bodies: too many cases are asked for; accepted: at most 2^63 - 1 of them");

  if (field.has("observe")) spec.observe = read_observe(field.at("observe", ""));
  spec.metrics = {Metric::momentum, Metric::attitude};
  if (field.has("metrics")) read_metrics(field.at("metrics", ""), spec);
  if (field.has("bins")) spec.bins = read_bins(field.at("bins", ""));
  if (field.has("maps")) read_maps(field.at("maps", ""), spec);
  if (field.has("questions")) read_questions(field.at("questions", ""), spec);
  if (field.has("atlas")) spec.atlas = read_atlas(field.at("atlas", ""), spec);
  if (field.has("reference")) spec.reference = read_reference(field.at("reference", ""), spec);
  if (field.has("plugins") && document["plugins"] != plugins_of(spec))
    field.at("plugins", "").reject("the hashes of the plug-ins that are loaded");
  if (field.has("limits")) {
    const auto limits = field.at("limits", "");
    limits.only({"seconds_per_case"});
    if (limits.has("seconds_per_case")) spec.seconds_per_case = limits.at("seconds_per_case", "").positive();
  }
  return spec;
}

// --- canonical text -------------------------------------------------------------------------------------------------

namespace {

json bits(double x) {
  return "x" + hex(x);
}
json bits(const std::vector<double>& list) {
  json j = json::array();
  for (const double x : list) j.push_back(bits(x));
  return j;
}
json bits(const Triple& v) {
  return {bits(v[0]), bits(v[1]), bits(v[2])};
}
json canonical(const Scalar& s) {
  const std::string key(scalar_names[static_cast<int>(s.kind)]);
  switch (s.kind) {
    case Scalar::Kind::number:
      return bits(s.a);
    case Scalar::Kind::list:
      return {{key, bits(s.list)}};
    case Scalar::Kind::uniform:
    case Scalar::Kind::log10:
      return {{key, {bits(s.a), bits(s.b)}}};
    default:
      return {{key, {bits(s.a), bits(s.b), s.n}}};
  }
}
const char* order_name(bool shuffled) {
  return shuffled ? "shuffled" : "ascending";
}

struct CanonicalForm {
  json operator()(const TriangleInertia& f) const {
    return {{"triangle", {{"least", bits(f.least)}, {"order", order_name(f.shuffled)}}}};
  }
  json operator()(const FixedInertia& f) const { return {{"fixed", bits(f.moments)}}; }
  json operator()(const ListedInertia& f) const {
    json list = json::array();
    for (const auto& moments : f.moments) list.push_back(bits(moments));
    return {{"list", list}};
  }
  json operator()(const GriddedInertia& f) const { return {{"triangle_grid", f.n}, {"order", order_name(f.shuffled)}}; }
  json operator()(const SymmetricInertia& f) const { return {{"symmetric", canonical(f.third)}}; }
  json operator()(const NearbyInertia& f) const { return {{"around", bits(f.centre)}, {"spread", bits(f.spread)}}; }

  json operator()(const SphereDirection&) const { return "sphere"; }
  json operator()(const OctantDirection&) const { return "octant"; }
  json operator()(const FixedDirection& f) const { return {{"fixed", bits(f.direction)}}; }
  json operator()(const CapDirection& f) const { return {{"around", bits(f.axis)}, {"cap", bits(f.cap)}}; }
  json operator()(const SeparatrixDirection& f) const {
    return {{"separatrix", {{"distance", canonical(f.distance)}, {"side", side_names[static_cast<int>(f.side)]}}}};
  }
};

json canonical(const TorqueFamily& t) {
  json j{{"kind", torque_names[static_cast<int>(t.kind)]}};
  if (t.kind == TorqueKind::coulomb_wall) {
    j["attractive"] = t.attractive;
    return j;
  }
  j["axis"] = t.axis ? bits(*t.axis) : json("sphere");
  j["ratio"] = canonical(t.ratio);
  if (t.kind == TorqueKind::harmonic_space) j["frequency"] = canonical(t.frequency);
  return j;
}

json canonical(const Condition& c, const SweepSpec& spec) {
  const auto ids = [&](const std::vector<std::size_t>& indices) {
    json list = json::array();
    for (const auto i : indices) list.push_back(spec.methods[i]->id);
    return list;
  };
  json j{{"steps", spec.steps[c.steps]}, {c.best ? "best" : "of", ids(c.of)}};
  j["metric"] = c.metric ? json(name(*c.metric)) : json(c.order_of_attitude ? "order.R" : "order.Pi");
  if (!c.against.empty()) j["against"] = ids(c.against);
  switch (c.kind) {
    case Condition::Kind::below:
      j["below"] = bits(c.a);
      break;
    case Condition::Kind::within:
      j["within"] = {bits(c.a), bits(c.b)};
      break;
    case Condition::Kind::worst:
      j["worst"] = true;
      break;
    case Condition::Kind::same:
      j["same"] = bits(c.a);
      break;
  }
  return j;
}

json names(const std::vector<Metric>& metrics) {
  json list = json::array();
  for (const auto m : metrics) list.push_back(name(m));
  return list;
}

}  // namespace

std::string canonical_text(const SweepSpec& spec) {
  const auto& p = spec.population;
  json torques = json::array(), methods = json::array(), maps = json::array(), questions = json::array();
  for (const auto& t : p.torques) torques.push_back(canonical(t));
  for (const auto* m : spec.methods) methods.push_back(m->id);
  for (const auto& m : spec.maps)
    maps.push_back({{"over", m.kind == MapOver::Kind::triangle ? "triangle" : "momentum"},
                    {"n", m.n},
                    {"metrics", names(m.metrics)}});
  for (const auto& q : spec.questions) {
    json j;
    if (q.joined) {
      for (const auto& c : q.conditions) j["all"].push_back(canonical(c, spec));
    } else {
      j = canonical(q.conditions.front(), spec);
    }
    j["id"] = q.id;
    questions.push_back(j);
  }
  json metrics = names(spec.metrics);
  if (spec.order) metrics.push_back("order");
  json j{{"schema", "polhode/sweep/1"},
         {"seed", spec.seed},
         {"population",
          {{"bodies", p.replicates},
           {"inertia", std::visit(CanonicalForm{}, p.inertia)},
           {"momentum", {{"direction", std::visit(CanonicalForm{}, p.direction)}, {"size", canonical(p.size)}}},
           {"attitude", p.uniform_attitude ? "uniform" : "identity"},
           {"torque", torques},
           {"impossible", p.impossible}}},
         {"duration", {{spec.in_radians ? "radians" : "time", bits(spec.duration)}}},
         {"methods", methods},
         {"metrics", metrics},
         {"bins", {{"bits", spec.bins.bits}, {"from", spec.bins.from}, {"to", spec.bins.to}}},
         {"maps", maps},
         {"questions", questions}};
  if (const auto plugins = plugins_of(spec); !plugins.empty()) j["plugins"] = plugins;
  if (spec.atlas) {
    j["atlas"]["tolerances"] = bits(spec.atlas->tolerances);
    for (std::size_t m = 0; m < spec.methods.size(); ++m)
      j["atlas"]["costs"][std::string(spec.methods[m]->id)] = bits(spec.atlas->costs[m]);
  }
  if (spec.per_radian.empty())
    j["steps"] = spec.steps;
  else
    j["steps"] = {{"per_radian", bits(spec.per_radian)}};
  j["observe"] = spec.observe.kind == Observe::Kind::end   ? json("end")
                 : spec.observe.kind == Observe::Kind::all ? json("all")
                                                           : json{{"nodes", spec.observe.n}};
  j["reference"] = spec.reference.kind == ReferenceChoice::Kind::automatic ? json("auto")
                   : spec.reference.kind == ReferenceChoice::Kind::exact_113
                       ? json("exact-113")
                       : json{{"refine", spec.reference.refinement}};
  return j.dump();
}

}  // namespace polhode::populations
