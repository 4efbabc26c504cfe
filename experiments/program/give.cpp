// SPDX-License-Identifier: MIT
#include "experiments/program/verbs.hpp"

#include <iostream>
#include <nlohmann/json.hpp>

#include "core/io/record.hpp"
#include "core/system/terminal.hpp"
#include "core/system/user.hpp"

namespace polhode::verbs {

void give(const std::string& output, bool as_json, const nlohmann::ordered_json& answer, const std::string& text) {
  if (output == "-") return print(as_json ? dump(answer) : fitted(text));
  write_file(output, dump(answer));
  print((as_json ? "" : fitted(text)) + printable(output) + "\n");
}

void say_written(const std::string& output, const std::string& text) {
  const bool is_taken = output == "-";
  say(is_taken ? text : text + printable(output) + "\n", is_taken);
}

void say(const std::string& text, bool is_taken) {
  if (is_taken)
    std::cerr << printable_lines(text);
  else
    print(text);
}

}  // namespace polhode::verbs
