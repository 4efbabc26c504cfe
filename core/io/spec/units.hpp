// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/geometry/decimal.hpp"
#include "core/io/spec.hpp"
#include "core/io/spec/values.hpp"

namespace polhode::reading {

/// A unit in SI: its value, and its powers of length, mass, time and charge. Angles are in radians.
struct Quantity {
  float100 size{1};
  std::array<int, 4> powers{};
};

/// A product like "mN m", "deg/s" or "kg m^2/s"; nothing for an unknown unit. A is an ampere in units of dipole
/// moments, an angstrom in all others.
std::optional<Quantity> quantity(const std::string& name, bool of_dipole = false);

/// The gravitational parameter of a planet, the Sun or the Moon, in m^3/s^2, by its name in small letters: the Earth's
/// with its air [IERS Conventions 2010], others from JPL's ephemeris DE440 [Park et al. 2021].
std::optional<float100> gravity_of(const std::string& name);

/// Quantity of a unit that is given beside numbers.
struct Measure {
  std::array<int, 3> powers{};  ///< of length, mass and time; of a field, none are left
  const char* like = "nT";
};
inline constexpr Measure of_field{}, of_time{{0, 0, 1}, "ms"}, of_length{{1, 0, 0}, "km"},
    of_torque{{2, 1, -2}, "mN m"}, of_momentum{{2, 1, -1}, "N m s"}, of_inertia{{2, 1, 0}, "kg m^2"};

/// The units that a file names.
struct NamedUnits {
  bool degrees = false;
  std::array<std::string, 4> names{};  ///< of length, mass, time and field

  static constexpr const char* keys[] = {"length", "mass", "time", "field"};

  static constexpr const char* examples[] = {"m, km", "kg, g", "s, h, d", "T, nT, V/m"};

  /// The powers of a unit of length, mass or time (`power` as in `Quantity`), or those that a unit of the field (3)
  /// must have.
  static std::array<int, 4> powers_of(std::size_t power) {
    std::array<int, 4> expected{};
    expected[power] = power == 3 ? -1 : 1;
    return expected;
  }
  static bool is_one(const Quantity& q, std::size_t power) {
    return power == 3 ? q.powers[3] == -1 : q.powers == powers_of(power);
  }
  /// A unit of the file in SI; the SI unit if the file names none.
  Quantity in_si(std::size_t power, const std::string& field) const {
    if (names[power].empty()) return {float100(1), powers_of(power)};
    const auto known = quantity(names[power]);
    if (!known || !is_one(*known, power))
      throw UserError("units.{}: \"{}\" is given, and {} needs a known one; accepted: like {}", keys[power],
                      shortened(names[power]), field, examples[power]);
    return *known;
  }
};

/// Converts the numbers of a file, once and at the precision of T, for a computation in its units of mass, length and
/// time and in radians.
template <class T>
struct Units : NamedUnits {
  T rate{1};                 ///< radians per time of one of its units
  T momentum{1}, torque{1};  ///< mass length^2/time and mass length^2/time^2 of one of its units
  T dipole{1};               ///< torque, in the computation, of a unit dipole moment in a unit field
  bool only_angles = false;  ///< degrees are given, but no unit of rates

  /// Factor of a quantity in units of the file, which are powers of length, mass and time, times field^-charge.
  std::pair<T, std::array<int, 3>> in_own(Quantity q, const std::string& field, const std::string& given) const {
    const auto times = [&](std::size_t k, int power) {
      if (power == 0) return;
      if (names[k].empty())
        throw UserError("{}: {} is given without units.{}; accepted: with it", field, given, keys[k]);
      const auto own = in_si(k, field);
      for (int n = 0; n < std::abs(power); ++n)
        q.size = power < 0 ? float100(q.size / own.size) : float100(q.size * own.size);
      if (k == 3)
        for (std::size_t i = 0; i < 4; ++i) q.powers[i] += power * own.powers[i];
    };
    times(3, q.powers[3]);
    for (std::size_t k = 0; k < 3; ++k) times(k, -q.powers[k]);
    return {scalar_cast<T>(q.size), {q.powers[0], q.powers[1], q.powers[2]}};
  }
  /// Factor of a unit that a file names.
  T scale(const Given& j, const std::array<int, 3>& powers, const std::string& accepted, bool of_dipole = false) const {
    const auto unit = quantity(j.text(), of_dipole);
    if (!unit) j.reject(accepted);
    const auto [size, found] = in_own(*unit, j.field, shortened_json(j.value));
    if (found != powers) j.reject(accepted);
    return size;
  }
  T scale(const Given& j, const Measure& of) const {
    return scale(j, of.powers, fmt::format("a unit like \"{}\"", of.like));
  }

