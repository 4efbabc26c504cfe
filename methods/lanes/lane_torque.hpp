// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/torques/torqued_body.hpp"

namespace polhode {

/// A torque of one body in the form that lanes take, as plain numbers: of v = R^T s, s a vector in space,
///
///   field      T = v x moment                    V = moment . v
///   gradient   T = 3 strength v x (moment v)     V = 3/2 strength v . (moment v), moment by components
struct LaneTorque {
  enum class Kind { field, gradient };

  Kind kind = Kind::field;
  double moment[3] = {};
  double vector[3] = {};  ///< s, or what it is at t = 0
  double strength = 0;
  bool has_potential = false;
  const Signal<Space, double>* moving = nullptr;  ///< s at any time; null where it stays
};

/// What lane_torques says where lanes do not take the torques.
inline constexpr int none_in_lanes = -1;
/// The torques in that form, as many as there are. They refer to the signals of what is given.
int lane_torques(const TorquedBody<double>& body, std::span<LaneTorque> into);
/// signal.at(t), compiled for every processor.
void value_at(const Signal<Space, double>& signal, double t, double (&value)[3]);

}  // namespace polhode
