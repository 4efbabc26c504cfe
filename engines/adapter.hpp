// SPDX-License-Identifier: MIT
#ifndef POLHODE_ADAPTER_HPP
#define POLHODE_ADAPTER_HPP

#include <polhode/engine.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <tuple>

/// What adapters of engines share: the way from a C++ class to polhode/engine.h, and the border between (q, Pi) and the
/// (q, omega) that engines step. C++17, for some engines' headers are not C++20.
namespace polhode::adapter {

using Vec = std::array<double, 3>;
using Quaternion = std::array<double, 4>;  ///< w, x, y, z; body to space

inline Quaternion conjugate(const Quaternion& q) {
  return {q[0], -q[1], -q[2], -q[3]};
}
inline Quaternion normalised(const Quaternion& q) {
  const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return {q[0] / n, q[1] / n, q[2] / n, q[3] / n};
}
inline Quaternion product(const Quaternion& p, const Quaternion& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3], p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1]};
}
inline Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// q v q*, of a unit q.
inline Vec rotated(const Quaternion& q, const Vec& v) {
  const Vec axis{q[1], q[2], q[3]}, u = cross(axis, v);
  const Vec w = cross(axis, {u[0] + q[0] * v[0], u[1] + q[0] * v[1], u[2] + q[0] * v[2]});
  return {v[0] + 2 * w[0], v[1] + 2 * w[1], v[2] + 2 * w[2]};
}

/// The torque of the caller; none on a free body.
struct Torque {
  polhode_torque evaluate;
  void* context;

  explicit operator bool() const { return evaluate != nullptr; }
  /// Body components; q is of length 1.
  Vec in_body(double t, const Quaternion& q) const {
    Vec T{};
    if (evaluate) evaluate(context, t, q.data(), T.data());
    return T;
  }
  Vec in_space(double t, const Quaternion& q) const { return rotated(q, in_body(t, q)); }
};

/// A body as an engine sees it: momenta of the caller become angular velocities, and back.
struct Motion {
  Quaternion q;
  Vec omega;  ///< in the body frame

  static Motion of(const polhode_state& s, const Vec& inertia) {
    const auto& [q, Pi] = s;
    return {{q[0], q[1], q[2], q[3]}, {Pi[0] / inertia[0], Pi[1] / inertia[1], Pi[2] / inertia[2]}};
  }
  static Motion of_space(const Quaternion& q, const Vec& omega_in_space) {
    const auto unit = normalised(q);
    return {unit, rotated(conjugate(unit), omega_in_space)};
  }
  Vec omega_in_space() const { return rotated(q, omega); }
  polhode_state state(const Vec& inertia) const {
    return {{q[0], q[1], q[2], q[3]}, {inertia[0] * omega[0], inertia[1] * omega[1], inertia[2] * omega[2]}};
  }
};

/// Thrown by constructors, with the reason, and by `set` and `step`: the engine does not do this.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A body whose torque is its weight: the engine has the mass centre and the gravity, and evaluates the torque where
/// its scheme wants it. The mass and the place of its centre are free but for their product: 0.1 from the pivot, and so
/// light that the moments about the centre are still those of a body.
struct Hanging {
  double mass;
  Vec centre{0, 0, 0.1};        ///< from the pivot, in the body frame
  Vec gravity{};                ///< an acceleration in space
  double inertia[3][3]{};       ///< about the centre, in the body frame
  Quaternion axes{1, 0, 0, 0};  ///< of this inertia, to the body frame
  Vec principal{};              ///< its moments

