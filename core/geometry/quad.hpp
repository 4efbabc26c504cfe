// SPDX-License-Identifier: MIT
#pragma once

#include <cfloat>
#include <cstddef>

#if LDBL_MANT_DIG == 113  // aarch64 under Linux, WebAssembly
#include <cmath>
#include <cstdio>
#include <cstdlib>
/// The function of that name for a quad.
#define POLHODE_QUAD(function) ::function##l
#elif defined __SIZEOF_FLOAT128__ && !defined POLHODE_BOOST_QUAD
#include <quadmath.h>
#define POLHODE_LIBQUADMATH
#define POLHODE_QUAD(function) ::function##q
#else  // of clang on macOS; or wanted, for tests of it
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>
#define POLHODE_QUAD(function) ::boost::multiprecision::function
#endif

namespace polhode {

/// A binary number of 113 bits: long double where it is one, else libquadmath's, else Boost's.
#if LDBL_MANT_DIG == 113
using quad = long double;
inline quad read_quad(const char* text, char** end) {
  return std::strtold(text, end);
}
inline void write_quad(char* text, std::size_t size, int digits, quad x) {
  std::snprintf(text, size, "%.*Lg", digits, x);
}
#elif defined POLHODE_LIBQUADMATH
using quad = __float128;
inline quad read_quad(const char* text, char** end) {
  return strtoflt128(text, end);
}
inline void write_quad(char* text, std::size_t size, int digits, quad x) {
  quadmath_snprintf(text, size, "%.*Qg", digits, x);
}
#else
using quad = boost::multiprecision::cpp_bin_float_quad;
/// A decimal number, rounded, and where it ends.
inline quad read_quad(const char* text, char** end) {
  char* last = nullptr;
  std::strtod(text, &last);
  if (end) *end = last;
  return quad(std::string(text, static_cast<const char*>(last)));
}
/// So many significant digits, into a text of such a size.
inline void write_quad(char* text, std::size_t size, int digits, const quad& x) {
  std::snprintf(text, size, "%s", x.str(digits).c_str());
}
#endif

}  // namespace polhode
