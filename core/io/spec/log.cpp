// SPDX-License-Identifier: MIT
#include "core/io/spec/log.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

namespace polhode::reading {

namespace {

std::string_view trimmed_field(std::string_view s) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '"' || c == '\''; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}

/// The fields of a line; separated by blanks, runs of them are one.
void split_fields(std::string_view line, char separator, std::vector<std::string_view>& fields) {
  fields.clear();
  if (separator == ' ') {
    for (std::size_t i = 0; i < line.size();) {
      const auto begin = line.find_first_not_of(" \t", i);
      if (begin == line.npos) break;
      const auto end = std::min(line.find_first_of(" \t", begin), line.size());
      fields.push_back(line.substr(begin, end - begin));
      i = end;
    }
    return;
  }
  for (std::size_t begin = 0;;) {
    const auto end = line.find(separator, begin);
    fields.push_back(line.substr(begin, end == line.npos ? line.npos : end - begin));
    if (end == line.npos) return;
    begin = end + 1;
  }
}

bool is_number_field(std::string_view s) {
  s = trimmed_field(s);
  return is_decimal(std::string(s));
}

/// A name of a column, and the unit that stands behind it.
struct ColumnName {
  std::string name, unit;
};
ColumnName column_name(std::string_view given) {
  std::string s;
  for (const char c : given)
    if (c != ' ' && c != '\t' && c != '"' && c != '\'')
      s += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  s.erase(0, s.find_first_not_of('#') == s.npos ? s.size() : s.find_first_not_of('#'));
  const auto open = s.empty() ? s.npos : s.back() == ']' ? s.rfind('[') : s.back() == ')' ? s.rfind('(') : s.npos;
  if (open == s.npos || open == 0) return {s, ""};
  const auto inside = s.substr(open + 1, s.size() - open - 2);
  if (!inside.empty() && std::all_of(inside.begin(), inside.end(), [](unsigned char c) { return std::isdigit(c); }))
    return {s, ""};
  return {s.substr(0, open), inside};
}

/// A file as lines of fields.
struct FieldTable {
  std::string path, text;
  char separator = ',';
  std::vector<ColumnName> names;  ///< none if there is no header
  std::size_t columns = 0;
  std::vector<std::pair<std::size_t, std::string_view>> rows;  ///< number of the line, and the line
};

FieldTable field_table(const json& name, const std::string& field, const std::string& folder) {
  if (!name.is_string() || name.get_ref<const std::string&>().empty()) reject(field, name, "the name of a file");
  FieldTable table;
  const auto given = name.get<std::string>();
  table.path = given.starts_with("/") ? given : folder + given;
  if (!std::filesystem::exists(table.path)) throw UserError(fmt::format("{}: {}: no such file", field, shortened(table.path)));
  table.text = read_file(table.path);
  std::string_view text = table.text;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string_view comment;
  std::vector<std::string_view> fields;
  bool begun = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == line.npos) continue;
    if (line.front() == '#') {
      if (!begun) comment = line;
      continue;
    }
    if (!begun) {
      begun = true;
      const auto has = [&](char c) { return line.find(c) != line.npos; };
      table.separator = has(',') ? ',' : has(';') ? ';' : has('\t') ? '\t' : ' ';
      split_fields(line, table.separator, fields);
      table.columns = fields.size();
      const bool is_header = std::any_of(fields.begin(), fields.end(), [](std::string_view f) {
        const auto word = trimmed_field(f);
        return !(word.empty() || word == "nan" || word == "NaN" || word == "NAN" || is_number_field(word));
      });
      if (!is_header && !comment.empty()) {
        std::vector<std::string_view> of_comment;
        auto rest = comment.substr(std::min(comment.find_first_not_of('#'), comment.size()));
        split_fields(rest, table.separator, of_comment);
        if (of_comment.size() == table.columns)
          for (const auto f : of_comment) table.names.push_back(column_name(f));
      }
      if (is_header) {
        for (const auto f : fields) table.names.push_back(column_name(f));
        continue;
      }
    }
    table.rows.emplace_back(number, line);
  }
  return table;
}

