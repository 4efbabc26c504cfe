// SPDX-License-Identifier: MIT
// Engines in C++11: what games do, in floats, on space angular velocity and quaternion; with the gyroscopic term and
// without it.
//
//   c++ -std=c++11 -O2 -shared -fPIC -I PREFIX/include game.cpp -o libgame.so
//   polhode --engine ./libgame.so check game-gyro
#include <cmath>
#include <cstdio>
#include <new>

#include <polhode/engine.h>

namespace {

struct Vec {
  float x, y, z;
};
Vec operator+(Vec a, Vec b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Vec operator*(float s, Vec a) {
  return {s * a.x, s * a.y, s * a.z};
}
Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Quaternion {
  float w;
  Vec v;

  Vec operator()(Vec a) const {
    const Vec u = 2 * cross(v, a);
    return a + w * u + cross(v, u);
  }
  Quaternion conjugate() const { return {w, -1 * v}; }
};

class Body {
 public:
  Body(const double I[3], polhode_torque torque, void* context, bool gyroscopic)
      : inertia{float(I[0]), float(I[1]), float(I[2])}, torque(torque), context(context), gyroscopic(gyroscopic) {}

  void set(double time, const polhode_state& s) {
    t = time;
    q = {float(s.attitude[0]), {float(s.attitude[1]), float(s.attitude[2]), float(s.attitude[3])}};
    const Vec w{float(s.momentum[0]) / inertia.x, float(s.momentum[1]) / inertia.y, float(s.momentum[2]) / inertia.z};
    omega = q(w);
  }

  // omega += h I^-1 (torque - omega x I omega), then q += (h/2) omega q, normalised
  void step(float h) {
    const Vec w = q.conjugate()(omega), L{inertia.x * w.x, inertia.y * w.y, inertia.z * w.z};
    Vec f{0, 0, 0};
    if (torque) {
      const double attitude[4] = {q.w, q.v.x, q.v.y, q.v.z};
      double T[3];
      torque(context, t, attitude, T);
      f = {float(T[0]), float(T[1]), float(T[2])};
    }
    if (gyroscopic) f = f + cross(L, w);
    omega = omega + h * q({f.x / inertia.x, f.y / inertia.y, f.z / inertia.z});

    const Vec a = h / 2 * omega;
    const float dw = -(a.x * q.v.x + a.y * q.v.y + a.z * q.v.z);
    q = {q.w + dw, q.v + q.w * a + cross(a, q.v)};
    const float length = std::sqrt(q.w * q.w + q.v.x * q.v.x + q.v.y * q.v.y + q.v.z * q.v.z);
    q = {q.w / length, 1 / length * q.v};
    t += h;
  }

  void get(polhode_state& s) const {
    const Vec w = q.conjugate()(omega);
    s = {{q.w, q.v.x, q.v.y, q.v.z}, {inertia.x * w.x, inertia.y * w.y, inertia.z * w.z}};
  }

 private:
  Vec inertia;
  polhode_torque torque;
  void* context;
  bool gyroscopic;
  double t = 0;
  Quaternion q = {1, {0, 0, 0}};
  Vec omega = {0, 0, 0};
};

template <bool gyroscopic>
void* create(const double I[3], polhode_torque torque, void* context, char why[POLHODE_WHY]) {
  for (int i = 0; i < 3; ++i)
    if (I[i] > (1 + 1e-6) * (I[(i + 1) % 3] + I[(i + 2) % 3])) {
      std::snprintf(why, POLHODE_WHY, "no body has a moment %g beside %g and %g", I[i], I[(i + 1) % 3], I[(i + 2) % 3]);
      return nullptr;
    }
  return new (std::nothrow) Body(I, torque, context, gyroscopic);
}
int32_t set(void* body, double t, const polhode_state* s) {
  static_cast<Body*>(body)->set(t, *s);
  return POLHODE_DONE;
}
int32_t step(void* body, double h) {
  if (!(h > 0)) return POLHODE_REFUSED;
  static_cast<Body*>(body)->step(static_cast<float>(h));
  return POLHODE_DONE;
}
int32_t get(void* body, polhode_state* s) {
  static_cast<const Body*>(body)->get(*s);
  return POLHODE_DONE;
}
void destroy(void* body) {
  delete static_cast<Body*>(body);
}

polhode_engine engine(const char* id, const char* label, int32_t order, decltype(polhode_engine::create) create) {
  polhode_engine e = {};
  e.size = sizeof e;
  e.id = id, e.label = label, e.source = "this file", e.licence = "MIT";
  e.order_of_momentum = e.order_of_attitude = order;
  e.precision = POLHODE_SINGLE, e.torque = POLHODE_TORQUE_HELD;
  e.threads = 1;  // neither negative steps nor history, no property
  e.create = create, e.set = set, e.step = step, e.get = get, e.destroy = destroy;
  return e;
}

}  // namespace

const polhode_engine* polhode_engine_v1(int32_t index) {
  static const polhode_engine engines[] = {
      engine("game-gyro", "game engine in floats, explicit gyroscopic term", 1, create<true>),
      engine("game", "game engine in floats, no gyroscopic term", 0, create<false>)};
  return index >= 0 && index < 2 ? &engines[index] : nullptr;
}
