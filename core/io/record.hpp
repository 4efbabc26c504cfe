// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/measuring/comparison.hpp"

/// Writes two files per experiment: a deterministic one, and one with times.
namespace polhode {

struct Experiment;

/// The data of an experiment, and its claims with their verdicts.
struct Report {
  const Experiment* experiment;
  Data data;
  std::vector<Judged> verdicts;
};

/// This build, as files say it.
nlohmann::ordered_json build_json();

/// Judges the claims of one figure. Claims that need time are judged only if the data are timed.
std::vector<Judged> judge_all(const Experiment& experiment, const Data& data, const std::vector<Claim>& claims,
                              bool timed);

/// NAME.json: deterministic, no date, no host (schema polhode/experiment/1).
nlohmann::ordered_json record(const Report& report);

/// NAME.timing.json: raw repetitions, context, and the verdicts that use time (schema polhode/timing/1).
nlohmann::ordered_json timing_record(const Report& report);

/// Reads BASE.timing.json. If more ran during the measurement than there are cores, the times decide nothing, and it
/// has no verdicts.
nlohmann::ordered_json read_timing(const std::string& base, const std::string& id);

/// "machine busy (load 4.4): not judged", if the context is of such times; else empty.
std::string machine_busy(const nlohmann::ordered_json& context);

/// JSON text whose numbers round-trip; throws std::logic_error on a NaN or an infinity.
std::string dump(const nlohmann::ordered_json& json);

/// The verdicts of a figure, counted and in words. Findings of ours are listed and not counted.
struct Summary {
  std::string title;  ///< of the figure
  std::string text;   ///< every claim with its verdict, criterion and measured numbers, and where the files are
  int reproduced = 0, not_reproduced = 0, undecidable = 0;
  std::vector<std::pair<std::string, std::string>> verdicts = {};  ///< by claim
};
/// Reads the result files of a figure; claims that need times count if these were measured.
Summary summary(const std::string& out_folder, const std::string& id, const std::vector<Claim>& claims);

/// Differences between a result and its golden file beyond the tolerances (results/golden/tolerances.json), one line
/// each; empty if there are none. Verdicts, statuses and step counts must be equal.
std::vector<std::string> compare_to_golden(const nlohmann::ordered_json& found, const nlohmann::ordered_json& golden,
                                           const nlohmann::ordered_json& tolerances);

/// Claims whose verdict differs from the golden file's, one line each.
std::vector<std::string> changed_verdicts(const nlohmann::ordered_json& found, const nlohmann::ordered_json& golden);

}  // namespace polhode
