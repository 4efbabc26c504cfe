// SPDX-License-Identifier: MIT
#include "methods/plugin.hpp"

namespace polhode {

template struct SumOf<Wide, Torque>;
template struct TorquedBody<Wide>;

namespace detail {

template struct Integrated<TorquedBody<double>>;
template struct Integrated<TorquedBody<Wide>>;

}  // namespace detail

}  // namespace polhode
