// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

/// While watch_exits is on, loaded code may not end the program silently or change numbers that are written.
namespace polhode {

/// Results are unreliable: loaded code has changed the rounding mode or the format of numbers.
struct NumbersChanged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Has check_numbers throw if numbers_were_changed in this thread, whatever thread that is called in.
void note_changed_numbers();
/// The same of rounding alone, which is soon seen: after each call of loaded code, which may set it back in a later
/// one.
void note_changed_rounding();
/// Whether any of it was noted, or is to be noted here; it is forgotten then.
bool changed_numbers_are_noted();
/// Throws NumbersChanged once numbers were changed. All that is printed and written comes after it.
void check_numbers();

/// Whether the end of this thread leaves work of the program undone: of the first one, and of those that have called
/// own_this_thread, as all that work in parallel do from own_working_threads on. Libraries may end threads of their own.
bool owns_this_thread();
void own_this_thread();
void own_working_threads();

/// What an exit is made to that was not the program's: it says so and ends the program with exit code 3.
void refuse_exit();

}  // namespace polhode
