// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/stepping/method.hpp"

namespace polhode {

/// Running the methods of plug-ins and engines.
struct Isolation {
  bool on = false;      ///< every run in a process of its own: what crashes or does not end is a run that failed
  double seconds = 60;  ///< that such a run may take
};

/// Loads a shared library and adds its methods to the list (methods/plugin.hpp describes plug-ins), after a trial in a
/// separate process. Throws UserError, with the library's name, if it is not one or does not fit. A run that fails
/// throws ForeignMethodFailed (experiments/running/comparison_runner.hpp).
void load_plugin(const std::string& path, const Isolation& isolation);

/// Loads a library of engines (engines/polhode/engine.h), which support bodies in doubles, or a command that is a
/// program of engines (docs/engines.md).
void load_engine(const std::string& path, const Isolation& isolation);

/// Whether a text is an id: small letters, digits and single dashes within, a letter first.
bool is_id(std::string_view text);

/// Refuses a method from outside with invalid or taken names; `whence` begins the message to the user.
void check_names(const std::string& whence, const MethodInfo& method);

// Methods in other scalars than double, float and extended: a plug-in each, polhode-NAME.so beside the program, which
// the target polhode_NAME builds (methods/in_scalar.hpp).

/// The name of a method in a scalar, whose methods are loaded: "mr:float" of "mr", "*:float" of "all". Throws UserError
/// for a scalar that does not exist or is not built.
std::string in_scalar(const std::string& name, const std::string& scalar);

/// The method of this name or alias; null if there is none. For a method in a scalar, like "mr:float", loads those of
/// the scalar.
const MethodInfo* named_method(const std::string& name);

}  // namespace polhode
