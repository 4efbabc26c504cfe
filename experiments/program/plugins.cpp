// SPDX-License-Identifier: MIT
#include "experiments/program/plugins.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <regex>

#include "core/system/user.hpp"
#include "experiments/running/engines.hpp"
#include "methods/plugin.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

/// What a plug-in says of itself. The library stays loaded: its methods are pointed to.
const polhode_plugin& described(const std::string& path) {
  const auto refuse = [&](const std::string& why) { return UserError(fmt::format("--plugin: {}: {}", path, why)); };
  if (!std::filesystem::is_regular_file(path)) throw refuse("no such file");
  void* library = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw refuse(fmt::format("not a library that can be loaded: {}", dlerror()));
  const auto describe = reinterpret_cast<const polhode_plugin* (*)()>(dlsym(library, "polhode_plugin_v1"));
  if (!describe) throw refuse("not a plug-in: it exports no polhode_plugin_v1");

  const auto* plugin = describe();
  if (!plugin || std::memcmp(plugin->magic, "polhode", sizeof plugin->magic) != 0)
    throw refuse("not a plug-in of this program: its polhode_plugin_v1 returns something else");
  if (plugin->abi != plugin::abi)
    throw refuse(fmt::format("built for plug-in interface {}, this program has {}; build it against this version",
                             plugin->abi, plugin::abi));
  if (plugin->build != plugin::build())
    throw refuse(fmt::format("built with {}; this program with {}", plugin->build, plugin::build()));
  return *plugin;
}

}  // namespace

void check_names(const std::string& whence, const MethodInfo& method) {
  const auto check = [&](std::string_view name) {
    static const std::regex form("[a-z][a-z0-9]*([-:][a-z0-9]+)*");
    if (!std::regex_match(std::string(name), form))
      throw UserError(
          fmt::format("{}: \"{}\" is not a name of a method; accepted: small letters, digits and "
                      "single dashes",
                      whence, name));
    if (find_method(name)) throw UserError(fmt::format("{}: there is a method \"{}\" already", whence, name));
  };
  check(method.id);
  for (const auto alias : method.aliases)
    if (!alias.empty()) check(alias);
}

void load_plugin(const std::string& path) {
  static const plugin::Host host{[] { return &Counting::operations; }};
  const auto& plugin = described(path);
  plugin.attach(&host);
  for (std::uint32_t i = 0; i < plugin.size; ++i) {
    const auto& contestant = plugin.methods[i];
    check_names("--plugin: " + path, *contestant.info);
    add_method(*contestant.info);
    const auto add = [](const auto& runner) {
      if (runner.run) add_runner(runner);
    };
    std::apply([&](const auto&... runner) { (add(runner), ...); }, contestant.runners);
  }
}

void load_engine(const std::string& path) {
  for (const auto* m : engines_of(path)) {
    check_names("--engine: " + path, m->info);
    add_method(m->info);
    add_runner(m->free);
    if (m->torqued.run) add_runner(m->torqued);
  }
}

}  // namespace polhode
