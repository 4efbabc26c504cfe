// SPDX-License-Identifier: MIT
#include "experiments/papers/paper.hpp"

namespace polhode::krysl2004 {

Experiment figure1();
std::vector<ClaimNumbers> claims();

Paper paper() {
  return {.id = "krysl2004", .name = "Krysl 2004", .figures = {{1, figure1}}, .claims = claims};
}

}  // namespace polhode::krysl2004
