// SPDX-License-Identifier: MIT
#include "core/eigen.hpp"

#include <gtest/gtest.h>

#include "core/geometry/so3.hpp"
#include "core/stepping/integrate.hpp"
#include "methods/family/free_flow.hpp"
#include "methods/imidm.hpp"
#include "methods/mkrk.hpp"

namespace polhode {
namespace {

const Vec<Body, double> v{0.3, -1.2, 0.5};
const auto R = relabel<Body, Space>(exp(Vec<Body, double>{0.4, 2.1, -0.7}));

TEST(Eigen, ConversionsGoThereAndBack) {
  EXPECT_EQ(from_eigen<Body>(to_eigen(v)).as_array(), v.as_array());
  const auto back = from_eigen<Body, Space>(to_eigen(R));
  EXPECT_EQ(back.w, R.w);
  EXPECT_EQ(back.vector().as_array(), R.vector().as_array());
  const Mat3<double> m{{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}};
  const auto there = from_eigen(to_eigen(m));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(there(i, j), m(i, j));
}

TEST(Eigen, BothLibrariesMeanTheSame) {
  const Eigen::Vector3d e = to_eigen(v);
  const Eigen::Quaterniond q = to_eigen(R);
  EXPECT_LT((q * e - to_eigen(R * v)).norm(), 1e-15);
  EXPECT_LT((q.toRotationMatrix() - to_eigen(matrix(R))).norm(), 1e-15);
  EXPECT_LT((q * q).angularDistance(to_eigen(R * relabel<Body, Body>(R))), 1e-15);
  EXPECT_EQ(from_eigen<Space>(2 * e)[1], 2 * v[1]);  // an expression
  const auto by_matrix = from_eigen<Body, Space>(q.toRotationMatrix());
  EXPECT_LT(q.angularDistance(to_eigen(by_matrix)), 1e-15);
}

TEST(Eigen, TorqueOfACallable) {
  const Inertia<double> I(2, 3, 4.5);
  const RigidState<double> start{v, R};
  const Eigen::Vector3d moment(0.5, -1, 2);
  const auto gravity_and_push = [&](double t, const Eigen::Quaterniond& R) -> Eigen::Vector3d {
    return (R.conjugate() * Eigen::Vector3d::UnitZ()).cross(moment) +
           R.conjugate() * Eigen::Vector3d(std::cos(t), 0, 0);
  };
  const TorquedBody<double> own{{I, start}, {torque_of(gravity_and_push)}};
  const UniformField<double> field{from_eigen<Body>(moment), axis<Space, double>(2)};
  const TorquedBody<double> known{{I, start}, {field, HarmonicSpace<double>{axis<Space, double>(0), 1}}};
  const auto grid = Grid<double>::of_duration(0, 2, 100);
  const auto distance = [&]<class M>(M) {
    const auto a = integrate<M>(own, grid), b = integrate<M>(known, grid);
    EXPECT_EQ(a.status, Status::ok);
    return norm(a.state.Pi - b.state.Pi) + to_eigen(a.state.R).angularDistance(to_eigen(b.state.R));
  };
  EXPECT_LT(distance(MkrkRk4{}), 1e-13);
  EXPECT_LT(distance(Imidm{}), 1e-11);  // its Jacobian is differenced
}

TEST(Eigen, FullInertia) {
  const auto turn = exp(Vec<Body, double>{0.3, -0.2, 0.5});
  const Eigen::Matrix3d Q = to_eigen(turn).toRotationMatrix();
  const Eigen::Matrix3d inertia = Q * Eigen::Vector3d(2, 3, 4.5).asDiagonal() * Q.transpose();
  const auto principal = principal_axes(inertia);
  EXPECT_NEAR(principal.moments[1], 3, 1e-14);

  const RigidState<double> start{v, R};  // in the axes of `inertia`
  const auto& [I1, I2, I3] = principal.moments.c;
  const FreeFlow flow({I1, I2, I3}, principal.to_principal(start));
  const auto known = FreeFlow({2, 3, 4.5}, {inverse(turn) * v, R * turn}).state(5);
  const auto end = principal.to_user(flow.state(5));
  EXPECT_LT(norm(end.Pi - turn * known.Pi), 1e-13);
  EXPECT_LT(to_eigen(end.R).angularDistance(to_eigen(known.R * inverse(turn))), 1e-7);
  EXPECT_LT(norm(end.pi() - start.pi()), 1e-13);
  const Eigen::Vector3d Omega = inertia.ldlt().solve(to_eigen(v));
  const FreeBody<double> body{{{I1, I2, I3}, principal.to_principal(start)}};
  EXPECT_NEAR(Omega.dot(to_eigen(v)) / 2, energy(body, body.initial), 1e-13);
}

}  // namespace
}  // namespace polhode
