// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "experiments/papers/index.hpp"
#include "experiments/papers/krysl2006/krysl.hpp"
#include "methods/liemid.hpp"
#include "methods/nmb.hpp"
#include "methods/vector_space.hpp"
#include "problems/vs_test.hpp"

namespace polhode::krysl2004 {

using namespace krysl2006;

namespace {

// Krysl 2004, Figure 1: convergence of the explicit midpoint Lie methods on the fast Lagrange top.
Experiment figure1() {
  constexpr std::int64_t steps = 32000;  // h = 1/1600
  const Methods others{&Akw::info, &Swc1::info, &Nmb::info, &Imidm::info, &LiemidE1::info, &LiemidE2::info};
  const auto rank = [=](const Data& d, Norm norm) {
    auto found = over_ladder(d[0], norm, [&](const Rank& e) { return e(LiemidEa::info) / e.best(others); });
    for (const std::int64_t n : {1000, 2000, 32000})
      found.emplace_back(fmt::format("ea_N{}", n), Rank{d[0], n, norm}(LiemidEa::info));
    return found;
  };
  return {
      .title = "Fast Lagrange top: explicit midpoint Lie methods",
      .panels = {convergence(
          "I = (5, 5, 1), Omega3 = 50, tilt 0.3, t = 20 (assumed)",
          {&LagrangeTopFast::info, LagrangeTopFast::make<double>(), others + Methods{&LiemidEa::info}, 20},
          {1000, 2000, 4000, 8000, 16000, 32000})},
      .claims = {{"krysl2004.29.ea-order",
                  [](const Data& d) {
                    const auto& ea = d[0].of(LiemidEa::info);
                    return Numbers{{"Pi", ea.halving_order(Norm::momentum, steps)},
                                   {"R", ea.halving_order(Norm::attitude, steps)}};
                  }},
                 {"krysl2004.33.equal-h.Pi", [=](const Data& d) { return rank(d, Norm::momentum); }},
                 {"krysl2004.33.equal-h.R", [=](const Data& d) { return rank(d, Norm::attitude); }},
                 {"krysl2004.33.equal-work",
                  [](const Data& d) {  // EA solves twice a step
                    const auto ratio = [&](Norm norm) {
                      return d[0].of(LiemidEa::info).at(steps / 2).error(norm) /
                             d[0].of(Imidm::info).at(steps).error(norm);
                    };
                    const double Pi = ratio(Norm::momentum), R = ratio(Norm::attitude);
                    return Numbers{{"ratio", std::min(Pi, R)}, {"Pi", Pi}, {"R", R}};
                  }},
                 {"krysl2004.34.large-steps", "ratio",
                  [](const Data& d) {
                    double most = 0;
                    for (const std::int64_t n : {2000, 4000})  // h = 0.01, 0.005
                      for (const auto norm : {Norm::momentum, Norm::attitude}) {
                        const Rank e{d[0], n, norm};
                        most = std::max(most, e.worst({&LiemidE1::info, &LiemidE2::info}) / e(Imidm::info));
                      }
                    return most;
                  }}},
  };
}

// --- claims that no figure shows -------------------------------------------------------------------------------------

const Methods halves{&LiemidE1::info, &LiemidE2::info}, all = halves + Methods{&LiemidEa::info};

Numbers order_of_e1_and_e2() {
  const Comparison comparison{&LagrangeTopFast::info, LagrangeTopFast::make<double>(), {}, 1};
  std::vector<double> orders;
  for (const auto* m : halves)
    for (const auto norm : {Norm::momentum, Norm::attitude}) orders.push_back(order(comparison, *m, 1600, norm));
  return {{"min", polhode::least(orders)}, {"max", polhode::most(orders)}};
}

/// The other methods of order two that were known in 2004.
const Methods of_2004{&Akw::info, &Swc1::info, &Nmb::info, &Imidm::info};

Numbers ea_on_the_free_body() {
  const auto ratio = [&](Norm norm) {
    const auto error = [&](const MethodInfo& m) { return error_of(free_comparison(), m, free_steps, norm); };
    return error(LiemidEa::info) / least(by_method(of_2004, error));
  };
  const double Pi = ratio(Norm::momentum), R = ratio(Norm::attitude);
  return {{"ratio", std::max(Pi, R)}, {"Pi", Pi}, {"R", R}};
}

Numbers ea_on_the_coulomb_body() {
  const double ea = before_the_wall(LiemidEa::info);
  auto found = by_method({&Akw::info, &Swc1::info}, [](const MethodInfo& m) { return before_the_wall(m); });
  found.emplace_back(Imidm::info.id, before_the_wall(Imidm::info, 1));  // LIEMID[I], which is not chaotic there
  found.insert(found.begin(), {{"ratio", ea / least(found)}, {"ea_median", ea}});
  return found;
}

// --- vector spaces --------------------------------------------------------------------------------------------------

/// Newmark's formulas with beta = 0 and gamma = 1/2 against Verlet, 100 steps of h = 0.05.
double verlet_apart_from_newmark() {
  const auto start = VsTest::make<float128>();
  auto end = start;
  auto& [u, p] = end.initial;
  const float128 h(0.05);
  auto f = end.torque(float128(0), u);
  for (int n = 1; n <= 100; ++n) {
    u = u + h * end.velocity(p) + float128(h * h / 2) * end.velocity(f);
    const auto f1 = end.torque(float128(n * h), u);
    p = p + float128(h / 2) * (f + f1);
    f = f1;
  }
  return difference(end, after(VsVerlet::info, start, 0, 0.05, 100));
}

Numbers orders_on_vector_spaces() {
  const Comparison comparison{&VsTest::info, VsTest::make<double>(), {}, 5};
  const auto of = [&](const MethodInfo& m) { return order(comparison, m, 1600, Norm::displacement); };
  return {{"euler", of(VsSymplecticEuler::info)},
          {"adjoint", of(VsSymplecticEulerAdjoint::info)},
          {"verlet", of(VsVerlet::info)}};
}

Numbers symplecticity_on_vector_spaces() {
  const auto defect = [](const MethodInfo& m) { return measured::symplecticity(m, VsTest::make<float128>(), 0.05); };
  return {{"defect",
           std::max({defect(VsSymplecticEuler::info), defect(VsSymplecticEulerAdjoint::info), defect(VsVerlet::info)})},
          {"control_forward_euler", defect(VsForwardEuler::info)}};
}

/// Three particles on a line with pair forces, which keep the sum of momenta, as three coordinates.
struct OnALine : Particles<double> {
  Vec<Space, double> torque(double, const Vec<Space, double>& u) const {
    const auto pull = [](double x) { return -x - x * x * x; };
    const double a = pull(u[0] - u[1]), b = pull(u[1] - u[2]), c = pull(u[2] - u[0]);
    return {a - c, b - a, c - b};
  }
};
/// A particle drawn to the origin, which keeps u x p.
struct Drawn : Particles<double> {
  Vec<Space, double> torque(double, const Vec<Space, double>& u) const {
    const double r = norm(u);
    return (-1 / (r * r * r)) * u;
  }
};

/// The largest change over 1000 steps of h = 0.05 of a momentum that the motion keeps, as a share of it.
double momentum_change(auto method, auto problem, const auto& momentum) {
  using P = decltype(problem);
  problem.mass = {1, 1, 1};
  problem.initial = {{0.8, 0.3, -0.2}, {-0.1, 0.9, 0.4}};
  const auto before = momentum(problem.initial);
  double most = 0;
  const Sampler<P> sampler{1, [&](const Sample<P>& s) { most = std::max(most, norm(momentum(s.state) - before)); }};
  integrate<decltype(method), P>(problem, Grid<double>::of_step(0, 0.05, 1000), sampler);
  return most / norm(before);
}
Numbers momenta_on_vector_spaces(auto... method) {
  const auto linear = [](const ParticleState<double>& s) { return Vec<Space, double>{s.p[0] + s.p[1] + s.p[2], 0, 0}; };
  const auto angular = [](const ParticleState<double>& s) { return cross(s.u, s.p); };
  return {{"linear", std::max({momentum_change(method, OnALine{}, linear)...})},
          {"angular", std::max({momentum_change(method, Drawn{}, angular)...})},
          {"control_forward_euler", momentum_change(VsForwardEuler(), Drawn{}, angular)}};
}

/// Torques of a long step, which takes the implicit rule more than one: EA's first torque is that of the start.
Numbers torques_of_a_step() {
  const auto body = LagrangeTopFast::make<double>();
  constexpr int steps = 1000;
  const auto of = [&](const MethodInfo& m) {
    const auto run = find_runner<TorquedBody<double>>(m)->run(body, Grid<double>::of_step(0, 0.01, steps), nullptr);
    return static_cast<double>(run.counters.torque_evaluations) / steps;
  };
  return {{"most", most(by_method(all, of))}, {"control_imidm", of(Imidm::info)}};
}

std::vector<ClaimNumbers> claims() {
  const auto free = FreeKrysl::make<float128>();
  const auto from_imidm = [=](const MethodInfo& m) { return difference(m, Imidm::info, free, 0.07); };
  return {
      {"krysl2004.28.verlet", "difference", verlet_apart_from_newmark},
      {"krysl2004.28.order", orders_on_vector_spaces},
      {"krysl2004.28.symplectic", symplecticity_on_vector_spaces},
      {"krysl2004.29.adjoint", "defect", [] { return adjoint_defect(LiemidE1::info, LiemidE2::info); }},
      {"krysl2004.29.first-order", order_of_e1_and_e2},
      {"krysl2004.30.e1-e2", [] { return symplecticity_of(halves, 0.1); }},
      {"krysl2004.30.ea", [] { return symplecticity_of({&LiemidEa::info}, 0.1); }},
      {"krysl2004.31.free", "drift", [] { return most(by_method(all, momentum_error)); }},
      {"krysl2004.31.top", "drift",
       [] { return most(by_method(all, [](const MethodInfo& m) { return largest(top_run(m).vertical); })); }},
      {"krysl2004.32.e1-e2", "difference", [=] { return most(by_method(halves, from_imidm)); }},
      {"krysl2004.32.ea-half-steps", "difference",
       [=] { return difference(after(LiemidEa::info, free, 0, 0.07), after(Imidm::info, free, 0, 0.035, 2)); }},
      {"krysl2004.32.ea-one-step", "difference", [=] { return from_imidm(LiemidEa::info); }},
      {"krysl2004.35.free", ea_on_the_free_body},
      {"krysl2004.35.coulomb", ea_on_the_coulomb_body},
      {"krysl2004.36.explicit", torques_of_a_step},
      {"krysl2004.37.momentum",
       [] { return momenta_on_vector_spaces(VsSymplecticEuler(), VsSymplecticEulerAdjoint(), VsVerlet()); }},
  };
}

}  // namespace

Paper paper() {
  return {.id = "krysl2004", .name = "Krysl 2004", .figures = {{1, figure1}}, .claims = claims};
}

}  // namespace polhode::krysl2004
