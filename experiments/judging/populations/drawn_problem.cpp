// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/drawn_problem.hpp"

#include "core/io/spec.hpp"

namespace polhode::populations {

Problem<double> problem_of(const DrawnBody& drawn) {
  if (!drawn.torques.empty())
    return read_spec<double>(
               {{"body", {{"inertia", drawn.inertia}, {"momentum", drawn.momentum}, {"attitude", drawn.attitude}}},
                {"torque", drawn.torques}})
        .problem;
  const auto& [I1, I2, I3] = drawn.inertia;
  const auto& [Pi1, Pi2, Pi3] = drawn.momentum;
  const auto& [w, x, y, z] = drawn.attitude;
  return FreeBody<double>{{{I1, I2, I3}, {{Pi1, Pi2, Pi3}, {w, x, y, z}}}};
}

FieldStrength field_strength(const Problem<double>& problem) {
  FieldStrength sum;
  if (const auto* torqued = problem.torqued())
    for (const auto& torque : torqued->torques)
      if (const auto* field = std::get_if<UniformField<double>>(&torque)) {
        const double size = norm(field->field) * norm(field->moment);
        sum.size += size, sum.rise += field->potential(torqued->initial.R) + size;
      }
  return sum;
}

}  // namespace polhode::populations
