// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/io/spec.hpp"
#include "experiments/judging/recommend.hpp"

namespace polhode::answers {

/// One HTML file that needs nothing else: the report's shell around a recommendation (as its JSON), with the program to
/// paste and the motion to see.
std::string recommendation_page(const Recommendation& r, nlohmann::ordered_json recommendation,
                                const Spec<double>& spec, const std::string& name);

}  // namespace polhode::answers
