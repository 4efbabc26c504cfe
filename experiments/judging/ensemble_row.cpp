// SPDX-License-Identifier: MIT
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/io/state_json.hpp"
#include "experiments/judging/ensemble.hpp"

namespace polhode {

namespace {

/// The mean of q q^T.
Eigen::Matrix4d mean_of(const EnsembleRow& row) {
  Eigen::Matrix4d A;
  for (int a = 0, n = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b) A(a, b) = A(b, a) = row.attitudes[n++] / static_cast<double>(row.members);
  return A;
}

}  // namespace

void Distribution::add(double x) {
  const double off = x - mean_;
  mean_ += off / ++count_, squares_ += off * (x - mean_);
}
void Distribution::add(const Distribution& other) {
  if (other.count_ == 0) return;
  const double off = other.mean_ - mean_, all = count_ + other.count_;
  mean_ += off * other.count_ / all, squares_ += other.squares_ + off * off * count_ * other.count_ / all;
  count_ = all;
}
double Distribution::deviation() const {
  return count_ > 1 ? std::sqrt(squares_ / (count_ - 1)) : 0;
}

EnsembleRow::EnsembleRow(const Spec<double>& spec, const State<double>& state, double at) : t(at), members(1) {
  const auto seen = spec.problem.as([&]<class P>(const P& problem) -> Told<RigidState<double>, double> {
    if constexpr (std::is_same_v<typename P::State, RigidState<double>>)
      return detail::told(spec, problem, *state.rigid(), at);
    else
      throw std::logic_error("an ensemble of no bodies");
  });
  const auto& [Pi, R] = seen.user;
  const auto pi = polhode::spatial_momentum(spec.problem, State<double>(seen.principal), at) / spec.momentum;
  energy.add(seen.energy);
  for (int k = 0; k < 3; ++k) spatial_momentum[k].add(pi[k]), angular_velocity[k].add(seen.Omega[k] / spec.rate);
  const auto& I = spec.problem.body()->I.moments;
  const double middle = std::max(std::min(I[0], I[1]), std::min(std::max(I[0], I[1]), I[2]));
  short_axis = spec.momentum * norm2(Pi) > middle * dot(Pi, seen.Omega);
  const double q[] = {R.w, R.x, R.y, R.z};
  for (int a = 0, n = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b) attitudes[n++] = q[a] * q[b];
}
void EnsembleRow::add(const EnsembleRow& other) {
  t = other.t;
  energy.add(other.energy);
  for (int k = 0; k < 3; ++k)
    spatial_momentum[k].add(other.spatial_momentum[k]), angular_velocity[k].add(other.angular_velocity[k]);
  for (std::size_t n = 0; n < attitudes.size(); ++n) attitudes[n] += other.attitudes[n];
  members += other.members, short_axis += other.short_axis;
}
Mat3<double> EnsembleRow::mean_matrix() const {
  const auto A = mean_of(*this);
  return Mat3<double>::of([&](int i, int j) {
    const int k = 3 - i - j;  // of the third axis
    if (i == j) return A(0, 0) + 2 * A(i + 1, i + 1) - A(1, 1) - A(2, 2) - A(3, 3);
    return 2 * (A(i + 1, j + 1) + ((j - i + 3) % 3 == 1 ? -1 : 1) * A(0, k + 1));
  });
}
std::array<double, 4> EnsembleRow::mean_attitude() const {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(mean_of(*this));
  Eigen::Vector4d q = solver.eigenvectors().col(3);
  if (q[0] < 0) q = -q;
  return {q[0], q[1], q[2], q[3]};
}
double EnsembleRow::attitude_spread() const {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(mean_of(*this), Eigen::EigenvaluesOnly);
  return 2 * std::sqrt(std::max(0.0, 1 - solver.eigenvalues()[3]));
}

}  // namespace polhode
