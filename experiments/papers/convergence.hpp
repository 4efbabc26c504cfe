// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "experiments/running/comparison_runner.hpp"
#include "methods/runners.hpp"

/// Common code of the papers: lists of methods, ladders, ranks, and numbers of claims that no panel makes.
namespace polhode {

using Methods = std::vector<const MethodInfo*>;

inline Methods operator+(Methods a, const Methods& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// base * 2^k, k = 0 .. doublings.
inline std::vector<std::int64_t> doubled(std::int64_t base, int doublings) {
  std::vector<std::int64_t> ladder;
  for (int k = 0; k <= doublings; ++k) ladder.push_back(base << k);
  return ladder;
}

/// f(method) of each, by its id.
inline Numbers by_method(const Methods& methods, const auto& f) {
  Numbers numbers;
  for (const auto* m : methods) numbers.emplace_back(m->id, f(*m));
  return numbers;
}
/// `by_method`, on demand.
inline auto of_each(const Methods& methods, const auto& f) {
  return [=] { return by_method(methods, f); };
}
inline double least(const Numbers& numbers) {
  double x = INFINITY;
  for (const auto& [_, v] : numbers) x = std::min(x, v);
  return x;
}
inline double most(const Numbers& numbers) {
  double x = -INFINITY;
  for (const auto& [_, v] : numbers) x = std::max(x, v);
  return x;
}

/// The error of a method, and the smallest and largest of several, at one step count.
struct Rank {
  const PanelData& data;
  std::int64_t steps;
  Norm norm;

  double operator()(const MethodInfo& m) const { return data.of(m).at(steps).error(norm); }
  double best(const Methods& methods) const { return least(by_method(methods, *this)); }
  double worst(const Methods& methods) const { return most(by_method(methods, *this)); }
};

/// A ratio of errors at every step of a ladder: the finest, the median, which decides for most of the steps, and each
/// by its number of steps.
inline Numbers over_ladder(const PanelData& data, Norm norm, const std::function<double(const Rank&)>& ratio,
                           const std::string& prefix = "") {
  Numbers each;
  std::vector<double> all;
  for (const auto& point : data.series.front().points) {
    all.push_back(ratio({data, point.steps, norm}));
    each.emplace_back(prefix + "N" + std::to_string(point.steps), all.back());
  }
  Numbers found{{prefix + "ratio", all.back()}, {prefix + "median", median(all)}};
  found.insert(found.end(), each.begin(), each.end());
  return found;
}

/// The orders that the last halving shows, of all methods in all norms.
inline std::vector<double> orders(const PanelData& data, const Methods& methods, const std::vector<Norm>& norms,
                                  std::int64_t steps) {
  std::vector<double> found;
  for (const auto* m : methods)
    for (const auto norm : norms) found.push_back(data.of(*m).halving_order(norm, steps));
  return found;
}

inline double least(const std::vector<double>& x) {
  return *std::min_element(x.begin(), x.end());
}
inline double most(const std::vector<double>& x) {
  return *std::max_element(x.begin(), x.end());
}

// --- runs -----------------------------------------------------------------------------------------------------------

/// The nodes of a run, `every` steps apart.
template <class P>
std::vector<Sample<P>> nodes(const MethodInfo& method, const P& problem, const Grid<typename P::Scalar>& grid,
                             std::int64_t every = 1) {
  std::vector<Sample<P>> list;
  const Sampler<P> sampler{every, [&](const Sample<P>& s) { list.push_back(s); }};
  find_runner<P>(method)->run(problem, grid, &sampler);
  return list;
}

/// The order of a method from the last halving of the step, in one norm.
inline double order(const Comparison& comparison, const MethodInfo& m, std::int64_t steps, Norm norm) {
  return std::log2(error_of(comparison, m, steps / 2, norm) / error_of(comparison, m, steps, norm));
}
/// Seconds of the fastest of some runs.
inline double fastest(const Comparison& comparison, const MethodInfo& m, std::int64_t steps, int rounds) {
  double least = INFINITY;
  for (int round = 0; round < rounds; ++round) least = std::min(least, comparison_runner().time(comparison, m, steps));
  return least;
}

/// Steps of the arithmetic-geometric mean from 1 and k' until c_N = (a - b) / 2 is rounding, below 2.2e-16; c/a after
/// the last of 60 at most. Claims are about this iteration; no method uses it.
struct Agm {
  int steps = 0;
  double c_over_a = 1;

  explicit Agm(double complement) {
    double a = 1, b = complement, c = std::sqrt(1 - b * b);
    for (; steps < 60 && c > 2.2e-16; ++steps) {
      c = (a - b) / 2;
      const double mean = (a + b) / 2;
      b = std::sqrt(a * b), a = mean;
    }
    c_over_a = c / a;
  }
  /// Of all complements from 0.9 to 1e-13, a tenth each.
  static double most_steps() {
    int most = 0;
    for (double k = 0.9; k > 0.9e-14; k /= 10) most = std::max(most, Agm(k).steps);
    return most;
  }
};

}  // namespace polhode
