// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace polhode::reading {

/// An element of an XML file with what is in it; comments, declarations and processing instructions are left out.
struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< its own, without that of its children
  std::vector<Element> children;

  /// The first child of this name; null if there is none.
  const Element* child(const std::string& wanted) const;
  /// An attribute; an empty text if there is none.
  std::string attribute(const std::string& wanted) const;
};

/// The root. Throws UserError, which begins with `field`: the file, the line and what is wrong there.
Element read_xml(const std::string& text, const std::string& path, const std::string& field);

}  // namespace polhode::reading
