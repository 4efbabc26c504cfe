// SPDX-License-Identifier: MIT
#include "experiments/answers/recommend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/io/record.hpp"
#include "core/io/spec/rate.hpp"
#include "core/io/spec/values.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/answers/page.hpp"
#include "experiments/judging/variations.hpp"

namespace polhode::answers {

namespace {

using reading::Given;

/// A requirement for each target: where a flag has one number, it holds for all.
std::vector<Requirement> requirements_of(const RecommendQuestion& question) {
  const std::tuple<const char*, const std::vector<double>*, std::optional<double> Requirement::*> lists[] = {
      {"--attitude-error", &question.attitude, &Requirement::attitude},
      {"--momentum-error", &question.momentum, &Requirement::momentum},
      {"--energy-drift", &question.energy, &Requirement::energy}};
  std::size_t n = 1;
  for (const auto& [flag, list, target] : lists) n = std::max(n, list->size());
  std::vector<Requirement> all(n, question.requirement);
  for (const auto& [flag, list, target] : lists) {
    if (list->size() > 1 && list->size() < n)
      throw UserError("{}: {} tolerances are given, and {} of another kind; accepted: one, or the same number", flag,
                      list->size(), n);
    for (std::size_t i = 0; i < n && !list->empty(); ++i) all[i].*target = (*list)[list->size() == 1 ? 0 : i];
  }
  for (const auto& w : all) check_requirement(w);
  return all;
}

/// What has no meaning beside another flag.
void refuse_together(const RecommendQuestion& question, std::size_t targets) {
  const auto& asked = question.requirement;
  const bool html = bool(question.html), emit = question.emit.has_value(), by_error = asked.standard_error.has_value();
  refuse({{"--html", html && targets > 1}, {"--emit", emit && targets > 1}},
         fmt::format("given with {} tolerances; accepted: one", targets));
  refuse({{"--html", by_error && html}, {"--emit", by_error && emit}},
         "given with --standard-error; accepted: one of the two");
}

/// What has no meaning for a rate that is prescribed.
void refuse_for_rate(const RecommendQuestion& question) {
  const auto& asked = question.requirement;
  refuse({{"--momentum-error", !question.momentum.empty()},
          {"--energy-drift", !question.energy.empty()},
          {"--rate", asked.rate.has_value()},
          {"--time", asked.time.has_value()},
          {"--html", bool(question.html)},
          {"--emit", question.emit.has_value()},
          {"--torque-cost", asked.torque_seconds > 0},
          {"--standard-error", asked.standard_error.has_value()},
          {"--spread", asked.spread.has_value()},
          {"--at-end", asked.at_end},
          {"--method", !asked.among.patterns.empty()},
          {"--tag", !asked.among.tags.empty()},
          {"order", !asked.among.conditions.empty()}},
         "given with a prescribed rate; accepted: --attitude-error and --least-rate");
  refuse({{"--attitude-error", question.attitude.size() != 1}}, "missing, or several are given; accepted: one angle");
}

// --- three questions -------------------------------------------------------------------------------------------------

/// Which update follows a rate that is prescribed.
RecommendAnswer for_rate(const RecommendQuestion& question, const nlohmann::json& document, const std::string& folder) {
  refuse_for_rate(question);
  const auto r = recommend_update(read_rate_spec<double>(document, folder), question.attitude.front(),
                                  question.least_rate, question.requirement.reimplemented, document.contains("gyro"));
  return {to_json(r), text(r), r.best() != nullptr};
}

/// Which method moves this body, for each requirement: all are run. The first answer may become a program, and a page.
RecommendAnswer by_running(const RecommendQuestion& question, const nlohmann::json& document, const std::string& folder,
                           const std::string& name, const std::vector<Requirement>& requirements) {
  const Variations bodies(document, folder);
  const auto spec = bodies.spec<double>(0);
  if (question.emit) check_emitted(*question.emit, spec);
  const auto each = recommend_each(bodies, spec, requirements);
  const auto& first = each.front();
  const bool alone = each.size() == 1;
  RecommendAnswer answer{alone ? to_json(first) : to_json(each), alone ? text(first, question.all) : text(each),
                         std::all_of(each.begin(), each.end(), [](const auto& r) { return r.best || r.statistics; }),
                         question.emit && first.best};
  if (answer.emitted) emit_project(*question.emit, first, spec);
  if (question.html) question.html(recommendation_page(first, answer.json, spec, name));
  return answer;
}

/// A member that is one value or a list of them.
template <class Value>
void read_list(const Given& options, const char* key, std::vector<Value>& into, const auto& value) {
  if (!options.has(key)) return;
  const auto& given = options[key].value;
  for (const auto& one : given.is_array() ? given : nlohmann::json::array({given})) into.push_back(value(one));
}

}  // namespace

void refuse(const std::vector<std::pair<const char*, bool>>& flags, const std::string& why) {
  for (const auto& [flag, given] : flags)
    if (given) throw UserError(std::string(flag) + ": " + why);
}

RecommendQuestion question_of(const nlohmann::json& given) {
  if (!given.is_object()) reading::reject("options", given, "an object");
  const Given options{given};
  options.only({"attitude_error", "rate", "time_limit", "at_end", "restated", "least_rate", "html", "emit",
                "momentum_error", "energy_drift", "standard_error", "spread", "time", "torque_cost", "method", "tag"});
  RecommendQuestion question;
  auto& asked = question.requirement;
  const auto text = [](const nlohmann::json& given) {
    return given.is_string() ? given.get<std::string>() : given.dump();
  };
  read_list(options, "attitude_error", question.attitude, [&](const auto& one) { return angle_of(text(one)); });
  for (const auto& [key, list] : {std::pair("momentum_error", &question.momentum), {"energy_drift", &question.energy}})
    read_list(options, key, *list, [key = key](const auto& one) { return Given{one, key}.number<double>(); });
  for (const auto& [key, list] : {std::pair("method", &asked.among.patterns), {"tag", &asked.among.tags}})
    read_list(options, key, *list, [&, key = key](const auto& one) {
      if (!one.is_string()) options[key].reject("a text, or a list of texts");
      return one.template get<std::string>();
    });
  double microseconds = 0;
  const auto number = [&](const char* key, auto& to) {
    if (options.has(key)) to = options[key].number<double>();
  };
  number("standard_error", asked.standard_error), number("spread", asked.spread), number("time", asked.time);
  number("time_limit", asked.seconds), number("torque_cost", microseconds);
  asked.torque_seconds = 1e-6 * microseconds;
  if (options.has("rate")) asked.rate = rate_of(text(options["rate"].value));
  for (const auto& [key, to] :
       {std::pair("at_end", &asked.at_end), {"restated", &asked.reimplemented}, {"least_rate", &question.least_rate}})
    *to = options.flag(key);
  const auto path = [&](const char* key) {
    const auto text = options[key].text("a path");
    check_path(text);
    return text;
  };
  if (options.has("emit")) question.emit = path("emit");
  if (options.has("html")) question.html = [to = path("html")](const std::string& page) { write_file(to, page); };
  return question;
}

RecommendAnswer recommend(const RecommendQuestion& question, const nlohmann::json& document, const std::string& folder,
                          const std::string& name) {
  const auto requirements = requirements_of(question);
  refuse_together(question, requirements.size());
  const bool prescribed = prescribes_rate(document);
  if (question.least_rate && !prescribed)
    throw UserError("--least-rate: given with a spec that does not prescribe its rate; accepted: one with \"rate\"");
  return prescribed ? for_rate(question, document, folder) : by_running(question, document, folder, name, requirements);
}

}  // namespace polhode::answers
