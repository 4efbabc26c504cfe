// SPDX-License-Identifier: MIT
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "core/geometry/scalar.hpp"

/// The scalars of references. Include this in sources only, like scalar.hpp; it costs another second.
namespace polhode {

/// 50 decimal digits: references that must be certain.
using float50 = boost::multiprecision::cpp_bin_float_50;

/// 100 decimal digits: what certifies the 50.
using float100 = boost::multiprecision::cpp_bin_float_100;

}  // namespace polhode
