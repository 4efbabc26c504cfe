// SPDX-License-Identifier: MIT
#include "experiments/papers/index.hpp"

namespace polhode {

// A new paper is a folder with a paper.cpp, and a word in each of these two lists.
namespace saefstroem2006 {
Paper paper();
}
namespace krysl2006 {
Paper paper();
}
namespace krysl2004 {
Paper paper();
}
namespace romero2008 {
Paper paper();
}
namespace frb2008 {
Paper paper();
}

const std::vector<Paper>& papers() {
#ifdef POLHODE_PAPER  // in a program of its figures
  static const std::vector<Paper> all{POLHODE_PAPER::paper()};
#else
  static const std::vector<Paper> all{saefstroem2006::paper(), krysl2006::paper(), krysl2004::paper(),
                                      romero2008::paper(), frb2008::paper()};
#endif
  return all;
}

namespace {

std::string name_of(const Paper::Figure& figure) {
  return figure.number > 0 ? "figure" + std::to_string(figure.number) : figure.word;
}
std::string figure_id(const Paper& paper, const Paper::Figure& figure) {
  return paper.figure_prefix.value_or(paper.id + "-") + name_of(figure);
}

Experiment figure(const Paper& paper, const Paper::Figure& figure) {
  auto e = figure.make();
  e.id = figure_id(paper, figure);
  e.source = paper.name + ", " + (figure.number > 0 ? "Fig. " + std::to_string(figure.number) : figure.place);
  return e;
}

/// Claims on properties of methods, judged by one-step defects and invariants instead of pictures.
Experiment properties() {
  Experiment e{
      .id = "properties", .title = "Properties of methods", .source = "claims of the papers that no figure shows"};
  Measurements all{e.title, {}};
  for (const auto& paper : papers()) {
    e.papers.push_back(paper.id);
    const auto claims = paper.claims();
    all.rows.insert(all.rows.end(), claims.begin(), claims.end());
  }
  for (std::size_t i = 0; i < all.rows.size(); ++i)
    e.claims.push_back({all.rows[i].claim, [i](const Data& data) { return data[0].numbers[i].second; }});
  e.panels = {all};
  return e;
}

}  // namespace

const std::vector<ExperimentEntry>& experiment_index() {
  static const auto index = [] {
    std::vector<ExperimentEntry> all;
    for (const auto& paper : papers())
      for (const auto& f : paper.figures)
        all.push_back({figure_id(paper, f), [&paper, &f] { return figure(paper, f); }});
    all.push_back({"properties", properties});
    return all;
  }();
  return index;
}

const ExperimentEntry* find_experiment(const std::string& name) {
  auto id = name;
  for (const auto& paper : papers())
    for (const auto& f : paper.figures)
      if (name == paper.id + "-" + name_of(f)) id = figure_id(paper, f);
  for (const auto& entry : experiment_index())
    if (entry.id == id) return &entry;
  return nullptr;
}

}  // namespace polhode
