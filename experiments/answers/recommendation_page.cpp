// SPDX-License-Identifier: MIT

#include <nlohmann/json.hpp>

#include "experiments/answers/page.hpp"
#include "experiments/answers/recommend.hpp"
#include "methods/runners.hpp"

namespace polhode::answers {

namespace {

using json = nlohmann::ordered_json;

constexpr std::int64_t most_shown = 400;

/// The states of the recommended run at up to 400 nodes, each momentum and quaternion, and the steps between two.
json motion(const Problem<double>& problem, const MethodInfo& method, const Recommendation& r, std::int64_t steps) {
  const auto* runner = find_runner<Problem<double>>(method);
  if (!runner) return nullptr;
  const auto grid = r.grid(steps);
  const std::int64_t every = (grid.steps() + most_shown - 1) / most_shown;
  json states = json::array();
  const ProblemSampler sampler{every, [&](const ProblemSample& s) {
                                 if (s.n % every != 0) return;
                                 const auto& [Pi, R] = *s.state.rigid();
                                 states.push_back({Pi[0], Pi[1], Pi[2], R.w, R.x, R.y, R.z});
                               }};
  runner->run(problem, grid, &sampler);
  return {{"every", every}, {"states", states}};
}

/// A body as the player takes it, free or with one uniform field; null for others.
json shown_body(const Problem<double>& problem) {
  const auto* field = problem.torqued() ? problem.torqued()->field_alone() : nullptr;
  if (!field && !problem.is_free()) return nullptr;
  const auto& body = *problem.body();
  const auto list = [](const auto& v) { return json{v[0], v[1], v[2]}; };
  const auto& R = body.initial.R;
  json j{{"I", list(body.I)}, {"Pi", list(body.initial.Pi)}, {"q", {R.w, R.x, R.y, R.z}}};
  if (field) j["moment"] = list(field->moment), j["field"] = list(field->field);
  return j;
}
}  // namespace

std::string recommendation_page(const Recommendation& r, json recommendation, const Spec<double>& spec,
                                const std::string& name) {
  shorten(recommendation);
  recommendation["spec"] = name;
  if (r.best) {
    const auto& c = r.candidates[*r.best];
    recommendation["program"] = program_text(r, spec);
    if (const auto body = shown_body(spec.problem); !body.is_null()) {
      recommendation["motion"] = motion(spec.problem, *c.method, r, c.ratings[*c.chosen].steps);
      recommendation["body"] = body;
    }
  }
  return page_of("recommendation", std::move(recommendation));
}

}  // namespace polhode::answers
