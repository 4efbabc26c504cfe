// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

/// Hooks of a program that calls this code as a library, like an interpreter.
namespace polhode {

/// Shows a line of progress in place of the last one, none when the work is over; false if it does not, so that a
/// terminal may. It is called from any thread and does not throw.
using ShowsProgress = std::function<bool(std::string_view line)>;

/// From now on progress is shown by the host, wherever it does. To be called once, before there is any.
void show_progress_by(ShowsProgress host);

}  // namespace polhode
