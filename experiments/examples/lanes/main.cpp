// SPDX-License-Identifier: MIT
// A thousand tops at once, each with a centre of mass of its own; and a thousand free bodies without steps.
#include <iostream>
#include <methods/lanes/ensemble.hpp>
#include <methods/lanes/flows.hpp>

using namespace polhode;

int main() {
  const Inertia<double> I(1, 2, 3);
  const RigidState<double> start{{0.3, -1.2, 0.5}, Attitude<double>::identity()};
  Ensemble tops(1000), free(1000);
  for (std::size_t i = 0; i < tops.size(); ++i) {
    const UniformField<double> gravity{{0, 0, 0.7 + 1e-3 * static_cast<double>(i)}, axis<Space, double>(2)};
    tops.set(i, TorquedBody<double>{{I, start}, {gravity}}, 0.01);
    free.set(i, FreeBody<double>{{I, start}}, 0.01);
  }
  find_ensemble_runner("rkn8b17")->run(tops, 1000);
  const auto Pi = tops.state(0).Pi;
  std::cout << "rkn8b17  " << Pi[0] << " " << Pi[1] << " " << Pi[2] << "\n";

  const std::vector<double> times(free.size(), 1e4);
  FreeFlows(free).states(times, free);
  const auto after = free.state(999).Pi;
  std::cout << "free  " << after[0] << " " << after[1] << " " << after[2] << "\n";
}
