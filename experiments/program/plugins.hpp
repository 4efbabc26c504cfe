// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/stepping/method.hpp"

namespace polhode {

/// Loads a shared library with methods (methods/plugin.hpp) and adds them to the roster's, before anything runs.
/// Throws UserError if there is none, if it was built for another program, or if an id is taken.
void load_plugin(const std::string& path);

/// The same for a library of engines (engines/polhode/engine.h), which serve bodies in doubles.
void load_engine(const std::string& path);

/// Refuses a method from outside whose names are no names or are taken; `whence` begins what the user is told.
void check_names(const std::string& whence, const MethodInfo& method);

}  // namespace polhode
