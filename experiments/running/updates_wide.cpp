// SPDX-License-Identifier: MIT
#include "experiments/running/updates.hpp"

namespace polhode {

POLHODE_IN(float128);
POLHODE_IN(float100);

}  // namespace polhode
