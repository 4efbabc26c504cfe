// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec.hpp"
#include "core/io/spec/values.hpp"

namespace polhode::reading {

/// The rigid body or the director of a spec, with its torques. Sets the spec's axes, units, warnings and the torques
/// that depend on the momentum.
template <class T>
Problem<T> body_of(const Given& document, Spec<T>& spec, const std::string& folder);

/// The user's notes: a string or a list of strings.
void comments(const Given& object, std::vector<std::string>& all);
/// What all specs have: method, comments, t0, every, and the grid by h or time with steps.
template <class T>
void read_run(const Given& document, Spec<T>& spec);

}  // namespace polhode::reading
