// SPDX-License-Identifier: MIT
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/papers/paper.hpp"

namespace polhode::krysl2006 {

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

}  // namespace polhode::krysl2006
