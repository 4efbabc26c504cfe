// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/problem_info.hpp"

// A test of the vector-space methods of Krysl 2004 and 2006, which give none.
//
//   M = diag(2, 1/2),  f = -(3 u1 + 2 u1 u2, u2 + u1^2 + u2^3) + cos(1.3 t) (0.2, -0.1),
//   u(0) = (0.4, -0.3),  p(0) = (0.5, 0.2),  h = 0.05, t in [0, 5].
//
// All in space; u3 is at rest. Constant: nothing, the force depends on time. Reference: converged.
namespace polhode {

struct VsTest {
  static constexpr ProblemInfo info{"vs-test",
                                    "two degrees of freedom, polynomial and harmonic force, M = diag(2, 1/2)",
                                    "a test problem for Krysl 2004, sec. 2, and 2006, sec. 2"};

  template <class T>
  static Particles<T> make() {
    const auto tenths = [](int n) { return T(n) / T(10); };
    return {.mass = {T(2), T(1) / T(2), T(1)},
            .initial = {{tenths(4), tenths(-3), T(0)}, {tenths(5), tenths(2), T(0)}},
            .a = {T(3), T(1), T(0)},
            .b = T(1),
            .c = T(0),
            .d = T(1),
            .amplitude = {tenths(2), tenths(-1), T(0)},
            .frequency = tenths(13)};
  }
};

}  // namespace polhode
