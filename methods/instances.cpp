// SPDX-License-Identifier: MIT
#include "methods/family/exact_flow.hpp"
#include "methods/plugin.hpp"

namespace polhode {

template struct SumOf<Wide, Torque>;
template struct SumOf<Wide, MomentumTorque>;
template struct TorquedBody<Wide>;

template orbit::Increment<Wide> orbit::increment<orbit::HybridFrame>(const Inertia<Wide>&, const Vec<Body, Wide>&,
                                                                     const Wide&);

namespace detail {

template struct Around<FreeBody<double>>;
template struct Around<FreeBody<Wide>>;
template struct Around<TorquedBody<double>>;
template struct Around<TorquedBody<Wide>>;
template struct Around<Director<double>>;
template struct Around<Director<Wide>>;
template struct Around<Particles<double>>;
template struct Around<Particles<Wide>>;

}  // namespace detail

}  // namespace polhode
