// SPDX-License-Identifier: MIT
#include "experiments/running/figure_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "core/io/spec.hpp"
#include "core/io/spec/values.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "methods/runners.hpp"
#include "problems/roster.hpp"

namespace polhode {

namespace {

using json = nlohmann::ordered_json;
using reading::Given, reading::reject;

// --- words ---------------------------------------------------------------------------------------------------------

/// The words of all values of a type, in their order.
const auto& words(Quantity) {
  static const auto all = [] {
    std::vector<std::string> list;
    for (const auto& q : quantities()) list.emplace_back(q.key);
    return list;
  }();
  return all;
}
const auto& words(View) {
  static const std::vector<std::string> all{"components", "sphere", "space"};
  return all;
}
const auto& words(Norm) {
  static const auto all = [] {
    std::vector<std::string> list;
    for (int i = 0; i <= static_cast<int>(Norm::middle_momentum); ++i)
      list.emplace_back(info(static_cast<Norm>(i)).key);
    return list;
  }();
  return all;
}
const std::string& word(auto value) {
  return words(value)[static_cast<std::size_t>(value)];
}

/// Is it of the states that the problem has?
bool fits(Norm norm, const Problem<double>& problem) {
  if (std::holds_alternative<Particles<double>>(problem))
    return norm == Norm::displacement || norm == Norm::linear_momentum;
  const bool of_director = norm == Norm::director || norm == Norm::spatial_angular_velocity ||
                           norm == Norm::spatial_momentum || is_of_interval(norm);
  if (problem.director()) return of_director;
  return !of_director && norm != Norm::displacement && norm != Norm::linear_momentum;
}
bool fits(Quantity q, const Problem<double>& problem) {
  return info(q).of & (problem.body() ? for_bodies : problem.director() ? for_directors : for_particles);
}
void check_fit(auto value, const Problem<double>& problem, const std::string& field) {
  if (fits(value, problem)) return;
  std::vector<std::string> fitting;
  for (std::size_t i = 0; i < words(value).size(); ++i)
    if (fits(static_cast<decltype(value)>(i), problem)) fitting.push_back(words(value)[i]);
  reject(field, word(value), fmt::format("for this problem one of {}", fmt::join(fitting, ", ")));
}

// --- problems ------------------------------------------------------------------------------------------------------

json list_of(const auto& v) {
  return {v[0], v[1], v[2]};
}

/// A torque in the words of spec files, if it has any that say all of it.
json torque_value(const auto& torque) {
  using Kind = std::remove_cvref_t<decltype(torque)>;
  for (const auto& word : Kind::words) {
    json j{{"kind", word.name}};
    Kind rest = torque;  // what the word does not say, which must be as it is without saying
    const Kind usual{};
    for (const auto& key : word.keys)
      if (!key.key.empty())
        Kind::fields(
            [&](const Field& field, const auto& from, auto& to, const auto& unsaid) {
              if (field.name != key.field) return;
              to = unsaid;
              if constexpr (requires { from[2]; })
                j[std::string(key.key)] = list_of(from);
              else if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(from)>>)
                j[std::string(key.key)] = from;
            },
            torque, rest, usual);
    if (j.size() > 1 && identity(rest) == identity(usual)) return j;
  }
  throw UserError("problem.torque: a {} cannot be written as data; accepted: a figure without it", Kind::kind);
}

/// Angular velocities are given where they have no more digits than momenta: as the papers do.
bool is_spin(const RigidBody<double>& body, Vec<Body, double>& Omega) {
  const auto& Pi = body.initial.Pi;
  Omega = {Pi[0] / body.I[0], Pi[1] / body.I[1], Pi[2] / body.I[2]};
  const auto again = body.momentum(Omega);
  return again[0] == Pi[0] && again[1] == Pi[1] && again[2] == Pi[2] &&
         list_of(Omega).dump().size() <= list_of(Pi).dump().size();
}

json problem_value(const RigidBody<double>& body) {
  json j{{"inertia", list_of(body.I)}};
  Vec<Body, double> Omega;
  if (is_spin(body, Omega))
    j["angular_velocity"] = list_of(Omega);
  else
    j["momentum"] = list_of(body.initial.Pi);
  const auto& R = body.initial.R;
  if (!(R.w == 1 && R.x == 0 && R.y == 0 && R.z == 0)) j["attitude"] = {R.w, R.x, R.y, R.z};
  return j;
}
json problem_value(const TorquedBody<double>& body) {
  if (body.momentum_torques.size > 0)
    throw UserError(
        "problem.torque: one that depends on the momentum cannot be written as data; accepted: a figure without it");
  json j = problem_value(static_cast<const RigidBody<double>&>(body)), list = json::array();
  body.torques.each([&](const auto& torque) { list.push_back(torque_value(torque)); });
  j["torque"] = list.size() == 1 ? list[0] : list;
  return j;
}
json problem_value(const Director<double>& p) {
  if (!p.formula.empty())
    throw UserError("problem.torque: a formula cannot be written as data; accepted: a figure without it");
  json j{{"inertia", p.I},
         {"director", list_of(p.initial.d)},
         {"angular_velocity_space", list_of(p.initial.omega)},
         {"torque", {{"kind", "field"}, {"g", list_of(p.g)}}}};
  if (!p.autonomous()) j["torque"]["amplitude"] = list_of(p.amplitude), j["torque"]["frequency"] = p.frequency;
  return j;
}
json problem_value(const Particles<double>&) {
  throw UserError("problem: particles cannot be written as data; accepted: the name of the problem");
}

/// Those of the papers.
const std::vector<std::pair<const ProblemInfo*, Problem<double>>>& known_problems() {
  static const auto all = std::apply(
      [](auto... p) {
        return std::vector{std::pair(&decltype(p)::info, Problem<double>(decltype(p)::template make<double>()))...};
      },
      ProblemRoster{});
  return all;
}

/// Its name: that of a paper's problem only if it is that one.
std::string name_of(const Comparison& comparison) {
  const auto own = identity(comparison.problem);
  std::string name(comparison.info->id);
  for (const auto& [info, problem] : known_problems())
    if (info->id == name && identity(problem) != own) return name + "+";
  return name;
}
json problem_value(const Comparison& comparison) {
  json j{{"name", name_of(comparison)}};
  j.update(comparison.problem.as([](const auto& p) { return problem_value(p); }));
  return j;
}

/// What is said of a problem of the user's: no source.
const ProblemInfo& own_info(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, ProblemInfo> infos;
  const std::lock_guard lock(mutex);
  const auto [at, is_new] = infos.try_emplace(name);
  if (is_new) at->second = {at->first, at->first, ""};
  return at->second;
}

/// A problem by its name, or a body and its torques in the words of spec files.
void read_problem(Comparison& to, const Given& j, const std::string& folder) {
  std::vector<std::string> known;
  const auto name_is = [&](std::string_view id) { return j.has("name") && j["name"].value == id; };
  for (const auto& [info, problem] : known_problems()) {
    known.emplace_back(info->id);
    const Comparison comparison{info, problem, {}, 0};
    // By its words, which may be off in the last bit where a quaternion is not quite of length 1.
    const bool has_words = !std::holds_alternative<Particles<double>>(problem);
    if (j.value == info->id ||
        (has_words && name_is(info->id) && j.value == nlohmann::json(problem_value(comparison)))) {
      to.info = info, to.problem = problem;
      return;
    }
  }
  if (j->is_string()) j.refuse(unknown_name("problem", j->get<std::string>(), known));
  if (!j->is_object()) j.reject("a problem's name, or an object with inertia, and momentum or angular_velocity");
  std::string name = "own";
  if (j.has("name")) {
    if (name_is("")) j["name"].reject("a name");
    name = j["name"].text("a name");
    if (std::ranges::find(known, name) != known.end()) name += "+";  // it is not that one any more
  }
  nlohmann::json spec{{"body", j.value}};
  spec["body"].erase("name");
  for (const char* outside : {"torque", "units"})
    if (j.has(outside)) spec[outside] = j[outside].value, spec["body"].erase(outside);
  try {
    to.problem = read_spec<double>(spec, folder).problem;
  } catch (const UserError& e) {
    const std::string_view what = e.what();
    throw UserError("{}.{}", j.field, what.starts_with("body.") ? what.substr(5) : what);
  }
  to.info = &own_info(name);
}

// --- panels --------------------------------------------------------------------------------------------------------

const std::string several_problems = "problems";

struct Writer {
  json& to;

