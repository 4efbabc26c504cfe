// SPDX-License-Identifier: MIT
#include "core/measuring/panels/measurements.hpp"

namespace polhode {

PanelData Measurements::measure(const Measuring& with) const {
  PanelData data;
  data.numbers.resize(rows.size());
  Progress progress(with.label, static_cast<double>(rows.size()));
  parallel_for(rows.size(), [&](std::size_t i) {
    data.numbers[i] = {rows[i].claim, rows[i].compute({})};
    progress.add(1);
  });
  return data;
}

}  // namespace polhode
