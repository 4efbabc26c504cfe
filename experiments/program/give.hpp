// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace polhode::verbs {

/// Where an answer goes: a file or "-", and whether standard output gets JSON or text.
struct Destination {
  const std::string& output;
  bool json;
};

/// To a file the JSON, whose path is printed after the text; to standard output one of both.
void give(const Destination& to, const nlohmann::ordered_json& answer, const std::string& text);

/// To a file the JSON, whose path is printed after the text; to standard output the JSON, and the text to standard
/// error.
void give_json(const std::string& output, const nlohmann::ordered_json& answer, const std::string& text);
/// What is printed of a JSON that was written there already.
void say_written(const std::string& output, const std::string& text);

}  // namespace polhode::verbs
