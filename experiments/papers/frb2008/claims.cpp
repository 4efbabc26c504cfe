// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/geometry/scalar.hpp"
#include "core/geometry/wide.hpp"
#include "core/problem/norms.hpp"
#include "core/reference/converged.hpp"
#include "core/reference/free_body.hpp"
#include "experiments/papers/agm.hpp"
#include "experiments/papers/convergence.hpp"
#include "experiments/papers/paper.hpp"
#include "experiments/running/measured.hpp"
#include "methods/dmv.hpp"
#include "methods/exact.hpp"
#include "methods/exact_frames.hpp"
#include "methods/rkn6a14.hpp"
#include "methods/semi_exact.hpp"
#include "problems/frb.hpp"
#include "problems/test_problems.hpp"

namespace polhode::frb2008 {

Numbers effective_error();

namespace {

using Free = FreeBody<float128>;

/// The order that the last halving shows, in the momentum and the attitude.
struct Orders {
  double Pi, R;
};
Orders orders_of(const MethodInfo& m, const Problem<float128>& body, const RigidState<float128>& truth, double time,
                 int steps) {
  const auto errors = [&](int n) {
    const auto end = measured::end_of(m)(body, Grid<float128>::of_duration(float128(0), float128(time), n));
    return std::pair{static_cast<double>(norm(end.rigid()->Pi - truth.Pi)),
                     static_cast<double>(attitude_distance(end.rigid()->R, truth.R))};
  };
  const auto coarse = errors(steps / 2), fine = errors(steps);
  return {std::log2(coarse.first / fine.first), std::log2(coarse.second / fine.second)};
}

Numbers order_of_semi_exact() {
  const auto body = test_problem::free<float128>();
  const auto truth = reference::exact_free_motion(body, float128(1));
  Numbers found{{"max_difference", 0}};
  const auto add = [&](const char* name, const MethodInfo& m, int steps) {
    const double order = orders_of(m, body, truth, 1, steps).R;
    found.push_back({name, order});
    found[0].second = std::max(found[0].second, std::abs(order - m.order.attitude));
  };
  add("p1", SemiExact<1>::info, 200), add("p2", SemiExact<2>::info, 100);
  add("p3", SemiExact<3>::info, 100), add("p5", SemiExact<5>::info, 40);
  return found;
}

Numbers conserved_by_semi_exact() {
  const auto body = test_problem::free<float128>();
  double m = 0, Qm = 0;
  for (const auto* info : {&SemiExact<1>::info, &SemiExact<3>::info, &SemiExact<5>::info}) {
    const auto grid = Grid<float128>::of_step(float128(0), float128(0.3), 1);
    const auto end = measured::end_of(*info)(body, grid),
               exact = reference::exact_free_motion(body, float128(0.3));
    m = std::max(m, static_cast<double>(norm(end.Pi - exact.Pi)));
    Qm = std::max(Qm, static_cast<double>(norm(end.pi() - body.initial.pi())));
  }
  return {{"m", m}, {"Qm", Qm}};
}

Numbers symmetry_of_semi_exact() {
  double worst = 0;
  for (const auto* m : {&SemiExact<1>::info, &SemiExact<3>::info, &SemiExact<5>::info})
    worst = std::max(worst, measured::symmetry(*m, test_problem::free<float128>(), float128(0.3)));
  return {{"defect", worst}};
}

Numbers order_of_rkn() {
  const auto body = test_problem::forced<float128>();
  const auto truth = reference::converged(body, float128(0), float128(1)).state;
  const auto [Pi, R] = orders_of(Rkn6a14::info, body, truth, 1, 32);
  return {{"order", std::min(Pi, R)}, {"other", std::max(Pi, R)}};
}

Numbers orders_of_dmv() {
  Free body{{{float128(6) / 10, float128(8) / 10, float128(1)},
             {{float128(18) / 10, float128(4) / 10, float128(-9) / 10}, Attitude<float128>::identity()}}};
  const auto truth = reference::exact_free_motion(body, float128(1));
  double worst = 0;
  for (const auto* m : {&Dmv<2>::info, &Dmv<4>::info, &Dmv<6>::info, &Dmv<8>::info, &Dmv<10>::info}) {
    const auto [Pi, R] = orders_of(*m, body, truth, 1, m->order.least() < 8 ? 320 : 160);
    worst = std::max({worst, std::abs(Pi - m->order.momentum), std::abs(R - m->order.attitude)});
  }
  return {{"max_difference", worst}};
}

double steps_of_agm() {
  int most = 0;
  for (double k = 0.9; k > 0.9e-14; k /= 10) most = std::max(most, Agm(k).steps);
  return most;
}

/// Mean error of Dormand and Prince's adaptive method, and of `exact`, on a body with moments (x, y, 1), t = 1.
std::pair<double, double> errors_at(double x, double y) {
  double adaptive = 0, exact = 0;
  constexpr int n = 20;
  for (int i = 0; i < n; ++i) {
    const double z = (i + 0.5) / n, angle = 1.5 * std::fmod(0.618 * i, 1) + 0.03, r = std::sqrt(1 - z * z);
    const FreeBody<double> body{
        {{x, y, 1}, {{r * std::cos(angle), r * std::sin(angle), z}, Attitude<double>::identity()}}};
    const auto truth = reference::exact_free_motion(cast<float128>(body), float128(1));
    const auto error = [&](const RigidState<double>& s) {
      const auto wide = cast<float128>(s);
      return std::max(static_cast<double>(norm(wide.Pi - truth.Pi)),
                      static_cast<double>(attitude_distance(wide.R, truth.R)));
    };
    adaptive += error(reference::dormand_prince(body, 1, 2e-14)) / n;
    exact += error(measured::end_of(ExactMatrix::info)(body, Grid<double>::of_step(0, 1, 1))) / n;
  }
  return {adaptive, exact};
}

Numbers reference_of_the_paper() {
  const auto [corner, exact] = errors_at(0.01, 0.995);
  const double interior = errors_at(0.5, 0.75).first;
  return {{"to_exact", corner / exact}, {"to_interior", corner / interior}, {"reference_error", corner}};
}

// --- what exact flows cost ------------------------------------------------------------------------------------------

/// sn, cn, dn after a step of v from those before it: by the paper's phase, an integral of the first kind, or by the
/// addition theorem, whose other argument is the momentum itself. Evaluations per step of either kind.
Numbers evaluations_of_elliptic_functions() {
  using Functions = elliptic::JacobiFunctions<double>;
  constexpr int steps = 100;
  constexpr double mc = 0.3, k2 = 1 - mc, v = 0.8;
  double functions[2] = {}, integrals[2] = {}, apart = 0;
  const auto by_phase = [&](const Functions& f) {
    ++integrals[0], ++functions[0];
    return elliptic::sncndn(f.sn * elliptic::carlson_rf(f.cn * f.cn, f.dn * f.dn, 1.0) + v, mc);
  };
  const auto by_addition = [&](const Functions& f) {
    ++functions[1];
    const auto g = elliptic::sncndn(v, mc);
    const double D = 1 - k2 * f.sn * f.sn * g.sn * g.sn;
    return Functions{(f.sn * g.cn * g.dn + g.sn * f.cn * f.dn) / D, (f.cn * g.cn - f.sn * f.dn * g.sn * g.dn) / D,
                     (f.dn * g.dn - k2 * f.sn * f.cn * g.sn * g.cn) / D};
  };
  for (int n = 0; n < steps; ++n) {
    const auto start = elliptic::sncndn(v * n / steps, mc);
    const auto a = by_phase(start), b = by_addition(start);
    apart = std::max({apart, std::abs(a.sn - b.sn), std::abs(a.cn - b.cn), std::abs(a.dn - b.dn)});
  }
  return {{"functions_by_addition", functions[1] / steps},
          {"functions_by_phase", functions[0] / steps},
          {"integrals_by_addition", integrals[1] / steps},
          {"integrals_by_phase", integrals[0] / steps},
          {"apart", apart}};
}

/// Carlson's integrals of the third kind, counted: one for either end and a complete one if the phase passes half a
/// period.
struct CountedCarlson : orbit::Carlson {
  static inline thread_local int integrals = 0;

