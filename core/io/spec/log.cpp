// SPDX-License-Identifier: MIT
#include "core/io/spec/rate.hpp"

#include <algorithm>
#include <array>

#include "core/geometry/scalar.hpp"

namespace polhode::reading {

namespace {

/// 10^n s of a unit of time.
int time_exponent(const std::string& unit, const std::string& field) {
  for (const auto& [name, exponent] : {std::pair("ns", -9), {"us", -6}, {"ms", -3}, {"s", 0}})
    if (unit == name) return exponent;
  throw UserError("{}: \"{}\" is given; accepted: ns, us, ms or s", field, shortened(unit));
}
/// Whether a unit of rates or angles is degrees.
bool is_in_degrees(std::string unit, bool angles, const std::string& field) {
  std::erase(unit, ' ');
  if (angles ? unit == "rad" : unit == "rad/s" || unit == "rads^-1") return false;
  if (angles ? unit == "deg" : unit == "deg/s" || unit == "degs^-1" || unit == "dps") return true;
  throw UserError("{}: \"{}\" is given; accepted: {}", field, shortened(unit),
                  angles ? "rad or deg" : "rad/s, deg/s or dps");
}

void say_dropped(const CsvTable& table, const std::string& field, std::vector<std::string>& warnings) {
  if (const auto n = table.dropped(); n > 0)
    warnings.push_back(fmt::format("{}: {} bad row{} left out", field, n, n == 1 ? " is" : "s are"));
}

/// The first of these columns that there is.
std::optional<CsvTable::Column> first_of(const CsvTable& table, const std::vector<const char*>& names) {
  std::optional<CsvTable::Column> found;
  for (const auto* name : names)
    if (!found) found = table.find(name);
  return found;
}

struct KnownLayout {
  std::vector<const char*> times;
  std::array<const char*, 3> columns;
  const char* time_unit = "";
  bool increments = false, radians = false;  ///< radians: known to be
};
const std::vector<const char*> usual_times{"timestamp", "time", "t"};
const KnownLayout known_layouts[] = {
    {{"timestamp"}, {"w_rs_s_x", "w_rs_s_y", "w_rs_s_z"}, "ns", false, true},
    {{"timestamp_sample", "timestamp"}, {"delta_angle[0]", "delta_angle[1]", "delta_angle[2]"}, "us", true, true},
    {{"timestamp"}, {"gyro_rad[0]", "gyro_rad[1]", "gyro_rad[2]"}, "us", false, true},
    {{"timestamp_sample"}, {"x", "y", "z"}, "us", false, true},
    {usual_times, {"gyro_x", "gyro_y", "gyro_z"}},
    {usual_times, {"gx", "gy", "gz"}},
    {usual_times, {"wx", "wy", "wz"}},
    {usual_times, {"omega_x", "omega_y", "omega_z"}},
    {usual_times, {"gyr_x", "gyr_y", "gyr_z"}},
    {usual_times, {"gyrox", "gyroy", "gyroz"}},
    {usual_times, {"gyrx", "gyry", "gyrz"}}};

}  // namespace

template <class T>
GyroLog<T> gyro_log(const Given& rate, const T& t0, const T& seconds, const std::string& folder,
                    std::vector<std::string>& warnings) {
  CsvTable table(rate["csv"], folder);
  const auto field = rate.path("csv");
  CsvTable::Column time;
  std::vector<CsvTable::Column> columns;
  std::string time_unit;
  bool increments = false, radians = false;
  const auto tick = table.setting("tscale"), scale = table.setting("gscale"), axes = table.setting("orientation");
  if (rate.has("columns")) {
    const Given c = rate["columns"];
    time = table.column(c["time"]);
    columns = table.columns(c["rate"], true);
  } else if (table.names().empty()) {
    if (table.width() != 4 && table.width() != 7)
      table.refuse_file("no header, and {} columns; accepted: 4 or 7, or with rate.columns", table.width());
    for (std::size_t i = 1; i <= 3; ++i) columns.push_back({i, false, ""});
  } else {
    for (const auto& layout : known_layouts) {
      const auto x = table.find(layout.columns[0]), at = x ? first_of(table, layout.times) : x;
      if (!at) continue;
      const auto y = table.find(layout.columns[1]), z = table.find(layout.columns[2]);
      if (!y || !z) continue;
      time = *at, columns = {*x, *y, *z}, time_unit = layout.time_unit, increments = layout.increments;
      radians = layout.radians;
      break;
    }
    if (columns.empty()) table.refuse_file("no known names of columns; accepted: rate.columns with time and rate");
  }
  if (!time.unit.empty()) time_unit = time.unit;
  time_unit = rate.word("time_unit", time_unit);
  if (rate.has("quantity")) increments = rate["quantity"].value == "increments";
  for (auto& c : columns) {
    const bool is_said = rate.has("rate_unit");
    if (is_said) c.unit = rate["rate_unit"].text();
    if (c.unit.empty()) continue;
    radians = true;
    const auto from =
        is_said ? "rate.rate_unit" : fmt::format("{}: {}: unit of column {}", field, table.path(), c.index + 1);
    c.unit = is_in_degrees(c.unit, increments, from) ? "deg" : "";
  }
  // Of Gyroflow: scales to seconds and to rad/s, and where the axes of the body are: xZy is (-x, z, -y).
  T per_count(1);
  Mat3<T> turn = identity_matrix<T>();
  if (tick || scale || axes) {
    const auto number = [&](const std::optional<std::string>& given, const char* name) {
      if (!given || !is_decimal(*given) || !(from_decimal<double>(*given) > 0) ||
          !std::isfinite(from_decimal<double>(*given)))
        table.refuse_file("{} is \"{}\"; accepted: a positive number", name, shortened(given.value_or("")));
      return from_decimal<T>(*given);
    };
    for (const char* key : {"time_unit", "rate_unit"})
      if (rate.has(key)) rate.refuse(key, "given with a file that has its scales; accepted: without");
    per_count = number(tick, "tscale"), radians = true;
    const T size = number(scale, "gscale");
    const auto order = axes.value_or("XYZ");
    turn = {};
    for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 3); ++i)
      if (const auto k = std::string_view("xyzXYZ").find(order[i]); k < 6)
        turn(static_cast<int>(i), static_cast<int>(k % 3)) = k < 3 ? T(-size) : size;
    const auto column = [&](int k) { return turn.template column<Body>(k); };
    if (order.size() != 3 || dot(column(0), cross(column(1), column(2))) == T(0))
      table.refuse_file("orientation is \"{}\"; accepted: x, y, z in any order, in capitals where the sign stays",
                        shortened(order));
  }

  GyroLog<T> log;
  log.knots.increments = increments;
  if (!time_unit.empty())
    log.unit = time_exponent(time_unit, fmt::format("{}: {}: unit of the time", field, table.path()));
  auto& times = log.knots.times;
  bool whole = true;
  double largest = 0;
  table.want(time, columns, rate.word("bad_rows", "refuse") == "drop");
  while (const auto* row = table.next()) {
    if (times.empty()) {
      log.origin = row->exact_time;
      if (const auto per = tick ? CsvNumber{*tick}.exact() : std::nullopt) {
        if (__builtin_mul_overflow(log.origin.digits, per->digits, &log.origin.digits))
          table.refuse("the time has too many digits; accepted: at most 36, with those of tscale");
        log.origin.exponent += per->exponent;
      }
    }
    whole = whole && row->exact_time.exponent == 0 && !row->is_date && !tick;
    if (row->is_date && times.empty()) {
      if (rate.has("time_unit")) rate.refuse("time_unit", "given with times that are dates; accepted: without");
      log.unit = 0;
    }
    times.push_back(t0 + per_count * from_exact<T>(row->since_first, log.unit) / seconds);
    Vec<Body, T> v;
    for (std::size_t i = 0; i < 3; ++i) {
      T x = row->values[i].to<T>();
      if (columns[i].unit == "deg") x = x * (pi_of<T>() / T(180));
      if (!increments) x = x * seconds;
      v[static_cast<int>(i)] = columns[i].negative ? T(-x) : x;
    }
    log.knots.values.push_back(tick ? turn * v : v);
    largest = std::max(largest, scalar_cast<double>(norm2(log.knots.values.back())));
  }
  largest = std::sqrt(largest);
  say_dropped(table, field, warnings);

  std::vector<double> steps;
  for (std::size_t k = 1; k < times.size(); ++k) steps.push_back(scalar_cast<double>(T(times[k] - times[k - 1])));
  const auto longest = static_cast<std::size_t>(std::ranges::max_element(steps) - steps.begin());
  auto by_length = steps;
  const auto middle = by_length.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::ranges::nth_element(by_length, middle);
  const double median = *middle;
  const double second = 1 / scalar_cast<double>(seconds);
  if (time_unit.empty() && whole && median > second)
    table.refuse_file("times are integers, {:g} apart, without a unit; accepted: say time_unit", median / second);
  // Degrees that are taken for radians turn 57 times as far.
  constexpr double most_a_sample = 0.5, most_a_second = 70;
  const double turns = largest * (increments ? 1 : median);
  if (!radians && (turns > most_a_sample || (!increments && largest * second > most_a_second)))
    table.refuse_file(
        "{} up to {:.4g} are given without a unit, of radians they were {:.3g} a sample; accepted: say rate_unit, like "
        "\"{}\"",
        increments ? "angles" : "rates", increments ? largest : largest * second, turns, increments ? "deg" : "deg/s");
  constexpr double gap = 1.5 + 1e-9;  // times are rounded
  const auto gaps = std::ranges::count_if(steps, [&](double h) { return h > gap * median; });
  if (gaps > 0)
    warnings.push_back(fmt::format("{}: {} gap{}, the longest {:g} at t = {:g}", field, gaps, gaps == 1 ? "" : "s",
                                   steps[longest], scalar_cast<double>(times[longest])));
  return log;
}

