// SPDX-License-Identifier: MIT
#include "core/io/spec/mass.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <sstream>

#include "core/io/spec/values.hpp"

namespace polhode::reading {

namespace {

/// sum m (r . r 1 - r r^T) from the sums m r r^T.
Mat3<float100> inertia_of(const Mat3<float100>& second) {
  const float100 trace = second(0, 0) + second(1, 1) + second(2, 2);
  return trace * identity_matrix<float100>() - second;
}
Mat3<float100> outer(const Vec<Body, float100>& a) {
  return Mat3<float100>::of([&](int i, int k) { return float100(a[i] * a[k]); });
}

}  // namespace

Mass of_points(const json& j) {
  const std::string field = "body.points";
  if (!j.is_array() || j.empty()) reject(field, j, "a list of [mass, x, y, z]");
  std::vector<std::pair<float100, Vec<Body, float100>>> points;
  Mass all;
  for (std::size_t i = 0; i < j.size(); ++i) {
    const auto one = fmt::format("{}[{}]", field, i);
    if (!j[i].is_array() || j[i].size() != 4) reject(one, j[i], "[mass, x, y, z]");
    const auto m = positive<float100>(j[i][0], one + "[0]");
    Vec<Body, float100> r;
    for (int k = 0; k < 3; ++k) r[k] = number<float100>(j[i][k + 1], fmt::format("{}[{}]", one, k + 1));
    points.emplace_back(m, r);
    all.mass += m, all.centre += m * r;
  }
  all.centre = all.centre / all.mass;
  for (const auto& [m, r] : points) all.inertia = all.inertia + m * outer(r - all.centre);
  const float100 extent = all.inertia(0, 0) + all.inertia(1, 1) + all.inertia(2, 2);
  if (!(extent > 0)) throw UserError(field + ": all at one place are given; accepted: points that are apart");
  all.inertia = inertia_of(all.inertia);
  return all;
}

std::vector<Vec<Body, float100>> faces_of(const std::string& text, const std::string& path) {
  std::vector<Vec<Body, float100>> vertices;
  constexpr std::size_t head = 84, face = 50;
  std::uint32_t n = 0;
  if (text.size() >= head)
    for (int i = 0; i < 4; ++i) n |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[80 + i])) << (8 * i);
  if (text.size() >= head && text.size() == head + face * n) {
    const auto real = [&](std::size_t at) {
      std::uint32_t bits = 0;
      for (int i = 0; i < 4; ++i)
        bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])) << (8 * i);
      return float100(static_cast<double>(std::bit_cast<float>(bits)));
    };
    for (std::size_t f = 0; f < n; ++f)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t at = head + face * f + 12 * (k + 1);
        vertices.push_back({real(at), real(at + 4), real(at + 8)});
      }
  } else {
    std::istringstream in(text);
    for (std::string word; in >> word;)
      if (word == "vertex") {
        std::string x[3];
        in >> x[0] >> x[1] >> x[2];
        for (const auto& c : x)
          if (!is_decimal(c))
            throw UserError(
                fmt::format("body.stl: {} has \"vertex {} {} {}\"; accepted: three numbers", path, x[0], x[1], x[2]));
        vertices.push_back({float100(x[0]), float100(x[1]), float100(x[2])});
      }
  }
  if (vertices.empty() || vertices.size() % 3 != 0)
    throw UserError(
        fmt::format("body.stl: {} of {} bytes has {} vertices; accepted: a whole STL file, binary or ASCII, three a face",
                    path, text.size(), vertices.size()));
  for (const auto& v : vertices)
    if (!is_finite(v)) throw UserError(fmt::format("body.stl: {} has a vertex that is not finite", path));
  return vertices;
}

Mass of_mesh(std::vector<Vec<Body, float100>> v, const float100& density, const std::string& path) {
  // A closed surface: every edge once in each direction.
  std::map<std::pair<std::size_t, std::size_t>, int> edges;
  std::map<std::array<float100, 3>, std::size_t> names;
  const auto name = [&](const Vec<Body, float100>& x) {
    return names.emplace(x.as_array(), names.size()).first->second;
  };
  for (std::size_t f = 0; f < v.size(); f += 3) {
    const std::size_t a = name(v[f]), b = name(v[f + 1]), c = name(v[f + 2]);
    ++edges[{a, b}], ++edges[{b, c}], ++edges[{c, a}];
  }
  int alone = 0;
  for (const auto& [edge, count] : edges) {
    if (count > 1) throw UserError(fmt::format("body.stl: {}: faces turn both ways; accepted: a closed surface", path));
    if (!edges.contains({edge.second, edge.first})) ++alone;
  }
  if (alone > 0)
    throw UserError(
        fmt::format("body.stl: {}: not closed: {} edges without partner; accepted: a closed surface", path, alone));

  // Its parts: vertices that edges join, each by the first of them.
  std::vector<std::size_t> part(names.size());
  std::iota(part.begin(), part.end(), std::size_t(0));
  const auto part_of = [&](std::size_t i) {
    while (part[i] != i) i = part[i] = part[part[i]];
    return i;
  };
  for (const auto& [edge, count] : edges) part[part_of(edge.first)] = part_of(edge.second);

  Vec<Body, float100> middle{};
  for (const auto& x : v) middle += x;
  middle = middle / float100(v.size());
  std::map<std::size_t, float100> volumes;
  for (std::size_t f = 0; f < v.size(); f += 3) {
    auto& volume = volumes[part_of(name(v[f]))];
    volume += dot(v[f] - middle, cross(v[f + 1] - middle, v[f + 2] - middle)) / 6;
  }
  for (auto& x : v) x = x - middle;
  float100 volume(0), holes(0);
  for (const auto& [first, its] : volumes)
    if (its < 0) holes -= its;
  Vec<Body, float100> first{};
  Mat3<float100> second{};
  for (std::size_t f = 0; f < v.size(); f += 3) {
    const auto &a = v[f], &b = v[f + 1], &c = v[f + 2];
    const auto s = a + b + c;
    const float100 d = dot(a, cross(b, c));
    volume += d / 6, first += float100(d / 24) * s;
    second = second + float100(d / 120) * (outer(a) + outer(b) + outer(c) + outer(s));
  }
  // Parts that cancel each other to the rounding of a file's decimals are no body.
  constexpr double cancelled = 1e-12;
  if (!(volume > float100(cancelled) * (volume + 2 * holes)))
    throw UserError(
        fmt::format("body.stl: {}: its volume is {:.3g}; accepted: a body with a volume, whose faces turn outwards", path,
                    scalar_cast<double>(volume)));
  const auto centroid = first / volume;
  return {density * volume, centroid + middle, density * inertia_of(second - volume * outer(centroid)),
          scalar_cast<double>(holes)};
}

}  // namespace polhode::reading
