// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include "core/geometry/scalar.hpp"
#include "core/judging/spectrum.hpp"
#include "core/reference/free_body.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/measured.hpp"
#include "methods/bbtrapwd.hpp"
#include "methods/euler.hpp"
#include "methods/mkrk.hpp"
#include "methods/rk4.hpp"
#include "methods/vector_space.hpp"
#include "problems/test_problems.hpp"
#include "problems/vs_test.hpp"

namespace polhode::krysl2006 {

Numbers rank_of_tableaux();

namespace {

// Krysl 2006, Figure 1: convergence on a free body.
Experiment figure1() {
  constexpr std::int64_t steps = 12800;  // h = 1/128
  using Ratio = std::function<double(const Rank&)>;
  const auto over = [](Norm norm, const Ratio& ratio) {
    return [=](const Data& d) { return over_ladder(d[0], norm, ratio); };
  };
  return {
      .title = "Free body: convergence of seven methods of second order",
      .panels = {convergence("I = (0.9144, 1.098, 1.66), t = 100",
                             {&FreeKrysl::info, FreeKrysl::make<double>(), references + present, 100},
                             doubled(100, 7))},
      .claims =
          {{"krysl2006.1.fig1", [](const Data& d) { return orders(d[0], references + present, steps); }},
           {"krysl2006.2.Pi",
            over(Norm::momentum,
                 [](const Rank& e) {
                   return e(Imid::info) / e.best({&Trap::info, &Trapm::info, &Imidm::info, &Bbtrap::info, &Swc1::info});
                 })},
           {"krysl2006.2.R",
            [=](const Data& d) {
              auto found = over_ladder(d[0], Norm::attitude, [](const Rank& e) {
                return e(Imid::info) / e.best(references + Methods{&Trap::info, &Trapm::info, &Imidm::info});
              });
              for (const auto* m : {&Imid::info, &Trap::info})
                found.emplace_back(m->id, Rank{d[0], steps, Norm::attitude}(*m));
              return found;
            }},
           {"krysl2006.3.akw-matches", "relative_difference",
            [](const Data& d) {
              const auto ratio = [](const Rank& e) { return std::abs(e(Akw::info) / e(Imid::info) - 1); };
              return most(over_ladder(d[0], Norm::momentum, ratio));
            }},
           {"krysl2006.4.akw-R", over(Norm::attitude, [](const Rank& e) { return e(Akw::info) / e(Imid::info); })},
           {"krysl2006.5.trap-Pi", over(Norm::momentum, [](const Rank& e) { return e(Trap::info) / e(Imid::info); })},
           {"krysl2006.6.bbtrap-Pi",
            [](const Data& d) {
              const auto least_over = [&](const Ratio& other) {
                return least(
                    over_ladder(d[0], Norm::momentum, [&](const Rank& e) { return e(Bbtrap::info) / other(e); }));
              };
              return Numbers{
                  {"ratio_to_imid", least_over([](const Rank& e) { return e(Imid::info); })},
                  {"ratio_to_next", least_over([](const Rank& e) { return e.worst(present + Methods{&Akw::info}); })}};
            }}},
  };
}

// Krysl 2006, Figure 2: convergence on a slow Lagrange top.
Experiment figure2() {
  constexpr std::int64_t steps = 12800;  // h = 1/640
  const auto ratio = [](Norm norm, const Methods& methods) {
    return [=](const Data& d) {
      return over_ladder(d[0], norm, [&](const Rank& e) { return e.best(methods) / e.best(references); });
    };
  };
  return {
      .title = "Slow Lagrange top: convergence of seven methods of second order",
      .panels = {convergence("I = (5, 5, 1), Omega3 = 5, tilt 0.05, t = 20",
                             {&LagrangeTopSlow::info, LagrangeTopSlow::make<double>(), references + present, 20},
                             doubled(200, 6))},
      .claims = {{"krysl2006.1.fig2", [](const Data& d) { return orders(d[0], references + present, steps); }},
                 {"krysl2006.8.Pi", ratio(Norm::momentum, present)},
                 {"krysl2006.8.R", ratio(Norm::attitude, present)},
                 {"krysl2006.8.pair-R", ratio(Norm::attitude, {&Trapm::info, &Imidm::info})}},
  };
}

// Krysl 2006, Figure 3: convergence on a fast Lagrange top, with BBTRAPWD, on which a claim of the text turns.
Experiment figure3() {
  constexpr std::int64_t steps = 32000;  // h = 1/1600
  const auto gap = [](const Data& d, Norm norm) {
    return over_ladder(d[0], norm, [](const Rank& e) {
      return e.best(references + Methods{&Trap::info, &Imid::info}) / e.worst({&Trapm::info, &Imidm::info});
    });
  };
  const auto to = [](const Methods& methods, const MethodInfo& m) {  // in Pi, then in R
    return [&m, methods](const Data& d) {
      const auto ratio = [&](const Rank& e) { return e.best(methods) / e(m); };
      auto found = over_ladder(d[0], Norm::momentum, ratio);
      const auto attitude = over_ladder(d[0], Norm::attitude, ratio, "R_");
      found.insert(found.end(), attitude.begin(), attitude.end());
      return found;
    };
  };
  return {
      .title = "Fast Lagrange top: convergence of eight methods of second order",
      .panels = {convergence("I = (5, 5, 1), Omega3 = 50, tilt 0.3, t = 20 (assumed)",
                             {&LagrangeTopFast::info, LagrangeTopFast::make<double>(),
                              references + present + Methods{&Bbtrapwd::info}, 20},
                             doubled(1000, 5))},
      .claims = {{"krysl2006.1.fig3", [](const Data& d) { return orders(d[0], references + present, steps); }},
                 {"krysl2006.9.Pi", [=](const Data& d) { return gap(d, Norm::momentum); }},
                 {"krysl2006.9.R", [=](const Data& d) { return gap(d, Norm::attitude); }},
                 {"krysl2006.10.sufficient", to({&Swc1::info, &Bbtrap::info}, Imidm::info)},
                 {"krysl2006.10.necessary", to({&Bbtrapwd::info}, Imidm::info)},
                 {"krysl2006.35.subtle", to({&Bbtrap::info}, Trapm::info)},
                 {"krysl2006.34.large-steps",
                  [](const Data& d) {  // the two coarsest of the ladder
                    Numbers found{{"ratio", 0}};
                    for (const std::int64_t n : {1000, 2000}) {
                      const Rank e{d[0], n, Norm::momentum};
                      const double pair = e.best({&Trapm::info, &Imidm::info});
                      found[0].second = std::max(found[0].second, e.best(present) / e.best(references));
                      for (const auto* m : {&Swc1::info, &Bbtrap::info})
                        found.emplace_back(fmt::format("{}_N{}", m->id, n), e(*m) / pair);
                    }
                    return found;
                  }}},
  };
}

// Krysl 2006, Figure 4: the energy of the reference methods on the Coulomb body. They are chaotic at this step.
Experiment figure4() {
  const auto panel = [](const char* title, const MethodInfo& m) { return coulomb(title, {&m}, ensemble_size); };
  return {
      .title = "Body before a charged wall: energy of the reference methods, h = 0.5",
      .panels = {panel("AKW", Akw::info), panel("BBTRAP", Bbtrap::info), panel("SWC1", Swc1::info)},
      .claims = {{"krysl2006.11.references", "min_max_deviation",
                  [](const Data& d) { return least(medians(d, references, deviation)); }},
                 {"krysl2006.12.references", "min_degrees",
                  [](const Data& d) { return least(medians(d, references, degrees)); }},
                 {"krysl2006.13.bounded", [](const Data& d) { return medians(d, references, deviation); }},
                 {"krysl2006.13.irregular", [](const Data& d) { return medians(d, references, irregularity); }}},
  };
}

// Krysl 2006, Figure 5: the energy of the methods of 2006 on the Coulomb body, and those of Figure 4 once more.
Experiment figure5() {
  constexpr double slow_period = 50;
  const auto panel = [](const char* title, const MethodInfo& m) { return coulomb(title, {&m}, 1); };
  const auto growth = [](const Curve& c) {
    const Quarters q(c);
    return q.largest[3] / q.largest[0];
  };
  const auto amplitude = [](double beyond) {  // what one sees over 20000 are the slow waves, not those of a few steps
    return [=](const Curve& c) { return strongest_line(c["relative_energy_error"], coulomb_h, beyond).amplitude; };
  };
  const auto slow_share = [=](const Curve& c) { return amplitude(slow_period)(c) / amplitude(0)(c); };
  const auto centroid = [](const Curve& c) { return spectral_centroid(c["relative_energy_error"], coulomb_h); };
  const Methods trapezoids{&Trap::info, &Trapm::info}, midpoints{&Imid::info, &Imidm::info};
  const auto compared = [=](const Data& d, const std::function<double(const Curve&)>& number) {
    auto numbers = medians(d, present, number);
    numbers.emplace_back("ratio", least(medians(d, trapezoids, number)) / most(medians(d, midpoints, number)));
    return numbers;
  };
  return {
      .title = "Body before a charged wall: energy of the methods of 2006, h = 0.5",
      .panels = {panel("TRAP", Trap::info), panel("IMID", Imid::info), panel("TRAPM", Trapm::info),
                 panel("IMIDM", Imidm::info),
                 coulomb("for comparison: the methods of Figure 4", references, ensemble_size)},
      .claims =
          {{"krysl2006.11.present", "min_max_deviation",
            [](const Data& d) { return least(medians(d, present, deviation)); }},
           {"krysl2006.12.present", "min_degrees", [](const Data& d) { return least(medians(d, present, degrees)); }},
           {"krysl2006.14.scale", "ratio",
            [](const Data& d) {
              const double reference = most(medians(d, references, deviation));
              return reference / most(medians(d, present, deviation));
            }},
           {"krysl2006.15.clean", [](const Data& d) { return medians(d, present, irregularity); }},
           {"krysl2006.15.bounded", "growth", [=](const Data& d) { return most(medians(d, present, growth)); }},
           {"krysl2006.16.error",
            [=](const Data& d) {
              return Numbers{
                  {"ratio", least(medians(d, trapezoids, deviation)) / most(medians(d, midpoints, deviation))}};
            }},
           {"krysl2006.16.frequency",
            [=](const Data& d) {
              auto numbers = medians(d, present, centroid);
              const double ratio = most(medians(d, trapezoids, centroid)) / least(medians(d, midpoints, centroid));
              numbers.insert(numbers.end(), {{"ratio", ratio}, {"slow_ratio", compared(d, slow_share).back().second}});
              return numbers;
            }},
           {"krysl2006.30.pattern",
            [=](const Data& d) {
              auto numbers = compared(d, amplitude(slow_period));
              numbers.emplace_back("ratio_beyond_200", compared(d, amplitude(200)).back().second);
              return numbers;
            }},
           {"krysl2006.30.amplitude", [=](const Data& d) { return compared(d, amplitude(0)); }},
           {"krysl2006.17.superior", "ratio",
            [](const Data& d) {
              const double reference = least(medians(d, references, deviation));
              return reference / most(medians(d, present, deviation));
            }}},
  };
}

// --- claims that no figure shows -------------------------------------------------------------------------------------

using Forced = TorquedBody<float128>;
using Free = FreeBody<float128>;

/// push(h/2) o trapezoid^n against midpoint^n o push(h/2).
auto conjugacy_defect(const Quad& problem, const MethodInfo& trapezoid, const MethodInfo& midpoint,
                      const MethodInfo& push, int n) {
  return [problem, &trapezoid, &midpoint, &push, n] {
    const double h = 0.0625, t0 = 0.25;  // exact in binary, so that both sides see the same instants
    const auto one = after(push, after(trapezoid, problem, t0, h, n), t0 + n * h, h / 2);
    const auto other = after(midpoint, after(push, problem, t0, h / 2), t0 + h / 2, h, n);
    return difference(one, other);
  };
}

/// Euler's rules as members of the Munthe-Kaas family: tableaux (0 | 1) and (1 | 1).
template <int A>
struct EulerTableau : TableauLaw<1, 1, A == 0> {
  template <class T>
  static Tableau<1, T> tableau() {
    return {{{T(A)}}, {T(1)}, {T(A)}};
  }
};
double euler_apart_from_mkrk(auto tableau, const MethodInfo& euler) {
  auto body = test_problem::forced<float128>();
  const auto grid = Grid<float128>::of_step(float128(0), float128(0.07), 1);
  const auto one = after(euler, body, 0, 0.07);
  body.initial = integrate<Rkmk<decltype(tableau)>, Forced>(body, grid).state;
  return difference(one, body);
}

// --- invariants -----------------------------------------------------------------------------------------------------

double energy_error(const MethodInfo& m) {
  return largest(free_run(m).energy);
}
Numbers kept(const MethodInfo& m) {
  return {{"pi", momentum_error(m)}, {"K", energy_error(m)}};
}
/// Kinetic energy along TRAP, read after half a forward Euler step from every node.
double pushed_energy_error() {
  const auto body = FreeKrysl::make<double>();
  const double h = 0.5;
  double K0 = 0, worst = 0;
  for (const auto& s : nodes(Trap::info, body, Grid<double>::of_step(0, h, 4000))) {
    auto pushed = body;
    pushed.initial = s.state;
    const auto grid = Grid<double>::of_step(s.t, h / 2, 1);
    const double K = energy(body, measured::end_of(ForwardEuler::info, pushed, grid));
    if (s.n == 0) K0 = K;
    worst = std::max(worst, std::abs(K / K0 - 1));
  }
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
  for (const auto& s : nodes(Rk4::info, body, Grid<double>::of_step(0, 0.001, 200000), 20)) {
    const double H[2] = {energy(prose, s.state), energy(body, s.state)};
    for (int i = 0; i < 2; ++i) {
      if (s.n == 0) H0[i] = H[i];
      worst[i] = std::max(worst[i], std::abs(H[i] / H0[i] - 1));
    }
  }
  return {{"relative_change", worst[0]}, {"change_with_opposite_sign_of_V", worst[1]}};
}

// --- what TRAP is ---------------------------------------------------------------------------------------------------

/// Momentum errors at t = 100, h = 1/128, as shares of IMID's: of TRAP, and of TRAP begun half a step earlier and read
/// half a step later, both by forward Euler's rule.
Numbers half_step_shift() {
  using P = FreeBody<double>;
  const auto body = FreeKrysl::make<double>();
  const double h = 1.0 / 128;
  const auto end = [&](const MethodInfo& m, const RigidState<double>& start, double step, std::int64_t steps) {
    P moved = body;
    moved.initial = start;
    return measured::end_of(m, moved, Grid<double>::of_step(0, step, steps));
  };
  const auto truth = cast<double>(reference::exact_free_motion(FreeKrysl::make<float128>(), float128(100)));
  const auto error = [&](const RigidState<double>& s) { return norm(s.Pi - truth.Pi); };
  const double imid = error(end(Imid::info, body.initial, h, free_steps));
  const auto earlier = end(BackwardEuler::info, body.initial, -h / 2, 1);
  const auto later = end(ForwardEuler::info, end(Trap::info, earlier, h, free_steps), h / 2, 1);
  return {{"shifted", error(end(Trap::info, body.initial, h, free_steps)) / imid}, {"undone", error(later) / imid}};
}

/// Newmark's rule with beta = 1/4 and gamma = 1/2 in the body frame, the implicit sibling of NMB:
///   R1 = R0 exp(h w0 + (h^2/4) I^-1 (G0 + G1)),   Pi1 = Pi0 + (h/2) (G0 + G1),   G = -w x Pi + T.
Forced newmark(Forced body, const float128& h) {
  const auto& s0 = body.initial;
  const auto G = [&](const float128& t, const RigidState<float128>& s) {
    return cross(s.Pi, body.Omega(s.Pi)) + body.torque(t, s.R);
  };
  const auto G0 = G(float128(0), s0);
  auto s1 = s0;
  for (int round = 0; round < 100; ++round) {
    const auto sum = G0 + G(h, s1);
    s1 = {s0.Pi + (h / 2) * sum, s0.R * exp(h * body.Omega(s0.Pi) + (h * h / 4) * body.Omega(sum))};
  }
  body.initial = s1;
  return body;
}
/// The same rule on a vector space, u1 = u0 + h v0 + (h^2/4) M^-1 (f0 + f1), p1 = p0 + (h/2) (f0 + f1).
Particles<float128> newmark(Particles<float128> problem, const float128& h) {
  const auto [u0, p0] = problem.initial;
  const auto f0 = problem.torque(float128(0), u0);
  auto& [u1, p1] = problem.initial;
  for (int round = 0; round < 100; ++round) {
    const auto sum = f0 + problem.torque(h, u1);
    u1 = u0 + h * problem.velocity(p0) + float128(h * h / 4) * problem.velocity(sum);
    p1 = p0 + float128(h / 2) * sum;
  }
  return problem;
}
Numbers apart_from_newmark() {
  const auto body = test_problem::forced<float128>();
  const auto particles = VsTest::make<float128>();
  const auto difference_of = [&](const MethodInfo& m, double h) {
    return difference(after(m, body, 0, h), newmark(body, float128(h)));
  };
  auto found = by_method(present, [&](const MethodInfo& m) { return difference_of(m, 0.07); });
  found.insert(found.begin(), {"least", least(found)});
  const auto trap = [&](double h) { return difference_of(Trap::info, h); };
  found.emplace_back("power_of_h", measured::power_of_h(trap, 0.07));
  found.emplace_back("vector_space",
                     difference(after(VsTrapezoidal::info, particles, 0, 0.07), newmark(particles, float128(0.07))));
  return found;
}

/// |M^T M - 1| after a step of 0.1 of R' = R hat(w) for the matrix itself: by both Eulers' rules, 1 + S and (1 - S)^-1
/// with S = h hat(w), and by the midpoint rule, (1 - S/2)^-1 (1 + S/2). Inverses in closed form, by S^3 = -|s|^2 S.
Numbers orthogonality_of_the_matrix() {
  const auto body = FreeKrysl::make<double>();
  const Vec<Body, double> s = 0.1 * body.Omega(body.initial.Pi);
  const Mat3<double> S{{{0, s[2], -s[1]}, {-s[2], 0, s[0]}, {s[1], -s[0], 0}}}, S2 = S * S;
  const Mat3<double> unit{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const auto loss = [&](const Mat3<double>& M) {
    const auto D = transpose(M) * M - unit;
    double most = 0;
    for (int i = 0; i < 9; ++i) most = std::max(most, std::abs(D(i / 3, i % 3)));
    return most;
  };
  return {{"forward", loss(unit + S)},
          {"backward", loss(unit + (1 / (1 + norm2(s))) * (S + S2))},
          {"control_midpoint", loss(unit + (1 / (1 + norm2(s) / 4)) * (S + 0.5 * S2))}};
}

std::vector<ClaimNumbers> claims() {
  const auto top = LagrangeTopSlow::make<float128>();
  const auto free = FreeKrysl::make<float128>();
  const auto forced = test_problem::forced<float128>();
  return {
      {"krysl2006.7.identical-free", "difference", [=] { return difference(Bbtrap::info, Swc1::info, free, 0.5); }},
      {"krysl2006.7.differ-forced", "difference", [=] { return difference(Bbtrap::info, Swc1::info, top, 0.07); }},
      {"krysl2006.sign", energy_of_the_prose},
      {"krysl2006.18.pi", of_each({&Trap::info, &Imid::info}, momentum_error)},
      {"krysl2006.19.imid-K", "error", [] { return energy_error(Imid::info); }},
      {"krysl2006.20.stations", "error", [] { return energy_error(Trap::info); }},
      {"krysl2006.20.pushed", "error", pushed_energy_error},
      {"krysl2006.21.pi", of_each({&Trapm::info, &Imidm::info}, momentum_error)},
      {"krysl2006.21.not-K", of_each({&Trapm::info, &Imidm::info}, energy_error)},
      {"krysl2006.21.bounded", of_each({&Imidm::info, &Trapm::info}, growth)},
      {"krysl2006.21.scaling",
       [] {
         const auto error = [](double h) { return largest(free_run(Imidm::info, h, std::llround(2000 / h)).energy); };
         return Numbers{{"order", measured::power_of_h(error, 0.2)}, {"h0.8", error(0.8)}, {"h0.1", error(0.1)}};
       }},
      {"krysl2006.22.adjoint",
       [] {
         return Numbers{{"differential", adjoint_defect(ForwardEuler::info, BackwardEuler::info)},
                        {"momentum", adjoint_defect(ForwardEulerM::info, BackwardEulerM::info)}};
       }},
      {"krysl2006.22.conjugate", "defect", conjugacy_defect(forced, Trap::info, Imid::info, ForwardEuler::info, 20)},
      {"krysl2006.22.conjugate-m", "defect",
       conjugacy_defect(forced, Trapm::info, Imidm::info, ForwardEulerM::info, 20)},
      {"krysl2006.22.conjugate-vector", "defect",
       conjugacy_defect(VsTest::make<float128>(), VsTrapezoidal::info, VsMidpoint::info, VsForwardEuler::info, 30)},
      {"krysl2006.22.symmetric", "defect",
       [=] {
         return most(
             by_method(present, [&](const MethodInfo& m) { return measured::symmetry(m, forced, float128(0.07)); }));
       }},
      {"krysl2006.23.symplectic", [] { return symplecticity_of({&Imidm::info}, 0.1); }},
      {"krysl2006.24.akw", [] { return kept(Akw::info); }},
      {"krysl2006.24.akw-top", "error", [] { return largest(top_run(Akw::info).energy); }},
      {"krysl2006.24.swc1", [] { return kept(Swc1::info); }},
      {"krysl2006.25.energy", "error", [] { return energy_error(Bbtrap::info); }},
      {"krysl2006.25.without", "error", [] { return energy_error(Bbtrapwd::info); }},
      {"krysl2006.25.order",
       [] {
         return Numbers{{"Pi", order(free_comparison(), Bbtrap::info, free_steps, Norm::momentum)},
                        {"R", order(free_comparison(), Bbtrap::info, free_steps, Norm::attitude)}};
       }},
      {"krysl2006.26.mkrk",
       [=] {
         return Numbers{{"euler", std::max(euler_apart_from_mkrk(EulerTableau<0>(), ForwardEulerM::info),
                                           euler_apart_from_mkrk(EulerTableau<1>(), BackwardEulerM::info))},
                        {"imidm", difference(Imidm::info, MkrkMidpoint::info, forced, 0.07)},
                        {"bbtrapwd", difference(Bbtrapwd::info, MkrkTrapezoid::info, forced, 0.07)}};
       }},
      {"krysl2006.27.trapm", rank_of_tableaux},
      {"krysl2006.28.trapm-symplectic", [] { return symplecticity_of({&Trapm::info}, 0.1); }},
      {"krysl2006.29.half-step", half_step_shift},
      {"krysl2006.33.reference", "contamination",
       [] {  // the finest step that is plotted is ours
         const auto error = [](std::int64_t n) { return error_of(free_comparison(), Imid::info, n, Norm::momentum); };
         return error(100000) / error(free_steps);
       }},
      {"krysl2006.31.newmark", apart_from_newmark},
      {"krysl2006.32.orthogonality", orthogonality_of_the_matrix},
  };
}

}  // namespace

Paper paper() {
  return {.id = "krysl2006",
          .name = "Krysl 2006",
          .figures = {{1, figure1}, {2, figure2}, {3, figure3}, {4, figure4}, {5, figure5}},
          .claims = claims};
}

}  // namespace polhode::krysl2006
