// SPDX-License-Identifier: MIT
#include "experiments/running/scalars.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "core/system/user.hpp"
#include "experiments/running/paths.hpp"
#include "experiments/running/plugins.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

const std::vector<std::string> scalars{"float", "extended"};

void load(const std::string& scalar) {
  static std::set<std::string> loaded;
  if (loaded.contains(scalar)) return;
  const auto file = library_folder() + "/polhode-" + scalar + ".so";
  if (!std::filesystem::exists(file))
    throw UserError(scalar + ": methods in this scalar are not built, there is no " + file +
                    "; accepted: what the target polhode_" + scalar + " builds");
  load_plugin(file, {});
  loaded.insert(scalar);
}

}  // namespace

std::string in_scalar(const std::string& name, const std::string& scalar) {
  if (std::find(scalars.begin(), scalars.end(), scalar) == scalars.end())
    throw UserError("--scalar: " + unknown_name("scalar", scalar, scalars));
  load(scalar);
  const auto* method = find_method(name);
  return (name == "all" ? "*" : method ? std::string(method->id) : name) + ":" + scalar;
}

const MethodInfo* named_method(const std::string& name) {
  if (const auto* method = find_method(name)) return method;
  for (const auto& scalar : scalars)
    if (name.ends_with(":" + scalar)) load(scalar);
  return find_method(name);
}

}  // namespace polhode
