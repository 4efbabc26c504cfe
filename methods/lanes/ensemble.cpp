// SPDX-License-Identifier: MIT
#include "methods/lanes/ensemble.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include "methods/lanes/lane_torque.hpp"
#include "methods/lanes/lanes.hpp"
#include "methods/lanes/roster.hpp"

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

int lane_torques(const TorquedBody<double>& body, std::span<LaneTorque> into) {
  if (body.momentum_torques.size > 0) return none_in_lanes;
  int n = 0;
  for (const auto& one : body.torques) {
    auto& lane = into[static_cast<std::size_t>(n++)];
    const auto put = [&](LaneTorque::Kind kind, const Vec<Body, double>& moment, const Vec<Space, double>& vector) {
      lane = {kind, {moment[0], moment[1], moment[2]}, {vector[0], vector[1], vector[2]}};
    };
    const auto follow = [&](const Signal<Space, double>& signal) {
      if (!signal.constant()) lane.moving = &signal;
      return !signal.jumps();
    };
    if (const auto* field = std::get_if<UniformField<double>>(&one)) {
      put(LaneTorque::Kind::field, field->moment, field->field), lane.has_potential = true;
    } else if (const auto* dipole = std::get_if<Dipole<double>>(&one)) {  // m x v = v x -m
      put(LaneTorque::Kind::field, -dipole->moment, dipole->field.at(0));
      if (!follow(dipole->field)) return none_in_lanes;
    } else if (const auto* gradient = std::get_if<GravityGradient<double>>(&one)) {
      put(LaneTorque::Kind::gradient, gradient->inertia, gradient->direction.at(0));
      lane.strength = gradient->strength, lane.has_potential = gradient->autonomous();
      if (!follow(gradient->direction)) return none_in_lanes;
    } else {
      return none_in_lanes;
    }
  }
  return n;
}

void value_at(const Signal<Space, double>& signal, double t, double (&value)[3]) {
  const auto v = signal.at(t);
  for (int k = 0; k < 3; ++k) value[k] = v[k];
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

/// Whether M moves bodies that torques turn.
template <class M>
constexpr bool takes_torques = Method<M, TorquedBody<double>>;

template <class M>
void move_one_by_one(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps) {
  const auto move = [&]<class P>(std::size_t i, P body) {
    const double h = bodies.column(Ensemble::step)[i], t0 = bodies.column(Ensemble::time)[i];
    auto first = body.initial;
    InvariantErrors<double> errors;
    const Sampler<P> see{1, [&](const Sample<P>& s) {
                           if (s.n == 0)
                             first = s.state;
                           else
                             errors.see(s.n, steps, body, first, s.state);
                         }};
    const bool watched = !bodies.errors().empty();
    const auto run = detail::run<M, P>(body, Grid<double>::of_step(t0, h, steps), watched ? &see : nullptr);
    if (watched) bodies.errors()[i] = errors;
    bodies.move(i, run.state, run.steps);
    bodies.endings()[i] = {run.status, run.failure, run.steps, run.counters.solver_iterations,
                           run.counters.torque_evaluations};
  };
  for (auto i = first; i < end; ++i) {
    if (bodies.ending(i).status != Status::skipped) continue;
    const auto* like = bodies.torques(i);
    if (!like) {
      move(i, bodies.body(i));
    } else if constexpr (takes_torques<M>) {
      if (like->dependence() <= M::info.supports)
        move(i, TorquedBody<double>{bodies.body(i), like->torques, like->momentum_torques});
      else
        bodies.endings()[i] = {Status::skipped, Failure::momentum_torque};
    }
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
                                   &move_one_by_one<M>,
                                   takes_torques<M>}...};
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
