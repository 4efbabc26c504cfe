// SPDX-License-Identifier: MIT
#include "methods/sources.hpp"

#include <map>

#include "methods/runners.hpp"

#include "list.hpp"  // made by roster.cmake, as sources.inc; boxes.inc by boxes.awk

namespace polhode {

namespace {

std::string_view box_of(std::string_view header) {
  static const std::map<std::string_view, std::string_view> all{
#include "boxes.inc"
  };
  const auto at = all.find(header);
  return at == all.end() ? std::string_view() : at->second;
}

std::map<const MethodInfo*, MethodSource> sources() {
  std::map<const MethodInfo*, MethodSource> all{
#include "sources.inc"
  };
  for (auto& [method, source] : all) source.box = box_of(source.headers.front());
  return all;
}

}  // namespace

const MethodSource* source_of(const MethodInfo& method) {
  static const auto all = sources();
  const auto at = all.find(&method);
  return at == all.end() ? nullptr : &at->second;
}

}  // namespace polhode
