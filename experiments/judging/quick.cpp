// SPDX-License-Identifier: MIT
#include "experiments/judging/quick.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/io/record.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/populations/atlas.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

using nlohmann::json;

/// The body as a population has it; its torques are those of the problem.
populations::DrawnBody as_drawn(const Problem<double>& problem) {
  const auto* torqued = problem.torqued();
  if (!problem.is_free() && (!torqued || problem.has_momentum_torques()))
    throw UserError("--quick: neither a free body nor a heavy top; accepted: these two, or no --quick");
  const auto& body = *problem.body();
  populations::DrawnBody drawn;
  for (int i = 0; i < 3; ++i) drawn.inertia[i] = body.I[i], drawn.momentum[i] = body.initial.Pi[i];
  if (torqued)
    for (const auto& torque : torqued->torques)
      if (!std::holds_alternative<UniformField<double>>(torque))
        throw UserError("--quick: a torque that the atlas does not know; accepted: no torque, or gravity");
  return drawn;
}

}  // namespace

QuickAnswer recommend_quickly(const Spec<double>& spec, const Requirement& requirement, const std::string& folder) {
  if (requirement.energy)
    throw UserError("--energy-drift: the atlas knows errors of attitude and angular momentum; accepted: no --quick");
  if (!requirement.attitude && !requirement.momentum)
    throw UserError("--attitude-error: missing; accepted: a tolerance here, or for --momentum-error");
  if (!requirement.time && !spec.time)
    throw UserError("--time: missing; accepted: a duration here, or time, or h with steps, in the spec");
  const auto body = as_drawn(spec.problem);
  const double duration = requirement.time ? *requirement.time : *spec.time;
  const bool free = spec.problem.is_free();
  QuickAnswer q{free ? "free body" : "heavy top", duration, body.rate() * std::abs(duration), free};
  q.requirement = requirement;
  if (!(q.radians > 0)) throw UserError("body: it does not turn; accepted: an angular velocity that is not zero");

  const auto path = folder + (free ? "/free-body.json" : "/heavy-top.json");
  const json atlas = read_result(path, "atlas-1");
  const json* nearest = nullptr;
  const auto distance = [&](const json& map) {
    return std::abs(std::log(map.at("radians").get<double>() / q.radians));
  };
  for (const auto& map : atlas.at("horizons"))
    if (!nearest || distance(map) < distance(*nearest)) nearest = &map;
  q.horizon = nearest->at("radians");
  const double asked = std::min(requirement.attitude.value_or(INFINITY), requirement.momentum.value_or(INFINITY)),
               there = asked * q.horizon / q.radians;
  const auto& tolerances = atlas.at("tolerances");
  const auto t = std::find_if(tolerances.begin(), tolerances.end(), [&](double x) { return x <= there; });
  if (t == tolerances.end())
    throw UserError(
        "--quick: an error of {:g} over {:.3g} radians is the tolerance, like {:.2g} over {:g}; accepted: at "
        "least {:g}, or no --quick",
        asked, q.radians, there, q.horizon, tolerances.back().get<double>());
  q.tolerance = *t;

  const auto place = populations::atlas_place(body, spec.problem);
  const auto& cells = nearest->at("places");
  const auto cell = std::find_if(cells.begin(), cells.end(), [&](const json& c) {
    return c.at("shape") == place.shape && c.at("band") == place.band;
  });
  const json nothing;
  const auto& answer =
      cell == cells.end() ? nothing : cell->at("answers").at(static_cast<std::size_t>(t - tolerances.begin()));
  if (answer.is_null() || !(q.method = find_method(answer.at("method").get<std::string>())))
    throw UserError(
        "--quick: the atlas has no body like this one on which a method is so accurate; accepted: no --quick");
  q.bodies = answer.at("bodies"), q.near = answer.at("near"), q.near_ratio = atlas.at("near"),
  q.enough = atlas.at("enough");
  const double relaxed = std::pow(std::min(1.0, q.tolerance / there), 1.0 / q.method->order.least());
  const double fastest =
      populations::fastest_rate(body.inertia, body.momentum, populations::field_strength(spec.problem).rise) *
      std::abs(duration);
  q.steps = std::max<std::int64_t>(
      1, std::llround(std::ceil(answer.at("steps_per_radian").get<double>() * fastest * relaxed)));
  return q;
}

}  // namespace polhode