  /// Words, or what is in JSON as it is; what may be missing.
  void operator()(const char* key, const auto& value) const {
    if constexpr (requires { words(value); })
      to[key] = word(value);
    else if constexpr (!requires { value.has_value(); })
      to[key] = value;
    else if (value)
      (*this)(key, *value);
  }
  void operator()(const char* key, double x) const {
    if (std::isfinite(x)) to[key] = x;
  }
  void operator()(const char* key, const std::vector<Norm>& list) const {
    to[key] = json::array();
    for (const auto norm : list) to[key].push_back(word(norm));
    if (list.size() == 1) to[key] = json(to[key][0]);
  }
  void operator()(const char* key, const std::vector<const MethodInfo*>& methods) const {
    to[key] = json::array();
    for (const auto* m : methods) to[key].push_back(m->id);
  }
  void operator()(const char*, const Comparison& comparison) const {
    to["problem"] = problem_value(comparison);
    rest(comparison);
  }
  void operator()(const char*, const std::vector<Comparison>& comparisons) const {
    to[several_problems] = json::array();
    for (const auto& comparison : comparisons) to[several_problems].push_back(problem_value(comparison));
    rest(comparisons.front());
  }

 private:
  void rest(const Comparison& comparison) const {
    (*this)("methods", comparison.methods);
    to["time"] = comparison.duration;
    if (comparison.t0 != 0) to["t0"] = comparison.t0;
  }
};

/// The keys of a kind of panel.
struct Keys {
  std::vector<std::string>& to;