/// A column that is wanted, and how its numbers are taken.
struct Column {
  std::size_t index = 0;
  bool negative = false;
  std::string unit;
};

/// The column of a name; nothing if there is none. Twice is refused.
std::optional<Column> find_column(const FieldTable& table, const std::string& wanted, const std::string& field) {
  std::optional<Column> found;
  for (std::size_t i = 0; i < table.names.size(); ++i)
    if (table.names[i].name == wanted) {
      if (found) throw UserError(fmt::format("{}: {}: the column \"{}\" stands twice; accepted: once", field, table.path, wanted));
      found = Column{i, false, table.names[i].unit};
    }
  return found;
}

Column given_column(const FieldTable& table, const json& j, const std::string& field, bool may_be_negative) {
  if (j.is_number_unsigned()) {
    const auto i = j.get<std::size_t>();
    if (i >= table.columns) reject(field, j, fmt::format("a column from 0 to {}", table.columns - 1));
    return {i, false, i < table.names.size() ? table.names[i].unit : ""};
  }
  if (!j.is_string()) reject(field, j, "the name of a column, or its number from 0");
  auto text = j.get<std::string>();
  const bool negative = may_be_negative && text.starts_with("-");
  if (negative) text.erase(0, 1);
  auto column = find_column(table, column_name(text).name, field);
  if (!column) column = find_column(table, text, field);
  std::size_t number = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), number);
  if (!column && r.ec == std::errc() && r.ptr == text.data() + text.size() && number < table.columns)
    column = Column{number, false, number < table.names.size() ? table.names[number].unit : ""};
  if (!column) {
    std::vector<std::string> known;
    for (const auto& n : table.names) known.push_back(n.name);
    throw UserError(fmt::format("{}: {}", field, unknown_name("column", text, known)));
  }
  column->negative = negative;
  return *column;
}

/// 10^n s of a unit of time.
int time_exponent(const std::string& unit, const std::string& field) {
  if (unit == "ns") return -9;
  if (unit == "us") return -6;
  if (unit == "ms") return -3;
  if (unit == "s") return 0;
  throw UserError(fmt::format("{}: \"{}\" is given; accepted: ns, us, ms or s", field, shortened(unit)));
}
/// Whether a unit of rates or angles is degrees.
bool is_in_degrees(std::string unit, bool angles, const std::string& field) {
  std::erase(unit, ' ');
  if (angles ? unit == "rad" : unit == "rad/s" || unit == "rads^-1") return false;
  if (angles ? unit == "deg" : unit == "deg/s" || unit == "degs^-1" || unit == "dps") return true;
  throw UserError(fmt::format("{}: \"{}\" is given; accepted: {}", field, shortened(unit), angles ? "rad or deg" : "rad/s, deg/s or dps"));
}

bool parse_exact(std::string_view s, ExactDecimal& x) {
  s = trimmed_field(s);
  if (!is_decimal(std::string(s))) return false;
  bool negative = false;
  std::size_t i = 0;
  if (s[0] == '+' || s[0] == '-') negative = s[0] == '-', i = 1;
  x = {};
  bool point = false;
  int digits = 0;
  for (; i < s.size() && s[i] != 'e' && s[i] != 'E'; ++i) {
    if (s[i] == '.') {
      point = true;
      continue;
    }
    if (digits > 0 || s[i] != '0') ++digits;
    if (digits > 36) return false;
    x.digits = 10 * x.digits + (s[i] - '0');
    if (point) --x.exponent;
  }
  if (i < s.size()) {
    int e = 0;
    const char* begin = s.data() + i + 1;
    std::from_chars(begin + (*begin == '+'), s.data() + s.size(), e);
    x.exponent += e;
  }
  if (negative) x.digits = -x.digits;
  return true;
}

