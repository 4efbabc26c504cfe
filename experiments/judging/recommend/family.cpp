// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend/family.hpp"

#include <fmt/format.h>

#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "experiments/running/engines.hpp"

namespace polhode::recommending {

namespace {

/// Attitudes of rigid bodies as angles, in radians.
Errors in_radians(const Problem<double>& problem, Errors e) {
  if (problem.body()) e.attitude = 2 * std::asin(std::min(1.0, e.attitude / 2));
  return e;
}

void add(Errors& to, const Errors& e) {
  to.attitude += e.attitude, to.momentum += e.momentum, to.energy += e.energy;
}

}  // namespace

bool resolves(const Recommendation& r, const Rating& x, const MethodInfo& method) {
  constexpr double follows = 0.01;  // radians
  return x.steps >= r.least_steps || method.order.exact() || x.errors.attitude <= follows;
}

Grid<double> grid(double t0, double duration, const std::vector<double>& breaks, std::size_t most, std::int64_t steps) {
  const auto equal = Grid<double>::of_duration(t0, duration, steps);
  return steps > static_cast<std::int64_t>(most) ? equal.aligned(breaks) : equal;
}

std::vector<double> breaks_between(const Problem<double>& problem, double t0, double duration, int order) {
  auto breaks = problem.breaks(order);
  std::erase_if(breaks, [&](double t) { return !((t - t0) / duration > 0 && (t - t0) / duration < 1); });
  if (duration < 0) std::reverse(breaks.begin(), breaks.end());
  return breaks;
}

std::optional<std::string> failure_of(const MethodInfo& method, const std::function<void()>& work) {
  try {
    work();
    return {};
  } catch (const ForeignMethodFailed& e) {
    return e.what();
  } catch (const std::exception& e) {  // a Python function is an engine in this process
    stop_if_interrupted();
    if (!engine_of(method) || dynamic_cast<const Interrupted*>(&e)) throw;
    return fmt::format("it threw {}", shortened(e.what()));
  }
}

Judge::Judge(const Problem<double>& problem, reference::Path path, double t0, double duration, bool at_end)
    : problem_(problem),
      path_(std::move(path)),
      t0_(t0),
      duration_(duration),
      breaks_(breaks_between(problem, t0, duration)),
      only_at_end_(at_end),
      momentum_(path_.momentum()),
      kinetic_(path_.kinetic()) {
  if (!problem_.torqued() || !problem_.torqued()->varying()) return;
  momentum_ = kinetic_ = 0;
  for (const double t : path_.steps()) {
    const auto s = path_.at(t);
    momentum_ = std::max(momentum_, size(problem_.whole(t, s)).momentum);
    kinetic_ = std::max(kinetic_, kinetic_energy(problem_, s) + work_of_moments(problem_, t, s));
  }
}

Rating Judge::find(const ProblemRunner& runner, std::int64_t steps) {
  const auto key = std::pair(runner.info, steps);
  {
    const std::lock_guard lock(mutex_);
    if (const auto it = found_.find(key); it != found_.end()) return it->second;
  }
  const auto found = find(runner, problem_, steps);
  const std::lock_guard lock(mutex_);
  return found_.emplace(key, found).first->second;
}

Rating Judge::find(const ProblemRunner& runner, const Problem<double>& problem, std::int64_t steps) {
  Rating found;
  const auto run_on = [&](std::int64_t n) {
    const auto truth = truth_of(n);
    Compared compared{problem_, *truth};
    // A step of a solver that chooses its own may take a tenth of a second: the clock is looked at after each.
    const std::int64_t seldom = runner.info->tolerance > 0 ? 1 : 64;
    const ProblemSampler sampler{only_at_end_ ? seldom : 1, [&](const ProblemSample& s) {
                                   if (deadline_ && s.n % seldom == 0) deadline_->check();
                                   compared.see(s);
                                 }};
    const auto run = runner.run(problem, grid_of(n), &sampler);
    found.status = run.status, found.failure = run.failure, found.counters = run.counters;
    include(found.errors, in_radians(problem_, compared.worst));
    if (n != steps) return;
    found.at_end = in_radians(problem_, compared.last);
    found.compared = static_cast<std::int64_t>(truth->nodes.size()) - 1;
  };
  run_on(steps);
  if (steps == 1 && runner.info->order.exact())
    for (int k = 1; k < single_steps && found.status == Status::ok; ++k) run_on(-k);
  const auto& off = path_.error();  // an error is what is seen, and what the reference may be off by
  const Errors unseen{off.attitude, off.momentum,
                      problem_.conservative() ? 0 : 2 * std::max(off.attitude, off.momentum)};
  add(found.errors, unseen), add(found.at_end, unseen);
  const auto& e = found.errors;
  if (found.status == Status::ok && !std::isfinite(e.attitude + e.momentum + e.energy))
    found.status = Status::diverged;  // finite, but huge
  return found;
}

std::shared_ptr<const Truth> Judge::truth_of(std::int64_t steps) {
  constexpr std::size_t most = 24 + single_steps;  // of some megabytes in all
  std::shared_ptr<SharedTruth> truth;
  {
    const std::lock_guard lock(mutex_);
    auto& place = truths_[steps];
    if (!place) place = std::make_shared<SharedTruth>(), looked_up_.push_back(steps);
    truth = place;
    for (; looked_up_.size() > most; looked_up_.pop_front()) truths_.erase(looked_up_.front());
  }
  std::call_once(truth->once, [&] {
    const auto grid = grid_of(steps);
    truth->momentum = momentum_, truth->kinetic = kinetic();
    truth->nodes = only_at_end_ ? std::vector<std::int64_t>{0, grid.steps()}
                                : compared_nodes(grid, path_.steps(), path_.slow() ? 500 : most_compared);
    polhode::look_up(*truth, grid, [&](double t) { return path_.at(t); });
    const double start = energy(problem_, problem_.start());
    for (std::size_t i = 0; i < truth->states.size(); ++i) {
      const auto& s = truth->states[i];
      truth->energies.push_back(problem_.conservative()
                                    ? start
                                    : energy(problem_, s) + work_of_moments(problem_, grid.time(truth->nodes[i]), s));
    }
  });
  return truth;
}

Rating Family::rate(const Recommendation& r, const ProblemRunner& runner, std::int64_t steps,
                    const Moves& moved) const {
  Rating rating{steps, first().grid(steps).steps()};
  for (const auto& judge : judges_) {
    const auto found = moved ? judge->find(runner, moved(judge->problem()), steps) : judge->find(runner, steps);
    include(rating.errors, found.errors), include(rating.at_end, found.at_end);
    rating.status = found.status, rating.failure = found.failure, rating.compared = found.compared;
    if (rating.bodies++ == 0) rating.counters = found.counters;
    const bool counts = rating.status == Status::ok && resolves(r, rating, *runner.info);
    rating.share = counts ? r.requirement.share(rating.errors) : INFINITY;
    if (!passes(rating)) break;
  }
  return rating;
}

}  // namespace polhode::recommending
