// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cassert>
#include <variant>

#include "core/geometry/s2.hpp"
#include "core/geometry/state.hpp"
#include "core/geometry/tangent.hpp"

/// The problem types: a rigid body without torque, a rigid body with torques, a director, particles.
/// They are values; every body of the papers and every body from a file is one of them.
namespace polhode {

/// Principal moments, diagonal, in any order. Units: mass times length squared.
template <class T>
struct Inertia {
  Vec<Body, T> moments;
  Vec<Body, T> reciprocals;

  Inertia() = default;
  Inertia(const T& I1, const T& I2, const T& I3) : moments{I1, I2, I3}, reciprocals{T(1) / I1, T(1) / I2, T(1) / I3} {}

  const T& operator[](int i) const { return moments[i]; }
};

/// A body that turns: inertia and where it starts. R' = R hat(Omega), Omega = I^-1 Pi.
template <class T>
struct RigidBody {
  using Scalar = T;
  using State = RigidState<T>;

  Inertia<T> I;           ///< principal moments
  RigidState<T> initial;  ///< where it starts

  /// Body angular velocity I^-1 Pi.
  Vec<Body, T> Omega(const Vec<Body, T>& Pi) const {
    const auto& r = I.reciprocals;
    return {r[0] * Pi[0], r[1] * Pi[1], r[2] * Pi[2]};
  }
  template <class D>
  Tangent<Body, T, D> Omega(const Tangent<Body, T, D>& Pi) const {
    const auto& r = I.reciprocals;
    return {Omega(Pi.value), Diagonal<T>{r[0], r[1], r[2]} * Pi.derivative};
  }
  /// Body momentum I Omega.
  Vec<Body, T> momentum(const Vec<Body, T>& Omega) const { return {I[0] * Omega[0], I[1] * Omega[1], I[2] * Omega[2]}; }
  /// K = Pi . I^-1 Pi / 2.
  T kinetic_energy(const Vec<Body, T>& Pi) const { return dot(Pi, Omega(Pi)) / T(2); }
};

/// Pi' = Pi x Omega: no torque, by type.
template <class T>
struct FreeBody : RigidBody<T> {
  template <class Rotation>
  Zero torque(const T&, const Rotation&) const {
    return {};
  }
  T potential(const Attitude<T>&) const { return T(0); }
};

/// Torque of a uniform field on a moment fixed in the body: V = moment . R^T field, T = R^T field x moment.
/// Gravity is field = e3 and moment = m g c; the "constant field" of Celledoni & Säfström is field = u0 and
/// moment = e3.
template <class T>
struct UniformField {
  Vec<Body, T> moment;  ///< fixed in the body: m g c, a dipole
  Vec<Space, T> field;  ///< fixed in space

  T potential(const Attitude<T>& R) const { return dot(moment, inverse(R) * field); }
  template <class Rotation>
  auto torque(const T&, const Rotation& R) const {
    return cross(rotate_back(R, field), moment);
  }
};

/// A charged wall seen by the tip of a body axis (Krysl 2006, section 5.4): y = 1.1 + axis . R^T e3,
/// V = 1/y - 0.001/y^10. The printed torque belongs to this V, which repels; `attractive` turns the sign. The
/// numbers 1.1, 0.01 and 0.001 are built in, so the problem has units of its own.
template <class T>
struct CoulombWall {
  Vec<Body, T> axis;        ///< to the charged tip
  bool attractive = false;  ///< turns the sign of the printed torque

