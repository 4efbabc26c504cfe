// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace polhode {

/// A key of a spec file and the field of a torque that it gives.
struct Key {
  std::string_view key, field;
  bool required = true;
};

/// A word for a torque in spec files, `"kind": name`. Fields that no key gives keep their defaults.
struct Word {
  std::string_view name;
  std::array<Key, 4> keys;  ///< those without a name are not there
};

}  // namespace polhode
