// SPDX-License-Identifier: MIT
#ifndef POLHODE_ADAPTER_HPP
#define POLHODE_ADAPTER_HPP

#include <polhode/engine.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <stdexcept>

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
/// q v q*, of a unit q.
inline Vec rotated(const Quaternion& q, const Vec& v) {
  const auto cross = [&](const Vec& a) {
    return Vec{q[2] * a[2] - q[3] * a[1], q[3] * a[0] - q[1] * a[2], q[1] * a[1] - q[2] * a[0]};
  };
  const Vec u = cross(v);
  const Vec w = cross({u[0] + q[0] * v[0], u[1] + q[0] * v[1], u[2] + q[0] * v[2]});
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

}  // namespace polhode::adapter

/// Defines what the library exports.
#define POLHODE_ENGINES(...)                                                  \
  const polhode_engine* polhode_engine_v1(int32_t index) {                    \
    static const polhode_engine engines[] = {__VA_ARGS__};                    \
    const auto size = static_cast<int32_t>(sizeof engines / sizeof *engines); \
    return index >= 0 && index < size ? &engines[index] : nullptr;            \
  }

#endif
