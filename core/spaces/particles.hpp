// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/tangent.hpp"
#include "core/spaces/potential.hpp"
#include "core/spaces/space.hpp"

/// Particles on a vector space: displacements with momenta.
namespace polhode {

/// State of particles: three coordinates and their momenta.
template <class T>
struct ParticleState {
  Vec<Space, T> u;  ///< coordinates
  Vec<Space, T> p;  ///< momenta

  static constexpr std::string_view kind = "particle state";
  static void fields(const auto& f, auto&... s) {
    f(Field{"displacement", "u"}, s.u...);
    f(Field{"momentum", "p", true}, s.p...);
  }
};

template <class T>
bool is_finite(const ParticleState<T>& s) {
  return is_finite(s.u) && is_finite(s.p);
}

/// Particles on a vector space: u' = M^-1 p, p' = f(t, u), by a polynomial potential V = (a.u^2)/2 + b u1^2 u2
/// + c u2^3/3 + d u2^4/4 (squares by component), one by formula, and a harmonic force. It covers the vector-space test
/// of Krysl 2006 and the Hénon-Heiles problem. There are always three coordinates, so that the vectors, tangents and
/// solver of bodies apply; a problem of two degrees of freedom rests in the third.
template <class T>
struct Particles {
  using Scalar = T;
  using State = ParticleState<T>;

  Vec<Space, T> mass;  ///< the diagonal of M, a mass for each coordinate
  ParticleState<T> initial;
  Vec<Space, T> a;
  T b, c, d;
  Vec<Space, T> amplitude{T(0), T(0), T(0)};
  T frequency{0};
  FormulaPotential<T> formula{};  ///< of the coordinates, or none

  /// M^-1 p, a length per time for each coordinate.
  Vec<Space, T> velocity(const Vec<Space, T>& p) const { return {p[0] / mass[0], p[1] / mass[1], p[2] / mass[2]}; }
  template <class D>
  Tangent<Space, T, D> velocity(const Tangent<Space, T, D>& p) const {
    return {velocity(p.value), Diagonal<T>{T(1) / mass[0], T(1) / mass[1], T(1) / mass[2]} * p.derivative};
  }
  /// The force f by coordinate, at a time and a displacement. It is named like all functions whose calls are counted.
  Vec<Space, T> torque(const T& t, const Vec<Space, T>& u) const {
    const auto f = polynomial_force(t, u);
    if (!formula.empty()) [[unlikely]]
      return f + formula.force(t, u);
    return f;
  }
  /// The force with its derivative.
  template <class D>
  Tangent<Space, T> torque(const T& t, const Tangent<Space, T, D>& u) const {
    const T u1 = u.value[0], u2 = u.value[1], mixed = T(2) * b * u1;
    const Mat3<T> hessian{{{a[0] + T(2) * b * u2, mixed, T(0)},
                           {mixed, a[1] + T(2) * c * u2 + T(3) * d * u2 * u2, T(0)},
                           {T(0), T(0), a[2]}}};
    const Tangent<Space, T> f{polynomial_force(t, u.value), T(-1) * (hessian * u.derivative)};
    if (!formula.empty()) [[unlikely]]
      return f + formula.force(t, u);
    return f;
  }

  T kinetic_energy(const Vec<Space, T>& p) const { return dot(p, velocity(p)) / T(2); }
  T potential(const Vec<Space, T>& u) const {
    const T v = u[1];
    const T V = (a[0] * u[0] * u[0] + a[1] * v * v + a[2] * u[2] * u[2]) / T(2) + b * u[0] * u[0] * v +
                c * v * v * v / T(3) + d * v * v * v * v / T(4);
    return formula.empty() || !formula.autonomous() ? V : V + formula.value(T(0), u);
  }
  bool autonomous() const { return !(norm2(amplitude) > T(0)) && formula.autonomous(); }

  static constexpr std::string_view kind = "particles";
  /// Terms that depend on time, which the energy omits, in words.
  std::vector<std::string> depends_on_time() const {
    std::vector<std::string> all;
    if (norm2(amplitude) > T(0)) all.push_back("the harmonic force");
    if (!formula.autonomous()) all.push_back("the potential");
    return all;
  }
  std::vector<std::string> equations() const {
    const bool still = !(norm2(amplitude) > T(0));
    return {still ? "u′ = M⁻¹p,  p′ = −∇V" : "u′ = M⁻¹p,  p′ = −∇V + s cos νt",
            std::string("V = Σ aᵢuᵢ² / 2 + b u₁²u₂ + c u₂³ / 3 + d u₂⁴ / 4") + (formula.empty() ? "" : " + V(t, u)")};
  }
  std::vector<std::string> constants() const {
    if (autonomous()) return {"energy"};
    return {};
  }
  static constexpr bool turns_with_space = false;  // the potential names coordinates
  static void fields(const auto& f, auto&... s) {
    f(Field{"mass", "M", true}, s.mass...);
    f(Field{"initial", ""}, s.initial...);
    f(Field{"a", "a", true}, s.a...);
    f(Field{"b", "b", true}, s.b...);
    f(Field{"c", "c", true}, s.c...);
    f(Field{"d", "d", true}, s.d...);
    f(Field{"amplitude", "s", true}, s.amplitude...);
    f(Field{"frequency", "ν"}, s.frequency...);
    f(Field{"formula", "V"}, s.formula...);
  }

 private:
  /// The force without the formula's.
  Vec<Space, T> polynomial_force(const T& t, const Vec<Space, T>& u) const {
    using std::cos;
    const Vec<Space, T> slope{a[0] * u[0] + T(2) * b * u[0] * u[1],
                              a[1] * u[1] + b * u[0] * u[0] + c * u[1] * u[1] + d * u[1] * u[1] * u[1], a[2] * u[2]};
    if (frequency == T(0)) return amplitude - slope;
    return T(cos(frequency * t)) * amplitude - slope;
  }
};

// Functions of the space on its states and problems; compare rigid_body.hpp.

/// Lengths of the differences of displacements and of momenta.
template <class T>
Distance<T> distance(const ParticleState<T>& a, const ParticleState<T>& b) {
  return {norm(a.u - b.u), norm(a.p - b.p)};
}
/// |u| and |p|.
template <class T>
Distance<T> size(const ParticleState<T>& s) {
  return {norm(s.u), norm(s.p)};
}
/// s with its momentum and its displacement shifted by a share of their lengths.
template <class T>
ParticleState<T> nudged(const ParticleState<T>& s, const T& share) {
  const Vec<Space, T> aside{T(0.6), T(-0.48), T(0.64)};
  return {s.u + T(share * norm(s.u)) * aside, s.p + T(share * norm(s.p)) * aside};
}
/// 1, because particles do not turn.
template <class T>
T rate(const Particles<T>&, const ParticleState<T>&) {
  return T(1);
}
template <class T>
T kinetic_energy(const Particles<T>& problem, const ParticleState<T>& s) {
  return problem.kinetic_energy(s.p);
}
template <class T>
T energy(const Particles<T>& problem, const ParticleState<T>& s) {
  return problem.kinetic_energy(s.p) + problem.potential(s.u);
}
/// The sum of linear momenta, by coordinate.
template <class T>
Vec<Space, T> spatial_momentum(const Particles<T>&, const ParticleState<T>& s) {
  return s.p;
}
template <class T>
Vec<Space, T> vertical(const Particles<T>&) {
  return axis<Space, T>(2);
}

}  // namespace polhode
