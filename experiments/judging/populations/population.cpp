// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/population.hpp"

#include <algorithm>
#include <cmath>

// Every line here is a definition: another order of operations would be another population.
namespace polhode::populations {

namespace {

enum Field : std::uint64_t {
  inertia_field,
  direction_field,
  size_field,
  attitude_field,
  separatrix_field,
  torque_field = 16
};

}  // namespace

std::int64_t Scalar::points() const {
  if (kind == Kind::list) return static_cast<std::int64_t>(list.size());
  return is_axis() ? n : 1;
}

double Scalar::value(std::int64_t i, double u) const {
  const auto between = [&] { return n == 1 ? a : a + (b - a) * (static_cast<double>(i) / static_cast<double>(n - 1)); };
  switch (kind) {
    case Kind::number:
      return a;
    case Kind::uniform:
      return a + (b - a) * u;
    case Kind::log10:
      return pow10(a + (b - a) * u);
    case Kind::linspace:
      return between();
    case Kind::logspace10:
      return pow10(between());
    case Kind::list:
      return list[static_cast<std::size_t>(i)];
  }
  return a;
}

namespace {

Triple on_sphere(double u, double v) {
  const double z = 1 - 2 * u, r = std::sqrt((1 - z) * (1 + z));
  const auto [c, s] = turn(v);
  return {r * c, r * s, z};
}

Triple permuted(const Triple& moments, std::uint64_t word) {
  static constexpr int permutations[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const auto& p = permutations[((word >> 32) * 6) >> 32];
  return {moments[p[0]], moments[p[1]], moments[p[2]]};
}

struct DrawInertia {
  std::int64_t g;
  Words w;

  Triple operator()(const FixedInertia& form) const { return form.moments; }
  Triple operator()(const ListedInertia& form) const { return form.moments[static_cast<std::size_t>(g)]; }
  Triple operator()(const TriangleInertia& form) const {
    double u = unit(w[0]), v = unit(w[1]);
    if (u + v >= 1) u = 1 - u, v = 1 - v;
    const double x = (1 - u * (1 - form.least)) - 0.5 * v, y = 1 - 0.5 * v;
    return form.shuffled ? permuted({x, y, 1}, w[2]) : Triple{x, y, 1};
  }
  Triple operator()(const GriddedInertia& form) const {
    auto j = static_cast<std::int64_t>(std::sqrt(static_cast<double>(g)));
    while (j * j > g) --j;
    while ((j + 1) * (j + 1) <= g) ++j;
    const std::int64_t k = g - j * j, i = form.n - 1 - j + k;
    const auto over = static_cast<double>(4 * form.n);
    const double x = static_cast<double>(2 * i + 1) / over, y = static_cast<double>(2 * form.n + 2 * j + 1) / over;
    return form.shuffled ? permuted({x, y, 1}, w[2]) : Triple{x, y, 1};
  }
  Triple operator()(const SymmetricInertia& form) const { return {1, 1, form.third.value(g, unit(w[0]))}; }
  Triple operator()(const NearbyInertia& form) const {
    Triple I;
    for (int k = 0; k < 3; ++k) I[k] = form.centre[k] * pow10(form.spread * (2 * unit(w[k]) - 1));
    for (int k = 0; k < 3; ++k) I[k] = std::min(I[k], I[(k + 1) % 3] + I[(k + 2) % 3]);
    return I;
  }
};

/// Axes by moment, equal ones by number.
std::array<int, 3> by_moment(const Triple& I) {
  std::array<int, 3> order{0, 1, 2};
  if (I[order[1]] < I[order[0]]) std::swap(order[0], order[1]);
  if (I[order[2]] < I[order[1]]) std::swap(order[1], order[2]);
  if (I[order[1]] < I[order[0]]) std::swap(order[0], order[1]);
  return order;
}

struct DrawDirection {
  const Triple& I;
  std::uint64_t seed, id;

  Triple operator()(const SphereDirection&) const {
    const auto w = draw_words(seed, id, direction_field);
    return on_sphere(unit(w[0]), unit(w[1]));
  }
  Triple operator()(const OctantDirection&) const {
    const auto [x, y, z] = (*this)(SphereDirection{});
    return {std::abs(x), std::abs(y), std::abs(z)};
  }
  Triple operator()(const FixedDirection& form) const { return form.direction; }
  Triple operator()(const CapDirection& form) const {
    const auto w = draw_words(seed, id, direction_field);
    const auto& g = form.axis;
    const double size = std::sqrt((g[0] * g[0] + g[1] * g[1]) + g[2] * g[2]);
    const Triple a{g[0] / size, g[1] / size, g[2] / size};
    const double z = 1 - form.cap * unit(w[0]), r = std::sqrt((1 - z) * (1 + z));
    const auto [c, s] = turn(unit(w[1]));
    const Triple p{r * c, r * s, z}, n{-a[0], -a[1], 1 - a[2]};  // a reflection that takes e3 to a
    const double divisor = (n[0] * n[0] + n[1] * n[1]) + n[2] * n[2];
    const double f = divisor == 0 ? 0 : 2 * ((n[0] * p[0] + n[1] * p[1]) + n[2] * p[2]) / divisor;
    return {p[0] - f * n[0], p[1] - f * n[1], p[2] - f * n[2]};
  }
  Triple operator()(const SeparatrixDirection& form) const {
    using Side = SeparatrixDirection::Side;
    const auto words = draw_words(seed, id, separatrix_field);
    const double d = form.distance.value(0, unit(words[0])), v = unit(words[1]);
    const std::uint64_t b = words[2] >> 61;
    const auto order = by_moment(I);
    const double a1 = I[order[0]], a2 = I[order[1]], a3 = I[order[2]], den = a2 * (a3 - a1);
    const double c2 = den == 0 ? 0.5 : a3 * (a2 - a1) / den, c1 = den == 0 ? 0.5 : a1 * (a3 - a2) / den;
    const double w = (4 * v) * (1 - v), f = (1 - d) * w;
    const bool greatest = form.side == Side::both ? (b & 1) != 0 : form.side == Side::greatest;
    double m1 = std::sqrt(greatest ? f * c1 : d + f * c1), m3 = std::sqrt(greatest ? d + f * c2 : f * c2);
    const double m2 = std::sqrt(1 - d) * (2 * v - 1);
    if (b & 2) m1 = -m1;
    if (b & 4) m3 = -m3;
    Triple m;
    m[order[0]] = m1, m[order[1]] = m2, m[order[2]] = m3;
    return m;
  }
};

}  // namespace

std::vector<std::int64_t> Population::axes() const {
  std::vector<std::int64_t> axes{1, size.points()};
  if (const auto* listed = std::get_if<ListedInertia>(&inertia))
    axes[0] = static_cast<std::int64_t>(listed->moments.size());
  if (const auto* gridded = std::get_if<GriddedInertia>(&inertia)) axes[0] = gridded->n * gridded->n;
  if (const auto* symmetric = std::get_if<SymmetricInertia>(&inertia)) axes[0] = symmetric->third.points();
  for (const auto& torque : torques) {
    axes.push_back(torque.vector ? torque.vector->ratio.points() : 1);
    axes.push_back(torque.vector && torque.vector->frequency ? torque.vector->frequency->points() : 1);
  }
  return axes;
}

double DrawnBody::kinetic_energy() const {
  const auto& [Pi1, Pi2, Pi3] = momentum;
  const auto& [I1, I2, I3] = inertia;
  return 0.5 * ((Pi1 * Pi1 / I1 + Pi2 * Pi2 / I2) + Pi3 * Pi3 / I3);
}

double DrawnBody::rate() const {
  const double w1 = momentum[0] / inertia[0], w2 = momentum[1] / inertia[1], w3 = momentum[2] / inertia[2];
  return std::sqrt((w1 * w1 + w2 * w2) + w3 * w3);
}

double fastest_rate(const Triple& I, const Triple& Pi, double rise) {
  const auto [least, greatest] = std::minmax({I[0], I[1], I[2]});
  const double p1 = 1 / least, p3 = 1 / greatest;
  const double twice = ((Pi[0] * Pi[0] / I[0] + Pi[1] * Pi[1] / I[1]) + Pi[2] * Pi[2] / I[2]) + 2 * rise;
  const double G2 = (Pi[0] * Pi[0] + Pi[1] * Pi[1]) + Pi[2] * Pi[2];
  return std::sqrt(std::min(twice * (p1 + p3) - G2 * p1 * p3, twice * p1));
}

double DrawnBody::separatrix_distance() const {
  // delta G^2 = m1^2 (a2/a1 - 1) - m3^2 (1 - a2/a3), by differences that do not cancel.
  const auto order = by_moment(inertia);
  const double a1 = inertia[order[0]], a2 = inertia[order[1]], a3 = inertia[order[2]];
  const double least = (a2 - a1) / a1, greatest = (a3 - a2) / a3;
  const auto squared = [&](int k) { return momentum[order[k]] * momentum[order[k]]; };
  const double G2 = squared(0) + squared(1) + squared(2), delta = (squared(0) * least - squared(2) * greatest) / G2;
  if (least == 0 && greatest == 0) return 1;
  return std::min(1.0, delta >= 0 ? (least > 0 ? delta / least : 0) : -delta / greatest);
}

Drawing::Drawing(const Population& population, std::uint64_t seed)
    : population_(population), seed_(seed), axes_(population.axes()) {
  for (const auto n : axes_) grid_points_ *= static_cast<std::uint64_t>(n);
}

void Drawing::draw(std::uint64_t id, DrawnBody& body) const {
  body.id = id, body.replicate = id / grid_points_;
  body.grid.resize(axes_.size());
  auto rest = static_cast<std::int64_t>(id % grid_points_);
  for (std::size_t i = axes_.size(); i-- > 0;) body.grid[i] = rest % axes_[i], rest /= axes_[i];

  body.inertia = std::visit(DrawInertia{body.grid[0], draw_words(seed_, id, inertia_field)}, population_.inertia);
  const auto direction = std::visit(DrawDirection{body.inertia, seed_, id}, population_.direction);
  const auto& scale = population_.size;
  const bool drawn = !scale.is_axis() && scale.kind != Scalar::Kind::number;
  const double size = scale.value(body.grid[1], drawn ? unit(draw_words(seed_, id, size_field)[0]) : 0);
  for (int i = 0; i < 3; ++i) body.momentum[i] = direction[i] * size;

  if (population_.uniform_attitude) {
    body.attitude = uniform_attitude(draw_words(seed_, id, attitude_field));
  } else {
    body.attitude = {1, 0, 0, 0};
  }

  body.torques.resize(population_.torques.size());
  const double K = body.kinetic_energy();
  for (std::size_t k = 0; k < body.torques.size(); ++k) {
    const auto& family = population_.torques[k];
    auto& torque = body.torques[k] = family.spec;
    for (const auto& number : family.drawn)
      torque[number.place] = number.value.value(0, unit(draw_words(seed_, id, number.field)[0]));
    if (!family.vector) continue;
    const auto& vector = *family.vector;
    const auto w = draw_words(seed_, id, torque_field + k);
    auto drawn = vector.axis ? *vector.axis : on_sphere(unit(w[0]), unit(w[1]));
    const double strength = vector.ratio.value(body.grid[2 + 2 * k], unit(w[2])) * K;
    for (auto& x : drawn) x *= strength;
    torque[vector.member] = drawn;
    if (vector.frequency) torque["frequency"] = vector.frequency->value(body.grid[3 + 2 * k], unit(w[3]));
  }
}

}  // namespace polhode::populations
