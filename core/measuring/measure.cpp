// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "core/measuring/experiment.hpp"
#include "core/system/machine.hpp"

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

// --- what a case will cost
// ---------------------------------------------------------------------------------------------

/// Seconds of one step of a run, from a short piece of it.
double step_seconds(const Race& race, const MethodInfo& method, std::int64_t steps, const Arena& arena) {
  const std::int64_t taken = std::min<std::int64_t>(steps, 128);
  Race piece = race;
  piece.duration = race.duration * static_cast<double>(taken) / static_cast<double>(steps);
  return arena.time(piece, method, taken) / static_cast<double>(taken);
}

/// A counted point is a run, one from a moved start, and one whose operations are counted one by one; a node of a
/// history is read and kept. In bare runs.
constexpr double counted = 12, recorded = 4;

/// Seconds of the points of a ladder, by method and rung.
std::vector<std::vector<double>> ladder_seconds(const Race& race, const std::vector<std::int64_t>& ladder,
                                                const Arena& arena) {
  std::vector<std::vector<double>> all;
  for (const auto* m : race.methods) {
    all.emplace_back();
    const double step = step_seconds(race, *m, ladder.front(), arena);
    for (const auto n : ladder) all.back().push_back(step * static_cast<double>(n));
  }
  return all;
}

double sum(const std::vector<std::vector<double>>& table) {
  double all = 0;
  for (const auto& row : table)
    for (const double x : row) all += x;
  return all;
}

// --- what defines a case
// -----------------------------------------------------------------------------------------------

std::uint64_t hash(std::uint64_t h, const std::string& text) {
  return content_hash(text + ";", h);
}
std::uint64_t hash(std::uint64_t h, double x) {
  char bytes[sizeof x];
  std::memcpy(bytes, &x, sizeof x);
  return content_hash({bytes, sizeof x}, h);
}
std::uint64_t hash(std::uint64_t h, const Race& race) {
  h = hash(hash(hash(h, std::string(race.info->id)), race.duration), race.t0);
  return std::visit(
      [h](const auto& p) {
        auto own = h;
        const auto add = [&](const auto& v) {
          for (int i = 0; i < 3; ++i) own = hash(own, v[i]);
        };
        if constexpr (requires { p.initial.Pi; }) {
          add(p.I.moments), add(p.initial.Pi);
          for (const double x : {p.initial.R.w, p.initial.R.x, p.initial.R.y, p.initial.R.z}) own = hash(own, x);
        } else if constexpr (requires { p.initial.d; }) {
          add(p.initial.d), add(p.initial.omega), add(p.g), add(p.amplitude);
          own = hash(hash(own, p.I), p.frequency);
        } else {
          add(p.initial.u), add(p.initial.p), add(p.mass), add(p.a);
        }
        return own;
      },
      race.problem);
}

/// Where what is found of an experiment is kept, and the hash of what all its cases share.
struct Store {
  Checkpoint& checkpoint;
  std::uint64_t panel;
};

/// A point as a row of numbers, if it came to its end: what failed is quick to find out again.
std::vector<double> row_of(const Point& p) {
  std::vector<double> row{static_cast<double>(p.tally.torque_evaluations),
                          static_cast<double>(p.tally.solver_iterations), static_cast<double>(p.operations),
                          p.chaotic ? 1.0 : 0.0};
  for (const auto& e : p.errors) row.push_back(e.value), row.push_back(e.floor);
  return row;
}
bool take_row(const std::vector<double>* row, const std::vector<Norm>& norms, Point& p) {
  if (!row || row->size() != 4 + 2 * norms.size()) return false;
  const auto& r = *row;
  p.tally.torque_evaluations = static_cast<std::int64_t>(r[0]),
  p.tally.solver_iterations = static_cast<std::int64_t>(r[1]);
  p.operations = static_cast<std::int64_t>(r[2]), p.chaotic = r[3] != 0;
  for (std::size_t i = 0; i < norms.size(); ++i) p.errors.push_back({norms[i], r[4 + 2 * i], r[5 + 2 * i]});
  return true;
}

// --- measuring
// ---------------------------------------------------------------------------------------------------------

