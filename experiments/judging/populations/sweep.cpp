// SPDX-License-Identifier: MIT
#include "experiments/judging/populations/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <variant>

#include "core/geometry/scalar.hpp"
#include "core/problem/norms.hpp"
#include "core/reference/free_body.hpp"
#include "core/reference/lagrange_top.hpp"
#include "core/reference/of_problem.hpp"
#include "core/reference/path.hpp"
#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/truth.hpp"
#include "methods/lanes/flows.hpp"
#include "methods/lanes/library.hpp"
#include "methods/runners.hpp"

namespace polhode::populations {

namespace {

/// The space axis about which the momentum is kept; nothing where all of it is.
std::optional<Vec<Space, double>> kept_axis(const Problem<double>& problem) {
  if (!problem.torqued()) return {};
  const auto* uniform = std::get_if<UniformField<double>>(&problem.torqued()->torques.terms.front());
  if (!uniform || norm(uniform->field) == 0) return axis<Space, double>(2);
  return uniform->field / norm(uniform->field);
}

/// A Lagrange top in a field: its distance from the motions that lead its axis to the height of greatest energy (in
/// energy, and by the momenta about the axis and about the field, as a share of all energy), and the most that it may gain
/// of the square of its rate.
struct Heights {
  double distance, gain;
};
std::optional<Heights> heights_of(const TorquedBody<double>& body) {
  const auto top = reference::lagrange_top(body).value();
  const auto& [moment, field] = top.torque;
  const double greatest = norm(moment) * norm(field);
  if (greatest == 0) return {};
  const auto& [Pi, R] = top.initial;
  const auto axis = moment / norm(moment), up = rotate_back(R, field) / norm(field), across = cross(axis, Pi);
  const double I = std::abs(axis[0]) > 0.5 ? top.I[1] : top.I[0];  // about an axis across
  const double off = dot(up - axis, Pi), K = dot(across, across) / (2 * I);
  return Heights{std::max(std::abs(K - greatest * (1 - dot(axis, up))), off * off / (2 * I)) / (K + greatest),
                 4 * greatest / I};
}

/// The truth of a run, and how well it is known.
struct KnownTruth : Truth {
  double floor = 0;  ///< infinite: nothing is known

  bool known() const { return std::isfinite(floor); }
};

/// A motion by many small steps, at the nodes of a run of N steps, and by half as many: their distance is its error.
struct Refined {
  std::vector<std::int64_t> nodes;
  std::int64_t N;
  std::vector<State<double>> states = std::vector<State<double>>(nodes.size()), coarser = states;
  bool known = false;

  /// Those of fewer steps, if these have all of them.
  bool pick(Refined& some) const {
    auto next = nodes.begin();
    for (std::size_t n = 0; n < some.nodes.size(); ++n, ++next) {
      next = std::find_if(next, nodes.end(), [&](std::int64_t node) { return node * some.N == some.nodes[n] * N; });
      if (next == nodes.end()) return false;
      const auto from = static_cast<std::size_t>(next - nodes.begin());
      some.states[n] = states[from], some.coarser[n] = coarser[from];
    }
    some.known = known;
    return true;
  }
};

/// What metrics are made of.
struct Asked {
  bool errors, energies, momenta;

  explicit Asked(const SweepSpec& spec) : errors(spec.order), energies(false), momenta(false) {
    for (const auto m : spec.metrics) {
      errors |= m == Metric::momentum || m == Metric::attitude;
      energies |= m == Metric::energy || m == Metric::drift || m == Metric::growth;
      momenta |= m == Metric::spatial_momentum;
    }
  }
};

/// What is seen along a run.
struct Watch {
  Compared errors;
  const Asked& asked;
  std::optional<Vec<Space, double>> axis;
  std::int64_t steps;
  TimeLimit limit;

  InvariantErrors<double> invariants{};
  double H0 = 0;
  Vec<Space, double> pi0{};

