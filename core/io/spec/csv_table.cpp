// SPDX-License-Identifier: MIT
#include "core/io/spec/csv_table.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/io/spec/signals.hpp"

namespace polhode::reading {

namespace {

constexpr std::size_t block = std::size_t(1) << 18;

std::string_view trimmed(std::string_view s) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '"' || c == '\''; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}

/// The fields of a line. Separated by blanks, runs of these are one, and a time of day belongs to the date before it.
void split(std::string_view line, char separator, std::vector<std::string_view>& fields) {
  fields.clear();
  for (std::size_t begin = 0;;) {
    if (separator == ' ') begin = std::min(line.find_first_not_of(" \t", begin), line.size());
    if (separator == ' ' && begin == line.size()) return;
    const auto end = separator == ' ' ? line.find_first_of(" \t", begin) : line.find(separator, begin);
    const auto field = line.substr(begin, end - begin);
    if (separator == ' ' && !fields.empty() && field.size() > 4 && field[2] == ':' && fields.back().size() > 7 &&
        (fields.back()[4] == '-' || fields.back()[4] == '/'))
      fields.back() = {fields.back().data(), field.data() + field.size()};
    else
      fields.push_back(field);
    if (end == line.npos) return;
    begin = end + 1;
  }
}

CsvTable::Name column_name(std::string_view given) {
  std::string s;
  for (const char c : given)
    if (c != ' ' && c != '\t' && c != '"' && c != '\'')
      s += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  s.erase(0, std::min(s.find_first_not_of('#'), s.size()));
  const auto open = s.empty() ? s.npos : s.back() == ']' ? s.rfind('[') : s.back() == ')' ? s.rfind('(') : s.npos;
  if (open == s.npos || open == 0) return {s, ""};
  const auto inside = s.substr(open + 1, s.size() - open - 2);
  if (!inside.empty() && std::ranges::all_of(inside, [](unsigned char c) { return std::isdigit(c); })) return {s, ""};
  return {s.substr(0, open), inside};
}

/// A number at p, of a line that ends at `end`; returns the place behind it, nullptr if there is none.
const char* take_number(const char* p, const char* end, CsvNumber& x) {
  const char* const begin = p;
  p += p < end && (*p == '-' || *p == '+');
  if (p == end || (*p != '.' && (*p < '0' || *p > '9'))) return nullptr;
  const auto r = std::from_chars(p, end, x.value);
  constexpr std::ptrdiff_t longest = 1000;
  if (r.ec == std::errc::invalid_argument || r.ptr - begin > longest) return nullptr;
  x.text = {begin, static_cast<std::size_t>(r.ptr - begin)};
  if (r.ec != std::errc()) x.value = from_decimal<double>(std::string(p, r.ptr));  // 0, or infinite
  if (*begin == '-') x.value = -x.value;
  return r.ptr;
}

/// A date in seconds from 1970 on: 2026-01-31 or 2026/01/31, or a day of the year like 2026-031; with a time of day, and
/// its zone.
std::optional<ExactDecimal> date_of(std::string_view s) {
  const auto digits = [&](std::size_t least, std::size_t most) -> std::optional<int> {
    std::size_t n = 0;
    int x = 0;
    for (; n < std::min(most, s.size()) && s[n] >= '0' && s[n] <= '9'; ++n) x = 10 * x + (s[n] - '0');
    if (n < least) return {};
    s.remove_prefix(n);
    return x;
  };
  const auto skip = [&](std::string_view any) {
    const bool is = !s.empty() && any.find(s[0]) != any.npos;
    if (is) s.remove_prefix(1);
    return is;
  };
  const auto year = digits(4, 4);
  if (!year || s.empty() || !skip(s[0] == '/' ? "/" : "-")) return {};
  std::int64_t day = 0;
  const std::chrono::year y(*year);
  if (const auto first = digits(2, 3); !first) {
    return {};
  } else if (skip("-/")) {
    const auto d = digits(2, 2);
    const std::chrono::year_month_day date(y, std::chrono::month(static_cast<unsigned>(*first)),
                                           std::chrono::day(static_cast<unsigned>(d.value_or(0))));
    if (*first > 12 || !date.ok()) return {};  // a month of chrono has eight bits
    day = std::chrono::sys_days(date).time_since_epoch().count();
  } else {  // of the year
    if (*first < 1 || *first > 365 + y.is_leap()) return {};
    day = (std::chrono::sys_days(y / 1 / 1).time_since_epoch().count()) + *first - 1;
  }
  std::int64_t seconds = 86400 * day;
  ExactDecimal t;
  if (skip("Tt ")) {
    const auto hour = digits(2, 2);
    if (!hour || *hour > 24 || !skip(":")) return {};
    const auto minute = digits(2, 2);
    if (!minute || *minute > 59) return {};
    seconds += 3600 * *hour + 60 * *minute;
    if (skip(":")) {
      const auto second = digits(2, 2);
      if (!second || *second > 60) return {};
      seconds += *second;
      constexpr int most = 24;
      if (skip("."))
        while (const auto digit = digits(1, 1)) {
          if (--t.exponent < -most) return {};
          t.digits = 10 * t.digits + *digit;
        }
    }
    if (!s.empty() && !skip("Zz")) {
      const int sign = s[0] == '-' ? -1 : 1;
      const auto h = skip("+-") ? digits(2, 2) : std::nullopt;
      skip(":");
      const auto m = s.empty() ? std::optional(0) : digits(2, 2);
      if (!h || !m) return {};
      seconds -= sign * (3600 * *h + 60 * *m);
    }
  }
  if (!s.empty()) return {};
  __int128 whole = seconds;
  for (int k = 0; k > t.exponent; --k) whole *= 10;
  t.digits += whole;
  return t;
}

}  // namespace

