// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/geometry/scalar.hpp"

/// Motions as numbers of size 1, so that steppers are compiled once for all kinds of problems.
namespace polhode::reference {

/// Receives the finished share of a computation, from 0 to 1. It may throw to end it; the exception is passed on.
using Watch = std::function<void(double share)>;

/// Thrown if a motion cannot be followed, with the reason and the last known time.
struct NoMotion : std::runtime_error {
  /// `t`: the time up to which the motion is known.
  NoMotion(const std::string& why, double t);
};

/// The numbers of a state; some kinds of state leave the last ones zero.
template <class T>
using Numbers = std::array<T, 8>;
/// Writes dy, the derivative of y at t.
template <class T>
using Derivative = std::function<void(const Numbers<T>& y, Numbers<T>& dy, const T& t)>;

/// Receives the numbers after every step, and the time.
template <class T>
using See = std::function<void(const Numbers<T>& y, const T& t)>;

/// The smallest tolerance of a step in 113 bits.
constexpr double finest = 1e-29;

/// The equations of seven numbers, as collocation needs them.
struct Smooth {
  Derivative<float128> field;  ///< in 113 bits
  Derivative<double> near;     ///< the same in doubles
  float128 stride;             ///< the first step
  /// The time in which the body turns by two radians at its present or possible speed; empty where there are no kinks.
  std::function<double(const Numbers<float128>& y, double t)> longest;
};

/// y after `time` from t between two stops: by collocation if the motion is `smooth`, else by extrapolation. No part is
/// longer than `longest`, unless that is 0.
template <class T>
Numbers<T> followed(const Derivative<T>& field, const std::optional<Smooth>& smooth, Numbers<T> y, const T& t,
                    const T& time, const T& first_step, const T& longest, double tolerance, const Watch& watch,
                    const See<T>& see);

}  // namespace polhode::reference
