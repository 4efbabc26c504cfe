// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "experiments/index.hpp"
#include "experiments/verbs/verbs.hpp"

// The report is a template (results/report) and one JSON document inside it. Everything that is shown is computed
// elsewhere and read here; nothing is measured.
namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 2'000'000;  // of the whole file: what one sends by e-mail without thinking

json read(const std::string& path) {
  const auto text = read_file(path);
  try {
    return json::parse(text);
  } catch (const json::exception& e) {
    throw UserError(fmt::format("{}: not a result file: {}", path, e.what()));
  }
}

json read_result(const std::string& path, const std::string& schema) {
  json found = read(path);
  if (!found.is_object() || found.value("schema", "") != schema)
    throw UserError(fmt::format("{}: schema {} is given; accepted: \"{}\"", path,
                                found.is_object() ? found.value("schema", json()).dump() : "none", schema));
  return found;
}

// --- smaller ---------------------------------------------------------------------------------------------------------

double shortened(double x, int digits) {
  return std::stod(fmt::format("{:.{}e}", x, digits - 1));
}

/// Seven digits of every number: more than a picture or a table shows.
void shorten(json& j, int digits = 7) {
  if (j.is_number_float()) j = shortened(j.get<double>(), digits);
  if (j.is_structured())
    for (auto& x : j) shorten(x, digits);
}

/// The arrays of all curves, each once: figures share abscissae and whole runs.
class Columns {
 public:
  /// Replaces the arrays of a curve by their numbers.
  void take(json& curve, int digits) {
    for (auto& column : curve) {
      shorten(column, digits);
      const auto [place, is_new] = index_.try_emplace(column.dump(), index_.size());
      if (is_new) columns_.push_back(std::move(column));
      column = place->second;
    }
  }
  json columns() && { return std::move(columns_); }

 private:
  std::map<std::string, std::size_t> index_;
  json columns_ = json::array();
};

