// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "core/io/spec.hpp"
#include "core/torques/kovalevskaya.hpp"

/// States as the contract writes them. Number turns a scalar into JSON: itself, or a decimal string.
namespace polhode {

template <class F, class T, class Number>
nlohmann::ordered_json vector_json(const Vec<F, T>& v, const Number& number) {
  return {number(v[0]), number(v[1]), number(v[2])};
}
template <class T, class Number>
nlohmann::ordered_json attitude_json(const Attitude<T>& R, const Number& number) {
  const auto m = matrix(R);
  auto rows = nlohmann::ordered_json::array();
  for (int i = 0; i < 3; ++i) rows.push_back({number(m(i, 0)), number(m(i, 1)), number(m(i, 2))});
  return {{"quaternion", {number(R.w), number(R.x), number(R.y), number(R.z)}}, {"matrix", rows}};
}

/// The user's units and comments, as every answer repeats them.
template <class T>
void echo(nlohmann::ordered_json& out, const Spec<T>& spec) {
  for (const auto& [quantity, unit] : spec.units) out["units"][quantity] = unit;
  if (!spec.comments.empty()) out["comments"] = spec.comments;
}

/// Adds the fields of a state at the time t, its energy, its spatial momentum where space may turn, and Kovalevskaya's
/// integral of the body that has it.
template <class P, class T, class Number>
void state_json(nlohmann::ordered_json& row, const Spec<T>& spec, const P& problem, const typename P::State& principal,
                const T& t, const Number& number) {
  const auto user = spec.to_user(principal);
  each_leaf(user, [&](const Field& field, const auto& member) {
    const std::string name(field.name);
    if constexpr (requires { member.w; })
      row[name] = attitude_json(member, number);
    else
      row[name] = vector_json(member, number);
  });
  row["energy"] = number(energy(problem, principal));
  if (P::turns_with_space) row["spatial_momentum"] = vector_json(spatial_momentum(problem, principal, t), number);
  if constexpr (requires { kovalevskaya(problem, principal); })
    if (const auto K = kovalevskaya(problem, principal)) row["kovalevskaya"] = number(*K);
}

/// Reads what state_json has written as decimal strings.
template <class State>
State read_state(const nlohmann::ordered_json& j) {
  State state{};
  each_leaf(state, [&](const Field& field, auto& member) {
    const auto& value = j.at(std::string(field.name));
    if constexpr (requires { member.w; }) {
      using T = std::remove_cvref_t<decltype(member.w)>;
      const auto x = [&](int i) { return T(value.at("quaternion").at(i).template get<std::string>()); };
      member = {x(0), x(1), x(2), x(3)};
    } else {
      using T = std::remove_cvref_t<decltype(member[0])>;
      for (int i = 0; i < 3; ++i) member[i] = T(value.at(i).template get<std::string>());
    }
  });
  return state;
}

}  // namespace polhode
