// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "core/geometry/decimal.hpp"
#include "core/io/state_json.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/judging/attitude/gyro.hpp"

namespace polhode::answers {

namespace {

using json = nlohmann::ordered_json;

/// A member, unless there is nothing to say.
void add(json& out, const char* key, const json& value) {
  if (!value.is_null()) out[key] = value;
}

std::string says(const RateRun::Gyro& gyro) {
  return gyro.algorithm_error < gyro.noise_floor
             ? fmt::format("the algorithm's error is 1/{:.0f} of the gyro's", gyro.noise_floor / gyro.algorithm_error)
             : fmt::format("the algorithm's error is {:.2g} times the gyro's", gyro.algorithm_error / gyro.noise_floor);
}

void add(json& out, const RateRun& rate) {
  if (rate.coning) out["coning"] = {{"drift", rate.coning->drift}, {"share", rate.coning->share}};
  if (const auto& gyro = rate.gyro) {
    out["gyro"] = {{"noise_floor", gyro->noise_floor}, {"algorithm_error", gyro->algorithm_error}};
    if (gyro->algorithm_error > 0) out["gyro"]["says"] = says(*gyro);
  }
  if (const auto& truth = rate.truth)
    out["truth"] = {
        {"rows", truth->rows}, {"final_error", truth->final_error}, {"largest_error", truth->largest_error}};
}

json samples_json(const auto& spec, const auto& number) {
  const bool increments = gives_increments(spec);
  const auto s = sampled(spec, increments);
  json out{{"schema", "polhode/samples/1"}, {"output", increments ? "increments" : "rates"}};
  if (!spec.base.warnings.empty()) out["warnings"] = spec.base.warnings;
  echo(out, spec.base);
  out["times"] = json::array(), out["values"] = json::array();
  for (const auto& t : s.times) out["times"].push_back(number(t));
  const auto unit = increments ? spec.base.angle : spec.base.rate;
  for (const auto& v : s.values) {
    if (!is_finite(v)) throw UserError("rate: a sample is not finite; accepted: a rate that is finite at all times");
    out["values"].push_back(vector_json(v / unit, number));
  }
  const auto draws = [&](const char* key, const std::vector<std::array<double, 3>>& all) {
    if (all.empty()) return;
    out[key] = json::array();
    for (const auto& v : all) {
      auto words = json::array();
      for (const double x : v) words.push_back(fmt::format("{:016x}", std::bit_cast<std::uint64_t>(x)));
      out[key].push_back(words);
    }
  };
  draws("noise", s.noise), draws("walk", s.walk);
  return out;
}

}  // namespace

json to_json(const SpecRun& run) {
  json out{{"schema", "polhode/run/1"}, {"status", name(run.status)}};
  if (!run.reason.empty()) out["reason"] = run.reason;
  if (const auto& between = run.between) {
    out["between"] = {{"by", between->by_interpolation ? "interpolation" : "method"}};
    if (const auto& e = between->error)
      out["between"]["attitude"] = e->attitude, out["between"]["momentum"] = e->momentum;
  }
  out["warnings"] = run.warnings;
  echo(out, run);
  add(out, "body", run.body), add(out, "free_motion", run.free_motion);
  out["method"] = run.method, out["steps"] = run.steps;
  if (!run.h.empty()) out["h"] = run.h.size() == 1 ? json(run.h.front()) : json(run.h);
  if (run.rate) out["updates"] = run.rate->updates;
  if (run.rate && run.rate->norm) out["norm"] = *run.rate->norm;
  add(out, "start_momentum", run.start_momentum), add(out, "final", run.end);
  if (run.counters)
    out["tally"] = {{"torque_evaluations", run.counters->torque_evaluations},
                    {"solver_iterations", run.counters->solver_iterations}};
  if (run.rate) add(out, *run.rate);
  return out;
}

std::string text(const SpecRun& run) {
  auto out = fmt::format("{}: {}", run.method, name(run.status));
  if (!run.reason.empty()) out += fmt::format(" ({})", printable(run.reason));
  out += fmt::format(", {} steps", run.steps);
  if (!run.end.is_null()) out += fmt::format(", t = {:g}", run.end.at("t").get<double>());
  if (run.end.contains("energy")) out += fmt::format(", energy {:.12g}", run.end.at("energy").get<double>());
  out += "\n";
  for (const auto& w : run.warnings) out += fmt::format("warning: {}\n", printable(w));
  return out;
}

json to_json(const EnsembleRun& run) {
  const auto& first = run.first;
  json out{{"schema", "polhode/ensemble/1"},
           {"members", run.options.members},
           {"failed", run.failed},
           {"spread", run.options.spread},
           {"seed", run.options.seed}};
  if (!run.reason.empty()) out["reason"] = run.reason;
  out["warnings"] = first.warnings;
  echo(out, first);
  add(out, "body", first.body);
  out["method"] = first.method, out["steps"] = first.steps;
  if (!first.h.empty()) out["h"] = first.h.size() == 1 ? json(first.h.front()) : json(first.h);
  const auto vectors = [](const std::array<Moments, 3>& v) {
    return json{{"mean", {v[0].mean(), v[1].mean(), v[2].mean()}},
                {"deviation", {v[0].deviation(), v[1].deviation(), v[2].deviation()}}};
  };
  out["rows"] = json::array();
  for (const auto& row : run.rows)
    out["rows"].push_back({{"t", row.t},
                           {"members", row.members},
                           {"energy", {{"mean", row.energy.mean()}, {"deviation", row.energy.deviation()}}},
                           {"spatial_momentum", vectors(row.spatial_momentum)},
                           {"angular_velocity", vectors(row.angular_velocity)},
                           {"orientation",
                            {{"quaternion", row.mean_attitude()},
                             {"matrix", matrix_json(row.mean_matrix(), std::identity())},
                             {"spread", row.attitude_spread()}}},
                           {"short_axis", static_cast<double>(row.short_axis) / static_cast<double>(row.members)}});
  return out;
}

std::string text(const EnsembleRun& run) {
  auto out = fmt::format("{}: {} members", run.first.method, run.options.members);
  if (run.failed > 0) out += fmt::format(", {} failed ({})", run.failed, printable(run.reason));
  out += fmt::format(", {} steps\n", run.first.steps);
  for (const auto& w : run.first.warnings) out += fmt::format("warning: {}\n", printable(w));
  if (run.rows.empty()) return out;
  out += fmt::format("{:>12}  {:>14} {:>11} {:>11}  {:>16}  {:>10}\n", "t", "mean energy", "its error", "deviation",
                     "attitude, spread", "short axis");
  constexpr std::size_t most = 12;
  const auto every = std::max<std::size_t>(1, (run.rows.size() + most - 2) / (most - 1));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    if (k % every != 0 && k + 1 != run.rows.size()) continue;
    const auto& row = run.rows[k];
    out += fmt::format("{:>12.6g}  {:>14.8g} {:>11.2e} {:>11.4g}  {:>16.4g}  {:>10.3g}\n", row.t, row.energy.mean(),
                       row.energy.error(), row.energy.deviation(), row.attitude_spread(),
                       static_cast<double>(row.short_axis) / static_cast<double>(row.members));
  }
  return out;
}