/// a - b; nothing if it does not fit.
std::optional<ExactDecimal> exact_difference(ExactDecimal a, ExactDecimal b) {
  const auto lower = [](ExactDecimal& x, int exponent) {
    while (x.exponent > exponent) {
      if (x.digits == 0) return x.exponent = exponent, true;
      __int128 next = 0;
      if (__builtin_mul_overflow(x.digits, static_cast<__int128>(10), &next)) return false;
      x.digits = next, --x.exponent;
    }
    return true;
  };
  const int least = std::min(a.exponent, b.exponent);
  if (!lower(a, least) || !lower(b, least)) return {};
  return ExactDecimal{a.digits - b.digits, least};
}

template <class T>
T from_exact(const ExactDecimal& x, int exponent) {
  T value(0);
  auto digits = x.digits < 0 ? -x.digits : x.digits;
  while (digits % 10 == 0 && digits != 0 && x.exponent + exponent < 0) digits /= 10, ++exponent;
  constexpr auto low = static_cast<__int128>(1) << 53;
  value = T(static_cast<double>(digits / low)) * T(9007199254740992.0) + T(static_cast<double>(digits % low));
  T power(1);
  const int e = x.exponent + exponent;
  for (int i = 0; i < (e < 0 ? -e : e); ++i) power = power * T(10);
  value = e < 0 ? T(value / power) : T(value * power);
  return x.digits < 0 ? T(-value) : value;
}

/// Calls row(line, exact time, columns as text) for each row that is whole.
template <class Row>
void each_row(const FieldTable& table, const std::string& field, bool drop_bad, const Column& time,
              const std::vector<Column>& columns, const Row& row) {
  std::vector<std::string_view> fields, wanted(columns.size());
  for (const auto& [number, line] : table.rows) {
    split_fields(line, table.separator, fields);
    if (fields.size() != table.columns) {
      if (drop_bad) continue;
      throw UserError(fmt::format("{}: {}, line {}: {} fields are given; accepted: {}", field, table.path, number, fields.size(),
                                  table.columns));
    }
    ExactDecimal t;
    std::optional<std::size_t> bad;
    if (!parse_exact(fields[time.index], t)) bad = time.index;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      wanted[i] = trimmed_field(fields[columns[i].index]);
      if (!is_decimal(std::string(wanted[i])) && !bad) bad = columns[i].index;
    }
    if (bad) {
      if (drop_bad) continue;
      throw UserError(fmt::format("{}: {}, line {}, field {}: \"{}\" is given; accepted: a number", field, table.path, number,
                                  *bad + 1, shortened(fields[*bad])));
    }
    row(number, t, wanted);
  }
}

bool drops_bad_rows(const json& j, const std::string& field) {
  if (!j.contains("bad_rows")) return false;
  if (j["bad_rows"] != "drop" && j["bad_rows"] != "refuse") reject(field + ".bad_rows", j["bad_rows"], "drop or refuse");
  return j["bad_rows"] == "drop";
}

struct KnownLayout {
  std::vector<const char*> times;
  std::array<const char*, 3> columns;
  const char* time_unit;
  bool increments;
};
const std::vector<KnownLayout>& known_layouts() {
  static const auto all = [] {
    std::vector<KnownLayout> list{
        {{"timestamp"}, {"w_rs_s_x", "w_rs_s_y", "w_rs_s_z"}, "ns", false},
        {{"timestamp_sample", "timestamp"}, {"delta_angle[0]", "delta_angle[1]", "delta_angle[2]"}, "us", true},
        {{"timestamp"}, {"gyro_rad[0]", "gyro_rad[1]", "gyro_rad[2]"}, "us", false},
        {{"timestamp_sample"}, {"x", "y", "z"}, "us", false}};
    const std::vector<std::array<const char*, 3>> usual{
        {"gyro_x", "gyro_y", "gyro_z"}, {"gx", "gy", "gz"},          {"wx", "wy", "wz"},         {"omega_x", "omega_y", "omega_z"},
        {"gyr_x", "gyr_y", "gyr_z"},    {"gyrox", "gyroy", "gyroz"}, {"gyrx", "gyry", "gyrz"}};
    for (const auto& columns : usual) list.push_back({{"timestamp", "time", "t"}, columns, "", false});
    return list;
  }();
  return all;
}

}  // namespace

