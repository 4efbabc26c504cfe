// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/atlas.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "experiments/judging/populations/products.hpp"

namespace polhode::populations {

using json = nlohmann::ordered_json;

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

AtlasPlace atlas_place(const DrawnBody& body, const Problem<double>& problem) {
  const double x =
      problem.is_free() ? body.separatrix_distance() * 3 : field_strength(problem).size / body.kinetic_energy();
  const auto band = std::upper_bound(band_edges.begin(), band_edges.end(), x) - band_edges.begin();
  return {place_of({MapOver::Kind::triangle, 3, {}}, body), static_cast<int>(band)};
}

Atlas::Place& Atlas::at(const AtlasPlace& where) {
  auto& place = places_[where];
  if (place.standings.empty()) {
    const auto T = spec_->atlas->tolerances.size();
    place.unresolved.resize(T), place.unsolved.resize(T);
    place.standings.resize(spec_->methods.size() * T);
  }
  return place;
}

void Atlas::add(const AtlasFinding& finding) {
  const auto& found = finding.levels;
  auto& place = at(finding.where);
  const auto T = spec_->atlas->tolerances.size(), M = spec_->methods.size();
  ++place.bodies;
  for (std::size_t t = 0; t < T; ++t) {
    if (found[t] == unresolved_level) {
      ++place.unresolved[t];
      continue;
    }
    const auto cost = [&](std::size_t m) {
      const auto level = found[m * T + t];
      return level == beyond ? std::numeric_limits<double>::infinity()
                             : static_cast<double>(steps_of_level(level)) * spec_->atlas->costs[m];
    };
    std::size_t best = 0;
    for (std::size_t m = 1; m < M; ++m)
      if (cost(m) < cost(best)) best = m;
    if (found[best * T + t] == beyond) {
      ++place.unsolved[t];
      continue;
    }
    ++place.standings[best * T + t].cheapest;
    for (std::size_t m = 0; m < M; ++m) {
      auto& standing = place.standings[m * T + t];
      if (const auto level = found[m * T + t]; level != beyond)
        ++standing.at[level_of_steps(static_cast<double>(steps_of_level(level)) * finding.even)];
      standing.near += cost(m) <= atlas_near * cost(best);
    }
  }
}

void Atlas::add(const Atlas& other) {
  for (const auto& [where, theirs] : other.places_) {
    auto& ours = at(where);
    ours.bodies += theirs.bodies;
    include(ours.unresolved, theirs.unresolved), include(ours.unsolved, theirs.unsolved);
    for (std::size_t i = 0; i < ours.standings.size(); ++i) {
      auto& a = ours.standings[i];
      const auto& b = theirs.standings[i];
      a.cheapest += b.cheapest, a.near += b.near;
      for (const auto& [level, n] : b.at) a.at[level] += n;
    }
  }
}

std::uint64_t Atlas::bodies() const {
  std::uint64_t n = 0;
  for (const auto& [where, place] : places_) n += place.bodies;
  return n;
}

json Atlas::json() const {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  const auto numbers = [](const std::vector<std::uint64_t>& counts) {
    Json row = Json::array();
    for (const auto n : counts) row.push_back(integer(n));
    return row;
  };
  for (const auto& [where, place] : places_) {
    Json standings =
        Json::array();  // [method, tolerance, cheapest, near, [[step count, bodies], ..]], where there are any
    const auto T = spec_->atlas->tolerances.size();
    for (std::size_t i = 0; i < place.standings.size(); ++i) {
      const auto& s = place.standings[i];
      if (s.at.empty()) continue;
      Json at = Json::array();
      for (const auto& [level, n] : s.at) at.push_back({level, integer(n)});
      standings.push_back({i / T, i % T, integer(s.cheapest), integer(s.near), at});
    }
    list.push_back({{"shape", where.shape},
                    {"band", where.band},
                    {"bodies", integer(place.bodies)},
                    {"unresolved", numbers(place.unresolved)},
                    {"unsolved", numbers(place.unsolved)},
                    {"standings", standings}});
  }
  return list;
}

Atlas Atlas::from_json(const SweepSpec& spec, const nlohmann::ordered_json& list) {
  Atlas atlas(spec);
  const auto count = [](const nlohmann::ordered_json& j) { return static_cast<std::uint64_t>(read_integer(j)); };
  const auto T = spec.atlas->tolerances.size();
  for (const auto& j : list) {
    auto& place = atlas.at({j.at("shape").get<std::int64_t>(), j.at("band").get<int>()});
    place.bodies = count(j.at("bodies"));
    std::vector<std::uint64_t> sums(T);
    for (std::size_t t = 0; t < T; ++t) {
      place.unresolved[t] = count(j.at("unresolved").at(t)), place.unsolved[t] = count(j.at("unsolved").at(t));
      sums[t] = place.unresolved[t] + place.unsolved[t];
    }
    for (const auto& row : j.at("standings")) {
      const auto m = row.at(0).get<std::size_t>(), t = row.at(1).get<std::size_t>();
      if (m >= spec.methods.size() || t >= T) throw Damaged("a method or a tolerance of the atlas is not the spec's");
      auto& s = place.standings[m * T + t];
      s.cheapest = count(row.at(2)), s.near = count(row.at(3));
      sums[t] += s.cheapest;
      for (const auto& at : row.at(4)) s.at[at.at(0).get<int>()] = count(at.at(1));
    }
    if (std::any_of(sums.begin(), sums.end(), [&](auto n) { return n != place.bodies; }))
      throw Damaged("counts of the atlas do not add up");
  }
  return atlas;
}

}  // namespace polhode::populations
