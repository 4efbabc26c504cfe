// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/io/row.hpp"
#include "core/io/spec.hpp"
#include "experiments/judging/recommend.hpp"

/// Pages: one self-contained HTML file each.
namespace polhode::answers {

/// The common data of all pages: schema, this build, the methods with their types, headers and boxes, and their styles.
nlohmann::ordered_json page_document(const std::string& results);

/// Rounds every number to this many digits: seven are more than a picture or a table shows. Steps h keep all digits,
/// because they are multiplied by the number of steps.
void shorten(nlohmann::ordered_json& document, int digits = 7);

/// The report's shell, from the templates in results/report, around a document: one self-contained HTML file.
std::string page(const std::string& results, const nlohmann::ordered_json& document);

/// Rows of a trajectory that a picture needs: all of a short one, else every 2nd, 4th, ..., and the last.
class ShownRows {
 public:
  void add(const TrajectoryRow& row);
  nlohmann::ordered_json all() const;

 private:
  std::vector<TrajectoryRow> rows_;
  std::optional<TrajectoryRow> last_;
  std::size_t every_ = 1, seen_ = 0;
};

/// A page that draws a run, with its trajectory, schema polhode/run/1.
std::string run_page(nlohmann::ordered_json run, const std::string& name);

/// One self-contained HTML file: the report's shell around a recommendation (as its JSON), with the program to paste
/// and the motion to see.
std::string recommendation_page(const Recommendation& r, nlohmann::ordered_json recommendation,
                                const Spec<double>& spec, const std::string& name);

}  // namespace polhode::answers
