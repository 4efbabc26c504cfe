// SPDX-License-Identifier: MIT
// The roster for one scalar and one type of problem. It is compiled once per pair, see CMakeLists.txt: each takes a minute.
#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "methods/instantiate.hpp"

namespace polhode {

template const std::vector<Runner<POLHODE_PROBLEM<POLHODE_SCALAR>>>& runners();
template void add_runner(const Runner<POLHODE_PROBLEM<POLHODE_SCALAR>>&);

}  // namespace polhode