  T potential(const Attitude<T>& R) const {
    const T y = height(inverse(R) * polhode::axis<Space, T>(2)), y2 = y * y, y5 = y2 * y2 * y;
    return sign() * (T(1) / y - T(1) / (T(1000) * y5 * y5));
  }
  Vec<Body, T> torque(const T&, const Attitude<T>& R) const {
    const Vec<Body, T> Gamma = inverse(R) * polhode::axis<Space, T>(2);
    return slope(height(Gamma)) * cross(Gamma, axis);
  }
  Tangent<Body, T> torque(const T&, const RotationTangent<Body, Space, T>& R) const {
    const auto Gamma = rotate_back(R, polhode::axis<Space, T>(2));
    const T y = height(Gamma.value), f = slope(y), df = curvature(y);
    const auto lever = cross(Gamma, axis);
    Tangent<Body, T> r{f * lever.value, f * lever.derivative};
    for (int j = 0; j < 3; ++j) {
      const T dy = dot(axis, Gamma.derivative.template column<Body>(j));
      for (int i = 0; i < 3; ++i) r.derivative(i, j) += df * dy * lever.value[i];
    }
    return r;
  }

 private:
  T sign() const { return attractive ? T(-1) : T(1); }
  T height(const Vec<Body, T>& Gamma) const { return T(11) / T(10) + dot(axis, Gamma); }
  /// dV/dy
  T slope(const T& y) const {
    const T y2 = y * y, y5 = y2 * y2 * y, y11 = y5 * y5 * y;
    return sign() * (T(1) / (T(100) * y11) - T(1) / y2);
  }
  T curvature(const T& y) const {
    const T y3 = y * y * y, y6 = y3 * y3, y12 = y6 * y6;
    return sign() * (T(2) / y3 - T(11) / (T(100) * y12));
  }
};

/// A torque that is harmonic in time and fixed in space: t = amplitude cos(frequency t). No potential.
template <class T>
struct HarmonicSpace {
  Vec<Space, T> amplitude;  ///< in space
  T frequency;              ///< in radians per time

  template <class Rotation>
  auto torque(const T& t, const Rotation& R) const {
    using std::cos;
    return rotate_back(R, T(cos(frequency * t)) * amplitude);
  }
};

/// A torque of the user's own, in the body frame: plain functions with a context that outlives the run.
/// Without `gradient` implicit methods difference `torque`; without `potential` the energy omits it.
template <class T>
struct UserTorque {
  const void* context;                                                         ///< the first argument of what follows
  Vec<Body, T> (*body_torque)(const void*, const T& t, const Attitude<T>&);    ///< in the body frame
  Mat3<T> (*gradient)(const void*, const T& t, const Attitude<T>&) = nullptr;  ///< by a body variation
  T (*potential_energy)(const void*, const Attitude<T>&) = nullptr;            ///< V(R)

  T potential(const Attitude<T>& R) const { return potential_energy ? potential_energy(context, R) : T(0); }
  Vec<Body, T> torque(const T& t, const Attitude<T>& R) const { return body_torque(context, t, R); }
  Tangent<Body, T> torque(const T& t, const RotationTangent<Body, Space, T>& R) const {
    return {torque(t, R.value), (gradient ? gradient(context, t, R.value) : difference(t, R.value)) * R.variation};
  }

 private:
  Mat3<T> difference(const T& t, const Attitude<T>& R) const {
    using std::exp, std::log;
    const T step = exp(log(epsilon<T>()) / T(3));
    const auto slope = [&](int i) {
      const Vec<Body, T> xi = step * axis<Body, T>(i);
      return (torque(t, R * polhode::exp(xi)) - torque(t, R * polhode::exp(-xi))) / (T(2) * step);
    };
    return from_columns(slope(0), slope(1), slope(2));
  }
};

template <class T>
using Torque = std::variant<UniformField<T>, CoulombWall<T>, HarmonicSpace<T>, UserTorque<T>>;  ///< any kind

/// A sum of torques, kept inline: no allocation, no virtual call.
template <class T>
struct TorqueSum {
  static constexpr int capacity = 8;

  int size = 0;
  std::array<Torque<T>, capacity> terms{};

