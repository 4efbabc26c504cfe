// SPDX-License-Identifier: MIT
#include <cmath>

#include "experiments/papers/convergence.hpp"
#include "experiments/papers/paper.hpp"
#include "methods/dmv.hpp"
#include "methods/mr.hpp"
#include "methods/rkn6a14.hpp"
#include "methods/sej.hpp"
#include "methods/semi_exact.hpp"
#include "problems/frb.hpp"

namespace polhode::frb2008 {

namespace {

/// The body of section 4.3 in a field of this strength, t = 100.
Comparison in_field(double strength, const Methods& methods) {
  auto body = PerturbedFrb::make<double>();
  auto torque = std::get<UniformField<double>>(*body.torques.begin());
  torque.field = (strength / 1e-3) * torque.field;
  body.torques = {torque};
  return {&PerturbedFrb::info, body, methods, 100};
}

}  // namespace

// Celledoni & Zanna 2008, section 5: where exact flows pay. No figure of the paper shows it: the attitude error of two
// splittings by their free flow, over the step on the body of section 4.3, and over the strength of its field.
Experiment regimes() {
  using WithDmv = Rkn6a14With<DmvFlow<10>>;
  using WithMr = Rkn6a14With<MrFlow>;
  const Methods sixth{&Rkn6a14::info, &WithDmv::info, &Rkn6a14With<SemiExactFlow<3>>::info, &WithMr::info},
      second{&Sej::info, &SejWith<DmvFlow<10>>::info, &SejWith<DmvFlow<6>>::info, &SejWith<SemiExactFlow<3>>::info,
             &SejWith<MrFlow>::info};
  const std::vector<std::int64_t> ladder{25, 50, 100, 200, 400};
  constexpr std::int64_t coarse = 50;  // h = 2
  std::vector<double> strengths;
  std::vector<Comparison> bodies;
  for (int i = -6; i <= 0; ++i) {
    strengths.push_back(std::pow(10.0, i));
    bodies.push_back(in_field(strengths.back(), sixth));
  }
  const auto printed = [](const Methods& methods) {
    return Comparison{&PerturbedFrb::info, PerturbedFrb::make<double>(), methods, 100};
  };
  return {
      .title = "Where the exact flow pays: two splittings by their free flow, t = 100",
      .panels = {Convergence{"RKN6a14, |u0| = 1e-3", printed(sixth), ladder, {Norm::attitude}},
                 Convergence{"SEJ, |u0| = 1e-3", printed(second), ladder, {Norm::attitude}},
                 Sweep{.title = "RKN6a14, h = 2, over the field",
                       .parameter = "strength of the field |u0|",
                       .values = strengths,
                       .comparisons = bodies,
                       .steps = coarse,
                       .norm = Norm::attitude}},
      .claims = {{"frb2008.Z11.regimes",
                  [](const Data& d) {
                    Numbers found{{"share", 0}, {"h4_share", 0}};
                    for (const auto& [steps, name] : {std::pair{200, "h0.5"}, {50, "h2"}, {25, "h4"}}) {
                      const auto error = [&, n = steps](const MethodInfo& m) { return d[0].of(m).at(n).error(); };
                      const double exact = error(Rkn6a14::info), dmv = error(WithDmv::info), mr = error(WithMr::info);
                      found[1].second = exact / std::min(dmv, mr);  // the last step stays
                      found[0].second = std::max(found[0].second, found[1].second);
                      for (const auto& [flow, value] : {std::pair{"_exact", exact}, {"_dmv10", dmv}, {"_mr", mr}})
                        found.emplace_back(std::string(name) + flow, value);
                    }
                    return found;
                  }},
                 {"frb2008.Z11.strength",
                  [](const Data& d) {
                    const auto gain = [&](std::size_t i) {
                      const auto error = [&](const MethodInfo& m) { return d[2].of(m).histories[0]["error"][i]; };
                      return error(WithDmv::info) / error(Rkn6a14::info);
                    };
                    return Numbers{{"gain_1e-5", gain(1)}, {"gain_1e-3", gain(3)}, {"gain_1", gain(6)}};
                  }}},
  };
}

}  // namespace polhode::frb2008
