// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/torqued_body.hpp"

/// Torques of the scalar of most computations, compiled once (instances.cpp). Sources that include this link
/// polhode_torques, and compile faster.
namespace polhode {

extern template struct SumOf<double, Torque>;
extern template struct SumOf<double, MomentumTorque>;
extern template struct TorquedBody<double>;
extern template struct ByMomentum<double>;

}  // namespace polhode
