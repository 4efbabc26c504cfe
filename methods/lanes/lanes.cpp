// SPDX-License-Identifier: MIT
// The steps of all methods of the roster for one set of instructions, whose registers hold LANES doubles.
#include "methods/lanes/lanes.hpp"

#include "methods/lanes/roster.hpp"
#include "methods/lanes/slice.hpp"
#include "methods/lanes/solve.hpp"
#include "core/stepping/interrupt.hpp"

namespace polhode {

namespace {

/// The tally of a pack: which lanes failed, which are to be moved one by one, and how many iterations each took.
template <int N>
struct LanesTally {
  Mask<N> failed{false}, left{false};
  Failure failures[N]{};
  Pack<N> iterations{0.0};
};
template <int N>
void count_iteration(LanesTally<N>& tally, const Mask<N>& where) {
  tally.iterations = select(where, tally.iterations + 1.0, tally.iterations);
}
template <int N>
[[gnu::cold]] void fail(LanesTally<N>& tally, Failure why, const Mask<N>& where) {
  for (int i = 0; i < N; ++i)
    if (where[i] && !tally.failed[i]) tally.failures[i] = why;
  tally.failed = tally.failed || where;
}
template <int N>
void leave(LanesTally<N>& tally, const Mask<N>& where) {
  tally.left = tally.left || where;
}

template <int N>
Mask<N> is_finite(const RigidState<Pack<N>>& s) {
  return is_finite(s.Pi[0] + s.Pi[1] + s.Pi[2]) && is_finite(s.R.w + s.R.x + s.R.y + s.R.z) &&
         norm2(s.R) > Pack<N>(0.0);
}

/// Those are moved one by one.
template <int N>
void leave(const Slice<N>& slice, const Mask<N>& where) {
  slice.each(where, [](int, Ensemble::Ending& ending) { ending.status = Status::skipped; });
}
/// What has become of the bodies `where`: they are at s after so many steps.
template <int N>
void store(const Slice<N>& slice, const Mask<N>& where, const RigidState<Pack<N>>& s, const LanesTally<N>& tally,
           Status otherwise, std::int64_t steps) {
  slice.store(where, s);
  slice.each(where, [&](int i, Ensemble::Ending& ending) {
    ending = {tally.failed[i] ? Status::not_converged : otherwise, tally.failures[i], steps,
              static_cast<std::int64_t>(tally.iterations[i])};
  });
}

template <class M, class P, class Memory, class T, class Tally>
[[gnu::noinline]] POLHODE_FLATTEN void advance(const P& body, Memory& memory, const T& h, std::int64_t steps,
                                               Tally& tally) {
  Memory m = memory;
  for (; steps > 0; --steps) m = M::step(body, m, T(0.0), h, tally);
  memory = m;
}

/// As `integrate`, for each lane by itself.
template <class M, int N>
void move(const Slice<N>& slice, std::int64_t steps) {
  using T = Pack<N>;
  const std::int64_t block = slice.watched() ? 1 : 128;
  const FreeBody<T> problem = slice.problem();
  const T h = slice.load(Ensemble::step);
  const auto& body = prepared<M>(problem);
  auto memory = M::start(body, problem.initial, T(0.0), h);
  LanesTally<N> tally;
  Mask<N> running(true);
  const auto ended = [&] { return running && (tally.failed || !is_finite(M::read(body, memory))); };
  const auto stop = [&](const RigidState<T>& last, std::int64_t n) {
    const auto now = ended();
    store(slice, now, last, tally, Status::diverged, n);
    running = running && !now;
  };

  const auto first = M::read(body, memory);
  InvariantErrors<T> errors;

  stop(problem.initial, 0);
  for (std::int64_t n = 0; n < steps;) {
    if (runs_interrupted.load(std::memory_order_relaxed)) return leave(slice, running);  // one by one, they throw
    const auto end = std::min(n + block, steps);
    const auto checkpoint = memory;
    const auto iterations = tally.iterations;
    advance<M>(body, memory, h, end - n, tally);
    leave(slice, running && tally.left);
    running = running && !tally.left;
    if (any(ended())) {
      memory = checkpoint, tally = {.iterations = iterations};
      for (; n < end; ++n) {  // once more, step by step, up to the last good states
        const auto last = M::read(body, memory);
        advance<M>(body, memory, h, 1, tally);
        stop(last, n);
      }
    }
    n = end;
    if (slice.watched()) errors.see(n, steps, problem, first, M::read(body, memory));
  }
  store(slice, running, M::read(body, memory), tally, Status::ok, steps);
  if (slice.watched()) slice.store(errors);
}

}  // namespace

template <class M, Instructions set>
void move_in_lanes(Ensemble& bodies, std::size_t first, std::size_t end, std::int64_t steps) {
  constexpr int N = LANES * registers_of<M>;
  for (auto i = first; i < end; i += N) move<M>(Slice<N>{bodies, i, std::min<std::size_t>(N, end - i)}, steps);
}

namespace {
template <class... M>
constexpr auto all(std::type_identity<std::tuple<M...>>) {
  return std::array{&move_in_lanes<M, Instructions::INSTRUCTIONS>...};
}
[[gnu::used]] constexpr auto instantiated = all(std::type_identity<EnsembleRoster>());
}  // namespace

}  // namespace polhode
