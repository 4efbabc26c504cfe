// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/stepping/method.hpp"

namespace polhode {

/// How the methods of plug-ins and engines run.
struct Isolation {
  bool on = false;      ///< every run in a process of its own: what crashes or does not end is a run that failed
  double seconds = 60;  ///< that such a run may take
};

/// Loads a shared library and adds its methods to the list (methods/plugin.hpp says what a plug-in is). It is first
/// tried in a process of its own. Throws UserError, with the library's name, if it is not one or does not fit. A run
/// that fails throws GuestFailed (experiments/running/extra_methods.hpp).
void load_plugin(const std::string& path, const Isolation& isolation);

/// The same for a library of engines (engines/polhode/engine.h), which serve bodies in doubles, or for a command that
/// is a program of engines (docs/engines.md).
void load_engine(const std::string& path, const Isolation& isolation);

/// Refuses a method from outside whose names are no names or are taken; `whence` begins what the user is told.
void check_names(const std::string& whence, const MethodInfo& method);

}  // namespace polhode
