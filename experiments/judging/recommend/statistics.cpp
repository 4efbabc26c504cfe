// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend/family.hpp"

#include <queue>

#include "core/spaces/coordinates.hpp"
#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"

namespace polhode::recommending {

namespace {

constexpr int rows = 10;  ///< after the start

/// Members of a batch, whose statistics are numbers: their scatter from batch to batch tells their standard errors.
constexpr std::uint64_t batch = 16;

const ProblemRunner& referee_runner() {
  return *find_runner<Problem<double>>(*find_method(referee));
}

/// The rows of a batch of members, by a method with so many steps; none where a run fails. Steps end at rows and at the
/// breaks of each member, up to an order.
struct Rows {
  const Members& members;
  const Recommendation& r;
  int order;

  double time(int k) const { return r.t0 + r.duration * k / rows; }
  std::vector<double> breaks(const Problem<double>& problem) const {
    return breaks_between(problem, r.t0, r.duration, order);
  }
  /// Steps that end at rows and at these times.
  Grid<double> aligned(std::vector<double> breaks, const Grid<double>& grid) const {
    for (int k = 1; k < rows; ++k) breaks.push_back(time(k));
    return grid.aligned(breaks);
  }
  Grid<double> grid(const Problem<double>& problem, std::int64_t steps) const {
    return aligned(breaks(problem), Grid<double>::of_duration(r.t0, r.duration, steps));
  }

  std::vector<EnsembleRow> of(const ProblemRunner& runner, std::int64_t steps, std::uint64_t number) const {
    std::vector<EnsembleRow> all(rows + 1);
    for (std::uint64_t i = number * batch; i < (number + 1) * batch; ++i) {
      const auto member = members.member(i);
      const auto breaks = this->breaks(member.problem);
      const auto grid = aligned(breaks, Grid<double>::of_duration(r.t0, r.duration, steps));
      int k = 0;
      const ProblemSampler sampler{breaks.empty() ? grid.steps() / rows : 1, [&](const ProblemSample& s) {
                                     if (std::abs(s.t - time(k)) > 1e-9 * std::abs(r.duration)) return;
                                     all[static_cast<std::size_t>(k++)].add(EnsembleRow(member, s.state, s.t));
                                   }};
      const auto run = runner.run(member.problem, grid, &sampler);
      if (run.status != Status::ok || !is_finite(run.state) || k <= rows) return {};
    }
    return all;
  }
};

/// The sizes that numbers of rows are shares of.
struct Scale {
  double kinetic = 0, momentum = 0, rate = 0;
};
Scale scale_of(const Rows& rows_of, const ProblemRunner& runner, std::int64_t steps) {
  Scale scale;
  const auto member = rows_of.members.member(0);
  const auto grid = rows_of.grid(member.problem, steps);
  const ProblemSampler sampler{
      1, [&](const ProblemSample& s) {
        const auto& Pi = s.state.rigid()->Pi;
        scale.kinetic = std::max(
            scale.kinetic, kinetic_energy(member.problem, s.state) + work_of_moments(member.problem, s.t, s.state));
        scale.momentum = std::max(scale.momentum, size(member.problem.whole(s.t, s.state)).momentum);
        scale.rate = std::max(scale.rate, norm(member.problem.body()->Omega(Pi)) / member.rate);
      }};
  runner.run(member.problem, grid, &sampler);
  for (auto* x : {&scale.kinetic, &scale.momentum, &scale.rate})
    if (!(*x > 0)) *x = 1;
  return scale;
}

/// All that is promised of rows, one after the other.
using Numbers = std::vector<double>;
Numbers numbers_of(const std::vector<EnsembleRow>& list, const Scale& scale) {
  Numbers all;
  const auto add = [&](const Moments& d, double size) {
    all.push_back(d.mean() / size), all.push_back(d.deviation() / size);
  };
  for (const auto& row : list) {
    add(row.energy, scale.kinetic);
    for (const auto& d : row.spatial_momentum) add(d, scale.momentum);
    for (const auto& d : row.angular_velocity) add(d, scale.rate);
    const auto R = row.mean_matrix();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) all.push_back(R(i, j));
    all.push_back(row.attitude_spread());
    all.push_back(static_cast<double>(row.short_axis) / static_cast<double>(row.members));
  }
  return all;
}

/// Means over batches of numbers, or of differences of them.
using Means = std::vector<Moments>;
void add(Means& to, const Numbers& x) {
  to.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) to[i].add(x[i]);
}
/// The largest of f(mean, its standard error).
double largest(const Means& means, const auto& f) {
  double most = 0;
  for (const auto& d : means) most = std::max(most, f(std::abs(d.mean()), d.error()));
  return most;
}

