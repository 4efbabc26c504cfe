// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/papers/index.hpp"
#include "experiments/program/verbs.hpp"
#include "methods/runners.hpp"
#include "problems/roster.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

std::string_view word(Answer a) {
  return a == Answer::yes ? "yes" : a == Answer::no ? "no" : "unknown";
}

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
    json serves = json::array();
    if (find_runner<FreeBody<double>>(*m)) serves.push_back("free body");
    if (find_runner<TorquedBody<double>>(*m)) serves.push_back("body with torque");
    if (m->serves != Dependence::none)
      serves.push_back(m->serves == Dependence::any ? "torque that depends on the momentum" : "damping and rotors");
    if (find_runner<Director<double>>(*m)) serves.push_back("director");
    if (find_runner<Particles<double>>(*m)) serves.push_back("particles");
    json row{{"id", m->id}, {"label", m->label}, {"aliases", json::array()}, {"source", m->source}};
    for (const auto alias : m->aliases)
      if (!alias.empty()) row["aliases"].push_back(alias);
    row["order"] = order(m->order.least());
    if (m->order.momentum != m->order.attitude)
      row["orders"] = {{"momentum", order(m->order.momentum)}, {"attitude", order(m->order.attitude)}};
    row["kind"] = m->kind == Kind::implicit_method ? "implicit" : "explicit";
    row["torque_evaluations"] = {{"per_step", m->torque_evaluations.per_step},
                                 {"per_iteration", m->torque_evaluations.per_iteration}};
    if (!m->restates.empty()) row["restates"] = m->restates;
    if (const auto* source = source_of(*m)) row["type"] = source->type, row["headers"] = {source->header};
    row["serves"] = serves;
    row["tags"] = tags(*m);
    row["symmetric"] = property(m->symmetric);
    row["symplectic"] = property(m->symplectic);
    row["spatial_momentum"] = property(m->spatial_momentum);
    row["energy"] = property(m->energy);
    list.push_back(std::move(row));
  }
  return list;
}

json problems() {
  json list = json::array();
  std::apply(
      [&](auto... p) {
        (list.push_back(
             {{"id", decltype(p)::info.id}, {"title", decltype(p)::info.title}, {"source", decltype(p)::info.source}}),
         ...);
      },
      ProblemRoster{});
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

template <class... Values>
void print_line(fmt::format_string<Values...> form, Values&&... values) {
  print(fmt::format(form, std::forward<Values>(values)...));
}

void print_methods(const json& list) {
  constexpr auto row = "{:<27} {:<5} {:<8} {:<9} {:<10} {:<8} {:<7} {}\n";
  constexpr std::size_t width = 18;  // of a source: 100 columns in all
  print_line(row, "id", "order", "kind", "symmetric", "symplectic", "momentum", "energy", "source");
  for (const auto& m : list) {
    const auto answer = [&](const char* key) {
      const auto& p = m.at(key);
      return p.at("answer").get<std::string>() + (p.contains("condition") ? "*" : "");
    };
    auto source = m.at("source").get<std::string>();
    source.resize(std::min(source.size(), source.find_first_of(",;[(")));
    if (source.size() > width) source = source.substr(0, source.rfind(' ', width - 4)) + " ...";
    print_line(row, m.at("id").get<std::string>(),
               m.at("order").is_number()  ? m.at("order").dump()
               : m.at("order") == "exact" ? "exact"
                                          : "none",
               m.at("kind").get<std::string>(), answer("symmetric"), answer("symplectic"), answer("spatial_momentum"),
               answer("energy"), source);
  }
  print_line(
      "momentum, energy: whether it conserves the spatial angular momentum and the energy; *: under a\n"
      "condition. --json has the conditions, whole sources, and what each method supports.\n");
}

}  // namespace

json list_of(const std::string& what, const MethodFilter& filter) {
  return what == "methods" ? methods(filter) : what == "problems" ? problems() : figures();
}

Exit list(const ListOptions& options) {
  const json rows = list_of(options.what, options.filter);
  if (options.json)
    print(rows.dump(1) + "\n");
  else if (options.what == "methods")
    print_methods(rows);
  else
    for (const auto& r : rows)
      print_line("{:<20} {}  [{}]\n", r.at("id").get<std::string>(), r.at("title").get<std::string>(),
                 r.at("source").get<std::string>());
  return Exit::ok;
}

}  // namespace polhode::verbs
