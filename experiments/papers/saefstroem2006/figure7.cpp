// SPDX-License-Identifier: MIT
#include <cmath>

#include "experiments/papers/paper.hpp"
#include "experiments/papers/saefstroem2006/light_top.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"

namespace polhode::saefstroem2006 {

// Celledoni & Säfström 2006, Figure 7: the same as Figure 6 by MR, with SEJ beside it. At h = 0.1 MR is chaotic: a
// start that differs by 1e-14 ends elsewhere, so it is judged on the median over 16 starts.
Experiment figure7() {
  constexpr int ensemble[3] = {1, 1, ensemble_size};
  Experiment e{.title = "Light heavy top by MR: energy and trajectory"};
  for (int i = 0; i < 3; ++i) {
    e.panels.push_back(Drift{step_names[i], comparison({&Mr::info, &Sej::info}), steps[i], ensemble[i]});
    e.panels.push_back(Trajectory{step_names[i], comparison({&Mr::info, &Sej::info}), steps[i],
                                  Quantity::gravity_direction, View::sphere, ensemble[i]});
  }
  e.panels.push_back(true_motion());

  const auto energy_error = [](const Data& d, int i, const MethodInfo& m) {
    return median(over_starts(d[2 * i].of(m), [](const Curve& c) { return largest(c["energy_error"]); }));
  };
  const auto difference = [](const Data& d) {  // |u_SEJ - u_MR| at every step, h = 0.01
    const auto &a = d[1].of(Sej::info).histories[0], &b = d[1].of(Mr::info).histories[0];
    std::vector<double> distance;
    for (std::size_t n = 0; n < a["t"].size(); ++n)
      distance.push_back(std::hypot(a["u1"][n] - b["u1"][n], a["u2"][n] - b["u2"][n], a["u3"][n] - b["u3"][n]));
    return distance;
  };
  e.claims = {
      {"saefstroem.F6.similar",
       [](const Data& d) {
         const auto &a = d[1].of(Sej::info).histories[0], &b = d[1].of(Mr::info).histories[0];
         double box = 0;
         for (const auto* u : {"u1", "u2", "u3"}) {
           const auto [a0, a1] = std::minmax_element(a[u].begin(), a[u].end());
           const auto [b0, b1] = std::minmax_element(b[u].begin(), b[u].end());
           box = std::max({box, std::abs(*a0 - *b0), std::abs(*a1 - *b1)});
         }
         return Numbers{{"box_difference", box}, {"mean_u3_difference", std::abs(mean_u3(a) - mean_u3(b))}};
       }},
      {"saefstroem.F6a.ratio",
       [=](const Data& d) {
         const double sej = energy_error(d, 0, Sej::info), mr = energy_error(d, 0, Mr::info);
         return Numbers{{"ratio", sej / mr}, {"sej", sej}, {"mr", mr}};
       }},
      {"saefstroem.F6b.mean", "mean", [=](const Data& d) { return mean(difference(d)); }},
      {"saefstroem.F6b.max", "max", [=](const Data& d) { return largest(difference(d)); }},
      {"saefstroem.F6c.mr-grows",
       [=](const Data& d) {
         const double a = energy_error(d, 0, Mr::info), b = energy_error(d, 1, Mr::info),
                      c = energy_error(d, 2, Mr::info);
         return Numbers{
             {"min_successive_ratio", std::min(b / a, c / b)}, {"h0.01", a}, {"h0.05", b}, {"h0.1_median", c}};
       }},
      {"saefstroem.F6c.rank", "max_ratio_sej_over_mr",
       [=](const Data& d) {
         double worst = 0;
         for (int i = 0; i < 3; ++i)
           worst = std::max(worst, energy_error(d, i, Sej::info) / energy_error(d, i, Mr::info));
         return worst;
       }},
      {"saefstroem.F6d.mr-changes",
       [](const Data& d) {
         const auto& truth = d[6].history();
         const auto off = [&](double (*number)(const Curve&)) {
           return median(
               over_starts(d[5].of(Mr::info), [&](const Curve& c) { return std::abs(number(c) - number(truth)); }));
         };
         return Numbers{{"mean_u3_off", off(mean_u3)}, {"min_u3_off", off(min_u3)}};
       }},
  };
  return e;
}

}  // namespace polhode::saefstroem2006
