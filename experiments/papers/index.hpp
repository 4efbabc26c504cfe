// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/measuring/experiment.hpp"

/// Every experiment of the project: one function per file, each returns a value.
namespace polhode {

Experiment figure1();
Experiment figure2();
Experiment figure3();
Experiment figure4();
Experiment figure5();
Experiment figure6();
Experiment figure7();
Experiment figure8();
Experiment krysl2006_figure1();
Experiment krysl2006_figure2();
Experiment krysl2006_figure3();
Experiment krysl2006_figure4();
Experiment krysl2006_figure5();
Experiment krysl2004_figure1();
Experiment romero2008_figure1();
Experiment romero2008_figure2();
Experiment romero2008_figure3();
Experiment romero2008_figure4();
Experiment romero2008_figure5();
Experiment romero2008_figure6();
Experiment frb2008_figure5();
Experiment frb2008_figure6();
Experiment frb2008_figure7();
Experiment properties();

struct ExperimentEntry {
  std::string id;
  Experiment (*make)();
};

/// The experiments in the order of the README's table. Targets, tests and lists derive from it; a test fails if a
/// figure's file is not here.
const std::vector<ExperimentEntry>& experiment_index();

/// The experiment with this id or alias (saefstroem2006-figure1 is figure1); null if there is none.
const ExperimentEntry* find_experiment(const std::string& name);

}  // namespace polhode
