// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/drawn_problem.hpp"

#include <algorithm>

#include "core/io/spec.hpp"

namespace polhode::populations {

namespace {

nlohmann::ordered_json torque_of(const DrawnTorque& t) {
  switch (t.kind) {
    case TorqueKind::gravity:
      return {{"kind", "gravity"}, {"moment", t.vector}};
    case TorqueKind::constant_field:
      return {{"kind", "constant-field"}, {"u0", t.vector}};
    case TorqueKind::harmonic_space:
      return {{"kind", "harmonic-space"}, {"amplitude", t.vector}, {"frequency", t.frequency}};
    case TorqueKind::coulomb_wall:
      return {{"kind", "coulomb-wall"}, {"attractive", t.attractive}};
    case TorqueKind::of_spec:
      return t.spec;
  }
  return {};
}

/// The same without a file's words, for there are many bodies.
Torque<double> kind_of(const DrawnTorque& t) {
  const auto& [x, y, z] = t.vector;
  const auto e3 = axis<Body, double>(2);
  switch (t.kind) {
    case TorqueKind::gravity:
      return UniformField<double>{{x, y, z}, axis<Space, double>(2)};
    case TorqueKind::constant_field:
      return UniformField<double>{e3, {x, y, z}};
    case TorqueKind::harmonic_space:
      return HarmonicSpace<double>{{x, y, z}, t.frequency};
    default:
      return CoulombWall<double>{e3, t.attractive};
  }
}

}  // namespace

nlohmann::ordered_json torques_of(const DrawnBody& body) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& t : body.torques) list.push_back(torque_of(t));
  return list;
}

Problem<double> problem_of(const DrawnBody& drawn) {
  const auto& [I1, I2, I3] = drawn.inertia;
  const auto& [Pi1, Pi2, Pi3] = drawn.momentum;
  const auto& [w, x, y, z] = drawn.attitude;
  const RigidBody<double> body{{I1, I2, I3}, {{Pi1, Pi2, Pi3}, {w, x, y, z}}};
  if (drawn.torques.empty()) return FreeBody<double>{body};
  if (std::any_of(drawn.torques.begin(), drawn.torques.end(),
                  [](const auto& t) { return t.kind == TorqueKind::of_spec; }))
    return read_spec<double>(
               {{"body", {{"inertia", drawn.inertia}, {"momentum", drawn.momentum}, {"attitude", drawn.attitude}}},
                {"torque", nlohmann::json(torques_of(drawn))}})
        .problem;
  TorquedBody<double> torqued{body, {}};
  for (const auto& t : drawn.torques) torqued.torques.push_back(kind_of(t));
  return torqued;
}

}  // namespace polhode::populations
