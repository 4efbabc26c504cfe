// SPDX-License-Identifier: MIT
#include "core/io/spec/mass.hpp"

#include <cmath>

#include "core/io/spec/csv_table.hpp"

namespace polhode::reading {

bool in_range(const float100& x) {
  return std::abs(scalar_cast<double>(x)) <= 1e100;
}
Mat3<float100> inertia_of(const Mat3<float100>& second) {
  const float100 trace = second(0, 0) + second(1, 1) + second(2, 2);
  return trace * identity_matrix<float100>() - second;
}
Mat3<float100> outer(const Vec<Body, float100>& a) {
  return Mat3<float100>::of([&](int i, int k) { return float100(a[i] * a[k]); });
}
Mat3<float100> about(const Mass& mass, const Vec<Body, float100>& point) {
  return mass.inertia + mass.mass * inertia_of(outer(mass.centre - point));
}
Mass placed(const Mass& m, const Mat3<float100>& turn, const Vec<Body, float100>& by) {
  return {m.mass, turn * m.centre + by, turn * (m.inertia * transpose(turn)), m.volume};
}
Mass together(const Mass& a, const Mass& b) {
  if (a.mass == 0 && b.mass == 0) return a;
  Mass sum{a.mass + b.mass, {}, {}, a.volume > 0 && b.volume > 0 ? float100(a.volume + b.volume) : float100(0)};
  sum.centre = (a.mass * a.centre + b.mass * b.centre) / sum.mass;
  sum.inertia = about(a, sum.centre) + about(b, sum.centre);
  return sum;
}
Mass with_mass(const Mass& shape, const float100& mass) {
  return {mass, shape.centre, float100(mass / shape.mass) * shape.inertia, shape.volume};
}

std::optional<Mass> solid(const std::string& shape, const Vec<Body, float100>& size) {
  using T = float100;
  const T pi = pi_of<T>(), a = size[0] * size[0], b = size[1] * size[1], c = size[2] * size[2], l = size[1];
  const auto of = [](const T& volume, const Vec<Body, T>& squares) {
    return Mass{volume, {}, Mat3<T>::of([&](int i, int k) { return i == k ? T(volume * squares[i]) : T(0); }), T(0)};
  };
  if (shape == "box") return of(T(8 * size[0] * size[1] * size[2]), {T((b + c) / 3), T((c + a) / 3), T((a + b) / 3)});
  if (shape == "ellipsoid" || shape == "sphere")
    return of(T(4 * pi / 3 * size[0] * size[1] * size[2]), {T((b + c) / 5), T((c + a) / 5), T((a + b) / 5)});
  if (shape != "cylinder" && shape != "capsule") return {};
  const T across = a / 4 + b / 3;
  const auto middle = of(T(2 * pi * a * l), {across, across, T(a / 2)});
  if (shape == "cylinder") return middle;
  const T cap = 2 * a / 5 + b + 3 * size[0] * l / 4;
  return together(middle, of(T(4 * pi / 3 * a * size[0]), {cap, cap, T(2 * a / 5)}));
}

double half_unit(const nlohmann::json& j) {
  const std::string text = j.is_string() ? j.get<std::string>() : j.dump();
  const auto mantissa = std::min(text.find_first_of("eE"), text.size());
  const auto x = CsvNumber{text}.exact();
  constexpr std::int64_t of_doubles = 100'000'000'000'000;  // from 15 digits on
  if (text.find('.') >= mantissa - 1 || !x || x->digits >= of_doubles || x->digits <= -of_doubles) return 0;
  return 0.5 * std::pow(10.0, x->exponent);
}

Mass of_points(const Given& j, float100& rounding) {
  std::vector<std::pair<float100, Vec<Body, float100>>> points;
  Mass all;
  double finest = 0;  // half a unit of the coordinates
  for (const Given& one : j.items()) {
    auto m = one[0].number<float100>();
    if (m != 0) m = one[0].positive<float100>();
    Vec<Body, float100> r;
    for (int k = 0; k < 3; ++k) {
      r[k] = one[k + 1].number<float100>();
      if (const double unit = half_unit(one[k + 1].value); unit > 0)
        finest = finest > 0 ? std::min(finest, unit) : unit;
    }
    points.emplace_back(m, r);
    all.mass += m, all.centre += m * r;
  }
  if (!(all.mass > 0)) j.refuse("no mass is given; accepted: at least one that is positive");
  all.centre = all.centre / all.mass;
  for (const auto& [m, r] : points) all.inertia = all.inertia + m * outer(r - all.centre);
  const float100 extent = all.inertia(0, 0) + all.inertia(1, 1) + all.inertia(2, 2);
  if (!(extent > 0)) j.refuse("all points coincide; accepted: points that are apart");
  all.inertia = inertia_of(all.inertia);
  // Each is off its line by half a unit of each coordinate at most. Decimals too few to tell a shape tell nothing.
  constexpr double fine = 1e-3;
  rounding = float100(3 * finest * finest) * all.mass;
  if (rounding > float100(fine * fine) * extent) rounding = 0;
  return all;
}

}  // namespace polhode::reading
