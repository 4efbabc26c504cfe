// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/problem_info.hpp"

// The bodies of Celledoni & Zanna 2008. I and Pi(0) are the doubles of the published driver's data files.
//
//   free-frb        example 0, without torque, h = 0.1, t in [0, 10]
//   perturbed-frb   section 4.3: V = u . e3, u = R^T u0, |u0| = 1e-3, R(0) = 1; a period of the free body is 9.924
//
// Constant: energy, spatial momentum (of the second: along u0). Reference: exact; converged.
namespace polhode {

struct FreeFrb {
  static constexpr ProblemInfo info{"free-frb", "free body of the published driver's example 0",
                                    "Celledoni & Zanna 2008, sec. 4"};
  template <class T>
  static FreeBody<T> make() {
    return {{{T(1), T(1.6487857827119290), T(1.9720127096641928)},
             {{T(-0.709894965287627), T(-0.685144717153487), T(0.163174308075589)}, Attitude<T>::identity()}}};
  }
};

struct PerturbedFrb {
  static constexpr ProblemInfo info{"perturbed-frb", "nearly free body in a weak constant field",
                                    "Celledoni & Zanna 2008, sec. 4.3"};
  template <class T>
  static TorquedBody<T> make() {
    const Vec<Space, T> u0{T(9.5586303547238536e-5), T(4.8777318247201465e-4), T(-8.6772148817192390e-4)};
    return {{{T(1), T(1.0126869887825154), T(3.3062374224730378)},
             {{T(-0.34790957088547336), T(-0.19822914599675923), T(-0.91633189192763642)}, Attitude<T>::identity()}},
            {UniformField<T>{axis<Body, T>(2), u0}}};
  }
};

}  // namespace polhode
