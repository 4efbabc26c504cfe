// SPDX-License-Identifier: MIT
#include <algorithm>

#include "experiments/papers/paper.hpp"
#include "methods/exact.hpp"
#include "methods/mr.hpp"
#include "problems/free_saefstroem_1.hpp"

namespace polhode::saefstroem2006 {

// Celledoni & Säfström 2006, Figure 1: what does a given accuracy of a free body cost, by the splitting MR and by
// elliptic functions?
Experiment figure1() {
  const Comparison comparison{.info = &FreeSaefstroem1::info,
                              .problem = FreeSaefstroem1::make<double>(),
                              .methods = {&Mr::info, &Exact::info},
                              .duration = 1};

  const auto errors = [](const Data& data, const MethodInfo& method) {
    std::vector<double> e;
    for (const auto& p : data[0].of(method).points) e.push_back(p.error());
    return e;
  };
  return {
      .title = "Free body: the cost of accuracy",
      .panels = {Work{.title = "I = (1, 2, 3), Omega(0) = (1, 0, 2), t = 1",
                      .comparison = comparison,
                      .ladder = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000},
                      .norm = Norm::angular_velocity}},
      .claims = {{"saefstroem.F1.magnitude",
                  [=](const Data& d) {
                    const auto e = errors(d, Exact::info);
                    return Numbers{{"max_error", *std::max_element(e.begin(), e.end())}, {"error_N1", e.front()}};
                  }},
                 {"saefstroem.F1.independent", "coarse_over_fine",
                  [=](const Data& d) {
                    double coarse = 0, fine = 0;
                    for (const auto& p : d[0].of(Exact::info).points) {
                      if (p.steps <= 10) coarse = std::max(coarse, p.error());
                      if (p.steps == 5000) fine = p.error();
                    }
                    return coarse / fine;
                  }},
                 {"saefstroem.F1.rank", "min_ratio_mr_over_exact",
                  [=](const Data& d) {
                    const auto mr = errors(d, Mr::info), exact = errors(d, Exact::info);
                    double least = mr[0] / exact[0];
                    for (std::size_t i = 1; i < mr.size(); ++i) least = std::min(least, mr[i] / exact[i]);
                    return least;
                  }},
                 {"saefstroem.F1.efficiency", "time_ratio",
                  [=](const Data& d) { return d[0].of(Mr::info).time_to(1e-6) / d[0].of(Exact::info).time_to(1e-6); }}},
  };
}

}  // namespace polhode::saefstroem2006
