// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/geometry/scalar.hpp"
#include "experiments/judging/measured.hpp"
#include "experiments/papers/claims.hpp"
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/running/arena.hpp"
#include "methods/backward_euler.hpp"
#include "methods/backward_euler_m.hpp"
#include "methods/bbtrapwd.hpp"
#include "methods/forward_euler.hpp"
#include "methods/forward_euler_m.hpp"
#include "methods/liemid_e1.hpp"
#include "methods/liemid_e2.hpp"
#include "methods/liemid_ea.hpp"
#include "methods/mkrk.hpp"
#include "methods/nmb.hpp"
#include "methods/rk4.hpp"
#include "methods/vs_forward_euler.hpp"
#include "methods/vs_midpoint.hpp"
#include "methods/vs_symplectic_euler.hpp"
#include "methods/vs_symplectic_euler_adjoint.hpp"
#include "methods/vs_trapezoidal.hpp"
#include "methods/vs_verlet.hpp"
#include "problems/trial.hpp"
#include "problems/vs_test.hpp"

namespace polhode {

namespace {

using Forced = TorquedBody<float128>;
using Free = FreeBody<float128>;

// --- identities between maps, in quad -------------------------------------------------------------------------------

/// The end of `steps` steps of h from t0.
template <class P>
P after(const MethodInfo& m, P problem, double t0, double h, int steps = 1) {
  const auto grid = Grid<float128>::of_step(float128(t0), float128(h), steps);
  problem.initial = measured::end_of<P>(m)(problem, grid);
  return problem;
}
template <class P>
double apart(const P& a, const P& b) {
  return static_cast<double>(
      std::max(float128(norm(a.initial.Pi - b.initial.Pi)), attitude_distance(a.initial.R, b.initial.R)));
}
double apart(const Particles<float128>& a, const Particles<float128>& b) {
  return static_cast<double>(std::max(norm(a.initial.u - b.initial.u), norm(a.initial.p - b.initial.p)));
}
template <class P>
double apart(const MethodInfo& a, const MethodInfo& b, const P& problem, double h) {
  return apart(after(a, problem, 0, h), after(b, problem, 0, h));
}

/// What second(-h) o first(h), and the reverse, change.
double adjoint_defect(const MethodInfo& first, const MethodInfo& second) {
  const auto body = trial::forced<float128>();
  const double h = 0.07, t0 = 0.3;
  const auto there_and_back = [&](const MethodInfo& a, const MethodInfo& b) {
    return apart(after(b, after(a, body, t0, h), t0 + h, -h), body);
  };
  return std::max(there_and_back(first, second), there_and_back(second, first));
}

/// push(h/2) o trapezoid^n against midpoint^n o push(h/2).
template <class P>
double conjugacy_defect(const P& problem, const MethodInfo& trapezoid, const MethodInfo& midpoint,
                        const MethodInfo& push, int n) {
  const double h = 0.0625, t0 = 0.25;  // exact in binary, so that both sides see the same instants
  const auto one = after(push, after(trapezoid, problem, t0, h, n), t0 + n * h, h / 2);
  const auto other = after(midpoint, after(push, problem, t0, h / 2), t0 + h / 2, h, n);
  return apart(one, other);
}

/// Euler's rules as members of the Munthe-Kaas family: tableaux (0 | 1) and (1 | 1).
template <int A>
struct EulerTableau {
  static constexpr int stages = 1;
  static constexpr bool is_explicit = A == 0;
  template <class T>
  static Tableau<1, T> tableau() {
    return {{{T(A)}}, {T(1)}, {T(A)}};
  }
};
template <int A>
double euler_apart_from_mkrk(const MethodInfo& euler) {
  auto body = trial::forced<float128>();
  const auto grid = Grid<float128>::of_step(float128(0), float128(0.07), 1);
  const auto one = after(euler, body, 0, 0.07);
  body.initial = integrate<Rkmk<EulerTableau<A>>, Forced, NoTally>(body, grid).state;
  return apart(one, body);
}

// --- invariants -----------------------------------------------------------------------------------------------------

measured::Invariants free_run(const MethodInfo& m, double h = 0.5, std::int64_t steps = 4000) {
  return measured::invariants(m, FreeKrysl::make<double>(), h, steps);
}
double momentum_error(const MethodInfo& m) {
  return largest(free_run(m).momentum);
}
double energy_error(const MethodInfo& m) {
  return largest(free_run(m).energy);
}
measured::Invariants top_run(const MethodInfo& m) {
  return measured::invariants(m, LagrangeTopSlow::make<double>(), 0.02, 5000);
}

/// Kinetic energy along TRAP, read after half a forward Euler step from every node.
double pushed_energy_error() {
  using P = FreeBody<double>;
  const auto body = FreeKrysl::make<double>();
  const double h = 0.5;
  double K0 = 0, worst = 0;
  const Sampler<P> sampler{1, [&](const Sample<P>& s) {
                             P pushed = body;
                             pushed.initial = s.state;
                             const auto grid = Grid<double>::of_step(s.t, h / 2, 1);
                             const double K = energy(body, measured::end_of<P>(ForwardEuler::info)(pushed, grid));
                             if (s.n == 0) K0 = K;
                             worst = std::max(worst, std::abs(K / K0 - 1));
                           }};
  find_runner<P>(Trap::info)->run(body, Grid<double>::of_step(0, h, 4000), &sampler);
  return worst;
}

/// The largest energy error in the second half of a run over that in the first.
double growth(const MethodInfo& m) {
  const auto e = free_run(m, 0.8, 2500).energy;
  const auto middle = e.begin() + static_cast<std::ptrdiff_t>(e.size() / 2);
  return *std::max_element(middle, e.end()) / *std::max_element(e.begin(), middle);
}

/// Change of the energy along the motion under the printed torque, with the V of the prose and with its negative.
Numbers energy_of_the_prose() {
  const auto body = CoulombWallBody::make<double>(), prose = CoulombWallAttractive::make<double>();
  double H0[2], worst[2] = {0, 0};
  const Sampler<TorquedBody<double>> sampler{20, [&](const auto& s) {
                                               const double H[2] = {energy(prose, s.state), energy(body, s.state)};
                                               for (int i = 0; i < 2; ++i) {
                                                 if (s.n == 0) H0[i] = H[i];
                                                 worst[i] = std::max(worst[i], std::abs(H[i] / H0[i] - 1));
                                               }
                                             }};
  find_runner<TorquedBody<double>>(Rk4::info)->run(body, Grid<double>::of_step(0, 0.001, 200000), &sampler);
  return {{"relative_change", worst[0]}, {"change_with_opposite_sign_of_V", worst[1]}};
}

// --- symplecticity and order ----------------------------------------------------------------------------------------

Numbers symplecticity_of(const Methods& methods, double h) {
  using T = Dual<float128, 6>;
  const auto body = FreeKrysl::make<T>();
  double worst = 0, power = 0;
  for (const auto* m : methods) {
    const auto defect = [&](double step) { return measured::symplecticity(*m, body, step); };
    if (const double found = defect(h); found > worst) worst = found, power = measured::power_of_h(defect, h);
  }
  return {{"defect", worst}, {"power_of_h", power}};
}

/// The order of a method from the last halving of the step, in one norm.
double order(const Race& race, const MethodInfo& m, std::int64_t steps, Norm norm) {
  const auto error = [&](std::int64_t n) { return arena().run(race, m, n, {norm}).error(); };
  return std::log2(error(steps / 2) / error(steps));
}

const Race& free_race() {
  static const Race race{&FreeKrysl::info, FreeKrysl::make<double>(), {}, 100};
  return race;
}
constexpr std::int64_t free_steps = 12800;  // h = 1/128

Numbers order_of_e1_and_e2() {
  const Race race{&LagrangeTopFast::info, LagrangeTopFast::make<double>(), {}, 1};
  std::vector<double> orders;
  for (const auto* m : {&LiemidE1::info, &LiemidE2::info})
    for (const auto norm : {Norm::momentum, Norm::attitude}) orders.push_back(order(race, *m, 1600, norm));
  const auto [low, high] = std::minmax_element(orders.begin(), orders.end());
  return {{"min", *low}, {"max", *high}};
}

/// EA against the best of the other methods of order two of both papers.
Numbers ea_on_the_free_body() {
  const Methods others = krysl::references + krysl::present + Methods{&Nmb::info};
  const auto ratio = [&](Norm norm) {
    const auto error = [&](const MethodInfo& m) { return arena().run(free_race(), m, free_steps, {norm}).error(); };
    double best = INFINITY;
    for (const auto* m : others) best = std::min(best, error(*m));
    return error(LiemidEa::info) / best;
  };
  const double Pi = ratio(Norm::momentum), R = ratio(Norm::attitude);
  return {{"ratio", std::max(Pi, R)}, {"Pi", Pi}, {"R", R}};
}

Numbers ea_on_the_coulomb_body() {
  const auto panel = krysl::coulomb("", {}, 1);
  const auto run = [&](const MethodInfo& m, int j) {
    return krysl::deviation(arena().history(panel.race, m, panel.steps, panel.quantity, j).first);
  };
  std::vector<double> ea;
  for (int j = 0; j < ensemble_size; ++j) ea.push_back(run(LiemidEa::info, j));
  double worst = 0;
  for (const auto* m : krysl::present) worst = std::max(worst, run(*m, 0));
  return {{"ratio", median(ea) / worst}, {"ea_median", median(ea)}, {"worst", worst}};
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
  return apart(end, after(VsVerlet::info, start, 0, 0.05, 100));
}

Numbers orders_on_vector_spaces() {
  const Race race{&VsTest::info, VsTest::make<double>(), {}, 5};
  const auto of = [&](const MethodInfo& m) { return order(race, m, 1600, Norm::displacement); };
  return {{"euler", of(VsSymplecticEuler::info)},
          {"adjoint", of(VsSymplecticEulerAdjoint::info)},
          {"verlet", of(VsVerlet::info)}};
}

Numbers symplecticity_on_vector_spaces() {
  const auto defect = [](const MethodInfo& m) {
    return measured::symplecticity(m, VsTest::make<Dual<float128, 6>>(), 0.05);
  };
  return {{"defect",
           std::max({defect(VsSymplecticEuler::info), defect(VsSymplecticEulerAdjoint::info), defect(VsVerlet::info)})},
          {"control_forward_euler", defect(VsForwardEuler::info)}};
}

Numbers one(const char* name, double number) {
  return {{name, number}};
}

}  // namespace

std::vector<ClaimNumbers> claims_of_krysl() {
  const auto top = LagrangeTopSlow::make<float128>();
  const auto free = FreeKrysl::make<float128>();
  using Claims = std::vector<ClaimNumbers>;
  return Claims{
      {"krysl2006.7.identical-free",
       [=](const Data&) { return one("difference", apart(Bbtrap::info, Swc1::info, free, 0.5)); }},
      {"krysl2006.7.differ-forced",
       [=](const Data&) { return one("difference", apart(Bbtrap::info, Swc1::info, top, 0.07)); }},
      {"krysl2006.sign", [](const Data&) { return energy_of_the_prose(); }},
      {"krysl2006.18.pi",
       [](const Data&) {
         return Numbers{{"trap", momentum_error(Trap::info)}, {"imid", momentum_error(Imid::info)}};
       }},
      {"krysl2006.19.imid-K", [](const Data&) { return one("error", energy_error(Imid::info)); }},
      {"krysl2006.20.stations", [](const Data&) { return one("error", energy_error(Trap::info)); }},
      {"krysl2006.20.pushed", [](const Data&) { return one("error", pushed_energy_error()); }},
      {"krysl2006.21.pi",
       [](const Data&) {
         return Numbers{{"trapm", momentum_error(Trapm::info)}, {"imidm", momentum_error(Imidm::info)}};
       }},
      {"krysl2006.21.not-K",
       [](const Data&) {
         return Numbers{{"trapm", energy_error(Trapm::info)}, {"imidm", energy_error(Imidm::info)}};
       }},
      {"krysl2006.21.bounded",
       [](const Data&) {
         return Numbers{{"imidm", growth(Imidm::info)}, {"trapm", growth(Trapm::info)}};
       }},
      {"krysl2006.21.scaling",
       [](const Data&) {
         const auto error = [](double h) { return largest(free_run(Imidm::info, h, std::llround(2000 / h)).energy); };
         return Numbers{{"order", measured::power_of_h(error, 0.2)}, {"h0.8", error(0.8)}, {"h0.1", error(0.1)}};
       }},
      {"krysl2006.22.adjoint",
       [](const Data&) {
         return Numbers{{"differential", adjoint_defect(ForwardEuler::info, BackwardEuler::info)},
                        {"momentum", adjoint_defect(ForwardEulerM::info, BackwardEulerM::info)}};
       }},
      {"krysl2006.22.conjugate",
       [](const Data&) {
         return one("defect",
                    conjugacy_defect(trial::forced<float128>(), Trap::info, Imid::info, ForwardEuler::info, 20));
       }},
      {"krysl2006.22.conjugate-m",
       [](const Data&) {
         return one("defect",
                    conjugacy_defect(trial::forced<float128>(), Trapm::info, Imidm::info, ForwardEulerM::info, 20));
       }},
      {"krysl2006.22.conjugate-vector",
       [](const Data&) {
         return one("defect", conjugacy_defect(VsTest::make<float128>(), VsTrapezoidal::info, VsMidpoint::info,
                                               VsForwardEuler::info, 30));
       }},
      {"krysl2006.22.symmetric",
       [](const Data&) {
         double worst = 0;
         for (const auto* m : krysl::present)
           worst = std::max(worst, measured::symmetry(*m, trial::forced<float128>(), float128(0.07)));
         return one("defect", worst);
       }},
      {"krysl2006.23.symplectic", [](const Data&) { return symplecticity_of({&Imidm::info}, 0.1); }},
      {"krysl2006.24.akw",
       [](const Data&) {
         return Numbers{{"pi", momentum_error(Akw::info)}, {"K", energy_error(Akw::info)}};
       }},
      {"krysl2006.24.akw-top", [](const Data&) { return one("error", largest(top_run(Akw::info).energy)); }},
      {"krysl2006.24.swc1",
       [](const Data&) {
         return Numbers{{"pi", momentum_error(Swc1::info)}, {"K", energy_error(Swc1::info)}};
       }},
      {"krysl2006.25.energy", [](const Data&) { return one("error", energy_error(Bbtrap::info)); }},
      {"krysl2006.25.without", [](const Data&) { return one("error", energy_error(Bbtrapwd::info)); }},
      {"krysl2006.25.order",
       [](const Data&) {
         return Numbers{{"Pi", order(free_race(), Bbtrap::info, free_steps, Norm::momentum)},
                        {"R", order(free_race(), Bbtrap::info, free_steps, Norm::attitude)}};
       }},
      {"krysl2006.26.mkrk",
       [](const Data&) {
         const auto body = trial::forced<float128>();
         return Numbers{{"euler", std::max(euler_apart_from_mkrk<0>(ForwardEulerM::info),
                                           euler_apart_from_mkrk<1>(BackwardEulerM::info))},
                        {"imidm", apart(Imidm::info, MkrkMidpoint::info, body, 0.07)},
                        {"bbtrapwd", apart(Bbtrapwd::info, MkrkTrapezoid::info, body, 0.07)}};
       }},
      {"krysl2004.28.verlet", [](const Data&) { return one("difference", verlet_apart_from_newmark()); }},
      {"krysl2004.28.order", [](const Data&) { return orders_on_vector_spaces(); }},
      {"krysl2004.28.symplectic", [](const Data&) { return symplecticity_on_vector_spaces(); }},
      {"krysl2004.29.adjoint",
       [](const Data&) { return one("defect", adjoint_defect(LiemidE1::info, LiemidE2::info)); }},
      {"krysl2004.29.first-order", [](const Data&) { return order_of_e1_and_e2(); }},
      {"krysl2004.30.e1-e2",
       [](const Data&) {
         return symplecticity_of({&LiemidE1::info, &LiemidE2::info}, 0.1);
       }},
      {"krysl2004.30.ea", [](const Data&) { return symplecticity_of({&LiemidEa::info}, 0.1); }},
      {"krysl2004.31.free",
       [](const Data&) {
         return one("drift", std::max({momentum_error(LiemidE1::info), momentum_error(LiemidE2::info),
                                       momentum_error(LiemidEa::info)}));
       }},
      {"krysl2004.31.top",
       [](const Data&) {
         double worst = 0;
         for (const auto* m : {&LiemidE1::info, &LiemidE2::info, &LiemidEa::info})
           worst = std::max(worst, largest(top_run(*m).vertical));
         return one("drift", worst);
       }},
      {"krysl2004.32.e1-e2",
       [=](const Data&) {
         return one("difference", std::max(apart(LiemidE1::info, Imidm::info, free, 0.07),
                                           apart(LiemidE2::info, Imidm::info, free, 0.07)));
       }},
      {"krysl2004.32.ea-half-steps",
       [=](const Data&) {
         return one("difference", apart(after(LiemidEa::info, free, 0, 0.07), after(Imidm::info, free, 0, 0.035, 2)));
       }},
      {"krysl2004.32.ea-one-step",
       [=](const Data&) { return one("difference", apart(LiemidEa::info, Imidm::info, free, 0.07)); }},
      {"krysl2004.35.free", [](const Data&) { return ea_on_the_free_body(); }},
      {"krysl2004.35.coulomb", [](const Data&) { return ea_on_the_coulomb_body(); }},
  };
}

}  // namespace polhode
