// SPDX-License-Identifier: MIT
// A plug-in that does not fit, for plugins_test.cpp: the environment says how.
#include <cstdlib>
#include <string_view>

#include "methods/plugin.hpp"
#include "methods/vs_verlet.hpp"

extern "C" const polhode_plugin* polhode_plugin_v1() {
  const char* given = std::getenv("BROKEN");
  const std::string_view broken = given ? given : "";
  static auto plugin = *polhode::plugin::of<polhode::VsVerlet>();
  static auto method = *plugin.methods;
  static auto info = *method.info;
  method.info = &info, plugin.methods = &method;
  if (broken == "old") plugin.abi = 0, plugin.build = nullptr, plugin.methods = nullptr;  // nothing of it may be read
  if (broken == "other compiler") plugin.build = "polhode 0.1, clang 3";
  if (broken == "something else") plugin.magic[0] = 'P';
  if (broken == "nameless") info.id = "My Method!";
  if (broken == "taken") info.id = "akw";
  return &plugin;
}
