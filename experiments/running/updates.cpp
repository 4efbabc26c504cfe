// SPDX-License-Identifier: MIT
#include "experiments/running/updates.hpp"

namespace polhode {

const std::vector<UpdateInfo>& update_infos() {
  static const auto all = []<class... M>(std::type_identity<std::tuple<M...>>) {
    return std::vector<UpdateInfo>{M::info...};
  }(std::type_identity<attitude::Roster<double>>());
  return all;
}

const UpdateInfo* find_update(std::string_view id) {
  for (const auto& u : update_infos())
    if (u.id == id) return &u;
  return nullptr;
}

std::vector<std::string> update_names() {
  std::vector<std::string> names;
  for (const auto& u : update_infos()) names.emplace_back(u.id);
  return names;
}

POLHODE_IN(float);
POLHODE_IN(double);

}  // namespace polhode
