// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>

#include "core/stepping/body.hpp"
#include "core/stepping/grid.hpp"
#include "core/stepping/interrupt.hpp"
#include "core/stepping/method.hpp"

/// The only step loop of the project, with one type erasure per run.
namespace polhode {

struct Wide;

/// Status of a run. Anything but `ok` is a result with a reason, not an error: a step failed, the state is no longer
/// finite, or nothing was run.
enum class Status { ok, not_converged, diverged, skipped };

/// Result of a run: the state after its last good step, and the reason if there was no further one.
template <class P>
struct Run {
  using T = typename P::Scalar;

  Status status = Status::ok;
  Failure failure = Failure::none;  ///< of the step after the last good one, where it is not_converged
  std::int64_t steps = 0;           ///< steps taken before the end
  typename P::State state;
  T norm_defect{0};  ///< |q| - 1 of the accumulated quaternion, before `read` divides by |q|
  Counters counters;
  std::array<char, 320> refusal{};  ///< why nothing was run, if a method from outside says so; else empty

  /// The reason of an early end, in words; empty if there is none.
  std::string_view reason() const {
    if (refusal[0]) return refusal.data();
    return status == Status::diverged ? "the state is not finite" : text(failure);
  }
};

/// State at a node, for observers.
template <class P>
struct Sample {
  using T = typename P::Scalar;

  std::int64_t n;
  T t;
  typename P::State state;
  T norm_defect;
  std::optional<Interval<T>> interval;  ///< staggered methods, after the first step
};

/// Calls `see` at n = 0, every, 2 every, ... and after the last step; never if `every` is 0.
template <class P>
struct Sampler {
  std::int64_t every;
  std::function<void(const Sample<P>&)> see;
};

namespace detail {

/// |q| - 1 of whatever a method carries; 0 if it carries no attitude.
template <class T, class Memory>
T norm_defect(const Memory& m) {
  using std::sqrt;
  if constexpr (requires { norm2(m.R); })
    return sqrt(norm2(m.R)) - T(1);
  else if constexpr (requires { norm2(m.state.R); })
    return sqrt(norm2(m.state.R)) - T(1);
  else
    return T(0);
}

/// m. Its numbers are stored side by side. A compiler that sees this at the end of a loop carries them through it as
/// vectors, which every step splits and makes anew.
template <class Memory>
Memory stored_singly(const Memory& m) {
  if constexpr (std::is_same_v<Memory, RigidState<double>>)
    return {{opaque(m.Pi[0]), opaque(m.Pi[1]), opaque(m.Pi[2])},
            {opaque(m.R.w), opaque(m.R.x), opaque(m.R.y), opaque(m.R.z)}};
  else
    return m;
}

/// Sets the length of an attitude to 1 after each step in floats: in hours of 60 steps a second it would drift by per
/// cents, and torques with it.
void hold_length(auto& m) {
  if constexpr (requires { norm2(m.R); })
    m.R = normalised(m.R);
  else if constexpr (requires { norm2(m.state.R); })
    m.state.R = normalised(m.state.R);
}

/// Steps n .. end-1. They work on a copy of the memory that nothing else refers to and that can stay in registers; a
/// solver receives another copy.
template <class M, class P, class Memory, class T>
void steps(const P& body, Memory& memory, const Grid<T>& grid, std::int64_t n, std::int64_t end, Counters& counters) {
  Memory m = memory;
  while (n < end && !counters.failed()) {
    const auto segment = grid.segment(n, end);
    for (; n < segment.stop && !counters.failed(); ++n) {
      const Memory before = m;
      m = M::step(body, before, segment.t(n), segment.h, counters);
      if constexpr (std::is_same_v<T, float>) hold_length(m);
    }
  }
  memory = stored_singly(m);
}

/// The loop. It is not inlined, so that there is one copy to optimise. In doubles the whole step is inlined into it,
/// because arguments of calls pass through memory. Exceptions are solvers that choose their steps, which are loops
/// themselves, and formulas that take longer than the step.
template <class M, class P, class Memory, class T>
[[gnu::noinline]] void advance(const P& body, Memory& memory, const Grid<T>& grid, std::int64_t n, std::int64_t end,
                               Counters& counters) {
  steps<M>(body, memory, grid, n, end, counters);
}
template <class M, class P, class Memory>
requires(!chooses_steps<M>) [[gnu::noinline]] POLHODE_FLATTEN
    void advance(const P& body, Memory& memory, const Grid<double>& grid, std::int64_t n, std::int64_t end,
                 Counters& counters) {
  steps<M>(body, memory, grid, n, end, counters);
}

/// Whether the moments are positive and finite and the attitude has length 1, to a thousandth; otherwise numbers mean
/// nothing. It is checked in the scalars of users; others count, or differentiate.
template <class P>
bool is_body(const P& problem) {
  using T = typename P::Scalar;
  if constexpr (std::is_floating_point_v<T> && requires { problem.I[0], problem.initial.R.w; }) {
    const T off = norm2(problem.initial.R) - T(1);
    const auto is_moment = [](const T& x) { return x > T(0) && x < std::numeric_limits<T>::infinity(); };
    return is_moment(problem.I[0]) && is_moment(problem.I[1]) && is_moment(problem.I[2]) && off * off <= T(4.1e-6);
  } else {
    return true;
  }
}

/// Whether M has a loop for torques of the momentum: in the scalars of users, not in measurements in 113 bits.
template <class M, class P>
constexpr bool runs_by_momentum = false;
template <class M, class P>
requires std::is_base_of_v<P, typename P::WithMomentumTorques> &&
    (!std::is_same_v<P, typename P::WithMomentumTorques>)constexpr bool runs_by_momentum<M, P> =
        !std::is_same_v<typename P::Scalar, Wide> && Method<M, typename P::WithMomentumTorques>;

/// Dependence of torques on the momentum that M supports for P.
template <class M, class P>
constexpr Dependence served = Dependence::none;
template <class M, class P>
requires(MomentumDriven<P> || runs_by_momentum<M, P>) constexpr Dependence served<M, P> = M::info.supports;

/// The steps of a run, type-erased: the code around the loop is compiled once for all methods.
template <class P>
struct Steps {
  using T = typename P::Scalar;

