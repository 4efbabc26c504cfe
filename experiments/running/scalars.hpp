// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/stepping/method.hpp"

/// Methods in other scalars than double, float and extended: a plug-in each, polhode-NAME.so beside the program, which
/// the target polhode_NAME builds (methods/in_scalar.hpp).
namespace polhode {

/// The name of a method in a scalar, whose methods are loaded: "mr:float" of "mr", "*:float" of "all". Throws UserError
/// for a scalar that there is none of, or that is not built.
std::string in_scalar(const std::string& name, const std::string& scalar);

/// The method of this name or alias; null if there is none. If it is one in a scalar, like "mr:float", those are
/// loaded.
const MethodInfo* named_method(const std::string& name);

}  // namespace polhode