/// All methods on all rungs of a ladder, on all cores, each ladder with its fits.
PanelData measure_ladders(const Race& race, const std::vector<std::int64_t>& ladder, const std::vector<Norm>& norms,
                          const std::vector<std::vector<double>>& seconds, const Arena& arena, const Store& store,
                          Progress& progress) {
  PanelData data{arena.reference(race), {}};
  const std::size_t rungs = ladder.size();
  for (const auto* m : race.methods) data.series.push_back({m, std::vector<Point>(rungs)});
  auto shared = hash(store.panel, race);
  for (const auto norm : norms) shared = hash(shared, std::string(info(norm).key));
  parallel_for(data.series.size() * rungs, [&](std::size_t i) {
    auto& series = data.series[i / rungs];
    auto& point = series.points[i % rungs];
    const auto steps = ladder[i % rungs];
    const auto key = hash(hash(shared, std::string(series.method->id)), static_cast<double>(steps));
    point = {steps, race.duration / static_cast<double>(steps)};
    if (!take_row(store.checkpoint.find(key), norms, point)) {
      point = arena.run(race, *series.method, steps, norms);
      if (point.status == Status::ok) store.checkpoint.put(key, row_of(point));
    }
    progress.add(counted * seconds[i / rungs][i % rungs]);
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

PanelData measure_panel(const Convergence& panel, const std::string& label, const Arena& arena, bool,
                        const Store& store) {
  const auto seconds = ladder_seconds(panel.race, panel.ladder, arena);
  Progress progress(label, counted * sum(seconds));
  return measure_ladders(panel.race, panel.ladder, panel.norms, seconds, arena, store, progress);
}

/// The same with times, interleaved.
PanelData measure_timed(const Race& race, const std::vector<std::int64_t>& ladder, Norm norm, const std::string& label,
                        const Arena& arena, bool timed, const Store& store) {
  const auto seconds = ladder_seconds(race, ladder, arena);
  const double serial = timed ? rounds * ThreadLimit::now() : 0;  // as long as so much work on all cores
  Progress progress(label, (counted + serial) * sum(seconds));
  auto data = measure_ladders(race, ladder, {norm}, seconds, arena, store, progress);
  const Pinned pinned;  // alone, too: the ladders above have ended
  for (int round = 0; timed && round < rounds; ++round)
    for (std::size_t m = 0; m < data.series.size(); ++m)
      for (std::size_t i = 0; i < ladder.size(); ++i) {
        auto& point = data.series[m].points[i];
        stop_if_interrupted();
        if (point.status == Status::ok) point.seconds.push_back(arena.time(race, *data.series[m].method, point.steps));
        progress.add(ThreadLimit::now() * seconds[m][i]);
      }
  return data;
}

PanelData measure_panel(const Work& panel, const std::string& label, const Arena& arena, bool timed,
                        const Store& store) {
  return measure_timed(panel.race, panel.ladder, panel.norm, label, arena, timed, store);
}

PanelData measure_panel(const Cost& panel, const std::string& label, const Arena& arena, bool timed,
                        const Store& store) {
  return measure_timed(panel.race, panel.ladder, panel.norm, label, arena, timed, store);
}

/// Histories of all methods from all starts, on all cores.
PanelData measure_histories(const Race& race, std::int64_t steps, int starts, Quantity quantity,
                            const std::string& label, const Arena& arena) {
  PanelData data{{}, {}};
  for (const auto* m : race.methods) data.series.push_back({m, {}, {}, std::vector<Curve>(starts)});
  const auto seconds = ladder_seconds(race, {steps}, arena);
  Progress progress(label, starts * sum(seconds));
  std::vector<Status> status(data.series.size() * starts);
  parallel_for(status.size(), [&](std::size_t i) {
    auto& series = data.series[i / starts];
    std::tie(series.histories[i % starts], status[i]) =
        arena.history(race, *series.method, steps, quantity, static_cast<int>(i % starts));
    progress.add(seconds[i / starts][0]);
  });
  for (std::size_t i = 0; i < status.size(); ++i)
    if (status[i] != Status::ok) {
      auto& series = data.series[i / starts];
      series.status = status[i],
      series.reason = (status[i] == Status::skipped ? std::string(time_limit) + ", " : "") + "after " +
                      std::to_string(std::ssize(series.histories[i % starts].columns[0]) - 1) + " steps";
      if (const auto& why = series.histories[i % starts].why; !why.empty()) series.reason = why;
    }
  return data;
}

PanelData measure_panel(const Drift& panel, const std::string& label, const Arena& arena, bool, const Store&) {
  return measure_histories(panel.race, panel.steps, panel.starts, panel.quantity, label, arena);
}

PanelData measure_panel(const Trajectory& panel, const std::string& label, const Arena& arena, bool, const Store&) {
  return measure_histories(panel.race, panel.steps, panel.starts, panel.quantity, label, arena);
}

PanelData measure_panel(const Sweep& panel, const std::string& label, const Arena& arena, bool, const Store&) {
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
    if (!e.empty()) e.erase(e.begin());  // the mean is over the steps, without the start
    for (auto& x : e) x = std::abs(x);
    series.histories[0].columns[1][i % n] = e.empty() ? 0 : mean(e);
    if (status != Status::ok)
      series.status = status, series.reason = (!curve.why.empty()          ? curve.why + ", "
                                               : status == Status::skipped ? std::string(time_limit) + ", "
                                                                           : "") +
                                              "at " + std::to_string(panel.values[i % n]);
    progress.add(1);
  });
  return data;
}

PanelData measure_panel(const Map& panel, const std::string& label, const Arena& arena, bool, const Store& store) {
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
  auto shared = store.panel;
  for (const auto* m : contestants) shared = hash(shared, std::string(m->id));
  parallel_for(n, [&](std::size_t i) {
    std::vector<double> sums(methods), most(methods, -INFINITY);  // of log10
    const auto races = panel.races(x[i], y[i]);
    auto key = hash(hash(shared, x[i]), y[i]);
    for (const auto& race : races) key = hash(key, race);
    if (const auto* known = store.checkpoint.find(key); known && known->size() == 2 * methods) {
      std::copy_n(known->begin(), methods, sums.begin());
      std::copy_n(known->begin() + static_cast<std::ptrdiff_t>(methods), methods, most.begin());
    } else {
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
      store.checkpoint.put(key, row);
    }
    for (std::size_t m = 0; m < methods; ++m) {
      auto& columns = data.series[m].histories[0].columns;
      columns[2][i] = sums[m], columns[3][i] = most[m];
    }
    progress.add(1);
  });
  return data;
}

}  // namespace

