// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polhode {

/// Adds the Munthe-Kaas Runge-Kutta method (methods/family/rkmk.hpp) of a user's tableau to the list, as `mkrk`: a JSON
/// file {"name": TEXT, "A": ROWS, "b": LIST, "c": LIST} with up to 16 stages, or 4 if it is implicit; A and b are
/// required. The declared order follows from the order conditions. Once in a process. Throws UserError, with the file,
/// the field, the given value and the accepted ones.
void load_tableau(const std::string& path);

}  // namespace polhode
