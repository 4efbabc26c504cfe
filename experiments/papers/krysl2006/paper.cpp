// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"

namespace polhode::krysl2006 {

Experiment figure1();
Experiment figure2();
Experiment figure3();
Experiment figure4();
Experiment figure5();
std::vector<ClaimNumbers> claims();

Paper paper() {
  return {.id = "krysl2006",
          .name = "Krysl 2006",
          .figures = {{1, figure1}, {2, figure2}, {3, figure3}, {4, figure4}, {5, figure5}},
          .claims = claims};
}

}  // namespace polhode::krysl2006
