// SPDX-License-Identifier: MIT
#pragma once

#include <boost/multiprecision/float128.hpp>

#include "core/geometry/real.hpp"

/// The wide scalar of methods. Include this in sources only: it costs a second per file, and every header of the
/// project is generic in its scalar.
namespace polhode {

/// 113-bit floating point of libquadmath: converged references, orders beyond round-off.
using float128 = boost::multiprecision::float128;

}  // namespace polhode
