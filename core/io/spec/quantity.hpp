// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/geometry/decimal.hpp"

/// Units by name, for what a file has in others than its own.
namespace polhode::reading {

/// A unit in SI: what it is worth, and its powers of length, mass, time and charge. Angles are in radians.
struct Quantity {
  float100 size{1};
  std::array<int, 4> powers{};
};

/// A product like "mN m", "deg/s" or "kg m^2/s"; nothing for what is not known. A is an ampere in units of dipole
/// moments, an angstrom in all others.
std::optional<Quantity> quantity(const std::string& name, bool of_dipole = false);

/// The mass of a planet, the Sun or the Moon times the constant of gravity, in m^3/s^2, by its name in small letters:
/// of the Earth with its air [IERS Conventions 2010], others from JPL's ephemeris DE440 [Park et al. 2021].
std::optional<float100> gravity_of(const std::string& name);

}  // namespace polhode::reading