  void see(const ProblemSample& sample) {
    limit.check();
    const auto& body = errors.problem;
    const auto& s = *sample.state.rigid();
    if (sample.n == 0) {
      if (asked.energies) H0 = energy(body, sample.state);
      if (asked.momenta) pi0 = s.pi();
    }
    if (!errors.see(sample)) return;
    double momentum_change = 0;
    if (asked.momenta) {
      const auto off = s.pi() - pi0;
      momentum_change = axis ? std::abs(dot(*axis, off)) : norm(off);
    }
    invariants.see(sample.n, steps, asked.energies ? energy(body, sample.state) - H0 : 0.0, momentum_change);
  }
};

/// Bodies may be moved in lanes where their ends are looked at, or, of free ones on all of the way, their invariants.
enum class Lanes { none, ends, invariants };
Lanes lanes_of(const SweepSpec& spec) {
  if (spec.seconds_per_case) return Lanes::none;
  if (spec.observed == 1) return Lanes::ends;
  if (spec.observed == most_steps && !spec.has_torque() && !Asked(spec).errors) return Lanes::invariants;
  return Lanes::none;
}
/// Whether an ensemble takes it, and steps are not cut.
bool movable(const Problem<double>& body) {
  return !body.has_momentum_torques() && body.breaks(1).empty();
}

}  // namespace

struct CaseRunner::Work {
  const SweepSpec& spec;
  Drawing drawing;
  std::uint64_t first = 0;  ///< of the bodies that are drawn
  std::vector<DrawnBody> bodies;
  std::vector<Problem<double>> problems;  ///< that they are
  std::size_t current = 0;                ///< of them
  double T = 0;
  std::string_view kind;
  std::vector<const ProblemRunner*> runners;
  Lanes in_lanes;
  bool together = false;                     ///< the bodies that are drawn were moved in lanes
  std::vector<const EnsembleRunner*> lanes;  ///< of each method that has them; then `moved` holds its bodies
  std::vector<Ensemble> moved;               ///< [m S + s]
  std::optional<Ensemble> true_ends;         ///< of exact free motions, where no more is asked of them
  std::vector<Case> cases;
  std::vector<KnownTruth> truths;  ///< one for each number of steps
  Asked asked;

  explicit Work(const SweepSpec& s)
      : spec(s),
        drawing(s.population, s.seed),
        in_lanes(lanes_of(s)),
        cases(s.methods.size() * s.steps.size()),
        asked(s) {
    for (const auto* m : s.methods) {
      runners.push_back(find_runner<Problem<double>>(*m));
      lanes.push_back(in_lanes == Lanes::none ? nullptr : find_ensemble_runner(m->id));
      const auto* moves = lanes.back();
      if (moves && (!moves->kernels || (s.has_torque() && !moves->takes_torques))) lanes.back() = nullptr;
      for (std::size_t i = 0; i < s.steps.size(); ++i)
        moved.emplace_back(lanes.back() ? batch : 0, in_lanes == Lanes::invariants);
    }
    for (const auto N : s.steps) truths.emplace_back().nodes = s.nodes(N);
  }

  const DrawnBody& drawn() const { return bodies[current]; }
  /// Whether the source of the true motion is ours to choose.
  bool is_automatic() const { return !spec.exact_113 && !spec.refinement; }

