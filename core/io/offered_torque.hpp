// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>

namespace polhode {

/// A torque of a caller in another language, whose function is in no shared object: three components in the user's body
/// frame, at a time, a quaternion (w, x, y, z) of length 1 from that frame to space and the angular velocity in that
/// frame, in radians per time. It may throw. It is called from several threads, one at a time: copies share the turn.
struct CallersTorque {
  std::function<std::array<double, 3>(double t, const std::array<double, 4>& attitude,
                                      const std::array<double, 3>& angular_velocity)>
      f;
  bool of_rates = false;  ///< whether it looks at the angular velocity: then not every method supports it
  std::shared_ptr<std::mutex> turn = std::make_shared<std::mutex>();
};

/// What `judge` answers to a spec, to whose torques the caller's is added, unless it has no function.
nlohmann::ordered_json judged(nlohmann::json document, const CallersTorque& torque,
                              const std::function<nlohmann::ordered_json(const nlohmann::json& document)>& judge);

}  // namespace polhode
