// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/panels/shared.hpp"

namespace polhode {

/// Panel: numbers of claims that no picture shows, one row a claim. Files have them beside the verdicts only.
struct Measurements {
  std::string title;
  std::vector<ClaimNumbers> rows;

  static constexpr std::string_view kind = "measurements";
  PanelData measure(const Measuring& with) const;
  nlohmann::ordered_json record(const PanelData&) const { return nullptr; }
  std::vector<const MethodInfo*> methods() const { return {}; }  // methods are not its candidates
  void change(const std::function<void(Comparison&)>&) {}
};

}  // namespace polhode
