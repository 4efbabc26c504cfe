// SPDX-License-Identifier: MIT
// DART (libdart-dev) in doubles: a body without shape on a free or a ball joint.
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/simulation/World.hpp>

#include "adapter.hpp"

namespace {

using namespace polhode::adapter;
using namespace dart::dynamics;

Eigen::Vector3d to_dart(const Vec& v) {
  return {v[0], v[1], v[2]};
}

enum class By { applied, gravity };  ///< the torque

template <class Joint, bool constraints, By by = By::applied>
class Body {
 public:
  Body(const Vec& inertia, const Torque& torque) : torque_(torque), skeleton_(Skeleton::create()) {
    typename Joint::Properties joint;
    BodyNode::Properties body;
    body.mInertia = Inertia(1, Eigen::Vector3d::Zero(), to_dart(inertia).asDiagonal());
    world_->setGravity(Eigen::Vector3d::Zero());
    if constexpr (by == By::gravity) {
      const Hanging top(inertia, torque);
      const Eigen::Matrix3d about_centre = Eigen::Map<const Eigen::Matrix3d>(&top.inertia[0][0]);
      body.mInertia = Inertia(top.mass, to_dart(top.centre), about_centre);
      world_->setGravity(to_dart(top.gravity));
    }
    std::tie(joint_, body_) = skeleton_->createJointAndBodyNodePair<Joint>(nullptr, joint, body);
    world_->addSkeleton(skeleton_);
  }

  void set(double t, const Motion& m) {
    t_ = t;
    const Eigen::Matrix3d R = Eigen::Quaterniond(m.q[0], m.q[1], m.q[2], m.q[3]).toRotationMatrix();
    Eigen::VectorXd positions = Eigen::VectorXd::Zero(skeleton_->getNumDofs()), velocities = positions;
    positions.head<3>() = BallJoint::convertToPositions(R);  // both joints have the rotation first
    velocities.head<3>() = to_dart(m.omega);
    skeleton_->setPositions(positions);
    skeleton_->setVelocities(velocities);
    skeleton_->clearExternalForces();
  }
  void step(double h) {
    if (!(h > 0)) throw Refused("DART takes no negative steps");
    const auto now = motion();
    if (!(std::abs(now.omega[0]) + std::abs(now.omega[1]) + std::abs(now.omega[2]) < 1e12))
      throw std::runtime_error("DART ends the program where a state is not finite");
    if (torque_ && by == By::applied) body_->setExtTorque(to_dart(torque_.in_space(t_, now.q)), false);
    world_->setTimeStep(h);
    if constexpr (constraints) {
      world_->step();
    } else {
      skeleton_->computeForwardDynamics();
      skeleton_->integrateVelocities(h);
      skeleton_->integratePositions(h);
      skeleton_->clearExternalForces();
    }
    t_ += h;
  }
  Motion motion() const {
    const Eigen::Quaterniond q(body_->getWorldTransform().linear());
    const Eigen::Vector3d omega = body_->getAngularVelocity(Frame::World(), body_);
    return {normalised({q.w(), q.x(), q.y(), q.z()}), {omega[0], omega[1], omega[2]}};
  }

 private:
  Torque torque_;
  double t_ = 0;
  dart::simulation::WorldPtr world_ = dart::simulation::World::create();
  SkeletonPtr skeleton_;
  Joint* joint_ = nullptr;
  BodyNode* body_ = nullptr;
};

polhode_engine about(const char* id, const char* label, const char* settings, int torque = POLHODE_TORQUE_HELD) {
  return described(id, label, "dart/dynamics/FreeJoint.cpp, BallJoint.cpp", "BSD-2-Clause", settings, 1, torque);
}

}  // namespace

POLHODE_ENGINES(engine<Body<FreeJoint, true>>(about("dart6-as-it-comes", "DART 6.12.1, free joint (as it comes)",
                                                    "gravity 0")),
                engine<Body<FreeJoint, false>>(about("dart6-free", "DART 6.12.1, free joint, no constraint solver",
                                                     "gravity 0; computeForwardDynamics, integrateVelocities, "
                                                     "integratePositions")),
                engine<Body<BallJoint, true>>(about("dart6-ball", "DART 6.12.1, ball joint", "gravity 0")),
                engine<Body<BallJoint, true, By::gravity>>(about("dart6-top",
                                                                 "DART 6.12.1, ball joint, top under "
                                                                 "gravity",
                                                                 nullptr, POLHODE_TORQUE_NATIVE)))
