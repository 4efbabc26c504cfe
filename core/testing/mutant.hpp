// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <type_traits>

/// Selects the mutant of the sources (mutants.py); only sources in build/mutants include this.
namespace polhode {

inline const int chosen_mutant = [] {
  const char* number = std::getenv("POLHODE_MUTANT");
  return number ? std::atoi(number) : 0;
}();

/// Constant expressions are never mutated.
constexpr bool mutant(int k) {
  return !std::is_constant_evaluated() && k == chosen_mutant;
}

}  // namespace polhode
