// SPDX-License-Identifier: MIT
#include <iostream>
#include <nlohmann/json.hpp>

#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit recommend(const RecommendOptions& options) {
  check_apart("--html", options.html.value_or(""), "--output", options.output);
  std::vector<std::string> written;
  auto question = options.question;
  if (options.html)
    question.html = [&](const std::string& page) { write_file(*options.html, page), written.push_back(*options.html); };
  const auto answer = answers::recommend(question, parse_json(read_file(options.spec), options.spec),
                                         folder_of(options.spec), options.spec.substr(options.spec.rfind('/') + 1));
  if (answer.emitted) written.push_back(*question.emit);
  give({options.output, options.json}, answer.json, answer.text);
  for (const auto& path : written) {
    const auto line = printable(path) + "\n";
    if (options.json && options.output == "-")
      std::cerr << line;
    else
      print(line);
  }
  return answer.found ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
