// SPDX-License-Identifier: MIT
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

/// The scalar of proofs. Include this in sources only, like scalar.hpp.
namespace polhode {

/// Fractions of whole numbers of any length: nothing is rounded.
using Rational =
    boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;

struct float128;
/// x in 113 bits.
float128 rounded(const Rational& x);

}  // namespace polhode
