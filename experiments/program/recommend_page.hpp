// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "experiments/judging/recommend.hpp"

namespace polhode::verbs {

/// What is promised, in a sentence.
std::string promise_text(const Recommendation& r);
/// What to use and why, a line each.
std::vector<std::string> why_text(const Recommendation& r);
/// The error that was asked for.
double shown_error(const Recommendation& r, const Rating& x);

/// One HTML file that needs nothing else: a picture of error against cost, and a table.
std::string recommendation_page(const Recommendation& r, const std::string& spec);

}  // namespace polhode::verbs
