// SPDX-License-Identifier: MIT
#include "experiments/papers/claims.hpp"
#include "experiments/papers/index.hpp"

namespace polhode {

// Claims on properties of methods, judged by one-step defects and invariants instead of pictures.
Experiment properties() {
  Experiment e{.id = "properties",
               .title = "Properties of methods",
               .source = "claims of the papers that no figure shows",
               .papers = {"saefstroem2006", "krysl2006", "krysl2004", "romero2008", "frb2008"}};
  for (const auto& claims : {claims_of_saefstroem2006(), claims_of_krysl(), claims_of_romero(), claims_of_frb()})
    e.claims.insert(e.claims.end(), claims.begin(), claims.end());
  return e;
}

}  // namespace polhode
