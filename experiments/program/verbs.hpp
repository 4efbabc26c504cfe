// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/record.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/recommend.hpp"
#include "experiments/running/method_filter.hpp"

/// The commands of the program, one file each; their help (main.cpp) describes them. Strings of the command line end
/// here.
namespace polhode::verbs {

struct RunOptions {
  std::string spec, output = "-";
  std::optional<std::uint64_t> one_case;  ///< the spec is a sweep or varies, and this is the case
  std::optional<std::int64_t> every;      ///< rows of the trajectory, in the place of the spec's
  std::optional<double> dense;            ///< the same by time, between nodes
  std::optional<std::string> csv;         ///< where to write them as a table
  std::optional<std::int64_t> members;    ///< of an ensemble
  std::optional<double> spread;           ///< of its starts
  std::optional<std::uint64_t> seed;      ///< of those
  double limit = usual_run_limit;         ///< seconds; what would take longer is refused as soon as that is seen
};
Exit run(const RunOptions& options);

struct PlotOptions {
  std::string file, output;
};
Exit plot(const PlotOptions& options);

struct ReferenceOptions {
  std::string spec, output = "-";
  int digits = 30;
  double limit = usual_time_limit;  ///< seconds; what would take longer is refused as soon as that is seen
};
Exit reference(const ReferenceOptions& options);

struct SamplesOptions {
  std::string spec, output = "-";
  std::optional<int> digits;       ///< decimal strings of 113 bits
  std::optional<std::string> csv;  ///< where to write them as a table
};
Exit samples(const SamplesOptions& options);

struct FigureOptions {
  std::vector<std::string> names;          ///< of figures of the papers, or of files of a user's
  std::vector<std::string> extra_methods;  ///< methods beside those of the figures
  std::vector<std::string> settings;       ///< what is changed in them, like "problem.inertia=[2,5,7]"
  std::string out, results;
  bool timed = true, json = false, csv = false, value = false, update = false;
  MethodFilter filter;
  std::optional<double> limit;  ///< seconds per case
};
/// polhode figure NAME|FILE.json...: measures figures, writes NAME.json and NAME.timing.json, prints verdicts. With a
/// filter, or cut by a limit, it writes NAME-partial.json, with settings NAME+SETTINGS.json, and judges nothing; a
/// file's figure is not judged either. --print prints the figure as such a file.
Exit figure(const FigureOptions& options);
Exit show(const FigureOptions& options);
Exit golden(const FigureOptions& options);

struct VerifyOptions {
  std::string folder;              ///< of an archive, unpacked
  std::vector<std::string> names;  ///< of figures; none: all
};
Exit verify(const VerifyOptions& options);

struct CheckOptions {
  std::string method, scalar, output = "-";
  std::vector<std::string> conditions;
  MethodFilter filter;                 ///< of "all" or a pattern
  std::optional<std::string> tableau;  ///< a file with that of "mkrk"
  std::optional<std::string> on;       ///< a spec, on whose problem it is measured
  bool json = false, timing = false;
};
Exit check(const CheckOptions& options);

struct RecommendOptions {
  std::string spec, output = "-";
  answers::RecommendQuestion question;
  std::optional<std::string> html;  ///< where its page goes
  bool json = false;
};
Exit recommend(const RecommendOptions& options);

struct ServeOptions {
  std::uint16_t port = 0;  ///< 0: a free one
};
Exit serve(const ServeOptions& options);

struct SweepOptions {
  std::string spec, output;  ///< "": a folder among the results
  std::string shard = "1/1";
  std::optional<std::uint64_t> one_case, one_body;
  std::optional<double> limit;  ///< seconds
  bool dry = false, fresh = false, rows = false, json = false;
};
Exit sweep(const SweepOptions& options);

struct MergeOptions {
  std::vector<std::string> files;  ///< or one folder
  std::string output;              ///< "": result.json in that folder
};
Exit merge(const MergeOptions& options);

struct ListOptions {
  std::string what;
  std::vector<std::string> conditions;
  MethodFilter filter;  ///< of methods
  bool all = false, json = false;
};
Exit list(const ListOptions& options);

Exit completion(const std::string& shell, const std::vector<std::pair<std::string, std::string>>& verbs);

struct CompareOptions {
  std::string a, b;
  bool json = false;
};
Exit compare(const CompareOptions& options);

struct DoctorOptions {
  bool json = false;
};
Exit doctor(const DoctorOptions& options);

struct ReportOptions {
  std::string out, results, output;  ///< folders of what was measured and of the templates; "" is OUT/report.html
};
Exit report(const ReportOptions& options);

struct NewOptions {
  std::string what, name, tree = ".";
};
Exit create(const NewOptions& options);

struct CatalogueOptions {
  std::string results;
  bool check = false;
};
Exit catalogue(const CatalogueOptions& options);

/// Writes the JSON to a file, whose path is printed after the text; or either of both to standard output ("-").
void give(const std::string& output, bool as_json, const nlohmann::ordered_json& answer, const std::string& text);

/// Prints a text about what is written to an output, and its path; or the text alone to standard error if the output is
/// standard output ("-").
void say_written(const std::string& output, const std::string& text);
/// Prints a text, to standard error if an output uses standard output.
void say(const std::string& text, bool is_taken);

}  // namespace polhode::verbs
