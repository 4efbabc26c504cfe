// SPDX-License-Identifier: MIT
#include "core/geometry/scalar.hpp"
#include "methods/instantiate.hpp"

namespace polhode {

template const std::vector<Runner<FreeBody<float128>>>& runners();
template const std::vector<Runner<TorquedBody<float128>>>& runners();
template const std::vector<Runner<Director<float128>>>& runners();
template const std::vector<Runner<Particles<float128>>>& runners();

}  // namespace polhode