Attitudes truth_table(const Given& truth, double t0, double seconds,
                      const std::optional<std::pair<ExactDecimal, int>>& origin, const std::string& folder,
                      std::vector<std::string>& warnings) {
  const Given file = truth["csv"];
  const auto& field = file.field;
  CsvTable table(file, folder);
  auto order = truth.word("order", "wxyz");
  CsvTable::Column time;
  std::vector<CsvTable::Column> columns;
  std::string unit;
  const auto take_last_four = [&] {
    for (std::size_t i = 4; i < 8; ++i) columns.push_back({i, false, ""});
    order = truth.word("order", "xyzw");
  };
  if (truth.has("columns")) {
    const Given c = truth["columns"];
    time = table.column(c["time"]);
    columns = table.columns(c["attitude"], true);
  } else if (table.names().empty()) {
    if (table.width() != 8)
      table.refuse_file("no header, and {} columns; accepted: 8 (t, 3, qx, qy, qz, qw), or truth.columns",
                        table.width());
    take_last_four();
  } else {
    const auto at = first_of(table, usual_times);
    for (const auto* prefix : {"q", "q_rs_"}) {
      std::vector<CsvTable::Column> four;
      for (const char c : std::string("wxyz"))
        if (const auto found = table.find(prefix + std::string(1, c))) four.push_back(*found);
      if (four.size() == 4 && columns.empty()) {
        columns = four, order = "wxyz";
        if (std::string_view(prefix) == "q_rs_") unit = "ns";
      }
    }
    if (columns.empty() && table.width() == 8 && at && at->index == 0) take_last_four();
    if (!at || columns.empty())
      table.refuse_file("no known names of columns; accepted: qw, qx, qy, qz, or truth.columns");
    time = *at;
  }
  if (!time.unit.empty()) unit = time.unit;
  unit = truth.word("time_unit", unit);
  // By the log's clock: where nothing is said, in the log's unit.
  const int exponent = !unit.empty() ? time_exponent(unit, "truth.time_unit") : origin ? origin->second : 0;
  Attitudes result;
  table.want(time, columns, truth.word("bad_rows", "refuse") == "drop");
  while (const auto* row = table.next()) {
    auto t = row->exact_time;
    if (row->is_date && truth.has("time_unit"))
      truth.refuse("time_unit", "given with times that are dates; accepted: without");
    if (!row->is_date) t.exponent += exponent;
    const auto since = origin ? difference(t, {origin->first.digits, origin->first.exponent + origin->second}) : t;
    if (!since || std::abs(since->exponent) > 300) table.refuse("the time has too many digits; accepted: at most 36");
    double q[4];
    for (std::size_t i = 0; i < 4; ++i) q[i] = row->values[i].to<double>() * (columns[i].negative ? -1 : 1);
    const auto R =
        order == "xyzw" ? Attitude<double>{q[3], q[0], q[1], q[2]} : Attitude<double>{q[0], q[1], q[2], q[3]};
    if (!(norm2(R) > 1e-300) || !is_finite(norm2(R)))
      table.refuse("a quaternion whose length is 0 or not finite; accepted: any other length");
    result.times.push_back(from_exact<double>(*since, 0) / seconds + (origin ? t0 : 0));
    result.attitudes.push_back(normalised(R));
  }
  say_dropped(table, field, warnings);
  return result;
}

template GyroLog<double> gyro_log(const Given&, const double&, const double&, const std::string&,
                                  std::vector<std::string>&);
template GyroLog<float128> gyro_log(const Given&, const float128&, const float128&, const std::string&,
                                    std::vector<std::string>&);

}  // namespace polhode::reading
