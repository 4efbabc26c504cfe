// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/io/json.hpp"
#include "core/io/spec.hpp"

/// Specs as they are written, for tests.
namespace polhode {

template <class T = double>
Spec<T> spec_of(const std::string& text) {
  return read_spec<T>(parse_json(text, "spec"));
}
/// What a spec describes, which is a P.
template <class P>
P problem_of(const std::string& text) {
  return std::get<P>(spec_of<typename P::Scalar>(text).problem);
}

}  // namespace polhode

/// A body whose torque depends on the momentum, for tests of methods.
namespace polhode::driven_body {

/// A body without symmetry in axes that are not its principal ones, under a dipole and `torques`.
inline std::string described(const std::string& torques) {
  return R"({"body": {"inertia": [[2, 0.1, 0.2], [0.1, 3, -0.3], [0.2, -0.3, 4]], "momentum": [1, 1.5, -2],
                                  "attitude": [0.5, -0.5, 0.1, 0.7]},
                         "time": 1, "steps": 10, "torque": [
                         {"kind": "dipole", "moment": [0.4, -0.3, 0.8], "field": [0.6, 1, -0.5]})" +
         torques + "]}";
}
inline const std::string damping =
    R"(, {"kind": "damping", "matrix": [[0.7, 0.2, 0], [0.1, 0.9, 0.3], [-0.1, 0.1, 0.6]]})";
inline const std::string rotors =
    R"(, {"kind": "rotors", "momentum": {"kind": "harmonic", "amplitude": [0.3, -0.4, 0.2],
                                 "frequency": 1.3, "phase": 0.4, "offset": [0.5, 0.2, -0.8]}})";
inline const std::string still_rotors = R"(, {"kind": "rotors", "momentum": [0.5, 0.2, -0.8]})";
inline const std::string drag = R"j(, {"kind": "formula",
    "torque": ["-0.2*Omega1*Pi2^2", "0.1*sin(t)-0.3*Omega2^3", "-0.2*Pi3*R33"]})j";

}  // namespace polhode::driven_body
