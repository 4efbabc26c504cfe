// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/spec/values.hpp"

/// Tables of numbers as loggers and spreadsheets write them.
namespace polhode::reading {

/// A decimal number without rounding, digits 10^exponent: times are subtracted before they become floating point.
struct ExactDecimal {
  __int128 digits = 0;
  int exponent = 0;
};
/// a - b; nothing if it does not fit.
std::optional<ExactDecimal> difference(ExactDecimal a, ExactDecimal b);
/// x 10^exponent.
template <class T>
T from_exact(const ExactDecimal& x, int exponent);

/// A number of a table.
struct CsvNumber {
  std::string_view text;  ///< as written
  double value = 0;

  template <class T>
  T to() const {
    if constexpr (std::is_same_v<T, double>)
      return value;
    else
      return value == 0 ? T(value) : T(std::string(text));  // any power of ten may stand behind a zero
  }
  std::optional<ExactDecimal> exact() const;
};

/// A file with one row per line, read row by row. The separator is the first of comma, semicolon, tab and blank that
/// occurs in the first row. Blank lines and lines that begin with # are skipped. If less than half of the first row are
/// numbers or dates, it has the names; else the last line with # before it has them, if it has as many. Names are
/// compared without case, blanks, quotes and the unit behind them in [..] or (..). Columns are counted from 1. Times
/// may be dates (2026-01-31T12:00:00.25Z, 2026-031T12:00): seconds from 1970 on, without leap seconds. A file of
/// Gyroflow has lines "key,value" before its names. Errors throw UserError with file, line and column.
class CsvTable {
 public:
  struct Name {
    std::string name, unit;
  };
  struct Column {
    std::size_t index = 0;
    bool negative = false;
    std::string unit;
  };
  struct Row {
    CsvNumber time;
    ExactDecimal exact_time, since_first;
    bool is_date = false;  ///< the time, in seconds then
    std::vector<CsvNumber> values;
  };

  CsvTable(const Given& name, const std::string& folder);

  const std::string& path() const { return path_; }
  const std::vector<Name>& names() const { return names_; }  ///< none if there is no header
  std::size_t width() const { return columns_; }

  /// The column of a name, or nothing. A name that occurs twice is refused.
  std::optional<Column> find(const std::string& name) const;
  /// The column that a spec names by its header or its number.
  Column column(const Given& given, bool may_be_negative = false) const;
  std::vector<Column> columns(const Given& given, bool may_be_negative = false) const;
  /// A value before the names of a file of Gyroflow; nothing in other files.
  std::optional<std::string> setting(const std::string& key) const;

  /// Selects the columns that `next` returns; incomplete rows are refused, or dropped.
  void want(const Column& time, const std::vector<Column>& values, bool drop_bad = false);
  /// The next row; nullptr at the end. Times increase, and there are at least two rows.
  const Row* next();
  /// The number of dropped rows.
  std::size_t dropped() const { return dropped_; }
  /// Throws UserError about the file.
  template <class... A>
  [[noreturn]] void refuse_file(fmt::format_string<const A&...> what, const A&... a) const {
    throw UserError("{}: {}: {}", field_, path_, fmt::format(what, a...));
  }
  /// Throws UserError about the row, or its field in a column.
  [[noreturn]] void refuse(const std::string& what, std::optional<std::size_t> column = {}) const;

 private:
  bool next_line();
  bool parse();
  bool set_time();
  /// False, if bad rows are left out; refuses the row otherwise.
  bool bad(const std::string& what, std::optional<std::size_t> column = {}) const;

  std::string field_, path_;
  Input file_;
  std::string buffer_;
  std::size_t from_ = 0, to_ = 0;  ///< the unread part of the buffer
  std::string_view line_;
  std::vector<std::string_view> fields_;  ///< of the line
  std::size_t number_ = 0, rows_ = 0, dropped_ = 0;
  bool pending_ = false;  ///< line_ is a row that next() has not returned yet
  char separator_ = ',';
  std::vector<Name> names_;
  std::map<std::string, std::string> settings_;
  std::size_t columns_ = 0;

  std::vector<Column> wanted_;  ///< the time, and the values
  bool drop_bad_ = false, of_dates_ = false;
  ExactDecimal first_, last_;
  Row row_;
};

}  // namespace polhode::reading
