// SPDX-License-Identifier: MIT
// Bullet (libbullet-dev), in doubles and, compiled once more against its other libraries, in floats. A ball without
// contacts in a world of its own.
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <btBulletDynamicsCommon.h>

#include <limits>

#include "adapter.hpp"

namespace {

using namespace polhode::adapter;

btVector3 to_bullet(const Vec& v) {
  return {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])};
}
btQuaternion to_bullet(const Quaternion& q) {
  return {btScalar(q[1]), btScalar(q[2]), btScalar(q[3]), btScalar(q[0])};
}
Vec from_bullet(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}
Quaternion from_bullet(const btQuaternion& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}
btTransform turned(const Quaternion& q) {
  return btTransform(to_bullet(q));
}

template <class WorldType, class SolverType>
struct World {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  SolverType solver;
  WorldType world{&dispatcher, &broadphase, &solver, &configuration};
  btSphereShape shape{btScalar(1)};

  World() { world.setGravity({0, 0, 0}); }
  World(const World&) = delete;

  /// One step of exactly h; with sub-steps it would be of 1/60, and interpolated.
  void step(double h) {
    if (btFuzzyZero(btScalar(h))) throw Refused("the step is below the scalar's epsilon");
    world.stepSimulation(btScalar(h), 0);
  }
};

enum class Sleep { never, as_it_comes };

template <int gyroscopic_flag, Sleep sleep = Sleep::never>
class RigidBody {
 public:
  RigidBody(const Vec& inertia, const Torque& torque)
      : torque_(torque), body_(1, nullptr, &world_.shape, to_bullet(inertia)) {
    if constexpr (sleep == Sleep::never) {
      body_.setActivationState(DISABLE_DEACTIVATION);
      body_.setFlags(gyroscopic_flag);
    }
    world_.world.addRigidBody(&body_);
  }
  ~RigidBody() { world_.world.removeRigidBody(&body_); }

  void set(double t, const Motion& m) {
    t_ = t;
    body_.setCenterOfMassTransform(turned(m.q));
    body_.setInterpolationWorldTransform(turned(m.q));
    body_.setAngularVelocity(to_bullet(m.omega_in_space()));
    body_.setLinearVelocity({0, 0, 0});
    body_.clearForces();
    if constexpr (sleep == Sleep::as_it_comes) body_.forceActivationState(ACTIVE_TAG), body_.setDeactivationTime(0);
  }
  void step(double h) {
    if (torque_) body_.applyTorque(to_bullet(torque_.in_space(t_, normalised(attitude()))));
    world_.step(h);
    t_ += h;
  }
  Motion motion() const { return Motion::of_space(attitude(), from_bullet(body_.getAngularVelocity())); }

 private:
  Quaternion attitude() const { return from_bullet(body_.getWorldTransform().getRotation()); }

  World<btDiscreteDynamicsWorld, btSequentialImpulseConstraintSolver> world_;
  Torque torque_;
  double t_ = 0;
  btRigidBody body_;
};

/// A top: its pivot is a constraint, and corrected by it. The body's frame is that of the principal axes at its centre.
class PointTop {
 public:
  PointTop(const Vec& inertia, const Torque& torque)
      : top_(inertia, torque), body_(btScalar(top_.mass), nullptr, &world_.shape, to_bullet(top_.principal)) {
    body_.setActivationState(DISABLE_DEACTIVATION);
    world_.world.setGravity(to_bullet(top_.gravity));
    world_.world.addRigidBody(&body_);
    pivot_.setPivotB({0, 0, 0});
    world_.world.addConstraint(&pivot_);
  }
  ~PointTop() {
    world_.world.removeConstraint(&pivot_);
    world_.world.removeRigidBody(&body_);
  }

  void set(double, const Motion& m) {
    const auto place = rotated(m.q, top_.centre), omega = m.omega_in_space();
    const btTransform to(to_bullet(product(m.q, top_.axes)), to_bullet(place));
    body_.setCenterOfMassTransform(to);
    body_.setInterpolationWorldTransform(to);
    body_.setAngularVelocity(to_bullet(omega));
    body_.setLinearVelocity(to_bullet(cross(omega, place)));
    body_.clearForces();
  }
  void step(double h) {
    if (!(h > 0)) throw Refused("a constraint takes no negative steps");
    world_.step(h);
  }
  Motion motion() const {
    const auto q = normalised(from_bullet(body_.getWorldTransform().getRotation()));
    return Motion::of_space(product(q, conjugate(top_.axes)), from_bullet(body_.getAngularVelocity()));
  }

