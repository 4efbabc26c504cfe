// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/s2.hpp"
#include "core/geometry/tangent.hpp"
#include "core/spaces/potential.hpp"
#include "core/spaces/space.hpp"

/// The space of directors (dumbbells): unit vectors with angular velocities normal to them.
namespace polhode {

/// State of a director, in space.
template <class T>
struct DirectorState {
  Vec<Space, T> d;      ///< of length 1
  Vec<Space, T> omega;  ///< angular velocity in radians per time, omega . d = 0

  static constexpr std::string_view kind = "director state";
  static void fields(const auto& f, auto&... s) {
    f(Field{"director", "d"}, s.d...);
    f(Field{"angular_velocity_space", "ω"}, s.omega...);
  }
};

template <class T>
bool is_finite(const DirectorState<T>& s) {
  return is_finite(s.d) && is_finite(s.omega);
}

/// A director (dumbbell) with scalar inertia in a field and a potential by formula V:
/// I omega' = d x (field(t) - grad V(t, d)), d' = omega x d, of the energy -d . g + V.
template <class T>
struct Director {
  using Scalar = T;
  using State = DirectorState<T>;

  T I;                                        ///< moment of inertia about any axis normal to d
  DirectorState<T> initial;                   ///< where it starts
  Vec<Space, T> g;                            ///< the field's constant part, in units of torque
  Vec<Space, T> amplitude{T(0), T(0), T(0)};  ///< of its harmonic part, in the same
  T frequency{0};                             ///< in radians per time
  FormulaPotential<T> formula{};              ///< of the director's components in space, or none

  /// The field at a time, in space: g + amplitude cos(frequency t).
  Vec<Space, T> field(const T& t) const {
    using std::cos;
    if (frequency == T(0)) return g + amplitude;
    return g + T(cos(frequency * t)) * amplitude;
  }
  /// d x (field(t) - grad V(t, d)), in space; d with or without a tangent.
  auto torque(const T& t, const auto& d) const {
    if (!formula.empty()) [[unlikely]]
      return cross(d, field(t) + formula.force(t, d));
    return cross(d, field(t));
  }
  /// The size of the torque at the start.
  T strength(const T& t0) const {
    const T uniform = norm(g) + norm(amplitude);
    return formula.empty() ? uniform : uniform + norm(formula.force(t0, initial.d));
  }

  T kinetic_energy(const Vec<Space, T>& omega) const { return I * norm2(omega) / T(2); }
  T potential(const Vec<Space, T>& d) const {
    const T V = -dot(d, g);
    return formula.empty() || !formula.autonomous() ? V : V + formula.value(T(0), d);
  }
  bool autonomous() const { return !(norm2(amplitude) > T(0)) && formula.autonomous(); }

  static constexpr std::string_view kind = "director";
  /// Terms that depend on time, which the energy omits, in words.
  std::vector<std::string> depends_on_time() const {
    std::vector<std::string> all;
    if (norm2(amplitude) > T(0)) all.push_back("the harmonic part of the field");
    if (!formula.autonomous()) all.push_back("the potential");
    return all;
  }
  std::vector<std::string> equations() const {
    const bool still = !(norm2(amplitude) > T(0));
    if (formula.empty())
      return {still ? "I ω′ = d × g,  d′ = ω × d" : "I ω′ = d × (g + s cos νt),  d′ = ω × d", "H = I |ω|² / 2 − d · g"};
    return {still ? "I ω′ = d × (g − ∇V),  d′ = ω × d" : "I ω′ = d × (g + s cos νt − ∇V),  d′ = ω × d",
            "H = I |ω|² / 2 − d · g + V"};
  }
  std::vector<std::string> constants() const {
    std::vector<std::string> all{"|d| = 1", "ω · d = 0"};
    if (autonomous()) all.push_back("energy H");
    if (autonomous() && formula.empty()) all.push_back("angular momentum along the field, I ω · g");
    return all;
  }
  static constexpr bool turns_with_space = true;
  static void fields(const auto& f, auto&... s) {
    f(Field{"inertia", "I", true}, s.I...);
    f(Field{"initial", ""}, s.initial...);
    f(Field{"g", "g", true}, s.g...);
    f(Field{"amplitude", "s", true}, s.amplitude...);
    f(Field{"frequency", "ν"}, s.frequency...);
    f(Field{"formula", "V"}, s.formula...);
  }
};

// Functions of the space on its states and problems; compare rigid_body.hpp.

/// Lengths of the differences of directors and of angular velocities.
template <class T>
Distance<T> distance(const DirectorState<T>& a, const DirectorState<T>& b) {
  return {norm(a.d - b.d), norm(a.omega - b.omega)};
}
/// 1 and |omega|.
template <class T>
Distance<T> size(const DirectorState<T>& s) {
  return {T(1), norm(s.omega)};
}
/// |omega|, in radians per time.
template <class T>
T rate(const Director<T>&, const DirectorState<T>& s) {
  return norm(s.omega);
}
template <class T>
T kinetic_energy(const Director<T>& p, const DirectorState<T>& s) {
  return p.kinetic_energy(s.omega);
}
template <class T>
T energy(const Director<T>& p, const DirectorState<T>& s) {
  return p.kinetic_energy(s.omega) + p.potential(s.d);
}
template <class T>
Vec<Space, T> spatial_momentum(const Director<T>& p, const DirectorState<T>& s) {
  return p.I * s.omega;
}
/// The direction of the field's constant part, in space, of length 1; not finite if there is none.
template <class T>
Vec<Space, T> vertical(const Director<T>& p) {
  return p.g / norm(p.g);
}
template <class T>
DirectorState<T> nudged(const DirectorState<T>& s, const T& share) {
  const auto turn = exp(share * Vec<Space, T>{T(0.6), T(-0.48), T(0.64)});
  return {turn * s.d, T(T(1) + share) * (turn * s.omega)};
}

}  // namespace polhode
