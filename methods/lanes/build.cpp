// SPDX-License-Identifier: MIT
#include "methods/lanes/library.hpp"
#include "methods/plugin.hpp"

namespace polhode {

std::string build_of_lanes() {
  constexpr int changes = 1;  // of anything that both sides see
  auto text = plugin::build();
  text += " " + std::to_string(sizeof(Ensemble));
  return text += ", lanes " + std::to_string(changes);
}

}  // namespace polhode