 private:
  World<btDiscreteDynamicsWorld, btSequentialImpulseConstraintSolver> world_;
  Hanging top_;
  btRigidBody body_;
  btPoint2PointConstraint pivot_{body_, -to_bullet(rotated(conjugate(top_.axes), top_.centre))};
};

enum class Joint { base, spherical, top };

/// Featherstone's: a free base, or a fixed one with a link on a ball joint, at its mass centre or that of a top.
template <Joint joint, bool rk4, bool as_it_comes = false>
class MultiBody {
 public:
  MultiBody(const Vec& inertia, const Torque& torque)
      : torque_(torque),
        body_(joint != Joint::base, 1, joint == Joint::base ? to_bullet(inertia) : btVector3(1, 1, 1),
              joint != Joint::base, as_it_comes) {
    if constexpr (joint == Joint::spherical)
      body_.setupSpherical(0, 1, to_bullet(inertia), -1, btQuaternion::getIdentity(), {0, 0, 0}, {0, 0, 0}, true);
    if constexpr (joint == Joint::top) {
      const Hanging top(inertia, torque);
      axes_ = top.axes;
      world_.world.setGravity(to_bullet(top.gravity));
      body_.setupSpherical(0, btScalar(top.mass), to_bullet(top.principal), -1, btQuaternion::getIdentity(), {0, 0, 0},
                           to_bullet(rotated(conjugate(axes_), top.centre)), true);
    }
    body_.finalizeMultiDof();
    if constexpr (!as_it_comes) {
      body_.setLinearDamping(0), body_.setAngularDamping(0);
      body_.setMaxCoordinateVelocity(std::numeric_limits<btScalar>::max());
    }
    body_.setUseGyroTerm(true);
    body_.useRK4Integration(rk4);
    collider_.setCollisionShape(&world_.shape);
    world_.world.addCollisionObject(&collider_);
    if constexpr (joint == Joint::base)
      body_.setBaseCollider(&collider_);
    else
      body_.getLink(0).m_collider = &collider_;
    world_.world.addMultiBody(&body_);
  }
  ~MultiBody() {
    world_.world.removeMultiBody(&body_);
    world_.world.removeCollisionObject(&collider_);
  }

  void set(double t, const Motion& m) {
    t_ = t;
    if constexpr (joint == Joint::base) {
      body_.setWorldToBaseRot(to_bullet(conjugate(m.q)));
      body_.setBaseOmega(to_bullet(m.omega_in_space()));
    } else {
      const auto q = product(m.q, axes_);
      const auto omega = rotated(conjugate(axes_), m.omega);
      const btScalar position[]{btScalar(q[1]), btScalar(q[2]), btScalar(q[3]), btScalar(q[0])};
      const btScalar velocity[]{btScalar(omega[0]), btScalar(omega[1]), btScalar(omega[2])};
      body_.setJointPosMultiDof(0, position);
      body_.setJointVelMultiDof(0, velocity);
    }
    body_.clearForcesAndTorques();
    if constexpr (as_it_comes) body_.wakeUp();
    btAlignedObjectArray<btQuaternion> scratch_q;
    btAlignedObjectArray<btVector3> scratch;
    body_.forwardKinematics(scratch_q, scratch);
    body_.updateCollisionObjectWorldTransforms(scratch_q, scratch);
  }
  void step(double h) {
    if (torque_ && joint != Joint::top) {
      const auto T = to_bullet(torque_.in_space(t_, normalised(attitude())));
      body_.clearForcesAndTorques();
      joint == Joint::base ? body_.addBaseTorque(T) : body_.addLinkTorque(0, T);
    }
    world_.step(h);
    t_ += h;
  }
  Motion motion() const {
    if constexpr (joint == Joint::base) return Motion::of_space(attitude(), from_bullet(body_.getBaseOmega()));
    const auto* omega = body_.getJointVelMultiDof(0);
    return {normalised(attitude()), rotated(axes_, {omega[0], omega[1], omega[2]})};
  }

 private:
  Quaternion attitude() const {
    if constexpr (joint == Joint::base) return conjugate(from_bullet(body_.getWorldToBaseRot()));
    const auto* q = body_.getJointPosMultiDof(0);
    return product({q[3], q[0], q[1], q[2]}, conjugate(axes_));
  }

