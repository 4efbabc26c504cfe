// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "core/io/spec/rate.hpp"
#include "experiments/answers/answers.hpp"
#include "experiments/answers/csv.hpp"
#include "experiments/judging/attitude/run.hpp"
#include "experiments/judging/populations/sweep.hpp"
#include "experiments/judging/variations.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

/// The trajectory of an answer, written as it comes: a long run takes no more memory than a short one. JSON has it as its
/// last member, but is known when the run is over: its rows are kept in a file without a name until then.
class Trajectory {
 public:
  Trajectory(bool in_json, const std::optional<std::string>& csv) : in_json_(in_json) {
    if (csv) table_.emplace(*csv);
  }
  void add(const TrajectoryRow& row) {
    if (table_) {
      if (!any_) row.append_csv_names(lines_);
      row.append_csv(lines_);
      if (lines_.size() > block) table_->write(lines_), lines_.clear();
    }
    if (in_json_) {
      text_ += any_ ? ",\n  " : "\n  ";
      row.append_json(text_);
      if (text_.size() > block) keep();
    }
    any_ = true;
  }
  /// The answer with the trajectory, if it has one.
  void write(const std::string& path, const json& answer, bool has_rows) {
    if (table_) table_->write(lines_), table_->commit();
    Output out(path);
    auto text = dump(answer);
    if (!has_rows || !in_json_) {
      out.write(text);
      return out.commit();
    }
    const std::string end = "\n}\n";
    text.resize(text.size() - end.size());
    out.write(text + ",\n \"trajectory\": [");
    if (file_) hand_on(out);
    out.write(text_ + (any_ ? "\n ]" : "]") + end);
    out.commit();
  }

 private:
  static constexpr std::size_t block = 1 << 16;

  void keep() {
    if (!file_) file_.reset(std::tmpfile());
    if (!file_ || std::fwrite(text_.data(), 1, text_.size(), file_.get()) != text_.size())
      throw OutputError("the rows of the trajectory cannot be kept in a temporary file");
    text_.clear();
  }
  void hand_on(Output& out) {
    if (std::fflush(file_.get()) != 0)
      throw OutputError("the rows of the trajectory cannot be kept in a temporary file");
    std::rewind(file_.get());
    for (std::string part(block, '\0'); const auto n = std::fread(part.data(), 1, block, file_.get());)
      out.write(std::string_view(part).substr(0, n));
  }

  bool in_json_, any_ = false;
  std::string text_, lines_;  ///< not yet kept, not yet written
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, std::fclose};
  std::optional<Output> table_;
};

/// Distributions over time, as JSON, and as a table if there is a path for it.
Exit run_members(const RunOptions& options, const nlohmann::json& document, const Spec<double>& spec) {
  const auto found =
      run_ensemble(Variations(document, folder_of(options.spec)), spec,
                   {*options.members, options.spread.value_or(0), options.seed.value_or(1)}, options.limit);
  const auto out = answers::to_json(found);
  if (options.csv) write_file(*options.csv, answers::csv_of_rows(out["rows"]));
  write_file(options.output, dump(out));
  say_written(options.csv == "-" ? "-" : options.output, answers::text(found));
  return found.failed == 0 ? Exit::ok : Exit::unfinished;
}

/// What has no meaning with an ensemble, and what has none without.
void refuse_together(const RunOptions& options, bool by_rate) {
  const bool alone = !options.members;
  answers::refuse({{"--spread", alone && options.spread}, {"--seed", alone && options.seed}},
                  "given without --ensemble; accepted: together with it");
  answers::refuse({{"--ensemble", !alone && by_rate}}, "given with a prescribed rate; accepted: with a body");
  answers::refuse({{"--dense", by_rate && options.dense}}, "given with a prescribed rate; accepted: --every");
}

}  // namespace

Exit run(const RunOptions& options) {
  auto document = parse_json(read_file(options.spec), options.spec);
  json drawn;
  if (options.one_case) {
    const bool varies = document.is_object() && document.contains("vary");
    document = populations::spec_of_case(document, *options.one_case, folder_of(options.spec));
    if (varies) drawn = {{"number", *options.one_case}, {"spec", document}};
  }
  refuse_together(options, prescribes_rate(document));
  if (options.dense && !(*options.dense > 0 && std::isfinite(*options.dense)))
    throw UserError("--dense: {:g} is given; accepted: a positive time between rows", *options.dense);
  if (options.dense && options.every) throw UserError("--dense: given together with --every; accepted: one of them");
  if (document.is_object()) {
    if (options.every) document.erase("dense"), document["every"] = *options.every;
    if (options.dense) document.erase("every"), document["dense"] = *options.dense;
  }
  const bool asked = asks_for_rows(document);  // a table is given instead, where nobody asks
  if (document.is_object() && options.csv && !options.members && !asked) document["every"] = 1;
  if (options.csv == "-" && options.output == "-")
    throw UserError("--csv: standard output is given, and the JSON goes there; accepted: -o FILE beside it");
  check_apart({{"--output", options.output}, {"--csv", options.csv.value_or("")}});
  if (options.members)
    return run_members(options, document, read_spec<double>(document, folder_of(options.spec), true));
  Trajectory rows(asked || !options.csv, options.csv);
  const auto found = run_spec(
      document, folder_of(options.spec), [&](const TrajectoryRow& row) { rows.add(row); }, options.limit);
  auto out = answers::to_json(found);
  if (!drawn.is_null()) out["case"] = drawn;
  rows.write(options.output, out, found.has_rows);
  say_written(options.csv == "-" ? "-" : options.output, answers::text(found));
  return found.status == Status::ok ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