  Counters& counters;

  /// Steps n .. end-1, from the end of the ones before.
  virtual void advance(const Grid<T>& grid, std::int64_t n, std::int64_t end) = 0;
  virtual void go_back() = 0;  ///< to the start of the last `advance`
  /// Starts anew at node n: the torque does not jump before node `end`.
  virtual void begin_piece(const Grid<T>& grid, std::int64_t n, std::int64_t end) = 0;
  virtual typename P::State state() const = 0;
  virtual T norm_defect() const = 0;
  virtual std::optional<Interval<T>> interval() const = 0;  ///< of the last step

 protected:
  explicit Steps(Counters& c) : counters(c) {}
  ~Steps() = default;
};

/// The largest distance in time of two nodes or breaks that count as one.
template <class T>
T slack_of(const Grid<T>& grid) {
  using std::abs;
  return T(Grid<T>::slack) * abs(grid.cycle().front());
}

/// Steps of M from the memory of its start. `body` is the problem with the constants that the method has prepared.
template <class M, class P, class Body, class Memory>
struct StepsOf final : Steps<P> {
  using typename Steps<P>::T;

  const P& problem;
  Body& body;
  Memory memory, before = memory;

  StepsOf(const P& p, Body& b, const Memory& start, Counters& c) : Steps<P>(c), problem(p), body(b), memory(start) {}

  void advance(const Grid<T>& grid, std::int64_t n, std::int64_t end) override {
    before = memory;
    detail::advance<typename LoopOf<M>::type>(body, memory, grid, n, end, this->counters);
  }
  void begin_piece(const Grid<T>& grid, std::int64_t n, std::int64_t end) override {
    if constexpr (requires(const T& t) { body.narrow(problem, t, t, t); }) {
      const auto from = n == 0 ? problem.initial : state();
      if (n == 0) this->counters = {};  // of the start that this one replaces
      body.narrow(problem, grid.time(n), grid.time(end), slack_of(grid)), prepare_again<M>(body);
      memory = M::start(body, from, grid.time(n), grid.segment(n, end).h);
    }
  }
  void go_back() override { memory = before; }
  typename P::State state() const override { return M::read(body, memory); }
  T norm_defect() const override { return detail::norm_defect<T>(memory); }
  std::optional<Interval<T>> interval() const override {
    if constexpr (requires { M::interval(problem, memory); })
      return M::interval(problem, memory);
    else
      return {};
  }
};

using Jumps = std::span<const std::int64_t>;

/// The code around the loops of all methods on problems of one type.
template <class P>
struct Around {
  using T = typename P::Scalar;

