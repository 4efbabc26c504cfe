// SPDX-License-Identifier: MIT
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

bool keeps_energy(const SweepSpec& spec) {
  DrawnBody first;
  Drawing(spec.population, spec.seed).draw(0, first);
  const auto problem = first.problem();
  return problem.is_free() || problem.conservative();
}

Metric read_metric(const Field& field, const SweepSpec& spec) {
  const auto metric = static_cast<Metric>(field.choice(strings(metric_names), "metric"));
  const bool along = metric == Metric::drift || metric == Metric::growth;
  if (along && spec.observe.kind != Observe::Kind::all) field.reject("this metric only with observe: \"all\"");
  if (metric == Metric::spatial_momentum && !keeps_an_axis(spec.population))
    field.reject("this metric only for free bodies, or with fields about one space axis");
  if ((along || metric == Metric::energy) && !keeps_energy(spec))
    field.reject("this metric only under torques that conserve the energy");
  return metric;
}

std::vector<std::size_t> read_candidates(const Field& field, const SweepSpec& spec) {
  std::vector<std::size_t> indices;
  for (const auto& item : field.items("a list of the sweep's methods")) {
    const auto* method = find_method(item.text("one of the sweep's methods"));
    const auto found = std::find(spec.methods.begin(), spec.methods.end(), method);
    if (!method || found == spec.methods.end()) item.reject("one of the sweep's methods");
    indices.push_back(static_cast<std::size_t>(found - spec.methods.begin()));
    item.write(method->id);
  }
  return indices;
}

Condition read_condition(const Field& field, const SweepSpec& spec, std::vector<std::string> keys) {
  const auto rules = strings(rule_names);
  keys.insert(keys.end(), {"metric", "steps", "of", "best", "against"});
  keys.insert(keys.end(), rules.begin(), rules.end());
  field.only(keys);
  Condition c;
  const auto metric = field.at("metric", "one of the sweep's metrics");
  const auto named = metric.text("one of the sweep's metrics");
  if (named == "order.Pi" || named == "order.R") {
    if (!spec.order) metric.reject("an order only if order is among the metrics");
    c.order_of_attitude = named == "order.R";
  } else {
    c.metric = static_cast<Metric>(metric.choice(strings(metric_names), "metric"));
    if (std::find(spec.metrics.begin(), spec.metrics.end(), *c.metric) == spec.metrics.end())
      metric.reject("one of the sweep's metrics");
  }
  const auto steps = field.at("steps", "one of the sweep's numbers of steps");
  const auto N = steps.integer(1, most_steps);
  const auto found = std::find(spec.steps.begin(), spec.steps.end(), N);
  if (found == spec.steps.end()) steps.reject("one of the sweep's numbers of steps");
  c.steps = static_cast<std::size_t>(found - spec.steps.begin());
  if (!c.metric && c.steps + 1 == spec.steps.size()) steps.reject("the smaller of the two steps that give the order");
  if (field.has("best") == field.has("of")) field.reject("one of: of, best, a list of the sweep's methods");
  c.best = field.has("best");
  c.of = read_candidates(field.at(c.best ? "best" : "of"), spec);
  if (field.has("against")) c.against = read_candidates(field.at("against"), spec);

  const auto has = [&](const auto& rule) { return field.has(rule); };
  if (std::count_if(rules.begin(), rules.end(), has) != 1) field.reject("exactly one of below, within, worst, same");
  const auto rule = std::find_if(rules.begin(), rules.end(), has);
  const auto limit = field.at(*rule);
  c.kind = static_cast<Condition::Kind>(rule - rules.begin());
  if (c.kind == Condition::Kind::below) c.a = limit.number();
  if (c.kind == Condition::Kind::within) std::tie(c.a, c.b) = limit.range();
  if (c.kind == Condition::Kind::same) c.a = limit.between(0, 1e300);
  if (c.kind == Condition::Kind::worst && !limit.flag()) limit.reject("true");
  if (c.against.empty() && (c.best || c.kind != Condition::Kind::within))
    field.reject("against, a list of the sweep's methods (only within needs none)");
  return c;
}

}  // namespace

void read_metrics(const Field& field, SweepSpec& spec) {
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

void read_questions(const Field& field, SweepSpec& spec) {
  for (const auto& item : field.any_items("a list of questions")) {
    if (!item.is_object()) item.reject("an object with id, metric, steps, of, ..");
    Question q;
    q.id = item.at("id", "the name of the question").text("the name of the question");
    for (const auto& other : spec.questions)
      if (other.id == q.id)
        throw UserError(fmt::format("{}.id: \"{}\" is given twice; accepted: once", item.path(), q.id));
    if (item.has("all")) {
      item.only({"id", "all"});
      for (const auto& part : item.at("all").items("a list of conditions"))
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
    map.n = item.at("n", "an integer from 1 to 1000").integer(1, 1000);
    for (const auto& metric :
         item.at("metrics", "a list of the sweep's metrics").items("a list of the sweep's metrics")) {
      map.metrics.push_back(read_metric(metric, spec));
      if (std::find(spec.metrics.begin(), spec.metrics.end(), map.metrics.back()) == spec.metrics.end())
        metric.reject("one of the sweep's metrics");
    }
    spec.maps.push_back(std::move(map));
  }
}

}  // namespace polhode::populations
