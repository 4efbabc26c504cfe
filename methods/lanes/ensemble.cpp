// SPDX-License-Identifier: MIT
#include "methods/lanes/ensemble.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include "methods/lanes/lanes.hpp"
#include "methods/lanes/roster.hpp"

namespace polhode {

Ensemble::Ensemble(std::size_t size, bool watched)
    : numbers_(columns * size), endings_(size), errors_(watched ? size : 0) {}

void Ensemble::set(std::size_t i, const FreeBody<double>& body, double h) {
  const auto& [Pi, R] = body.initial;
  const double numbers[columns] = {body.I[0], body.I[1], body.I[2], Pi[0], Pi[1], Pi[2], R.w, R.x, R.y, R.z, h};
  for (int k = 0; k < columns; ++k) numbers_[k * size() + i] = numbers[k];
}

FreeBody<double> Ensemble::body(std::size_t i) const {
  const auto at = [&](int k) { return numbers_[k * size() + i]; };
  return {{{at(0), at(1), at(2)}, {{at(3), at(4), at(5)}, {at(6), at(7), at(8), at(9)}}}};
}

std::string_view name(Instructions set) {
  constexpr std::string_view names[] = {"baseline", "avx2", "avx512"};
  return names[static_cast<int>(set)];
}

bool available(Instructions set) {
#ifdef POLHODE_X86
  switch (set) {
    case Instructions::baseline:
      return true;
    case Instructions::avx2:
      return __builtin_cpu_supports("avx2");
    case Instructions::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  }
#endif
  return set == Instructions::baseline;
}

Instructions widest_instructions() {
  auto widest = Instructions::baseline;
  for (const auto set : all_instructions)
    if (available(set)) widest = set;
  return widest;
}

namespace {

template <class M>
void move_one_by_one(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps) {
  for (auto i = first; i < end; ++i) {
    if (bodies.ending(i).status != Status::skipped) continue;
    const double h = bodies.column(Ensemble::step)[i];
    auto body = bodies.body(i);
    auto first = body.initial;
    InvariantErrors<double> errors;
    const auto see = [&](const auto& s) {
      if (s.n == 0)
        first = s.state;
      else
        errors.see(s.n, steps, body, first, s.state);
    };
    const bool watched = !bodies.errors().empty();
    const auto run = integrate<M, FreeBody<double>, Sampler<FreeBody<double>>>(
        body, Grid<double>::of_step(0, h, steps), {watched, see});
    if (watched) bodies.errors()[i] = errors;
    body.initial = run.state;
    bodies.set(i, body, h);
    bodies.endings()[i] = {run.status, run.failure, run.steps, run.tally.solver_iterations};
  }
}

template <class... M>
constexpr auto runners_of(std::type_identity<std::tuple<M...>>) {
  return std::array{EnsembleRunner{&M::info,
#ifdef POLHODE_X86
                                   {&move_in_lanes<M, Instructions::baseline>, &move_in_lanes<M, Instructions::avx2>,
                                    &move_in_lanes<M, Instructions::avx512>},
#else
                                   {&move_in_lanes<M, Instructions::baseline>},
#endif
                                   &move_one_by_one<M>}...};
}
constexpr auto runners_listed = runners_of(std::type_identity<EnsembleRoster>());

}  // namespace

void EnsembleRunner::run(Ensemble& bodies, std::int64_t steps, Instructions set) const {
  constexpr std::size_t block = 64;
  const oneapi::tbb::blocked_range<std::size_t> all(0, (bodies.size() + block - 1) / block);
  oneapi::tbb::parallel_for(all, [&](const auto& part) {
    run(bodies, part.begin() * block, std::min(part.end() * block, bodies.size()), steps, set);
  });
}

void EnsembleRunner::run(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps,
                         Instructions set) const {
  kernels[static_cast<int>(set)](bodies, first, end, steps);
  one_by_one(bodies, first, end, steps);
}

std::span<const EnsembleRunner> ensemble_runners() {
  return runners_listed;
}

const EnsembleRunner* find_ensemble_runner(std::string_view id) {
  for (const auto& runner : runners_listed)
    if (runner.info->id == id) return &runner;
  return nullptr;
}

}  // namespace polhode
