// SPDX-License-Identifier: MIT
#include "experiments/arena.hpp"

#include <fmt/format.h>

#include <chrono>

#include "core/geometry/scalar.hpp"
#include "experiments/references.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

double state_size(Norm norm, const RigidBody<float128>& body, const RigidState<float128>& s) {
  switch (norm) {
    case Norm::momentum:
      return scalar_cast<double>(polhode::norm(s.Pi));
    case Norm::velocity_and_gravity:
    case Norm::angular_velocity:
      return scalar_cast<double>(polhode::norm(body.Omega(s.Pi)));
    default:
      return 1;
  }
}
double state_size(Norm norm, const Director<float128>&, const DirectorState<float128>& s) {
  return norm == Norm::director ? 1 : scalar_cast<double>(polhode::norm(s.omega));
}
double state_size(Norm norm, const Particles<float128>&, const ParticleState<float128>& s) {
  return scalar_cast<double>(polhode::norm(norm == Norm::displacement ? s.u : s.p));
}

template <class T>
Grid<T> grid_of(const Race& race, std::int64_t steps) {
  return Grid<T>::of_duration(T(race.t0), T(race.duration), steps);
}

/// The j-th of an ensemble of starts.
template <class P>
void move_start(P& problem, int j) {
  if constexpr (requires { problem.initial.Pi; }) problem.initial.Pi[0] *= 1 + j * 1e-14;
  if constexpr (requires { problem.initial.p; }) problem.initial.p[0] *= 1 + j * 1e-14;
}

/// More than the tolerance of the golden files.
bool differs(double a, double b, double floor) {
  return std::abs(a - b) > 1e-4 * std::abs(a) + 100 * floor;
}

Point run(const Race& race, const MethodInfo& method, std::int64_t steps, const std::vector<Norm>& norms) {
  const auto& known = reference_of<float128>(race);
  return std::visit(
      [&](const auto& problem) {
        using P = std::decay_t<decltype(problem)>;
        Point point{steps, race.duration / static_cast<double>(steps)};
        const auto* runner = find_runner<P>(method);
        if (!runner) {
          point.status = Status::skipped, point.reason = why_not<P>(method);
          return point;
        }
        const auto run = runner->run(problem, grid_of<double>(race, steps), nullptr);
        point.status = run.status, point.tally = run.tally;
        if (run.status != Status::ok) {
          point.reason = fmt::format("after {} of {} steps", run.steps, steps);
          return point;
        }
        const auto wide = cast<float128>(problem);
        const auto& reference = std::get<std::decay_t<decltype(wide.initial)>>(known.state);
        const auto error_of = [&](Norm norm, const typename P::State& state) {
          return scalar_cast<double>(error(norm, wide, cast<float128>(state), reference));
        };
        for (const auto norm : norms)
          point.errors.push_back(
              {norm, error_of(norm, run.state),
               std::max(known.info.error_estimate, epsilon<double>() * state_size(norm, wide, reference) *
                                                       std::sqrt(static_cast<double>(steps)))});

        const auto moved_end = [&](int j) {
          auto moved = problem;
          move_start(moved, j);
          return runner->run(moved, grid_of<double>(race, steps), nullptr).state;
        };
        point.chaotic = differs(point.error(), error_of(norms.front(), moved_end(1)), point.errors.front().floor);
        if (point.chaotic) {
          std::vector<typename P::State> ends;
          for (int j = 0; j < ensemble_size; ++j) ends.push_back(moved_end(j));
          for (auto& e : point.errors) {
            std::vector<double> errors;
            for (const auto& end : ends) errors.push_back(error_of(e.norm, end));
            e.value = median(errors);
          }
        }

        const auto counting = cast<Counting>(problem);
        Counting::operations = 0;
        find_runner<std::decay_t<decltype(counting)>>(method)->timed(counting, grid_of<Counting>(race, steps));
        point.operations = Counting::operations;
        return point;
      },
      race.problem);
}