  Quaternion axes_{1, 0, 0, 0};  ///< of the link, to the body frame
  World<btMultiBodyDynamicsWorld, btMultiBodyConstraintSolver> world_;
  Torque torque_;
  double t_ = 0;
  mutable btMultiBody body_;  // its getters of joints are not const
  btMultiBodyLinkCollider collider_{&body_, joint == Joint::base ? -1 : 0};
};

#ifdef BT_USE_DOUBLE_PRECISION
#define ID "bullet3-"
#define LABEL "Bullet 3.24, "
constexpr int precision = POLHODE_DOUBLE;
#else
#define ID "bullet3-single-"
#define LABEL "Bullet 3.24 in floats, "
constexpr int precision = POLHODE_SINGLE;
#endif
#define OF_ONE_STEP "steps of h exactly, stepSimulation(h, 0)"
#define ALONE "no sleeping; " OF_ONE_STEP

polhode_engine about(const char* id, const char* label, const char* settings, int order) {
  const auto source = "BulletDynamics/Dynamics/btRigidBody.cpp";
  auto e = described(id, label, source, "Zlib", settings, order, POLHODE_TORQUE_HELD);
  e.precision = precision, e.negative_steps = 1;
  return e;
}
polhode_engine multi(const char* id, const char* label, const char* settings, int order = 1) {
  auto e = about(id, label, settings, order);
  e.source = "BulletDynamics/Featherstone/btMultiBody.cpp";
  e.symmetric = e.symplectic = e.spatial_momentum = e.energy = POLHODE_UNKNOWN;
  return e;
}
polhode_engine native(polhode_engine e) {
  e.torque = POLHODE_TORQUE_NATIVE;
  return e;
}
polhode_engine constrained(polhode_engine e) {
  e.source = "BulletDynamics/ConstraintSolver/btPoint2PointConstraint.cpp";
  e.history = 1, e.negative_steps = 0;
  return native(e);
}
polhode_engine no_gyro() {
  auto e = about(ID "no-gyro", LABEL "no gyroscopic term", "setFlags(0); " ALONE, 0);
  e.symmetric = e.energy = POLHODE_YES_WITHOUT_TORQUE;
  return e;
}
polhode_engine as_it_comes() {
  auto e = about(ID "as-it-comes", LABEL "rigid body (as it comes)", OF_ONE_STEP "; slow bodies sleep", 1);
  e.history = 1;
  return e;
}
constexpr auto free_of_damping = "damping 0, no sleeping, no limit of speed; " OF_ONE_STEP;

}  // namespace

POLHODE_ENGINES(
    engine<RigidBody<BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY>>(
        about(ID "implicit-body", LABEL "implicit gyroscopic term, body frame (default)", ALONE, 1)),
    engine<RigidBody<BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD>>(
        about(ID "implicit-world", LABEL "implicit gyroscopic term, space frame",
              "setFlags(BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD); " ALONE, 1)),
    engine<RigidBody<BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT>>(about(
        ID "explicit", LABEL "explicit gyroscopic term", "setFlags(BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT); " ALONE, 1)),
    engine<RigidBody<0>>(no_gyro()),
    engine<RigidBody<BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY, Sleep::as_it_comes>>(as_it_comes()),
    engine<MultiBody<Joint::base, false>>(multi(ID "multi-base", LABEL "btMultiBody, free base", free_of_damping)),
    engine<MultiBody<Joint::base, true>>(multi(ID "multi-base-rk4", LABEL "btMultiBody, free base, RK4",
                                               free_of_damping)),
    engine<MultiBody<Joint::spherical, false>>(multi(ID "multi-ball", LABEL "btMultiBody, ball joint",
                                                     free_of_damping)),
    engine<MultiBody<Joint::spherical, true>>(multi(ID "multi-ball-rk4", LABEL "btMultiBody, ball joint, RK4",
                                                    free_of_damping)),
    engine<MultiBody<Joint::base, false, true>>(multi(ID "multi-as-it-comes", LABEL "btMultiBody (as it comes)",
                                                      OF_ONE_STEP "; damping 0.04, speeds to 100, slow bodies sleep",
                                                      0)),
    engine<MultiBody<Joint::top, false>>(native(multi(ID "top-multi", LABEL "btMultiBody, top under gravity",
                                                      free_of_damping))),
    engine<MultiBody<Joint::top, true>>(native(multi(ID "top-multi-rk4", LABEL "btMultiBody, RK4, top under gravity",
                                                     free_of_damping, 2))),
    engine<PointTop>(constrained(about(ID "top-point", LABEL "point-to-point constraint, top under gravity", ALONE,
                                       1))))
