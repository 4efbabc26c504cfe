// SPDX-License-Identifier: MIT
// A heavy top by an implicit midpoint rule, a free body without steps, and a torque of one's own, with Eigen types.
#include <core/eigen.hpp>
#include <core/stepping/integrate.hpp>
#include <iostream>
#include <methods/family/free_flow.hpp>
#include <methods/imidm.hpp>

using namespace polhode;

int main() {
  const Inertia<double> I(1, 2, 3);
  const Eigen::Vector3d momentum(0.3, -1.2, 0.5), moment(0, 0, 0.7);  // moment = m g c, of the centre of mass
  const RigidState<double> start{from_eigen<Body>(momentum), from_eigen<Body, Space>(Eigen::Quaterniond::Identity())};

  const TorquedBody<double> top{{I, start}, {UniformField<double>{from_eigen<Body>(moment), axis<Space, double>(2)}}};
  const auto run = integrate<Imidm>(top, Grid<double>::of_duration(0, 10, 10000));
  const Eigen::Vector3d Pi = to_eigen(run.state.Pi);
  std::cout << "top  " << Pi.transpose() << "  " << to_eigen(run.state.R).coeffs().transpose() << "\n";

  const FreeFlow flow(I, start);
  std::cout << "free " << to_eigen(flow.state(1e4).Pi).transpose() << "  period " << flow.period() << "\n";

  const auto spring = [](double, const Eigen::Quaterniond& R) -> Eigen::Vector3d { return -0.5 * R.w() * R.vec(); };
  const TorquedBody<double> sprung{{I, start}, {torque_of(spring)}};
  std::cout << "own  "
            << to_eigen(integrate<Imidm>(sprung, Grid<double>::of_step(0, 0.001, 10000)).state.Pi).transpose() << "\n";
}
