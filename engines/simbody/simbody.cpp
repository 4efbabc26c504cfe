// SPDX-License-Identifier: MIT
// Simbody (libsimbody-dev) in doubles: a body on a ball mobilizer, turned by each of its integrators at a fixed step.
#include <Simbody.h>

#include "adapter.hpp"

namespace {

using namespace SimTK;
using polhode::adapter::described, polhode::adapter::engine, polhode::adapter::normalised;
using polhode::adapter::Hanging, polhode::adapter::Motion, polhode::adapter::Refused, polhode::adapter::Torque;
using Attitude = polhode::adapter::Quaternion;  // SimTK has a Quaternion and a Vec of its own
using Moments = polhode::adapter::Vec;

/// The caller's torque as a force of Simbody's, which asks for it where its scheme wants it.
class Asked : public Force::Custom::Implementation {
 public:
  Asked(const Torque& torque, const MobilizedBody& body) : torque_(torque), body_(body) {}

  static Attitude attitude(const State& s) {
    const auto& q = s.getQ();
    return normalised({q[0], q[1], q[2], q[3]});
  }
  void calcForce(const State& s, Vector_<SpatialVec>& on_bodies, Vector_<Vec3>&, Vector&) const override {
    const auto T = torque_.in_space(s.getTime(), attitude(s));
    on_bodies[body_.getMobilizedBodyIndex()][0] += Vec3(T[0], T[1], T[2]);
  }
  Real calcPotentialEnergy(const State&) const override { return 0; }

 private:
  Torque torque_;
  const MobilizedBody& body_;
};

/// One wants a step at once; it is set anew before it is taken.
template <class Scheme>
Scheme scheme_of(const System& system) {
  if constexpr (std::is_constructible_v<Scheme, const System&>)
    return Scheme(system);
  else
    return Scheme(system, 1);
}

enum class Setting { as_it_comes, fixed_step, accurate };
enum class By { call_back, gravity };  ///< the torque

template <class Scheme, Setting setting = Setting::fixed_step, By by = By::call_back>
class BallBody {
 public:
  BallBody(const Moments& inertia, const Torque& torque)
      : body_(matter_.updGround(),
              SimTK::Body::Rigid(MassProperties(1, Vec3(0), SimTK::Inertia(inertia[0], inertia[1], inertia[2])))),
        scheme_(scheme_of<Scheme>(system_)) {
    if constexpr (by == By::gravity) {
      const Hanging top(inertia, torque);
      const auto& [c, g] = std::tie(top.centre, top.gravity);
      body_.setDefaultMassProperties(
          {top.mass, Vec3(c[0], c[1], c[2]), SimTK::Inertia(inertia[0], inertia[1], inertia[2])});
      Force::UniformGravity(forces_, matter_, Vec3(g[0], g[1], g[2]));
    } else if (torque) {
      Force::Custom(forces_, new Asked(torque, body_));
    }
    state_ = system_.realizeTopology();
    if constexpr (setting != Setting::as_it_comes) scheme_.setProjectEveryStep(true);
    if constexpr (setting == Setting::accurate) scheme_.setAccuracy(1e-12);
    scheme_.setReturnEveryInternalStep(true);
  }

  void set(double t, const Motion& m) {
    state_.setTime(t);
    const auto omega = m.omega_in_space();
    for (int i = 0; i < 4; ++i) state_.updQ()[i] = m.q[i];
    for (int i = 0; i < 3; ++i) state_.updU()[i] = omega[i];
    h_ = 0;
  }
  void step(double h) {
    if (!(h > 0)) throw Refused("Simbody takes no negative steps");
    if (h != h_) {
      if (h_ != 0) state_ = scheme_.getState();
      scheme_.setFixedStepSize(h);
      scheme_.initialize(state_);
      h_ = h;
    }
    while (scheme_.stepTo(Infinity) == Integrator::StartOfContinuousInterval) {
    }
  }
  Motion motion() const {
    const auto& s = h_ == 0 ? state_ : scheme_.getState();
    const auto& u = s.getU();
    return Motion::of_space(Asked::attitude(s), {u[0], u[1], u[2]});
  }

 private:
  MultibodySystem system_;
  SimbodyMatterSubsystem matter_{system_};
  GeneralForceSubsystem forces_{system_};
  MobilizedBody::Ball body_;
  State state_;
  Scheme scheme_;
  double h_ = 0;  ///< of the running integrator; 0: there is none
};

polhode_engine about(const char* id, const char* label, const char* source, int order,
                     const char* settings = "setFixedStepSize; setProjectEveryStep; accuracy 1e-3, its default") {
  return described(id, label, source, "Apache-2.0", settings, order, POLHODE_TORQUE_NATIVE);
}
/// A scheme under the caller's torque, and under gravity.
#define SIMBODY(id, Scheme, order)                                                                            \
  engine<BallBody<Scheme##Integrator>>(                                                                       \
      about("simbody3-" id, "Simbody 3.7, " #Scheme, "SimTKmath/Integrators, " #Scheme "Integrator", order)), \
      engine<BallBody<Scheme##Integrator, Setting::fixed_step, By::gravity>>(                                 \
          about("simbody3-top-" id, "Simbody 3.7, " #Scheme ", top under gravity",                            \
                "SimTKmath/Integrators, " #Scheme "Integrator", order))

polhode_engine as_it_comes() {
  return about("simbody3-as-it-comes", "Simbody 3.7, RungeKuttaMerson (as it comes, but for the fixed step)",
               "SimTKmath/Integrators, RungeKuttaMersonIntegrator", 4, "setFixedStepSize");
}
/// Its iteration of the velocity ends at a tolerance that follows from the accuracy.
polhode_engine accurate_verlet() {
  return about("simbody3-verlet-accurate", "Simbody 3.7, Verlet, accuracy 1e-12",
               "SimTKmath/Integrators, VerletIntegrator", 2,
               "setFixedStepSize; setProjectEveryStep; setAccuracy(1e-12)");
}

}  // namespace

POLHODE_ENGINES(SIMBODY("explicit-euler", ExplicitEuler, 1), SIMBODY("semi-explicit-euler", SemiExplicitEuler, 1),
                SIMBODY("semi-explicit-euler-2", SemiExplicitEuler2, 1), SIMBODY("verlet", Verlet, 2),
                SIMBODY("rk2", RungeKutta2, 2), SIMBODY("rk3", RungeKutta3, 3),
                SIMBODY("rk-merson", RungeKuttaMerson, 4), SIMBODY("rk-feldberg", RungeKuttaFeldberg, 4),
                engine<BallBody<VerletIntegrator, Setting::accurate>>(accurate_verlet()),
                engine<BallBody<RungeKuttaMersonIntegrator, Setting::as_it_comes>>(as_it_comes()))
