// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/io/spec.hpp"
#include "core/io/spec/quantity.hpp"
#include "core/io/spec/values.hpp"

namespace polhode::reading {

/// How the file's angles and rates become radians: once, at the precision of T.
template <class T>
struct Units {
  bool degrees = false;
  T rate{1};                           ///< radians per time of one of its units
  bool only_angles = false;            ///< degrees are given, and nothing for rates
  std::array<std::string, 4> names{};  ///< of length, mass, time and field

  /// A unit of the file for a power of `Quantity`, in SI; that of SI where the file names none.
  float100 in_si(std::size_t power, const std::string& field) const {
    if (names[power].empty()) return float100(1);
    constexpr const char* keys[] = {"length", "mass", "time", "field"};
    const auto known = quantity(names[power]);
    std::array<int, 4> expected{};
    expected[power] = 1;
    if (!known || known->powers != expected)
      throw UserError(fmt::format("units.{}: \"{}\" is given, and {} needs a known one; accepted: like {}", keys[power],
                                  shortened(names[power]), field,
                                  power == 0   ? "m, km"
                                  : power == 1 ? "kg, g"
                                  : power == 2 ? "s, h, d"
                                               : "T, nT"));
    return known->size;
  }
  /// What a unit that a file names is worth in its own.
  T scale(const json& j, const std::string& field) const {
    const auto unit = j.is_string() ? quantity(j.get<std::string>()) : std::nullopt;
    if (!unit) reject(field, j, "a unit, like \"ms\", \"km\", \"mN m\", \"nT\" or \"deg/s\"");
    float100 size = unit->size;
    for (std::size_t k = 0; k < unit->powers.size(); ++k)
      for (int n = 0, p = unit->powers[k]; n < (p < 0 ? -p : p); ++n) {
        if (names[k].empty())
          throw UserError(fmt::format("{}: {} is given without units.{}; accepted: with it", field, shortened_json(j),
                                      k == 0   ? "length"
                                      : k == 1 ? "mass"
                                      : k == 2 ? "time"
                                               : "field"));
        const auto own = in_si(k, field);
        size = p < 0 ? float100(size * own) : float100(size / own);
      }
    return scalar_cast<T>(size);
  }

  /// A rate, or a vector of rates, of the file in radians per time. Degrees for angles alone leave open what it is in.
  template <class V>
  V per_time(const V& given, const std::string& field) const {
    const bool zero = [&] {
      if constexpr (requires { norm2(given); })
        return norm2(given) == T(0);
      else
        return given == T(0);
    }();
    if (only_angles && !zero)
      throw UserError(field +
                      ": a rate is given, with units.angle \"deg\" and no units.rate; accepted: with units.rate, "
                      "like \"deg/s\" or \"rad/s\" (units.time s; without one, deg/T or rad/T)");
    return rate * given;
  }

  T radians(const T& angle, bool in_degrees) const { return in_degrees ? T(pi_of<T>() * angle / T(180)) : angle; }
  T radians(const T& angle) const { return radians(angle, degrees); }
};

template <class T>
Units<T> units(const json& document, Spec<T>& spec) {
  Units<T> u;
  if (!document.contains("units")) return u;
  const json& j = document["units"];
  if (!j.is_object()) reject("units", j, "an object with names of units");
  only_keys(j, "units", {"mass", "length", "time", "angle", "rate", "momentum", "torque", "field", "dipole_moment"});
  for (const auto& [key, name] : j.items()) {
    if (!name.is_string()) reject("units." + key, name, "a name");
    spec.units.emplace_back(key, name.template get<std::string>());
  }
  const auto named = [&](const char* key, const std::string& otherwise) { return j.value(key, otherwise); };
  const std::string angle = named("angle", "rad"), time = named("time", ""), rate = named("rate", "");
  if (angle != "rad" && angle != "deg") reject("units.angle", j["angle"], "rad or deg");
  u.degrees = angle == "deg";
  u.names = {named("length", ""), named("mass", ""), time, named("field", "")};
  u.only_angles = u.degrees && rate.empty();
  const std::string per = time.empty() ? "T" : time;
  if (rate.empty() || rate == "rad/" + per) {
    u.rate = T(1);
  } else if (rate == "deg/" + per) {
    u.rate = pi_of<T>() / T(180);
  } else if (rate == "rpm") {
    const double minute = time == "s" ? 60 : time == "min" ? 1 : time == "h" ? 1.0 / 60 : 0;
    if (minute == 0)
      throw UserError(
          fmt::format("units.time: \"{}\" is given, and rpm; accepted: with rpm s, min or h", shortened(time)));
    u.rate = time == "h" ? T(pi_of<T>() * T(120)) : T(T(2) * pi_of<T>() / T(minute));
  } else {
    reject("units.rate", j["rate"], fmt::format("rad/{0}, deg/{0}, or rpm (with time s, min or h)", per));
  }
  spec.rate = u.rate;
  spec.angle = u.radians(T(1));
  const std::string mass = named("mass", ""), length = named("length", "");
  if (!mass.empty() && !length.empty() && !time.empty()) {
    if (!j.contains("momentum")) spec.units.emplace_back("momentum", fmt::format("{} {}^2/{}", mass, length, time));
    spec.units.emplace_back("energy", fmt::format("{} {}^2/{}^2", mass, length, time));
    // Names alone: the numbers are in the units that follow from the three.
    const bool all_known = quantity(mass) && quantity(length) && quantity(time);
    for (const auto& [key, per] : {std::pair("momentum", 1), {"torque", 2}}) {
      const auto known = j.contains(key) ? quantity(j[key].template get<std::string>()) : std::nullopt;
      if (!all_known || !known || known->powers != std::array<int, 4>{2, 1, -per, 0}) continue;
      const double share = scalar_cast<double>(u.scale(j[key], std::string("units.") + key));
      if (std::abs(share - 1) > 1e-12)
        spec.warnings.push_back(fmt::format(
            "units.{}: 1 {} is {:.7g} {} {}^2/{}{}, in which the numbers of the file are read", key,
            printable(j[key].template get<std::string>()), share, mass, length, time, per == 1 ? "" : "^2"));
    }
  }
  return u;
}

}  // namespace polhode::reading
