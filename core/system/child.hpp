// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Work in a process of its own, that may crash or never end.
namespace polhode {

/// Why work in a process of its own did not come back.
struct ChildFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Calls `work` in a copy of this process. What it sends is received here, in order and whole. Throws ChildFailed if it
/// crashes, throws, or takes more than `seconds`, Interrupted, and what `meanwhile` throws, which is called while it
/// waits; the process is gone then.
using Send = std::function<void(std::string_view)>;
void in_child(
    const std::function<void(const Send&)>& work, const std::function<void(std::string_view)>& receive, double seconds,
    const std::function<void()>& meanwhile = [] {});

/// Result of a program of the system: success or not (or it could not be run); and what it printed, at most a megabyte.
struct Ended {
  bool well;
  std::string said;
};

/// Runs a program of the system in a folder, without a shell: its name, and its words as they are. Throws ChildFailed
/// if it takes more than `seconds`, and Interrupted; it is gone then.
Ended ended(const std::vector<std::string>& words, double seconds, const std::string& folder = ".");

}  // namespace polhode
