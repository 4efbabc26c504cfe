// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace polhode {

/// A folder of this process alone: empty at first, and removed with this object.
class TestFolder {
 public:
  TestFolder() {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;

  operator const std::filesystem::path&() const { return path_; }
  std::string string() const { return path_.string(); }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// Writes a file, and returns its path.
  std::string file(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("polhode_test_" + std::to_string(::getpid()));
};

}  // namespace polhode
