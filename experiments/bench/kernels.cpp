// SPDX-License-Identifier: MIT
#include "experiments/bench/kernels.hpp"

#include <array>
#include <bit>
#include <map>

#include "core/stepping/integrate.hpp"
#include "core/stepping/solve.hpp"
#include "methods/bs.hpp"
#include "methods/family/elliptic.hpp"
#include "methods/family/free_flow.hpp"
#include "methods/lanes/flows.hpp"
#include "methods/mr.hpp"

namespace polhode {

namespace {

/// The sum of f(x) for x that wanders over [0, 1).
double sum(std::int64_t calls, const auto& f) {
  double total = 0, x = 0.1;
  for (std::int64_t i = 0; i < calls; ++i) {
    x += 0.618033988749895;
    if (x >= 1) x -= 1;
    total += f(x);
  }
  return total;
}

Vec<Body, double> vector(double x) {
  return {x, 0.3 - x, 0.2};
}

double run_exp(std::int64_t n) {
  return sum(n, [](double x) { return exp(vector(x)).w; });
}
double run_cay(std::int64_t n) {
  return sum(n, [](double x) { return cay(vector(x)).w; });
}
POLHODE_FLATTEN double run_dexp_inv(std::int64_t n) {  // as in the loops of methods
  return sum(n, [](double x) { return dexp_inv(vector(x), {1, 2, 3})[0]; });
}
double run_sncndn(std::int64_t n) {
  return sum(n, [](double x) { return elliptic::sncndn(x, 0.3).cn; });
}
double run_rf(std::int64_t n) {
  return sum(n, [](double x) { return elliptic::carlson_rf(x, 0.7, 1.0); });
}
double run_rj(std::int64_t n) {
  return sum(n, [](double x) { return elliptic::carlson_rj(x, 0.7, 1.0, 1.3); });
}

/// x = a + x cross b / 4, by the solver of implicit methods.
double run_solve(std::int64_t n) {
  return sum(n, [](double a) {
    NoCounters counters;
    const Vec<Body, double> b{1, a, 0.5};
    return solve(
        0.25, [&](double) { return vector(a); },
        [&](const auto& x, double h) { return x - vector(a) - h * cross(x, b); }, counters)[0];
  });
}

double run_integrate(std::int64_t n) {
  const auto body = std::get<FreeBody<double>>(benchmarks().front().problem);
  return integrate<Mr, FreeBody<double>>(body, Grid<double>::of_step(0, 0.1, n)).state.Pi[0];
}

/// Three expressions of 69 nodes in all: m x (b1 e1 + b3 e3 in the body) - d Omega.
const Formula<double>& as_formula() {
  static const Formula<double> made = [] {
    using polhode::formula::Op;
    FormulaData<double> data;
    auto& trees = data.trees;
    const auto number = [&](double x) { return trees.add(Op::number, 0, 0, x); };
    const auto times = [&](int a, int b) { return trees.add(Op::multiply, a, b); };
    const double m[] = {0.1, 0.2, 0.9};
    const auto field = [&](int i) { return trees.add(Op::add, times(number(0.3), 1 + i), times(number(0.8), 7 + i)); };
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const int torque = trees.add(Op::subtract, times(number(m[j]), field(k)), times(number(m[k]), field(j)));
      trees.roots.push_back(trees.add(Op::subtract, torque, times(number(0.001), 13 + i)));
    }
    return Formula<double>{Shared(data)};
  }();
  return made;
}
template <class T>
T run_formula(std::int64_t n) {
  static const auto torque = cast<T>(as_formula());
  T sum(0.0), t(0.0);
  for (std::int64_t i = 0; i < n; i += lanes_of<T>) {
    t += 0.25;
    sum += torque.torque(t, {T(0.6), T(0.8), T(0.0), T(0.0)}, {T(0.1), T(0.2), T(0.3)}, {t, T(2.0), T(3.0)})[0];
  }
  return sum;
}

/// A top by a method whose steps are mostly torques.
double run_top(std::int64_t n, const auto& torque) {
  static const RigidBody<double> rigid{{2, 2.5, 1}, {{0.3, 0.1, 5}, {std::cos(0.2), std::sin(0.2), 0, 0}}};
  TorquedBody<double> top{rigid};
  if constexpr (std::is_constructible_v<Torque<double>, decltype(torque)>)
    top.torques.push_back(torque);
  else
    top.momentum_torques.push_back(torque);
  return integrate<Bs<12>, TorquedBody<double>>(top, Grid<double>::of_step(0, 0.1, n)).state.Pi[0];
}
/// A dipole in a field of a thousand times.
const Dipole<double>& dipole() {
  static const Dipole<double> made = [] {
    signals::Table<Space, double> table;
    for (int i = 0; i < 1000; ++i) table.times.push_back(0.3 * i), table.values.push_back({std::cos(0.1 * i), 0, 1});
    return Dipole<double>{{0, 0, 1}, Signal<Space, double>(table)};
  }();
  return made;
}

const std::vector<FreeFlow>& flows() {
  static const auto all = [] {
    std::vector<FreeFlow> f;
    for (const auto& b : ensemble()) f.emplace_back(b.I, b.initial);
    return f;
  }();
  return all;
}

/// Over all bodies of the ensemble in turn.
double run_dense(std::int64_t n) {
  const auto& all = flows();
  std::size_t i = 0;
  return sum(n, [&](double t) {
    const auto s = all[i++ % all.size()].state(10 * t);
    return s.Pi[0] + s.R.w;
  });
}

/// Batches of 1000 states.
double in_batches(std::int64_t n, const auto& states) {
  static std::vector<RigidState<double>> out(1000);
  const auto& all = flows();
  double total = 0;
  for (std::int64_t i = 0; i < n; i += 1000) {
    states(all[(i / 1000) % all.size()], std::span(out).first(std::min<std::int64_t>(1000, n - i)));
    total += out[0].Pi[0];
  }
  return total;
}
std::array<double, 1000> scattered_times() {
  std::array<double, 1000> t;
  for (int i = 0; i < 1000; ++i) t[i] = (i * 37 % 1000) * 0.01;
  return t;
}
double run_batch(std::int64_t n) {
  const auto times = scattered_times();
  return in_batches(n, [&](const FreeFlow& f, auto out) { f.states(std::span(times).first(out.size()), out); });
}
double run_equispaced(std::int64_t n) {
  return in_batches(n, [](const FreeFlow& f, auto out) { f.states(0.0, 0.01, out); });
}
double run_build(std::int64_t n) {
  static const auto bodies = ensemble();
  std::size_t i = 0;
  return sum(n, [&](double) {
    const auto& b = bodies[i++ % bodies.size()];
    return FreeFlow(b.I, b.initial).state(0).Pi[0];
  });
}

/// 64 bodies, moved on one thread. They and their flows are made once: that would cost more than to move them.
const Ensemble& many() {
  static const auto bodies = [] {
    const auto kinds = ensemble();
    Ensemble all(64);
    for (std::size_t i = 0; i < all.size(); ++i) all.set(i, kinds[i % kinds.size()], 0.05);
    return all;
  }();
  return bodies;
}
/// The same as tops.
const Ensemble& tops() {
  static const auto bodies = [] {
    Ensemble all = many();
    const auto heavy = std::make_shared<const TorquedBody<double>>(
        TorquedBody<double>{all.body(0), {UniformField<double>{0.3 * axis<Body, double>(2), axis<Space, double>(2)}}});
    for (std::size_t i = 0; i < all.size(); ++i) all.set_torques(i, heavy);
    return all;
  }();
  return bodies;
}
/// A number that depends on every bit of all bodies' momenta and attitudes.
double bits_of(const Ensemble& bodies) {
  std::uint64_t hash = 0;
  for (int k = Ensemble::momentum; k < Ensemble::step; ++k)
    for (const double x : bodies.column(k)) hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3;
  return static_cast<double>(hash >> 11);
}
double run_ensemble(const EnsembleRunner& runner, Instructions set, const Ensemble& start, std::int64_t n) {
  static auto bodies = start;
  bodies = start;
  runner.run(bodies, 0, bodies.size(), (n + 63) / 64, set);
  return bits_of(bodies);
}
double run_flows(Instructions set, std::int64_t n) {
  static auto bodies = many();
  static std::map<Instructions, FreeFlows> made;
  static std::vector<double> times(bodies.size());
  const auto& flows = made.try_emplace(set, many(), set).first->second;
  for (std::int64_t i = 0; i < n; i += 64) {
    std::fill(times.begin(), times.end(), 0.01 * static_cast<double>(i % 1000));
    flows.states(times, bodies, 0, bodies.size());
  }
  return bits_of(bodies);
}

}  // namespace

