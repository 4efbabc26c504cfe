// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Where the program finds what it reads and puts what it writes. An installed program, wherever its prefix is moved,
/// reads PREFIX/share/polhode and writes below the current folder; one of the tree reads and writes the tree.
namespace polhode {

/// Is this program installed, with its data beside it?
bool is_installed();

/// The folder of claims.json, the golden files and the schemas.
const std::string& results_folder();

/// What an #include of ours is relative to.
std::string headers_folder();

/// The folder of libraries that are loaded when they are needed.
std::string library_folder();

/// The folder of results, unless another is asked for.
std::string out_folder();

}  // namespace polhode
