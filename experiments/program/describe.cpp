// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "core/reference/reference.hpp"
#include "experiments/program/verbs.hpp"
#include "problems/roster.hpp"

// What a problem is, in words and equations: they follow from its type and its torques, as the methods see them.
namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

/// Its data by their symbols, with the frame of what torques have and the instant of what moves.
template <class P>
json data(const P& problem) {
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
        else if constexpr (std::is_same_v<M, typename P::State>)
          each_leaf(member, [&](const Field& field, const auto& leaf) { datum(field, leaf, "(0)"); });
        else
          each_leaf(member, [&](const Field& field, const auto& leaf) {
            using L = std::remove_cvref_t<decltype(leaf)>;
            datum(field, leaf,
                  std::is_same_v<L, Vec<Body, double>>    ? " (body)"
                  : std::is_same_v<L, Vec<Space, double>> ? " (space)"
                                                          : "");
          });
      },
      problem);
  return list;
}

}  // namespace

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

}  // namespace polhode::verbs
