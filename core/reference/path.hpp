// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/geometry/scalar.hpp"
#include "core/problem/problem.hpp"
#include "core/reference/converged.hpp"

/// A reference motion at any instant, with its error: errors along a whole run refer to it.
namespace polhode::reference {

/// A distance between two states, in parts: angle of attitudes or distance of directors; momenta (angular velocities of
/// directors) as a share of the largest on the path.
struct Deviation {
  double attitude = 0, momentum = 0;

  void include(const Deviation& other);  ///< the larger of each
};
/// The distance of two states in parts; the angular momentum as a share of `momentum`.
Deviation deviation(const State<double>& a, const State<double>& b, double momentum);

/// The shift of a start: an angle, and a share of the momentum.
inline constexpr double shift = 1e-14;
/// The problem from a start that is moved by `shift`.
Problem<double> moved_start(const Problem<double>& problem);

/// The motion of a problem from t0 to t0 + duration. If it is exact, every instant is computed in 113 bits, for bodies
/// in double where that is certain to be enough, and some are judged in 100 digits. Otherwise it is extrapolated twice,
/// at tolerances 100 or 1000 times apart, whose distance is the error: in long double, where that is certain to be
/// enough, else in 113 bits, which take far longer. A body that torques brake fast is followed in double by L-stable
/// steps (radau_collocation.hpp), where 1e-12 is enough. Between these anchors it is extrapolated in long double, or in
/// double where that is certain to be enough, by half a radian at most.
///
/// The path of a problem in 113 bits may know more digits. Building it in 113 bits takes the time. `watch` receives the
/// finished share, from 0 again if 64 bits were not enough, and may throw to give up.
class Path {
 public:
  /// From t0 over `duration`. `watch` receives the finished share and may throw to end the work.
  Path(const Problem<double>& problem, double t0, double duration, const Watch& watch = {},
       const Deviation& enough = {});
  Path(const Problem<float128>& problem, double t0, double duration, const Watch& watch = {},
       const Deviation& enough = {});

  /// The state at t0 <= t <= t0 + duration (or the other way round). Any thread may ask.
  State<double> at(double t) const { return at_(t); }
  /// The work along the path of all torques of its body without a potential.
  double work(const Problem<double>& body) const;
  Origin origin() const { return origin_; }
  const Deviation& error() const { return error_; }  ///< the error of all states of `at`, beyond the rounding to double
  /// The later distance of a state that is moved by `shift`, somewhere on the path and in the worst direction; to first
  /// order, and at most a half turn. The rounding of every step grows by this factor.
  const Deviation& moved() const { return moved_; }
  /// Whether shifted states part faster than in proportion to the time, over the first and the second half of each of
  /// the two halves: a body that multiplies a shift once, as slender ones do, lets it grow linearly from then on.
  bool grows_faster_than_linearly() const;
  /// The longest time, from t0 and without sign, over which both parts of the error are within `allowed`.
  double certain_for(const Deviation& allowed) const;
  /// The longest time, without sign, over which shifted states stay within it; the whole time if the motion is exact.
  double together_for(const Deviation& allowed) const;
  double momentum() const { return momentum_; }  ///< the largest at the ends of `steps`, in the units of the problem
  double kinetic() const { return kinetic_; }    ///< the largest kinetic energy there
  double turns() const { return turns_; }        ///< approximate radians travelled by the body
  /// The ends of the reference's own steps, from t0 on, short where the motion is quick. For exact motions they are
  /// equal parts, on the average of half a radian or less.
  const std::vector<double>& steps() const { return steps_; }
  bool slow() const { return slow_; }  ///< every instant takes about a millisecond

 private:
  template <class P>
  void build(const P& wide, const Watch& watch, const Deviation& enough);
  /// The data of a state at the end of an own step.
  struct Passed {
    double t, momentum, kinetic, rate;

    template <class P>
    static Passed of(const P& problem, double t, const typename P::State& s) {
      return {t, size(s).momentum, kinetic_energy(problem, s), polhode::rate(problem, s)};
    }
  };
  /// Takes the largest of them and the radians between them; in the sense of the motion.
  void pass(const std::vector<Passed>& all);
  /// Next to the largest of them momentum and energy may be larger.
  void look_between(const Problem<double>& narrow, const std::vector<Passed>& passed);
  /// Follows the exact motion of `problem`, in its scalar.
  template <class P, class Wide>
  bool certify_exact(const P& problem, const Wide& wide);
  /// The motion of `problem`, in its scalar, between anchors in long double of `given`; in double, if that is `enough`.
  /// Tolerances are those that the rounding of late times leaves, or the finest ones, where nothing depends on the time.
  /// Throws NoMotion where 64 bits are not `enough`.
  template <class P, class Wide>
  void extrapolate(const P& problem, const Wide& given, const Deviation& enough, bool finest, const Watch& watch);
  /// The same once the anchors are there, each so far `apart` from a coarser run's (momenta in the units of the
  /// problem), with what both runs round alike.
  template <class Wide, class Anchor>
  void join(const Wide& given, std::vector<Anchor> anchors, std::vector<Deviation> apart,
            const std::vector<double>& seen, bool loose, double narrow_tolerance, double rounded);

  /// The motion of a body that `is_stiff`.
  void follow_stiff(const TorquedBody<double>& body, const Watch& watch);

  double t0_, duration_;
  std::shared_ptr<const StiffMotion> stiff_;  ///< where it is followed as one
  Origin origin_ = Origin::converged;
  std::function<State<double>(double t)> at_;  ///< by a closed form, or from the nearest anchor on
  Deviation error_, moved_;
  using Until = std::vector<std::pair<double, Deviation>>;  ///< |t - t0|, and the largest until then
  static double longest(const Until& list, const Deviation& allowed);
  Until certain_, together_;
  double momentum_ = 0, kinetic_ = 0, turns_ = 0;
  std::vector<double> steps_;
  bool slow_ = false;
};

}  // namespace polhode::reference
