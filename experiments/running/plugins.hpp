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
/// that fails throws ForeignMethodFailed (experiments/running/extra_methods.hpp).
void load_plugin(const std::string& path, const Isolation& isolation);

/// The same for a library of engines (engines/polhode/engine.h), which serve bodies in doubles, or for a command that
/// is a program of engines (docs/engines.md).
void load_engine(const std::string& path, const Isolation& isolation);

/// Refuses a method from outside whose names are no names or are taken; `whence` begins what the user is told.
void check_names(const std::string& whence, const MethodInfo& method);

// Methods in other scalars than double, float and extended: a plug-in each, polhode-NAME.so beside the program, which
// the target polhode_NAME builds (methods/in_scalar.hpp).

/// The name of a method in a scalar, whose methods are loaded: "mr:float" of "mr", "*:float" of "all". Throws UserError
/// for a scalar that there is none of, or that is not built.
std::string in_scalar(const std::string& name, const std::string& scalar);

/// The method of this name or alias; null if there is none. If it is one in a scalar, like "mr:float", those are
/// loaded.
const MethodInfo* named_method(const std::string& name);

}  // namespace polhode
