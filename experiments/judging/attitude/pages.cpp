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

template PageOutcome<float> run_page(const PageInfo&, const Attitude<float>&, const PageInput<float>&);
template PageOutcome<double> run_page(const PageInfo&, const Attitude<double>&, const PageInput<double>&);

}  // namespace polhode::attitude
