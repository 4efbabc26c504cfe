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

/// What pictures are made of. Who draws knows these and no kind of panel: a line with marks a series; the band between
/// `min` and `max`; a line a column; three columns on the unit sphere or in space; a coloured picture a series.
enum class Drawing { marks, band, lines, sphere, space, cells };
enum class Legend { none, below, inside };

/// A picture of a panel. Ladders name what goes across and up: h, steps, a norm, what is counted, a time. The columns
/// of a curve are in this order.
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
  std::vector<Ladder> own;  ///< of every method, the common one in it
  /// Points of every method that were run to find its ladder.
  std::vector<std::vector<Point>> known = std::vector<std::vector<Point>>(own.size());

  /// That of a method with so many steps; null where none is known.
  const Point* point(std::size_t method, std::int64_t steps) const;
};
/// The same ladder for every method.
Ladders same_ladders(const Comparison& comparison, const Ladder& ladder);
/// Every ladder goes on by halves and doubles until the errors of its method span `errors`, as far as they can.
Ladders ladders_to(std::pair<double, double> errors, const Comparison& comparison, const Ladder& ladder, Norm norm,
                   const ComparisonRunner& runner);

/// All methods on all step counts of their ladders, on all cores, each with its fits.
PanelData ladders(const Comparison& comparison, const Ladders& ladders, const std::vector<Norm>& norms,
                  const Measuring& with);
/// The same with times, interleaved, if they are asked for.
PanelData timed_ladders(const Comparison& comparison, const Ladders& ladders, Norm norm, const Measuring& with);
/// Titles, norms, reference, names of what is counted, decades of errors that every method comes to, and a row a method
/// with its points and fits.
json ladders_record(const Words& words, const std::string& title, const Comparison& comparison,
                    const std::vector<Norm>& norms, const PanelData& data);
/// Names of the axes of measured times, for panels that have them.
void name_times(json& axes);

/// Histories of all methods from all starts, on all cores.
PanelData histories(const Comparison& comparison, std::int64_t steps, int starts, Quantity quantity,
                    const Measuring& with);

/// x to so many digits.
double rounded(double x, int digits);
/// A method that fails in its first step has nothing to show.
bool has_rows(const Series& s);
json panel_header(const Words& words, const std::string& title, const Comparison& comparison);
/// A history: numbers of every start, and the curve of the first. Chaotic ones are compared by their medians only.
json history_row(const Series& s, const json& numbers, const json& curve);
/// Smallest and largest value of every bin of time: a peak between two drawn points is not lost.
json envelope(const Curve& curve);
/// Every k-th point, and the last; at most five times as many as an envelope has.
json thinned(const Curve& curve);
/// Whether a history has more points than a picture shows of one.
bool is_long(const Curve& curve);

}  // namespace polhode::panels
