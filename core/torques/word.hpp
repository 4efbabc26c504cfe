// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace polhode {

/// A key of a spec file and the field of a torque that it sets.
struct Key {
  std::string_view key, field;
};

/// A word for a torque in spec files, `"kind": name`. Fields without a key keep their defaults.
struct Word {
  std::string_view name;
  std::array<Key, 4> keys;  ///< those without a name do not exist
};

}  // namespace polhode