double time(const Race& race, const MethodInfo& method, std::int64_t steps) {
  using Clock = std::chrono::steady_clock;
  constexpr double enough = 5e-5;  // seconds, some thousand ticks of the clock
  return std::visit(
      [&](const auto& problem) {
        const auto* runner = find_runner<std::decay_t<decltype(problem)>>(method);
        const auto grid = grid_of<double>(race, steps);
        volatile std::int64_t sink = 0;  // the final state is consumed
        for (std::int64_t repeats = 1;; repeats *= 4) {
          const auto begin = Clock::now();
          for (std::int64_t i = 0; i < repeats; ++i) {
            const auto run = runner->timed(problem, grid);
            sink = sink + run.steps + is_finite(run.state);
          }
          const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
          if (seconds > enough) return seconds / static_cast<double>(repeats);
        }
      },
      race.problem);
}

/// What a history writes down about a state; H0 is the energy of the first node.
template <class P>
std::array<double, 3> observe(Quantity quantity, const P& body, const RigidState<double>& s, double H0) {
  switch (quantity) {
    case Quantity::energy_error:
      return {energy(body, s) - H0};
    case Quantity::relative_energy_error:
      return {energy(body, s) / H0 - 1, norm(body.Omega(s.Pi))};
    case Quantity::angular_velocity:
      return body.Omega(s.Pi).as_array();
    case Quantity::gravity_direction:
      return (inverse(s.R) * axis<Space, double>(2)).as_array();
  }
  return {};
}
std::array<double, 3> observe(Quantity quantity, const Director<double>& p, const DirectorState<double>& s, double H0) {
  switch (quantity) {
    case Quantity::energy_error:
      return {energy(p, s) - H0};
    case Quantity::relative_energy_error:
      return {energy(p, s) / H0 - 1, norm(s.omega)};
    default:
      return s.omega.as_array();
  }
}
std::array<double, 3> observe(Quantity quantity, const Particles<double>& p, const ParticleState<double>& s,
                              double H0) {
  switch (quantity) {
    case Quantity::energy_error:
      return {energy(p, s) - H0};
    case Quantity::relative_energy_error:
      return {energy(p, s) / H0 - 1, norm(p.velocity(s.p))};
    default:
      return p.velocity(s.p).as_array();
  }
}

std::vector<std::string> columns(Quantity quantity) {
  switch (quantity) {
    case Quantity::energy_error:
      return {"t", "energy_error"};
    case Quantity::relative_energy_error:
      return {"t", "relative_energy_error", "rate"};
    case Quantity::angular_velocity:
      return {"t", "Omega1", "Omega2", "Omega3"};
    case Quantity::gravity_direction:
      return {"t", "u1", "u2", "u3"};
  }
  return {};
}

std::pair<Curve, Status> history(const Race& race, const MethodInfo& method, std::int64_t steps, Quantity quantity,
                                 int j) {
  return std::visit(
      [&](auto problem) -> std::pair<Curve, Status> {
        using P = decltype(problem);
        move_start(problem, j);
        Curve curve{columns(quantity), {}};
        curve.columns.resize(curve.names.size());
        const auto* runner = find_runner<P>(method);
        if (!runner) return {curve, Status::skipped};
        double H0 = 0;
        const Sampler<P> sampler{1, [&](const Sample<P>& s) {
                                   if (s.n == 0) H0 = energy(problem, s.state);
                                   curve.columns[0].push_back(s.t);
                                   const auto x = observe(quantity, problem, s.state, H0);
                                   for (std::size_t i = 1; i < curve.columns.size(); ++i)
                                     curve.columns[i].push_back(x[i - 1]);
                                 }};
        const auto run = runner->run(problem, grid_of<double>(race, steps), &sampler);
        return {curve, run.status};
      },
      race.problem);
}

}  // namespace

Arena arena() {
  return {run, time, [](const Race& race) { return reference_of<float128>(race).info; }, history};
}

}  // namespace polhode