  /// The reason why a method with this support does not run a problem.
  static Failure unfit(const P& problem, Dependence supported);
  static Run<P> skipped(const P& problem, Failure why);
  static Run<P> run(const P& problem, Steps<P>& steps, const Grid<T>& grid, const Sampler<P>& observer, Jumps jumps);
  /// The first and the last node, and between them those at which a torque jumps, up to `slack` of a step; empty if it
  /// never does.
  static std::vector<std::int64_t> jumps(const P& problem, const Grid<T>& grid);
};
template <class P>
Failure Around<P>::unfit(const P& problem, Dependence supported) {
  if (!is_body(problem)) return Failure::no_body;
  if constexpr (requires { problem.dependence(); })
    if (problem.dependence() > supported) return Failure::momentum_torque;
  return Failure::none;
}
template <class P>
Run<P> Around<P>::skipped(const P& problem, Failure why) {
  return {Status::skipped, why, 0, problem.initial, T(0), {}};
}
template <class P>
std::vector<std::int64_t> Around<P>::jumps(const P& problem, const Grid<T>& grid) {
  std::vector<std::int64_t> nodes;
  if constexpr (requires { problem.breaks(0); }) {
    const auto times = problem.breaks(0);
    if (times.empty()) return nodes;
    const T slack = slack_of(grid);
    nodes.push_back(0);
    for (std::int64_t n = 1; n < grid.steps(); ++n) {
      const T t = grid.time(n);
      const auto next = std::lower_bound(times.begin(), times.end(), T(t - slack));
      if (next != times.end() && *next <= t + slack) nodes.push_back(n);
    }
    nodes.push_back(grid.steps());
  }
  return nodes;
}
template <class P>
Run<P> Around<P>::run(const P& problem, Steps<P>& moving, const Grid<T>& grid, const Sampler<P>& observer,
                      Jumps jumps) {
  constexpr std::int64_t block = 128;
  const std::int64_t steps = grid.steps(), every = observer.every;
  auto& counters = moving.counters;
  const auto failed = [&] { return counters.failed() || !is_finite(moving.state()); };
  const auto see = [&](std::int64_t n) {
    if (every <= 0 || (n % every != 0 && n != steps)) return;
    Sample<P> s{n, grid.time(n), moving.state(), moving.norm_defect(), {}};
    if (n > 0) s.interval = moving.interval();
    observer.see(s);
  };
  std::int64_t n = 0;
  auto status = Status::ok;

  see(0);
  const bool starts = is_finite(moving.state());
  if (!starts) status = Status::diverged;
  while (n < steps && status == Status::ok) {
    if (runs_interrupted.load(std::memory_order_relaxed)) POLHODE_THROW(Interrupted());
    if (!jumps.empty() && n == jumps.front()) jumps = jumps.subspan(1), moving.begin_piece(grid, n, jumps.front());
    std::int64_t end = std::min(n + block, jumps.empty() ? steps : jumps.front());
    if (every > 0) end = std::min(end, (n / every + 1) * every);
    const Counters counters_before = counters;
    moving.advance(grid, n, end);
    bool fails = failed();
    if (fails) {  // once more, step by step, up to the last good state; one from outside may fail only in a block
      moving.go_back(), counters = counters_before;
      for (; n < end; ++n) {
        moving.advance(grid, n, n + 1);
        fails = failed();
        if (fails) break;
        if (runs_interrupted.load(std::memory_order_relaxed)) POLHODE_THROW(Interrupted());
      }
    }
    if (fails) {
      status = counters.failed() ? Status::not_converged : Status::diverged;
      moving.go_back();
    } else {
      n = end;
      see(n);
    }
  }
  Run<P> run{status, counters.failure, n, moving.state(), moving.norm_defect(), counters};
  if (!starts) run.state = problem.initial;  // that is the last good state
  return run;
}

}  // namespace detail

/// Runs method M over the grid from the problem's initial state. An exception of the observer or of a user's function
/// ends the run, and so does runs_interrupted; nothing else is thrown.
///
/// An invalid body (Failure::no_body) is skipped. Between samples the loop only steps. Every 128 steps the state is
/// checked to be finite; if it is not, the block is repeated to find the step after which the run ended. Timings use
/// the loop that counts: a second loop would save few instructions of a step and double the compiled code.
///
/// Methods know nothing of jumps. If a torque jumps at one of the nodes `jumps`, the step that ends there has one side
/// and the step that begins there the other: the method starts anew, and the held values of its one body are set.
template <class M, class P>
Run<P> integrate(const P& problem, const Grid<typename P::Scalar>& grid, const Sampler<P>& observer = {},
                 detail::Jumps jumps = {}) {
  const auto unfit = detail::Around<P>::unfit(problem, detail::served<M, P>);
  if (unfit != Failure::none) return detail::Around<P>::skipped(problem, unfit);
  Counters counters;
  const auto as_seen = [&]<class Seen>(const Seen& seen) {
    Counted<Seen, Counters> counted{seen, &counters};
    auto&& body = prepared<M>(counted);
    const auto start = M::start(body, problem.initial, grid.t0(), grid.first_step());
    detail::StepsOf<M, P, std::remove_reference_t<decltype(body)>, std::remove_const_t<decltype(start)>> steps(
        problem, body, start, counters);
    return detail::Around<P>::run(problem, steps, grid, observer, jumps);
  };
  if constexpr (detail::runs_by_momentum<M, P>)
    if (problem.momentum_torques.size > 0) return as_seen(typename P::WithMomentumTorques{problem});
  return as_seen(problem);
}

/// A method on one problem type, type-erased once per run: the seam between templates and names.
template <class P>
struct Runner {
  const MethodInfo* info;
  std::function<Run<P>(const P&, const Grid<typename P::Scalar>&, const Sampler<P>*)> run;  ///< observed, or not: null
};

namespace detail {

template <class M, class P>
Run<P> run(const P& problem, const Grid<typename P::Scalar>& grid, const Sampler<P>* sampler) {
  static const Sampler<P> none{};
  return integrate<M, P>(problem, grid, sampler ? *sampler : none, Around<P>::jumps(problem, grid));
}

}  // namespace detail

/// The compiled step loop of method M on problems of type P.
template <class M, class P>
requires Method<M, P> Runner<P> make_runner() {
  return {&M::info, &detail::run<M, P>};
}

}  // namespace polhode
