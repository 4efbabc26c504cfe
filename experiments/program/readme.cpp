// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "experiments/judging/passport.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/program/verbs.hpp"
#include "methods/runners.hpp"

// The tables of the README that are measured: between <!-- NAME --> and <!-- end -->.
namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

struct Counts {
  int reproduced = 0, not_reproduced = 0, undecidable = 0, timed = 0;
};

/// Verdicts by paper and by figure. Claims on time are judged on the machine that measures them.
std::map<std::string, Counts> verdict_counts(const std::string& results) {
  std::map<std::string, std::string> verdicts;
  for (const auto& figure : list_of("figures")) {
    const auto id = figure.at("id").get<std::string>();
    const auto golden = read_result(fmt::format("{}/golden/{}.json", results, id), "experiment-1", id);
    for (const auto& row : golden.at("verdicts")) verdicts[row.at("id")] = row.at("verdict");
  }
  std::map<std::string, Counts> counts;
  const auto claims = read_result(results + "/claims.json", "claims-1");
  for (const auto& claim : claims.at("claims"))
    for (const char* group : {"paper", "figure"}) {
      auto& c = counts[claim.at(group).get<std::string>()];
      const auto verdict = verdicts[claim.at("id").get<std::string>()];
      if (!claim.at("deterministic").get<bool>() && verdict.empty())
        ++c.timed;
      else if (verdict == "reproduced")
        ++c.reproduced;
      else if (verdict == "not-reproduced")
        ++c.not_reproduced;
      else
        ++c.undecidable;
    }
  return counts;
}

std::string number(int n) {
  return n == 0 ? "" : std::to_string(n);
}

std::string verdicts_table(const std::string& results) {
  auto counts = verdict_counts(results);
  std::string out =
      "| paper | reproduced | not reproduced | undecidable | by time, on your machine |\n"
      "| --- | --- | --- | --- | --- |\n";
  for (const auto& paper : papers()) {
    const auto& c = counts[paper.id];
    out += fmt::format("| {} | {} | {} | {} | {} |\n", paper.name, number(c.reproduced), number(c.not_reproduced),
                       number(c.undecidable), number(c.timed));
  }
  return out;
}

std::string figures_table(const std::string& results) {
  auto counts = verdict_counts(results);
  std::string out =
      "| target | what it shows | source | reproduced | not | undecidable |\n| --- | --- | --- | --- | --- | --- |\n";
  for (const auto& figure : list_of("figures")) {
    const auto id = figure.at("id").get<std::string>();
    const auto& c = counts[id];
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", id, figure.at("title").get<std::string>(),
                       figure.at("source").get<std::string>(), number(c.reproduced), number(c.not_reproduced),
                       number(c.undecidable + c.timed));
  }
  return out;
}

std::string serves(const MethodInfo& m) {
  if (find_runner<TorquedBody<double>>(m)) return "bodies";
  if (find_runner<FreeBody<double>>(m)) return "free bodies";
  if (find_runner<Director<double>>(m)) return "directors";
  return "particles";
}

/// "yes" and "no" are what the passport found to hold; a size where nothing is declared.
std::string property(const json& p) {
  const auto declared = p.at("declared").get<std::string>();
  if (declared != "unknown")
    return declared + (p.contains("condition") ? ", " + p.at("condition").get<std::string>() : "");
  if (!p.contains("defect")) return "";
  return fmt::format("defect {:.0e}", p.at("defect").get<double>());
}

/// How an invariant fares over the long run with torque, or without if the method serves no other.
std::string conservation(const json& passport, const std::string& quantity) {
  std::string found;
  for (const auto& row : passport.at("conservation")) {
    if (row.at("quantity").get<std::string>().find(quantity) == std::string::npos) continue;
    if (row.at("status") != "ok") {
      found = row.at("status");
      continue;
    }
    const double largest = row.at("largest");
    found = largest < kept_below ? "kept" : row.at("growth") == "bounded" ? "bounded" : "drifts";
  }
  return found;
}

std::string methods_table(const json& passports) {
  std::string out =
      "| id | serves | order | symmetric | symplectic | energy over 1e5 steps | solver iterations | source |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const auto& p : passports) {
    const auto* m = find_method(p.at("method").get<std::string>());
    if (!m)
      throw UserError(fmt::format("{}: no method of the roster; polhode check all -o writes passports anew",
                                  p.at("method").dump()));
    std::string order = "exact";
    if (m->order.least() == no_order)
      order = "none";
    else if (p.at("order").is_object()) {
      double least = INFINITY;
      for (const auto& [norm, fit] : p.at("order").items())
        if (fit.is_object()) least = std::min(least, fit.at("order").get<double>());
      order = std::isfinite(least) ? fmt::format("{:.1f}", least) : fmt::format("{}, not measured", m->order.least());
    }
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} | {:.1f} | {} |\n", m->id, serves(*m), order,
                       property(p.at("symmetric")), property(p.at("symplectic")), conservation(p, "energy"),
                       p.at("solver_iterations").get<double>(), m->source);
  }
  return out;
}

/// `text` with what is between <!-- name --> and <!-- end --> replaced.
std::string with_section(std::string text, const std::string& name, const std::string& table) {
  const auto open = "<!-- " + name + " -->\n";
  const auto begin = text.find(open), end = text.find("<!-- end -->", begin);
  if (begin == std::string::npos || end == std::string::npos)
    throw UserError(fmt::format("README: no section <!-- {} --> ... <!-- end -->", name));
  return text.replace(begin + open.size(), end - begin - open.size(), "\n" + table + "\n");
}

}  // namespace

Exit readme(const ReadmeOptions& options) {
  const auto before = read_file(options.file);
  auto text = with_section(before, "verdicts", verdicts_table(options.results));
  text = with_section(text, "figures", figures_table(options.results));
  if (!options.passports.empty())
    text = with_section(text, "methods", methods_table(read_result(options.passports, "passports-1").at("passports")));
  if (options.check) {
    if (text == before) return Exit::ok;
    print(printable(options.file) + ": its tables are not what was measured; make readme writes them\n");
    return Exit::unfinished;
  }
  write_file(options.file, text);
  print(printable(options.file) + (text == before ? ": as measured\n" : ": tables written\n"));
  return Exit::ok;
}

}  // namespace polhode::verbs
