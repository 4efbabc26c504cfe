// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Folders of the program's input and output. An installed program, wherever its prefix is moved, reads
/// PREFIX/share/polhode and writes below the current folder; a program of the tree reads and writes the tree.
namespace polhode {

/// Whether this program is installed, with its data beside it.
bool is_installed();

/// The folder of claims.json, the golden files and the schemas.
const std::string& results_folder();

/// The folder to which our includes are relative.
std::string headers_folder();

/// The folder of libraries that are loaded on demand.
std::string library_folder();

/// The default folder of results.
std::string out_folder();

}  // namespace polhode
