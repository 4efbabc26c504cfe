// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/papers/paper.hpp"

namespace polhode {

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
