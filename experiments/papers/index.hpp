// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/measuring/experiment.hpp"

namespace polhode {

/// A paper is a folder. Its paper.cpp has its figures, and the numbers of its claims that no figure shows.
struct Paper {
  struct Figure {
    int number;                          ///< as printed; 0: the paper says it and has no figure of it
    Experiment (*make)();                ///< its id and source are added here
    const char *word = "", *place = "";  ///< of one without a number: what it is called, and where the paper says it
  };

  std::string id, name;                      ///< krysl2006, Krysl 2006
  std::optional<std::string> figure_prefix;  ///< of the ids of its figures, unless it is ID-
  std::vector<Figure> figures;
  std::vector<ClaimNumbers> (*claims)();
};

/// All papers, in the order of the README's tables.
const std::vector<Paper>& papers();

struct ExperimentEntry {
  std::string id;
  std::function<Experiment()> make;
};

/// The figures of all papers, then `properties`: the claims that no figure shows. Targets, tests and lists derive from
/// it.
const std::vector<ExperimentEntry>& experiment_index();

/// The experiment with this id, or with PAPER-figureN; null if there is none.
const ExperimentEntry* find_experiment(const std::string& name);

}  // namespace polhode
