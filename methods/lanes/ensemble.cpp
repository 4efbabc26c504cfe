// SPDX-License-Identifier: MIT
#include "methods/lanes/ensemble.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <map>
#include <mutex>
#include <optional>

#include "methods/lanes/library.hpp"

namespace polhode {

Ensemble::Ensemble(std::size_t size, bool watched)
    : numbers_(columns * size), endings_(size), errors_(watched ? size : 0) {}

void Ensemble::set(std::size_t i, const FreeBody<double>& body, double h) {
  const auto& [Pi, R] = body.initial;
  const double numbers[columns] = {body.I[0], body.I[1], body.I[2], Pi[0], Pi[1], Pi[2], R.w, R.x, R.y, R.z, h, 0};
  for (int k = 0; k < columns; ++k) numbers_[k * size() + i] = numbers[k];
  if (!torques_.empty()) torques_[i].reset();
}

void Ensemble::set(std::size_t i, const TorquedBody<double>& body, double h) {
  set(i, FreeBody<double>{{body.I, body.initial}}, h);
  if (body.torques.size + body.momentum_torques.size > 0)
    set_torques(i, std::make_shared<const TorquedBody<double>>(body));
}

void Ensemble::set_torques(std::size_t i, std::shared_ptr<const TorquedBody<double>> like) {
  torques_.resize(size());
  torques_[i] = std::move(like);
}

void Ensemble::move(std::size_t i, const RigidState<double>& state, std::int64_t steps) {
  const auto& [Pi, R] = state;
  const double numbers[] = {Pi[0], Pi[1], Pi[2], R.w, R.x, R.y, R.z};
  for (int k = 0; k < 7; ++k) column(momentum + k)[i] = numbers[k];
  column(time)[i] += static_cast<double>(steps) * column(step)[i];
}

FreeBody<double> Ensemble::body(std::size_t i) const {
  const auto at = [&](int k) { return numbers_[k * size() + i]; };
  return {{{at(0), at(1), at(2)}, {{at(3), at(4), at(5)}, {at(6), at(7), at(8), at(9)}}}};
}

std::string_view name(Instructions set) {
  constexpr std::string_view names[] = {"baseline", "avx2", "avx512"};
  return names[static_cast<int>(set)];
}

namespace {

bool of_this_processor(Instructions set) {
#ifdef __x86_64__
  if (set == Instructions::avx2) return __builtin_cpu_supports("avx2");
  if (set == Instructions::avx512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#endif
  return set == Instructions::baseline;
}

}  // namespace

bool available(Instructions set) {
  const auto* lanes = lane_library();
  return lanes && lanes->flows[static_cast<int>(set)].make && of_this_processor(set);
}

Instructions widest_instructions() {
  static const auto widest = [] {
    auto w = Instructions::baseline;
    for (const auto set : all_instructions)
      if (available(set)) w = set;
    return w;
  }();
  return widest;
}

void EnsembleRunner::one_by_one(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps) const {
  const auto move = [&]<class P>(std::size_t i, const P& body, const auto& loop) {
    const double h = bodies.column(Ensemble::step)[i], t0 = bodies.column(Ensemble::time)[i];
    auto start = body.initial;
    InvariantErrors<double> errors;
    const Sampler<P> see{1, [&](const Sample<P>& s) {
                           if (s.n == 0)
                             start = s.state;
                           else
                             errors.see(s.n, steps, body, start, s.state);
                         }};
    const bool watched = !bodies.errors().empty();
    const auto run = loop(body, Grid<double>::of_step(t0, h, steps), watched ? &see : nullptr);
    if (watched) bodies.errors()[i] = errors;
    bodies.move(i, run.state, run.steps);
    bodies.endings()[i] = {run.status, run.failure, run.steps, run.counters.solver_iterations,
                           run.counters.torque_evaluations};
  };
  for (auto i = first; i < end; ++i) {
    if (bodies.ending(i).status != Status::skipped) continue;
    if (const auto* like = bodies.torques(i); !like)
      move(i, bodies.body(i), loops->free);
    else if (takes_torques)
      move(i, TorquedBody<double>{bodies.body(i), like->torques, like->momentum_torques}, loops->torqued);
  }
}

void EnsembleRunner::run(Ensemble& bodies, std::int64_t steps, Instructions set) const {
  constexpr std::size_t block = 64;
  const oneapi::tbb::blocked_range<std::size_t> all(0, (bodies.size() + block - 1) / block);
  oneapi::tbb::parallel_for(all, [&](const auto& part) {
    run(bodies, part.begin() * block, std::min(part.end() * block, bodies.size()), steps, set);
  });
}

void EnsembleRunner::run(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps,
                         Instructions set) const {
  if (kernels)
    kernels[static_cast<int>(set)](bodies, first, end, steps);
  else
    for (auto i = first; i < end; ++i) bodies.endings()[i].status = Status::skipped;
  one_by_one(bodies, first, end, steps);
}

namespace {

/// Of a method with loops for free bodies; else nothing.
std::optional<EnsembleRunner> runner_of(std::string_view id, const EnsembleRunner::Kernel* kernels) {
  const auto loops = std::make_shared<const BodyLoops>(loops_of(id));
  if (!loops->info || !loops->free) return {};
  return EnsembleRunner{loops->info, kernels, bool(loops->torqued), loops};
}

}  // namespace

std::span<const EnsembleRunner> ensemble_runners() {
  static const auto all = [] {
    std::vector<EnsembleRunner> list;
    if (const auto* lanes = lane_library())
      for (const auto& m : lanes->methods)
        if (const auto runner = runner_of(m.id, m.kernels)) list.push_back(*runner);
    return list;
  }();
  return all;
}

const EnsembleRunner* find_ensemble_runner(std::string_view id) {
  for (const auto& runner : ensemble_runners())
    if (runner.info->id == id) return &runner;
  static std::mutex mutex;
  static std::map<std::string, std::optional<EnsembleRunner>, std::less<>> others;
  const std::lock_guard lock(mutex);
  auto at = others.find(id);
  if (at == others.end()) at = others.emplace(id, runner_of(id, nullptr)).first;
  return at->second ? &*at->second : nullptr;
}

}  // namespace polhode
