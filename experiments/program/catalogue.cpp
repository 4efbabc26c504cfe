// SPDX-License-Identifier: MIT
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/answers/lists.hpp"
#include "experiments/answers/page.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/program/verbs.hpp"

// What results/pages.py and results/report/preview.py have to know of the program without running it.
namespace polhode::verbs {

Exit catalogue(const CatalogueOptions& options) {
  using json = nlohmann::ordered_json;
  auto document = answers::page_document(options.results);
  json figures = json::array();
  for (const auto& entry : experiment_index()) figures.push_back(entry.id);
  const auto now = json{{"methods", std::move(document["methods"])},
                        {"boxes", std::move(document["boxes"])},
                        {"problems", answers::problem_descriptions()},
                        {"figures", std::move(figures)}}
                       .dump(1) +
                   "\n";
  const auto file = options.results + "/catalogue.json";
  const bool same = std::filesystem::exists(file) && read_file(file) == now;
  if (!same && options.check) {
    print(printable(file) + ": differs from the program; make readme writes it\n");
    return Exit::unfinished;
  }
  if (!same) write_file(file, now);
  return Exit::ok;
}

}  // namespace polhode::verbs
