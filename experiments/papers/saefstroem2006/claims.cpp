// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/geometry/scalar.hpp"
#include "experiments/papers/agm.hpp"
#include "experiments/papers/convergence.hpp"
#include "experiments/papers/paper.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/measured.hpp"
#include "methods/dop853.hpp"
#include "methods/exact.hpp"
#include "methods/mr.hpp"
#include "methods/odeint.hpp"
#include "methods/rk4.hpp"
#include "methods/sej.hpp"
#include "methods/sej_magnus4.hpp"
#include "problems/free_saefstroem_1.hpp"
#include "problems/free_saefstroem_2.hpp"
#include "problems/heavy_top.hpp"

namespace polhode::saefstroem2006 {

namespace {

double symmetry(const MethodInfo& m) {
  return measured::symmetry(m, HeavyTop156::make<float128>(), float128(0.05));
}

double symplecticity(const MethodInfo& m) {
  return measured::symplecticity(m, HeavyTop156::make<float128>(), 0.05);
}

/// Order of SEJ from the last halving of the step, in quad, error of (Pi, u), against the kept reference.
Numbers sej_order() {
  const Comparison comparison{&HeavyTop156::info, HeavyTop156::make<double>(), {}, 1};
  const auto& end = std::get<RigidState<float128>>(reference_of(comparison).state);
  const auto body = HeavyTop156::make<float128>();
  const auto error_of = [&](std::int64_t steps) {
    const auto s = integrate<Sej, TorquedBody<float128>>(
                       body, Grid<float128>::of_duration(float128(0), float128(1), steps))
                       .state;
    const auto e3 = axis<Space, float128>(2);
    return static_cast<double>(sqrt(norm2(s.Pi - end.Pi) + norm2(inverse(s.R) * e3 - inverse(end.R) * e3)));
  };
  return {{"order", std::log2(error_of(400) / error_of(800))}};
}

Numbers exact_invariants() {
  const auto body = FreeSaefstroem2::make<double>();
  double momentum = 0, kinetic = 0;
  const Sampler<FreeBody<double>> sampler{
      1, [&](const auto& s) {
        momentum = std::max(momentum, std::abs(norm(s.state.Pi) / norm(body.initial.Pi) - 1));
        kinetic = std::max(kinetic, std::abs(energy(body, s.state) / energy(body, body.initial) - 1));
      }};
  integrate<Exact, FreeBody<double>>(body, Grid<double>::of_step(0, 0.4, 1000), sampler);
  return {{"momentum", momentum}, {"energy", kinetic}};
}

double agm_steps() {
  int most = 0;
  for (double kc = 0.9; kc > 0.9e-14; kc = kc == 0.9 ? 0.1 : kc / 10) most = std::max(most, Agm(kc).steps);
  return most;
}

// --- work -----------------------------------------------------------------------------------------------------------

Comparison free_body() {
  return {&FreeSaefstroem1::info, FreeSaefstroem1::make<double>(), {}, 1};
}

/// A ladder with what a run costs in the place of its time, until an error is below `enough`.
Series ladder(const Comparison& comparison, const MethodInfo& m, const std::vector<std::int64_t>& steps, Norm norm,
              double enough, const std::function<double(const Point&)>& cost) {
  Series series{&m, {}, {}, {}};
  for (const auto n : steps) {
    auto point = comparison_runner().run(comparison, m, n, {norm});
    if (point.status != Status::ok) continue;
    point.seconds = {cost(point)};
    series.points.push_back(point);
    if (point.error() < enough) break;
  }
  return series;
}
double operations(const Point& point) {
  return static_cast<double>(point.operations);
}

/// Times to an error as shares of the exact motion's.
Numbers times_of_standard_solvers() {
  const auto comparison = free_body();
  const auto series = [&](const MethodInfo& m) {
    return ladder(comparison, m, doubled(1, 14), Norm::angular_velocity, 1e-11,
                  [&](const Point& point) { return fastest(comparison, m, point.steps, 5); });
  };
  const auto exact = series(Exact::info);
  Numbers found;
  for (const auto* m : {&Rk4::info, &Dopri5::info, &Dop853::info}) {
    const auto other = series(*m);
    for (const auto& [error, name] : {std::pair{1e-3, "_1e-3"}, {1e-6, "_1e-6"}, {1e-10, "_1e-10"}})
      found.emplace_back(std::string(m->id) + name, other.time_to(error) / exact.time_to(error));
  }
  return found;
}

/// The error of MR at the operations of every run of SEJ, over that of SEJ: the least. Errors between runs of MR are
/// interpolated in the logarithms.
double at_equal_operations(const Comparison& comparison) {
  const std::vector<std::int64_t> steps{100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000};
  const auto of = [&](const MethodInfo& m) {
    return ladder(comparison, m, steps, Norm::velocity_and_gravity, 0, operations).points;
  };
  const auto mr = of(Mr::info), sej = of(Sej::info);
  double least = INFINITY;
  for (const auto& point : sej)
    for (std::size_t i = 1; i < mr.size(); ++i) {
      const double below = operations(mr[i - 1]), above = operations(mr[i]);
      if (operations(point) < below || operations(point) > above) continue;
      const double share = std::log(operations(point) / below) / std::log(above / below);
      const double error = mr[i - 1].error() * std::pow(mr[i].error() / mr[i - 1].error(), share);
      least = std::min(least, error / point.error());
    }
  return least;
}

/// Of the symplectic methods that are neither exact on a free body nor made of MR: the share that takes more operations
/// than MR to an error, and the operations of the best in those of MR.
Numbers rank_of_mr() {
  const auto comparison = free_body();
  const auto series = [&](const MethodInfo& m) {
    return ladder(comparison, m, doubled(1, 14), Norm::angular_velocity, 1e-6, operations);
  };
  const auto mr = series(Mr::info);
  constexpr std::pair<double, const char*> errors[] = {{1e-3, "1e-3"}, {1e-4, "1e-4"}, {1e-5, "1e-5"}, {1e-6, "1e-6"}};
  double beaten[4] = {}, least[4] = {INFINITY, INFINITY, INFINITY, INFINITY}, others = 0;
  for (const auto* m : method_infos()) {
    if (m->symplectic.answer != Answer::yes || m->id == Mr::info.id || m->id.ends_with(":mr")) continue;
    if (!find_runner<FreeBody<double>>(*m)) continue;
    const auto other = series(*m);
    if (other.points.empty() || other.points.front().error() < 1e-12) continue;  // one step, and exact
    ++others;
    for (int k = 0; k < 4; ++k) {
      const double ratio = other.time_to(errors[k].first) / mr.time_to(errors[k].first);
      beaten[k] += ratio > 1, least[k] = std::min(least[k], ratio);
    }
  }
  Numbers found{{"others", others}};
  for (int k = 0; k < 4; ++k) {
    found.emplace_back(std::string("beaten_") + errors[k].second, beaten[k] / others);
    found.emplace_back(std::string("best_") + errors[k].second, least[k]);
  }
  return found;
}

}  // namespace

std::vector<ClaimNumbers> claims() {
  return {{"saefstroem.F9.symmetric",
           [] {
             return Numbers{{"sej", symmetry(Sej::info)}, {"sej_magnus4", symmetry(SejMagnus4::info)}};
           }},
          {"saefstroem.F9.order", sej_order},
          {"saefstroem.F9.not-symplectic-exact", "defect", [] { return symplecticity(Sej::info); }},
          {"saefstroem.F9.not-symplectic-magnus4", "defect", [] { return symplecticity(SejMagnus4::info); }},
          {"saefstroem.F9.mr-symplectic", "defect", [] { return symplecticity(Mr::info); }},
          {"saefstroem.F10.momentum", exact_invariants},
          {"saefstroem.F10.agm", "max_steps", agm_steps},
          {"saefstroem.E1.standard-ode", times_of_standard_solvers},
          {"saefstroem.E2.flops",
           [] {
             return Numbers{
                 {"massive", at_equal_operations({&HeavyTop1000::info, HeavyTop1000::make<double>(), {}, 1})},
                 {"light", at_equal_operations({&HeavyTop156::info, HeavyTop156::make<double>(), {}, 1})}};
           }},
          {"saefstroem.E3.mr-competitive", rank_of_mr}};
}

}  // namespace polhode::saefstroem2006
