// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/spec/values.hpp"

/// Members of a spec's objects that are words. What is wrong throws UserError, as in values.hpp.
namespace polhode::reading {

/// One of these words; where none is given, the first.
std::string word(const json& object, const std::string& field, const std::string& key,
                 const std::vector<std::string>& words);
/// True or false; where neither is given, as usual.
bool flag(const json& object, const std::string& field, const std::string& key, bool usual = false);
/// A text; where none is given, as usual.
std::string text(const json& object, const std::string& field, const std::string& key, const std::string& accepted,
                 const std::string& usual = "");

}  // namespace polhode::reading
