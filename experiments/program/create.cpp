// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <functional>
#include <regex>

#include "experiments/program/verbs.hpp"
#include "experiments/running/paths.hpp"
#include "methods/runners.hpp"

namespace polhode::verbs {

namespace {

namespace fs = std::filesystem;

/// A file of experiments/program/templates. In them @id@ is my-method, @file@ my_method, @Type@ MyMethod, @LABEL@
/// MY-METHOD.
std::string read_template(const std::string& name) {
  return read_file(results_folder() + "/../experiments/program/templates/" + name + ".in");
}

/// A name in the forms in which it is written.
struct Name {
  std::string id, file, type, label;

  explicit Name(const std::string& given) : id(given) {
    static const std::regex form("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    if (id.size() > 40 || !std::regex_match(id, form))
      throw UserError("NAME: \"{}\"; accepted: small letters, digits and single dashes, like my-method",
                      shortened(given));
    bool first = true;
    for (const char c : id) {
      const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      file += c == '-' ? '_' : c, label += upper;
      if (c != '-') type += first ? upper : c;
      first = c == '-';
    }
  }

  /// A template in which the name is filled in.
  std::string fill(const std::string& file_name) const {
    auto text = read_template(file_name);
    for (const auto& [key, value] :
         std::vector<std::pair<std::string, std::string>>{{"@box@", read_template("method_box")},
                                                          {"@struct@", read_template("method_struct")},
                                                          {"@id@", id},
                                                          {"@file@", file},
                                                          {"@Type@", type},
                                                          {"@LABEL@", label}})
      for (std::size_t at; (at = text.find(key)) != std::string::npos;) text.replace(at, key.size(), value);
    return text;
  }
};

/// The type may not be a word that its own file says already, of something else.
void check_word(const Name& name, const std::string& file_name) {
  auto text =
      std::regex_replace(read_template(file_name) + read_template("method_struct"), std::regex("@[A-Za-z]+@"), "");
  if (std::regex_search(text, std::regex("\\b" + name.type + "\\b")))
    throw UserError(
        "NAME: \"{}\" would name a type {}, which its file uses for something else; accepted: another name, like my-{}",
        name.id, name.type, name.id);
}

/// Files to be written, all of them or none.
class Files {
 public:
  explicit Files(fs::path tree) : tree_(std::move(tree)) {}

  void add(const std::string& path, std::string text) {
    if (fs::exists(tree_ / path)) throw UserError("NAME: the file {} already exists", path);
    files_.emplace_back(path, std::move(text));
  }
  void change(const std::string& path, const std::function<bool(std::string&)>& edit) {
    auto text = read_file((tree_ / path).string());
    if (!edit(text)) throw UserError("--tree: {} has an unexpected form: add the name yourself", path);
    files_.emplace_back(path, std::move(text));
  }
  void write() const {
    for (const auto& [path, text] : files_) {
      const bool there = fs::exists(tree_ / path);
      write_file((tree_ / path).string(), text);
      print(fmt::format("{} {}\n", there ? "changed" : "wrote  ", path));
    }
  }