  Hanging(const Vec& I, const Torque& torque) : mass(*std::min_element(I.begin(), I.end())) {
    if (torque) weigh(torque);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) inertia[i][j] = (i == j ? I[i] - mass * 0.01 : 0) + mass * centre[i] * centre[j];
    find_axes();
  }

 private:
  static double size(const Vec& v) { return std::hypot(v[0], v[1], v[2]); }

  /// Jacobi's rotations.
  void find_axes() {
    double A[3][3];
    std::memcpy(A, inertia, sizeof A);
    for (int n = 0; n < 30; ++n) {
      const int k = n % 3, i = (k + 1) % 3, j = (k + 2) % 3;
      if (A[i][j] == 0) continue;
      const double angle = std::atan(2 * A[i][j] / (A[i][i] - A[j][j])) / 2, c = std::cos(angle), s = std::sin(angle);
      const auto turn = [&](double& a, double& b) { std::tie(a, b) = std::make_pair(c * a + s * b, c * b - s * a); };
      for (auto& row : A) turn(row[i], row[j]);
      for (int m = 0; m < 3; ++m) turn(A[i][m], A[j][m]);
      Quaternion about_k{std::cos(angle / 2)};
      about_k[1 + k] = std::sin(angle / 2);
      axes = normalised(product(axes, about_k));
    }
    principal = {A[0][0], A[1][1], A[2][2]};
  }

  /// T = c x (R^T g) is linear in R: e_ijk A_jl R_lk, where A = c g^T comes from the attitudes that turn axes into
  /// axes.
  void weigh(const Torque& torque) {
    Vec A[3];
    const Vec upright = torque.in_body(0, {1, 0, 0, 0}), cyclic = torque.in_body(0, {0.5, 0.5, 0.5, 0.5});
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      Quaternion half_turn{};
      half_turn[1 + j] = 1;
      const double T = torque.in_body(0, half_turn)[i];
      A[j][k] = (upright[i] - T) / 2, A[k][j] = -(upright[i] + T) / 2;
    }
    for (int i = 0; i < 3; ++i) A[(i + 2) % 3][(i + 2) % 3] = A[(i + 1) % 3][i] - cyclic[i];
    const Vec& row = *std::max_element(A, A + 3, [](const Vec& a, const Vec& b) { return size(a) < size(b); });
    const double n = size(row);
    if (!(n == 0)) {
      const Vec down{row[0] / n, row[1] / n, row[2] / n};
      Vec moment;
      for (int i = 0; i < 3; ++i) moment[i] = A[i][0] * down[0] + A[i][1] * down[1] + A[i][2] * down[2];
      const double m = size(moment);
      for (int i = 0; i < 3; ++i) centre[i] = moment[i] / m * 0.1, gravity[i] = down[i] * (m / (mass * 0.1));
    }
    for (const double t : {0.0, 0.7, 3.1}) {
      const auto q = normalised({1, t - 1, 0.3 + t, -0.8});
      const auto T = torque.in_body(t, q), g = rotated(conjugate(q), gravity);
      const auto weight = cross(centre, g);
      for (int i = 0; i < 3; ++i)
        if (!(std::abs(T[i] - mass * weight[i]) <= 1e-12 * mass * size(gravity)))
          throw Refused("the torque is not that of a uniform field on a mass centre, which this top has");
    }
  }
};

template <class Work>
std::int32_t outcome(const Work& work) {
  try {
    work();
    return POLHODE_DONE;
  } catch (const Refused&) {
    return POLHODE_REFUSED;
  } catch (...) {
    return POLHODE_FAILED;
  }
}

/// The engine whose bodies are of the class Body: Body(inertia, torque), set(t, motion), step(h), motion(). What they
/// throw becomes an outcome. `about` is what it says of itself.
template <class Body>
polhode_engine engine(polhode_engine about) {
  struct Held {
    Vec inertia;
    Body body;
  };
  about.size = sizeof about;
  about.create = [](const double I[3], polhode_torque torque, void* context, char why[POLHODE_WHY]) -> void* {
    try {
      const Vec inertia{I[0], I[1], I[2]};
      return new Held{inertia, Body(inertia, Torque{torque, context})};
    } catch (const std::exception& e) {
      std::snprintf(why, POLHODE_WHY, "%s", e.what());
      return nullptr;
    }
  };
  about.set = [](void* body, double t, const polhode_state* s) {
    auto& held = *static_cast<Held*>(body);
    return outcome([&] { held.body.set(t, Motion::of(*s, held.inertia)); });
  };
  about.step = [](void* body, double h) { return outcome([&] { static_cast<Held*>(body)->body.step(h); }); };
  about.get = [](void* body, polhode_state* s) {
    auto& held = *static_cast<Held*>(body);
    return outcome([&] { *s = held.body.motion().state(held.inertia); });
  };
  about.destroy = [](void* body) { delete static_cast<Held*>(body); };
  return about;
}

/// What an engine in doubles says of itself, whose angular momentum and attitude are of one order.
inline polhode_engine described(const char* id, const char* label, const char* source, const char* licence,
                                const char* settings, int order, int torque) {
  polhode_engine e{};
  e.id = id, e.label = label, e.source = source, e.licence = licence, e.settings = settings;
  e.order_of_momentum = e.order_of_attitude = order;
  e.precision = POLHODE_DOUBLE, e.torque = torque;
  return e;
}

}  // namespace polhode::adapter

/// Defines what the library exports.
#define POLHODE_ENGINES(...)                                                  \
  const polhode_engine* polhode_engine_v1(int32_t index) {                    \
    static const polhode_engine engines[] = {__VA_ARGS__};                    \
    const auto size = static_cast<int32_t>(sizeof engines / sizeof *engines); \
    return index >= 0 && index < size ? &engines[index] : nullptr;            \
  }

#endif
