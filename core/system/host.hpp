// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

/// Hooks of a program that calls this code as a library, like an interpreter.
namespace polhode {

/// Shows a line of progress in place of the last one, an empty one when the work is over. Returns false if it does not,
/// so that a terminal may. It is called from any thread and does not throw.
using ShowsProgress = std::function<bool(std::string_view line)>;

/// From now on the host shows progress, if it can. To be called once, before there is any.
void show_progress_by(ShowsProgress host);

}  // namespace polhode
