// SPDX-License-Identifier: MIT
#include "methods/family/exact_flow.hpp"
#include "methods/plugin.hpp"

namespace polhode {

POLHODE_TORQUES(, Wide);
POLHODE_AROUND(, double);
POLHODE_AROUND(, Wide);

template orbit::Increment<Wide> orbit::increment<orbit::HybridFrame>(const Inertia<Wide>&, const Vec<Body, Wide>&,
                                                                     const Wide&);

}  // namespace polhode
