// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"
#include "engines/polhode/engine.h"

/// Engines (engines/polhode/engine.h) as methods of bodies in doubles; engines that are programs (docs/engines.md) too.
namespace polhode {

/// The calls of polhode/engine.h; `why` may explain one that failed.
class EngineBody {
 public:
  virtual ~EngineBody() = default;
  virtual std::int32_t set(double t, const polhode_state& state) = 0;
  virtual std::int32_t step(double h) = 0;
  virtual std::int32_t get(polhode_state& state) = 0;
  virtual std::string why() const { return {}; }
  /// Announces the steps after the next `set`: `steps` of them, with sizes from the list in turn.
  virtual void foresee(const std::vector<double>&, std::int64_t) {}
};

/// Makes a body with these principal moments, or throws NoBody with the reason.
using MakeBody = std::function<std::unique_ptr<EngineBody>(const double inertia[3], polhode_torque, void* context)>;
struct NoBody : std::runtime_error {
  using std::runtime_error::runtime_error;
};

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

/// The engines of a program alone; docs/engines.md has its protocol.
std::vector<const EngineMethod*> engines_of_program(const std::string& command, double seconds);

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