  void operator()(const char* key, const auto&) const { to.emplace_back(key); }
  void operator()(const char*, const Comparison&) const { of("problem"); }
  void operator()(const char*, const std::vector<Comparison>&) const { of(several_problems); }

 private:
  void of(const std::string& problem) const { to.insert(to.end(), {problem, "methods", "time", "t0"}); }
};

/// Reads a panel: what it has itself, else what all panels share.
struct Reader {
  const Given &own, &shared;
  std::string folder;
  std::set<std::string>& taken;  ///< keys of `shared` that a panel has taken

  std::optional<Given> find(const std::string& key) const {
    if (own.has(key)) return own[key];
    if (!shared.has(key)) return {};
    taken.insert(key);
    return shared[key];
  }
  Given need(const std::string& key, const std::string& accepted) const {
    const auto given = find(key);
    if (!given) own.missing(key, accepted);
    return *given;
  }

  void operator()(const char* key, std::string& to) const { to = need(key, "text").text("text"); }
  void operator()(const char* key, std::int64_t& to) const {
    const auto j = need(key, "the number of steps");
    constexpr std::int64_t most = 10'000'000;  // every step is kept
    to = j.count();
    if (to > most) j.reject(fmt::format("at most {} steps", most));
  }
  void operator()(const char* key, int& to) const {
    to = 1;
    if (const auto j = find(key)) {
      const auto n = j->count();
      if (n > ensemble_size) j->reject(fmt::format("an integer from 1 to {}", ensemble_size));
      to = static_cast<int>(n);
    }
  }
  void operator()(const char* key, double& to) const {
    if (const auto j = find(key)) to = j->positive<double>();
  }
  void operator()(const char* key, std::vector<std::int64_t>& to) const {
    const std::string accepted = "a list of numbers of steps, each greater than the one before";
    const auto j = need(key, accepted);
    to.clear();
    for (const Given& one : j.items(accepted, 1)) {
      to.push_back(one.count());
      if (to.size() > 1 && to.back() <= to[to.size() - 2]) j.reject(accepted);
    }
  }
  void operator()(const char* key, std::vector<double>& to) const {
    to.clear();
    for (const Given& one : need(key, "a list of numbers").items("a list of numbers", 1))
      to.push_back(one.number<double>());
  }
  void operator()(const char* key, std::pair<double, double>& to) const {
    const std::string accepted = "two positive numbers, the least first";
    const auto j = need(key, accepted);
    const auto ends = j.items(accepted, 2, 2);
    to = {ends[0].positive<double>(), ends[1].positive<double>()};
    if (!(to.first < to.second)) j.reject(accepted);
  }
  /// What need not be given, and words.
  void operator()(const char* key, auto& to) const {
    const auto j = find(key);
    if (!j) return;
    if constexpr (requires { to.emplace(); })
      (*this)(key, to.emplace());
    else
      read_word(to, *j);
  }
  void operator()(const char* key, Norm& to) const { read_word(to, need(key, "like Pi or R")); }
  void operator()(const char* key, std::vector<Norm>& to) const {
    const auto j = need(key, "like Pi or R, or a list of such words");
    to.clear();
    for (const Given& one : j->is_array() ? j.items("at least one", 1) : std::vector{j})
      read_word(to.emplace_back(), one);
  }
  void operator()(const char* key, std::vector<const MethodInfo*>& to) const {
    const auto j = need(key, "a list of methods");
    to.clear();
    for (const auto& [value, _] : j.items("a list of methods", 1)) {
      const Given one{value, j.field};
      const auto name = one.text("the name of a method");
      const auto* method = find_method(name);
      if (!method) j.refuse(unknown_name("method", name, method_names()));
      if (std::ranges::find(to, method) != to.end()) one.reject("each method once");
      to.push_back(method);
    }
  }
  void operator()(const char*, Comparison& to) const {
    read(to, need("problem", "a problem's name, or an object with inertia and momentum"));
  }
  void operator()(const char*, std::vector<Comparison>& to) const {
    const std::string accepted = "a list of problems, one per value";
    to.clear();
    for (const Given& one : need(several_problems, accepted).items(accepted, 1)) read(to.emplace_back(), one);
  }

