// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>
#include <random>

#include "experiments/papers/convergence.hpp"
#include "experiments/papers/paper.hpp"
#include "methods/exact_frames.hpp"
#include "problems/frb.hpp"

namespace polhode::frb2008 {

namespace {

/// Uniform on the first octant of the sphere.
Vec<Body, double> in_first_octant(std::mt19937_64& random) {
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const double z = uniform(), angle = std::numbers::pi / 2 * uniform(), r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

/// Free bodies with moments (x, y, 1) and 20 unit momenta, one step of 1.
std::vector<Comparison> starts(double x, double y) {
  std::mt19937_64 random(static_cast<std::uint64_t>(std::llround(x * 200) * 1000 + std::llround(y * 200)));
  std::vector<Comparison> comparisons;
  for (int i = 0; i < 20; ++i) {
    const FreeBody<double> body{{{x, y, 1}, {in_first_octant(random), Attitude<double>::identity()}}};
    comparisons.push_back({&FreeFrb::info, body, {&ExactMatrix::info, &ExactKosenko::info}, 1});
  }
  return comparisons;
}

/// Middles of the cells of a 100 x 50 grid that lie in the triangle of bodies, 0 < 1 - y <= x < y < 1.
std::vector<std::pair<double, double>> triangle() {
  std::vector<std::pair<double, double>> points;
  for (int j = 0; j < 50; ++j)
    for (int i = 0; i < 100; ++i) {
      const double x = (i + 0.5) / 100, y = 0.5 + (j + 0.5) / 100;
      if (1 - y <= x && x < y) points.emplace_back(x, y);
    }
  return points;
}

Numbers accuracy(const Series& series) {
  const auto& e = series.histories[0]["mean_log10"];
  double good = 0;
  for (const double x : e) good += x <= -14;
  return {{"share", good / static_cast<double>(e.size())}, {"mean", mean(e)}, {"worst_point", most(e)}};
}

}  // namespace

// Celledoni & Zanna 2008, Figure 5: how accurate a step of the exact routines is, whatever the body.
Experiment figure5() {
  return {
      .title = "Exact routines, one step h = 1: mean log10 of the error over 20 momenta",
      .panels = {Map{"matrix and quaternion", "I1/I3", "I2/I3", triangle(), starts, {0, 1}, {0.5, 1}}},
      .claims = {{"frb2008.Z1.matrix", [](const Data& d) { return accuracy(d[0].of(ExactMatrix::info)); }},
                 {"frb2008.Z1.quaternion", [](const Data& d) { return accuracy(d[0].of(ExactKosenko::info)); }}},
  };
}

}  // namespace polhode::frb2008
