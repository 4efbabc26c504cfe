// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

/// While watch_exits is on, loaded code may not end the program silently or change numbers that are written.
namespace polhode {

/// Results are unreliable: loaded code has changed the rounding mode or the format of numbers.
struct NumbersChanged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Makes check_numbers throw, in any thread, if numbers_were_changed in this thread.
void note_changed_numbers();
/// Notes a change of rounding alone, which is cheap to see: after each call of loaded code, which may set it back in a
/// later one.
void note_changed_rounding();
/// Whether any change was noted, or is to be noted here; it is forgotten then.
bool changed_numbers_are_noted();
/// Throws NumbersChanged once numbers were changed. It precedes all that is printed and written.
void check_numbers();

/// Whether the end of this thread leaves work of the program undone: the first thread, and those that have called
/// own_this_thread, as all parallel workers do from own_working_threads on. Libraries may end threads of their own.
bool owns_this_thread();
void own_this_thread();
void own_working_threads();

/// Replaces an exit that is not the program's: it says so and ends the program with exit code 3.
void refuse_exit();

}  // namespace polhode
