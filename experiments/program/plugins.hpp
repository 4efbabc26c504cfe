// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polhode {

/// Loads a shared library with methods (methods/plugin.hpp) and adds them to the roster's, before anything runs.
/// Throws UserError if there is none, if it was built for another program, or if an id is taken.
void load_plugin(const std::string& path);

}  // namespace polhode
