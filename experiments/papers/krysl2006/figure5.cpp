// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/judging/spectrum.hpp"
#include "experiments/papers/krysl2006/krysl.hpp"
#include "experiments/papers/paper.hpp"

namespace polhode::krysl2006 {

// Krysl 2006, Figure 5: the energy of the methods of 2006 on the Coulomb body, and those of Figure 4 once more.
Experiment figure5() {
  const auto panel = [](const char* title, const MethodInfo& m) { return coulomb(title, {&m}, 1); };
  const auto growth = [](const Curve& c) {
    const Quarters q(c);
    return q.largest[3] / q.largest[0];
  };
  const auto frequency = [](const Curve& c) { return spectral_centroid(c["relative_energy_error"], coulomb_h); };
  const auto pattern = [](const Curve& c) { return strongest_share(c["relative_energy_error"]); };
  const auto amplitude = [=](const Curve& c) {  // of the strongest sine
    const auto& x = c["relative_energy_error"];
    const double middle = mean(x);
    double sum = 0;
    for (const double v : x) sum += (v - middle) * (v - middle);
    return std::sqrt(2 * pattern(c) * sum / static_cast<double>(x.size()));
  };
  const Methods trapezoids{&Trap::info, &Trapm::info}, midpoints{&Imid::info, &Imidm::info};
  const auto compared = [=](const Data& d, const std::function<double(const Curve&)>& number) {
    auto numbers = medians(d, present, number);
    numbers.emplace_back("ratio", least(medians(d, trapezoids, number)) / most(medians(d, midpoints, number)));
    return numbers;
  };
  return {
      .title = "Body before a charged wall: energy of the methods of 2006, h = 0.5",
      .panels = {panel("TRAP", Trap::info), panel("IMID", Imid::info), panel("TRAPM", Trapm::info),
                 panel("IMIDM", Imidm::info),
                 coulomb("for comparison: the methods of Figure 4", references, ensemble_size)},
      .claims = {{"krysl2006.11.present", "min_max_deviation",
                  [](const Data& d) { return least(medians(d, present, deviation)); }},
                 {"krysl2006.12.present", "min_degrees",
                  [](const Data& d) { return least(medians(d, present, degrees)); }},
                 {"krysl2006.14.scale", "ratio",
                  [](const Data& d) {
                    const double reference = most(medians(d, references, deviation));
                    return reference / most(medians(d, present, deviation));
                  }},
                 {"krysl2006.15.clean", [](const Data& d) { return medians(d, present, irregularity); }},
                 {"krysl2006.15.bounded", "growth", [=](const Data& d) { return most(medians(d, present, growth)); }},
                 {"krysl2006.16.error",
                  [=](const Data& d) {
                    return Numbers{
                        {"ratio", least(medians(d, trapezoids, deviation)) / most(medians(d, midpoints, deviation))}};
                  }},
                 {"krysl2006.16.frequency",
                  [=](const Data& d) {
                    auto numbers = medians(d, present, frequency);
                    numbers.emplace_back(
                        "ratio", most(medians(d, trapezoids, frequency)) / least(medians(d, midpoints, frequency)));
                    return numbers;
                  }},
                 {"krysl2006.30.pattern", [=](const Data& d) { return compared(d, pattern); }},
                 {"krysl2006.30.amplitude", [=](const Data& d) { return compared(d, amplitude); }},
                 {"krysl2006.17.superior", "ratio",
                  [](const Data& d) {
                    const double reference = least(medians(d, references, deviation));
                    return reference / most(medians(d, present, deviation));
                  }}},
  };
}

}  // namespace polhode::krysl2006
