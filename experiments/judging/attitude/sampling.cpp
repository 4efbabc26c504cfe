// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/sampling.hpp"

namespace polhode::attitude {

template std::vector<double> intervals(const std::vector<double>&);
template Sampled<double> sampled(const RateSpec<double>&, bool);
template Sampled<double> increments_of_rates(Sampled<double>, const std::string&);

}  // namespace polhode::attitude
