// SPDX-License-Identifier: MIT
#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "methods/instantiate.hpp"

namespace polhode {

template const std::vector<Runner<FreeBody<Dual<float128, 6>>>>& runners();
template const std::vector<Runner<TorquedBody<Dual<float128, 6>>>>& runners();
template const std::vector<Runner<Director<Dual<float128, 6>>>>& runners();
template const std::vector<Runner<Particles<Dual<float128, 6>>>>& runners();

}  // namespace polhode
