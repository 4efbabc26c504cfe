// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/pages_of.hpp"

namespace polhode::attitude {

template PageOutcome<float128> run_page(const PageInfo&, const Attitude<float128>&, const PageInput<float128>&);
template PageOutcome<float100> run_page(const PageInfo&, const Attitude<float100>&, const PageInput<float100>&);

}  // namespace polhode::attitude
