// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "core/report/experiment.hpp"
#include "core/report/machine.hpp"

namespace polhode {

double Point::error() const {
  return errors.empty() ? std::nan("") : errors.front().value;
}

double Point::error(Norm norm) const {
  for (const auto& e : errors)
    if (e.norm == norm) return e.value;
  return std::nan("");
}

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
  const auto it =
      std::find_if(series.begin(), series.end(), [&](const Series& s) { return s.method->id == method.id; });
  if (it == series.end()) throw std::logic_error("no series of " + std::string(method.id));
  return *it;
}

const Point& Series::at(std::int64_t steps) const {
  for (const auto& p : points)
    if (p.steps == steps) return p;
  throw std::logic_error("no point of " + std::to_string(steps) + " steps");
}

double Series::halving_order(Norm norm, std::int64_t steps) const {
  return std::log2(at(steps / 2).error(norm) / at(steps).error(norm));
}

const std::vector<double>& Curve::operator[](const std::string& name) const {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return columns[i];
  throw std::logic_error("no column " + name);
}

double largest(const std::vector<double>& x) {
  double m = 0;
  for (const double v : x) m = std::max(m, std::abs(v));
  return m;
}

double mean(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

double drift_share(const std::vector<double>& t, const std::vector<double>& x) {
  const double mt = mean(t), mx = mean(x);
  double stt = 0, stx = 0;
  for (std::size_t i = 0; i < t.size(); ++i) stt += (t[i] - mt) * (t[i] - mt), stx += (t[i] - mt) * (x[i] - mx);
  const double size = largest(x);
  return size > 0 ? std::abs(stx / stt * (t.back() - t.front())) / size : 0;
}

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  const std::size_t n = x.size();
  return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

std::vector<double> over_starts(const Series& series, const std::function<double(const Curve&)>& number) {
  std::vector<double> numbers;
  for (const auto& h : series.histories) numbers.push_back(number(h));
  return numbers;
}

namespace {

/// Repetitions of every timing. All contestants run in turn in every round, so that a disturbance of the machine
/// meets all of them; minima are compared.
constexpr int rounds = 15;

/// All methods on all rungs of a ladder, on all cores, each ladder with its fits.
PanelData measure_ladders(const Race& race, const std::vector<std::int64_t>& ladder, const std::vector<Norm>& norms,
                          const Arena& arena, Progress& progress) {
  PanelData data{arena.reference(race), {}};
  const std::size_t rungs = ladder.size();
  for (const auto* m : race.methods) data.series.push_back({m, std::vector<Point>(rungs)});
  parallel_for(data.series.size() * rungs, [&](std::size_t i) {
    auto& series = data.series[i / rungs];
    const auto steps = ladder[i % rungs];
    series.points[i % rungs] = arena.run(race, *series.method, steps, norms);
    progress.add(static_cast<double>(steps));
  });
  for (auto& series : data.series) {
    if (series.method->order == exact_order) continue;
    for (std::size_t n = 0; n < norms.size(); ++n) {
      std::vector<Rung> found;
      for (const auto& p : series.points)
        if (p.status == Status::ok && !p.chaotic) found.push_back({p.h, p.errors[n].value, p.errors[n].floor});
      series.fits.emplace_back(norms[n], fit_order(found));
    }
  }
  return data;
}

double cost(const Race& race, const std::vector<std::int64_t>& ladder) {
  double steps = 0;
  for (const auto n : ladder) steps += static_cast<double>(n);
  return steps * static_cast<double>(race.methods.size());
}

PanelData measure_panel(const Convergence& panel, const std::string& label, const Arena& arena, bool,
                        const ResumeFile&) {
  Progress progress(label, cost(panel.race, panel.ladder));
  return measure_ladders(panel.race, panel.ladder, panel.norms, arena, progress);
}

/// The same with times, interleaved.
PanelData measure_timed(const Race& race, const std::vector<std::int64_t>& ladder, Norm norm, const std::string& label,
                        const Arena& arena, bool timed) {
  Progress progress(label, cost(race, ladder) * (timed ? 1 + rounds : 1));
  auto data = measure_ladders(race, ladder, {norm}, arena, progress);
  const Pinned pinned;  // alone, too: the ladders above have ended
  for (int round = 0; timed && round < rounds; ++round)
    for (auto& series : data.series)
      for (auto& point : series.points)
        if (point.status == Status::ok) {
          point.seconds.push_back(arena.time(race, *series.method, point.steps));
          progress.add(static_cast<double>(point.steps));
        }
  return data;
}

PanelData measure_panel(const Work& panel, const std::string& label, const Arena& arena, bool timed,
                        const ResumeFile&) {
  return measure_timed(panel.race, panel.ladder, panel.norm, label, arena, timed);
}

PanelData measure_panel(const Cost& panel, const std::string& label, const Arena& arena, bool timed,
                        const ResumeFile&) {
  return measure_timed(panel.race, panel.ladder, panel.norm, label, arena, timed);
}

/// Histories of all methods from all starts, on all cores.
PanelData measure_histories(const Race& race, std::int64_t steps, int starts, Quantity quantity,
                            const std::string& label, const Arena& arena) {
  PanelData data{{}, {}};
  for (const auto* m : race.methods) data.series.push_back({m, {}, {}, std::vector<Curve>(starts)});
  Progress progress(label, static_cast<double>(steps) * starts * static_cast<double>(race.methods.size()));
  std::vector<Status> status(data.series.size() * starts);
  parallel_for(status.size(), [&](std::size_t i) {
    auto& series = data.series[i / starts];
    std::tie(series.histories[i % starts], status[i]) =
        arena.history(race, *series.method, steps, quantity, static_cast<int>(i % starts));
    progress.add(static_cast<double>(steps));
  });
  for (std::size_t i = 0; i < status.size(); ++i)
    if (status[i] != Status::ok) {
      auto& series = data.series[i / starts];
      series.status = status[i],
      series.reason = "after " + std::to_string(series.histories[i % starts].columns[0].size() - 1) + " steps";
    }
  return data;
}

PanelData measure_panel(const Drift& panel, const std::string& label, const Arena& arena, bool, const ResumeFile&) {
  return measure_histories(panel.race, panel.steps, panel.starts, panel.quantity, label, arena);
}

PanelData measure_panel(const Trajectory& panel, const std::string& label, const Arena& arena, bool,
                        const ResumeFile&) {
  return measure_histories(panel.race, panel.steps, panel.starts, panel.quantity, label, arena);
}

PanelData measure_panel(const Sweep& panel, const std::string& label, const Arena& arena, bool, const ResumeFile&) {
  PanelData data{{}, {}};
  const std::size_t n = panel.values.size();
  const auto contestants = panel.race(panel.values[0]).methods;
  for (const auto* m : contestants)
    data.series.push_back(
        {m, {}, {}, {{{panel.parameter, "mean_energy_error"}, {panel.values, std::vector<double>(n)}}}});
  Progress progress(label, static_cast<double>(n * data.series.size()));
  parallel_for(n * data.series.size(), [&](std::size_t i) {
    auto& series = data.series[i / n];
    const auto [curve, status] =
        arena.history(panel.race(panel.values[i % n]), *series.method, panel.steps, Quantity::energy_error, 0);
    auto e = curve["energy_error"];
    e.erase(e.begin());  // the mean is over the steps, without the start
    for (auto& x : e) x = std::abs(x);
    series.histories[0].columns[1][i % n] = mean(e);
    if (status != Status::ok) series.status = status, series.reason = "at " + std::to_string(panel.values[i % n]);
    progress.add(1);
  });
  return data;
}

PanelData measure_panel(const Map& panel, const std::string& label, const Arena& arena, bool,
                        const ResumeFile& resume) {
  const std::size_t n = panel.points.size();
  std::vector<double> x, y;
  for (const auto& [px, py] : panel.points) x.push_back(px), y.push_back(py);
  PanelData data{{}, {}};
  const auto contestants = panel.races(x[0], y[0]).front().methods;
  for (const auto* m : contestants)
    data.series.push_back({m,
                           {},
                           {},
                           {{{panel.x, panel.y, "mean_log10", "largest_log10"},
                             {x, y, std::vector<double>(n), std::vector<double>(n)}}}});
  const std::size_t methods = contestants.size();
  Progress progress(label, static_cast<double>(n));
  Checkpoint checkpoint(resume);
  parallel_for(n, [&](std::size_t i) {
    std::vector<double> sums(methods), most(methods, -INFINITY);  // of log10
    if (const auto* known = checkpoint.find(i); known && known->size() == 2 * methods) {
      std::copy_n(known->begin(), methods, sums.begin());
      std::copy_n(known->begin() + static_cast<std::ptrdiff_t>(methods), methods, most.begin());
    } else {
      const auto races = panel.races(x[i], y[i]);
      for (const auto& race : races) {
        const auto errors = arena.step_errors(race);
        for (std::size_t m = 0; m < methods; ++m) {
          constexpr double nothing = 1e-17;  // an error of 0
          const double e = std::log10(std::max(errors[m], nothing));
          sums[m] += e / static_cast<double>(races.size()), most[m] = std::max(most[m], e);
        }
      }
      auto row = sums;
      row.insert(row.end(), most.begin(), most.end());
      checkpoint.put(i, row);
    }
    for (std::size_t m = 0; m < methods; ++m) {
      auto& columns = data.series[m].histories[0].columns;
      columns[2][i] = sums[m], columns[3][i] = most[m];
    }
    progress.add(1);
  });
  checkpoint.finish();
  return data;
}

}  // namespace

Data measure(const Experiment& experiment, const Arena& arena, bool timed, const ResumeFile& resume) {
  Data data;
  for (const auto& panel : experiment.panels)
    data.push_back(
        std::visit([&](const auto& p) { return measure_panel(p, experiment.id, arena, timed, resume); }, panel));
  return data;
}

}  // namespace polhode