template <class T>
GyroLog<T> gyro_log(const json& rate, const T& t0, const std::string& folder, std::vector<std::string>& warnings) {
  const std::string field = "rate.csv";
  const auto table = field_table(rate["csv"], field, folder);
  if (table.rows.size() < 2)
    throw UserError(fmt::format("{}: {}: {} rows of numbers are there; accepted: two or more", field, table.path, table.rows.size()));
  Column time;
  std::vector<Column> columns;
  std::string time_unit;
  bool increments = false;
  if (rate.contains("columns")) {
    const json& c = rate["columns"];
    if (!c.is_object()) reject("rate.columns", c, "an object with time and rate");
    only_keys(c, "rate.columns", {"time", "rate"});
    time = given_column(table, required(c, "rate.columns", "time", "the name of a column"), "rate.columns.time", false);
    const json& three = required(c, "rate.columns", "rate", "three names of columns");
    if (!three.is_array() || three.size() != 3) reject("rate.columns.rate", three, "three names of columns");
    for (std::size_t i = 0; i < 3; ++i)
      columns.push_back(given_column(table, three[i], fmt::format("rate.columns.rate[{}]", i), true));
  } else if (table.names.empty()) {
    if (table.columns != 4 && table.columns != 7)
      throw UserError(fmt::format("{}: {}: no header, and {} columns; accepted: 4 or 7, or with rate.columns", field, table.path,
                                  table.columns));
    for (std::size_t i = 1; i <= 3; ++i) columns.push_back({i, false, ""});
  } else {
    for (const auto& layout : known_layouts()) {
      const auto x = find_column(table, layout.columns[0], field);
      std::optional<Column> at;
      for (const auto* name : layout.times)
        if (x && !at) at = find_column(table, name, field);
      if (!x || !at) continue;
      const auto y = find_column(table, layout.columns[1], field), z = find_column(table, layout.columns[2], field);
      if (!y || !z) continue;
      time = *at, columns = {*x, *y, *z}, time_unit = layout.time_unit, increments = layout.increments;
      break;
    }
    if (columns.empty())
      throw UserError(fmt::format("{}: {}: no known names of columns; accepted: rate.columns with time and rate", field, table.path));
  }
  if (!time.unit.empty()) time_unit = time.unit;
  if (rate.contains("time_unit")) {
    if (!rate["time_unit"].is_string()) reject("rate.time_unit", rate["time_unit"], "ns, us, ms or s");
    time_unit = rate["time_unit"].get<std::string>();
  }
  if (rate.contains("quantity")) increments = rate["quantity"] == "increments";
  std::optional<bool> degrees;
  for (auto& c : columns) {
    bool is = false;
    if (rate.contains("rate_unit")) {
      if (!rate["rate_unit"].is_string()) reject("rate.rate_unit", rate["rate_unit"], "rad/s, deg/s or dps");
      is = is_in_degrees(rate["rate_unit"].get<std::string>(), increments, "rate.rate_unit");
    } else if (!c.unit.empty()) {
      is = is_in_degrees(c.unit, increments, fmt::format("{}: {}: unit of column {}", field, table.path, c.index + 1));
    }
    c.unit = is ? "deg" : "";
  }
  const std::string unit_field = rate.contains("time_unit") ? "rate.time_unit" : fmt::format("{}: {}: unit of the time", field, table.path);

  GyroLog<T> log;
  log.knots.increments = increments;
  std::vector<ExactDecimal> times;
  ExactDecimal last;
  bool whole = true;
  each_row(table, field, drops_bad_rows(rate, "rate"), time, columns,
           [&](std::size_t number, const ExactDecimal& t, const std::vector<std::string_view>& texts) {
             if (times.empty()) log.origin = t;
             const auto since = exact_difference(t, log.origin);
             const auto step = times.empty() ? since : exact_difference(t, last);
             if (!since || !step || since->exponent < -4000 || since->exponent > 4000)
               throw UserError(fmt::format("{}: {}, line {}: the time has too many digits; accepted: at most 36", field, table.path, number));
             if (!times.empty() && step->digits <= 0)
               throw UserError(fmt::format("{}: {}, line {}, field {}: a time that is not after the one before; accepted: "
                                           "increasing times",
                                           field, table.path, number, time.index + 1));
             times.push_back(*since), last = t;
             whole = whole && t.exponent == 0;
             Vec<Body, T> v;
             for (int i = 0; i < 3; ++i) {
               const auto& c = columns[static_cast<std::size_t>(i)];
               v[i] = from_decimal<T>(std::string(texts[static_cast<std::size_t>(i)]));
               if (c.unit == "deg") v[i] = v[i] * (pi_of<T>() / T(180));
               if (c.negative) v[i] = -v[i];
               if (!is_finite(v[i])) throw UserError(fmt::format("{}: {}, line {}: a number that is not finite", field, table.path, number));
             }
             log.knots.values.push_back(v);
           });
  if (times.size() < 2)
    throw UserError(fmt::format("{}: {}: {} rows of numbers are there; accepted: two or more", field, table.path, times.size()));
  std::vector<double> steps;
  for (std::size_t k = 1; k < times.size(); ++k) steps.push_back(from_exact<double>(*exact_difference(times[k], times[k - 1]), 0));
  auto sorted = steps;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
  double median = sorted[sorted.size() / 2];
  if (time_unit.empty()) {
    if (whole && median > 1)
      throw UserError(fmt::format("{}: {}: times are integers, {:g} apart, without a unit; accepted: say time_unit", field, table.path,
                                  median));
    time_unit = "s";
  }
  log.unit = time_exponent(time_unit, unit_field);
  for (const auto& t : times) log.knots.times.push_back(t0 + from_exact<T>(t, log.unit));
  std::size_t gaps = 0, longest = 0;
  for (std::size_t k = 0; k < steps.size(); ++k)
    if (steps[k] > 1.5 * median) ++gaps, longest = gaps == 1 || steps[k] > steps[longest] ? k : longest;
  if (gaps > 0)
    warnings.push_back(fmt::format("{}: {} gap{}, the longest {:g} at t = {:g}", field, gaps, gaps == 1 ? "" : "s",
                                   steps[longest] * std::pow(10.0, log.unit),
                                   scalar_cast<double>(log.knots.times[longest])));
  return log;
}

