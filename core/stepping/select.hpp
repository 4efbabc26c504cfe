// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/counters.hpp"

/// Choices that depend on data, written so that one source serves a number and several at once
/// (methods/lanes/pack.hpp): the condition is a bool or, for several numbers, a mask with a bool for each.
namespace polhode {

/// condition ? a : b; for several numbers, each by itself.
template <class T>
T select(bool condition, const T& a, const T& b) {
  return condition ? a : b;
}

/// True if the condition holds for at least one.
template <class Condition>
bool any(const Condition& condition) {
  if constexpr (std::is_same_v<Condition, bool>)
    return condition;
  else
    return any_of(condition);
}

/// counters.count_iteration() for those where the condition holds.
void count_iteration(auto& counters, bool condition) {
  if (condition) counters.count_iteration();
}

/// counters.fail(why) for those where the condition holds.
void fail(auto& counters, Failure why, bool condition) {
  if (condition) counters.fail(why);
}

// A step that takes too long for several bodies at once says  leave(counters, condition):  those bodies are moved by
// themselves. It is not asked of a single number.

}  // namespace polhode
