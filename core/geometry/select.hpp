// SPDX-License-Identifier: MIT
#pragma once

/// Choices that depend on data, written so that one text serves a number and several at once
/// (core/ensemble/pack.hpp): what is chosen by is a bool or, of each of several numbers, a mask.
namespace polhode {

/// condition ? a : b; of several numbers for each by itself.
template <class T>
T select(bool condition, const T& a, const T& b) {
  return condition ? a : b;
}

/// True where the condition holds for one at least.
inline bool any(bool condition) {
  return condition;
}

}  // namespace polhode
