// SPDX-License-Identifier: MIT
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/float128.hpp>

#include "core/geometry/real.hpp"

/// The wide scalars. Include this in sources only: it costs two seconds per file, and every header of the
/// project is generic in its scalar.
namespace polhode {

/// 113-bit floating point of libquadmath: converged references, orders beyond round-off.
using float128 = boost::multiprecision::float128;

/// 50 decimal digits: references that must be certain.
using float50 = boost::multiprecision::cpp_bin_float_50;

/// 100 decimal digits: what certifies the 50.
using float100 = boost::multiprecision::cpp_bin_float_100;

}  // namespace polhode
