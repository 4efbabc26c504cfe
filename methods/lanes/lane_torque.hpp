// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/torques/torqued_body.hpp"

namespace polhode {

/// A torque of one body in the form for lanes, as plain numbers: of v = R^T s, s a vector in space,
///
///   field      T = v x moment                    V = moment . v
///   gradient   T = 3 strength v x (moment v)     V = 3/2 strength v . (moment v), moment by components
struct LaneTorque {
  enum class Kind { field, gradient };

  Kind kind = Kind::field;
  double moment[3] = {};
  double vector[3] = {};  ///< s, or its value at t = 0
  double strength = 0;
  bool has_potential = false;
  const Signal<Space, double>* moving = nullptr;  ///< s at any time; null if it is constant
};

/// The result of lane_torques if lanes do not support the torques.
inline constexpr int none_in_lanes = -1;
/// The torques in that form, and their number. They refer to the signals of the body.
int lane_torques(const TorquedBody<double>& body, std::span<LaneTorque> into);
/// signal.at(t), compiled for every processor.
void value_at(const Signal<Space, double>& signal, double t, double (&value)[3]);

}  // namespace polhode
