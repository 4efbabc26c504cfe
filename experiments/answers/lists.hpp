// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/running/method_filter.hpp"
#include "experiments/running/updates.hpp"

namespace polhode::answers {

/// Methods for bodies, attitude updates for gyros ("updates"), problems or figures, with their declarations.
nlohmann::ordered_json list_of(const std::string& what, const MethodFilter& filter = {});
/// Such a list, a line each.
std::string list_text(const std::string& what, const nlohmann::ordered_json& list, bool all = true);

/// A declaration in a word: yes, no or unknown.
std::string_view word(Answer answer);
/// The input of an update, and its number of samples.
std::string_view word(Takes takes);
nlohmann::ordered_json samples_json(const UpdateInfo& update);

/// The problems with their equations and data: they follow from the types and torques, as the methods see them.
nlohmann::ordered_json problem_descriptions();

}  // namespace polhode::answers
