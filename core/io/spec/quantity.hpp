// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/geometry/decimal.hpp"

/// Units by name, for values in units other than the file's.
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

}  // namespace polhode::reading
