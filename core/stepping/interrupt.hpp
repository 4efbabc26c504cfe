// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <stdexcept>

/// Interrupts runs from outside.
namespace polhode {

/// While it is set, by another thread or a signal's handler, every run ends within 128 steps and throws Interrupted.
inline std::atomic<bool> runs_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

/// Thrown between pieces of work if the user wants to end it.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace polhode
