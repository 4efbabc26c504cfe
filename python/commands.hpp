// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/io/offered_torque.hpp"

/// The commands of the program whose answers Python has as JSON.
namespace polhode::commands {

/// What a command is asked: a spec, the folder of its files, its callable torque, and options by their names in Python.
struct Asked {
  nlohmann::json spec, options;
  std::string folder;
  CallersTorque torque;
};

/// An answer, and what the program prints of it.
struct Told {
  nlohmann::ordered_json is;
  std::string lines = {};
};
using Command = Told (*)(const Asked&);
extern const std::map<std::string, Command> all;

/// The body of the spec, with the callable beside the torques of the spec.
OfferedTorque offered(const Asked& asked);

/// What a unit of a spec's torques is worth in those computed with.
double unit_of_torque(const nlohmann::json& document);
/// What a callable computes has no units of its own.
void check_callable(double unit);

}  // namespace polhode::commands
