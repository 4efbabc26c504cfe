// SPDX-License-Identifier: MIT
#pragma once

#include "core/torques/driven_body.hpp"

namespace polhode {

/// A body whose drives do not depend on the momentum after all, as methods for torques of time and attitude take it: one
/// torque stands for them. It calls the body that is given, which outlives it.
inline TorquedBody<double> without_drives(const DrivenBody<double>& body) {
  using Drives = SumOf<double, MomentumTorque>;
  TorquedBody<double> seen{static_cast<const RigidBody<double>&>(body), body.torques};
  seen.torques.push_back(UserTorque<double>{
      &body.drives,
      [](const void* drives, const double& t, const Attitude<double>& R) {
        const Vec<Body, double> rest{};
        Vec<Body, double> sum{};
        static_cast<const Drives*>(drives)->each([&](const auto& k) { sum += k.torque(t, R, rest, rest); });
        return sum;
      },
      nullptr,
      [](const void* drives, const Attitude<double>& R) {
        return static_cast<const Drives*>(drives)->potential(R);
      }});
  return seen;
}

}  // namespace polhode
