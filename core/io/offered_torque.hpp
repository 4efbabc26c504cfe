// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

namespace polhode {

/// A torque of a caller in another language, not in a shared object. It returns three components in the user's body
/// frame, given the time, a quaternion (w, x, y, z) of length 1 from that frame to space, and the angular velocity in
/// that frame, in radians per time. It may throw. Several threads call it, one at a time; copies share the lock.
struct CallersTorque {
  std::function<std::array<double, 3>(double t, const std::array<double, 4>& attitude,
                                      const std::array<double, 3>& angular_velocity)>
      f;
  bool of_rates = false;  ///< whether it uses the angular velocity, which not every method supports
  std::shared_ptr<std::mutex> turn = std::make_shared<std::mutex>();
};

/// A spec with the caller's torque added, unless that has no function. It is read, and what was read is judged, for as
/// long as this and the torque live.
class OfferedTorque {
 public:
  OfferedTorque(nlohmann::json spec, const CallersTorque& torque);
  ~OfferedTorque();
  OfferedTorque(const OfferedTorque&) = delete;

  nlohmann::json spec;

 private:
  std::string file_;  ///< by which the torque is known
};

}  // namespace polhode
