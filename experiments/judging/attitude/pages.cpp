// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/pages.hpp"

#include "experiments/judging/attitude/pages_of.hpp"

namespace polhode::attitude {

const std::vector<PageInfo>& pages() {
  static const auto all = []<class... M>(std::type_identity<std::tuple<M...>>) {
    return std::vector<PageInfo>{M::info...};
  }(std::type_identity<Roster<double>>());
  return all;
}

const PageInfo* find_page(const std::string& id) {
  for (const auto& p : pages())
    if (p.id == id) return &p;
  return nullptr;
}

std::vector<std::string> page_names() {
  std::vector<std::string> names;
  for (const auto& p : pages()) names.emplace_back(p.id);
  return names;
}

PageOutcome<float> run_page(const PageInfo& page, const Attitude<float>& q, const PageInput<float>& input) {
  return run_in_scalar(page, q, input);
}
PageOutcome<double> run_page(const PageInfo& page, const Attitude<double>& q, const PageInput<double>& input) {
  return run_in_scalar(page, q, input);
}

}  // namespace polhode::attitude