 private:
  template <class Value>
  static void read_word(Value& to, const Given& j) {
    const auto& known = words(to);
    const auto at = std::find(known.begin(), known.end(), j.value);
    if (at == known.end()) j.reject(fmt::format("one of {}", fmt::join(known, ", ")));
    to = static_cast<Value>(at - known.begin());
  }
  void read(Comparison& to, const Given& problem) const {
    read_problem(to, problem, folder);
    (*this)("methods", to.methods);
    to.duration = need("time", "a positive number").positive<double>();
    if (const auto t0 = find("t0")) to.t0 = t0->number<double>();
    for (const auto* m : to.methods)
      if (const auto why = why_not(*m, to.problem); !why.empty())
        find("methods")->refuse(fmt::format("{}: {}", m->id, why));
  }
};

/// What its keys are to one another.
void check(const auto& panel, const std::string& where) {
  if constexpr (requires { panel.norms; })
    for (const auto norm : panel.norms) check_fit(norm, panel.comparison.problem, where + ".norm");
  if constexpr (requires {
                  panel.norm;
                  panel.comparison;
                })
    check_fit(panel.norm, panel.comparison.problem, where + ".norm");
  if constexpr (requires { panel.quantity; }) {
    check_fit(panel.quantity, panel.comparison.problem, where + ".quantity");
    const auto values = columns(panel.quantity).size() - 1;
    const std::string given = word(panel.quantity);
    if constexpr (requires { panel.view; }) {
      if (panel.view != View::components && values != 3)
        reject(where + ".quantity", given, "a vector, where the view is not components");
    } else if (values == 3) {
      reject(where + ".quantity", given, "a number, like energy_error");
    }
  }
  if constexpr (requires { panel.baselines; })
    for (const auto* m : panel.baselines)
      if (std::ranges::find(panel.comparison.methods, m) == panel.comparison.methods.end())
        reject(where + ".baselines", m->id, "methods of the panel");
  if constexpr (requires {
                  panel.comparisons;
                  panel.values;
                }) {
    if (panel.comparisons.size() != panel.values.size())
      reject(where + ".values", json(panel.values), fmt::format("as many as problems, {}", panel.comparisons.size()));
    for (const auto& comparison : panel.comparisons)
      if (panel.norm) check_fit(*panel.norm, comparison.problem, where + ".norm");
  }
}

}  // namespace

json figure_value(const Experiment& experiment) {
  json panels = json::array();
  for (const auto& panel : experiment.panels)
    panel.as([&]<class P>(const P& p) {
      json j{{"kind", P::kind}};
      if constexpr (requires { P::fields(Writer{j}, p); })
        P::fields(Writer{j}, p);
      else
        throw UserError("{}: a figure of {} is given, which is not data; accepted: other figures", experiment.id,
                        P::kind == "map" ? "a map" : P::kind);
      panels.push_back(std::move(j));
    });
  json value{{"title", experiment.title}, {"source", experiment.source}};
  const json first = panels.front();
  for (const auto& [key, shared] : first.items()) {
    if (key == "kind" || key == "title") continue;
    const auto has = [&key = key, &shared = shared](const json& p) { return p.contains(key) && p[key] == shared; };
    if (!std::ranges::all_of(panels, has)) continue;
    value[key] = shared;
    for (auto& p : panels) p.erase(key);
  }
  value["panels"] = std::move(panels);
  return value;
}

