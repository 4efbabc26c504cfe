// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

Exit recommend(const RecommendOptions& options) {
  const auto emitted = options.question.emit.value_or("");
  const bool is_taken = options.html == "-";  // standard output, by the page
  check_apart({{"--output", is_taken && !options.json && options.output == "-" ? "" : options.output},
               {"--emit", emitted.empty() ? "" : emitted + "/main.cpp"},
               {"--emit", emitted.empty() ? "" : emitted + "/CMakeLists.txt"},
               {"--html", options.html.value_or("")}});
  std::vector<std::string> written;
  auto question = options.question;
  if (options.html)
    question.html = [&](const std::string& page) { write_file(*options.html, page), written.push_back(*options.html); };
  const auto answer = answers::recommend(question, parse_json(read_file(options.spec), options.spec),
                                         folder_of(options.spec), options.spec.substr(options.spec.rfind('/') + 1));
  if (answer.emitted) written.push_back(*question.emit);
  if (!is_taken)
    give(options.output, options.json, answer.json, answer.text);
  else if (options.output != "-")
    write_file(options.output, dump(answer.json)), written.push_back(options.output);
  std::string said = is_taken && !options.json ? answer.text : "";
  for (const auto& path : written) said += printable(path) + "\n";
  say(said, is_taken || (options.json && options.output == "-"));
  return answer.found ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
