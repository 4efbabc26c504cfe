// SPDX-License-Identifier: MIT
#include "experiments/running/arena.hpp"

#include <fmt/format.h>

#include <chrono>

#include "core/geometry/scalar.hpp"
#include "core/geometry/wide.hpp"
#include "core/reference/free_body.hpp"
#include "experiments/running/guests.hpp"
#include "experiments/running/references.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

template <class T>
Grid<T> grid_of(const Comparison& comparison, std::int64_t steps) {
  return Grid<T>::of_duration(T(comparison.t0), T(comparison.duration), steps);
}

/// The j-th of an ensemble of starts.
template <class P>
void move_start(P& problem, int j) {
  if constexpr (requires { problem.initial.Pi; }) problem.initial.Pi[0] *= 1 + j * 1e-14;
  if constexpr (requires { problem.initial.p; }) problem.initial.p[0] *= 1 + j * 1e-14;
}

/// The end of a case's time.
class Deadline {
 public:
  struct Missed {};

  explicit Deadline(double seconds) : seconds_(seconds), begin_(Clock::now()) {}
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  /// Throws Missed if that much more work, in seconds, will not be done in time.
  void check(double more = 0) const {
    if (std::isfinite(seconds_) && elapsed() + more > seconds_) throw Missed{};
  }
  std::string reason() const { return fmt::format("{} of {:g} s", time_limit, seconds_); }
  /// A run that is watched if there is a limit; watching changes no number.
  template <class P>
  Run<P> run(const Runner<P>& runner, const P& problem, const Grid<double>& grid) const {
    const Sampler<P> watch{64, [this](const Sample<P>&) { check(); }};
    return runner.run(problem, grid, std::isfinite(seconds_) ? &watch : nullptr);
  }

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  Clock::time_point begin_;
};

/// More than the tolerance of the golden files.
bool differs(double a, double b, double floor) {
  return std::abs(a - b) > 1e-4 * std::abs(a) + 100 * floor;
}

/// The error of the momentum of the last step, at the end of the motion or in the middle of the step; nothing where the
/// method has no momentum of a step.
template <class P>
std::optional<double> interval_error(const Comparison& comparison, const Runner<P>& runner, std::int64_t steps,
                                     Norm which) {
  std::optional<double> found;
  if constexpr (std::is_same_v<P, Director<double>>) {
    const auto& problem = std::get<P>(comparison.problem);
    std::optional<Interval<double>> last;
    const Sampler<P> sampler{steps, [&](const Sample<P>& s) { last = s.interval; }};
    runner.run(problem, grid_of<double>(comparison, steps), &sampler);
    if (!last) return found;
    Comparison until = comparison;
    if (which == Norm::middle_momentum) until.duration = last->t - comparison.t0;
    const auto known = cast<double>(std::get<DirectorState<float128>>(reference_of<float128>(until).state));
    const auto& p = last->momentum;
    found = norm(Vec<Space, double>{p[0], p[1], p[2]} - problem.I * known.omega);
  }
  return found;
}

Point run_all(const Comparison& comparison, const MethodInfo& method, std::int64_t steps,
              const std::vector<Norm>& norms, const Deadline& deadline) {
  const auto& known = reference_of<float128>(comparison);
  return std::visit(
      [&](const auto& problem) {
        using P = std::decay_t<decltype(problem)>;
        Point point{steps, comparison.duration / static_cast<double>(steps)};
        const auto* runner = find_runner<P>(method);
        if (!runner) {
          point.status = Status::skipped, point.reason = why_not<P>(method);
          return point;
        }
        const auto run = deadline.run(*runner, problem, grid_of<double>(comparison, steps));
        constexpr double counted = 100;  // runs, as long as one whose operations are counted
        deadline.check(counted * deadline.elapsed());
        point.status = run.status, point.tally = run.tally;
        if (run.status != Status::ok) {
          point.reason = fmt::format("{} after {} of {} steps", run.reason(), run.steps, steps);
          return point;
        }
        const auto wide = cast<float128>(problem);
        const auto& reference = std::get<std::decay_t<decltype(wide.initial)>>(known.state);
        const auto error_of = [&](Norm norm, const typename P::State& state) {
          return scalar_cast<double>(error(norm, wide, cast<float128>(state), reference));
        };
        for (const auto norm : norms) {
          const auto of_interval =
              is_of_interval(norm) ? interval_error(comparison, *runner, steps, norm) : std::nullopt;
          if (is_of_interval(norm) && !of_interval) {
            point.status = Status::skipped, point.reason = "it has no momentum of a step", point.errors.clear();
            return point;
          }
          point.errors.push_back({norm, of_interval ? *of_interval : error_of(norm, run.state),
                                  std::max(known.info.error_estimate,
                                           epsilon<double>() * scalar_cast<double>(size(norm, wide, reference)) *
                                               std::sqrt(static_cast<double>(steps)))});
        }

        const auto moved_end = [&](int j) {
          auto moved = problem;
          move_start(moved, j);
          return deadline.run(*runner, moved, grid_of<double>(comparison, steps)).state;
        };
        point.chaotic = !is_of_interval(norms.front()) &&
                        differs(point.error(), error_of(norms.front(), moved_end(1)), point.errors.front().floor);
        if (point.chaotic) {
          std::vector<typename P::State> ends;
          for (int j = 0; j < ensemble_size; ++j) ends.push_back(moved_end(j));
          for (auto& e : point.errors) {
            if (is_of_interval(e.norm)) continue;
            std::vector<double> errors;
            for (const auto& end : ends) errors.push_back(error_of(e.norm, end));
            e.value = median(errors);
          }
        }

        const auto counting_problem = cast<Wide>(problem);
        if (const auto* counts = find_runner<std::decay_t<decltype(counting_problem)>>(method)) {  // engines do not
          counts->run(counting_problem, grid_of<Wide>(comparison, 1), nullptr);  // makes its tables
          const CountsAsDouble counting;
          counts->run(counting_problem, grid_of<Wide>(comparison, steps), nullptr);
          point.operations = counting.operations();
        }
        return point;
      },
      comparison.problem);
}

