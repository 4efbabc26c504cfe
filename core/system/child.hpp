// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Work in a separate process, which may crash or never end.
namespace polhode {

/// Thrown if work in a separate process fails, with the reason.
struct ChildFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Calls `work` in a copy of this process. Its output is received here, in order and whole. Throws ChildFailed if the
/// work crashes, throws, or takes more than `seconds`; Interrupted; and exceptions of `meanwhile`, which is called
/// during the wait. The process is gone then.
using Send = std::function<void(std::string_view)>;
void in_child(
    const std::function<void(const Send&)>& work, const std::function<void(std::string_view)>& receive, double seconds,
    const std::function<void()>& meanwhile = [] {});

/// The result of a program of the system: success, or not (or not run); and its output, at most a megabyte.
struct Ended {
  bool well;
  std::string said;
};

/// Runs a program of the system in a folder, without a shell: its name, and its words unchanged. Throws ChildFailed if
/// it takes more than `seconds`, and Interrupted; it is gone then.
Ended ended(const std::vector<std::string>& words, double seconds, const std::string& folder = ".");

}  // namespace polhode
