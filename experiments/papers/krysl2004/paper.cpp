// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"
#include "experiments/papers/krysl2006/krysl.hpp"
#include "methods/liemid.hpp"
#include "methods/nmb.hpp"

namespace polhode::krysl2004 {

namespace {

// Krysl 2004, Figure 1: convergence of the explicit midpoint Lie methods on the fast Lagrange top.
Experiment figure1() {
  using namespace krysl2006;
  constexpr std::int64_t steps = 32000;  // h = 1/1600
  const Methods others{&Akw::info, &Swc1::info, &Nmb::info, &Imidm::info, &LiemidE1::info, &LiemidE2::info};
  const auto rank = [=](const Data& d, Norm norm) {
    const Rank e{d[0], steps, norm};
    return Numbers{{"ratio", e(LiemidEa::info) / e.best(others)}, {"ea", e(LiemidEa::info)}};
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

}  // namespace

std::vector<ClaimNumbers> claims();

Paper paper() {
  return {.id = "krysl2004", .name = "Krysl 2004", .figures = {{1, figure1}}, .claims = claims};
}

}  // namespace polhode::krysl2004