/// From piece to piece of two radians: how far the reference's own steps (`extrapolated`), or of a free body steps of
/// half the size, lead elsewhere, at the most, for some members. Equal steps may pass by a pulse, however many they
/// are.
double off_by(const Rows& rows_of, std::int64_t steps, double radians) {
  constexpr std::size_t some = 8;
  constexpr double finer = 1e-11;
  const auto& runner = referee_runner();
  const auto& r = rows_of.r;
  const auto pieces = static_cast<std::int64_t>(std::ceil(std::max<double>(rows, radians / 2)));
  const double h = r.duration / static_cast<double>(pieces);
  std::array<double, some> off{};
  parallel_for(some, [&](std::size_t i) {
    const auto member = rows_of.members.member(i);
    const auto* torqued = member.problem.torqued();
    const auto breaks = rows_of.breaks(member.problem);
    const auto seen = torqued ? reference::features(*torqued, r.t0, r.duration) : std::vector<double>();
    auto state = member.problem.start();
    for (std::int64_t k = 0; k < pieces; ++k) {
      const double t = r.t0 + static_cast<double>(k) * h;
      const auto end = [&](std::int64_t n) {
        const auto grid = rows_of.aligned(breaks, Grid<double>::of_duration(t, h, n));
        const auto run = runner.run(member.problem.from(state), grid, nullptr);
        if (run.status != Status::ok) off[i] = INFINITY;
        return run.state;
      };
      const auto each = (steps + pieces - 1) / pieces;
      const auto a = end(each);
      auto b = state;
      if (torqued) try {
          auto from = *torqued;
          from.initial = *state.rigid();
          b = reference::extrapolated(from, t, h, finer, seen);
        } catch (const reference::NoMotion&) {
          off[i] = INFINITY;
        }
      else
        b = end(2 * each);
      const auto d = distance(a, b);
      off[i] = std::max({off[i], d.configuration, d.momentum / std::max(size(b).momentum, 1e-300)});
      if (!(off[i] <= 1)) return;
      state = b;
    }
  });
  return *std::max_element(off.begin(), off.end());
}

/// Steps of the reference.
std::int64_t resolving_steps(const Rows& rows_of, double radians) {
  constexpr double close = 1e-7;
  std::int64_t steps = rows * std::max<std::int64_t>(1, std::llround(std::ceil(radians / rows)));
  for (; steps < most_steps / 2; steps *= 2)
    if (off_by(rows_of, steps, radians) <= close) return steps;
  throw UserError("--standard-error: given for a motion that no steps resolve; accepted: a shorter --time");
}

double radians_of(const Members& members, double t0, double duration) {
  const auto problem = members.member(0).problem;
  double most = 0;  // the start may rest
  const auto grid = Grid<double>::of_duration(t0, duration, 1000);
  const ProblemSampler sampler{1, [&](const ProblemSample& s) {
                                 const double now = rate(problem, s.state);
                                 if (std::isfinite(now)) most += now;
                               }};
  referee_runner().run(problem, grid, &sampler);
  return std::abs(duration) * most / 1001;
}

}  // namespace

