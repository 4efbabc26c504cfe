// SPDX-License-Identifier: MIT
#include "methods/instances.hpp"

namespace polhode {

template struct SumOf<Counting, Torque>;
template struct SumOf<float128, Torque>;
template struct SumOf<Dual<float128, 6>, Torque>;
template struct TorquedBody<Counting>;
template struct TorquedBody<float128>;
template struct TorquedBody<Dual<float128, 6>>;

namespace detail {

template struct Integrated<TorquedBody<double>>;
template struct Integrated<DrivenBody<double>>;
template struct Integrated<TorquedBody<Counting>>;
template struct Integrated<TorquedBody<float128>>;
template struct Integrated<TorquedBody<Dual<float128, 6>>>;

}  // namespace detail

}  // namespace polhode
