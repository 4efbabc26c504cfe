// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/io/spec.hpp"

/// The inertia of a body, as users have it: moments, a matrix, points, a mesh.
namespace polhode::reading {

/// A body whose third moment is 0 and whose others are equal: a rod, which is no rigid body.
template <class T>
struct Rod {
  Vec<Body, T> axis;  ///< of the user's body
  T I;
};

/// The rod that a body is; nothing for bodies of three moments, and for what `inertia_of_body` refuses.
template <class T>
std::optional<Rod<T>> rod_of(const nlohmann::json& body);

/// The principal moments; sets the spec's axes and says what was averaged. Files are sought in `folder`.
template <class T>
Inertia<T> inertia_of_body(const nlohmann::json& body, Spec<T>& spec, const std::string& folder);

}  // namespace polhode::reading
