// SPDX-License-Identifier: MIT
#include "python/commands.hpp"

#include <map>

#include "core/io/json.hpp"
#include "core/io/spec/units.hpp"
#include "core/io/spec/values.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/answers/comparison.hpp"
#include "experiments/answers/figure.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/answers/recommend.hpp"
#include "experiments/judging/populations/shards.hpp"
#include "experiments/judging/populations/sweep.hpp"
#include "experiments/running/updates.hpp"
#include "methods/runners.hpp"

namespace polhode::commands {

using json = nlohmann::ordered_json;

double unit_of_torque(const nlohmann::json& document) {
  Spec<double> names;
  return reading::units<double>({document}, names).torque;
}
void check_callable(double unit) {
  if (unit != 1) throw UserError("units.torque: given with a callable torque; accepted: mass length^2/time^2, or none");
}

OfferedTorque offered(const Asked& asked) {
  if (asked.torque.f) check_form(asked.spec, "spec-1", ""), check_callable(unit_of_torque(asked.spec));
  return {asked.spec, asked.torque};
}

namespace {

std::int64_t integer(const Asked& asked, const char* name) {
  const auto& given = asked.options[name];
  if (!given.is_number_integer()) reading::reject(name, given, "an integer");
  return given.get<std::int64_t>();
}

/// Of an answer that has both.
Told told(const auto& answer) {
  return {answers::to_json(answer), answers::text(answer)};
}

Told reference_of(const Asked& asked) {
  const auto digits = static_cast<int>(std::clamp<std::int64_t>(integer(asked, "digits"), -1000, 1000));
  const double limit = asked.options.value("time_limit", usual_time_limit);
  return told(find_reference(offered(asked).spec, asked.folder, digits, limit));
}

Told recommended(const Asked& asked) {
  const auto question = answers::question_of(asked.options);
  const auto answer = answers::recommend(question, offered(asked).spec, asked.folder);
  return {answer.json, answer.text};
}

Told check(const Asked& asked) {
  const auto name = asked.options["method"].get<std::string>();
  const MethodInfo* method = find_update(name);
  if (const bool on = !asked.spec.is_null(); method && (on || asked.options.contains("long_run")))
    throw UserError(std::string(on ? "on" : "long_run") + ": given for an attitude update; accepted: for methods");
  if (!method) method = find_method(name);
  if (!method) throw UserError("method: " + unknown_name("method", name, method_names()));
  std::optional<std::int64_t> long_run;
  if (asked.options.contains("long_run")) long_run = integer(asked, "long_run");
  if (long_run && *long_run < 1) reading::reject("long_run", *long_run, "1 or more");
  std::optional<OwnProblem> own;
  if (!asked.spec.is_null()) own = own_problem(asked.spec, asked.folder, "body", {method});
  std::vector<PropertyReport> reports{measure_properties(*method, long_run, own ? &*own : nullptr)};
  if (asked.options["timing"]) time_property_reports(reports);
  return told(reports.front());
}

/// All of a population, in memory.
Told sweep(const Asked& asked) {
  const auto spec = populations::read_sweep(asked.spec);
  populations::check_memory(spec);
  populations::Products products(spec);
  populations::sweep(spec, 0, spec.bodies(), products, {}, [](std::uint64_t) {});
  stop_if_interrupted();
  return {parse_ordered_json(populations::shard_text({.spec = spec.canonical,
                                                      .origin = populations::this_origin(),
                                                      .bodies = {0, spec.bodies()},
                                                      .by_clock = spec.seconds_per_case.has_value(),
                                                      .result = products.json().dump()},
                                                     {}),
                             "sweep")};
}

Told compared(const Asked& asked) {
  const auto evidence = [&](const char* file) {
    return read_result(asked.options[file].get<std::string>(), "evidence-1");
  };
  return {answers::to_json(answers::compared(evidence("a"), evidence("b")))};
}

using Words = std::vector<std::string>;
/// Of a name, or of a value.
Told figure(const Asked& asked) {
  const json name = asked.options["name"];
  const auto beside = asked.options["beside"].get<Words>(), settings = asked.options["settings"].get<Words>();
  return {name.is_string() ? answers::figure_answer(name.get<std::string>(), beside, settings)
                           : answers::figure_answer(name, beside, settings)};
}
Told figure_value(const Asked& asked) {
  return {
      answers::figure_value_of(asked.options["name"].get<std::string>(), asked.options["settings"].get<Words>()).is};
}

}  // namespace

const std::map<std::string, Command> all{
    {"check", &check},
    {"compare", &compared},
    {"figure", &figure},
    {"figure_value", &figure_value},
    {"figures", [](const Asked&) { return Told{answers::list_of("figures")}; }},
    {"methods", [](const Asked&) { return Told{answers::list_of("methods")}; }},
    {"recommend", &recommended},
    {"reference", &reference_of},
    {"spec_of_case",
     [](const Asked& a) { return Told{json(populations::spec_of_case(a.spec, integer(a, "case"), a.folder))}; }},
    {"sweep", &sweep}};

}  // namespace polhode::commands