 private:
  fs::path tree_;
  std::vector<std::pair<std::string, std::string>> files_;
};

/// No type of the tree may have the name already.
void check_type(const fs::path& tree, const Name& name) {
  const std::regex declared("\n(struct|class|enum class|using|concept) " + name.type + "\\b");
  for (const auto* room : {"core/geometry", "core/spaces", "core/torques", "core/stepping", "core/judging", "methods",
                           "methods/family", "problems"})
    for (const auto& e : fs::directory_iterator(tree / room))
      if (e.path().extension() == ".hpp" && std::regex_search(read_file(e.path().string()), declared))
        throw UserError("NAME: {} would name a type {}, which {} already declares", name.id, name.type,
                        fs::relative(e.path(), tree).string());
}

/// A test of the tree may not have the name of its test: the files of the build say.
void check_test(const fs::path& tree, const Name& name) {
  for (const auto* file : {"CMakeLists.txt", "tests.cmake"})
    if (const auto path = tree / file; fs::exists(path))
      if (std::regex_search(read_file(path.string()), std::regex("\\(" + name.file + "_test\\b")))
        throw UserError("NAME: the test {}_test already exists, in {}", name.file, file);
}

/// Includes the header, in alphabetical order, and adds the type to the tuple.
bool enlist(std::string& roster, const std::string& room, const Name& name) {
  const auto line = fmt::format("#include \"{}/{}.hpp\"\n", room, name.file);
  std::size_t at = roster.find(fmt::format("#include \"{}/", room));
  const auto list = roster.find("Roster =");
  if (at == std::string::npos || list == std::string::npos) return false;
  while (roster[at] == '#' && roster.substr(at, roster.find('\n', at) + 1 - at) < line) at = roster.find('\n', at) + 1;
  const auto end = roster.find(">;", list);
  if (end == std::string::npos) return false;
  const auto last = roster.rfind('\n', end) + 1, indent = roster.find_first_not_of(' ', last) - last;
  const bool fits = end - last + name.type.size() + 4 <= 120;
  roster.insert(end, fmt::format(",{}{}", fits ? " " : "\n" + std::string(indent, ' '), name.type));
  roster.insert(at, line);
  return true;
}

/// A row at the end of the table in docs/methods.md, as far as it is known before it is measured (make readme).
bool tabulate(std::string& page, const Name& name) {
  const auto table = page.find("<!-- methods -->");
  const auto end = page.find("\n\n<!-- end -->", table);
  if (table == std::string::npos || end == std::string::npos) return false;
  page.insert(end + 1, fmt::format("| `{}` | bodies | | | | | | |\n", name.id));
  return true;
}

void check_is_tree(const fs::path& tree) {
  if (!fs::exists(tree / "methods/plugin.hpp") || !fs::exists(tree / "CMakeLists.txt"))
    throw UserError(
        "--tree: \"{}\" is not a source tree of Polhode; accepted: the folder of a clone "
        "(\"polhode new plugin\" needs none)",
        tree.string());
}

void check_method_is_new(const Name& name) {
  if (find_method(name.id)) throw UserError("NAME: the method \"{}\" already exists", name.id);
}

void new_method(const fs::path& tree, const Name& name) {
  check_is_tree(tree);
  check_method_is_new(name);
  Files files(tree);
  files.add("methods/" + name.file + ".hpp", name.fill("method.hpp"));
  files.add("methods/" + name.file + ".cpp", name.fill("method.cpp"));
  files.add("methods/" + name.file + "_test.cpp", name.fill("method_test.cpp"));
  files.add("docs/methods/" + name.file + ".md", name.fill("method.md"));
  check_type(tree, name), check_word(name, "method.hpp"), check_test(tree, name);
  files.change("docs/methods.md", [&](std::string& text) { return tabulate(text, name); });
  files.write();
  print(
      fmt::format("It is the explicit midpoint rule until you change it. Next:\n"
                  "  cmake --preset release && cmake --build --preset release --target {0}_test polhode\n"
                  "  build/release/{0}_test && build/release/polhode check {1}\n",
                  name.file, name.id));
}

void new_problem(const fs::path& tree, const Name& name) {
  check_is_tree(tree);
  Files files(tree);
  files.add("problems/" + name.file + ".hpp", name.fill("problem.hpp"));
  files.add("problems/" + name.file + "_test.cpp", name.fill("problem_test.cpp"));
  files.add("problems/examples/" + name.file + ".json", name.fill("problem.json"));
  files.add("docs/problems/" + name.file + ".md", name.fill("problem.md"));
  check_type(tree, name), check_word(name, "problem.hpp"), check_test(tree, name);
  files.change("problems/roster.hpp", [&](std::string& text) { return enlist(text, "problems", name); });
  files.write();
  print(
      fmt::format("It is a heavy body until you change it. Next:\n"
                  "  cmake --preset release && cmake --build --preset release --target {0}_test polhode\n"
                  "  build/release/{0}_test && build/release/polhode run problems/examples/{0}.json\n",
                  name.file));
}

/// The folder of a new thing in a command for the shell, from here.
std::string shell_folder(const fs::path& folder, const Name& name) {
  return folder == "." ? name.file : shell_word((folder / name.file).string());
}

void new_plugin(const fs::path& folder, const Name& name) {
  check_method_is_new(name), check_word(name, "plugin.cpp");
  Files files(folder);
  files.add(name.file + "/" + name.file + ".cpp", name.fill("plugin.cpp"));
  files.add(name.file + "/CMakeLists.txt", name.fill("plugin_CMakeLists.txt"));
  files.write();
  print(
      fmt::format("It is the explicit midpoint rule until you change it. Next:\n"
                  "  g++ -std=gnu++20 -O2 -ffp-contract=off -fvisibility=hidden -shared -fPIC -DPOLHODE_PLUGIN_LIBRARY "
                  "-I {2} {4}/{0}.cpp {3} -o {4}/lib{0}.so -lquadmath\n"
                  "  polhode check {1} --plugin {4}/lib{0}.so\n"
                  "  polhode figure figure1 --plugin {4}/lib{0}.so --with {1}\n",
                  name.file, name.id, shell_word(fs::path(headers_folder()).lexically_normal().string()),
                  shell_word(library_folder() + "/libpolhode_plugin.a"), shell_folder(folder, name)));
}

/// The example of one in C, under another name.
void new_engine(const fs::path& folder, const Name& name) {
  check_method_is_new(name);
  auto text = read_file(results_folder() + "/../experiments/examples/engine/midpoint.c");
  for (const auto& [was, is] :
       std::vector<std::pair<std::string, std::string>>{{"explicit-midpoint", name.id},
                                                        {"explicit midpoint rule, in C", name.label},
                                                        {"libmidpoint", "lib" + name.file},
                                                        {"midpoint.c", name.file + ".c"}})
    for (std::size_t at = 0; (at = text.find(was, at)) != std::string::npos; at += is.size())
      text.replace(at, was.size(), is);
  Files files(folder);
  files.add(name.file + "/" + name.file + ".c", std::move(text));
  files.write();
  print(fmt::format(
      "It is the explicit midpoint rule until you change it. Next:\n"
      "  cc -std=c99 -O2 -shared -fPIC -I {2} {3}/{0}.c -o {3}/lib{0}.so -lm\n"
      "  polhode check {1} --engine {3}/lib{0}.so\n",
      name.file, name.id,
      shell_word(fs::path(headers_folder() + (is_installed() ? "/.." : "/engines")).lexically_normal().string()),
      shell_folder(folder, name)));
}

}  // namespace

Exit create(const NewOptions& options) {
  const std::vector<std::pair<std::string, void (*)(const fs::path&, const Name&)>> things{
      {"method", new_method}, {"problem", new_problem}, {"plugin", new_plugin}, {"engine", new_engine}};
  std::vector<std::string> accepted;
  for (const auto& [what, begin] : things) accepted.push_back(what);
  const auto at = std::find(accepted.begin(), accepted.end(), options.what);
  if (at == accepted.end()) throw UserError("WHAT: " + unknown_name("thing to begin", options.what, accepted));
  things[static_cast<std::size_t>(at - accepted.begin())].second(options.tree, Name(options.name));
  return Exit::ok;
}

}  // namespace polhode::verbs
