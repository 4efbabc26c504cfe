// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engines/polhode/engine.h"

/// A body of an engine, whether the engine is a library or a program.
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

/// The descriptions of the engines of a program, without functions, and how to make their bodies. The program is
/// `command` of the shell; docs/engines.md has its protocol. An answer may take this many seconds. Throws UserError.
struct EngineOfProgram {
  polhode_engine description;
  MakeBody make;
};
std::vector<EngineOfProgram> engines_of_program(const std::string& command, double seconds);

}  // namespace polhode
