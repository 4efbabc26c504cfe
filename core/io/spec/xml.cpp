// SPDX-License-Identifier: MIT
#include "core/io/spec/xml.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "core/system/user.hpp"

namespace polhode::reading {

namespace {

/// What pugixml lets pass.
struct Strict : pugi::xml_tree_walker {
  std::string what;
  std::ptrdiff_t at = 0;
  std::size_t elements = 0;

  bool for_each(pugi::xml_node& node) override {
    constexpr int deepest = 500;
    constexpr std::size_t most = 1000000;
    const bool is_element = node.type() == pugi::node_element;
    if (depth() == 0 && is_element && node != node.root().first_child()) what = "a second root, or text before it";
    if (depth() == 0 && !is_element) what = "text outside the root";
    if (depth() > deepest) what = "elements too deep";
    if (++elements > most) what = "too many elements";
    std::set<std::string_view> names;
    for (const auto& a : node.attributes())
      if (!names.insert(a.name()).second) what = "the attribute " + shortened(a.name()) + " twice";
    at = node.offset_debug();
    return what.empty();
  }
};

}  // namespace

pugi::xml_node read_xml(pugi::xml_document& document, const std::string& text, const std::string& path,
                        const std::string& field) {
  const auto refuse = [&](std::ptrdiff_t at, const std::string& what) {
    const auto read = std::clamp<std::ptrdiff_t>(at, 0, static_cast<std::ptrdiff_t>(text.size()));
    throw UserError("{}: {}, line {}: {}; accepted: an XML file", field, path,
                    1 + std::count(text.begin(), text.begin() + read, '\n'), what);
  };
  if (const auto zero = text.find('\0'); zero != text.npos) refuse(static_cast<std::ptrdiff_t>(zero), "a byte 0");
  const auto parsed = document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_fragment);
  if (!parsed) refuse(parsed.offset, parsed.description());
  Strict strict;
  if (!document.traverse(strict)) refuse(strict.at, strict.what);
  if (!document.document_element()) refuse(0, "no element");
  return document.document_element();
}

std::string text_of(const pugi::xml_node& element) {
  std::string all;
  for (const auto& c : element)
    if (c.type() == pugi::node_pcdata || c.type() == pugi::node_cdata) all += c.value();
  return all;
}

}  // namespace polhode::reading
