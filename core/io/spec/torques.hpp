// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "core/io/spec/signals.hpp"
#include "core/torques/sampled_control.hpp"

namespace polhode::reading {

/// Calls read(kind, object, field) for the object `torque` of a spec, or for each of a list.
void for_each_torque(const json& document,
                     const std::function<void(const std::string&, const json&, const std::string&)>& read);

/// A body with the torques of a spec; `drives` are the fields of those that may depend on the momentum, and for all
/// controllers in `sampled` the body's last torque stands, of the kind `body`.
template <class T>
DrivenBody<T> with_torques(const RigidBody<T>& rigid, const json& document, const Context<T>& context,
                           std::vector<std::string>& drives, std::vector<SampledControl<T>>& sampled);

}  // namespace polhode::reading
