// SPDX-License-Identifier: MIT
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/papers/paper.hpp"

namespace polhode::krysl2006 {

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

}  // namespace polhode::krysl2006
