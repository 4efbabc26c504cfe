// SPDX-License-Identifier: MIT
#include "experiments/papers/index.hpp"

namespace polhode {

const std::vector<ExperimentEntry>& experiment_index() {
  static const std::vector<ExperimentEntry> index = {
      {"figure1", figure1},
      {"figure2", figure2},
      {"figure3", figure3},
      {"figure4", figure4},
      {"figure5", figure5},
      {"figure6", figure6},
      {"figure7", figure7},
      {"figure8", figure8},
      {"krysl2006-figure1", krysl2006_figure1},
      {"krysl2006-figure2", krysl2006_figure2},
      {"krysl2006-figure3", krysl2006_figure3},
      {"krysl2006-figure4", krysl2006_figure4},
      {"krysl2006-figure5", krysl2006_figure5},
      {"krysl2004-figure1", krysl2004_figure1},
      {"romero2008-figure1", romero2008_figure1},
      {"romero2008-figure2", romero2008_figure2},
      {"romero2008-figure3", romero2008_figure3},
      {"romero2008-figure4", romero2008_figure4},
      {"romero2008-figure5", romero2008_figure5},
      {"romero2008-figure6", romero2008_figure6},
      {"frb2008-figure5", frb2008_figure5},
      {"frb2008-figure6", frb2008_figure6},
      {"frb2008-figure7", frb2008_figure7},
      {"properties", properties},
  };
  return index;
}

const ExperimentEntry* find_experiment(const std::string& name) {
  const std::string paper = "saefstroem2006-";
  const std::string id = name.rfind(paper, 0) == 0 ? name.substr(paper.size()) : name;
  for (const auto& entry : experiment_index())
    if (entry.id == id) return &entry;
  return nullptr;
}

}  // namespace polhode
