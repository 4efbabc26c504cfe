// SPDX-License-Identifier: MIT
#pragma once

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(_M_FP_FAST) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "polhode: -ffast-math is given, or a part of it that changes sums or NaN; accepted: without, see the README"
#endif

// Clang does not announce -fassociative-math, which reduces (x + 2^52) - 2^52 - x to 0; this keeps functions from it.
#ifdef __clang__
#define POLHODE_AS_WRITTEN _Pragma("clang fp reassociate(off)")
#else
#define POLHODE_AS_WRITTEN
#endif