Experiment figure_of(const json& ordered, const std::string& id, const std::string& folder) {
  const nlohmann::json whole = ordered;
  if (!whole.is_object()) reject("figure", whole, "an object with panels, problem, methods");
  const Given value{whole};
  const auto text = [&](const char* key) { return value.has(key) ? value[key].text("text") : ""; };
  const auto panels = value.at("panels", "a list of panels").items("a list of panels", 1);
  Experiment experiment{.id = id, .title = text("title"), .source = text("source")};
  experiment.partial = true;
  std::set<std::string> taken{"title", "source", "panels", "comments"};
  auto known = taken;
  for (const Given& j : panels) {
    if (!j->is_object()) j.reject("an object with kind, and what that needs");
    std::vector<std::string> kinds;
    bool found = false;
    for (auto& any : Panel::kinds())
      any.as([&]<class P>(P& panel) {
        std::vector<std::string> keys{"kind"};
        if constexpr (requires { P::fields(Keys{keys}, panel); }) {
          kinds.emplace_back(P::kind);
          if (!j.has("kind") || j["kind"].value != P::kind) return;
          found = true;
          P::fields(Keys{keys}, panel);
          j.only(keys);
          P::fields(Reader{j, value, folder, taken}, panel);
          check(panel, j.field);
          experiment.panels.push_back(std::move(panel));
          known.insert(keys.begin() + 1, keys.end());
        }
      });
    if (!found) j.at_or("kind", nullptr).reject(fmt::format("one of {}", fmt::join(kinds, ", ")));
  }
  value.only({known.begin(), known.end()});
  for (const auto& [key, _] : ordered.items())
    if (!taken.count(key)) value[key].reject(fmt::format("panels[i].{}, since every panel has its own", key));
  return experiment;
}

json with_settings(json value, const std::vector<std::string>& settings) {
  std::string said;
  for (const auto& setting : settings) {
    const auto end = setting.find('=');
    const std::string path = setting.substr(0, end), accepted = "like problem.inertia=[2,5,7] or panels[0].steps=100";
    const auto wrong = [&](const std::string& why) {
      throw UserError("--set: {}: {}; accepted: {}", shortened(setting), why, accepted);
    };
    if (end == setting.npos || end == 0) wrong("no = between a path and a value");
    const auto text = setting.substr(end + 1);
    json given = json::parse(text, nullptr, false);
    if (given.is_discarded()) given = text;  // a word
    std::string place = "/";
    for (const char c : path) {
      if (c == '~' || c == '/') wrong("no such path");
      if (c != ']') place += c == '.' || c == '[' ? '/' : c;
    }
    try {
      const json::json_pointer to(place);
      auto& holder = value.at(to.parent_pointer());
      if (holder.is_object()) {
        const auto key = to.back();
        if (key == "momentum") holder.erase("angular_velocity");
        if (key == "angular_velocity") holder.erase("momentum");
        if (given.is_null())
          holder.erase(key);
        else
          holder[key] = given;
      } else {
        value.at(to) = given;
      }
    } catch (const json::exception&) {
      wrong("no such path");
    }
    if (!path.ends_with("title")) said += fmt::format("{}{} = {}", said.empty() ? "" : ", ", path, text);
  }
  if (!said.empty() && value.contains("panels") && value["panels"].is_array())
    for (auto& panel : value["panels"])
      if (panel.is_object() && panel.contains("title") && panel["title"].is_string())
        panel["title"] = panel["title"].get<std::string>() + "; here " + said;
  return value;
}

std::string name_of(const std::vector<std::string>& settings) {
  std::string name;
  for (const auto& setting : settings) {
    if (!name.empty()) name += "+";
    for (const char c : setting)
      if (std::isalnum(static_cast<unsigned char>(c)) || std::string_view(".,=_-+").find(c) != std::string_view::npos)
        name += c;
  }
  constexpr std::size_t longest = 100;
  if (name.size() <= longest) return name;
  return fmt::format("{}-{:016x}", name.substr(0, longest), content_hash(name));
}

}  // namespace polhode