  /// Draws the bodies and moves them by the methods that move many at once.
  void draw(std::uint64_t from, std::uint64_t to) {
    first = from, bodies.resize(to - from);
    problems.clear();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      drawing.draw(first + i, bodies[i]);
      try {
        problems.push_back(bodies[i].problem());
      } catch (const UserError& e) {
        throw UserError("population: of body {}, {}", bodies[i].id, e.what());
      }
    }
    if (!spec.has_torque() && spec.observed == 1 && is_automatic()) {
      std::vector<double> times;
      true_ends.emplace(bodies.size());
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        times.push_back(spec.duration_of(bodies[i]));
        true_ends->set(i, std::get<FreeBody<double>>(problems[i]), times.back());
      }
      const FreeFlows flows(*true_ends);
      flows.states(times, *true_ends, 0, bodies.size());
    }
    together = std::all_of(problems.begin(), problems.end(), movable);
    for (std::size_t c = 0; c < moved.size() && together; ++c) {
      const auto* runner = lanes[c / spec.steps.size()];
      if (!runner) continue;
      const auto N = spec.steps[c % spec.steps.size()];
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double h = spec.duration_of(bodies[i]) / static_cast<double>(N);
        if (const auto* torqued = problems[i].torqued())
          moved[c].set(i, *torqued, h);
        else
          moved[c].set(i, std::get<FreeBody<double>>(problems[i]), h);
      }
      runner->run(moved[c], 0, bodies.size(), N);
    }
  }

  /// How many steps are from one node to the next at least, of so many times as many steps.
  static std::int64_t spacing(const std::vector<std::int64_t>& nodes, std::int64_t times) {
    std::int64_t g = 0;
    for (const auto n : nodes) g = std::gcd(g, n);
    return g * times;
  }

  /// A motion by so many times N steps, at the nodes. False: it did not end well.
  bool by_steps(const Problem<double>& body, const ProblemRunner& runner, std::int64_t times, const Refined& of,
                std::vector<State<double>>& states) const {
    const auto grid = Grid<double>::of_duration(0, T, of.N * times);
    std::size_t next = 0;
    const ProblemSampler sampler{spacing(of.nodes, times), [&](const ProblemSample& s) {
                                   if (next < of.nodes.size() && s.n == of.nodes[next] * times)
                                     states[next++] = s.state;
                                 }};
    return runner.run(body, grid, &sampler).status == Status::ok && next == of.nodes.size();
  }

  /// By how much the states differ from the coarser ones, of the attitude or relative to the largest momentum.
  static double change(const Problem<double>& body, const Refined& r) {
    double size = norm(body.body()->initial.Pi), off = 0, turned = 0;
    for (std::size_t n = 0; n < r.states.size(); ++n) {
      const auto apart = distance(r.states[n], r.coarser[n]);
      size = std::max(size, norm(r.states[n].rigid()->Pi));
      off = std::max(off, apart.momentum), turned = std::max(turned, apart.configuration);
    }
    const double larger = std::max(off / size, turned);
    return std::isfinite(larger) ? larger : INFINITY;
  }

  /// By extrapolation of order 16, in steps that are halved until what that changes is rounding. False: it takes too
  /// many. It reaches the floor of doubles in 50 to 100 steps for ten radians of a heavy top, in less than a hundredth
  /// of the time that rkn6a14 takes to reach a higher one.
  bool extrapolated(const Problem<double>& body, Refined& r) const {
    constexpr double per_radian = 2, most_per_radian = 64, enough = 1e-13, rounding = 1e-9, gain = 16;
    const auto& fine = *find_runner<Problem<double>>(*find_method("bs16"));
    const double radians = drawn().rate() * T;
    const double most = std::max(8.0 * static_cast<double>(spec.steps.back()), most_per_radian * radians);
    auto times = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::ceil(per_radian * radians / static_cast<double>(r.N))));
    bool known = by_steps(body, fine, times, r, r.coarser);
    for (double last = INFINITY; static_cast<double>(2 * times * r.N) <= most; r.coarser = r.states) {
      const bool before = known;
      known = by_steps(body, fine, times *= 2, r, r.states);
      const double off = known && before ? change(body, r) : INFINITY;
      if (off <= enough || (off < rounding && off > last / gain)) return true;
      last = off;
    }
    return false;
  }

  /// By a method of high order with several times as many steps, judged by half as many.
  void refine(const Problem<double>& body) {
    const bool potential = body.conservative() && body.dependence() == Dependence::none;
    const auto& fine = *find_runner<Problem<double>>(*find_method(potential ? "rkn6a14" : "mkrk-gauss4"));
    const std::int64_t finest = spec.steps.back();
    const int k = spec.refinement.value_or(8);
    Refined whole;  // of the finest run; coarser ones have some of its nodes
    for (std::size_t i = truths.size(); i-- > 0;) {
      auto& t = truths[i];
      Refined mine{t.nodes, spec.steps[i]};
      if (i + 1 == truths.size() || !whole.pick(mine)) {
        if (t.nodes.front() == mine.N) mine.nodes = {1}, mine.N = 1;  // the end alone
        const auto steps = [&](int factor, auto& states) {
          return by_steps(body, fine, (factor * finest + mine.N - 1) / mine.N, mine, states);
        };
        mine.known =
            (!spec.refinement && extrapolated(body, mine)) || (steps(k, mine.states) && steps(k / 2, mine.coarser));
        if (i + 1 == truths.size()) whole = mine;
      }
      t.states = mine.states, t.floor = mine.known ? change(body, mine) : INFINITY;
    }
  }

  /// By a path that ends its steps where the torque breaks, which equal steps would cross, and sees pulses of a torque
  /// that is known by its values only, which they may pass by, however many they are.
  void follow(const Problem<double>& body) {
    constexpr double enough = 1e-12;
    const reference::Path path(body, 0, T, {}, {enough, enough});
    look_up(std::max(path.error().attitude, path.error().momentum), [&](double t) { return path.at(t); });
  }

  Grid<double> grid(std::size_t s) const { return Grid<double>::of_duration(0, T, spec.steps[s]); }

  /// The states at the nodes, known to a floor. Where the end alone is looked at it is looked up once.
  void look_up(double floor, const auto& at) {
    for (std::size_t s = 0; s < truths.size(); ++s) {
      auto& t = truths[s];
      t.floor = floor;
      if (s > 0 && t.nodes.size() == 1 && truths[0].nodes.size() == 1)
        t.states = truths[0].states;
      else
        polhode::look_up(t, grid(s), at);
    }
  }

  /// The error of the motion of a free body in double, for each radian. Its period is off by rounding over the distance
  /// from the separatrix, which shows when the body has left the neighbourhood of its middle axis: after a quarter of a
  /// period. The constants hold for 2e4 bodies against 113 bits, 1e-14 to 1/2 from the separatrix, at 1 to 900 radians.
  double rounding_of_radian(const RigidBody<double>& body, double time) const {
    constexpr double near = 0.01;
    const double d = drawn().separatrix_distance();
    const double quarters = d < near ? 4 * std::abs(time) / FreeFlow(body.I, body.initial).period() : 1;
    return 2e-15 + 2e-17 * std::min(1 / d, std::pow(16 / d, quarters));
  }

  /// The states of a motion in closed form.
  void look_up_exact(const RigidBody<double>& rigid, const TorquedBody<double>* torqued) {
    // The constants hold for 1e4 tops against 113 bits: any, without spin, asleep, and next to the upright.
    const auto heights = torqued ? heights_of(*torqued) : std::nullopt;
    const double rate = drawn().rate(), radians = T * (heights ? std::sqrt(rate * rate + heights->gain) : rate),
                 of_radian = heights ? 1e-14 + 6e-17 / heights->distance : rounding_of_radian(rigid, T);
    // Next to a separatrix doubles know less than they can hold. There, a few states in 113 bits cost no more than runs.
    constexpr double usual = 1e-13;
    constexpr std::size_t few = 64;
    std::size_t nodes = 0;
    for (const auto& t : truths) nodes += t.nodes.size();
    const bool states = torqued || asked.errors;
    if (spec.exact_113 || (states && of_radian > usual && nodes <= few)) {
      kind = "exact-113";
      const auto free = cast<float128>(FreeBody<double>{rigid});
      const auto top = torqued ? cast<float128>(*torqued) : TorquedBody<float128>{};
      return look_up(epsilon<double>(), [&](double t) {
        return cast<double>(torqued ? reference::exact_top_motion(top, float128(t))
                                    : reference::exact_free_motion(free, float128(t)));
      });
    }
    kind = "exact";
    const double floor = std::min(1.0, of_radian * std::max(1.0, radians));
    if (torqued) {
      look_up(floor, [&](double t) { return reference::exact_top_motion(*torqued, t); });
    } else if (true_ends) {
      look_up(floor, [&](double) { return true_ends->state(current); });
    } else if (states) {
      const FreeFlow flow(rigid.I, rigid.initial);
      look_up(floor, [&](double t) { return flow.state(t); });
    } else {
      for (auto& t : truths) t.floor = floor;
    }
  }

  void find_truth(const Problem<double>& body) {
    const auto& rigid = *body.body();
    const auto* torqued = body.torqued();
    const bool exact = body.is_free() || (torqued && reference::lagrange_top(*torqued));
    if (!exact || spec.refinement) {
      kind = "refined";
      const bool asked_only = is_automatic() && reference::shortest_feature(body, T) > 0;
      if (body.breaks(1).empty() && !asked_only)
        refine(body);
      else
        follow(body);
    } else {
      look_up_exact(rigid, torqued);
    }
    for (auto& t : truths) {
      t.momentum = norm(rigid.initial.Pi), t.kinetic = rigid.kinetic_energy(rigid.initial.Pi);
      if (t.known() && (asked.errors || torqued))
        for (const auto& s : t.states) {
          const auto& Pi = s.rigid()->Pi;
          t.momentum = std::max(t.momentum, norm(Pi)), t.kinetic = std::max(t.kinetic, rigid.kinetic_energy(Pi));
        }
    }
  }

  /// What a run on a grid that is cut where the torque breaks shows at every so many nodes of the equal steps.
  static ProblemSampler at_nodes_of(const Grid<double>& equal, const Grid<double>& cut, std::int64_t every,
                                    const std::function<void(const ProblemSample&)>& see) {
    if (cut.steps() == equal.steps()) return {every, see};
    return {1, [&equal, every, see, n = std::int64_t(0)](const ProblemSample& s) mutable {
              if (std::abs(s.t - equal.time(n)) > Grid<double>::slack * std::abs(equal.first_step())) return;
              auto seen = s;
              seen.n = n++;
              if (seen.n % every == 0 || seen.n == equal.steps()) see(seen);
            }};
  }

  void run_case(const Problem<double>& body, std::size_t m, std::size_t s, const Grid<double>& equal,
                const Grid<double>& cut) {
    const auto& truth = truths[s];
    auto& c = cases[m * spec.steps.size() + s];
    c = {};
    c.floor = truth.known() ? truth.floor : 1;
    Watch watch{{body, truth, asked.errors},
                asked,
                asked.momenta ? kept_axis(body) : std::nullopt,
                spec.steps[s],
                TimeLimit{spec.seconds_per_case.value_or(INFINITY)}};
    Status status;
    if (lanes[m] && together) {
      const auto& there = moved[m * spec.steps.size() + s];
      const auto& ending = there.ending(current);
      status = ending.status, c.iterations = ending.iterations, c.torques = ending.torques;
      if (in_lanes == Lanes::invariants) {
        watch.invariants = there.errors()[current];
      } else if (status == Status::ok) {
        const auto& [Pi, R] = body.body()->initial;
        watch.see({0, 0, RigidState<double>{Pi, normalised(R)}});  // as a run reads it
        watch.see({spec.steps[s], T, there.state(current)});
      }
    } else {
      std::int64_t every = spacing(truth.nodes, 1);
      if (spec.seconds_per_case) every = std::gcd(every, std::int64_t(64));
      const auto sampler = at_nodes_of(equal, cut, every, [&watch](const ProblemSample& s) { watch.see(s); });
      try {
        const auto run = runners[m]->run(body, cut, &sampler);
        status = run.status, c.torques = run.counters.torque_evaluations, c.iterations = run.counters.solver_iterations;
      } catch (const TimeLimit::Passed&) {
        c.status = CaseStatus::skipped;
        return;
      }
    }
    c.status = status == Status::ok              ? CaseStatus::ok
               : status == Status::not_converged ? CaseStatus::not_converged
                                                 : CaseStatus::diverged;
    if (c.status != CaseStatus::ok) return;

    const auto N = static_cast<double>(spec.steps[s]);
    const auto set = [&](Metric metric, double value) { c.values[static_cast<std::size_t>(metric)] = value; };
    set(Metric::momentum, watch.errors.worst.momentum);
    set(Metric::attitude, watch.errors.worst.attitude);
    const auto& [early, late, moment, turned] = watch.invariants;
    const double energy_error = std::max(early, late);
    set(Metric::energy, energy_error / truth.kinetic);
    set(Metric::spatial_momentum, turned / norm(body.body()->initial.Pi));
    // The slope of the line through all nodes is moment / (h sum of (n - N/2)^2).
    set(Metric::drift, share(std::abs(moment) * 12 / ((N + 1) * (N + 2)), energy_error));
    set(Metric::growth, share(late, early));
    set(Metric::torques, static_cast<double>(c.torques) / N);
    set(Metric::iterations, static_cast<double>(c.iterations) / N);
    double smallest = INFINITY;
    for (const auto metric : spec.metrics) {
      const double value = c.value(metric);
      if (!std::isfinite(value)) c.status = CaseStatus::diverged;  // so far off that its size overflows
      if (metric == Metric::momentum || metric == Metric::attitude) smallest = std::min(smallest, value);
    }
    const bool close = kind == "refined" && c.status == CaseStatus::ok && smallest < 10 * truth.floor;
    if (close || !truth.known()) c.status = CaseStatus::unresolved;
  }

  void run_all(const Problem<double>& body) {
    find_truth(body);
    for (std::size_t s = 0; s < spec.steps.size(); ++s) {
      const auto equal = grid(s), cut = equal.cut(body.breaks(1));
      for (std::size_t m = 0; m < spec.methods.size(); ++m) run_case(body, m, s, equal, cut);
    }
  }
};

