// SPDX-License-Identifier: MIT
#include "methods/instantiate.hpp"

namespace polhode {

template const std::vector<Runner<FreeBody<Counting>>>& runners();
template const std::vector<Runner<TorquedBody<Counting>>>& runners();
template const std::vector<Runner<Director<Counting>>>& runners();
template const std::vector<Runner<Particles<Counting>>>& runners();

}  // namespace polhode
