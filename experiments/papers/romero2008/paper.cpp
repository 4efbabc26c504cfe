// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"

namespace polhode::romero2008 {

Experiment figure1();
Experiment figure2();
Experiment figure3();
Experiment figure4();
Experiment figure5();
Experiment figure6();
std::vector<ClaimNumbers> claims();

Paper paper() {
  return {.id = "romero2008",
          .name = "Romero 2008",
          .figures = {{1, figure1}, {2, figure2}, {3, figure3}, {4, figure4}, {5, figure5}, {6, figure6}},
          .claims = claims};
}

}  // namespace polhode::romero2008
