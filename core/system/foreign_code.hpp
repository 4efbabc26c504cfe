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
/// Throws NumbersChanged once numbers were changed. All that is printed and written comes after it.
void check_numbers();

/// What an exit is made to that was not the program's: it says so and ends the program with exit code 3.
void refuse_exit();

}  // namespace polhode
