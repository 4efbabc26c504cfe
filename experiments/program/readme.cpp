// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "core/io/json.hpp"
#include "core/judging/defects.hpp"
#include "experiments/answers/findings.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/answers/page.hpp"
#include "experiments/judging/passport.hpp"
#include "experiments/papers/index.hpp"
#include "experiments/program/verbs.hpp"
#include "methods/runners.hpp"

// The tables of the README and of docs/ that are measured, between <!-- NAME --> and <!-- end -->, and what
// results/report/preview.py has to know of the program without running it.
namespace polhode::verbs {

namespace {

using namespace answers;
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

/// What the passport found, where the method says that it holds; "of its memory" where that is not the map from the
/// user's state.
std::string property(const json& passport, const char* what) {
  const auto& p = passport.at(what);
  auto text = p.at("found").get<std::string>();
  if (text == "yes" && passport.at("start").get<double>() > symmetric_in_double.kept) text += ", of its memory";
  return text + (p.contains("condition") ? ", " + p.at("condition").get<std::string>() : "");
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
    const std::string growth = row.at("growth");
    found = largest < kept_below                                   ? "kept"
            : growth == "random walk" || growth == "linear" ? "drifts"
                                                                   : growth;
  }
  return found;
}

std::string methods_table(const json& passports) {
  std::int64_t kept_over = 0, least = 0, most = 0;
  std::size_t bodies = 0;  // that each was watched on
  for (const auto& p : passports) {
    kept_over = p.at("long_run");
    for (const auto& row : p.at("conservation"))
      if (row.contains("steps")) {
        const std::int64_t steps = row["steps"];
        least = least ? std::min(least, steps) : steps, most = std::max(most, steps);
        bodies = std::max(bodies, row["exponents"].size());
      }
  }
  std::string out = fmt::format(
      "What becomes of the energy:\n\n"
      "- *kept*: it stays within {:g} over {} steps\n"
      "- *bounded*: its error, however large, grows no more; on each of {} bodies over {} steps ({} where a step is "
      "costly)\n"
      "- *drifts*: its error grows on each of these bodies\n"
      "- *cannot tell*: the bodies disagree\n"
      "- *lost*: an error of more than {:g} % comes and stays\n"
      "- *diverged*: the run ends with a number that is not finite\n\n",
      kept_below, kept_over, bodies, most, least, 100 * Growth::noticed);
  out +=
      "| id | supports | order | symmetric | symplectic | energy | solver iterations | source |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const auto& p : passports) {
    const auto* m = find_method(p.at("method").get<std::string>());
    if (!m)
      throw UserError(
          fmt::format("{}: no method of this program; \"polhode check all -o FILE\" writes the property reports anew",
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
                       property(p, "symmetric"), property(p, "symplectic"), conservation(p, "energy"),
                       p.at("solver_iterations").get<double>(), m->source);
  }
  return out;
}

/// docs/findings.md: what the papers claim and what is found, figure by figure, and every claim that is not reproduced.
std::string findings_page(const std::string& results) {
  NumbersOfClaims numbers;
  std::map<std::string, std::string> sources, verdicts;
  for (const auto& figure : list_of("figures")) {
    const auto golden =
        read_result(fmt::format("{}/golden/{}.json", results, figure.at("id").get<std::string>()), "experiment-1");
    sources[figure.at("id")] = figure.at("source");
    for (const auto& row : golden.at("verdicts")) {
      verdicts[row.at("id")] = row.at("verdict");
      if (row.contains("numbers")) numbers[row.at("id")] = row["numbers"];
    }
  }
  const auto said = findings(results, numbers);
  /// The paper's words, then what they are read as.
  const auto claimed = [&](const std::string& id, const std::string& reading) {
    const auto words = quotation(said, id);
    return words.empty() ? reading : fmt::format("{}. We read this as: {}", words, reading);
  };
  std::string out = "| target | what the paper claims | what we find |\n| --- | --- | --- |\n";
  for (const auto& figure : list_of("figures")) {
    const std::string id = figure.at("id");
    const auto& row = said.at("figures").at(id);
    out += fmt::format("| `{}` | {}: {} | {} |\n", id, sources[id], claimed(id, row.at("claim")),
                       row.at("found").get<std::string>());
  }
  out += "\n## Claims that are not reproduced\n\n| claim | what is claimed | what we find |\n| --- | --- | --- |\n";
  const auto claims = read_result(results + "/claims.json", "claims-1");
  for (const auto& claim : claims.at("claims")) {
    const auto id = claim.at("id").get<std::string>();
    if (verdicts[id] != "not-reproduced") continue;
    if (!said.at("claims").contains(id))
      throw UserError(fmt::format("findings.json: claims: none for {}, which is not reproduced", id));
    out += fmt::format("| `{}` | {} | {} |\n", id, claimed(id, claim.at("claim")),
                       said["claims"][id].get<std::string>());
  }
  return out;
}

/// results/catalogue.json: the methods with their boxes, the problems, and the figures in their order.
std::string catalogue(const std::string& results) {
  auto document = page_document(results);
  json figures = json::array();
  for (const auto& entry : experiment_index()) figures.push_back(entry.id);
  return json{{"methods", std::move(document["methods"])},
              {"boxes", std::move(document["boxes"])},
              {"problems", problem_descriptions()},
              {"figures", std::move(figures)}}
             .dump(1) +
         "\n";
}

/// `text` with what is between <!-- name --> and <!-- end --> replaced.
std::string with_section(std::string text, const std::string& name, const std::string& table) {
  const auto open = "<!-- " + name + " -->\n";
  const auto begin = text.find(open), end = text.find("<!-- end -->", begin);
  if (begin == std::string::npos || end == std::string::npos)
    throw UserError(fmt::format("no section <!-- {} --> ... <!-- end -->", name));
  return text.replace(begin + open.size(), end - begin - open.size(), "\n" + table + "\n");
}

}  // namespace

Exit readme(const ReadmeOptions& options) {
  const auto before = read_file(options.file);
  auto text = with_section(before, "verdicts", verdicts_table(options.results));
  text = with_section(text, "figures", figures_table(options.results));
  const auto words = options.results + "/../docs/findings.md";
  const auto words_before = read_file(words),
             words_after = with_section(words_before, "findings", findings_page(options.results));
  auto exit = Exit::ok;
  const auto settle = [&](const std::string& file, const std::string& old, const std::string& now) {
    if (options.check && now != old) {
      print(printable(file) + ": not what was measured; make readme writes it\n");
      exit = Exit::unfinished;
    } else if (!options.check) {
      write_file(file, now);
      print(printable(file) + (now == old ? ": as measured\n" : ": written\n"));
    }
  };
  settle(options.file, before, text);
  if (!options.passports.empty()) {
    const auto list = options.results + "/../docs/methods.md", list_before = read_file(list);
    settle(list, list_before,
           with_section(list_before, "methods",
                        methods_table(read_result(options.passports, "passports-1").at("passports"))));
  }
  settle(words, words_before, words_after);
  const auto known = options.results + "/catalogue.json";
  settle(known, std::filesystem::exists(known) ? read_file(known) : "", catalogue(options.results));
  return exit;
}

}  // namespace polhode::verbs
