// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/dmv.hpp"

// DMVn-FP: preprocessed discrete Moser-Veselov of order 2, 4, 6, 8, 10, solved as published, by fixed-point sweeps
// [Moser & Veselov 1991; Hairer & Vilmart 2006; Celledoni & Zanna 2008, section 4.2]
//
//   the map is that of methods/dmv.hpp;  r <- (1 + |r|^2) y + (c_i r_j r_k), each component with the newest of the
//   others, from r = y, until the changes of a sweep add up to 1e-15 |y|; no_convergence after 50
//
// dmv6-fp is the baseline of all timings. Departures: where methods/dmv.hpp fails, so does it.
namespace polhode {

template <int order>
struct DmvFp : FreeOnly<DmvFlow<order, DmvSweeps>> {
  using Flow = DmvFlow<order>;
  static constexpr std::string_view suffix = "-fp";
  static constexpr MethodInfo info =
      dmv_info<order>(Joined<Flow::id, suffix>::value, Joined<Flow::label, suffix>::value, Solver::fixed_point);
};

}  // namespace polhode
