// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stdexcept>
#include <string_view>

/// Work in a process of its own, that may crash or never end.
namespace polhode {

/// Why work in a process of its own did not come back.
struct ChildFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Calls `work` in a copy of this process. What it sends is received here, in order and whole. Throws ChildFailed if it
/// crashes, throws, or takes more than `seconds`, and Interrupted; the process is gone then.
using Send = std::function<void(std::string_view)>;
void in_child(const std::function<void(const Send&)>& work, const std::function<void(std::string_view)>& receive,
              double seconds);

}  // namespace polhode
