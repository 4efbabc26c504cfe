// SPDX-License-Identifier: MIT
#pragma once

#include "methods/runners.hpp"

namespace polhode {

/// Methods of this space alone; those that serve rigid bodies, too, are tested in high_order_spaces_test.
template <class P>
std::vector<Runner<P>> own() {
  std::vector<Runner<P>> list;
  for (const auto& r : runners<P>())
    if (!find_runner<FreeBody<double>>(*r.info)) list.push_back(r);
  return list;
}

}  // namespace polhode
