// SPDX-License-Identifier: MIT
#include "core/measuring/panels/work.hpp"

namespace polhode {

using namespace panels;

PanelData Work::measure(const Measuring& with) const {
  const auto own =
      errors ? ladders_to(*errors, comparison, ladder, norm, with.runner) : same_ladders(comparison, ladder);
  return timed_ladders(comparison, own, norm, with);
}

json Work::record(const PanelData& data) const {
  static constexpr Words words{
      Work::kind,
      "At one height, the line furthest to the left gives that accuracy for the least work. Times are the "
      "fastest of the repetitions; operations are counted and the same on every machine."};
  json p = ladders_record(words, title, comparison, {norm}, data);
  name_times(p["axes"]);
  p["plots"] = pictures({{Drawing::marks, Legend::none, true, "time", info(norm).key},
                         {Drawing::marks, Legend::inside, true, "operations", info(norm).key}});
  return p;
}

}  // namespace polhode
