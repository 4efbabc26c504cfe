// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/sweep.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/system/user.hpp"
#include "experiments/judging/variations.hpp"

namespace polhode::populations {

using json = nlohmann::ordered_json;

namespace {

json both_ways(const auto& numbers) {
  json digits = json::array();
  for (const double x : numbers) digits.push_back(hex(x));
  return {{"decimal", numbers}, {"hex", digits}};
}

/// The torques of a body; what is drawn by the energy with its bits.
json torques_json(const Population& population, const DrawnBody& body) {
  json list = json::array();
  for (std::size_t k = 0; k < body.torques.size(); ++k) {
    auto& torque = list.emplace_back(body.torques[k]);
    const auto& vector = population.torques[k].vector;
    if (!vector) continue;
    torque[vector->member] = both_ways(body.torques[k][vector->member].get<Triple>());
    if (vector->frequency) {
      const double frequency = body.torques[k]["frequency"];
      torque["frequency"] = {{"decimal", frequency}, {"hex", hex(frequency)}};
    }
  }
  return list;
}

json bin_json(const Bins& bins, double x) {
  const auto i = bins.place(x);
  return i == -2 ? json("zero") : i < 0 ? json("under") : i == bins.count() ? json("over") : json(i);
}

json run_json(const SweepSpec& spec, const DrawnBody& body, std::uint64_t id) {
  const auto i = id % (spec.methods.size() * spec.steps.size());
  auto run = body.spec();
  run["method"] = spec.methods[i / spec.steps.size()]->id;
  run["time"] = spec.duration_of(body);
  run["steps"] = spec.steps[i % spec.steps.size()];
  return run;
}

}  // namespace

json run_spec(const SweepSpec& spec, std::uint64_t id) {
  DrawnBody body;
  Drawing(spec.population, spec.seed).draw(id / (spec.methods.size() * spec.steps.size()), body);
  return run_json(spec, body, id);
}

nlohmann::json spec_of_case(const nlohmann::json& document, Int128 number, const std::string& folder) {
  const auto one_of = [&](std::uint64_t cases, const auto& spec) {
    if (number < 0 || number >= cases) throw UserError("--case: {} is given; accepted: 0 to {}", number, cases - 1);
    return nlohmann::json(spec(static_cast<std::uint64_t>(number)));
  };
  if (document.is_object() && document.contains("vary")) {
    const Variations bodies(document, folder);
    return one_of(bodies.size(), [&](std::uint64_t i) { return bodies.body(i); });
  }
  if (document.is_object() && (document.contains("body") || document.contains("rate")))
    throw UserError("--case: given with a spec without \"vary\"; accepted: one with it, or a sweep");
  const auto sweep = read_sweep(document);
  return one_of(sweep.cases(), [&](std::uint64_t i) { return run_spec(sweep, i); });
}

json case_json(const SweepSpec& spec, const BodyCases& ran, std::uint64_t id) {
  const auto& [body, cases, T, reference] = ran;
  const auto i = id % cases.size(), s = i % spec.steps.size();
  const auto& c = cases[i];
  const auto* method = spec.methods[i / spec.steps.size()];
  const double h = T / static_cast<double>(spec.steps[s]);
  const auto axes = spec.population.axes();
  json grid = json::array(), metrics = json::object();
  for (std::size_t k = 0; k < axes.size(); ++k)
    if (axes[k] > 1) grid.push_back(body.grid[k]);
  if (c.status == CaseStatus::ok)
    for (const auto m : spec.metrics)
      metrics[std::string(name(m))] = {
          {"value", c.value(m)}, {"hex", hex(c.value(m))}, {"bin", bin_json(spec.bins, c.value(m))}};
  return {{"schema", "polhode/case/1"},
          {"case", integer(id)},
          {"body", integer(body.id)},
          {"grid", grid},
          {"replicate", integer(body.replicate)},
          {"method", method->id},
          {"steps", spec.steps[s]},
          {"h", h},
          {"inertia", both_ways(body.inertia)},
          {"momentum", both_ways(body.momentum)},
          {"attitude", both_ways(body.attitude)},
          {"torque", torques_json(spec.population, body)},
          {"status", name(c.status)},
          {"metrics", metrics},
          {"tally", {{"torque_evaluations", c.torques}, {"solver_iterations", c.iterations}}},
          {"reference", {{"kind", reference}, {"floor", c.floor}}},
          {"run", run_json(spec, body, id)}};
}

}  // namespace polhode::populations
