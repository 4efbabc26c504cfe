// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "core/io/spec.hpp"

/// States as the contract writes them. Number turns a scalar into JSON: itself, or a decimal string.
namespace polhode {

template <class F, class T, class Number>
nlohmann::ordered_json vector_json(const Vec<F, T>& v, const Number& number) {
  return {number(v[0]), number(v[1]), number(v[2])};
}

template <class P, class T, class Number>
void state_json(nlohmann::ordered_json& row, const Spec<T>& spec, const P& problem, const RigidState<T>& principal,
                const Number& number) {
  const auto s = spec.to_user(principal);
  const auto m = matrix(s.R);
  row["momentum"] = vector_json(s.Pi, number);
  auto rows = nlohmann::ordered_json::array();
  for (int i = 0; i < 3; ++i) rows.push_back({number(m(i, 0)), number(m(i, 1)), number(m(i, 2))});
  row["attitude"] = {{"quaternion", {number(s.R.w), number(s.R.x), number(s.R.y), number(s.R.z)}}, {"matrix", rows}};
  row["energy"] = number(energy(problem, principal));
  row["spatial_momentum"] = vector_json(s.pi(), number);
}

template <class T, class Number>
void state_json(nlohmann::ordered_json& row, const Spec<T>&, const Director<T>& problem, const DirectorState<T>& s,
                const Number& number) {
  row["director"] = vector_json(s.d, number);
  row["angular_velocity_space"] = vector_json(s.omega, number);
  row["energy"] = number(energy(problem, s));
  row["spatial_momentum"] = vector_json(problem.I * s.omega, number);
}

template <class T, class Number>
void state_json(nlohmann::ordered_json& row, const Spec<T>&, const Particles<T>& problem, const ParticleState<T>& s,
                const Number& number) {
  row["displacement"] = vector_json(s.u, number);
  row["momentum"] = vector_json(s.p, number);
  row["energy"] = number(energy(problem, s));
}

}  // namespace polhode
