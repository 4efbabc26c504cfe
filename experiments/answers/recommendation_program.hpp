// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/io/spec.hpp"
#include "experiments/judging/recommend.hpp"

/// What is recommended as C++: the body, the method and the step.
namespace polhode::answers {

/// A program that prints the state at the end, in the axes of the spec: it needs the installed headers alone, or
/// polhode.hpp. Empty where nothing is recommended, where the method is not of the tree, and where a torque is a
/// function of the user's.
std::string program_text(const Recommendation& r, const Spec<double>& spec);

/// Throws UserError if no project could be written to this folder: a torque of the spec is a function of the user's, or
/// its files are there.
void check_emitted(const std::string& folder, const Spec<double>& spec);
/// Writes the program with a CMakeLists.txt. Throws UserError if the method is not of the tree.
void emit_project(const std::string& folder, const Recommendation& r, const Spec<double>& spec);

}  // namespace polhode::answers
