// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "methods/attitude/update.hpp"

/// The pages of methods/attitude by their names.
namespace polhode::attitude {

/// What all pages say of themselves, in the order of the roster.
const std::vector<PageInfo>& pages();
/// The page of a name; nothing if there is none.
const PageInfo* find_page(const std::string& id);
std::vector<std::string> page_names();

}  // namespace polhode::attitude