Point run(const Comparison& comparison, const MethodInfo& method, std::int64_t steps, const std::vector<Norm>& norms,
          double seconds) {
  reference_of<float128>(comparison);  // is not a part of the case
  const Deadline deadline(seconds);
  try {
    return run_all(comparison, method, steps, norms, deadline);
  } catch (const Deadline::Missed&) {
    return {steps, comparison.duration / static_cast<double>(steps), Status::skipped, deadline.reason(), true};
  } catch (const GuestFailed& e) {
    return {steps, comparison.duration / static_cast<double>(steps), Status::skipped, e.what()};
  }
}

double time(const Comparison& comparison, const MethodInfo& method, std::int64_t steps) {
  using Clock = std::chrono::steady_clock;
  constexpr double enough = 5e-5;  // seconds, some thousand ticks of the clock
  return std::visit(
      [&](const auto& problem) {
        const auto* runner = find_runner<std::decay_t<decltype(problem)>>(method);
        if (!runner) return 0.0;
        const auto grid = grid_of<double>(comparison, steps);
        volatile std::int64_t sink = 0;  // the final state is consumed
        const auto bare = [&] {
          try {
            return runner->run(problem, grid, nullptr);
          } catch (const GuestFailed&) {  // which the counted run has said
            return Run<std::decay_t<decltype(problem)>>{Status::skipped};
          }
        };
        for (std::int64_t repeats = 1;; repeats *= 4) {
          const auto begin = Clock::now();
          for (std::int64_t i = 0; i < repeats; ++i) {
            const auto run = bare();
            sink = sink + run.steps + is_finite(run.state);
          }
          const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
          if (seconds > enough) return seconds / static_cast<double>(repeats);
        }
      },
      comparison.problem);
}

History history(const Comparison& comparison, const MethodInfo& method, std::int64_t steps, Quantity quantity, int j,
                double seconds) {
  const Deadline deadline(seconds);
  return std::visit(
      [&](auto problem) -> History {
        using P = decltype(problem);
        move_start(problem, j);
        Curve curve{columns(quantity), {}};
        curve.columns.resize(curve.names.size());
        const auto* runner = find_runner<P>(method);
        if (!runner) return {curve, Status::skipped, why_not<P>(method)};
        double H0 = 0;
        std::optional<Sample<P>> before;
        const Sampler<P> sampler{1, [&](const Sample<P>& s) {
                                   if (s.n == 0) H0 = energy(problem, s.state);
                                   const Row seen = observe(quantity, Node<P>{problem, s, before, H0});
                                   for (std::size_t i = 0; i < seen.size(); ++i) curve.columns[i].push_back(seen[i]);
                                   before = s;
                                   if (s.n > 2) deadline.check();
                                 }};
        try {
          const auto run = runner->run(problem, grid_of<double>(comparison, steps), &sampler);
          return {curve, run.status, std::string(run.reason())};
        } catch (const Deadline::Missed&) {
          return {curve, Status::skipped, std::string(time_limit), true};
        } catch (const GuestFailed& e) {
          return {curve, Status::skipped, e.what()};
        }
      },
      comparison.problem);
}

/// Errors of bodies without torque, against Boost's elliptic functions in 113 bits: no estimate of its error, which is
/// below 1e-25 away from the separatrix.
std::vector<double> step_errors(const Comparison& comparison) {
  const auto& body = std::get<FreeBody<double>>(comparison.problem);
  const auto exact = reference::exact_free_motion(cast<float128>(body), float128(comparison.duration));
  std::vector<double> errors;
  for (const auto* m : comparison.methods) {
    Run<FreeBody<double>> run{Status::skipped};
    try {
      run = find_runner<FreeBody<double>>(*m)->run(body, grid_of<double>(comparison, 1), nullptr);
    } catch (const GuestFailed&) {  // as one that does not come to its end
    }
    const auto end = cast<float128>(run.state);
    const auto momentum = scalar_cast<double>(float128(norm(end.Pi - exact.Pi) / norm(exact.Pi)));
    errors.push_back(
        run.status == Status::ok ? std::max(momentum, scalar_cast<double>(attitude_distance(end.R, exact.R))) : 1);
  }
  return errors;
}

}  // namespace

Arena arena(double seconds) {
  return {[seconds](const Comparison& comparison, const MethodInfo& method, std::int64_t steps,
                    const std::vector<Norm>& norms) { return run(comparison, method, steps, norms, seconds); },
          time, [](const Comparison& comparison) { return reference_of<float128>(comparison).info; },
          [seconds](const Comparison& comparison, const MethodInfo& method, std::int64_t steps, Quantity quantity,
                    int j) { return history(comparison, method, steps, quantity, j, seconds); },
          step_errors};
}

}  // namespace polhode
