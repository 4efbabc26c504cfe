// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/counters.hpp"

/// Choices that depend on data, written so that one text serves a number and several at once
/// (methods/lanes/pack.hpp): what decides is a bool or, of several numbers, a mask with a bool for each.
namespace polhode {

/// condition ? a : b; of several numbers for each by itself.
template <class T>
T select(bool condition, const T& a, const T& b) {
  return condition ? a : b;
}

/// True where the condition holds for one at least.
template <class Condition>
bool any(const Condition& condition) {
  if constexpr (std::is_same_v<Condition, bool>)
    return condition;
  else
    return any_of(condition);
}

/// counters.count_iteration() for those where the condition holds.
template <class Counters>
void count_iteration(Counters& counters, bool condition) {
  if (condition) counters.count_iteration();
}

/// counters.fail(why) for those where the condition holds.
template <class Counters>
void fail(Counters& counters, Failure why, bool condition) {
  if (condition) counters.fail(why);
}

// Where a step is too long-winded for several bodies at once it says  leave(counters, condition):  those are moved by
// themselves. Of a number it is not asked.

}  // namespace polhode
