// SPDX-License-Identifier: MIT
#pragma once

#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include "methods/family/flat.hpp"
#include "methods/family/known_torque.hpp"
#include "methods/family/name.hpp"

/// Boost.odeint's solvers of any ordinary differential equation, on the numbers of a state (methods/family/flat.hpp).
namespace polhode::general {

namespace odeint = boost::numeric::odeint;

/// Runge-Kutta of Dormand & Prince (1980), order 5.
struct Dopri5Law {
  template <class Numbers, class T>
  using Solver = odeint::runge_kutta_dopri5<Numbers, T, Numbers, T, odeint::array_algebra>;
};
/// Runge-Kutta of Fehlberg (1968), orders 7 and 8.
struct Rkf78Law {
  template <class Numbers, class T>
  using Solver = odeint::runge_kutta_fehlberg78<Numbers, T, Numbers, T, odeint::array_algebra>;
};

/// The numbers of P's states.
template <class P>
using Numbers = decltype(numbers(std::declval<typename P::State>()));

/// A solver with its workspace. It is made once per run and does not pass anything from step to step.
template <class Solver>
struct Prepared {
  mutable Solver solver;
};

/// The right side in odeint's form.
template <class P>
struct RightSide {
  using T = typename P::Scalar;
  const P& problem;

  void operator()(const Numbers<P>& y, Numbers<P>& dy, const T& t) const { dy = flat_rates(problem, t, y); }
};
/// The right side of a problem.
template <class P>
RightSide<P> right_side(const P& problem) {
  return {problem};
}

/// The constants that a method prepares from a problem, whether its kind of torque is known or not.
const auto& prepared_of(const auto& problem) {
  if constexpr (requires { problem.prepared; })
    return problem.prepared;
  else
    return problem.problem.prepared;
}

/// A fixed step by a solver without memory. Law: `Solver<Numbers, T>`.
template <class Law>
struct FixedStep : SelfStarting {
  template <class P>
  static auto prepare(const P&) {
    return Prepared<typename Law::template Solver<Numbers<P>, typename P::Scalar>>{};
  }
  template <class P, class State, class T, class Counters>
  static State step(const P& problem, const State& s, const T& t, const T& h, Counters&) {
    const auto stepped = [](const auto& body, const State& from, const T& begin, const T& step) {
      auto y = numbers(from);
      prepared_of(body).solver.do_step(right_side(body), y, begin, step);
      return shaped<State>(y);
    };
    return step_of_kind(stepped, problem, s, t, h);
  }
};

/// A fixed step by a solver whose last right side is the first of the next step.
template <class Law>
struct FixedStepFirstSameAsLast : CarriesState {
  template <class State, class Numbers>
  struct Memory {
    State state;
    Numbers rates;
  };

  template <class P>
  static auto prepare(const P&) {
    return Prepared<typename Law::template Solver<Numbers<P>, typename P::Scalar>>{};
  }
  template <class P, class State, class T>
  static Memory<State, Numbers<P>> start(const P& problem, const State& s, const T& t, const T&) {
    return {s, flat_rates(problem, t, numbers(s))};
  }
  template <class P, class M, class T, class Counters>
  static M step(const P& problem, M m, const T& t, const T& h, Counters&) {
    const auto stepped = [](const auto& body, const M& from, const T& begin, const T& step) {
      M moved = from;  // before its numbers are stored one by one, which a copy by pairs would wait for
      auto y = numbers(from.state);
      prepared_of(body).solver.do_step(right_side(body), y, moved.rates, begin, step);
      moved.state = shaped<decltype(moved.state)>(y);
      return moved;
    };
    return step_of_kind(stepped, problem, m, t, h);
  }
};

/// Start and memory of solvers that choose their steps up to t + h, where h is the interval between readings. For
/// doubles only.
struct ChoosesSteps : CarriesState {
  static constexpr bool chooses_steps = true;

  template <class State>
  struct Memory {
    State state;
    double stride;  ///< the next step that the solver would take; 0 at the start
  };

  template <class P, class State>
  requires std::is_same_v<typename P::Scalar, double>
  static Memory<State> start(const P&, const State& s, double, double) { return {s, 0}; }
};

/// Steps chosen by an error estimate. Law: `Controlled<Numbers>`. no_convergence after 500 rejections in a row, 100000
/// steps, or a step at the rounding level of the time.
template <class Law>
struct AdaptiveSteps : ChoosesSteps {
  template <class P, class M, class Counters>
  static M step(const P& problem, M m, double t, double h, Counters& counters) {
    constexpr int most = 500;        // rejections in a row
    constexpr int longest = 100000;  // steps in an interval: turns beyond counting are refused, not waited for
    auto& solver = problem.prepared.solver;
    if constexpr (requires { solver.reset(); }) solver.reset();
    const double end = t + h;
    double stride = m.stride == 0 ? h / 100 : std::copysign(m.stride, h);
    auto y = numbers(m.state);
    for (int rejected = 0, tried = 0; rejected < most && tried < longest && (end - t) * h > 0; ++tried) {
      const double chosen = stride;
      const bool last = std::abs(stride) >= std::abs(end - t);
      if (last) stride = end - t;
      if (solver.try_step(RightSide<P>{problem}, y, t, stride) == odeint::success) {
        rejected = 0;
        if (last) return {shaped<decltype(m.state)>(y), std::max(std::abs(chosen), std::abs(stride))};
      } else {
        ++rejected;
      }
      if (!(std::abs(stride) > epsilon<double>() * std::abs(end))) break;
    }
    counters.fail(Failure::no_convergence);
    return m;
  }
};

/// These steps with a tolerance of 10^-digits, absolute and relative. Only this is compiled for each tolerance.
template <class Law, int digits>
struct Adaptive : AdaptiveSteps<Law> {
  using Loop = AdaptiveSteps<Law>;

  template <class P>
  requires std::is_same_v<typename P::Scalar, double>
  static auto prepare(const P&) {
    using Solver = typename Law::template Controlled<Numbers<P>>;
    const double tolerance = std::pow(10.0, -digits);
    if constexpr (requires { typename Solver::error_checker_type; })  // a second number would be the longest step
      return Prepared<Solver>{Solver(typename Solver::error_checker_type(tolerance, tolerance))};
    else
      return Prepared<Solver>{Solver(tolerance, tolerance)};
  }
};

/// Declaration of general solvers.
constexpr MethodInfo info(std::string_view id, std::string_view label, std::string_view source, int order,
                          double torque_evaluations) {
  return {.id = id,
          .label = label,
          .source = source,
          .order = order,
          .torque_evaluations = {torque_evaluations},
          .spatial_momentum = broken(order),
          .energy = broken(order),
          .supports = Dependence::any};
}

/// Declaration of solvers that choose their steps by a tolerance of 10^-digits; the order is that of the steps.
constexpr MethodInfo adaptive_info(std::string_view id, std::string_view source, int order, int digits) {
  constexpr Property by_tolerance{Answer::unknown, "as far as the tolerance"};
  auto i = info(id, id, source, order, 0);
  i.symmetric = i.symplectic = i.spatial_momentum = i.energy = by_tolerance;
  i.tolerance = 1;
  for (int k = 0; k < digits; ++k) i.tolerance /= 10;
  return i;
}

}  // namespace polhode::general
