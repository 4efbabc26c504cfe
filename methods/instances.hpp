// SPDX-License-Identifier: MIT
#pragma once

#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "core/stepping/integrate.hpp"
#include "core/torques/instances.hpp"

/// What all methods share is compiled once (instances.cpp): in every object of theirs it would be much of the work.
namespace polhode {

extern template struct SumOf<Counting, Torque>;
extern template struct SumOf<float128, Torque>;
extern template struct SumOf<Dual<float128, 6>, Torque>;
extern template struct TorquedBody<Counting>;
extern template struct TorquedBody<float128>;
extern template struct TorquedBody<Dual<float128, 6>>;

namespace detail {

extern template struct Integrated<TorquedBody<double>>;
extern template struct Integrated<DrivenBody<double>>;
extern template struct Integrated<TorquedBody<Counting>>;
extern template struct Integrated<TorquedBody<float128>>;
extern template struct Integrated<TorquedBody<Dual<float128, 6>>>;

}  // namespace detail

}  // namespace polhode
