// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/signals.hpp"
#include "core/torques/body_torque.hpp"

namespace polhode::reading {

/// A torque that is white noise, on a grid that is stated: over each interval of it the torque is constant and its
/// integral the increment of a Wiener process. It is one path, whatever the steps; `number` tells the noises of a body
/// apart, whose seeds may be the same.
template <class T>
BodyTorque<T> noise(const Given& torque, const Given& document, std::uint64_t number, const Context<T>& context);

}  // namespace polhode::reading
