// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polhode {

/// Adds the Munthe-Kaas Runge-Kutta method (methods/family/rkmk.hpp) of a user's tableau to the list, as `mkrk`: a JSON
/// file {"name": TEXT, "A": ROWS, "b": LIST, "c": LIST}, of which A and b are required, of up to 16 stages, or 4 if it
/// is implicit. Its order is declared as the order conditions say. Once in a process. Throws UserError, with the file,
/// the field, what is given and what is accepted.
void load_tableau(const std::string& path);

}  // namespace polhode