/// Reads a file of tags from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  bool at(std::string_view word) const { return rest_.substr(0, word.size()) == word; }
  char take() { return take(1)[0]; }
  std::string_view take(std::size_t n) {
    const auto taken = rest_.substr(0, n);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  /// Up to and with the next `end` after `from` characters.
  std::string_view take_past(std::string_view end, std::size_t from) {
    const auto at = rest_.find(end, from);
    return take(at == rest_.npos ? rest_.size() : at + end.size());
  }
  std::string_view take_until(char end) { return take(std::min(rest_.find(end), rest_.size())); }
  std::string_view take_while(bool (*wanted)(char)) {
    std::size_t n = 0;
    while (n < rest_.size() && wanted(rest_[n])) ++n;
    return take(n);
  }

 private:
  std::string_view rest_;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// Cuts the decimals that follow a number's point to one.
void take_decimals(Reader& in, std::string& out) {
  const auto decimals = in.take_while(is_digit);
  if (decimals.empty()) return;
  if (decimals[0] == '0')
    out.pop_back();
  else
    out += decimals[0];
}

/// A number of tenths that follows another number.
std::string after_number(long tenths, bool first) {
  const long size = std::abs(tenths);
  std::string out = tenths < 0 ? "-" : first ? "" : " ";
  if (size >= 10 || size == 0) out += std::to_string(size / 10);
  if (size % 10 != 0) out += "." + std::to_string(size % 10);
  return out;
}

/// The data of a path of straight lines in tenths of a point, every point relative to the one before: half as long.
/// Other paths stay as they are.
std::string smaller_path(std::string_view data) {
  std::string out;
  long at[2] = {0, 0}, start[2] = {0, 0};
  int axis = 0;
  bool moved = false;
  for (Reader in(data); !in.done();) {
    if (!in.take_while(is_space).empty()) continue;
    const auto word = in.take_while([](char c) { return !is_space(c); });
    double value = 0;
    if (word == "M") {
      out += "m", moved = true;
    } else if (word == "z") {
      out += "z", at[0] = start[0], at[1] = start[1];
    } else if (std::from_chars(word.data(), word.data() + word.size(), value).ec == std::errc()) {
      const long tenths = std::lround(10 * value);
      out += after_number(tenths - at[axis], out.back() == 'm');
      at[axis] = tenths;
      if (moved) start[axis] = tenths;
      if (axis == 1) moved = false;
      axis = 1 - axis;
    } else if (word != "L" || out.empty() || out.back() == 'z') {
      return std::string(data);
    }
  }
  return out;
}

/// The text of an SVG of matplotlib's without what its picture does not need: prologue, metadata, names of groups,
/// white space, decimals below a tenth of a point, and every style but once.
std::string smaller_svg(const std::string& svg) {
  std::string out;
  const auto begin = svg.find("<svg");
  Reader in(std::string_view(svg).substr(begin == std::string::npos ? svg.size() : begin));
  bool in_tag = false;
  std::map<std::string_view, std::size_t> styles;
  while (!in.done()) {
    if (in.at("<metadata")) {
      in.take_past("</metadata>", 0);
    } else if (in.at("<!--")) {
      in.take_past("-->", 0);
    } else if (in.at("<g id=\"")) {
      in.take_past("\"", 7);
      out += "<g", in_tag = true;
    } else if (in_tag && in.at(" style=\"")) {
      in.take(8);
      const auto [style, is_new] = styles.try_emplace(in.take_until('"'), styles.size());
      in.take();
      out += fmt::format(" class=\"s{}\"", style->second);
    } else if (in.at("</svg>")) {
      out += "<style>";
      for (const auto& [style, number] : styles) out += fmt::format(".s{}{{{}}}", number, style);
      out += "</style>";
      out += in.take(6);
    } else if (in_tag && in.at(" d=\"")) {
      out += in.take(4);
      out += smaller_path(in.take_until('"'));
    } else if (in.take_while(is_space).size() > 0) {
      if (!out.empty() && out.back() != '>' && !in.at("<")) out += ' ';
    } else {
      const char c = in.take();
      if (c == '<') in_tag = true;
      if (c == '>') in_tag = false;
      out += c;
      if (c == '.' && in_tag && out.size() > 1 && is_digit(out[out.size() - 2])) take_decimals(in, out);
    }
  }
  return out;
}

/// Text that may stand inside a script element: no "</", no "<!", no "<script".
std::string inside_script(const json& document) {
  const auto text = document.dump();
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '<' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '!' || text[i + 1] == 's'))
      out += "\\u003c";
    else
      out += text[i];
  return out;
}

// --- what goes in ----------------------------------------------------------------------------------------------------

/// Per panel and method: the fastest and the median of the repetitions of every run.
json times(const json& timing) {
  json panels = json::array();
  for (const auto& panel : timing.at("panels")) {
    json methods = json::object();
    for (const auto& series : panel.at("series"))
      for (const auto& point : series.at("points")) {
        auto seconds = point.at("seconds").get<std::vector<double>>();
        std::sort(seconds.begin(), seconds.end());
        methods[series.at("method").get<std::string>()].push_back(
            {point.at("steps"), seconds.front(), seconds[seconds.size() / 2], seconds.size()});
      }
    panels.push_back(std::move(methods));
  }
  return panels;
}

/// A figure as the page takes it: its result, the verdicts of both its files, times and their context.
json figure_entry(const std::string& folder, const std::string& id, Columns& columns) {
  const auto base = folder + "/" + id;
  json figure = read_result(base + ".json", "polhode/experiment/1");
  figure.erase("schema");
  for (auto& panel : figure.at("panels"))
    for (auto& series : panel.at("series"))
      if (series.contains("curve")) columns.take(series["curve"], panel.value("view", "sphere") == "sphere" ? 5 : 7);
  if (fs::exists(base + ".timing.json")) {
    json timing = read_result(base + ".timing.json", "polhode/timing/1");
    for (auto& verdict : timing.at("verdicts")) figure["verdicts"].push_back(std::move(verdict));
    figure["times"] = times(timing);
    figure["context"] = timing.at("context");
    figure["context"].erase("host");  // the file is made to be sent
  }
  shorten(figure);
  return figure;
}

