// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/exact_flow.hpp"

// EXACT: the motion of the free body by elliptic functions, with constants made anew in every step
// [Jacobi 1849; Celledoni & Zanna 2008, sections 1.2 to 1.4]
//
//   Pi1, dR = the flow of  Pi' = Pi x I^-1 Pi,  R' = R hat(I^-1 Pi)  over h, in closed form;  R1 = R0 dR
//
// The formulas are in methods/family, which splittings share: by theta functions for double (free_flow.hpp), by
// integrals of the third kind for other scalars, with their cases and misprints (elliptic_flow.hpp, frames.hpp).
//
// In doubles every step ends on the first integrals of the start, so that energy and |Pi| do not walk away, nor does
// the attitude with the frequencies that follow from them: over n steps its error grows like n, not like n^(3/2).
// |q| does walk, by 5e-17 a step (1e-9 after 2e7 steps of 0.5); reading divides it out, so no answer moves.
namespace polhode {

struct Exact : FreeOnly<ExactFlow> {
  static constexpr MethodInfo info = [] {
    auto i = exact_info("exact", "exact", "Jacobi 1849; Celledoni & Zanna 2008, secs. 1.2-1.4");
    i.aliases = {"elliptic"};
    return i;
  }();

  /// Memory of a run in doubles.
  template <class T>
  struct Kept {
    RigidState<T> state;
    FreeAmplitudes<T> start;
  };

  using FreeOnly::start, FreeOnly::step, FreeOnly::read;
  template <class P, class T>
  requires is_double<T>
  static Kept<T> start(const P& body, const RigidState<T>& s, T, T) { return {s, ExactFlow::amplitudes(body, s.Pi)}; }
  template <class P, class T, class Counters>
  requires Torqueless<P>
  static Kept<T> step(const P& body, const Kept<T>& m, const T&, const T& h, Counters& counters) {
    return {ExactFlow::drift(body, m.state, h, counters, m.start), m.start};
  }
  template <class P, class T>
  static RigidState<T> read(const P& body, const Kept<T>& m) {
    return read(body, m.state);
  }
};

}  // namespace polhode
