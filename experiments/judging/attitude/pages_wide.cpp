// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/pages_of.hpp"

namespace polhode::attitude {

PageOutcome<float128> run_page(const PageInfo& page, const Attitude<float128>& q, const PageInput<float128>& input) {
  return run_in_scalar(page, q, input);
}
PageOutcome<float100> run_page(const PageInfo& page, const Attitude<float100>& q, const PageInput<float100>& input) {
  return run_in_scalar(page, q, input);
}

}  // namespace polhode::attitude
