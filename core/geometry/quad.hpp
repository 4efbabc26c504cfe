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
#elif defined __SIZEOF_FLOAT128__
#include <quadmath.h>
#define POLHODE_LIBQUADMATH
#define POLHODE_QUAD(function) ::function##q
#else
#error "This compiler has no number of 113 bits."
#endif

namespace polhode {

#ifndef POLHODE_LIBQUADMATH
/// The machine's number of 113 bits, IEEE 754's binary128: long double where it is that, else libquadmath's.
using quad = long double;
/// A decimal number, rounded, and where it ends.
inline quad read_quad(const char* text, char** end) {
  return std::strtold(text, end);
}
/// So many significant digits, into a text of such a size.
inline void write_quad(char* text, std::size_t size, int digits, quad x) {
  std::snprintf(text, size, "%.*Lg", digits, x);
}
#else
using quad = __float128;
inline quad read_quad(const char* text, char** end) {
  return strtoflt128(text, end);
}
inline void write_quad(char* text, std::size_t size, int digits, quad x) {
  quadmath_snprintf(text, size, "%.*Qg", digits, x);
}
#endif

}  // namespace polhode