TruthTable truth_table(const json& truth, double t0, const std::optional<std::pair<ExactDecimal, int>>& origin,
                       const std::string& folder) {
  if (!truth.is_object()) reject("truth", truth, "an object with csv");
  only_keys(truth, "truth", {"csv", "columns", "order", "time_unit", "bad_rows"});
  const std::string field = "truth.csv";
  const auto table = field_table(required(truth, "truth", "csv", "the name of a file"), field, folder);
  std::string order = "wxyz";
  const bool given = truth.contains("order");
  if (given) {
    if (!truth["order"].is_string()) reject("truth.order", truth["order"], "wxyz or xyzw");
    order = truth["order"].get<std::string>();
    if (order != "wxyz" && order != "xyzw") reject("truth.order", truth["order"], "wxyz or xyzw");
  }
  Column time;
  std::vector<Column> columns;
  std::string unit;
  const auto first_of = [&](std::initializer_list<const char*> names) {
    std::optional<Column> found;
    for (const auto* name : names)
      if (!found) found = find_column(table, name, field);
    return found;
  };
  if (truth.contains("columns")) {
    const json& c = truth["columns"];
    if (!c.is_object()) reject("truth.columns", c, "an object with time and attitude");
    only_keys(c, "truth.columns", {"time", "attitude"});
    time = given_column(table, required(c, "truth.columns", "time", "the name of a column"), "truth.columns.time", false);
    const json& four = required(c, "truth.columns", "attitude", "four names of columns");
    if (!four.is_array() || four.size() != 4) reject("truth.columns.attitude", four, "four names of columns");
    for (std::size_t i = 0; i < 4; ++i)
      columns.push_back(given_column(table, four[i], fmt::format("truth.columns.attitude[{}]", i), true));
  } else if (table.names.empty()) {
    if (table.columns != 8)
      throw UserError(fmt::format("{}: {}: no header, and {} columns; accepted: 8 (t, 3, qx, qy, qz, qw), or truth.columns", field,
                                  table.path, table.columns));
    for (std::size_t i = 4; i < 8; ++i) columns.push_back({i, false, ""});
    if (!given) order = "xyzw";
  } else {
    const auto at = first_of({"timestamp", "time", "t"});
    for (const auto* prefix : {"q", "q_rs_"}) {
      std::vector<Column> four;
      for (const char c : std::string("wxyz"))
        if (const auto found = find_column(table, prefix + std::string(1, c), field)) four.push_back(*found);
      if (four.size() == 4 && columns.empty()) {
        columns = four, order = "wxyz";
        if (std::string_view(prefix) == "q_rs_") unit = "ns";
      }
    }
    if (columns.empty() && table.columns == 8 && at && at->index == 0) {
      for (std::size_t i = 4; i < 8; ++i) columns.push_back({i, false, ""});
      if (!given) order = "xyzw";
    }
    if (!at || columns.empty())
      throw UserError(fmt::format("{}: {}: no known names of columns; accepted: qw, qx, qy, qz, or truth.columns", field, table.path));
    time = *at;
  }
  if (!time.unit.empty()) unit = time.unit;
  if (truth.contains("time_unit")) {
    if (!truth["time_unit"].is_string()) reject("truth.time_unit", truth["time_unit"], "ns, us, ms or s");
    unit = truth["time_unit"].get<std::string>();
  }
  // By the log's clock: where nothing is said, in the log's unit.
  const int exponent = !unit.empty() ? time_exponent(unit, "truth.time_unit") : origin ? origin->second : 0;
  TruthTable result;
  each_row(table, field, drops_bad_rows(truth, "truth"), time, columns,
           [&](std::size_t number, ExactDecimal t, const std::vector<std::string_view>& texts) {
             t.exponent += exponent;
             std::optional<ExactDecimal> since = t;
             if (origin) since = exact_difference(t, {origin->first.digits, origin->first.exponent + origin->second});
             if (!since || since->exponent < -300 || since->exponent > 300)
               throw UserError(fmt::format("{}: {}, line {}: the time has too many digits; accepted: at most 36", field, table.path, number));
             const double at = from_exact<double>(*since, 0) + (origin ? t0 : 0);
             if (!result.times.empty() && !(at > result.times.back()))
               throw UserError(fmt::format("{}: {}, line {}, field {}: a time that is not after the one before; accepted: "
                                           "increasing times",
                                           field, table.path, number, time.index + 1));
             double q[4];
             for (std::size_t i = 0; i < 4; ++i) {
               q[i] = from_decimal<double>(std::string(texts[i]));
               if (columns[i].negative) q[i] = -q[i];
             }
             const auto R = order == "xyzw" ? Attitude<double>{q[3], q[0], q[1], q[2]} : Attitude<double>{q[0], q[1], q[2], q[3]};
             if (!(norm2(R) > 1e-300) || !is_finite(norm2(R)))
               throw UserError(fmt::format("{}: {}, line {}: a quaternion that is 0 or not finite", field, table.path, number));
             result.times.push_back(at), result.attitudes.push_back(normalised(R));
           });
  if (result.times.size() < 2)
    throw UserError(fmt::format("{}: {}: {} rows of numbers are there; accepted: two or more", field, table.path, result.times.size()));
  return result;
}

template GyroLog<double> gyro_log(const json&, const double&, const std::string&, std::vector<std::string>&);
template GyroLog<float128> gyro_log(const json&, const float128&, const std::string&, std::vector<std::string>&);

}  // namespace polhode::reading
