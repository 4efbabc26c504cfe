// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "core/measuring/comparison.hpp"

/// Shared by the kinds of panels: ladders of runs, histories of runs, and their rows in files.
namespace polhode::panels {

using json = nlohmann::ordered_json;

/// Description of a kind of panel in files: its name, and how to read its picture.
struct Words {
  std::string_view kind, how_to_read;
};

/// Elements of pictures, all that drawing code knows: lines with marks, one per series; the band between `min` and
/// `max`; a line per column; three columns on the unit sphere or in space; a coloured picture per series.
enum class Drawing { marks, band, lines, sphere, space, cells };
enum class Legend { none, below, inside };

/// A picture of a panel. For ladders it names the quantities of both axes: h, steps, a norm, a count, a time. The
/// columns of a curve are in this order.
struct Plot {
  Drawing drawing;
  Legend legend = Legend::none;
  bool log = false;  ///< both axes
  std::string_view across = {}, up = {};
};
json pictures(const std::vector<Plot>& plots);

/// Repetitions of every timing. All candidates run in turn in every round, so that a disturbance of the machine
/// meets all of them; minima are compared.
inline constexpr int rounds = 15;

/// Numbers of steps. Orders are fitted to those that all methods of a comparison have.
using Ladder = std::vector<std::int64_t>;
struct Ladders {
  Ladder common;
  std::vector<Ladder> own;  ///< of every method, each containing the common one
  /// Points of every method that were run to find its ladder.
  std::vector<std::vector<Point>> known = std::vector<std::vector<Point>>(own.size());

  /// The point of a method with this number of steps; null if there is none.
  const Point* point(std::size_t method, std::int64_t steps) const;
};
/// One ladder for every method.
Ladders same_ladders(const Comparison& comparison, const Ladder& ladder);
/// Extends every ladder by halves and doubles until the errors of its method span `errors`, as far as they can.
Ladders ladders_to(std::pair<double, double> errors, const Comparison& comparison, const Ladder& ladder, Norm norm,
                   const ComparisonRunner& runner);

/// All methods on all step counts of their ladders, on all cores, each with its fits.
PanelData ladders(const Comparison& comparison, const Ladders& ladders, const std::vector<Norm>& norms,
                  const Measuring& with);
/// `ladders` with interleaved times, if they are asked for.
PanelData timed_ladders(const Comparison& comparison, const Ladders& ladders, Norm norm, const Measuring& with);
/// Titles, norms, reference, names of counts, the decades of errors that every method reaches, and a row for each
/// method with its points and fits.
json ladders_record(const Words& words, const std::string& title, const Comparison& comparison,
                    const std::vector<Norm>& norms, const PanelData& data);
/// Names of the axes of measured times, for panels that have them.
void name_times(json& axes);

/// Histories of all methods from all starts, on all cores.
PanelData histories(const Comparison& comparison, std::int64_t steps, int starts, Quantity quantity,
                    const Measuring& with);

/// x, rounded to this number of digits.
double rounded(double x, int digits);
/// A method that fails in its first step has nothing to show.
bool has_rows(const Series& s);
json panel_header(const Words& words, const std::string& title, const Comparison& comparison);
/// A history: numbers of every start, and the curve of the first. Chaotic histories are compared by their medians only.
json history_row(const Series& s, const json& numbers, const json& curve);
/// Smallest and largest value of every bin of time: a peak between two drawn points is not lost.
json envelope(const Curve& curve);
/// Every k-th point, and the last; at most five times as many as an envelope has.
json thinned(const Curve& curve);
/// Whether a curve has more points than a picture shows.
bool is_long(const Curve& curve);

}  // namespace polhode::panels
