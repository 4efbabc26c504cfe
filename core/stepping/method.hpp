// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "core/spaces/rigid_body.hpp"
#include "core/stepping/tally.hpp"

/// What a method is: `info` and three verbs.
///
///   start(problem, state, t, h) -> Memory            builds what the method carries between steps
///   step(problem, Memory, t, h, tally) -> Memory     from t to t + h; h may be negative and may change
///   read(problem, Memory) -> State                   the state at the node the memory has reached
///
/// Methods that need constants of the problem add  prepare(problem) -> constants,  called once per run; `step` finds
/// them as problem.prepared.
///
/// Staggered methods add  interval(problem, Memory) -> Interval  for the middle of the last step.
/// A method knows no grid, file or clock. It raises tally.failed where a solve fails; nothing else is said.
namespace polhode {

enum class Answer { no, yes, unknown };  ///< what is known of a property

/// A declared property and the condition under which the answer holds ("" = always).
struct Property {
  Answer answer;
  std::string_view condition = "";
};

enum class Kind { explicit_method, implicit_method };  ///< does a step solve an equation?

inline constexpr int exact_order = 0;  ///< `order` of methods without truncation error

/// What a method says of itself; tests hold it to every word, both ways.
struct MethodInfo {
  std::string_view id;     ///< stable for ever, used on the command line and in JSON
  std::string_view label;  ///< as papers print it
  std::array<std::string_view, 2> aliases;
  std::string_view source;  ///< citation
  int order;                ///< or exact_order
  Kind kind;
  double torque_evaluations;  ///< per step, in the limit of many steps; implicit ones: per solver iteration
  Property symmetric, symplectic, spatial_momentum, energy;
};

/// Quantities of the middle of a step. They are of another instant than the state: never mix them.
template <class T>
struct Interval {
  T t;
  std::array<T, 3> momentum;
  T energy;
};

/// M integrates problems of type P.
template <class M, class P>
concept Method = requires(const P& problem, const typename P::State& state, typename P::Scalar t, Tally& tally) {
  { M::info } -> std::convertible_to<MethodInfo>;
  {M::step(problem, M::start(problem, state, t, t), t, t, tally)};
  { M::read(problem, M::start(problem, state, t, t)) } -> std::same_as<typename P::State>;
};

/// A problem with what a method has prepared of it. It is not part of the memory, which is copied in every step.
template <class P, class Constants>
struct Prepared : P {
  Constants prepared;
};
template <class M, class P>
decltype(auto) prepared(const P& problem) {
  if constexpr (requires { M::prepare(problem); })
    return Prepared<P, decltype(M::prepare(problem))>{problem, M::prepare(problem)};
  else
    return (problem);
}

/// Start and read of a method that carries nothing but the state.
struct SelfStarting {
  template <class P, class State, class T>
  static State start(const P&, const State& s, T, T) {
    return s;
  }
  template <class P, class T>
  static RigidState<T> read(const P&, const RigidState<T>& s) {
    return {s.Pi, normalised(s.R)};
  }
  template <class P, class State>
  static State read(const P&, const State& s) {
    return s;
  }
};

}  // namespace polhode
