// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/signals.hpp"
#include "core/torques/body_torque.hpp"

namespace polhode::reading {

/// White-noise torque on a given grid: over each interval it is constant, and its integral is the increment of a Wiener
/// process. The path does not depend on the steps; `number` distinguishes the noises of a body, whose seeds may be
/// equal.
template <class T>
BodyTorque<T> noise(const Given& torque, const Given& document, std::uint64_t number, const Context<T>& context);

}  // namespace polhode::reading
