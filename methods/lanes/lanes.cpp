// SPDX-License-Identifier: MIT
// The steps of the methods of the roster that move by the exact free flow, or of the others (BY_EXACT_FLOW), for one
// set of instructions, whose registers hold LANES doubles.
#include "methods/lanes/lanes.hpp"

#include "methods/lanes/roster.hpp"
#include "methods/lanes/solve.hpp"
#include "methods/lanes/torqued_pack.hpp"

namespace polhode {

namespace {

/// The counters of a pack: which lanes are to be moved one by one, and how many iterations each took. Torques are
/// counted as the method says, for each lane has its own number of iterations.
template <int N>
struct LanesCounters {
  Mask<N> left{false};
  Pack<N> iterations{0.0};
  std::int64_t torques_at_start = 0;

  void count_torque() { ++torques_at_start; }
};
template <int N>
void count_iteration(LanesCounters<N>& counters, const Mask<N>& where) {
  counters.iterations = select(where, counters.iterations + 1.0, counters.iterations);
}
template <int N>
void leave(LanesCounters<N>& counters, const Mask<N>& where) {
  counters.left = counters.left || where;
}
/// Why is said where they are moved one by one.
template <int N>
void fail(LanesCounters<N>& counters, Failure, const Mask<N>& where) {
  leave(counters, where);
}

template <int N>
Mask<N> is_finite(const RigidState<Pack<N>>& s) {
  return is_finite(s.Pi[0] + s.Pi[1] + s.Pi[2]) && is_finite(s.R.w + s.R.x + s.R.y + s.R.z) &&
         norm2(s.R) > Pack<N>(0.0);
}

/// Steps n .. end-1 from t0.
template <class M, class P, class Memory, class T, class Counters>
[[gnu::noinline]] POLHODE_FLATTEN void advance(const P& body, Memory& memory, const T& t0, const T& h, std::int64_t n,
                                               std::int64_t end, Counters& counters) {
  Memory m = memory;
  for (; n < end; ++n) {
    if constexpr (Torqueless<P>)
      m = M::step(body, m, T(0.0), h, counters);
    else
      m = M::step(body, m, t0 + T(static_cast<double>(n)) * h, h, counters);
  }
  memory = m;
}

/// The state that a memory stands for: compiled once, it is asked for twice.
template <class M, class P, class Memory>
[[gnu::noinline]] auto state_of(const P& body, const Memory& memory) {
  return M::read(body, memory);
}

/// As `integrate`, for each lane by itself, of those `running`. A lane that fails, or is no longer finite, is left.
template <class M, int N, class P>
void move(const Slice<N>& slice, const P& problem, Mask<N> running, std::int64_t steps) {
  using T = Pack<N>;
  const auto& sampler = slice.bodies.sampler;
  const std::int64_t block = slice.watched() ? 1 : 128, every = sampler ? sampler->every : steps;
  const T h = slice.load(Ensemble::step), t0 = slice.load(Ensemble::time);
  const auto& body = prepared<M>(problem);
  LanesCounters<N> counters;
  const Counted<std::remove_cvref_t<decltype(body)>, LanesCounters<N>> counted{body, &counters};
  auto memory = M::start(counted, problem.initial, t0, h);
  const auto first = state_of<M>(body, memory);
  auto state = first;
  InvariantErrors<T> errors;
  std::int64_t n = 0;
  const auto leave_bad = [&] {
    const auto bad = running && (counters.left || !is_finite(state));
    slice.skip(bad);
    running = running && !bad;
  };

  const auto show = [&] {
    if (sampler && (n % every == 0 || n == steps)) slice.show(running, state, n);
  };

  leave_bad();
  show();
  while (n < steps && any(running)) {
    if (lanes_interrupted->load(std::memory_order_relaxed)) return slice.skip(running);  // one by one, they throw
    const auto end = std::min({n + block, steps, (n / every + 1) * every});
    advance<M>(body, memory, t0, h, n, end, counters);
    n = end;
    state = state_of<M>(body, memory);
    leave_bad();
    show();
    if (slice.watched()) errors.see(n, steps, problem, first, state);
  }
  slice.store(running, state, steps);
  slice.each(running, [&](int i, Ensemble::Ending& ending) {
    const auto iterations = static_cast<std::int64_t>(counters.iterations[i]);
    const auto& [per_step, per_iteration] = M::info.torque_evaluations;
    const double torques = per_step * static_cast<double>(steps) + per_iteration * counters.iterations[i];
    ending = {Status::ok, Failure::none, steps, iterations,
              Torqueless<P> ? 0 : counters.torques_at_start + static_cast<std::int64_t>(torques)};
  });
  if (slice.watched()) slice.store(errors);
}

}  // namespace

template <class M, Instructions set>
void move_in_lanes(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps) {
  constexpr int N = LANES * registers_of<M>;
  for (auto i = first; i < end; i += N) {
    const Slice<N> slice{bodies, i, std::min<std::size_t>(N, end - i)};
    if (!slice.turned()) {
      move<M>(slice, slice.problem(), Mask<N>(true), steps);
    } else if constexpr (Method<M, TorquedPack<N>>) {
      const TorquedPack<N> body(slice);
      slice.skip(!body.served);
      if (any(body.served)) move<M>(slice, body, body.served, steps);
    } else {
      slice.skip(Mask<N>(true));
    }
  }
}

namespace {
template <class M>
constexpr auto kernel() {
  if constexpr (ByExactFlow<M> == BY_EXACT_FLOW)
    return std::tuple(&move_in_lanes<M, Instructions::INSTRUCTIONS>);
  else
    return std::tuple();
}
template <class... M>
constexpr auto all(std::type_identity<std::tuple<M...>>) {
  return std::tuple_cat(kernel<M>()...);
}
[[gnu::used]] constexpr auto instantiated = all(std::type_identity<EnsembleRoster>());
}  // namespace

}  // namespace polhode
