// SPDX-License-Identifier: MIT
#pragma once

#include <array>

/// A body that comes to rest under control, for solvers of others: C++17, which Boost.uBLAS 1.74 asks for.
namespace polhode::stiff {

/// Pi' and q' under the control, and their derivatives J(i, j) by the seven numbers (Pi, q).
struct Equations {
  double moments[3], K;

  void rates(const double* y, double* dy) const {
    const double w[3] = {y[0] / moments[0], y[1] / moments[1], y[2] / moments[2]};
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      dy[i] = y[j] * w[k] - y[k] * w[j] - K * (2 * y[3] * y[4 + i] + w[i]);
      dy[4 + i] = 0.5 * (y[3] * w[i] + y[4 + j] * w[k] - y[4 + k] * w[j]);
    }
    dy[3] = -0.5 * (y[4] * w[0] + y[5] * w[1] + y[6] * w[2]);
  }
  std::array<std::array<double, 7>, 7> derivatives(const double* y) const {
    const double w[3] = {y[0] / moments[0], y[1] / moments[1], y[2] / moments[2]};
    std::array<std::array<double, 7>, 7> J{};
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      J[i][i] = -K / moments[i], J[i][j] = w[k] - y[k] / moments[j], J[i][k] = y[j] / moments[k] - w[j];
      J[i][3] = -2 * K * y[4 + i], J[i][4 + i] = -2 * K * y[3];
      J[4 + i][i] = y[3] / 2 / moments[i], J[4 + i][k] = y[4 + j] / 2 / moments[k];
      J[4 + i][j] = -y[4 + k] / 2 / moments[j], J[4 + i][3] = w[i] / 2;
      J[4 + i][4 + j] = w[k] / 2, J[4 + i][4 + k] = -w[j] / 2;
      J[3][i] = -y[4 + i] / 2 / moments[i], J[3][4 + i] = -w[i] / 2;
    }
    return J;
  }
};

/// Takes y from time 0 to `time` by Rosenbrock's method of Boost.odeint with steps of its own choice.
void rosenbrock4(const Equations& f, double* y, double time, double tolerance);

}  // namespace polhode::stiff
