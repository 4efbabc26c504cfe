// SPDX-License-Identifier: MIT
#include "experiments/answers/recommendation_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "experiments/answers/page.hpp"
#include "experiments/answers/recommendation_program.hpp"
#include "experiments/running/places.hpp"
#include "methods/runners.hpp"

namespace polhode::answers {

namespace {

using json = nlohmann::ordered_json;

constexpr std::int64_t most_shown = 400;

/// The states of the recommended run at up to 400 nodes, each momentum and quaternion, and the steps between two.
template <class P>
json motion(const P& problem, const MethodInfo& method, const Recommendation& r, std::int64_t steps) {
  const auto* runner = find_runner<P>(method);
  if (!runner) return nullptr;
  const auto grid = r.grid(steps);
  const std::int64_t every = (grid.steps() + most_shown - 1) / most_shown;
  json states = json::array();
  const Sampler<P> sampler{every, [&](const Sample<P>& s) {
                             if (s.n % every != 0) return;
                             const auto& [Pi, R] = s.state;
                             states.push_back({Pi[0], Pi[1], Pi[2], R.w, R.x, R.y, R.z});
                           }};
  runner->run(problem, grid, &sampler);
  return {{"every", every}, {"states", states}};
}

/// A body as the player takes it: free, or with one uniform field.
json player_body(const RigidBody<double>& body) {
  const auto list = [](const auto& v) { return json{v[0], v[1], v[2]}; };
  const auto& R = body.initial.R;
  return {{"I", list(body.I)}, {"Pi", list(body.initial.Pi)}, {"q", {R.w, R.x, R.y, R.z}}};
}
json shown_body(const FreeBody<double>& body) {
  return player_body(body);
}
json shown_body(const TorquedBody<double>& body) {
  if (body.torques.size != 1 || !std::holds_alternative<UniformField<double>>(*body.torques.begin())) return nullptr;
  const auto& field = std::get<UniformField<double>>(*body.torques.begin());
  json j = player_body(body);
  j["moment"] = {field.moment[0], field.moment[1], field.moment[2]};
  j["field"] = {field.field[0], field.field[1], field.field[2]};
  return j;
}
template <class Other>
json shown_body(const Other&) {
  return nullptr;
}

}  // namespace

std::string recommendation_page(const Recommendation& r, json recommendation, const Spec<double>& spec,
                                const std::string& name) {
  shorten(recommendation);
  recommendation["spec"] = name;
  if (r.best) {
    const auto& c = r.candidates[*r.best];
    recommendation["program"] = program_text(r, spec);
    std::visit(
        [&](const auto& p) {
          auto body = shown_body(p);
          if (body.is_null()) return;
          if constexpr (requires { p.initial.Pi; })
            recommendation["motion"] = motion(p, *c.method, r, c.ratings[*c.chosen].steps);
          recommendation["body"] = body;
        },
        spec.problem);
  }
  json document = page_document(results_folder());
  document["recommendation"] = std::move(recommendation);
  for (const auto* key : {"figures", "claims", "problems", "missing", "columns"}) document[key] = json::array();
  return page(results_folder(), document);
}

}  // namespace polhode::answers
