// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <random>
#include <string_view>
#include <vector>

#include "core/geometry/scalar.hpp"
#include "core/problem/problem.hpp"
#include "problems/dumbbell_romero.hpp"
#include "problems/saefstroem.hpp"
#include "problems/test_problems.hpp"

/// The problems of performance measurements.
namespace polhode {

/// A problem with the steps at which methods are measured on it, in its own time: small, usual, large.
struct BenchmarkProblem {
  std::string_view name;
  std::array<const char*, 3> steps;  ///< h, as in names of results
  Problem<double> problem;
  Problem<float128> in_quad;  ///< the same, to 34 digits
};

/// One canonical problem of every space.
inline std::vector<BenchmarkProblem> benchmarks() {
  const auto body = []<class T>(T) {
    const Vec<Body, T> m{T(18) / T(10), T(4) / T(10), T(-9) / T(10)};
    return FreeBody<T>{{{T(6) / T(10), T(8) / T(10), T(1)}, {m / norm(m), Attitude<T>::identity()}}};
  };
  using Q = float128;
  return {{"free-body", {"0.02", "0.1", "0.5"}, body(0.0), body(Q())},
          {"heavy-top", {"0.002", "0.01", "0.05"}, HeavyTop156::make<double>(), HeavyTop156::make<Q>()},
          {"dumbbell", {"0.004", "0.02", "0.1"}, DumbbellRomero::make<double>(), DumbbellRomero::make<Q>()},
          {"particles", {"0.02", "0.1", "0.5"}, test_problem::henon_heiles<double>(), test_problem::henon_heiles<Q>()}};
}

/// Forty fixed random bodies, 0.03 from symmetry, needles and discs, with I3 = 1, |m| = 1 and R = 1.
inline std::vector<FreeBody<double>> ensemble() {
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> moment(0, 1);
  std::normal_distribution<double> component;
  std::vector<FreeBody<double>> bodies;
  while (bodies.size() < 40) {
    double I1 = moment(generator), I2 = moment(generator);
    if (I1 > I2) std::swap(I1, I2);
    if (I1 + I2 < 1.03 || I2 - I1 < 0.03 || 1 - I2 < 0.03) continue;
    const Vec<Body, double> m{component(generator), component(generator), component(generator)};
    bodies.push_back({{{I1, I2, 1}, {m / norm(m), Attitude<double>::identity()}}});
  }
  return bodies;
}

}  // namespace polhode
