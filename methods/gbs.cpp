// SPDX-License-Identifier: MIT
#include "methods/gbs.hpp"

#include "methods/plugin.hpp"

POLHODE_METHODS(Gbs6<Sej>, Gbs8<Mr>, Gbs8<Sej>, Gbs12<Mr>, Gbs12<Sej>)
