// SPDX-License-Identifier: MIT
#include "methods/imid.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Imid)
