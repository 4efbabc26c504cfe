// SPDX-License-Identifier: MIT
#include "experiments/answers/lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/reference/reference.hpp"
#include "experiments/papers/index.hpp"
#include "methods/runners.hpp"
#include "problems/roster.hpp"

namespace polhode::answers {

std::string_view word(Answer a) {
  return a == Answer::yes ? "yes" : a == Answer::no ? "no" : "unknown";
}

std::string_view word(Takes takes) {
  constexpr std::string_view words[] = {"rates", "increments", "function"};  // in their order
  return words[static_cast<std::size_t>(takes)];
}

nlohmann::ordered_json samples_json(const UpdateInfo& update) {
  return update.samples ? nlohmann::ordered_json(update.samples) : "update_every";
}

namespace {

using json = nlohmann::ordered_json;

json property(const Property& p) {
  json j{{"answer", word(p.answer)}};
  if (!p.condition.empty()) j["condition"] = p.condition;
  return j;
}

/// A number, or words.
json order(int declared) {
  return declared > 0 ? json(declared) : json(text(Order(declared)));
}

json methods(const MethodFilter& filter) {
  json list = json::array();
  for (const auto* m : chosen_methods(filter)) {
    if (find_update(m->id)) continue;
    json supports = json::array();
    if (find_runner<FreeBody<double>>(*m)) supports.push_back("free body");
    if (find_runner<TorquedBody<double>>(*m)) supports.push_back("body with torque");
    if (m->supports != Dependence::none)
      supports.push_back(m->supports == Dependence::any ? "torque that depends on the momentum" : "damping and rotors");
    if (find_runner<Director<double>>(*m)) supports.push_back("director");
    if (find_runner<Particles<double>>(*m)) supports.push_back("particles");
    json row{{"id", m->id}, {"label", m->label}, {"aliases", json::array()}, {"source", m->source}};
    for (const auto alias : m->aliases)
      if (!alias.empty()) row["aliases"].push_back(alias);
    row["order"] = order(m->order.least());
    if (m->order.momentum != m->order.attitude)
      row["orders"] = {{"momentum", order(m->order.momentum)}, {"attitude", order(m->order.attitude)}};
    row["kind"] = m->kind == Kind::implicit_method ? "implicit" : "explicit";
    const auto& [per_step, per_iteration] = m->torque_evaluations;
    if (per_step + per_iteration > 0 || !find_runner<TorquedBody<double>>(*m))  // else as many as a step needs
      row["torque_evaluations"] = {{"per_step", per_step}, {"per_iteration", per_iteration}};
    if (!m->reimplements.empty()) row["restates"] = m->reimplements;
    if (const auto* source = source_of(*m)) row["type"] = source->type, row["headers"] = {source->header};
    row["serves"] = supports;
    row["tags"] = tags(*m);
    row["symmetric"] = property(m->symmetric);
    row["symplectic"] = property(m->symplectic);
    row["spatial_momentum"] = property(m->spatial_momentum);
    row["energy"] = property(m->energy);
    list.push_back(std::move(row));
  }
  return list;
}

json updates(const MethodFilter& filter) {
  json list = json::array();
  for (const auto* m : chosen_methods(filter))
    if (const auto* u = find_update(m->id))
      list.push_back({{"id", u->id},
                      {"source", u->source},
                      {"order", u->order.least()},
                      {"takes", word(u->takes)},
                      {"samples", samples_json(*u)},
                      {"equal_intervals", u->equal},
                      {"restated", !u->reimplements.empty()}});
  return list;
}

json problems() {
  json list = problem_descriptions();
  for (auto& row : list) row = {{"id", row["id"]}, {"title", row["title"]}, {"source", row["source"]}};
  return list;
}

json figures() {
  json list = json::array();
  for (const auto& entry : experiment_index()) {
    const auto e = entry.make();
    list.push_back({{"id", e.id}, {"title", e.title}, {"source", e.source}, {"claims", e.claims.size()}});
  }
  return list;
}

/// The author of a source, in what a line of 80 columns leaves.
std::string short_source(const json& row, std::size_t room) {
  auto source = row.at("source").get<std::string>();
  source.resize(std::min(source.size(), source.find_first_of(",;[(")));
  if (source.size() > room) source = source.substr(0, std::min(source.rfind(' ', room - 2), room - 1)) + "…";
  return source;
}
constexpr std::size_t most_columns = 80;

std::size_t longest_id(const json& list) {
  std::size_t longest = 2;
  for (const auto& row : list) longest = std::max(longest, row.at("id").get_ref<const std::string&>().size());
  return longest;
}

/// Not `all`: methods of rigid bodies without variants and rules of engines, which only those read who look for one.
std::string methods_text(const json& every, bool all) {
  json list = json::array();
  for (const auto& m : every) {
    const auto has = [&](const char* key, const char* word) {
      return std::ranges::find(m.at(key), word) != m.at(key).end();
    };
    if (all || (!has("tags", "variant") && !has("tags", "engine") && has("serves", "free body"))) list.push_back(m);
  }
  const auto width = longest_id(list);
  constexpr auto row = "{:<{}} {:<5} {:<8} {:<5} {:<6} {:<4} {:<6} {}\n";
  auto out = fmt::format(row, "id", width, "order", "kind", "symm.", "sympl.", "mom.", "energy", "source");
  for (const auto& m : list) {
    const auto answer = [&](const char* key) {
      const auto& p = m.at(key);
      return (p.at("answer") == "unknown" ? "?" : p.at("answer").get<std::string>()) +
             (p.contains("condition") ? "*" : "");
    };
    out += fmt::format(row, m.at("id").get<std::string>(), width,
                       m.at("order").is_number()  ? m.at("order").dump()
                       : m.at("order") == "exact" ? "exact"
                                                  : "none",
                       m.at("kind").get<std::string>(), answer("symmetric"), answer("symplectic"),
                       answer("spatial_momentum"), answer("energy"), short_source(m, most_columns - width - 41));
  }
  out +=
      "symm., sympl.: whether a step is symmetric, symplectic; mom., energy: whether it\n"
      "conserves spatial angular momentum and energy; *: under a condition; ?: not\n"
      "declared. --json has conditions and sources.\n";
  if (list.size() < every.size())
    out += fmt::format(
        "{} more: --all, also for directors and particles; --tag variant (other orders,\nflows, starts, tolerances); "
        "--tag "
        "engine (rules of physics engines).\nUpdates from gyro samples: list updates\n",
        every.size() - list.size());
  return out;
}

std::string updates_text(const json& list) {
  const auto width = longest_id(list);
  constexpr auto row = "{:<{}} {:<5} {:<10} {:<12} {}\n";
  auto out = fmt::format(row, "id", width, "order", "takes", "samples", "source");
  for (const auto& u : list) {
    const auto word = [&](const char* key) {
      return u.at(key).is_string() ? u.at(key).get<std::string>() : u.at(key).dump();
    };
    out += fmt::format(row, word("id"), width, word("order"), word("takes"), word("samples"),
                       short_source(u, most_columns - width - 31));
  }
  return out +
         "Attitude updates from gyro samples, for specs with \"rate\" (docs/rates.md).\n"
         "samples: in one update.\n";
}

/// Its data by their symbols, with the frame of what torques have and the instant of what moves.
json data(const auto& problem) {
  using P = std::remove_cvref_t<decltype(problem)>;
  json list = json::array();
  const auto add = [&](const std::string& name, json value) {
    list.push_back({{"name", name}, {"value", std::move(value)}});
  };
  const auto datum = [&](const Field& field, const auto& member, const std::string& note) {
    using M = std::remove_cvref_t<decltype(member)>;
    const std::string name = std::string(field.symbol) + note;
    if constexpr (requires { member.w; })
      add(name + ", quaternion", {member.w, member.x, member.y, member.z});
    else if constexpr (requires { member[2]; })
      add(name, {member[0], member[1], member[2]});
    else if constexpr (requires { member.rows; })
      for (int i = 0; i < 3; ++i) add(name + ", row " + std::to_string(i + 1), member.rows[i].as_array());
    else if constexpr (!std::is_pointer_v<M>)
      add(name, member);
  };
  P::fields(
      [&](const Field& part, const auto& member) {
        using M = std::remove_cvref_t<decltype(member)>;
        if constexpr (!HasFields<M>)
          datum(part, member, "");
        else
          each_leaf(member, [&](const Field& field, const auto& leaf) {
            using L = std::remove_cvref_t<decltype(leaf)>;
            datum(field, leaf,
                  std::is_same_v<M, typename P::State>    ? "(0)"
                  : std::is_same_v<L, Vec<Body, double>>  ? " (body)"
                  : std::is_same_v<L, Vec<Space, double>> ? " (space)"
                                                          : "");
          });
      },
      problem);
  return list;
}

}  // namespace

json list_of(const std::string& what, const MethodFilter& filter) {
  return what == "methods"    ? methods(filter)
         : what == "updates"  ? updates(filter)
         : what == "problems" ? problems()
                              : figures();
}

std::string list_text(const std::string& what, const json& list, bool all) {
  if (what == "methods") return methods_text(list, all);
  if (what == "updates") return updates_text(list);
  std::string out;
  for (const auto& r : list)
    out += fmt::format("{:<20} {}  [{}]\n", r.at("id").get<std::string>(), r.at("title").get<std::string>(),
                       r.at("source").get<std::string>());
  return out;
}

json problem_descriptions() {
  json list = json::array();
  const auto add = [&](auto problem) {
    using P = decltype(problem);
    const auto value = P::template make<double>();
    list.push_back({{"id", P::info.id},
                    {"title", P::info.title},
                    {"source", P::info.source},
                    {"kind", value.kind},
                    {"equations", value.equations()},
                    {"constant", value.constants()},
                    {"data", data(value)},
                    {"reference", text(reference::origin(value))}});
  };
  std::apply([&](auto... p) { (add(p), ...); }, ProblemRoster{});
  return list;
}

}  // namespace polhode::answers
