// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polhode::verbs {

/// The text of an SVG of matplotlib's without what its picture does not need: prologue, metadata, names of groups,
/// white space, decimals below a tenth of a point, and every style but once.
std::string smaller_svg(const std::string& svg);

}  // namespace polhode::verbs
