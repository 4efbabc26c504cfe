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
    const dQuaternion q{m.q[0], m.q[1], m.q[2], m.q[3]};
    const auto omega = m.omega_in_space();
    dBodySetQuaternion(body_, q);
    dBodySetAngularVel(body_, omega[0], omega[1], omega[2]);
    dBodySetTorque(body_, 0, 0, 0);
  }
  void step(double h) {
    initialise();
    if (!(h > 0)) throw Refused("ODE takes no negative steps");
    if (torque_) {
      const auto T = torque_.in_space(t_, normalised(attitude()));
      dBodyAddTorque(body_, T[0], T[1], T[2]);
    }
    if (!(quick ? dWorldQuickStep(world_, h) : dWorldStep(world_, h))) throw std::runtime_error("out of memory");
    t_ += h;
  }
  Motion motion() const {
    const auto* omega = dBodyGetAngularVel(body_);
    return Motion::of_space(attitude(), {omega[0], omega[1], omega[2]});
  }

 private:
  Quaternion attitude() const {
    const auto* q = dBodyGetQuaternion(body_);
    return {q[0], q[1], q[2], q[3]};
  }

  Torque torque_;
  double t_ = 0;
  dWorldID world_;
  dBodyID body_;
};

polhode_engine about(const char* id, const char* label, const char* settings, int order) {
  polhode_engine e{};
  e.id = id, e.label = label, e.settings = settings;
  e.source = "ode/src/step.cpp, util.cpp", e.licence = "BSD-3-Clause";
  e.order_of_momentum = e.order_of_attitude = order;
  e.precision = POLHODE_DOUBLE, e.torque = POLHODE_TORQUE_HELD;
  return e;
}
polhode_engine no_gyro() {
  auto e = about("ode-no-gyro", "ODE 0.16.2, no gyroscopic term", "dBodySetGyroscopicMode 0", 0);
  e.energy = POLHODE_YES_WITHOUT_TORQUE;
  return e;
}

}  // namespace

POLHODE_ENGINES(engine<Body<true, Rotation::infinitesimal>>(about("ode-as-it-comes", "ODE 0.16.2 (as it comes)",
                                                                  nullptr, 1)),
                engine<Body<true, Rotation::finite>>(about("ode-finite", "ODE 0.16.2, finite rotation",
                                                           "dBodySetFiniteRotationMode 1", 1)),
                engine<Body<true, Rotation::infinitesimal, true>>(about("ode-quick", "ODE 0.16.2, dWorldQuickStep",
                                                                        "dWorldQuickStep", 1)),
                engine<Body<false, Rotation::infinitesimal>>(no_gyro()))