std::optional<double> lyapunov_time(const Members& members, double t0, double duration) {
  constexpr std::size_t some = 16;
  constexpr double apart = 1e-7;
  const auto& runner = referee_runner();
  const auto pieces = static_cast<std::int64_t>(std::clamp(radians_of(members, t0, duration), 32.0, 1e5));
  std::vector<double> late(some);
  parallel_for(some, [&](std::size_t i) {
    auto problem = members.member(i).problem;
    const auto grid = Grid<double>::of_duration(t0, duration, 4 * pieces);
    auto state = *problem.start().rigid();
    const auto scale = [&] { return std::max(norm(state.Pi), 1e-300); };  // what grows with the momentum is no chaos
    Six x{0.3, -0.5, 0.4, 0.4, 0.3, -0.5};                                // of length 1
    for (std::int64_t k = 0; k < pieces; ++k) {
      const auto piece = grid.part(4 * k, 4 * k + 4);
      const auto end = [&](const RigidState<double>& from) {
        return *runner.run(problem.from(from), piece, nullptr).state.rigid();
      };
      for (auto& component : x) component *= apart;
      const auto other = end(moved_by(x, state, scale()));
      state = end(state), x = difference(other, state, scale());
      const double size = std::hypot(std::hypot(x[0], x[1], x[2]), std::hypot(x[3], x[4], x[5]));
      if (2 * k >= pieces) late[i] += std::log(size / apart);  // the first half turns the difference to where it grows
      for (auto& component : x) component /= size;
    }
  });
  Moments second;
  for (const double x : late) second.add(x);
  // What grows linearly gains ln 2 in the second half, and what a torque drives apart evenly twice that.
  if (!(second.mean() - 2 * second.error() > 1.1 * std::log(4.0))) return {};
  return std::abs(duration) / 2 / second.mean();
}

