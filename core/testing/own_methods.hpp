// SPDX-License-Identifier: MIT
#pragma once

#include "methods/runners.hpp"

namespace polhode {

/// Methods of this space alone, of the papers; those that serve rigid bodies, too, and compositions are tested in
/// high_order_spaces_test.
template <class P>
std::vector<Runner<P>> own() {
  std::vector<Runner<P>> list;
  for (const auto& r : runners<P>())
    if (!find_runner<FreeBody<double>>(*r.info) && r.info->order.least() <= 2) list.push_back(r);
  return list;
}

}  // namespace polhode