Data measure(const Experiment& experiment, const Arena& arena, bool timed, const ResumeFile& resume) {
  Data data;
  Checkpoint checkpoint(resume);
  for (const auto& panel : experiment.panels) {
    const Store store{checkpoint, hash(hash(content_hash("case"), experiment.id), static_cast<double>(data.size()))};
    data.push_back(
        std::visit([&](const auto& p) { return measure_panel(p, experiment.id, arena, timed, store); }, panel));
  }
  checkpoint.finish();
  return data;
}

// --- before and after
// --------------------------------------------------------------------------------------------------

namespace {

using Cases = std::vector<PlannedCase>;

void plan_ladder(const std::string& title, const Race& race, const std::vector<std::int64_t>& ladder, bool timed,
                 const Arena& arena, Cases& cases) {
  const auto seconds = ladder_seconds(race, ladder, arena);
  for (std::size_t m = 0; m < race.methods.size(); ++m)
    for (std::size_t i = 0; i < ladder.size(); ++i)
      cases.push_back({title, std::string(race.methods[m]->id), ladder[i], timed ? 1 + rounds : 1,
                       seconds[m][i] * (timed ? counted + rounds * ThreadLimit::now() : counted)});
}
void plan_panel(const Convergence& p, bool, const Arena& arena, Cases& cases) {
  plan_ladder(p.title, p.race, p.ladder, false, arena, cases);
}
void plan_panel(const Work& p, bool timed, const Arena& arena, Cases& cases) {
  plan_ladder(p.title, p.race, p.ladder, timed, arena, cases);
}
void plan_panel(const Cost& p, bool timed, const Arena& arena, Cases& cases) {
  plan_ladder(p.title, p.race, p.ladder, timed, arena, cases);
}
void plan_histories(const std::string& title, const Race& race, std::int64_t steps, int runs, const Arena& arena,
                    Cases& cases) {
  const auto seconds = ladder_seconds(race, {steps}, arena);
  for (std::size_t m = 0; m < race.methods.size(); ++m)
    cases.push_back({title, std::string(race.methods[m]->id), steps, runs, recorded * runs * seconds[m][0]});
}
void plan_panel(const Drift& p, bool, const Arena& arena, Cases& cases) {
  plan_histories(p.title, p.race, p.steps, p.starts, arena, cases);
}
void plan_panel(const Trajectory& p, bool, const Arena& arena, Cases& cases) {
  plan_histories(p.title, p.race, p.steps, p.starts, arena, cases);
}
void plan_panel(const Sweep& p, bool, const Arena& arena, Cases& cases) {
  plan_histories(p.title, p.race(p.values[0]), p.steps, static_cast<int>(p.values.size()), arena, cases);
}
void plan_panel(const Map& p, bool, const Arena& arena, Cases& cases) {
  const auto races = p.races(p.points[0].first, p.points[0].second);
  const auto runs = static_cast<std::int64_t>(p.points.size() * races.size());
  const auto begin = std::chrono::steady_clock::now();
  arena.step_errors(races[0]);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (const auto* m : races[0].methods)
    cases.push_back({p.title, std::string(m->id), 1, runs,
                     seconds * static_cast<double>(runs) / static_cast<double>(races[0].methods.size())});
}

using Accepts = std::function<bool(const MethodInfo&)>;

Race of_some(Race race, const Accepts& accepts) {
  std::erase_if(race.methods, [&](const MethodInfo* m) { return !accepts(*m); });
  return race;
}
template <class Panel>
bool restrict_panel(Panel& panel, const Accepts& accepts) {
  if constexpr (requires { panel.races; }) {
    panel.races = [all = panel.races, accepts](double x, double y) {
      auto races = all(x, y);
      for (auto& race : races) race = of_some(race, accepts);
      return races;
    };
    return !panel.races(panel.points[0].first, panel.points[0].second)[0].methods.empty();
  } else if constexpr (std::is_same_v<Panel, Sweep>) {
    panel.race = [all = panel.race, accepts](double value) { return of_some(all(value), accepts); };
    return !panel.race(panel.values[0]).methods.empty();
  } else {
    panel.race = of_some(panel.race, accepts);
    if constexpr (requires { panel.baselines; })
      std::erase_if(panel.baselines, [&](const MethodInfo* m) { return !accepts(*m); });
    return !panel.race.methods.empty();
  }
}

}  // namespace

std::vector<PlannedCase> plan(const Experiment& experiment, const Arena& arena, bool timed) {
  Cases cases;
  for (const auto& panel : experiment.panels)
    std::visit([&](const auto& p) { plan_panel(p, timed, arena, cases); }, panel);
  return cases;
}

Experiment without_claims(const Experiment& experiment, const std::string& how) {
  Experiment other = experiment;
  other.id += "-partial", other.title += " (" + how + "; claims not judged)";
  other.claims.clear();
  return other;
}

Experiment restricted(const Experiment& experiment, const std::string& how, const Accepts& accepts) {
  Experiment other = without_claims(experiment, "only " + how);
  std::erase_if(other.panels,
                [&](Panel& panel) { return !std::visit([&](auto& p) { return restrict_panel(p, accepts); }, panel); });
  return other;
}

bool ran_out_of_time(const Data& data) {
  const auto late = [](Status status, const std::string& reason) {
    return status == Status::skipped && reason.starts_with(time_limit);
  };
  for (const auto& panel : data)
    for (const auto& s : panel.series) {
      if (late(s.status, s.reason)) return true;
      for (const auto& p : s.points)
        if (late(p.status, p.reason)) return true;
    }
  return false;
}

}  // namespace polhode
