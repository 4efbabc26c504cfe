// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polhode {

/// How the methods of plug-ins run.
struct Isolation {
  bool on = false;      ///< every run in a process of its own: what crashes or does not end is a run that failed
  double seconds = 60;  ///< that such a run may take
};

/// Loads a shared library and adds its methods to the roster (methods/plugin.hpp says what a plug-in is). It is first
/// tried in a process of its own. Throws UserError, with the library's name, if it is not one or does not fit. A run
/// that fails throws GuestFailed (experiments/running/guests.hpp).
void load_plugin(const std::string& path, const Isolation& isolation);

}  // namespace polhode
