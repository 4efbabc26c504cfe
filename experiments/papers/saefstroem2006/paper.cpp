// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"

namespace polhode::saefstroem2006 {

Experiment figure1();
Experiment figure2();
Experiment figure3();
Experiment figure4();
Experiment figure5();
Experiment figure6();
Experiment figure7();
Experiment figure8();
std::vector<ClaimNumbers> claims();

Paper paper() {
  return {.id = "saefstroem2006",
          .name = "Celledoni & Säfström 2006",
          .figure_prefix = "",
          .figures = {{1, figure1},
                      {2, figure2},
                      {3, figure3},
                      {4, figure4},
                      {5, figure5},
                      {6, figure6},
                      {7, figure7},
                      {8, figure8}},
          .claims = claims};
}

}  // namespace polhode::saefstroem2006
