// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/rosenbrock4.hpp>
#include <boost/numeric/odeint/stepper/rosenbrock4_controller.hpp>
#include <utility>

#include "experiments/bench/stiff_body.hpp"

void polhode::stiff::rosenbrock4(const Equations& f, double* y, double time, double tolerance) {
  namespace odeint = boost::numeric::odeint;
  using Solver = odeint::rosenbrock4<double>;
  Solver::state_type numbers(7);
  std::copy(y, y + 7, numbers.begin());
  const auto rates = [&](const auto& y, auto& dy, double) { f.rates(&y[0], &dy[0]); };
  const auto derivatives = [&](const auto& y, auto& J, double, auto& by_time) {
    const auto all = f.derivatives(&y[0]);
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < 7; ++j) J(i, j) = all[i][j];
    std::fill(by_time.begin(), by_time.end(), 0.0);
  };
  odeint::integrate_adaptive(odeint::rosenbrock4_controller<Solver>(tolerance, tolerance),
                             std::make_pair(rates, derivatives), numbers, 0.0, time, 1e-3 / f.K);
  std::copy(numbers.begin(), numbers.end(), y);
}
