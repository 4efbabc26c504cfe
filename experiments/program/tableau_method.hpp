// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/geometry/wide.hpp"
#include "methods/family/rkmk.hpp"

namespace polhode {

/// Adds the Munthe-Kaas Runge-Kutta method (methods/family/rkmk.hpp) of a user's tableau to the list, as `mkrk`: a JSON
/// file {"name": TEXT, "A": ROWS, "b": LIST, "c": LIST} with up to 16 stages, or 4 if it is implicit; A and b are
/// required. The declared order follows from the order conditions. Once in a process. Throws UserError, with the file,
/// the field, the given value and the accepted ones.
void load_tableau(const std::string& path);

/// The largest numbers of stages of a user's tableau.
inline constexpr int most_explicit = 16, most_implicit = 4;

/// A user's tableau, whose coefficients are rounded.
struct RoundedTableau {
  std::string name;
  int stages = 0, order = 0;
  int digits = 0;  ///< to which its conditions hold; 0: to all
  bool is_explicit = true;
  Tableau<most_explicit, double> in_double{};
  Tableau<most_explicit, Wide> in_wide{};
};

/// Adds its method to the list. Once in a process. `what` names it in messages.
void add_method(const RoundedTableau& t, const std::string& what);

}  // namespace polhode