std::optional<ExactDecimal> difference(ExactDecimal a, ExactDecimal b) {
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
  auto digits = x.digits < 0 ? -x.digits : x.digits;
  constexpr auto low = static_cast<__int128>(1) << 53;
  int e = x.exponent + exponent;
  // Digits up to 2^53 and powers up to 10^22 are doubles, so that one operation rounds.
  while ((digits > low || e < -22) && digits % 10 == 0 && digits != 0 && e < 0) digits /= 10, ++e;
  const T value = T(static_cast<double>(digits / low)) * T(9007199254740992.0) + T(static_cast<double>(digits % low));
  T power(1);
  for (int i = 0; i < std::abs(e); ++i) power = power * T(10);
  const T size = e < 0 ? T(value / power) : T(value * power);
  return x.digits < 0 ? T(-size) : size;
}
template double from_exact(const ExactDecimal&, int);
template float128 from_exact(const ExactDecimal&, int);
template float100 from_exact(const ExactDecimal&, int);

std::optional<ExactDecimal> CsvNumber::exact() const {
  ExactDecimal x;
  const auto e = std::min(text.find_first_of("eE"), text.size());
  int count = 0;
  bool behind_point = false;
  for (const char c : text.substr(0, e)) {
    behind_point = behind_point || c == '.';
    if (c < '0' || c > '9') continue;
    count += count > 0 || c != '0';
    if (count > 36) return {};
    x.digits = 10 * x.digits + (c - '0');
    x.exponent -= behind_point;
  }
  if (text.front() == '-') x.digits = -x.digits;
  if (e == text.size()) return x;
  int power = 0;
  const char* const begin = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  if (std::from_chars(begin, text.data() + text.size(), power).ec != std::errc()) return {};
  x.exponent += power;
  return x;
}

