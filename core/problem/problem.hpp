// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/problem/norms.hpp"
#include "core/stepping/body.hpp"
#include "core/torques/sampled_control.hpp"

/// Problems and states as values, with the same interface in every space. Only code that computes in a kind of problem
/// (a free body, a director) sees it: methods, references, readers.
namespace polhode {

/// State of a system, in any space.
template <class T>
struct State : std::variant<RigidState<T>, DirectorState<T>, ParticleState<T>> {
  using Spaces = std::variant<RigidState<T>, DirectorState<T>, ParticleState<T>>;
  using Spaces::Spaces;
  using Scalar = T;

  /// f(state), with the state as that of its own space.
  decltype(auto) as(const auto& f) const { return std::visit(f, static_cast<const Spaces&>(*this)); }
  /// Inertia of a rigid body, otherwise null.
  const RigidState<T>* rigid() const { return std::get_if<RigidState<T>>(this); }
};

/// A space, where the system starts, and what acts on it.
template <class T>
struct Problem : std::variant<FreeBody<T>, TorquedBody<T>, Director<T>, Particles<T>> {
  using Kinds = std::variant<FreeBody<T>, TorquedBody<T>, Director<T>, Particles<T>>;
  using Kinds::Kinds;
  using Scalar = T;
  using State = polhode::State<T>;

  /// f(kind), with the problem as its own kind.
  decltype(auto) as(const auto& f) const { return std::visit(f, static_cast<const Kinds&>(*this)); }

  State start() const {
    return as([](const auto& p) { return State(p.initial); });
  }
  Problem from(const State& start) const;  ///< the same problem with another start, of its space
  /// The state with the angular momentum, which methods keep otherwise if the moments change with time.
  State whole(const T& t, const State& s) const;
  std::string_view kind() const {  ///< in words
    return as([]<class P>(const P&) { return P::kind; });
  }
  bool turns_with_space() const {  ///< seen from turned space, it is a problem of the same kind
    return as([]<class P>(const P&) { return P::turns_with_space; });
  }
  /// The body, with or without torques; null for directors and particles.
  const RigidBody<T>* body() const {
    if (const auto* free = std::get_if<FreeBody<T>>(this)) return free;
    return torqued();
  }
  /// The director in its field; null for other problems.
  const Director<T>* director() const { return std::get_if<Director<T>>(this); }
  bool is_free() const { return std::holds_alternative<FreeBody<T>>(*this); }

  bool conservative() const;  ///< the energy is known to be kept
  /// Torques or forces that the energy omits, and whether this is because they depend on time. Torques are called by
  /// these names, of those of time and attitude and of those that may depend on the momentum.
  std::vector<std::pair<std::string, bool>> without_energy(const std::vector<std::string>& torques,
                                                           const std::vector<std::string>& momentum_torques) const;
  /// The body with its torques; null if it has none.
  const TorquedBody<T>* torqued() const { return std::get_if<TorquedBody<T>>(this); }
  /// Whether it has torques that may depend on the momentum.
  bool has_momentum_torques() const { return torqued() && torqued()->momentum_torques.size > 0; }
  /// The strongest dependence of its torques on the momentum.
  Dependence dependence() const;
  /// The times at which a derivative of the torque up to an order jumps, in order.
  std::vector<T> breaks(int order = signals::knots) const;
  /// The problem with its signals as between two times; at jumps there (up to `slack`) they have their inner values.
  Problem within(const T& a, const T& b, const T& slack = T(0)) const;
};

template <class T>
bool is_finite(const State<T>& s);
template <class T>
T energy(const Problem<T>& problem, const State<T>& s);
template <class T>
T kinetic_energy(const Problem<T>& problem, const State<T>& s);
/// The rate of the motion, in radians per time.
template <class T>
T rate(const Problem<T>& problem, const State<T>& s);
/// The spatial momentum at the time t, including rotors.
template <class T>
Vec<Space, T> spatial_momentum(const Problem<T>& problem, const State<T>& s, const T& t = T(0));
/// The direction in space along which the momentum is conserved, if along any.
template <class T>
Vec<Space, T> vertical(const Problem<T>& problem);
/// The size of the torque, or force, at a state.
template <class T>
T force(const Problem<T>& problem, const T& t, const State<T>& s);
template <class T>
Distance<T> distance(const State<T>& a, const State<T>& b);
template <class T>
Distance<T> size(const State<T>& s);
template <class T>
bool same(const State<T>& a, const State<T>& b);
template <class T>
State<T> nudged(const State<T>& s, const T& share);
template <class T>
T error(Norm which, const Problem<T>& problem, const State<T>& s, const State<T>& reference);
template <class T>
T size(Norm which, const Problem<T>& problem, const State<T>& s);

/// Starts from a state: the last torque of the body represents the held ones.
template <class T>
void hold(Problem<T>& body, HeldControl<T>& held, const T& t, const State<T>& state);

template <class T>
std::string identity(const Problem<T>& problem);
/// A problem or a state.
template <class V>
concept ProblemOrState = std::is_same_v<V, Problem<typename V::Scalar>> || std::is_same_v<V, State<typename V::Scalar>>;
template <ProblemOrState V, class T>
V turned(const V& value, const Rotation<Space, Space, T>& Q);
template <ProblemOrState V>
V renamed(const V& value);
template <ProblemOrState V, class T>
V in_units(const V& value, const T& s);
/// The problem in another scalar.
template <class U, class T>
Problem<U> cast(const Problem<T>& problem);
template <class U, class T>
State<U> cast(const State<T>& s);

/// The motion between two nodes of a run (core/stepping/between.hpp), and by how many radians it turns.
struct MotionBetween {
  std::function<State<double>(double t)> at;
  double angle;
};
/// The problem applies from t0 to t1: a torque that jumps at a node has its inner value. For bodies and directors.
MotionBetween motion_between(const Problem<double>& problem, double t0, const State<double>& s0, double t1,
                             const State<double>& s1);

}  // namespace polhode
