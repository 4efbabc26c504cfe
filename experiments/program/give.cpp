// SPDX-License-Identifier: MIT
#include "experiments/program/verbs.hpp"

#include <iostream>
#include <nlohmann/json.hpp>

#include "core/io/record.hpp"
#include "core/system/terminal.hpp"
#include "core/system/user.hpp"

namespace polhode::verbs {

void give(const Destination& to, const nlohmann::ordered_json& answer, const std::string& text) {
  if (to.output == "-") return print(to.json ? dump(answer) : fitted(text));
  write_file(to.output, dump(answer));
  print((to.json ? "" : fitted(text)) + printable(to.output) + "\n");
}

void give_json(const std::string& output, const nlohmann::ordered_json& answer, const std::string& text,
               bool is_taken) {
  write_file(output, dump(answer));
  say_written(is_taken ? "-" : output, text);
}

void say_written(const std::string& output, const std::string& text) {
  if (output == "-")
    std::cerr << printable_lines(text);
  else
    print(text + printable(output) + "\n");
}

std::string shell_word(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace polhode::verbs
