// SPDX-License-Identifier: MIT
#include "core/measuring/panels/convergence.hpp"

namespace polhode {

using namespace panels;

PanelData Convergence::measure(const Measuring& with) const {
  return ladders(comparison, same_ladders(comparison, ladder), norms, with);
}

json Convergence::record(const PanelData& data) const {
  static constexpr Words words{
      Convergence::kind,
      "Lower is more accurate; the slope of a line is the order of its method (see the triangle). Where "
      "lines level off they meet rounding, or the grey error of the reference."};
  json p = ladders_record(words, title, comparison, norms, data);
  std::vector<Plot> plots;
  for (const auto norm : norms) plots.push_back({Drawing::marks, Legend::below, true, "h", info(norm).key});
  p["plots"] = pictures(plots);
  return p;
}

}  // namespace polhode