  /// A rate, or a vector of rates, in radians per time. With degrees for angles alone, the unit of rates is ambiguous.
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

  T per_time(const Given& j) const { return per_time(j.number<T>(), j.field); }
  /// A rate or an angle of a file; 0 where there is none.
  T rate_at(const Given& j, const std::string& key) const { return j.has(key) ? per_time(j[key]) : T(0); }
  T angle_at(const Given& j, const std::string& key) const { return j.has(key) ? radians(j[key].number<T>()) : T(0); }

  T radians(const T& angle, bool in_degrees) const { return in_degrees ? T(pi_of<T>() * angle / T(180)) : angle; }
  T radians(const T& angle) const { return radians(angle, degrees); }
};

template <class T>
Units<T> units(const Given& document, Spec<T>& spec) {
  Units<T> u;
  if (!document.has("units")) return u;
  const Given j = document["units"];
  for (const auto& [key, _] : j->items()) spec.units.emplace_back(key, j[key].text());
  const auto named = [&](const char* key, const std::string& otherwise) { return j->value(key, otherwise); };
  const std::string angle = named("angle", "rad"), time = named("time", ""), rate = named("rate", "");
  u.degrees = angle == "deg";
  u.names = {named("length", ""), named("mass", ""), time, named("field", "")};
  for (std::size_t k = 0; k < u.names.size(); ++k) {  // a letter is a symbol, like the T of a time
    const auto other = u.names[k].size() > 1 ? quantity(u.names[k]) : std::nullopt;
    if (other && !u.is_one(*other, k))
      j[u.keys[k]].reject(fmt::format("a unit of {0}, like {1}, or a name of your own", u.keys[k], u.examples[k]));
  }
  u.only_angles = u.degrees && rate.empty();
  const std::string per = time.empty() ? "T" : time;
  if (rate.empty() || rate == "rad/" + per) {
    u.rate = T(1);
  } else if (rate == "deg/" + per) {
    u.rate = pi_of<T>() / T(180);
  } else {
    const auto slash = rate.find('/');
    const auto known = quantity(rate), turn = quantity(rate.substr(0, slash));  // Hz leaves open if it is turns
    if (!known || (rate != "rpm" && (slash == 0 || rate[0] == '1' || !turn || turn->powers != std::array<int, 4>{})) ||
        known->powers != std::array<int, 4>{0, 0, -1, 0})
      j["rate"].reject(fmt::format("rad/{0}, deg/{0}, or another angle by a time, or rpm", per));
    u.rate = u.in_own(*known, "units.rate", shortened_json(j["rate"].value)).first;
  }
  spec.rate = u.rate;
  spec.angle = u.radians(T(1));
  const bool linear = document.has("body") && (document["body"].has("masses") || document["body"].has("positions"));
  const auto momentum =
                 fmt::format("{} {}{}/{}", named("mass", "mass"), named("length", "length"), linear ? "" : "^2", per),
             torque = fmt::format("{} {}^2/{}^2", named("mass", "mass"), named("length", "length"), per);
  if (!named("mass", "").empty() && !named("length", "").empty() && !time.empty()) {
    if (!j.has("momentum")) spec.units.emplace_back("momentum", momentum);
    spec.units.emplace_back("energy", torque);
  }
  const auto worth = [&](const char* key, std::array<int, 3> powers, const std::string& follows, const char* like) {
    if (!j.has(key) || named(key, "") == follows) return T(1);
    return u.scale(j[key], powers, fmt::format("a unit like {}, or {}", like, follows),
                   key == std::string("dipole_moment"));
  };
  u.momentum = worth("momentum", {linear ? 1 : 2, 1, -1}, momentum, linear ? "N s" : "N m s");
  u.torque = worth("torque", {2, 1, -2}, torque, "mN m");
  u.dipole = j.has("dipole_moment") ? worth("dipole_moment", {2, 1, -2}, torque + "/" + named("field", "field"),
                                            "A m^2 (with units.field)")
                                    : u.torque;
  spec.momentum = u.momentum;
  return u;
}

}  // namespace polhode::reading