std::span<const Kernel> kernels() {
  static const auto list = [] {
    std::vector<Kernel> all{{"exp", run_exp},
                            {"cay", run_cay},
                            {"dexp_inv", run_dexp_inv},
                            {"sncndn", run_sncndn},
                            {"carlson_rf", run_rf},
                            {"carlson_rj", run_rj},
                            {"solve", run_solve},
                            {"integrate mr", run_integrate},
                            {"formula", run_formula<double>},
                            {"formula in lanes", [](std::int64_t n) { return run_formula<Lanes>(n).sum(); }},
                            {"bs12 of a top", [](std::int64_t n) { return run_top(n, UniformField<double>{}); }},
                            {"bs12, its field by a table", [](std::int64_t n) { return run_top(n, dipole()); }},
                            {"bs12, torque by a formula", [](std::int64_t n) { return run_top(n, as_formula()); }},
                            {"FreeFlow state", run_dense},
                            {"FreeFlow batch", run_batch},
                            {"FreeFlow equispaced", run_equispaced},
                            {"FreeFlow built anew", run_build}};
    const auto with_all = [&](const std::string& what, const auto& run) {
      for (const auto set : all_instructions)
        all.push_back({fmt::format("ensemble {}, {}", what, name(set)),
                       [run, set](std::int64_t n) { return run(set, n); }, set == Instructions::baseline,
                       available(set)});
    };
    with_all("FreeFlow state", run_flows);
    for (const auto& runner : ensemble_runners())
      with_all(std::string(runner.info->id),
               [&runner](Instructions set, std::int64_t n) { return run_ensemble(runner, set, many(), n); });
    with_all("mr of tops", [](Instructions set, std::int64_t n) {
      return run_ensemble(*find_ensemble_runner("mr"), set, tops(), n);
    });
    return all;
  }();
  return list;
}

}  // namespace polhode
