// SPDX-License-Identifier: MIT
#pragma once

#include <pugixml.hpp>
#include <string>

namespace polhode::reading {

/// The root of an XML file, which the document then holds. Beyond pugixml it refuses a second root, text outside the
/// root, an attribute twice, a byte 0, and elements that are too deep or too many. Throws UserError, which begins with
/// `field`: the file, the line and what is wrong there.
pugi::xml_node read_xml(pugi::xml_document& document, const std::string& text, const std::string& path,
                        const std::string& field);

/// The text of an element, without that of its children.
std::string text_of(const pugi::xml_node& element);

}  // namespace polhode::reading
