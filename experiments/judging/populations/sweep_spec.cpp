// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/sweep_spec.hpp"

#include <dlfcn.h>
#include <limits>

#include "core/io/json.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/populations/spec/parts.hpp"
#include "methods/runners.hpp"

namespace polhode::populations {

namespace {

/// Is pi about one space axis kept, and is it the same for every body that has several torques?
bool keeps_an_axis(const Population& population) {
  std::optional<Triple> shared;
  for (const auto& torque : population.torques) {
    Triple axis{0, 0, 1};
    if (!torque.is("coulomb-wall") && (!torque.vector || torque.vector->frequency)) return false;
    if (torque.is("constant-field")) {
      if (!torque.vector->axis) return population.torques.size() == 1;
      axis = *torque.vector->axis;
    }
    if (shared)
      for (int i = 0; i < 3; ++i)
        if ((*shared)[i] * axis[(i + 1) % 3] != (*shared)[(i + 1) % 3] * axis[i]) return false;
    shared = axis;
  }
  return true;
}

Metric read_metric(const Field& field, const SweepSpec& spec) {
  const auto metric = static_cast<Metric>(field.choice(metric_names));
  const bool along = metric == Metric::drift || metric == Metric::growth;
  if (metric == Metric::spatial_momentum && !keeps_an_axis(spec.population))
    field.reject("this metric only for free bodies, or with fields about one space axis");
  if ((along || metric == Metric::energy) && !spec.keeps_energy)
    field.reject("this metric only under torques that conserve the energy");
  return metric;
}

std::vector<std::size_t> read_candidates(const Field& field, const SweepSpec& spec) {
  std::vector<std::size_t> indices;
  for (const auto& item : field.items()) {
    const auto* method = find_method(item.text());
    const auto found = std::ranges::find(spec.methods, method);
    if (!method || found == spec.methods.end()) item.reject("one of the sweep's methods");
    indices.push_back(static_cast<std::size_t>(found - spec.methods.begin()));
    item.write(method->id);
  }
  return indices;
}

Condition read_condition(const Field& field, const SweepSpec& spec) {
  Condition c;
  const auto metric = field.at("metric");
  if (metric.is("order.Pi") || metric.is("order.R")) {
    if (!spec.order) metric.reject("an order only if order is among the metrics");
    c.order_of_attitude = metric.is("order.R");
  } else {
    c.metric = static_cast<Metric>(metric.choice(metric_names));
    if (std::ranges::find(spec.metrics, *c.metric) == spec.metrics.end()) metric.reject("one of the sweep's metrics");
  }
  const auto steps = field.at("steps");
  const auto found = std::ranges::find(spec.steps, steps.integer());
  if (found == spec.steps.end()) steps.reject("one of the sweep's numbers of steps");
  c.steps = static_cast<std::size_t>(found - spec.steps.begin());
  if (!c.metric && c.steps + 1 == spec.steps.size()) steps.reject("the smaller of the two steps that give the order");
  c.best = field.has("best");
  c.of = read_candidates(field.at(c.best ? "best" : "of"), spec);
  if (field.has("against")) c.against = read_candidates(field.at("against"), spec);

  c.kind = field.has("below")    ? Condition::Kind::below
           : field.has("within") ? Condition::Kind::within
           : field.has("worst")  ? Condition::Kind::worst
                                 : Condition::Kind::same;
  if (c.kind == Condition::Kind::below) c.a = field.at("below").number();
  if (c.kind == Condition::Kind::within) std::tie(c.a, c.b) = field.at("within").range();
  if (c.kind == Condition::Kind::same) c.a = field.at("same").between(0, 1e300);
  return c;
}

void read_metrics(const Field& field, SweepSpec& spec) {
  for (const auto& item : field.items()) {
    if (item.is("order"))
      spec.order = true;
    else
      spec.metrics.push_back(read_metric(item, spec));
  }
}

void read_questions(const Field& field, SweepSpec& spec) {
  for (const auto& item : field.items()) {
    Question q;
    q.id = item.at("id").text();
    for (const auto& other : spec.questions)
      if (other.id == q.id) item.refuse("id", fmt::format("\"{}\" is given twice; accepted: once", q.id));
    if (item.has("all")) {
      for (const auto& part : item.at("all").items()) q.conditions.push_back(read_condition(part, spec));
    } else {
      q.conditions.push_back(read_condition(item, spec));
    }
    spec.questions.push_back(std::move(q));
  }
}

void read_maps(const Field& field, SweepSpec& spec) {
  for (const auto& item : field.items()) {
    MapOver map;
    map.kind = item.at("over").is("momentum") ? MapOver::Kind::momentum : MapOver::Kind::triangle;
    map.n = item.at("n").integer();
    for (const auto& metric : item.at("metrics").items()) {
      map.metrics.push_back(read_metric(metric, spec));
      if (std::ranges::find(spec.metrics, map.metrics.back()) == spec.metrics.end())
        metric.reject("one of the sweep's metrics");
    }
    spec.maps.push_back(std::move(map));
  }
}

std::vector<const MethodInfo*> read_methods(const Field& field, const Problem<double>& body) {
  std::vector<const MethodInfo*> methods;
  for (const auto& item : field.items()) {
    const auto given = item.text();
    const auto* method = find_method(given);
    if (!method) item.refuse(unknown_name("method", given, method_names()));
    if (const auto why = why_not(*method, body); !why.empty())
      item.refuse(fmt::format("{}; accepted: methods that support the bodies", why));
    if (std::ranges::find(methods, method) != methods.end())
      item.refuse(fmt::format("{} is given twice; accepted: once", method->id));
    methods.push_back(method);
    item.write(method->id);
  }
  return methods;
}

/// The methods that come from shared libraries, with a hash of those: another build of a plug-in is another method.
json plugins_of(const SweepSpec& spec) {
  json hashes = json::object();
  Dl_info ours, theirs;
  for (const auto* method : spec.methods)
    if (::dladdr(&metric_names, &ours) && ::dladdr(method, &theirs) && ours.dli_fbase != theirs.dli_fbase)
      hashes[std::string(method->id)] = hex(content_hash(read_file(theirs.dli_fname)));
  return hashes;
}

void read_steps(const Field& field, SweepSpec& spec) {
  if (field.is_object()) {
    for (const auto& item : field.at("per_radian").items()) {
      const double N = std::ceil(item.positive() * spec.duration);
      if (!(N >= 1 && N <= static_cast<double>(most_steps))) item.reject("1 to 1e9 steps in all");
      spec.steps.push_back(static_cast<std::int64_t>(N));
    }
  } else {
    for (const auto& item : field.items()) spec.steps.push_back(item.integer());
  }
  for (std::size_t i = 1; i < spec.steps.size(); ++i)
    if (spec.steps[i] <= spec.steps[i - 1])
      field.reject("integers from 1 to 1e9, strictly increasing, or {\"per_radian\": [..]}");
}

/// Is every body free or a Lagrange top, by what the spec says?
bool has_exact_motion(const Population& population) {
  if (population.torques.empty()) return true;
  const auto& torques = population.torques;
  return population.inertia.symmetric && std::ranges::all_of(torques, [](const TorqueFamily& t) {
           const bool along = t.vector && t.vector->axis && (*t.vector->axis)[0] == 0 && (*t.vector->axis)[1] == 0;
           return t.vector && (t.is("constant-field") || (t.is("gravity") && along));
         });
}

Bins read_bins(const Field& field) {
  Bins bins;
  bins.bits = field.at_or("bits", bins.bits).integer<int>();
  bins.from = field.at_or("from", bins.from).integer<int>();
  bins.to = field.at_or("to", bins.to).integer<int>();
  if (bins.from >= bins.to) field.reject("from below to");
  return bins;
}

void read_reference(const Field& field, SweepSpec& spec) {
  spec.exact_113 = field.is("exact-113");
  if (spec.exact_113 && !has_exact_motion(spec.population))
    field.reject("\"exact-113\" only for free bodies and Lagrange tops");
  if (field.is_object()) spec.refinement = field.at("refine").integer<int>();
}

}  // namespace

std::string_view name(Metric metric) {
  return metric_names[static_cast<int>(metric)];
}

std::vector<std::int64_t> SweepSpec::nodes(std::int64_t N) const {
  std::vector<std::int64_t> list;
  const std::int64_t all = std::min(observed, N);
  for (std::int64_t j = 1; j <= all; ++j) list.push_back(static_cast<std::int64_t>(Int128(j) * N / all));
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

SweepSpec read_sweep(const json& document) {
  check_form(document, "sweep-1", "");
  json canonical = document;
  const Field field(document, "", canonical);
  SweepSpec spec;
  spec.seed = field.at_or("seed", 0).integer<std::uint64_t>();
  spec.population = read_population(field.at_or("population", json::object()));

  const auto [unit_of_duration, duration] = field.at("duration").member();
  spec.in_radians = unit_of_duration == "radians";
  spec.duration = duration.positive();
  DrawnBody first;
  Drawing(spec.population, spec.seed).draw(0, first);
  const auto problem = first.problem();
  spec.keeps_energy = problem.conservative();
  spec.methods = read_methods(field.at("methods"), problem);
  read_steps(field.at("steps"), spec);

  Int128 cases = spec.population.replicates;
  const auto limit = static_cast<Int128>(std::numeric_limits<std::int64_t>::max());
  auto factors = spec.population.axes();
  factors.push_back(static_cast<std::int64_t>(spec.methods.size()));
  factors.push_back(static_cast<std::int64_t>(spec.steps.size()));
  for (const auto n : factors)
    if ((cases *= n) > limit)
      throw UserError("population.bodies: there are too many cases; accepted: at most 2^63 - 1 of them");

  const auto observe = field.at_or("observe", "end");
  spec.observed = observe.is_object() ? observe.at("nodes").integer() : observe.is("all") ? most_steps : 1;
  read_metrics(field.at_or("metrics", {"Pi", "R"}), spec);
  spec.bins = read_bins(field.at_or("bins", json::object()));
  read_maps(field.at_or("maps", json::array()), spec);
  read_questions(field.at_or("questions", json::array()), spec);
  read_reference(field.at_or("reference", "auto"), spec);
  const auto plugins = plugins_of(spec);
  if (field.has("plugins") && document["plugins"] != plugins)
    field.at("plugins").reject("the hashes of the plug-ins that are loaded");
  if (field.has("limits") && field.at("limits").has("seconds_per_case"))
    spec.seconds_per_case = field.at("limits").at("seconds_per_case").positive();
  canonical["plugins"] = plugins;
  for (const char* key : {"$schema", "title", "about", "limits"}) canonical.erase(key);  // no part of its identity
  if (plugins.empty()) canonical.erase("plugins");
  spec.canonical = canonical.dump();
  return spec;
}

}  // namespace polhode::populations
