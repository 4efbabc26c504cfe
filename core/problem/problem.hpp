// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/problem/norms.hpp"
#include "core/stepping/body.hpp"
#include "core/torques/sampled_control.hpp"

/// Problems and states as values: what is asked of them is the same in every space. A kind of problem (a free body, a
/// director) is seen by those only who compute in it: methods, references, readers.
namespace polhode {

/// State of a system, in any space.
template <class T>
struct State : std::variant<RigidState<T>, DirectorState<T>, ParticleState<T>> {
  using Spaces = std::variant<RigidState<T>, DirectorState<T>, ParticleState<T>>;
  using Spaces::Spaces;

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

  /// f(kind), the problem as what it is.
  template <class F>
  decltype(auto) as(const F& f) const {
    return std::visit(f, static_cast<const Kinds&>(*this));
  }

  State start() const;
  Problem from(const State& start) const;  ///< the same problem with another start, of its space
  std::string_view kind() const;           ///< in words
  bool turns_with_space() const;           ///< seen from turned space, it is a problem of the same kind
  /// A body, whatever turns it; null for directors and particles.
  const RigidBody<T>* body() const;
  /// The field, where it is a director; else null.
  const Director<T>* director() const { return std::get_if<Director<T>>(this); }
  bool is_free() const { return std::holds_alternative<FreeBody<T>>(*this); }

  bool autonomous() const;    ///< nothing depends on time, as far as is known
  bool conservative() const;  ///< the energy is known to be kept
  /// What has no part in the energy: a torque or force, and whether that is since it depends on time.
  std::vector<std::pair<std::string, bool>> without_energy() const;
  /// The body with its torques, where it has some; else null.
  const TorquedBody<T>* torqued() const { return std::get_if<TorquedBody<T>>(this); }
  /// Whether torques turn it that may depend on the momentum.
  bool has_momentum_torques() const { return torqued() && torqued()->momentum_torques.size > 0; }
  /// The strongest dependence of its torques on the momentum.
  Dependence dependence() const;
  /// The times at which a derivative of the torque up to an order jumps, in order.
  std::vector<T> breaks(int order = signals::knots) const;
  /// The problem whose signals are as between two times, of jumps there (up to `slack`) that side.
  Problem within(const T& a, const T& b, const T& slack = T(0)) const;
};

template <class T>
bool is_finite(const State<T>& s);
template <class T>
T energy(const Problem<T>& problem, const State<T>& s);
template <class T>
T kinetic_energy(const Problem<T>& problem, const State<T>& s);
/// Radians per time.
template <class T>
T rate(const Problem<T>& problem, const State<T>& s);
/// That of rotors included, at the time t.
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

/// A body with torques, the last of which stands for what is held, starts from a state.
template <class T>
void hold(Problem<T>& body, HeldControl<T>& held, const T& t, const State<T>& state);

template <class T>
std::string identity(const Problem<T>& problem);
template <class T>
Problem<T> turned(const Problem<T>& problem, const Rotation<Space, Space, T>& Q);
template <class T>
State<T> turned(const State<T>& s, const Rotation<Space, Space, T>& Q);
template <class T>
Problem<T> renamed(const Problem<T>& problem);
template <class T>
State<T> renamed(const State<T>& s);
template <class T>
Problem<T> in_units(const Problem<T>& problem, const T& s);
template <class T>
State<T> in_units(const State<T>& state, const T& s);
/// In another scalar.
template <class U, class T>
Problem<U> cast(const Problem<T>& problem);
template <class U, class T>
State<U> cast(const State<T>& s);

}  // namespace polhode
