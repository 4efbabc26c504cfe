// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/torqued_body.hpp"

/// The code of torques in a scalar, declared (extern) or made.
#define POLHODE_TORQUES(keyword, T)                 \
  keyword template struct SumOf<T, Torque>;         \
  keyword template struct SumOf<T, MomentumTorque>; \
  keyword template struct TorquedBody<T>

/// Torques of the scalar of most computations, compiled once (instances.cpp). Sources that include this link
/// polhode_torques, and compile faster.
namespace polhode {

POLHODE_TORQUES(extern, double);
extern template struct ByMomentum<double>;

}  // namespace polhode