CsvTable::CsvTable(const Given& name, const std::string& folder)
    : field_(name.field),
      path_([&] {
        auto path = in_folder(name.text(), folder);
        if (!std::filesystem::exists(path)) name.refuse(shortened(path) + ": no such file");
        return path;
      }()),
      file_(path_),
      buffer_(block + 1, '\0') {
  to_ = file_.read(buffer_.data(), block);
  const std::string_view begin(buffer_.data(), to_);
  if (begin.starts_with("\xFF\xFE") || begin.starts_with("\xFE\xFF") ||
      (to_ > 1 && (begin[0] == '\0') != (begin[1] == '\0')))
    refuse_file("the text is UTF-16; accepted: UTF-8, as iconv -f UTF-16 -t UTF-8 makes it");
  if (const auto end = begin.find('\r'); end != begin.npos && end + 1 < begin.size() && begin.find('\n') == begin.npos)
    refuse_file("lines end in a carriage return; accepted: line feeds, as tr '\\r' '\\n' makes them");
  std::string comment;
  bool is_gyroflow = false;
  while (next_line()) {
    if (line_.front() == '#') {
      comment = line_;
      continue;
    }
    const auto has = [&](char c) { return line_.find(c) != line_.npos; };
    separator_ = has(',') ? ',' : has(';') ? ';' : has('\t') ? '\t' : ' ';
    split(line_, separator_, fields_);
    if (is_gyroflow && column_name(fields_[0]).name != "t") {
      if (fields_.size() > 1) settings_[column_name(fields_[0]).name] = trimmed(fields_[1]);
      continue;
    }
    if (const auto name = column_name(line_).name; name == "gyroflowimulog" || name == "cameraimulog") {
      is_gyroflow = true;
      continue;
    }
    columns_ = fields_.size();
    std::size_t numbers = 0, others = 0;
    for (const auto field : fields_) {
      const std::string word(trimmed(field));
      const bool is_number = is_decimal(word) || date_of(word);
      if (!word.empty() && word != "nan" && word != "NaN" && word != "NAN") ++(is_number ? numbers : others);
    }
    pending_ = numbers >= others;
    if (pending_) {
      split(std::string_view(comment).substr(std::min(comment.find_first_not_of('#'), comment.size())), separator_,
            fields_);
      if (comment.empty() || fields_.size() != columns_) fields_.clear();
    }
    for (const auto f : fields_) names_.push_back(column_name(f));
    return;
  }
  refuse_file("0 rows of numbers are there; accepted: two or more");
}

std::optional<CsvTable::Column> CsvTable::find(const std::string& name) const {
  std::optional<Column> found;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].name == name) {
      if (found) refuse_file("the column \"{}\" occurs twice; accepted: once", shortened(name));
      found = Column{i, false, names_[i].unit};
    }
  return found;
}

std::optional<std::string> CsvTable::setting(const std::string& key) const {
  const auto found = settings_.find(key);
  return found == settings_.end() ? std::nullopt : std::optional(found->second);
}

CsvTable::Column CsvTable::column(const Given& given, bool may_be_negative) const {
  const bool is_number = given->is_number_integer();
  if (!given->is_string() && !is_number) given.reject("the name of a column, or its number from 1");
  auto text = is_number ? given->dump() : given->get<std::string>();
  const bool negative = may_be_negative && text.starts_with("-");
  if (negative) text.erase(0, 1);
  auto column = is_number ? std::nullopt : find(column_name(text).name);
  if (!column && !is_number) column = find(text);
  std::size_t number = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), number);
  if (!column && (is_number || (r.ec == std::errc() && r.ptr == text.data() + text.size()))) {
    if (number < 1 || number > columns_) given.reject(fmt::format("a column from 1 to {}", columns_));
    column = Column{number - 1, false, number <= names_.size() ? names_[number - 1].unit : ""};
  }
  if (!column) {
    std::vector<std::string> known;
    for (const auto& n : names_) known.push_back(shortened(n.name));
    throw UserError("{}: {}: {}", given.field, path_, unknown_name("column", text, known));
  }
  column->negative = negative;
  return *column;
}

std::vector<CsvTable::Column> CsvTable::columns(const Given& given, bool may_be_negative) const {
  std::vector<Column> all;
  for (const Given& one : given.items()) all.push_back(column(one, may_be_negative));
  return all;
}

void CsvTable::want(const Column& time, const std::vector<Column>& values, bool drop_bad) {
  wanted_ = {time};
  wanted_.insert(wanted_.end(), values.begin(), values.end());
  drop_bad_ = drop_bad;
  row_.values.resize(values.size());
}

