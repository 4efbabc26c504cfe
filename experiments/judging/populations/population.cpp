// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/population.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/io/json.hpp"
#include "core/io/spec.hpp"
#include "core/system/progress.hpp"
#include "experiments/judging/populations/spec/parts.hpp"

// Every line that draws is a definition: another order of operations would be another population.
namespace polhode::populations {

namespace {

/// The field of random words of each part of a body; torques have one each from the last on.
constexpr std::uint64_t inertia_field = 0, direction_field = 1, size_field = 2, attitude_field = 3,
                        separatrix_field = 4, torque_field = 16;

/// The torques whose vector may be drawn by the energy of the start, and the name of it.
const std::map<std::string, std::string_view, std::less<>> vectors_by_energy{
    {"gravity", "moment"}, {"constant-field", "u0"}, {"harmonic-space", "amplitude"}};

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

/// Axes by moment, equal ones by number.
std::array<int, 3> by_moment(const Triple& I) {
  std::array<int, 3> order{0, 1, 2};
  if (I[order[1]] < I[order[0]]) std::swap(order[0], order[1]);
  if (I[order[2]] < I[order[1]]) std::swap(order[1], order[2]);
  if (I[order[1]] < I[order[0]]) std::swap(order[0], order[1]);
  return order;
}

/// A scalar whose every value satisfies `accept`. It is monotonic in its range, so that the ends decide.
Scalar read_scalar(const Field& field, const std::string& accepted, const std::function<bool(double)>& accept) {
  Scalar s;
  if (field.is_number()) {
    s.a = field.number(accepted, accept);
    return s;
  }
  const auto [key, value] = field.member();
  s.kind = static_cast<Scalar::Kind>(std::find(std::begin(scalar_names), std::end(scalar_names), key) - scalar_names);
  if (s.kind == Scalar::Kind::list) {
    for (const auto& item : value.items()) s.list.push_back(item.number(accepted, accept));
    return s;
  }
  if (s.is_axis()) {
    const auto list = value.items();
    s.a = list[0].number(), s.b = list[1].number();
    s.n = list[2].integer();
  } else {
    std::tie(s.a, s.b) = value.range();
  }
  const bool exponents = s.is_exponent();
  if (exponents && (std::abs(s.a) > 300 || std::abs(s.b) > 300)) value.reject("exponents from -300 to 300");
  for (const double end : {s.a, s.b})
    if (!accept(exponents ? pow10(end) : end)) value.reject(accepted);
  return s;
}

/// The moments of a body that has I_k <= I_i + I_j.
Triple read_moments(const Field& field, bool impossible) {
  const auto I = field.triple();
  for (const double moment : I)
    if (!(moment > 0) || !std::isfinite(1 / moment)) field.reject("moments above 0");
  if (impossible) return I;
  const double largest = std::max({I[0], I[1], I[2]}), ulp = std::nextafter(largest, INFINITY) - largest;
  for (int k = 0; k < 3; ++k)
    if (I[k] > I[(k + 1) % 3] + I[(k + 2) % 3] + 4 * ulp)
      field.reject("moments of which none exceeds the sum of the others, or population.impossible: true");
  return I;
}

/// Permutes moments that were drawn in ascending order, where the spec says so.
std::function<Triple(const Triple&, const Words&)> read_order(const Field& field, const char* usual) {
  const bool shuffled = field.at_or("order", usual).is("shuffled");
  return [shuffled](const Triple& I, const Words& w) { return shuffled ? permuted(I, w[2]) : I; };
}

/// Uniform on the triangle x = I1/I3, y = I2/I3, 0 < 1 - y <= x <= y <= 1: sphere (1, 1), needle (0, 1), disc (1/2,
/// 1/2); `least` moves the needle's corner to (least, 1).
InertiaForm read_triangle(const Field& field) {
  const double least =
      field.at_or("least", 0.01).number("a number from 0, below 1/2", [](double x) { return x >= 0 && x < 0.5; });
  return {[least, ordered = read_order(field, "shuffled")](std::int64_t, const Words& w) {
    double u = unit(w[0]), v = unit(w[1]);
    if (u + v >= 1) u = 1 - u, v = 1 - v;
    const double x = (1 - u * (1 - least)) - 0.5 * v, y = 1 - 0.5 * v;
    return ordered({x, y, 1}, w);
  }};
}
/// The n^2 cells of that triangle, an axis of the grid.
InertiaForm read_triangle_grid(const Field& field) {
  const auto n = field.at("triangle_grid").integer();
  return {[n, ordered = read_order(field, "ascending")](std::int64_t g, const Words& w) {
            auto j = static_cast<std::int64_t>(std::sqrt(static_cast<double>(g)));
            while (j * j > g) --j;
            while ((j + 1) * (j + 1) <= g) ++j;
            const std::int64_t k = g - j * j, i = n - 1 - j + k;
            const auto over = static_cast<double>(4 * n);
            const double x = static_cast<double>(2 * i + 1) / over, y = static_cast<double>(2 * n + 2 * j + 1) / over;
            return ordered({x, y, 1}, w);
          },
          n * n};
}
/// Each moment times 10^(spread (2u - 1)), then made possible.
InertiaForm read_nearby(const Field& field, bool impossible) {
  const auto centre = read_moments(field.at("around"), impossible);
  const double spread = field.at("spread").between(0, 1);
  return {[centre, spread](std::int64_t, const Words& w) {
    Triple I;
    for (int k = 0; k < 3; ++k) I[k] = centre[k] * pow10(spread * (2 * unit(w[k]) - 1));
    for (int k = 0; k < 3; ++k) I[k] = std::min(I[k], I[(k + 1) % 3] + I[(k + 2) % 3]);
    return I;
  }};
}
InertiaForm read_inertia(const Field& field, bool impossible) {
  if (field.has("triangle_grid")) return read_triangle_grid(field);
  if (field.has("around")) return read_nearby(field, impossible);
  const auto [key, form] = field.member();
  if (key == "triangle") return read_triangle(form);
  if (key == "symmetric") {  // (1, 1, third)
    const auto third = read_scalar(form, impossible ? "numbers above 0" : "numbers above 0, at most 2",
                                   [&](double x) { return x > 0 && (impossible || x <= 2); });
    return {[third](std::int64_t g, const Words& w) {
              return Triple{1, 1, third.value(g, unit(w[0]))};
            },
            third.points(), true};
  }
  std::vector<Triple> moments;
  if (key == "fixed")
    moments.push_back(read_moments(form, impossible));
  else
    for (const auto& item : form.items()) moments.push_back(read_moments(item, impossible));
  return {[moments](std::int64_t g, const Words&) { return moments[static_cast<std::size_t>(g)]; },
          static_cast<std::int64_t>(moments.size()), key == "fixed" && moments[0][0] == moments[0][1]};
}

/// Uniform on the cap 1 - cos(angle) <= cap.
DirectionForm read_cap(const Field& field) {
  const auto g = field.at("around").direction();
  const double cap = field.at("cap").between(0, 2);
  return {direction_field, [g, cap](const Triple&, const Words& w) {
            const double size = std::sqrt((g[0] * g[0] + g[1] * g[1]) + g[2] * g[2]);
            const Triple a{g[0] / size, g[1] / size, g[2] / size};
            const double z = 1 - cap * unit(w[0]), r = std::sqrt((1 - z) * (1 + z));
            const auto [c, s] = turn(unit(w[1]));
            const Triple p{r * c, r * s, z}, n{-a[0], -a[1], 1 - a[2]};  // a reflection that takes e3 to a
            const double divisor = (n[0] * n[0] + n[1] * n[1]) + n[2] * n[2];
            const double f = divisor == 0 ? 0 : 2 * ((n[0] * p[0] + n[1] * p[1]) + n[2] * p[2]) / divisor;
            return Triple{p[0] - f * n[0], p[1] - f * n[1], p[2] - f * n[2]};
          }};
}
/// By distance from the separatrix: with delta = 2E I2/G^2 - 1, divided by its extreme on the same side; 1 is pure
/// spin.
DirectionForm read_separatrix(const Field& field) {
  const auto distance =
      read_scalar(field.at("distance"), "numbers above 0, at most 1", [](double x) { return x > 0 && x <= 1; });
  const auto side = field.at_or("side", "both");
  return {separatrix_field,
          [distance, both = side.is("both"), greatest = side.is("greatest")](const Triple& I, const Words& words) {
            const double d = distance.value(0, unit(words[0])), v = unit(words[1]);
            const std::uint64_t b = words[2] >> 61;
            const auto order = by_moment(I);
            const double a1 = I[order[0]], a2 = I[order[1]], a3 = I[order[2]], den = a2 * (a3 - a1);
            const double c2 = den == 0 ? 0.5 : a3 * (a2 - a1) / den, c1 = den == 0 ? 0.5 : a1 * (a3 - a2) / den;
            const double w = (4 * v) * (1 - v), f = (1 - d) * w;
            const bool about_greatest = both ? (b & 1) != 0 : greatest;
            double m1 = std::sqrt(about_greatest ? f * c1 : d + f * c1),
                   m3 = std::sqrt(about_greatest ? d + f * c2 : f * c2);
            const double m2 = std::sqrt(1 - d) * (2 * v - 1);
            if (b & 2) m1 = -m1;
            if (b & 4) m3 = -m3;
            Triple m;
            m[order[0]] = m1, m[order[1]] = m2, m[order[2]] = m3;
            return m;
          }};
}
DirectionForm read_direction(const Field& field) {
  if (field.is_string()) {
    const bool octant = field.is("octant");  // absolute values of the sphere's
    return {direction_field, [octant](const Triple&, const Words& w) {
              const auto v = on_sphere(unit(w[0]), unit(w[1]));
              return octant ? Triple{std::abs(v[0]), std::abs(v[1]), std::abs(v[2])} : v;
            }};
  }
  if (field.has("around")) return read_cap(field);
  const auto [key, form] = field.member();
  if (key == "separatrix") return read_separatrix(form);
  return {direction_field, [v = form.direction()](const Triple&, const Words&) { return v; }};  // used as given
}

/// The numbers of a torque that are distributions become their least values.
void take_drawn(const Field& field, nlohmann::json& j, const nlohmann::json::json_pointer& place,
                TorqueFamily& family) {
  if (j.is_object() && j.size() == 1 && (j.contains("uniform") || j.contains("log10"))) {
    const auto s = read_drawn(field);
    family.drawn.push_back({place, s, content_hash(field.field)});
    j = s.value(0, 0);
  } else if (j.is_object()) {
    for (auto& [key, value] : j.items()) take_drawn(field.at(key), value, place / key, family);
  } else if (j.is_array()) {
    const auto items = field.items();
    for (std::size_t i = 0; i < j.size(); ++i) take_drawn(items[i], j[i], place / i, family);
  }
}

/// Refused is what `run` refuses, at both ends of all distributions, and where one of them is at its other end.
void refuse_as_run_does(const Field& field, const TorqueFamily& family) {
  DrawnBody body;
  body.inertia = {1, 1, 1}, body.momentum = {1, 0, 0};
  const std::size_t drawn = family.drawn.size();
  for (std::size_t k = 0; k < 2 * (drawn + 1); ++k) {
    const double end = static_cast<double>(k % 2);
    auto torque = family.spec;
    for (std::size_t i = 0; i < drawn; ++i)
      torque[family.drawn[i].place] = family.drawn[i].value->value(0, i + 1 == k / 2 ? 1 - end : end);
    body.torques = {torque};
    try {
      check_form(json(body.spec()), "spec-1", "");
      body.problem();
    } catch (const UserError& e) {
      const std::string_view what = e.what(), of = "torque[0]";
      throw UserError(field.field +
                      (what.starts_with(of) ? std::string(what.substr(of.size())) : ": " + std::string(what)));
    }
  }
}

TorqueFamily read_torque(const Field& field) {
  const auto kind = field.at("kind").text();
  TorqueFamily family;
  const auto member = vectors_by_energy.find(kind);
  if (member == vectors_by_energy.end() || field.has(std::string(member->second))) {
    family.spec = field.value;
    take_drawn(field, family.spec, nlohmann::json::json_pointer(), family);
    if (kind == "coulomb-wall") family.spec["attractive"] = field.at_or("attractive", false).value;  // of its identity
    refuse_as_run_does(field, family);
    return family;
  }
  family.spec = {{"kind", kind}};
  const bool harmonic = kind == "harmonic-space";
  auto& vector = family.vector.emplace();
  vector.member = member->second;
  const auto axis = field.at_or("axis", harmonic ? json("sphere") : json{0, 0, 1});
  if (!axis.is_string()) vector.axis = axis.direction();
  vector.ratio = read_drawn(field.at_or("ratio", 1));
  if (harmonic) vector.frequency = read_drawn(field.at_or("frequency", 1));
  return family;
}

}  // namespace

std::int64_t Scalar::points() const {
  return kind == Kind::list ? static_cast<std::int64_t>(list.size()) : n;
}

double Scalar::value(std::int64_t i, double u) const {
  if (kind == Kind::number) return a;
  if (kind == Kind::list) return list[static_cast<std::size_t>(i)];
  const double share = is_axis() ? static_cast<double>(i) / static_cast<double>(n - 1) : u;
  const double x = is_axis() && n == 1 ? a : a + (b - a) * share;
  return is_exponent() ? pow10(x) : x;
}

Scalar read_drawn(const Field& field) {
  return read_scalar(field, "finite numbers", [](double x) { return std::isfinite(x); });
}

Population read_population(const Field& field) {
  Population p;
  const bool impossible = field.at_or("impossible", false).flag();
  p.replicates = field.at_or("bodies", 1).integer<std::uint64_t>();
  p.inertia = read_inertia(field.at_or("inertia", json{{"triangle", json::object()}}), impossible);
  const auto momentum = field.at_or("momentum", json::object());
  p.direction = read_direction(momentum.at_or("direction", "sphere"));
  p.size = read_scalar(momentum.at_or("size", 1), "numbers above 0", [](double x) { return x > 0; });
  p.uniform_attitude = field.at_or("attitude", "identity").is("uniform");
  for (const auto& item : field.at_or("torque", json::array()).items()) p.torques.push_back(read_torque(item));
  return p;
}

void DrawnNumber::draw(json& spec, std::uint64_t seed, std::uint64_t id, bool at_ends) const {
  const auto words = draw_words(seed, id, field);
  if (value)
    spec[place] = value->value(0, at_ends ? static_cast<double>(words[0] >> 63) : unit(words[0]));
  else
    spec[place] = uniform_attitude(words);
}

std::vector<std::int64_t> Population::axes() const {
  std::vector<std::int64_t> axes{inertia.points, size.points()};
  for (const auto& torque : torques) {
    axes.push_back(torque.vector ? torque.vector->ratio.points() : 1);
    axes.push_back(torque.vector && torque.vector->frequency ? torque.vector->frequency->points() : 1);
  }
  return axes;
}

double DrawnBody::rate() const {
  double w1 = momentum[0] / inertia[0], w2 = momentum[1] / inertia[1], w3 = momentum[2] / inertia[2];
  constexpr int squares_fit = 500;
  const double largest = std::max({std::abs(w1), std::abs(w2), std::abs(w3)});
  int e = largest > 0 && std::isfinite(largest) ? std::ilogb(largest) : 0;
  if (std::abs(e) < squares_fit) e = 0;
  for (auto* w : {&w1, &w2, &w3}) *w = std::ldexp(*w, -e);
  return std::ldexp(std::sqrt((w1 * w1 + w2 * w2) + w3 * w3), e);
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

nlohmann::ordered_json DrawnBody::spec() const {
  nlohmann::ordered_json spec{{"body", {{"inertia", inertia}, {"attitude", attitude}, {"momentum", momentum}}}};
  if (!torques.empty()) spec["torque"] = torques;
  return spec;
}

Problem<double> DrawnBody::problem() const {
  if (!torques.empty()) return read_formed_spec<double>(json(spec())).problem;
  const auto& [w, x, y, z] = attitude;
  return FreeBody<double>{
      {{inertia[0], inertia[1], inertia[2]}, {{momentum[0], momentum[1], momentum[2]}, {w, x, y, z}}}};
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

  const auto& form = population_.direction;
  body.inertia = population_.inertia.draw(body.grid[0], draw_words(seed_, id, inertia_field));
  const auto direction = form.draw(body.inertia, draw_words(seed_, id, form.field));
  const auto& scale = population_.size;
  const bool drawn = !scale.is_axis() && scale.kind != Scalar::Kind::number;
  const double size = scale.value(body.grid[1], drawn ? unit(draw_words(seed_, id, size_field)[0]) : 0);
  for (int i = 0; i < 3; ++i) body.momentum[i] = direction[i] * size;

  body.attitude = {1, 0, 0, 0};
  if (population_.uniform_attitude) body.attitude = uniform_attitude(draw_words(seed_, id, attitude_field));

  body.torques.resize(population_.torques.size());
  const auto& [Pi1, Pi2, Pi3] = body.momentum;
  const auto& [I1, I2, I3] = body.inertia;
  const double K = 0.5 * ((Pi1 * Pi1 / I1 + Pi2 * Pi2 / I2) + Pi3 * Pi3 / I3);
  for (std::size_t k = 0; k < body.torques.size(); ++k) {
    const auto& family = population_.torques[k];
    auto& torque = body.torques[k] = family.spec;
    for (const auto& number : family.drawn) number.draw(torque, seed_, id);
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
