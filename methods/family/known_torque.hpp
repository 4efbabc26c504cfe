// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "core/torques/torqued_body.hpp"
#include "methods/family/flat.hpp"

/// Torques whose kind is known by type, for steps with many evaluations: the kind is looked up once per step.
namespace polhode {

/// A problem with one torque of a known kind. Both outlive it.
template <class P, class Kind>
struct OfOneKind {
  using Scalar = typename P::Scalar;
  using State = typename P::State;

  const P& problem;
  const Kind& kind;  ///< the torque

  auto Omega(const Vec<Body, Scalar>& Pi) const { return problem.Omega(Pi); }
  Vec<Body, Scalar> torque(const Scalar& t, const auto& R, const Vec<Body, Scalar>&) const {
    problem.counters->count_torque();
    return kind.torque(t, R);
  }
};

/// A dipole in a field at rest, as a field on a moment.
inline UniformField<double> as_field(const Dipole<double>& dipole) {
  return {-dipole.moment, dipole.field.at(0)};
}

/// A field along the third axis of space, its moment along axis k of the body or, for k = -1, anywhere: torque_of_field
/// bit for bit, without products by zero. A step of rk4 takes 0.8 of the time, or 0.9 with its moment anywhere.
template <class T, int k>
struct Upright {
  const UniformField<T>& field;

  Vec<Body, T> torque(const T&, const Unscaled<Body, Space, T>& R) const {
    const auto& [w, x, y, z] = R.q;
    const auto& m = field.moment;
    const T f = field.field[2], ww = w * w, xx = x * x, yy = y * y, zz = z * z, s = 2.0 / ((ww + xx) + (yy + zz));
    const Vec<Body, T> b{(x * z - w * y) * f, (y * z + w * x) * f, 0.5 * ((ww - xx) + (zz - yy)) * f};
    if constexpr (k < 0) {
      return s * cross(b, m);
    } else {
      Vec<Body, T> torque{0.0, 0.0, 0.0};
      torque[(k + 1) % 3] = s * (b[(k + 2) % 3] * m[k]), torque[(k + 2) % 3] = -(s * (b[(k + 1) % 3] * m[k]));
      return torque;
    }
  }
};
/// f(kind), where the kind knows whether a field is upright.
template <class T, class F>
POLHODE_INLINE inline auto with_known_field(const UniformField<T>& field, const F& f) {
  const auto& m = field.moment;
  const auto zero = [](const T& a, const T& b) { return a == T(0.0) && b == T(0.0); };
  if (!zero(field.field[0], field.field[1])) return f(field);
  if (zero(m[0], m[1])) return f(Upright<T, 2>{field});
  if (zero(m[1], m[2])) return f(Upright<T, 0>{field});
  if (zero(m[2], m[0])) return f(Upright<T, 1>{field});
  return f(Upright<T, -1>{field});
}

/// Not inlined: the registers do not survive a cosine in any case.
template <class P>
[[gnu::noinline]] auto flat_rates(const OfOneKind<P, HarmonicSpace<double>>& problem, const double& t,
                                  const std::array<double, 7>& y) {
  return numbers(rates(problem, t, shaped<RigidState<double>>(y)));
}

namespace detail {

/// The torque that alone turns a body; null if there are others, of any sort, or none.
template <class Counters>
const Torque<double>* lone_torque(const Counted<TorquedBody<double>, Counters>& body) {
  return body.torques.size == 1 && body.momentum_torques.size == 0 ? body.torques.begin() : nullptr;
}

/// Optimised separately for each kind: together they would push the numbers out of the registers. Numbers are passed by
/// value, because referenced ones are kept in memory.
template <class F, class P, class... Numbers>
[[gnu::noinline]] POLHODE_FLATTEN auto by_itself(const P& problem, Numbers... numbers) {
  return F()(problem, numbers...);
}

}  // namespace detail

/// f(problem, numbers..), with the kind known by type if a single torque turns the body: a field, a harmonic torque, or
/// a dipole in a field at rest.
template <class F, class P, class... Numbers>
POLHODE_INLINE inline auto step_of_kind(const F& f, const P& problem, const Numbers&... numbers) {
  if constexpr (requires { *detail::lone_torque(problem); })
    if (const auto* torque = detail::lone_torque(problem)) {
      using Harmonic = HarmonicSpace<double>;
      if (const auto* harmonic = std::get_if<Harmonic>(torque))
        return detail::by_itself<F>(OfOneKind<P, Harmonic>{problem, *harmonic}, numbers...);
      const auto in_field = [&](const UniformField<double>& field) {
        return with_known_field(field, [&]<class Kind>(const Kind& kind) {
          return detail::by_itself<F>(OfOneKind<P, Kind>{problem, kind}, numbers...);
        });
      };
      if (const auto* field = std::get_if<UniformField<double>>(torque)) return in_field(*field);
      if (const auto* dipole = std::get_if<Dipole<double>>(torque); dipole && dipole->field.constant())
        return in_field(as_field(*dipole));
    }
  return f(problem, numbers...);
}

}  // namespace polhode
