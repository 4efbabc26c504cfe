// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace polhode::reading {

/// The atoms of an XYZ file (a count, a comment, then a symbol or an atomic number and three coordinates a line) as a
/// list of [mass, x, y, z], in atomic masses and the unit of the file. Only the first of several frames is read, with a
/// warning. Throws UserError.
nlohmann::json atoms_of(const std::string& text, const std::string& path, const std::string& field,
                        std::vector<std::string>& warnings);

}  // namespace polhode::reading
