// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Panel: the error of one step, the mean of its logarithm over several starts, as a picture over two parameters of the
/// problem.
struct Map {
  std::string title;
  std::string x, y;  ///< names of the parameters
  std::vector<std::pair<double, double>> points;
  /// The starts at a point, all of the same methods; the duration of a comparison is the step.
  std::function<std::vector<Comparison>(double x, double y)> comparisons;
  std::pair<double, double> across{0, 1}, up{0, 1};  ///< the drawn ranges of the parameters

  static constexpr std::string_view kind = "map";
  static constexpr std::string_view how_to_read =
      "Every cell is the mean over several starts of the logarithm of the error; dark is accurate, light is "
      "not.";
  PanelData measure(const Measuring& with) const;
  nlohmann::ordered_json record(const PanelData& data) const;
  std::vector<const MethodInfo*> methods() const {
    return comparisons(points.front().first, points.front().second)[0].methods;
  }
  void change(const std::function<void(Comparison&)>& edit);  ///< edits every comparison
};

}  // namespace polhode
