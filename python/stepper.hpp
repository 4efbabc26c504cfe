// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem/problem.hpp"

/// Steppers by the names of their methods.
namespace polhode {

/// A torque of a caller, in the body frame: of time, attitude and angular velocity.
using SteppersTorque =
    std::function<Vec<Body, double>(double t, const Attitude<double>& R, const Vec<Body, double>& Omega)>;

/// A body on its way, see Stepper.
class Moving {
 public:
  virtual ~Moving() = default;
  /// A step under the body's torques, one that is held, and a function, as far as they are given. `sees_rates`: the
  /// function looks at the angular velocity. Says why the step fails, else nothing.
  virtual std::string_view step(double h, const std::optional<Vec<Body, double>>& held, const SteppersTorque& f,
                                bool sees_rates) = 0;
  /// Back to before the last call of `step`, whether that has failed, thrown or neither.
  virtual void back() = 0;
  virtual RigidState<double> state() const = 0;
  virtual void set(const RigidState<double>& state) = 0;
  virtual double t() const = 0;
};

/// A body of a spec with its torques; throws UserError where the method does not serve it.
std::unique_ptr<Moving> moving(const std::string& method, const Problem<double>& problem, double t);

}  // namespace polhode