CaseRunner::CaseRunner(const SweepSpec& spec) : work_(std::make_unique<Work>(spec)) {}
CaseRunner::~CaseRunner() = default;

void CaseRunner::draw(std::uint64_t first, std::uint64_t end) {
  work_->draw(first, end);
}
BodyCases CaseRunner::run(std::uint64_t id) {
  auto& w = *work_;
  if (id - w.first >= w.bodies.size()) w.draw(id, id + 1);
  w.current = id - w.first;
  w.T = w.spec.duration_of(w.drawn());
  w.run_all(w.problems[w.current]);
  return {w.drawn(), w.cases, w.T, w.kind};
}

bool lacks_lanes(const SweepSpec& spec) {
  return lanes_of(spec) != Lanes::none && !lane_library();
}

SweepMemory memory_of(const SweepSpec& spec) {
  double nodes = 0;
  for (const auto N : spec.steps) nodes += static_cast<double>(std::min(N, spec.observed));
  const double copies = spec.has_torque() ? 5 : 1;  // a converged reference is compared with a coarser one
  nodes *= copies * (sizeof(std::int64_t) + sizeof(State<double>));
  const double cells = static_cast<double>(spec.methods.size() * spec.steps.size());
  double sums = cells * static_cast<double>(spec.metrics.size()) * (8.0 * spec.bins.count() + 100);
  if (spec.order) sums += cells * 2 * (8.0 * OrderDistribution::bins + 100);
  for (const auto& map : spec.maps)  // at most so many bins as a place has cases
    sums += cells * static_cast<double>(places(map)) *
            (100 + static_cast<double>(map.metrics.size()) *
                       (64 + 16 * std::min<double>(map_bins(spec).count(), 1 + static_cast<double>(spec.bodies()) /
                                                                                   static_cast<double>(places(map)))));
  return {nodes, sums};
}

