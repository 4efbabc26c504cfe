// SPDX-License-Identifier: MIT
#include "core/reference/torqued_body.hpp"

#include <complex>

#include "core/geometry/decimal.hpp"
#include "core/geometry/scalar.hpp"
#include "core/reference/lagrange_top.hpp"

namespace polhode::reference {

namespace {

/// What may be zero, as a share of the size of what it is a part of.
template <class T>
bool negligible(const T& x, const T& size) {
  using std::abs;
  return abs(x) <= 64 * epsilon<T>() * size;
}

template <class T>
std::optional<AxialTorque<T>> axial_torque(const TorquedBody<T>& body) {
  AxialTorque<T> closed{static_cast<const RigidBody<T>&>(body), {}};
  auto& tau = closed.torque;
  for (const auto& torque : body.torques) {
    const auto* k = std::get_if<BodyTorque<T>>(&torque);
    if (!k || !k->autonomous()) return {};
    tau += k->torque(T(0), body.initial.R);
  }
  const auto& I = body.I;
  const T size = norm(tau);
  if (size == 0) return {};
  if (I[0] == I[1] && I[1] == I[2]) return closed;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    if (I[j] != I[k] || !negligible(tau[j], size) || !negligible(tau[k], size)) continue;
    tau[j] = tau[k] = T(0);
    return closed;
  }
  return {};
}

/// One torque of a moment in a field that stands still or turns evenly.
template <class T>
std::optional<PlanePendulum<T>> plane_pendulum(const TorquedBody<T>& body, const T& t0) {
  using std::sqrt;
  if (body.torques.size != 1) return {};
  PlanePendulum<T> closed{static_cast<const RigidBody<T>&>(body), {}, {}, {}, 0};
  const auto& torque = *body.torques.begin();
  if (const auto* uniform = std::get_if<UniformField<T>>(&torque)) {
    closed.moment = uniform->moment, closed.field = uniform->field;
  } else if (const auto* dipole = std::get_if<Dipole<T>>(&torque)) {
    const auto* turning = std::get_if<signals::Rotating<Space, T>>(&dipole->field->is);
    if (!turning) return {};
    closed.moment = -dipole->moment, closed.field = turning->at(t0), closed.rate = turning->frequency * turning->axis;
  } else {
    return {};
  }
  const auto& [Pi, R] = body.initial;
  const T m = norm(closed.moment), B = norm(closed.field), w = norm(closed.rate);
  if (m == 0 || B == 0) return {};
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const auto n = R * axis<Body, T>(k);
    const T size = norm(Pi) + sqrt(T(m * B * body.I[k]));
    if (!negligible(Pi[i], size) || !negligible(Pi[j], size) || !negligible(closed.moment[k], m) ||
        !negligible(dot(n, closed.field), B) || !negligible(norm(cross(n, closed.rate)), w))
      continue;
    closed.initial.Pi[i] = closed.initial.Pi[j] = closed.moment[k] = T(0), closed.axis = k;
    return closed;
  }
  return {};
}

}  // namespace

template <class T>
std::optional<ClosedTorque<T>> closed_form(const TorquedBody<T>& body, const T& t0) {
  if (body.momentum_torques.size > 0) return {};
  if (const auto axial = axial_torque(body)) return *axial;
  if (const auto pendulum = plane_pendulum(body, t0)) return *pendulum;
  return {};
}

template <class T>
RigidState<T> exact_motion(const AxialTorque<T>& body, const T& t, const std::function<void(double)>& watch) {
  using std::abs, std::cos, std::sin;
  using Complex = std::complex<T>;
  const auto& tau = body.torque;
  const int k = tau[0] != 0 ? 0 : tau[1] != 0 ? 1 : 2;  // the symmetry axis, unless all moments are equal
  const T A = body.I[(k + 1) % 3], C = body.I[k], push = norm(tau);
  const auto Q = normalised(to_e3(tau));
  const auto Pi = Q * body.initial.Pi;
  const auto q = body.initial.R * inverse(Q);
  const Complex w(Pi[0] / A, Pi[1] / A), i(0, 1);
  const T n0 = Pi[2] / A, n1 = push / A, rate = std::abs(w);

  // q = (al, be) = (q0 + i q3, q1 + i q2):  al' = (i n al - conj(w) be)/2,  be' = (w al - i n be)/2,  n = n0 + n1 t.
  Complex al(q.w, q.z), be(q.x, q.y);
  const T sense(t < 0 ? -1 : 1);
  const T reach(8);  // of |n| + |w| times a step: its powers over factorials lose a digit or two
  for (T done(0); done != t;) {
    const T n = n0 + n1 * done, fast = abs(n) + rate;
    // The root of n1 h^2 + fast h = reach.
    T h = sense * 2 * reach / (fast + sqrt(T(fast * fast + 4 * n1 * reach)));
    if (abs(h) >= abs(T(t - done))) h = t - done;
    Complex a = al, b = be, before_a(0), before_b(0);  // terms of the series
    for (int j = 0; j < 400; ++j) {
      const T s = h / (2 * (j + 1)), up = n1 * h;
      const Complex next_a = s * (i * (n * a + up * before_a) - conj(w) * b),
                    next_b = s * (w * a - i * (n * b + up * before_b));
      before_a = a, before_b = b, a = next_a, b = next_b;
      al += a, be += b;
      if (std::norm(a) + std::norm(b) + std::norm(before_a) + std::norm(before_b) <= epsilon<T>() * epsilon<T>() / 64)
        break;
    }
    done = h == t - done ? t : T(done + h);
    if (watch) watch(static_cast<double>(T(done / t)));
  }

  const T th = (C - A) / A * (Pi[2] / C * t + push * t * t / (2 * C)), c = cos(T(th / 2)), s = sin(T(th / 2));
  al *= Complex(c, -s), be *= Complex(c, s);
  const Complex w1 = w * Complex(c, s) * Complex(c, s);
  const Vec<Body, T> end{A * w1.real(), A * w1.imag(), Pi[2] + push * t};
  return {inverse(Q) * end, normalised(Attitude<T>{al.real(), be.real(), be.imag(), al.imag()} * Q)};
}

template <class T>
RigidState<T> exact_motion(const PlanePendulum<T>& body, const T& t) {
  const T& I = body.I[body.axis];
  const auto& [Pi, R] = body.initial;
  const auto turning = I * (inverse(R) * body.rate);  // the momentum of turning with the field
  const auto seen = exact_motion(Top<T>{{{I, I, I}, {Pi - turning, R}}, {body.moment, body.field}}, t);
  return {seen.Pi + turning, normalised(relabel<Space, Space>(exp(t * body.rate)) * seen.R)};
}

template std::optional<ClosedTorque<double>> closed_form(const TorquedBody<double>&, const double&);
template std::optional<ClosedTorque<float128>> closed_form(const TorquedBody<float128>&, const float128&);
template std::optional<ClosedTorque<float100>> closed_form(const TorquedBody<float100>&, const float100&);
template RigidState<float50> exact_motion(const AxialTorque<float50>&, const float50&,
                                          const std::function<void(double)>&);
template RigidState<float100> exact_motion(const AxialTorque<float100>&, const float100&,
                                           const std::function<void(double)>&);
template RigidState<float50> exact_motion(const PlanePendulum<float50>&, const float50&);
template RigidState<float100> exact_motion(const PlanePendulum<float100>&, const float100&);

}  // namespace polhode::reference
