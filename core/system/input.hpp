// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace polhode {

/// A file to read, or standard input for "-". Throws UserError, also for devices and for named pipes, which may never
/// be written to.
class Input {
 public:
  explicit Input(const std::string& path);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  /// The next bytes, as many as are available, up to `most`; 0 at the end.
  std::size_t read(char* to, std::size_t most);
  /// The bytes of a regular file; 0 for others.
  std::size_t size() const { return size_; }
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  std::string name_;
  int file_;
  std::size_t size_ = 0;
};

}  // namespace polhode
