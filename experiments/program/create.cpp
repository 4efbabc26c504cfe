// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "core/geometry/quad.hpp"
#include "experiments/program/verbs.hpp"
#include "experiments/running/paths.hpp"
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

std::string renamed(std::string text, const std::string& id, const std::string& file) {
  for (const auto& [was, is] : {std::pair<std::string, std::string>{"explicit-midpoint", id},
                                {"libmidpoint", "lib" + file},
                                {"midpoint.c", file + ".c"},
                                {"mr4", file}})
    for (std::size_t at = 0; (at = text.find(was, at)) != std::string::npos; at += is.size())
      text.replace(at, was.size(), is);
  return text;
}

/// Text as one word of a shell command, whatever it contains.
std::string shell_word(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
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
  static const std::regex form("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  if (id.size() > 40 || !std::regex_match(id, form))
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