  TorqueSum() = default;
  TorqueSum(std::initializer_list<Torque<T>> list) {
    for (const auto& t : list) push_back(t);
  }
  void push_back(const Torque<T>& torque) {
    assert(size < capacity && "a body takes at most eight torques");
    terms[size++] = torque;
  }
  const Torque<T>* begin() const { return terms.data(); }
  const Torque<T>* end() const { return terms.data() + size; }
};

/// Pi' = Pi x Omega + T(t, R), T the sum of its torques in the body frame.
template <class T>
struct TorquedBody : RigidBody<T> {
  TorqueSum<T> torques;  ///< up to eight

  Vec<Body, T> torque(const T& t, const Attitude<T>& R) const {
    Vec<Body, T> sum{T(0), T(0), T(0)};
    for (const auto& kind : torques) std::visit([&](const auto& k) { sum += k.torque(t, R); }, kind);
    return sum;
  }
  /// A call: all kinds in the midst of a solver would push its numbers out of the registers.
  [[gnu::noinline]] Tangent<Body, T> torque(const T& t, const RotationTangent<Body, Space, T>& R) const {
    Tangent<Body, T> sum{};
    for (const auto& kind : torques) std::visit([&](const auto& k) { sum = sum + k.torque(t, R); }, kind);
    return sum;
  }
  /// The sum of all potentials that do not depend on time.
  T potential(const Attitude<T>& R) const {
    T sum(0);
    for (const auto& kind : torques)
      std::visit(
          [&](const auto& k) {
            if constexpr (requires { k.potential(R); }) sum += k.potential(R);
          },
          kind);
    return sum;
  }
};

/// A director (dumbbell) with scalar inertia in a field: I omega' = d x field(t), d' = omega x d, V = -d . g.
template <class T>
struct Director {
  using Scalar = T;
  using State = DirectorState<T>;

  T I;                                        ///< moment about any axis normal to d
  DirectorState<T> initial;                   ///< where it starts
  Vec<Space, T> g;                            ///< the field's constant part
  Vec<Space, T> amplitude{T(0), T(0), T(0)};  ///< of its harmonic part
  T frequency{0};                             ///< in radians per time

  /// g + amplitude cos(frequency t).
  Vec<Space, T> field(const T& t) const {
    using std::cos;
    if (frequency == T(0)) return g + amplitude;
    return g + T(cos(frequency * t)) * amplitude;
  }
  /// d x field(t), in space; d with or without a tangent.
  template <class D>
  auto torque(const T& t, const D& d) const {
    return cross(d, field(t));
  }

  T kinetic_energy(const Vec<Space, T>& omega) const { return I * norm2(omega) / T(2); }
  T potential(const Vec<Space, T>& d) const { return -dot(d, g); }
};

/// Particles on a vector space: u' = M^-1 p, p' = f(t, u), by a polynomial potential V = (a.u^2)/2 + b u1^2 u2 +
/// c u2^3/3 + d u2^4/4 (squares by component), and a harmonic force. It holds the vector-space test of Krysl 2006 and
/// the Hénon-Heiles problem. There are three coordinates, like everywhere else, so that vectors, tangents and the
/// solver of bodies serve; a problem of two degrees of freedom rests in the third.
template <class T>
struct Particles {
  using Scalar = T;
  using State = ParticleState<T>;

  Vec<Space, T> mass;  ///< the diagonal of M
  ParticleState<T> initial;
  Vec<Space, T> a;
  T b, c, d;
  Vec<Space, T> amplitude{T(0), T(0), T(0)};
  T frequency{0};

