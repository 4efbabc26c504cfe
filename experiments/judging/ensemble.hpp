// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "experiments/judging/variations.hpp"
#include "experiments/running/spec_run.hpp"

/// Many runs of a spec, where one trajectory means nothing: what they have in common at each time.
namespace polhode {

/// Whose runs: each member starts elsewhere, has what "vary" draws, and where a torque is noise a path of its own.
struct EnsembleOptions {
  std::int64_t members = 0;
  /// Of the starts: the standard deviation of each component of the momentum, as a share of its length, and of the
  /// rotation vector, in radians, by which the attitude is turned.
  double spread = 0;
  std::uint64_t seed = 1;  ///< of all that is drawn
};

inline constexpr std::int64_t most_members = 1000000;

/// The members of an ensemble: functions of (seed, number), the same on every machine. What "vary" gives is drawn from
/// its intervals, evenly. The first member has the noise of the spec.
class Members {
 public:
  /// The members of these bodies; `spec` is that of the first body. Throws UserError where it has no body or nothing to draw.
  Members(Variations bodies, const Spec<double>& spec, const EnsembleOptions& options);

  Spec<double> member(std::uint64_t i) const;
  double spread() const { return options_.spread; }

 private:
  Variations bodies_;
  Spec<double> whole_;
  EnsembleOptions options_;
};

/// The mean of a number of each member, and its standard deviation.
class Moments {
 public:
  void add(double x);
  void add(const Moments& other);
  double mean() const { return mean_; }
  double deviation() const;
  double error() const { return deviation() / std::sqrt(count_); }  ///< of the mean, by the scatter

 private:
  double count_ = 0, mean_ = 0, squares_ = 0;  ///< Welford; sums of two: Chan, Golub & LeVeque 1983
};

/// What the members have at one time.
struct EnsembleRow {
  double t = 0;
  Moments energy;
  std::array<Moments, 3> spatial_momentum, angular_velocity;  ///< in space; in the body, in the file's unit
  std::array<double, 10> attitudes{};                         ///< the sum of q q^T by its upper triangle, q of length 1
  std::int64_t members = 0, short_axis = 0;  ///< of them, whose momentum circles the axis of the greatest moment

  EnsembleRow() = default;
  /// Of one member, a rigid body.
  EnsembleRow(const Spec<double>& spec, const State<double>& state, double t);
  void add(const EnsembleRow& other);
  /// The mean of the attitude's matrices.
  Mat3<double> mean_matrix() const;
  /// The mean rotation, w first: the eigenvector of the largest eigenvalue of the mean of q q^T (Markley et al. 2007).
  std::array<double, 4> mean_attitude() const;
  /// The root of the mean square of 2 sin(angle/2) from there, in radians; sqrt(3) where all attitudes are alike
  /// likely.
  double attitude_spread() const;
};

struct EnsembleRun {
  EnsembleOptions options;
  SpecRun first;  ///< the run of its first member, without its end
  std::int64_t failed = 0;
  std::string reason;  ///< of the first that failed
  std::vector<EnsembleRow> rows;
};

/// Runs the members, with the rows that `every` or `dense` of the spec asks for, or about a hundred. The same on any
/// number of cores. Throws UserError where a spec has nothing to draw, and as soon as it is seen to take more than
/// `limit` seconds.
EnsembleRun run_ensemble(const Variations& bodies, const Spec<double>& spec, const EnsembleOptions& options,
                         double limit = usual_run_limit);

}  // namespace polhode
