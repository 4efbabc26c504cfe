// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/torques/library.hpp"

namespace polhode {

/// From now on a spec may name this function: {"kind": "library", "symbol": SYMBOL}, without a file. For callers from other
/// languages, whose functions are in no shared object. It may throw. One of the same name takes its place.
void offer_torque(const std::string& symbol, Library<double>::Function function);

}  // namespace polhode
