// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"
#include "engines/polhode/engine.h"
#include "experiments/running/engine_body.hpp"

/// Engines (engines/polhode/engine.h) as methods of bodies in doubles; engines that are programs (docs/engines.md) too.
namespace polhode {

/// The description of an engine, and its functions.
struct EngineMethod {
  const polhode_engine* engine;  ///< of a library; of others without functions
  MethodInfo info;
  MakeBody make;
  Runner<FreeBody<double>> free;
  Runner<TorquedBody<double>> torqued;  ///< run is empty if it takes no torque
};

/// The engines of a shared library, which stays loaded with them, or of a program, a command of the shell, whose
/// answers may take this many seconds. Throws UserError if there is no such library or program, or if an engine's
/// description violates engine.h.
std::vector<const EngineMethod*> engines_of(const std::string& engine, double seconds = 60);

/// The address of a function that `of` (an engine, a plug-in) exports: a shared library, which stays loaded. Throws
/// UserError, which names the flag and the library.
void* exported(const std::string& flag, const std::string& path, const char* function, const char* of);

/// Whether the value of --engine is a command: neither a file that cannot be executed, nor a library.
bool is_command(const std::string& engine);

/// The description of the engine of this method; null if it is no engine.
const polhode_engine* engine_of(const MethodInfo& method);

/// An engine whose bodies `make` makes; its texts outlive it. Throws UserError, which begins with `whence`, if the
/// description, without functions, violates engine.h.
const EngineMethod* engine_of_bodies(const polhode_engine& description, MakeBody make, const std::string& whence,
                                     std::int32_t index = 0);

}  // namespace polhode
