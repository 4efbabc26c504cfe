// SPDX-License-Identifier: MIT
#pragma once

#include "core/problem/problem.hpp"
#include "core/stepping/integrate.hpp"

namespace polhode {

// Runs of problems as values, in double: what methods are above their pages.
using ProblemRunner = Runner<Problem<double>>;
using ProblemSampler = Sampler<Problem<double>>;
using ProblemSample = Sample<Problem<double>>;
using ProblemRun = Run<Problem<double>>;

}  // namespace polhode