Statistics find_statistics(const Members& members, const std::vector<ProblemRunner>& runners, const Recommendation& r,
                           std::vector<std::string>& failed) {
  const Deadline whole(r.requirement.seconds), of_reference(0.4 * r.requirement.seconds);
  const auto& reference = referee_runner();
  const Rows rows_of{members, r, kinks}, rows_at_knots{members, r, knots};
  const double radians = radians_of(members, r.t0, r.duration);
  Statistics best{r.requirement.standard_error.value_or(0), members.spread()};
  best.reference = referee, best.rows = rows;
  best.reference_steps = resolving_steps(rows_of, radians);
  const auto scale = scale_of(rows_of, reference, best.reference_steps);
  best.kinetic = scale.kinetic;

  // The reference, in as many batches as it takes to see a bias as large as the standard error; of time that is there.
  constexpr std::size_t first = 16, most = 4096;
  std::vector<Numbers> known;
  Means numbers;
  const auto add_batches = [&](std::size_t until) {
    const auto begin = known.size();
    known.resize(until);
    parallel_for(until - begin, [&](std::size_t i) {
      known[begin + i] = numbers_of(rows_of.of(reference, best.reference_steps, begin + i), scale);
    });
    for (std::size_t i = begin; i < until; ++i) {
      if (known[i].empty())
        throw UserError("--standard-error: given for a motion that ends; accepted: a shorter --time");
      add(numbers, known[i]);
    }
  };
  add_batches(first);
  // Of one member: from the scatter of batches.
  const auto deviation = [&] {
    return largest(numbers, [](double, double error) { return error; }) *
           std::sqrt(static_cast<double>(known.size() * batch));
  };
  const auto members_needed = [&] {
    const double needed = std::ceil(std::pow(deviation() / best.standard_error, 2));
    if (needed <= most_members) return needed;
    throw UserError(
        "--standard-error: {:g} is given, for which it takes {:.3g} members; accepted: from {:.2g}, with {}",
        best.standard_error, needed, 1.05 * deviation() / std::sqrt(most_members), most_members);
  };
  members_needed();
  constexpr double certain = 7.5;  // deviations of a difference of pairs, which is sqrt(2) of one member
  const auto wanted = [&](double error) {
    return std::pow(certain * deviation() / error, 2) / static_cast<double>(batch);
  };
  while (known.size() < most && !of_reference.passed()) {
    if (static_cast<double>(known.size()) >= wanted(best.standard_error)) break;
    add_batches(known.size() + std::max<std::size_t>(4, known.size() / 8));
  }
  const double needed = members_needed();
  best.members = std::max<std::int64_t>(2, std::llround(needed));

  // The cheapest first; those that fail come back with twice as many steps. Costs are of the first member's run.
  struct Try {
    double seconds;
    std::size_t runner;
    std::int64_t steps;
    const Rows* rows;
    bool operator<(const Try& other) const { return seconds > other.seconds; }
  };
  std::priority_queue<Try> queue;
  const auto start = members.member(0).problem;
  const auto cost = [&](const ProblemRunner& runner, std::int64_t steps, const Rows& rows) {
    const auto grid = rows.grid(start, steps);
    double least = INFINITY;
    for (int k = 0; k < 3; ++k) least = std::min(least, seconds_of([&] { runner.run(start, grid, nullptr); }, 2e-5));
    return least + r.requirement.torque_seconds *
                       static_cast<double>(runner.run(start, grid, nullptr).counters.torque_evaluations);
  };
  /// Whether no run of the work threw.
  const auto ends = [&](const ProblemRunner& runner, const std::function<void()>& work) {
    const auto why = failure_of(*runner.info, work);
    if (why && std::find(failed.begin(), failed.end(), *why) == failed.end()) failed.push_back(*why);
    return !why;
  };
  const auto again = [&](std::size_t i, std::int64_t steps, const Rows& rows) {
    if (steps > 64 * best.reference_steps) return;
    ends(runners[i], [&] { queue.push({cost(runners[i], steps, rows), i, steps, &rows}); });
  };
  const auto coarsest = rows * std::max<std::int64_t>(1, std::llround(radians / 2 / rows));
  const double price = cost(reference, best.reference_steps, rows_of);
  Progress progress("methods", 1);
  bool has_knots = false;
  for (std::uint64_t i = 0; i < batch; ++i) {
    const auto problem = members.member(i).problem;
    const auto breaks = rows_of.breaks(problem);
    best.aligns |= !breaks.empty();
    has_knots |= rows_at_knots.breaks(problem) != breaks;
  }
  for (std::size_t i = 0; i < runners.size(); ++i) {
    again(i, coarsest, rows_of);
    if (has_knots) again(i, coarsest, rows_at_knots);
  }
  best.method = reference.info, best.steps = best.reference_steps, best.seconds = price, best.searched = false;
  while (!queue.empty() && !whole.passed()) {
    const auto next = queue.top();
    queue.pop();
    if (next.seconds >= price) {
      best.searched = true;
      break;
    }
    ++best.tried;
    const auto& runner = runners[next.runner];
    Means off;
    std::size_t begin = 0;  // of what is not known yet
    bool differs = false, same = false, given_up = false;
    for (std::size_t count = 8; !differs && !same && !whole.passed(); count = std::min(2 * count, known.size())) {
      std::vector<Numbers> found(count - begin);
      given_up = !ends(runner, [&] {
        parallel_for(found.size(), [&](std::size_t i) {
          found[i] = numbers_of(next.rows->of(runner, next.steps, begin + i), scale);
        });
      });
      if (given_up) break;
      for (std::size_t i = 0; i < found.size() && !differs; ++i) {
        differs = found[i].empty();
        for (std::size_t k = 0; k < found[i].size(); ++k) found[i][k] -= known[begin + i][k];
        if (!differs) add(off, found[i]);
      }
      const double z = count < 32 ? 6 : 4;
      differs =
          differs || largest(off, [z](double mean, double error) { return mean - z * error; }) > best.standard_error;
      if (differs) break;
      best.bias = largest(off, [](double mean, double error) { return mean + 2 * error; });
      same = best.bias <= best.standard_error && (count >= 32 || count == known.size());
      begin = count;
      if (count == known.size()) break;
    }
    if (same) {
      best.method = runner.info, best.steps = next.steps, best.seconds = next.seconds, best.searched = true;
      best.pairs = static_cast<std::int64_t>(begin * batch), best.ends_at = next.rows->order;
      break;
    }
    if (!given_up) again(next.runner, 2 * next.steps, *next.rows);
  }
  best.searched |= !whole.passed(), best.aligns |= best.ends_at == knots;
  if (best.method == reference.info && best.steps == best.reference_steps) best.bias = 0;
  best.taken = Grid<double>::of_duration(r.t0, r.duration, best.steps)
                   .aligned(breaks_between(start, r.t0, r.duration, best.ends_at))
                   .steps();
  best.seconds *= static_cast<double>(best.members);
  return best;
}

}  // namespace polhode::recommending
