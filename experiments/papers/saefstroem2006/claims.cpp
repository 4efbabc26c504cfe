// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/geometry/scalar.hpp"
#include "experiments/papers/paper.hpp"
#include "experiments/running/measured.hpp"
#include "experiments/running/references.hpp"
#include "methods/exact.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"
#include "methods/sej_magnus4.hpp"
#include "problems/free_saefstroem_2.hpp"
#include "problems/heavy_top.hpp"

namespace polhode::saefstroem2006 {

namespace {

double symmetry(const MethodInfo& m) {
  return measured::symmetry(m, HeavyTop156::make<float128>(), float128(0.05));
}

double symplecticity(const MethodInfo& m) {
  return measured::symplecticity(m, HeavyTop156::make<Dual<float128, 6>>(), 0.05);
}

/// Order of SEJ from the last halving of the step, in quad, error of (Pi, u), against the kept reference.
Numbers sej_order() {
  const Comparison comparison{&HeavyTop156::info, HeavyTop156::make<double>(), {}, 1};
  const auto& end = std::get<RigidState<float128>>(reference_of<float128>(comparison).state);
  const auto body = HeavyTop156::make<float128>();
  const auto error_of = [&](std::int64_t steps) {
    const auto s = integrate<Sej, TorquedBody<float128>, NoTally>(
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
  integrate<Exact, FreeBody<double>, NoTally>(body, Grid<double>::of_step(0, 0.4, 1000), sampler);
  return {{"momentum", momentum}, {"energy", kinetic}};
}

/// Steps of the arithmetic-geometric mean until c_N = (a - b) / 2 is rounding, for k' = 0.9 .. 1e-14. The claim is
/// about this iteration; no method uses it.
Numbers agm_steps() {
  double most = 0;
  for (double kc = 0.9; kc > 0.9e-14; kc = kc == 0.9 ? 0.1 : kc / 10) {
    double a = 1, b = kc, c = 1, steps = 0;
    while (c > 2.2e-16) {
      c = (a - b) / 2;
      const double mean = (a + b) / 2;
      b = std::sqrt(a * b), a = mean, ++steps;
    }
    most = std::max(most, steps);
  }
  return {{"max_steps", most}};
}

}  // namespace

std::vector<ClaimNumbers> claims() {
  return {{"saefstroem.F9.symmetric",
           [](const Data&) {
             return Numbers{{"sej", symmetry(Sej::info)}, {"sej_magnus4", symmetry(SejMagnus4::info)}};
           }},
          {"saefstroem.F9.order", [](const Data&) { return sej_order(); }},
          {"saefstroem.F9.not-symplectic-exact",
           [](const Data&) {
             return Numbers{{"defect", symplecticity(Sej::info)}};
           }},
          {"saefstroem.F9.not-symplectic-magnus4",
           [](const Data&) {
             return Numbers{{"defect", symplecticity(SejMagnus4::info)}};
           }},
          {"saefstroem.F9.mr-symplectic",
           [](const Data&) {
             return Numbers{{"defect", symplecticity(Mr::info)}};
           }},
          {"saefstroem.F10.momentum", [](const Data&) { return exact_invariants(); }},
          {"saefstroem.F10.agm", [](const Data&) { return agm_steps(); }}};
}

}  // namespace polhode::saefstroem2006
