// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/spec.hpp"
#include "experiments/judging/recommend.hpp"

/// `recommend` for the program, Python and C.
namespace polhode::answers {

/// The options, by the names of the program's flags.
struct RecommendQuestion {
  Requirement requirement;                         ///< without its tolerances
  std::vector<double> attitude, momentum, energy;  ///< tolerances: one for all answers, or one for each
  bool least_rate = false;
  bool all = false;                                   ///< the text has every method
  std::optional<std::string> emit;                    ///< the folder of a C++ project
  std::function<void(const std::string& page)> html;  ///< gets the page of the answer
};
/// The options in the form of Python and C: {"attitude_error": ["0.1deg", 1e-6], "method": "dmv*"}. Throws UserError.
RecommendQuestion question_of(const nlohmann::json& options);

struct RecommendAnswer {
  nlohmann::ordered_json json;
  std::string text;
  bool found;            ///< a method, for every tolerance
  bool emitted = false;  ///< a project
};
/// Files that the spec names are sought in `folder`; `name` is the spec's name on a page. Throws UserError.
RecommendAnswer recommend(const RecommendQuestion& question, const nlohmann::json& document,
                          const std::string& folder = "", const std::string& name = "body");

/// Refuses the first given flag of some, with the accepted ones.
void refuse(const std::vector<std::pair<const char*, bool>>& flags, const std::string& why);

// What is recommended as C++: the body, the method and the step.

/// A program that prints the state at the end, in the axes of the spec. It needs only the installed headers, or
/// polhode.hpp. Empty if nothing is recommended, if the method is not of the tree, or if a torque is a user's function.
std::string program_text(const Recommendation& r, const Spec<double>& spec);

/// Throws UserError if no project can be written to this folder, because a torque of the spec is a user's function or
/// the files exist.
void check_emitted(const std::string& folder, const Spec<double>& spec);
/// Writes the program with a CMakeLists.txt. Throws UserError if the method is not of the tree.
void emit_project(const std::string& folder, const Recommendation& r, const Spec<double>& spec);

}  // namespace polhode::answers
