// SPDX-License-Identifier: MIT
#pragma once

#include "core/judging/defects.hpp"
#include "methods/runners.hpp"

/// Numbers that say whether a method has a property. The claims on properties and `polhode check` ask for them.
namespace polhode::measured {

/// run(problem, grid) -> end state.
template <class P>
auto end_of(const MethodInfo& method) {
  return [runner = find_runner<P>(method)](const P& p, const Grid<typename P::Scalar>& grid) {
    return runner->run(p, grid, nullptr).state;
  };
}

/// What one step forward and one back change.
template <class P>
double symmetry(const MethodInfo& method, const P& problem, const typename P::Scalar& h) {
  return symmetry_defect(*find_runner<P>(method), problem, h);
}

/// The symplectic defect of one step; P is a problem over Dual<float128, 6>.
template <class P>
double symplecticity(const MethodInfo& method, const P& problem, double h) {
  return symplectic_defect(*find_runner<P>(method), problem, h);
}

/// The power of h of something small: from h and h/2.
template <class Number>
double power_of_h(const Number& number, double h) {
  return std::log2(number(h) / number(h / 2));
}

inline Vec<Space, double> spatial_momentum(const RigidBody<double>&, const RigidState<double>& s) {
  return s.pi();
}
inline Vec<Space, double> spatial_momentum(const Director<double>& p, const DirectorState<double>& s) {
  return p.I * s.omega;
}
inline Vec<Space, double> spatial_momentum(const Particles<double>&, const ParticleState<double>& s) {
  return s.p;
}
/// The direction along which the momentum is conserved.
inline Vec<Space, double> vertical(const RigidBody<double>&) {
  return axis<Space, double>(2);
}
inline Vec<Space, double> vertical(const Particles<double>&) {
  return axis<Space, double>(2);
}
inline Vec<Space, double> vertical(const Director<double>& p) {
  return p.g / norm(p.g);
}

/// Relative changes of what a body may conserve, at every node of a run, and how the run ended.
struct Invariants {
  std::vector<double> momentum;  ///< |pi - pi0| / |pi0|
  std::vector<double> vertical;  ///< the same, of the component along e3 or a director's field
  std::vector<double> energy;    ///< |H/H0 - 1|
  Status status = Status::ok;
};

template <class P>
Invariants invariants(const MethodInfo& method, const P& body, double h, std::int64_t steps) {
  Invariants found;
  Vec<Space, double> pi0{};
  double H0 = 0;
  const auto up = vertical(body);
  const Sampler<P> sampler{1, [&](const Sample<P>& s) {
                             const auto pi = spatial_momentum(body, s.state);
                             const double H = energy(body, s.state);
                             if (s.n == 0) pi0 = pi, H0 = H;
                             found.momentum.push_back(norm(pi - pi0) / norm(pi0));
                             found.vertical.push_back(std::abs(dot(pi - pi0, up)) / norm(pi0));
                             found.energy.push_back(std::abs(H / H0 - 1));
                           }};
  found.status = find_runner<P>(method)->run(body, Grid<double>::of_step(0, h, steps), &sampler).status;
  return found;
}

// --- what should not matter
// -------------------------------------------------------------------------------------------

/// An attitude that turns space.
inline Rotation<Space, Space, double> any_turn() {
  return exp(Vec<Space, double>{0.3, 1.1, -0.8});
}
inline RigidState<double> turned(const RigidState<double>& s) {
  return {s.Pi, any_turn() * s.R};
}
inline DirectorState<double> turned(const DirectorState<double>& s) {
  return {any_turn() * s.d, any_turn() * s.omega};
}
/// The same problem seen from a space frame that is turned.
inline FreeBody<double> turned(FreeBody<double> body) {
  body.initial = turned(body.initial);
  return body;
}
inline TorquedBody<double> turned(TorquedBody<double> body) {
  body.initial = turned(body.initial);
  for (int i = 0; i < body.torques.size; ++i) {
    auto& kind = body.torques.terms[static_cast<std::size_t>(i)];
    if (auto* f = std::get_if<UniformField<double>>(&kind)) f->field = any_turn() * f->field;
    if (auto* g = std::get_if<HarmonicSpace<double>>(&kind)) g->amplitude = any_turn() * g->amplitude;
  }
  return body;
}
inline Director<double> turned(Director<double> p) {
  p.initial = turned(p.initial);
  p.g = any_turn() * p.g, p.amplitude = any_turn() * p.amplitude;
  return p;
}

/// The body's axes renamed: e1 -> e2 -> e3 -> e1.
inline Vec<Body, double> renamed(const Vec<Body, double>& v) {
  return {v[2], v[0], v[1]};
}
inline RigidState<double> renamed(const RigidState<double>& s) {
  const double h = 0.5;
  return {renamed(s.Pi), s.R * inverse(Rotation<Body, Body, double>{h, h, h, h})};
}
template <class B>
B renamed(B body) {
  const auto I = renamed(body.I.moments);
  body.I = {I[0], I[1], I[2]};
  body.initial = renamed(body.initial);
  if constexpr (requires { body.torques; })
    for (int i = 0; i < body.torques.size; ++i)
      if (auto* f = std::get_if<UniformField<double>>(&body.torques.terms[static_cast<std::size_t>(i)]))
        f->moment = renamed(f->moment);
  return body;
}

/// The same problem in units of mass that are s times smaller.
template <class B>
B in_units(B p, double s) {
  if constexpr (requires { p.mass; }) {
    p.mass = s * p.mass, p.initial.p = s * p.initial.p, p.a = s * p.a, p.amplitude = s * p.amplitude;
    p.b *= s, p.c *= s, p.d *= s;
  } else if constexpr (requires { p.initial.omega; }) {
    p.I *= s, p.g = s * p.g, p.amplitude = s * p.amplitude;
  } else {
    p.I = {s * p.I[0], s * p.I[1], s * p.I[2]};
    p.initial.Pi = s * p.initial.Pi;
    if constexpr (requires { p.torques; })
      for (int i = 0; i < p.torques.size; ++i) {
        auto& kind = p.torques.terms[static_cast<std::size_t>(i)];
        if (auto* f = std::get_if<UniformField<double>>(&kind)) f->moment = s * f->moment;
        if (auto* g = std::get_if<HarmonicSpace<double>>(&kind)) g->amplitude = s * g->amplitude;
      }
  }
  return p;
}
inline RigidState<double> in_units(const RigidState<double>& s, double unit) {
  return {unit * s.Pi, s.R};
}
inline DirectorState<double> in_units(const DirectorState<double>& s, double) {
  return s;
}
inline ParticleState<double> in_units(const ParticleState<double>& s, double unit) {
  return {s.u, unit * s.p};
}

/// How far apart two states are: momenta relatively, attitudes by their angle. Zero if no bit differs.
inline double apart(const RigidState<double>& a, const RigidState<double>& b) {
  const bool same = norm2(a.Pi - b.Pi) == 0 && a.R.w == b.R.w && a.R.x == b.R.x && a.R.y == b.R.y && a.R.z == b.R.z;
  return same ? 0 : norm(a.Pi - b.Pi) / norm(b.Pi) + attitude_distance(a.R, b.R);
}
inline double apart(const DirectorState<double>& a, const DirectorState<double>& b) {
  return norm(a.d - b.d) + norm(a.omega - b.omega) / norm(b.omega);
}
inline double apart(const ParticleState<double>& a, const ParticleState<double>& b) {
  return norm(a.u - b.u) / norm(b.u) + norm(a.p - b.p) / norm(b.p);
}

}  // namespace polhode::measured
