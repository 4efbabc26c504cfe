// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/spaces/coordinates.hpp"
#include "core/stepping/integrate.hpp"
#include "core/system/stopwatch.hpp"
#include "experiments/bench/stiff_body.hpp"
#include "methods/radau5.hpp"

#ifdef POLHODE_SUNDIALS
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#endif

// radau5 beside solvers of stiff equations as their users write them: Rosenbrock of order 4 of Boost.odeint and, where
// SUNDIALS is installed, BDF of CVODE, all with the Jacobian written out. A body (1, 2, 3) comes to rest under the
// control
//
//   T = -K e - K Omega,   e = 2 w v of its quaternion (w, v)
//
// over a time of 10, at tolerances of 1e-6. All take turns in rounds; a time is their lower quartile.
namespace polhode {
namespace {

const Inertia<double> moments(1, 2, 3);
const RigidState<double> start{{0.5, -0.4, 1.2}, normalised(Attitude<double>{0.8, 0.3, -0.4, 0.33})};
constexpr double time = 10, tolerance = 1e-6;

TorquedBody<double> controlled(double K) {
  TorquedBody<double> body{{moments, start}, {}};
  ControlData<double> data;
  for (int i = 0; i < 3; ++i) data.attitude_gain.rows[i][i] = data.rate_gain.rows[i][i] = K;
  data.damps = true;
  body.momentum_torques.push_back(Control<double>{Shared(data)});
  return body;
}
template <int digits>
RigidState<double> by_radau5(double K) {
  return integrate<Radau5<digits>>(controlled(K), Grid<double>::of_duration(0, time, 1)).state;
}

RigidState<double> by_rosenbrock4(double K) {
  auto y = numbers(start);
  stiff::rosenbrock4({{moments[0], moments[1], moments[2]}, K}, y.data(), time, tolerance);
  return state_of<RigidState<double>>(y);
}

#ifdef POLHODE_SUNDIALS
RigidState<double> by_cvode(double K) {
  using stiff::Equations;
  const Equations f{{moments[0], moments[1], moments[2]}, K};
  SUNContext context;
  SUNContext_Create(nullptr, &context);
  N_Vector y = N_VNew_Serial(7, context);
  auto end = numbers(start);
  std::copy(end.begin(), end.end(), N_VGetArrayPointer(y));
  void* const solver = CVodeCreate(CV_BDF, context);
  CVodeInit(
      solver,
      [](double, N_Vector y, N_Vector dy, void* f) {
        auto* out = N_VGetArrayPointer(dy);
        static_cast<const Equations*>(f)->rates(N_VGetArrayPointer(y), out);
        return 0;
      },
      0, y);
  CVodeSStolerances(solver, tolerance, tolerance);
  CVodeSetUserData(solver, const_cast<Equations*>(&f));
  CVodeSetMaxNumSteps(solver, 1000000);
  SUNMatrix matrix = SUNDenseMatrix(7, 7, context);
  SUNLinearSolver linear = SUNLinSol_Dense(y, matrix, context);
  CVodeSetLinearSolver(solver, linear, matrix);
  CVodeSetJacFn(solver, [](double, N_Vector y, N_Vector, SUNMatrix J, void* f, N_Vector, N_Vector, N_Vector) {
    const auto all = static_cast<const Equations*>(f)->derivatives(N_VGetArrayPointer(y));
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < 7; ++j) SM_ELEMENT_D(J, i, j) = all[i][j];
    return 0;
  });
  double reached = 0;
  void* freed = solver;
  CVode(solver, time, y, &reached, CV_NORMAL);
  std::copy_n(N_VGetArrayPointer(y), 7, end.begin());
  CVodeFree(&freed), SUNLinSolFree(linear), SUNMatDestroy(matrix), N_VDestroy(y), SUNContext_Free(&context);
  return state_of<RigidState<double>>(end);
}
#endif

struct Entry {
  const char* name;
  std::function<RigidState<double>(double)> run;
};
const Entry entries[] = {
    {"radau5:1e-6", by_radau5<6>},
    {"rosenbrock4", by_rosenbrock4},
#ifdef POLHODE_SUNDIALS
    {"CVODE BDF", by_cvode},
#endif
};

}  // namespace
}  // namespace polhode

int main() {
  using namespace polhode;
  fmt::print("K        microseconds and error, to radau5:1e-12\n");
  for (double K = 100; K < 2e8; K *= 10) {
    const auto right = by_radau5<12>(K);
    std::vector<std::vector<double>> rounds(std::size(entries));
    for (int round = 0; round < 12; ++round)
      for (std::size_t i = 0; i < std::size(entries); ++i) {
        volatile double sink = 0;
        rounds[i].push_back(seconds_of([&] { sink = sink + entries[i].run(K).Pi[0]; }, 2e-3));
      }
    fmt::print("{:.0e}", K);
    for (std::size_t i = 0; i < std::size(entries); ++i) {
      std::sort(rounds[i].begin(), rounds[i].end());
      const auto off = distance(entries[i].run(K), right);
      fmt::print("  {} {:.0f} {:.1e}", entries[i].name, 1e6 * rounds[i][rounds[i].size() / 4], off.configuration);
    }
    fmt::print("\n");
  }
}
