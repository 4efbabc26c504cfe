// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"

namespace polhode::frb2008 {

Experiment figure5();
Experiment figure6();
Experiment figure7();
Experiment regimes();
std::vector<ClaimNumbers> claims();

Paper paper() {
  return {.id = "frb2008",
          .name = "Celledoni & Zanna 2008",
          .figures = {{5, figure5}, {6, figure6}, {7, figure7}, {0, regimes, "regimes", "sec. 5"}},
          .claims = claims};
}

}  // namespace polhode::frb2008
