// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/geometry/quad.hpp"
#include "experiments/program/verbs.hpp"
#include "experiments/running/paths.hpp"
#include "experiments/running/plugins.hpp"
#include "methods/runners.hpp"

namespace polhode::verbs {

namespace {

namespace fs = std::filesystem;

/// An example of the tree under another name. Its id is explicit-midpoint, its files are called midpoint or mr4.
#ifdef __clang__
#define COMPILER "clang++ -idirafter $(g++ -print-file-name=include)"  // where quadmath.h is
#else
#define COMPILER "g++"
#endif
struct Example {
  const char* what;
  std::vector<std::pair<const char*, const char*>>
      files;             ///< in experiments/examples; what follows the name, or a name
  const char* compiler;  ///< the command, up to the folder of headers
  const char* libraries;
};
const Example examples[] = {
    {"plugin",
     {{"plugin/midpoint.cpp", ".cpp"}, {"plugin/CMakeLists.txt", "CMakeLists.txt"}},
     COMPILER " -std=gnu++20 -O2 -ffp-contract=off -fvisibility=hidden -shared -fPIC -DPOLHODE_PLUGIN_LIBRARY -I",
#ifdef POLHODE_LIBQUADMATH
     " -lquadmath"},
#else
     ""},
#endif
    {"engine", {{"engine/midpoint.c", ".c"}}, "cc -std=c99 -O2 -shared -fPIC -I", " -lm"}};

/// In one pass: the names may contain what is replaced.
std::string renamed(const std::string& text, const std::string& id, const std::string& file) {
  const std::pair<std::string_view, std::string> names[] = {
      {"explicit-midpoint", id}, {"libmidpoint", "lib" + file}, {"midpoint.c", file + ".c"}, {"mr4", file}};
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const auto* name = std::ranges::find_if(names, [&](const auto& n) { return rest.starts_with(n.first); });
    const bool found = name != std::end(names);
    out += found ? name->second : std::string(1, rest[0]);
    rest.remove_prefix(found ? name->first.size() : 1);
  }
  return out;
}

}  // namespace

Exit create(const NewOptions& options) {
  std::vector<std::string> accepted;
  for (const auto& e : examples) accepted.emplace_back(e.what);
  const auto at = std::find(accepted.begin(), accepted.end(), options.what);
  if (at == accepted.end()) throw UserError("WHAT: " + unknown_name("thing to begin", options.what, accepted));
  const auto& example = examples[at - accepted.begin()];
  const bool plugin = *at == "plugin";
  const auto& id = options.name;
  if (id.size() > 40 || !is_id(id))
    throw UserError("NAME: \"{}\"; accepted: small letters, digits and single dashes, like my-method", shortened(id));
  if (id == "all") throw UserError("NAME: \"all\" is given, which means all methods; accepted: another name");
  if (find_method(id)) throw UserError("NAME: the method \"{}\" already exists", id);

  auto file = id;
  std::replace(file.begin(), file.end(), '-', '_');
  const auto folder = fs::path(options.tree) / file;
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [from, to] : example.files) {
    files.emplace_back(folder / (*to == '.' ? file + to : to),
                       renamed(read_file(results_folder() + "/../experiments/examples/" + from), id, file));
    if (fs::exists(files.back().first)) throw UserError("NAME: the file {} already exists", files.back().first);
  }
  for (const auto& [path, text] : files) {
    write_file(path, text);
    print("wrote " + path + "\n");
  }
  const auto there = options.tree == "." ? file : shell_word(folder.string());
  const auto headers = headers_folder() + (plugin ? "" : is_installed() ? "/.." : "/engines");
  const auto kept = plugin ? " " + shell_word(library_folder() + "/libpolhode_plugin.a") : "";
  print(
      fmt::format("It is the explicit midpoint rule until you change it. Next:\n"
                  "  {} {} {}/{}{}{} -o {}/lib{}.so{}\n"
                  "  polhode check {} --{} {}/lib{}.so\n",
                  example.compiler, shell_word(fs::path(headers).lexically_normal().string()), there, file,
                  plugin ? ".cpp" : ".c", kept, there, file, example.libraries, id, *at, there, file));
  if (plugin) print(fmt::format("  polhode figure figure1 --plugin {}/lib{}.so --with {}\n", there, file, id));
  return Exit::ok;
}

}  // namespace polhode::verbs