json to_json(const SpecReference& reference) {
  json out{{"schema", "polhode/reference/1"},
           {"kind", reference.kind},
           {"error_estimate", reference.error_estimate},
           {"errors", json::object()},
           {"warnings", reference.warnings}};
  for (const auto& e : reference.errors) out["errors"][e.quantity] = {{"value", e.value}, {"unit", e.unit}};
  echo(out, reference);
  if (reference.features_longer_than > 0) out["features_longer_than"] = reference.features_longer_than;
  add(out, "body", reference.body), add(out, "free_motion", reference.free_motion), add(out, "final", reference.end);
  for (const auto& [quantity, share] : reference.moved_by_decimals) out["moved_by_decimals"][quantity] = share;
  if (const auto& Phi = reference.transition)
    out["transition"] = {{"rows", Phi->rows}, {"error_estimate", Phi->error_estimate}};
  return out;
}

std::string text(const SpecReference& reference) {
  auto out = fmt::format("{} reference, errors at most:", reference.kind);
  for (const auto& e : reference.errors) out += fmt::format(" {} {:.1e} {},", e.quantity, e.value, e.unit);
  if (reference.features_longer_than > 0)
    out += fmt::format(" for features of {:.1e} or longer (a torque gives shorter ones as \"feature\"),",
                       reference.features_longer_than);
  out.back() = '\n';
  return out;
}

json samples_json(const nlohmann::json& document, const std::string& folder, std::optional<int> digits) {
  if (!document.is_object() || !document.contains("rate"))
    throw UserError("rate: missing; accepted: the angular velocity of a body, like {\"kind\": \"coning\", ..}");
  if (!digits) return samples_json(read_rate_spec<double>(document, folder), std::identity());
  if (*digits < 1 || *digits > 33) throw UserError("--digits: {} is given; accepted: 1 to 33", *digits);
  return samples_json(read_rate_spec<float128>(document, folder), [&](const float128& x) { return x.str(*digits); });
}

}  // namespace polhode::answers
