// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/report/fit.hpp"
#include "core/report/norms.hpp"
#include "core/stepping/integrate.hpp"

/// What a method is found to be, beside what it says of itself. Measured on the trial bodies (core/report/trial.hpp).
namespace polhode {

/// How the largest error of an invariant grows with the length of the run: from N/16 to N steps as N^exponent.
/// Below 0.25 it is bounded, around 1/2 a random walk, from 0.75 on linear (or worse).
struct Growth {
  double largest = 0;  ///< relative, over the whole run
  double exponent = 0;
  double slope = 0;  ///< relative change per unit of time at the end of the run

  std::string_view kind() const;
};

/// An invariant of a motion along a run of a method.
struct Conservation {
  std::string body, quantity;
  Status status = Status::ok;  ///< the run may end before its time
  Growth growth;
};

struct Passport {
  const MethodInfo* method;
  std::vector<std::pair<Norm, OrderFit>> order;          ///< in 113 bits; none for an exact method
  double symmetry = 0;                                   ///< change of state by a step and a step back, 113 bits
  double symplecticity = 0;                              ///< defect of one step of 0.1, by duals in 113 bits
  std::optional<double> symplecticity_power;             ///< the power of h it is of, if there is a defect
  std::vector<Conservation> conservation;                ///< over 10000 steps of 0.1
  double torque_evaluations = 0, solver_iterations = 0;  ///< per step of 0.05
  std::vector<std::string> disagreements;                ///< with what the method declares
};

/// Measures all of it; some seconds for an implicit method.
Passport measure_passport(const MethodInfo& method);

/// Schema polhode/passport/1.
nlohmann::ordered_json passport_json(const Passport& passport);

/// For people.
std::string passport_text(const Passport& passport);

}  // namespace polhode
