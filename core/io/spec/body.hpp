// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec.hpp"
#include "core/io/spec/values.hpp"

namespace polhode::reading {

/// The rigid body, or the director, of a spec, with what turns it. Sets the spec's axes, units, warnings and drives.
template <class T>
AnyGiven<T> body_of(const json& document, Spec<T>& spec, const std::string& folder);

}  // namespace polhode::reading
