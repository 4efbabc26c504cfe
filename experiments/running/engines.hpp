// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"
#include "engines/polhode/engine.h"

/// Engines (engines/polhode/engine.h) as methods of bodies in doubles.
namespace polhode {

/// What an engine says of itself, and what it does.
struct EngineMethod {
  const polhode_engine* engine;
  MethodInfo info;
  Runner<FreeBody<double>> free;
  Runner<TorquedBody<double>> torqued;  ///< run is empty if it takes no torque
};

/// The engines of a shared library, which stays loaded, and they with it. Throws UserError if there is no such library
/// or if an engine does not describe itself as engine.h says.
std::vector<const EngineMethod*> engines_of(const std::string& path);

/// The same for engines that `describe` names (polhode_engine_v1), which may be in this process; `whence` begins what
/// the user is told.
std::vector<const EngineMethod*> engines_of(const polhode_engine* (*describe)(std::int32_t), const std::string& whence);

}  // namespace polhode