void replace(std::string& text, const std::string& mark, const std::string& by) {
  const auto at = text.find(mark);
  if (at == std::string::npos) throw std::logic_error("the report's template has no " + mark);
  text.replace(at, mark.size(), by);
}

std::string page(const std::string& templates, const json& document) {
  std::string text = read_file(templates + "/report.html");
  replace(text, "/*css*/", read_file(templates + "/report.css"));
  replace(text, "/*plot*/", read_file(templates + "/plot.js"));
  replace(text, "/*js*/", read_file(templates + "/report.js"));
  replace(text, "/*data*/", inside_script(document));
  return text;
}

/// Takes out the largest static pictures until the page is small enough. Their number.
int leave_out_pictures(json& figures, std::size_t too_much) {
  int left_out = 0;
  for (std::size_t freed = 0; freed < too_much; ++left_out) {
    json* largest = nullptr;
    for (auto& f : figures)
      if (f.contains("svg") && (!largest || f["svg"].get_ref<const std::string&>().size() >
                                                (*largest)["svg"].get_ref<const std::string&>().size()))
        largest = &f;
    if (!largest) break;
    freed += (*largest)["svg"].get_ref<const std::string&>().size();
    largest->erase("svg");
    (*largest)["no_svg"] = "left out, since the file would be larger than 2 MB; it is beside the data";
  }
  return left_out;
}

}  // namespace

Exit report(const ReportOptions& options) {
  json document{{"schema", "polhode/report/1"}};
  json figures = json::array(), missing = json::array();
  Columns columns;
  int pictures = 0;
  for (const auto& entry : experiment_index()) {
    const auto base = options.out + "/" + entry.id;
    if (!fs::exists(base + ".json")) {
      missing.push_back(entry.id);
      continue;
    }
    json figure = figure_entry(options.out, entry.id, columns);
    if (fs::exists(base + ".svg"))
      figure["svg"] = smaller_svg(read_file(base + ".svg")), ++pictures;
    else if (!figure["panels"].empty())
      figure["no_svg"] = "not drawn; static pictures need matplotlib";
    figures.push_back(std::move(figure));
  }
  if (figures.empty())
    throw UserError(fmt::format("--out: no measured figure in {}; run \"polhode figure all\"", options.out));

  const auto build = build_info();
  document["build"] = {{"version", build.version},
                       {"compiler", build.compiler},
                       {"flags", build.flags},
                       {"fp_mode", build.fp_mode},
                       {"git", build.git}};
  document["missing"] = missing;
  document["claims"] = read(options.results + "/claims.json").at("claims");
  document["methods"] = list_of("methods");
  document["problems"] = problem_descriptions();
  document["styles"] = read(options.results + "/styles.json");
  if (const auto path = options.out + "/passports.json"; fs::exists(path)) {
    document["passports"] = read(path);
    if (!document["passports"].is_array())
      throw UserError(path + ": not a list; accepted: an array of the answers of \"polhode check METHOD --json\"");
  }
  if (const auto path = options.results + "/../CITATION.cff"; fs::exists(path)) document["citation"] = read_file(path);
  shorten(document);
  document["columns"] = std::move(columns).columns();
  document["figures"] = figures;

  const auto templates = options.results + "/report";
  auto text = page(templates, document);
  if (text.size() > most_bytes) {
    pictures -= leave_out_pictures(document["figures"], text.size() - most_bytes);
    text = page(templates, document);
  }
  const auto path = options.output.empty() ? options.out + "/report.html" : options.output;
  write_file(path, text);

  std::cout << fmt::format("{}: {} figures, {} static pictures, {} kB\n", path, figures.size(), pictures,
                           text.size() / 1000);
  if (!missing.empty()) {
    std::string names;
    for (const auto& id : missing) names += (names.empty() ? "" : ", ") + id.get<std::string>();
    std::cout << "not measured: " << names << "\n";
  }
  return Exit::ok;
}

}  // namespace polhode::verbs
