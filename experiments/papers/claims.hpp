// SPDX-License-Identifier: MIT
#pragma once

#include "core/measuring/experiment.hpp"

/// The claims on properties that no figure shows, one file per paper or pair of papers.
namespace polhode {

std::vector<ClaimNumbers> claims_of_saefstroem2006();
std::vector<ClaimNumbers> claims_of_krysl();
std::vector<ClaimNumbers> claims_of_romero();
std::vector<ClaimNumbers> claims_of_frb();

}  // namespace polhode