  static auto third_kind(const auto& o, const auto& n, const auto& nc) {
    integrals += o.turns != 0 ? 3 : 2;
    return orbit::Carlson::third_kind(o, n, nc);
  }
};
/// The momentum alone, by the paper's phase.
struct PhaseAlone : orbit::NoFrame {
  static constexpr bool by_phase = true;
};

/// Operations that f takes, see Wide.
double operations_of(const std::function<void()>& f) {
  const CountsAsDouble counting;
  f();
  return static_cast<double>(counting.operations());
}

/// Integrals per step of the matrix algorithm on the body of the published driver, 100 steps of 1, the largest and the
/// mean number, and the share of the operations that the momentum takes.
Numbers integrals_of_a_step() {
  using T = Wide;
  using Matrix = orbit::MatrixFrame<CountedCarlson>;
  const auto body = FreeFrb::make<T>();
  auto Pi = body.initial.Pi;
  constexpr int steps = 100;
  double most = 0, all = 0, whole = 0, momentum = 0;
  for (int n = 0; n < steps; ++n) {
    CountedCarlson::integrals = 0;
    momentum += operations_of([&] { EllipticFlow<PhaseAlone>::increment(body.I, Pi, T(1)); });
    whole += operations_of([&] { Pi = EllipticFlow<Matrix>::increment(body.I, Pi, T(1)).Pi; });
    most = std::max(most, static_cast<double>(CountedCarlson::integrals)), all += CountedCarlson::integrals;
  }
  return {{"most", most}, {"mean", all / steps}, {"momentum_share", momentum / whole}, {"operations", whole / steps}};
}

/// What N bodies take that draw each other by Newton's law as points: the forces of N (N - 1) / 2 pairs, over N steps
/// of the matrix algorithm. Bodies that turn each other take more for a pair.
Numbers forces_against_rotations() {
  using T = Wide;
  const double pair = operations_of([] {
    const Vec<Space, T> a{T(1), T(2), T(3)}, b{T(2), T(0.5), T(1)}, r = b - a;
    const T r2 = norm2(r);
    Vec<Space, T> of_a{}, of_b{};
    const Vec<Space, T> force = T(1 / (r2 * sqrt(r2))) * r;
    of_a += force, of_b -= force;
  });
  const double rotation = integrals_of_a_step().back().second;
  const auto ratio = [&](double N) { return pair * (N - 1) / (2 * rotation); };
  return {
      {"N100", ratio(100)}, {"N1000", ratio(1000)}, {"N10000", ratio(10000)}, {"pair", pair}, {"rotation", rotation}};
}

}  // namespace

std::vector<ClaimNumbers> claims() {
  using Claims = std::vector<ClaimNumbers>;
  return Claims{
      {"frb2008.Z2.corner", reference_of_the_paper},
      {"frb2008.Z5.order", order_of_semi_exact},
      {"frb2008.Z5.conserves", conserved_by_semi_exact},
      {"frb2008.Z5.symmetric", symmetry_of_semi_exact},
      {"frb2008.Z6.order", order_of_rkn},
      {"frb2008.Z8.regular", "max_steps", steps_of_agm},
      {"frb2008.Z8.separatrix", "c_over_a", [] { return Agm(0).c_over_a; }},
      {"frb2008.Z9.dmv", orders_of_dmv},
      {"frb2008.Z10.effective-error", effective_error},
      {"frb2008.Z12.addition", evaluations_of_elliptic_functions},
      {"frb2008.Z13.three", integrals_of_a_step},
      {"frb2008.Z14.order-N2", forces_against_rotations},
  };
}

}  // namespace polhode::frb2008