bool CsvTable::next_line() {
  for (;;) {
    const char* end = nullptr;
    std::size_t seen = 0;
    while (!(end = static_cast<const char*>(std::memchr(buffer_.data() + from_ + seen, '\n', to_ - from_ - seen)))) {
      seen = to_ - from_;
      std::memmove(buffer_.data(), buffer_.data() + from_, seen);
      from_ = 0, to_ = seen;
      if (to_ == block) ++number_, refuse(fmt::format("longer than {} kB; accepted: lines of numbers", block >> 10));
      const auto n = file_.read(buffer_.data() + to_, block - to_);
      to_ += n;
      if (n > 0) continue;
      if (seen == 0) return false;
      buffer_[to_++] = '\n';  // the last line without an end
    }
    const auto begin = from_;
    from_ = static_cast<std::size_t>(end - buffer_.data()) + 1;
    line_ = {buffer_.data() + begin, from_ - 1 - begin};
    if (number_++ == 0 && line_.starts_with("\xEF\xBB\xBF")) line_.remove_prefix(3);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    if (line_.empty() || (line_[0] <= ' ' && line_.find_first_not_of(" \t") == line_.npos)) continue;
    return true;
  }
}

const CsvTable::Row* CsvTable::next() {
  while (pending_ || next_line()) {
    const bool was_pending = std::exchange(pending_, false);
    if (!was_pending && line_.front() == '#') continue;
    row_.is_date = false;
    if (!parse() || !set_time()) {
      ++dropped_;
      continue;
    }
    ++rows_;
    return &row_;
  }
  if (rows_ < 2) refuse_file("{} rows of numbers are there; accepted: two or more", rows_);
  return nullptr;
}

/// Says what is wrong with a row; false if it is to be left out.
bool CsvTable::parse() {
  split(line_, separator_, fields_);
  if (fields_.size() != columns_)
    return bad(fmt::format("{} fields are given; accepted: {}", fields_.size(), columns_));
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    auto& number = i == 0 ? row_.time : row_.values[i - 1];
    const auto at = wanted_[i].index;
    const auto word = trimmed(fields_[at]);
    if (i == 0)
      if (const auto date = date_of(word)) {
        row_.exact_time = *date, row_.is_date = true;
        continue;
      }
    const char* const end = word.data() + word.size();
    const auto whole = [&](char quote) { return std::ranges::count(fields_[at], quote) % 2 == 0; };
    if (word.size() < fields_[at].size() && !(whole('"') && whole('\'')))
      return bad(fmt::format("{} is given; accepted: a number without {} in it", shortened(fields_[at]), separator_),
                 at);
    if (take_number(word.data(), end, number) == end && std::isfinite(number.value)) continue;
    return bad(fmt::format("\"{}\" is given; accepted: a finite number", shortened(fields_[at])), at);
  }
  return true;
}

bool CsvTable::set_time() {
  const auto at = wanted_[0].index;
  const auto t = row_.is_date ? row_.exact_time : row_.time.exact();
  if (t && rows_ == 0) first_ = last_ = *t, of_dates_ = row_.is_date;
  if (row_.is_date != of_dates_)
    return bad(of_dates_ ? "a number is given; accepted: a date, as before" : "a date is given; accepted: a number",
               at);
  const auto since = t ? difference(*t, first_) : t, step = t ? difference(*t, last_) : t;
  constexpr int widest = 4000;
  if (!since || !step || std::abs(since->exponent) > widest)
    return bad("a time with too many digits is given; accepted: at most 36", at);
  if (rows_ > 0 && step->digits <= 0)
    return bad("a time that is not after the one before; accepted: increasing times", at);
  row_.exact_time = last_ = *t, row_.since_first = *since;
  return true;
}

void CsvTable::refuse(const std::string& what, std::optional<std::size_t> column) const {
  throw UserError("{}: {}, line {}{}: {}", field_, path_, number_,
                  column ? fmt::format(", column {}", *column + 1) : "", what);
}
bool CsvTable::bad(const std::string& what, std::optional<std::size_t> column) const {
  if (drop_bad_) return false;
  refuse(what, column);
}

}  // namespace polhode::reading