void check_memory(const SweepSpec& spec) {
  constexpr double most = 1e8;
  if (const auto [nodes, sums] = memory_of(spec); sums + nodes > most)
    throw UserError("{}: {:.0f} MB a thread are needed; accepted: {:.0f}, by fewer {}",
                    nodes > sums ? "observe" : "bins", (sums + nodes) / 1e6, most / 1e6,
                    nodes > sums ? "nodes or steps" : "metrics, maps or bins");
}

std::uint64_t sweep(const SweepSpec& spec, std::uint64_t first, std::uint64_t end, Products& into,
                    const SweepLimits& limits, const std::function<void(std::uint64_t done)>& pause,
                    const SeeBody& see) {
  struct Worker {
    CaseRunner runner;
    Products products;
    double block;  ///< bodies
  };
  // A block is some milliseconds of work: it is finished once begun. What a body takes shows; lanes are filled, where
  // threads have enough.
  const int threads = ThreadLimit::now();
  const double least =
      lanes_of(spec) == Lanes::none ? 1 : std::clamp(static_cast<double>(end - first) / threads, 1.0, 16.0);
  constexpr double most = 1024, enough = 0.02;  // bodies, seconds
  std::vector<std::unique_ptr<Worker>> workers(static_cast<std::size_t>(threads));
  const Stopwatch all;
  Progress progress("sweep", static_cast<double>(end - first));
  const auto out_of_time = [&] { return limits.time_limit && all.seconds() >= *limits.time_limit; };
  std::uint64_t done = first;
  while (done < end && !interrupted() && !out_of_time()) {
    const Stopwatch round;
    std::atomic<std::uint64_t> next = done;
    try {
      parallel_for(workers.size(), [&](std::size_t i) {
        auto& worker = workers[i];
        if (!worker) worker.reset(new Worker{CaseRunner(spec), Products(spec), least});
        while (!interrupted() && !out_of_time() && round.seconds() < limits.every) {
          const auto block = static_cast<std::uint64_t>(worker->block);
          const auto from = next.fetch_add(block);
          if (from >= end) break;
          const auto to = std::min(end, from + block);
          const Stopwatch begun;
          for (auto b = from; b < to; ++b) {
            if ((b - from) % CaseRunner::batch == 0) worker->runner.draw(b, std::min(to, b + CaseRunner::batch));
            const auto ran = worker->runner.run(b);
            worker->products.add(ran.body, ran.cases);
            if (see) see(ran.body, ran.cases);
          }
          progress.add(static_cast<double>(to - from));
          worker->block *= std::min(4.0, enough / std::max(begun.seconds(), 1e-6));
          worker->block = std::clamp(worker->block, least, most);
        }
      });
    } catch (const Interrupted&) {  // what was begun is finished all the same
    }
    for (auto& worker : workers) {
      if (!worker) continue;
      into.add(worker->products);
      worker->products = Products(spec);
    }
    done = std::min(end, next.load());
    pause(done);
  }
  return done;
}

}  // namespace polhode::populations
