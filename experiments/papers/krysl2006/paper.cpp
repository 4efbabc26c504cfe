// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/judging/spectrum.hpp"
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/papers/paper.hpp"
#include "methods/bbtrapwd.hpp"

namespace polhode::krysl2006 {

namespace {

// Krysl 2006, Figure 1: convergence on a free body.
Experiment figure1() {
  constexpr std::int64_t steps = 12800;  // h = 1/128
  const auto Pi = [](const Data& d) { return Rank{d[0], steps, Norm::momentum}; };
  const auto R = [](const Data& d) { return Rank{d[0], steps, Norm::attitude}; };
  return {
      .title = "Free body: convergence of seven methods of second order",
      .panels = {convergence("I = (0.9144, 1.098, 1.66), t = 100",
                             {&FreeKrysl::info, FreeKrysl::make<double>(), references + present, 100},
                             doubled(100, 7))},
      .claims =
          {{"krysl2006.1.fig1", [](const Data& d) { return orders(d[0], references + present, steps); }},
           {"krysl2006.2.Pi", "ratio",
            [=](const Data& d) {
              const double best = Pi(d).best({&Trap::info, &Trapm::info, &Imidm::info, &Bbtrap::info, &Swc1::info});
              return Pi(d)(Imid::info) / best;
            }},
           {"krysl2006.2.R",
            [=](const Data& d) {
              const double best = R(d).best(references + Methods{&Trap::info, &Trapm::info, &Imidm::info});
              return Numbers{
                  {"ratio", R(d)(Imid::info) / best}, {"imid", R(d)(Imid::info)}, {"trap", R(d)(Trap::info)}};
            }},
           {"krysl2006.3.akw-matches", "relative_difference",
            [=](const Data& d) { return std::abs(Pi(d)(Akw::info) / Pi(d)(Imid::info) - 1); }},
           {"krysl2006.4.akw-R", "ratio", [=](const Data& d) { return R(d)(Akw::info) / R(d)(Imid::info); }},
           {"krysl2006.5.trap-Pi", "ratio", [=](const Data& d) { return Pi(d)(Trap::info) / Pi(d)(Imid::info); }},
           {"krysl2006.6.bbtrap-Pi",
            [=](const Data& d) {
              const double bbtrap = Pi(d)(Bbtrap::info);
              return Numbers{{"ratio_to_imid", bbtrap / Pi(d)(Imid::info)},
                             {"ratio_to_next", bbtrap / Pi(d).worst(present + Methods{&Akw::info})}};
            }}},
  };
}

// Krysl 2006, Figure 2: convergence on a slow Lagrange top.
Experiment figure2() {
  constexpr std::int64_t steps = 12800;  // h = 1/640
  const auto ratio = [](const Data& d, Norm norm, const Methods& methods) {
    const Rank rank{d[0], steps, norm};
    return Numbers{{"ratio", rank.best(methods) / rank.best(references)}};
  };
  return {
      .title = "Slow Lagrange top: convergence of seven methods of second order",
      .panels = {convergence("I = (5, 5, 1), Omega3 = 5, tilt 0.05, t = 20",
                             {&LagrangeTopSlow::info, LagrangeTopSlow::make<double>(), references + present, 20},
                             doubled(200, 6))},
      .claims = {{"krysl2006.1.fig2", [](const Data& d) { return orders(d[0], references + present, steps); }},
                 {"krysl2006.8.Pi", [=](const Data& d) { return ratio(d, Norm::momentum, present); }},
                 {"krysl2006.8.R", [=](const Data& d) { return ratio(d, Norm::attitude, present); }},
                 {"krysl2006.8.pair-R",
                  [=](const Data& d) {
                    return ratio(d, Norm::attitude, {&Trapm::info, &Imidm::info});
                  }}},
  };
}

// Krysl 2006, Figure 3: convergence on a fast Lagrange top, with BBTRAPWD, on which a claim of the text turns.
Experiment figure3() {
  constexpr std::int64_t steps = 32000;  // h = 1/1600
  const auto gap = [](const Data& d, Norm norm) {
    const Rank rank{d[0], steps, norm};
    const double pair = rank.worst({&Trapm::info, &Imidm::info});
    return Numbers{{"ratio", rank.best(references + Methods{&Trap::info, &Imid::info}) / pair}};
  };
  const auto to_imidm = [](const Data& d, const Methods& methods) {
    const Rank rank{d[0], steps, Norm::momentum};
    return Numbers{{"ratio", rank.best(methods) / rank(Imidm::info)}};
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
                 {"krysl2006.10.sufficient",
                  [=](const Data& d) {
                    return to_imidm(d, {&Swc1::info, &Bbtrap::info});
                  }},
                 {"krysl2006.10.necessary", [=](const Data& d) { return to_imidm(d, {&Bbtrapwd::info}); }}},
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
  const auto panel = [](const char* title, const MethodInfo& m) { return coulomb(title, {&m}, 1); };
  const auto growth = [](const Curve& c) {
    const Quarters q(c);
    return q.largest[3] / q.largest[0];
  };
  const auto frequency = [](const Curve& c) { return spectral_centroid(c["relative_energy_error"], coulomb_h); };
  const auto pattern = [](const Curve& c) { return strongest_share(c["relative_energy_error"]); };
  const auto amplitude = [=](const Curve& c) {  // of the strongest sine
    const auto& x = c["relative_energy_error"];
    const double middle = mean(x);
    double sum = 0;
    for (const double v : x) sum += (v - middle) * (v - middle);
    return std::sqrt(2 * pattern(c) * sum / static_cast<double>(x.size()));
  };
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
      .claims = {{"krysl2006.11.present", "min_max_deviation",
                  [](const Data& d) { return least(medians(d, present, deviation)); }},
                 {"krysl2006.12.present", "min_degrees",
                  [](const Data& d) { return least(medians(d, present, degrees)); }},
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
                    auto numbers = medians(d, present, frequency);
                    numbers.emplace_back(
                        "ratio", most(medians(d, trapezoids, frequency)) / least(medians(d, midpoints, frequency)));
                    return numbers;
                  }},
                 {"krysl2006.30.pattern", [=](const Data& d) { return compared(d, pattern); }},
                 {"krysl2006.30.amplitude", [=](const Data& d) { return compared(d, amplitude); }},
                 {"krysl2006.17.superior", "ratio",
                  [](const Data& d) {
                    const double reference = least(medians(d, references, deviation));
                    return reference / most(medians(d, present, deviation));
                  }}},
  };
}

}  // namespace

std::vector<ClaimNumbers> claims();

Paper paper() {
  return {.id = "krysl2006",
          .name = "Krysl 2006",
          .figures = {{1, figure1}, {2, figure2}, {3, figure3}, {4, figure4}, {5, figure5}},
          .claims = claims};
}

}  // namespace polhode::krysl2006
