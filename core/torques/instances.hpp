// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/torqued_body.hpp"

/// Torques of the scalar that all else is computed in, compiled once (instances.cpp). Who includes this links
/// polhode_torques, and is compiled sooner.
namespace polhode {

extern template struct SumOf<double, Torque>;
extern template struct SumOf<double, MomentumTorque>;
extern template struct TorquedBody<double>;
extern template struct ByMomentum<double>;

}  // namespace polhode
