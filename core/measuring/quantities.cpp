// SPDX-License-Identifier: MIT
#include "core/measuring/quantities.hpp"

namespace polhode {

namespace {

using enum Quantity;

Row row(double t, const auto& v) {
  return {t, v[0], v[1], v[2]};
}

Row seen(Quantity quantity, const Node& node, const RigidBody<double>& body) {
  const auto& [Pi, R] = *node.now.state.rigid();
  const auto& start = body.initial;
  const double t = node.now.t;
  const auto& interval = node.now.interval;
  if (quantity == relative_energy_error) return {t, node.energy() / node.H0 - 1, norm(body.Omega(Pi))};
  if (quantity == angular_velocity) return row(t, body.Omega(Pi));
  if (quantity == gravity_direction) return row(t, inverse(R) * axis<Space, double>(2));
  if (quantity == body_momentum) return row(t, Pi);
  if (quantity == momentum_norm) return {t, norm(Pi) / norm(start.Pi)};
  if (!interval) return {};
  const auto p = momentum_in<Body>(*interval);
  if (quantity == interval_momentum) return row(interval->t, p);
  if (quantity == interval_momentum_norm) return {interval->t, norm(p) / norm(start.Pi)};
  if (quantity == interval_energy) return {interval->t, interval->energy / node.start_energy()};
  return {};
}

Row seen(Quantity quantity, const Node& node, const Director<double>& director) {
  const auto& [d, omega] = std::get<DirectorState<double>>(node.now.state);
  const double t = node.now.t, I = director.I;
  if (quantity == relative_energy_error) return {t, node.energy() / node.H0 - 1, norm(omega)};
  if (quantity == angular_velocity) return row(t, omega);
  const auto velocity = [&](const Interval<double>& i) { return (1 / I) * momentum_in<Space>(i); };
  const auto& interval = node.now.interval;
  if (!interval || !node.before) return {};
  const auto w = velocity(*interval);
  const double h = t - node.before->t;
  const auto half_turn = exp((h / 2) * w);
  const auto& d0 = std::get<DirectorState<double>>(node.before->state).d;
  if (quantity == interval_momentum) return row(interval->t, I * w);
  if (quantity == interval_energy) return {interval->t, interval->energy / node.start_energy()};
  if (quantity == difference_momentum) return {interval->t, I / (2 * h) * cross(d0 + d, d - d0)[2]};
  if (quantity == written_momentum) return {interval->t, I * (half_turn * w)[2]};
  // L_n turns with the step: L_n Omega_n = w_n, L_{1/2} = turned by h w / 2
  if (quantity == average_momentum && node.before->interval)
    return {interval->t, I / 2 * (w + half_turn * velocity(*node.before->interval))[2]};
  return {};
}

Row seen(Quantity quantity, const Node& node, const Particles<double>& particles) {
  const auto v = particles.velocity(std::get<ParticleState<double>>(node.now.state).p);
  if (quantity == relative_energy_error) return {node.now.t, node.energy() / node.H0 - 1, norm(v)};
  return row(node.now.t, v);
}

}  // namespace

Row observe(Quantity quantity, const Node& node) {
  if (quantity == energy_error) return {node.now.t, node.energy() - node.H0};
  return node.problem.as([&](const auto& p) { return seen(quantity, node, p); });
}

const std::vector<QuantityInfo>& quantities() {
  constexpr int all = for_bodies | for_directors | for_particles;
  static const std::vector<QuantityInfo> list{{"energy_error", {"energy_error"}, all},
                                              {"relative_energy_error", {"relative_energy_error", "rate"}, all},
                                              {"angular_velocity", {"Omega1", "Omega2", "Omega3"}, all},
                                              {"gravity_direction", {"u1", "u2", "u3"}, for_bodies},
                                              {"body_momentum", {"Pi1", "Pi2", "Pi3"}, for_bodies},
                                              {"momentum_norm", {"momentum_norm"}, for_bodies},
                                              {"interval_momentum", {"p1", "p2", "p3"}, for_bodies | for_directors},
                                              {"interval_momentum_norm", {"interval_momentum_norm"}, for_bodies},
                                              {"interval_energy", {"interval_energy"}, for_bodies | for_directors},
                                              {"difference_momentum", {"difference3"}, for_directors},
                                              {"average_momentum", {"average3"}, for_directors},
                                              {"written_momentum", {"written3"}, for_directors}};
  return list;
}
const QuantityInfo& info(Quantity quantity) {
  return quantities()[static_cast<std::size_t>(quantity)];
}

std::vector<std::string> columns(Quantity quantity) {
  auto names = info(quantity).columns;
  names.insert(names.begin(), "t");
  return names;
}

}  // namespace polhode
