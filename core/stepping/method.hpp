// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "core/spaces/director.hpp"
#include "core/spaces/particles.hpp"
#include "core/spaces/rigid_body.hpp"
#include "core/stepping/counters.hpp"

/// The interface of a method: `info` and three functions.
///
///   start(problem, state, t, h) -> Memory            builds what the method carries between steps
///   step(problem, Memory, t, h, counters) -> Memory     from t to t + h; h may be negative and may change
///   read(problem, Memory) -> State                   the state at the node the memory has reached
///
/// Methods that need constants of the problem add  prepare(problem) -> constants,  called once per run; `step` finds
/// them as problem.prepared.
///
/// Staggered methods add  interval(problem, Memory) -> Interval  for the middle of the last step.
/// A method knows no grid, file or clock. A step that fails gives the reason by counters.fail(reason), and nothing
/// else.
namespace polhode {

/// Declaration of a property.
enum class Answer { no, yes, unknown };

/// A declared property and the condition under which the answer holds ("" = always).
struct Property {
  Answer answer = Answer::no;
  std::string_view condition = "";
};

enum class Kind { explicit_method, implicit_method };  ///< does a step solve an equation?

/// Solver of an implicit method: Newton's method with an exact Jacobian (solve.hpp), or a fixed-point iteration.
enum class Solver { newton, fixed_point };

inline constexpr int exact_order = 0;  ///< no truncation error
inline constexpr int no_order = -1;    ///< solves another equation: its limit for h -> 0 is not the motion

/// Orders of convergence of momentum (of particles and directors: velocity) and of attitude (place). One number: both.
struct Order {
  int momentum, attitude;

  constexpr Order(int both) : momentum(both), attitude(both) {}
  constexpr Order(int of_momentum, int of_attitude) : momentum(of_momentum), attitude(of_attitude) {}

  /// The lesser order: no_order is less than any, exact_order more than any.
  constexpr int least() const {
    if (momentum == exact_order || attitude == exact_order) return momentum == exact_order ? attitude : momentum;
    return momentum < attitude ? momentum : attitude;
  }
  constexpr bool exact() const { return least() == exact_order; }
  friend constexpr bool operator==(const Order&, const Order&) = default;
};

/// "2", "exact", "solves another equation", or both orders where they differ: "exact, 4" (momentum, attitude).
inline std::string text(const Order& order) {
  const auto one = [](int n) {
    return n == exact_order ? "exact" : n == no_order ? "solves another equation" : std::to_string(n);
  };
  return order.momentum == order.attitude ? one(order.momentum) : one(order.momentum) + ", " + one(order.attitude);
}

/// Torque evaluations of a long run on a body with torque: per step, and for each evaluation of the residual, which the
/// counters count as a solver iteration.
struct TorqueEvaluations {
  double per_step = 0;
  double per_iteration = 0;
};

/// Declaration of a method; tests check every entry, both ways. The default answer is no, and the default kind
/// explicit.
struct MethodInfo {
  std::string_view id;     ///< stable for ever, used on the command line and in JSON
  std::string_view label;  ///< as papers print it
  std::array<std::string_view, 2> aliases = {};
  std::string_view source;             ///< citation
  std::string_view reimplements = {};  ///< the update of a physics engine that this restates; else empty
  Order order;                         ///< a number, or {momentum, attitude}
  Kind kind = Kind::explicit_method;
  TorqueEvaluations torque_evaluations;
  Property symmetric = {}, symplectic = {}, spatial_momentum = {}, energy = {};
  bool order_of_axes_matters = false;              ///< renaming the body's axes cyclically changes more than names
  int coefficient_digits = 0;                      ///< published digits of its coefficients; 0: they are exact
  std::optional<Order> order_without_torque = {};  ///< if it is higher: the order of a splitting's free flow
  int solves_per_step = 1;                         ///< of implicit methods
  Solver solver = Solver::newton;                  ///< of implicit methods
  bool processed = false;  ///< start and read transform the state; their error, of a higher order, may show first
  double tolerance = 0;    ///< of methods that choose their steps by it, else 0: h is the interval between readings
  Dependence supports = Dependence::none;  ///< how the torques of a body may depend on its momentum
  bool takes_series = false;  ///< torques enter by their Taylor series, which excludes torques known by values only
};

/// "No", if doubles show the order of the method in steps of 0.1.
constexpr Property broken(int order) {
  if (order < 6) return {Answer::no};
  return {Answer::unknown, "broken by less than rounding in doubles"};
}

/// Quantities of the middle of a step: its time, the momentum (body frame; for directors in space) and the energy. They
/// belong to another instant than the state: never mix them.
template <class T>
struct Interval {
  T t;
  std::array<T, 3> momentum;
  T energy;
};
/// Its momentum as a vector of this frame.
template <class Frame, class T>
Vec<Frame, T> momentum_in(const Interval<T>& i) {
  return {i.momentum[0], i.momentum[1], i.momentum[2]};
}

/// M integrates problems of type P. A run accepts torques that depend on the momentum if M supports them.
template <class M, class P>
concept Method = (!MomentumDriven<P> || M::info.supports != Dependence::none) &&
                 requires(const P& problem, const typename P::State& state, typename P::Scalar t, Counters& counters) {
  { M::info } -> std::convertible_to<MethodInfo>;
  {M::step(problem, M::start(problem, state, t, t), t, t, counters)};
  { M::read(problem, M::start(problem, state, t, t)) } -> std::same_as<typename P::State>;
};

/// A problem with the constants that a method has prepared, which are not in the memory: every step copies that.
template <class P, class Constants>
struct Prepared : P {
  Constants prepared;
};
/// The problem with the constants that M prepares; the problem itself if there are none.
template <class M, class P>
decltype(auto) prepared(P& problem) {
  if constexpr (requires { M::prepare(problem); })
    return Prepared<std::remove_const_t<P>, decltype(M::prepare(problem))>{problem, M::prepare(problem)};
  else
    return (problem);
}
/// Prepares the constants of M anew after a change of the problem.
template <class M, class P, class Constants>
void prepare_again(Prepared<P, Constants>& problem) {
  problem.prepared = M::prepare(static_cast<const P&>(problem));
}
template <class M, class P>
void prepare_again(P&) {}

/// The method whose steps M shares: methods that differ only in their constants share `Loop`, which is compiled once.
template <class M>
struct LoopOf : std::type_identity<M> {};
template <class M>
requires requires {
  typename M::Loop;
}
struct LoopOf<M> : std::type_identity<typename M::Loop> {};

/// Whether M is a solver that chooses its steps, and thus a loop itself.
template <class M>
inline constexpr bool chooses_steps = requires {
  requires M::chooses_steps;
};

/// Start and read of a method that carries nothing but the state.
struct SelfStarting {
  template <class P, class State, class T>
  static State start(const P&, const State& s, T, T) {
    return s;
  }
  /// The state of a memory, with an attitude of length 1.
  template <class P, class T>
  static RigidState<T> read(const P&, const RigidState<T>& s) {
    return {s.Pi, normalised(s.R)};
  }
  template <class P, class State>
  static State read(const P&, const State& s) {
    return s;
  }
};
/// Read of a method that carries the state, `state`, among other things.
struct CarriesState {
  /// The state of a memory, with an attitude of length 1.
  static auto read(const auto& problem, const auto& m) { return SelfStarting::read(problem, m.state); }
};

}  // namespace polhode
