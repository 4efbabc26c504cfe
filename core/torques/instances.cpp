// SPDX-License-Identifier: MIT
#include "core/torques/instances.hpp"

namespace polhode {

template struct SumOf<double, Torque>;
template struct SumOf<double, MomentumTorque>;
template struct TorquedBody<double>;
template struct DrivenBody<double>;

}  // namespace polhode