  /// M^-1 p.
  Vec<Space, T> velocity(const Vec<Space, T>& p) const { return {p[0] / mass[0], p[1] / mass[1], p[2] / mass[2]}; }
  template <class D>
  Tangent<Space, T, D> velocity(const Tangent<Space, T, D>& p) const {
    return {velocity(p.value), Diagonal<T>{T(1) / mass[0], T(1) / mass[1], T(1) / mass[2]} * p.derivative};
  }
  /// The force f. Its name is that of all that is evaluated and counted.
  Vec<Space, T> torque(const T& t, const Vec<Space, T>& u) const {
    using std::cos;
    const Vec<Space, T> slope{a[0] * u[0] + T(2) * b * u[0] * u[1],
                              a[1] * u[1] + b * u[0] * u[0] + c * u[1] * u[1] + d * u[1] * u[1] * u[1], a[2] * u[2]};
    return T(cos(frequency * t)) * amplitude - slope;
  }
  template <class D>
  Tangent<Space, T> torque(const T& t, const Tangent<Space, T, D>& u) const {
    const T u1 = u.value[0], u2 = u.value[1], mixed = T(2) * b * u1;
    const Mat3<T> hessian{{{a[0] + T(2) * b * u2, mixed, T(0)},
                           {mixed, a[1] + T(2) * c * u2 + T(3) * d * u2 * u2, T(0)},
                           {T(0), T(0), a[2]}}};
    return {torque(t, u.value), T(-1) * (hessian * u.derivative)};
  }

  T kinetic_energy(const Vec<Space, T>& p) const { return dot(p, velocity(p)) / T(2); }
  T potential(const Vec<Space, T>& u) const {
    const T v = u[1];
    return (a[0] * u[0] * u[0] + a[1] * v * v + a[2] * u[2] * u[2]) / T(2) + b * u[0] * u[0] * v +
           c * v * v * v / T(3) + d * v * v * v * v / T(4);
  }
};

/// Energy at a node: kinetic plus all potentials that do not depend on time.
template <class P, class T>
T energy(const P& body, const RigidState<T>& s) {
  return body.kinetic_energy(s.Pi) + body.potential(s.R);
}
template <class T>
T energy(const Director<T>& problem, const DirectorState<T>& s) {
  return problem.kinetic_energy(s.omega) + problem.potential(s.d);
}
template <class T>
T energy(const Particles<T>& problem, const ParticleState<T>& s) {
  return problem.kinetic_energy(s.p) + problem.potential(s.u);
}

// The same problem in another scalar.

template <class U, class T>
Inertia<U> cast(const Inertia<T>& I) {
  return {scalar_cast<U>(I[0]), scalar_cast<U>(I[1]), scalar_cast<U>(I[2])};
}
template <class U, class T>
FreeBody<U> cast(const FreeBody<T>& b) {
  return {{cast<U>(b.I), cast<U>(b.initial)}};
}
template <class U, class T>
UniformField<U> cast(const UniformField<T>& k) {
  return {cast<U>(k.moment), cast<U>(k.field)};
}
template <class U, class T>
CoulombWall<U> cast(const CoulombWall<T>& k) {
  return {cast<U>(k.axis), k.attractive};
}
template <class U, class T>
HarmonicSpace<U> cast(const HarmonicSpace<T>& k) {
  return {cast<U>(k.amplitude), scalar_cast<U>(k.frequency)};
}
template <class U, class T>
TorquedBody<U> cast(const TorquedBody<T>& b) {
  TorquedBody<U> r{{cast<U>(b.I), cast<U>(b.initial)}, {}};
  for (const auto& kind : b.torques)
    std::visit(
        [&](const auto& k) {
          if constexpr (requires { cast<U>(k); }) r.torques.push_back(cast<U>(k));
        },
        kind);
  assert(r.torques.size == b.torques.size && "a user's torque has one scalar");
  return r;
}
template <class U, class T>
Director<U> cast(const Director<T>& p) {
  return {scalar_cast<U>(p.I), cast<U>(p.initial), cast<U>(p.g), cast<U>(p.amplitude), scalar_cast<U>(p.frequency)};
}
template <class U, class T>
Particles<U> cast(const Particles<T>& p) {
  return {cast<U>(p.mass),     cast<U>(p.initial),  cast<U>(p.a),         scalar_cast<U>(p.b),
          scalar_cast<U>(p.c), scalar_cast<U>(p.d), cast<U>(p.amplitude), scalar_cast<U>(p.frequency)};
}

}  // namespace polhode
