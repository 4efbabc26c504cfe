// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/record.hpp"
#include "core/system/build_info.hpp"
#include "core/system/forecast.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/recommend.hpp"
#include "experiments/running/method_filter.hpp"

/// The commands of the program, one file each. Strings of the command line end here.
namespace polhode::verbs {

struct RunOptions {
  std::string spec, output = "-";
  std::optional<std::uint64_t> one_case;  ///< the spec is a sweep or varies, and this is the case
  std::optional<std::int64_t> every;      ///< rows of the trajectory, in the place of the spec's
  std::optional<double> dense;            ///< the same by time, between nodes
  std::optional<std::string> csv;         ///< where to write them as a table
  std::optional<std::string> html;        ///< where to write them as a page
  std::optional<std::int64_t> members;    ///< of an ensemble
  std::optional<double> spread;           ///< of its starts
  std::optional<std::uint64_t> seed;      ///< of those
};
/// polhode run SPEC.json [-o OUT.json]: integrates a user's body with any method.
Exit run(const RunOptions& options);

struct PlotOptions {
  std::string file, output;
};
/// polhode plot SPEC.json -o PAGE.html: the page of a run, which is done or has been.
Exit plot(const PlotOptions& options);

struct ReferenceOptions {
  std::string spec, output = "-";
  int digits = 30;
  double limit = usual_time_limit;  ///< seconds; what would take longer is refused as soon as that is seen
};
/// polhode reference SPEC.json [--digits D] [--time-limit S] [-o OUT.json]: the best state known, with its error.
Exit reference(const ReferenceOptions& options);

struct SamplesOptions {
  std::string spec, output = "-";
  std::optional<int> digits;       ///< decimal strings of 113 bits
  std::optional<std::string> csv;  ///< where to write them as a table
};
/// polhode samples SPEC.json [--digits D] [--csv FILE] [-o OUT.json]: what the gyro of a prescribed rate gives.
Exit samples(const SamplesOptions& options);

struct FigureOptions {
  std::vector<std::string> names;     ///< of figures of the papers, or of files of a user's
  std::vector<std::string> extra_methods;  ///< methods beside those of the figures
  std::vector<std::string> settings;  ///< what is changed in them, like "problem.inertia=[2,5,7]"
  std::string out, results;
  bool timed = true, json = false, csv = false, dry = false, value = false;
  MethodFilter filter;
  std::optional<double> limit;  ///< seconds per case
};
/// polhode figure NAME|FILE.json...: measures figures, writes NAME.json and NAME.timing.json, prints verdicts. With a
/// filter, or cut by a limit, it writes NAME-partial.json, with settings NAME+SETTINGS.json, and judges nothing; nor is
/// a file's figure judged. --print prints the figure as such a file.
Exit figure(const FigureOptions& options);
/// polhode export csv NAME...: what was measured, as NAME.csv.
Exit export_csv(const FigureOptions& options);
/// polhode show NAME...: prints what was found when the figures were last run.
Exit show(const FigureOptions& options);
/// polhode golden NAME... [--update]: compares results with the golden files, or rewrites those.
Exit golden(const FigureOptions& options, bool update);

struct VerifyOptions {
  std::string archive;             ///< its folder, unpacked
  std::vector<std::string> names;  ///< of figures; none: all
};
/// polhode verify ARCHIVE [NAME...]: measures again what an archive holds, and says claim by claim what agrees.
Exit verify(const VerifyOptions& options);

struct CheckOptions {
  std::string method, output = "-";
  MethodFilter filter;                 ///< of "all" or a pattern
  std::optional<std::string> tableau;  ///< a file with that of "mkrk"
  std::optional<std::string> on;       ///< a spec, on whose problem it is measured
  bool json = false, timing = false;
};
/// polhode check METHOD|all, check mkrk --tableau FILE: measures what methods are and compares it with what they say of themselves.
Exit check(const CheckOptions& options);

struct RecommendOptions {
  std::string spec, output = "-";
  answers::RecommendQuestion question;
  std::optional<std::string> html;  ///< where its page goes
  bool json = false;
};
/// polhode recommend SPEC.json --attitude-error E[,E...]: the cheapest method and step for a user's body.
Exit recommend(const RecommendOptions& options);

struct ServeOptions {
  std::uint16_t port = 0;  ///< 0: a free one
};
/// polhode serve [--port N]: a page of this machine alone, where a body is typed and `recommend` answers. Until Ctrl-C.
Exit serve(const ServeOptions& options);

struct SweepOptions {
  std::string spec, output;  ///< "": a folder among the results
  std::string shard = "1/1";
  std::optional<std::uint64_t> one_case, one_body;
  std::optional<double> limit;  ///< seconds
  bool dry = false, fresh = false, rows = false, rows_anyway = false, json = false;
};
/// polhode sweep SPEC.json [--shard i/N]: a population times methods times steps (experiments/judging/populations).
Exit sweep(const SweepOptions& options);

struct MergeOptions {
  std::vector<std::string> files;  ///< or one folder
  std::string output;              ///< "": result.json in that folder
  bool allow_gaps = false, mixed = false;
};
/// polhode merge DIR|FILES..: the sum of shards.
Exit merge(const MergeOptions& options);

struct SubmitOptions {
  std::string spec, output;  ///< "": a folder among the results
  std::uint64_t shards = 0;
  std::optional<std::uint64_t> max_running, threads;
  std::optional<std::string> time, partition;
  bool go = false;
};
/// polhode submit SPEC.json --shards N: a Slurm job array of shards and the merge that depends on it.
Exit submit(const SubmitOptions& options);
/// polhode status DIR: which shards of a sweep are there.
Exit status(const std::string& folder);

struct ListOptions {
  std::string what;
  MethodFilter filter;  ///< of methods
  bool json = false;
};
/// polhode list methods|problems|figures.
Exit list(const ListOptions& options);

/// polhode completion bash: a script to source. Verbs with their options.
Exit completion(const std::string& shell, const std::vector<std::pair<std::string, std::string>>& verbs);

struct CompareOptions {
  std::string a, b, action;
  bool json = false;
};
/// polhode compare A B: what changed between two measurements of performance (experiments/answers/comparison.hpp).
Exit compare(const CompareOptions& options);

struct TrendOptions {
  std::string file, rows, add;
};
/// polhode trend [ROWS]: instructions per step in all accepted baselines.
Exit trend(const TrendOptions& options);

struct DoctorOptions {
  bool json = false;
};
/// polhode doctor: how far times can be trusted on this machine. Changes nothing.
Exit doctor(const DoctorOptions& options);

struct ReportOptions {
  std::string out, results, output;  ///< folders of what was measured and of the templates; "" is OUT/report.html
};
/// polhode report: all that was measured as one HTML file that needs no network.
Exit report(const ReportOptions& options);

struct NewOptions {
  std::string what, name, tree = ".";
};
/// polhode new method|problem|plugin|engine NAME: begins one that compiles, runs and passes, to be changed into one's own.
Exit create(const NewOptions& options);

struct CatalogueOptions {
  std::string results;
  bool check = false;
};
/// polhode catalogue [--check]: writes the methods, problems and figures of the program, which pages are made of, to
/// results/catalogue.json.
Exit catalogue(const CatalogueOptions& options);

}  // namespace polhode::verbs
