// SPDX-License-Identifier: MIT
// ODE (libode-dev) in doubles: a body without contacts in a world of its own.
#include <ode/ode.h>

#include "adapter.hpp"

namespace {

using namespace polhode::adapter;

/// Once for the library, and again for each thread that steps.
void initialise() {
  static const bool once = [] {
    dInitODE2(0);
    const auto quiet = [](int, const char*, va_list) {};
    dSetMessageHandler(quiet), dSetErrorHandler(quiet), dSetDebugHandler(quiet);
    return true;
  }();
  static thread_local const int here = dAllocateODEDataForThread(dAllocateMaskAll);
  if (!once || !here) throw std::runtime_error("ODE does not initialise");
}

enum class Rotation { infinitesimal, finite };

/// Set by both bodies.
void turn(dBodyID body, const Motion& m) {
  const dQuaternion q{m.q[0], m.q[1], m.q[2], m.q[3]};
  const auto omega = m.omega_in_space();
  dBodySetQuaternion(body, q);
  dBodySetAngularVel(body, omega[0], omega[1], omega[2]);
  dBodySetTorque(body, 0, 0, 0);
}
Quaternion attitude(dBodyID body) {
  const auto* q = dBodyGetQuaternion(body);
  return {q[0], q[1], q[2], q[3]};
}
Motion motion_of(dBodyID body) {
  const auto* omega = dBodyGetAngularVel(body);
  return Motion::of_space(attitude(body), {omega[0], omega[1], omega[2]});
}
void take(int (*step)(dWorldID, dReal), dWorldID world, double h) {
  initialise();
  if (!(h > 0)) throw Refused("ODE takes no negative steps");
  if (!step(world, h)) throw std::runtime_error("out of memory");
}

template <bool gyroscopic, Rotation rotation, bool quick = false>
class Body {
 public:
  Body(const Vec& inertia, const Torque& torque) : torque_(torque) {
    initialise();
    world_ = dWorldCreate();
    body_ = dBodyCreate(world_);
    dMass mass;
    dMassSetParameters(&mass, 1, 0, 0, 0, inertia[0], inertia[1], inertia[2], 0, 0, 0);
    dBodySetMass(body_, &mass);
    dBodySetGyroscopicMode(body_, gyroscopic);
    dBodySetFiniteRotationMode(body_, rotation == Rotation::finite);
  }
  Body(const Body&) = delete;
  ~Body() { dWorldDestroy(world_); }

  void set(double t, const Motion& m) {
    t_ = t;
    turn(body_, m);
  }
  void step(double h) {
    if (torque_) {
      const auto T = torque_.in_space(t_, normalised(attitude(body_)));
      dBodyAddTorque(body_, T[0], T[1], T[2]);
    }
    take(quick ? dWorldQuickStep : dWorldStep, world_, h);
    t_ += h;
  }
  Motion motion() const { return motion_of(body_); }

 private:
  Torque torque_;
  double t_ = 0;
  dWorldID world_;
  dBodyID body_;
};

/// Its pivot is a ball joint, which corrects a fifth of its error per step.
class Top {
 public:
  Top(const Vec& inertia, const Torque& torque) : top_(inertia, torque) {
    initialise();
    world_ = dWorldCreate();
    body_ = dBodyCreate(world_);
    dMass mass;
    const auto& I = top_.inertia;
    dMassSetParameters(&mass, top_.mass, 0, 0, 0, I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]);
    dBodySetMass(body_, &mass);
    dWorldSetGravity(world_, top_.gravity[0], top_.gravity[1], top_.gravity[2]);
    pivot_ = dJointCreateBall(world_, nullptr);
    dJointAttach(pivot_, body_, nullptr);
  }
  Top(const Top&) = delete;
  ~Top() { dWorldDestroy(world_); }

  void set(double, const Motion& m) {
    turn(body_, m);
    const auto place = rotated(m.q, top_.centre), velocity = cross(m.omega_in_space(), place);
    dBodySetPosition(body_, place[0], place[1], place[2]);
    dBodySetLinearVel(body_, velocity[0], velocity[1], velocity[2]);
    dBodySetForce(body_, 0, 0, 0);
    dJointSetBallAnchor(pivot_, 0, 0, 0);
  }
  void step(double h) { take(dWorldStep, world_, h); }
  Motion motion() const { return motion_of(body_); }

 private:
  Hanging top_;
  dWorldID world_;
  dBodyID body_;
  dJointID pivot_;
};

polhode_engine about(const char* id, const char* label, const char* settings, int order) {
  return described(id, label, "ode/src/step.cpp, util.cpp", "BSD-3-Clause", settings, order, POLHODE_TORQUE_HELD);
}
polhode_engine no_gyro() {
  auto e = about("ode-no-gyro", "ODE 0.16.2, no gyroscopic term", "dBodySetGyroscopicMode 0", 0);
  e.energy = POLHODE_YES_WITHOUT_TORQUE;
  return e;
}
polhode_engine top() {
  auto e = about("ode-top", "ODE 0.16.2, ball joint, top under gravity", nullptr, 1);
  e.source = "ode/src/step.cpp, joints/ball.cpp", e.torque = POLHODE_TORQUE_NATIVE, e.history = 1;
  return e;
}

}  // namespace

POLHODE_ENGINES(engine<Body<true, Rotation::infinitesimal>>(about("ode-as-it-comes", "ODE 0.16.2 (as it comes)",
                                                                  nullptr, 1)),
                engine<Body<true, Rotation::finite>>(about("ode-finite", "ODE 0.16.2, finite rotation",
                                                           "dBodySetFiniteRotationMode 1", 1)),
                engine<Body<true, Rotation::infinitesimal, true>>(about("ode-quick", "ODE 0.16.2, dWorldQuickStep",
                                                                        "dWorldQuickStep", 1)),
                engine<Body<false, Rotation::infinitesimal>>(no_gyro()), engine<Top>(top()))
