// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/report/experiment.hpp"
#include "core/report/progress.hpp"

namespace polhode {

double Point::error() const { return errors.empty() ? std::nan("") : errors.front().second; }

double Point::fastest() const {
  return seconds.empty() ? std::nan("") : *std::min_element(seconds.begin(), seconds.end());
}

double Series::time_to(double target) const {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double e = points[i].error(), t = points[i].fastest();
    if (!(e <= target)) continue;
    best = std::min(best, t);
    if (i == 0) continue;
    const double e0 = points[i - 1].error(), t0 = points[i - 1].fastest();
    if (!(e0 > target)) continue;
    const double share = e > 0 ? std::log(e0 / target) / std::log(e0 / e) : 1;
    best = std::min(best, t0 * std::pow(t / t0, share));
  }
  return best;
}

const Series& PanelData::of(const MethodInfo& method) const {
  const auto it = std::find_if(series.begin(), series.end(), [&](const Series& s) { return s.method->id == method.id; });
  if (it == series.end()) throw std::logic_error("no series of " + std::string(method.id));
  return *it;
}

namespace {

/// Repetitions of every timing. All contestants run in turn in every round, so that a disturbance of the machine
/// meets all of them; minima are compared.
constexpr int rounds = 15;

PanelData measure_panel(const Work& panel, const std::string& label, const Arena& arena, bool timed) {
  PanelData data{arena.reference(panel.race), {}};
  for (const auto* m : panel.race.methods) data.series.push_back({m, std::vector<Point>(panel.ladder.size()), {}});

  double total = 0;
  for (const auto steps : panel.ladder) total += static_cast<double>(steps) * data.series.size();
  Progress progress(label, total * (timed ? 1 + rounds : 1));

  const std::size_t rungs = panel.ladder.size();
  parallel_for(data.series.size() * rungs, [&](std::size_t i) {
    auto& series = data.series[i / rungs];
    const auto steps = panel.ladder[i % rungs];
    series.points[i % rungs] = arena.run(panel.race, *series.method, steps, {panel.norm});
    progress.add(static_cast<double>(steps));
  });

  for (int round = 0; timed && round < rounds; ++round)
    for (auto& series : data.series)
      for (auto& point : series.points)
        if (point.status == Status::ok) {
          point.seconds.push_back(arena.time(panel.race, *series.method, point.steps));
          progress.add(static_cast<double>(point.steps));
        }

  for (auto& series : data.series) {
    if (series.method->order == exact_order) continue;
    std::vector<Rung> ladder;
    for (const auto& p : series.points)
      if (p.status == Status::ok) ladder.push_back({p.h, p.error(), p.floor});
    series.fit = fit_order(ladder);
  }
  return data;
}

}  // namespace

Data measure(const Experiment& experiment, const Arena& arena, bool timed) {
  Data data;
  for (const auto& panel : experiment.panels)
    data.push_back(std::visit([&](const auto& p) { return measure_panel(p, experiment.id, arena, timed); }, panel));
  return data;
}

}  // namespace polhode
