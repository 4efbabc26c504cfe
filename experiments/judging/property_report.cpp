// SPDX-License-Identifier: MIT
#include "experiments/judging/property_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/geometry/scalar.hpp"
#include "core/io/record.hpp"
#include "core/io/spec.hpp"
#include "core/io/spec/rate.hpp"
#include "core/reference/of_problem.hpp"
#include "core/system/progress.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"
#include "experiments/judging/variations.hpp"
#include "experiments/running/benchmark_problems.hpp"
#include "experiments/running/engines.hpp"
#include "experiments/running/measured.hpp"
#include "experiments/running/updates.hpp"
#include "methods/dmv_fp.hpp"
#include "problems/test_problems.hpp"
#include "problems/vs_test.hpp"

namespace polhode {

bool in_floats(const MethodInfo& method) {
  return method.id.ends_with(":float");
}
bool has_history(const MethodInfo& method) {
  const auto* engine = engine_of(method);
  return engine && engine->history;
}

namespace {

InBoth in_both(const auto& make) {
  return {make(double()), make(float128())};
}

/// The trial problem of a space on which order and symmetry are measured, and one without explicit time for invariants
/// and symplecticity.
struct TestProblem {
  const char* name;
  std::array<Norm, 2> norms;
  InBoth hard, autonomous;
  double time = 2;  ///< over which order shows; steps are shares of it

  double long_step() const { return 0.05 * time; }
  double one_step() const { return 0.1 * time; }
};
constexpr std::array of_bodies{Norm::momentum, Norm::attitude};
const std::array<TestProblem, 4>& test_problems() {
  static const std::array<TestProblem, 4> all{
      {{"free body", of_bodies, in_both([]<class T>(T) { return Problem<T>(test_problem::free<T>()); }),
        in_both([]<class T>(T) { return Problem<T>(test_problem::free<T>()); })},
       {"heavy body", of_bodies, in_both([]<class T>(T) { return Problem<T>(test_problem::forced<T>()); }),
        in_both([]<class T>(T) { return Problem<T>(test_problem::heavy<T>()); })},
       {"director",
        {Norm::director, Norm::spatial_angular_velocity},
        in_both([]<class T>(T) { return Problem<T>(test_problem::pushed<T>()); }),
        in_both([]<class T>(T) {
          auto still = test_problem::pushed<T>();
          still.amplitude = {T(0), T(0), T(0)};
          return Problem<T>(still);
        })},
       {"particles",
        {Norm::displacement, Norm::linear_momentum},
        in_both([]<class T>(T) { return Problem<T>(VsTest::make<T>()); }),
        in_both([]<class T>(T) { return Problem<T>(test_problem::henon_heiles<T>()); })}}};
  return all;
}
const TestProblem &free_trial = test_problems()[0], &heavy_trial = test_problems()[1];

/// With damping about no axis and rotors along none.
const TestProblem& driven_trial() {
  const auto make = []<class T>(T) {
    const T c = T(1) / T(10);
    TorquedBody<T> body{test_problem::crooked<T>(), test_problem::forced<T>().torques};
    body.momentum_torques.push_back(Damping<T>{{{{7 * c, 2 * c, T(0)}, {c, 9 * c, 3 * c}, {-c, c, 6 * c}}}});
    body.momentum_torques.push_back(Rotors<T>{Signal<Body, T>(Vec<Body, T>{5 * c, 2 * c, -8 * c})});
    return Problem<T>(body);
  };
  static const TestProblem test_problem{"driven body", of_bodies, in_both(make), {}};
  return test_problem;
}

/// What games ask of floats: their energy over hours of 60 steps a second.
constexpr std::int64_t long_run_in_floats = 1000000;
constexpr double step_in_floats = 1.0 / 60;

/// The state at the end of a run; none if the run ends before.
template <class P>
std::optional<State<typename P::Scalar>> end_of(const MethodInfo& method, const P& problem,
                                                const Grid<typename P::Scalar>& grid) {
  const auto run = find_runner<P>(method)->run(problem, grid, nullptr);
  return run.status == Status::ok ? std::optional(run.state) : std::nullopt;
}

/// An engine whose torques are those of its own forces, as gravity: it refuses one that depends on time.
bool refuses_time(const MethodInfo& method) {
  const auto& forced = heavy_trial.hard.in_double;
  return engine_of(method) && supports(method, forced) &&
         find_runner<Problem<double>>(method)->run(forced, Grid<double>::of_step(0, 0.1, 1), nullptr).status ==
             Status::skipped;
}
/// The hard trial problem, or what is left of it without time.
const InBoth& hard(const TestProblem& test_problem, const MethodInfo& method) {
  return refuses_time(method) ? test_problem.autonomous : test_problem.hard;
}

/// Above this order, doubles do not show it, and floats.
constexpr int measurable_in_double = 8, measurable_in_floats = 2;

/// Errors against a reference over a ladder of steps, of a method in T = float128 or, where it has nothing else,
/// double; none in a norm in which the method is exact.
std::vector<std::pair<Norm, OrderFit>> order(const TestProblem& test_problem, const MethodInfo& method,
                                             const Precision& precision, bool own) {
  const bool in_quad = &precision == &quad_precision, floats = &precision == &single_precision;
  const double rounding = precision.order;
  const auto& problem = hard(test_problem, method);
  const auto known = reference::at(problem.in_quad, float128(0), float128(test_problem.time));
  const auto end = [&](std::int64_t steps) -> std::optional<State<float128>> {
    if (in_quad)
      return end_of(method, problem.in_quad,
                    Grid<float128>::of_duration(float128(0), float128(test_problem.time), steps));
    const auto state = end_of(method, problem.in_double, Grid<double>::of_duration(0, test_problem.time, steps));
    return state ? std::optional(cast<float128>(*state)) : std::nullopt;
  };
  std::array<std::vector<ConvergencePoint>, 2> points;
  const int declared = std::max(method.order.least(), 1);
  // Of the logarithm: above rounding, and few enough steps for order 1 in doubles.
  // Digits of coefficients end it, and those of doubles.
  const double reach = floats ? 1.0 : method.coefficient_digits == 0 && declared <= 8 && in_quad ? 5.5 : 3.6;
  double share = declared > 4 || !in_quad ? std::clamp(reach / declared, 0.4, in_quad || floats ? 1.0 : 1.5) : 1;
  // On a problem of the user's such steps may be so short that nothing is left to fall: then from the first on that
  // follow it.
  double fewest = 0;
  if (own) {
    const auto off = [&](double steps) {
      const auto grid = Grid<double>::of_duration(0, test_problem.time, std::llround(steps));
      return measured::deviation(measured::end_of(method, problem.in_double, grid), cast<double>(known.state));
    };
    const double first = off(std::pow(250, share)), last = off(std::pow(1400, share)),
                 fall = std::pow(5.6, share * declared / 2);
    if (first < 1e-8 && !(first > fall * last))
      for (fewest = 2; fewest < 128 && !(off(fewest) < 1e-3); fewest *= 2) {
      }
  }
  // Of a low order 700 steps show in 113 bits what more would, unless the fit is unsure.
  const bool low = declared <= 4 && in_quad;
  const auto ladder = low ? std::vector{700, 500, 350, 250, 175} : std::vector{1400, 1000, 700, 500, 350, 250};
  const auto measure = [&](int n) {
    const auto steps = std::llround(fewest > 0 ? fewest * n / ladder.back() : std::pow(n, share));
    const auto state = end(steps);
    for (int i = 0; i < 2; ++i)
      points[i].push_back({test_problem.time / static_cast<double>(steps),
                           state
                               ? static_cast<double>(error(test_problem.norms[i], problem.in_quad, *state, known.state))
                               : NAN,  // which a fit leaves out
                           std::max(static_cast<double>(known.error_estimate), rounding)});
  };
  measure(ladder.front());
  // Methods of high order show it at smaller steps: on to where errors come near rounding.
  const auto above_rounding = [&] { return std::min(points[0].back().error, points[1].back().error) > 1e5 * rounding; };
  if (declared > measurable_in_double && in_quad && method.coefficient_digits == 0)
    while (above_rounding() && share < 0.8) {
      share += 0.1;
      for (auto& list : points) list.clear();
      measure(ladder.front());
    }
  std::for_each(ladder.begin() + 1, ladder.end(), measure);
  const auto fitted = [&] {
    std::vector<std::pair<Norm, OrderFit>> fits;
    for (int i = 0; i < 2; ++i) {
      const double known_as_zero = floats ? 10 * rounding : 1000 * rounding;
      const bool exact =
          std::ranges::all_of(points[i], [&](const ConvergencePoint& r) { return r.error < known_as_zero; });
      if (!exact) fits.emplace_back(test_problem.norms[i], fit_order(points[i]));
    }
    return fits;
  };
  const auto sure = [](const auto& fit) { return fit.second.half_width < 0.005; };
  if (auto fits = fitted(); !low || std::ranges::all_of(fits, sure)) return fits;
  measure(1000), measure(1400);
  return fitted();
}

constexpr int paths_of_noise = 64;

/// The strong order. Steps that see the mean torque of each lose what the path does within: more than order 1 no method
/// has (Clark & Cameron 1980). Each step count is the mean over paths; the end on the fine grid is that of rk4, whose
/// error there is far smaller.
std::vector<std::pair<Norm, OrderFit>> strong_order(const OwnProblem& own, const MethodInfo& method) {
  constexpr std::int64_t fine = 1024, points[] = {4, 8, 16, 32, 64};  // intervals in a step
  std::array<std::vector<ConvergencePoint>, 2> errors;
  for (const auto average : points)
    for (auto& list : errors) list.push_back({own.time * static_cast<double>(average) / fine, 0, 1e-13});
  const auto end = [&](const MethodInfo& by, const Problem<double>& problem, std::int64_t steps) {
    return measured::end_of(by, problem, Grid<double>::of_duration(0, own.time, steps));
  };
  for (int path = 0; path < paths_of_noise; ++path) {
    stop_if_interrupted();
    const auto i = static_cast<std::uint64_t>(path);
    const auto whole = own.on_path(i, fine, 1);
    const auto known = end(*find_method("rk4"), whole, fine);
    for (std::size_t k = 0; k < std::size(points); ++k) {
      const auto found = end(method, own.on_path(i, fine, points[k]), fine / points[k]);
      for (std::size_t n = 0; n < 2; ++n)
        errors[n][k].error += error(of_bodies[n], whole, found, known) / paths_of_noise;
    }
  }
  return {{of_bodies[0], fit_order(errors[0])}, {of_bodies[1], fit_order(errors[1])}};
}

Problem<double> another(const Problem<double>& problem, int k) {
  const double a = k;
  auto start = problem.start();
  if (auto* body = std::get_if<RigidState<double>>(&start)) {
    body->Pi = exp(a * Vec<Body, double>{0.5, 1.2, -0.8}) * body->Pi;
    body->R = body->R * exp(a * Vec<Body, double>{1, -0.4, 0.2});
  } else if (auto* particles = std::get_if<ParticleState<double>>(&start)) {
    particles->u = (1 - 0.1 * a) * particles->u,
    particles->p = (1 - 0.1 * a) * particles->p;  // a bounded orbit stays one
  } else {
    start = turned(start, exp(a * Vec<Space, double>{0.4, -0.7, 0.5}));
  }
  return problem.from(start);
}

/// How many times longer than other runs those are that show growth: ten for steps of up to six evaluations of a
/// torque, less for dearer ones.
std::int64_t longer(double torque_evaluations) {
  return static_cast<std::int64_t>(std::clamp(60 / torque_evaluations, 2.0, 10.0));
}

/// A drift that the steps of other runs show beyond doubt: ten times as many would not take it to where it ends. (Nor
/// would they move the bounded energy of a symplectic step, which is that of a motion nearby.)
bool drifts(const Growth& g) {
  return g.trend() == Trend::linear && g.largest < Growth::noticed / 10;
}

/// Energy errors of so many steps, seen at every tenth, on several bodies until two of them disagree; the first of them
/// may be known.
std::optional<Spread> energy_growth(const TestProblem& test_problem, const MethodInfo& method, std::int64_t steps,
                                    std::vector<Growth> known = {}) {
  constexpr std::int64_t every = 10;
  Spread spread{std::move(known), steps};
  for (auto k = static_cast<int>(spread.bodies.size()); k < bodies_of_growth; ++k) {
    if (k > 0 && spread.trend() == Trend::unknown) break;
    const auto body = another(test_problem.autonomous.in_double, k);
    const double scale = std::max(std::abs(energy(body, body.start())), kinetic_energy(body, body.start()));
    std::vector<double> errors;
    std::optional<double> first;
    const ProblemSampler sampler{every, [&](const ProblemSample& s) {
                                   const double H = energy(body, s.state);
                                   if (!first) first = H;
                                   errors.push_back(std::abs(H - *first) / scale);
                                 }};
    const auto run = find_runner<Problem<double>>(method)->run(
        body, Grid<double>::of_step(0, test_problem.long_step(), spread.steps), &sampler);
    if (run.status != Status::ok) return {};
    spread.bodies.push_back(growth(errors, every * test_problem.long_step()));
  }
  return spread;
}

void conserve(const TestProblem& test_problem, const MethodInfo& method, PropertyReport& p, bool comes_again) {
  const std::int64_t long_run = p.long_run;
  const bool floats = in_floats(method);
  const double h = floats ? step_in_floats : test_problem.long_step(),
               kept = floats ? p.precision->walk(long_run) : p.precision->kept(long_run);
  p.long_step = h;
  auto& list = p.conservation;
  const auto found = measured::invariants(method, test_problem.autonomous.in_double, h, long_run);
  const auto add = [&](Invariant quantity, const std::vector<double>& error) {
    list.push_back({test_problem.name, quantity, found.status, growth(error, h), kept, {}});
  };
  const auto& problem = test_problem.autonomous.in_double;
  if (problem.is_free())
    add(Invariant::spatial_momentum, found.momentum);
  else if (p.own.empty())
    add(Invariant::momentum_without_force, found.vertical);
  if (!problem.conservative()) return;
  add(Invariant::energy, found.energy);
  auto& row = list.back();
  if (floats || comes_again || found.status != Status::ok || row.growth.largest < kept ||
      row.growth.trend() == Trend::lost)
    return;
  const bool symplectic = p.symplecticity && p.precision->symplectic(*p.symplecticity) == Found::yes;
  const auto sure = [&](const Growth& g) { return drifts(g) || (symplectic && g.trend() == Trend::bounded); };
  if (sure(row.growth)) row.spread = energy_growth(test_problem, method, long_run, {row.growth});
  if (!row.spread || !std::ranges::all_of(row.spread->bodies, sure))
    row.spread = energy_growth(test_problem, method, longer(p.torque_evaluations) * long_run);
}

/// Not of methods that take no steps back; where it is declared without torque only, it is measured there.
void symmetry(const TestProblem& test_problem, const MethodInfo& method, const auto& problem, PropertyReport& p) {
  using T = typename std::remove_cvref_t<decltype(problem)>::Scalar;
  const bool without_torque = method.symmetric.answer == Answer::yes && !method.symmetric.condition.empty();
  if (without_torque && !problem.is_free()) return;
  problem.as([&]<class P>(const P& typed) {
    const T h = T(test_problem.one_step());
    const auto& runner = *find_runner<P>(method);
    if (runner.run(typed, Grid<T>::of_step(T(0), -h, 1), nullptr).status == Status::skipped) return;
    p.symmetry = larger_defect(p.symmetry.value_or(0), symmetry_defect(runner, typed, h));
    p.start = larger_defect(p.start, start_defect(runner, typed, h));
  });
}

/// In the numbers of the property report. A step that depends on steps before is no map of states.
void defects(const TestProblem& test_problem, const MethodInfo& method, PropertyReport& p) {
  if (has_history(method)) return;
  const auto include = [&](const auto& defect, double rounding) {
    const double at_once = defect(test_problem.one_step());
    if (p.symplecticity && at_once <= *p.symplecticity) return;
    p.symplecticity = at_once;
    if (at_once > rounding && std::isfinite(at_once))
      p.symplecticity_power = measured::power_of_h(defect, test_problem.one_step());
  };
  const auto& problem = hard(test_problem, method);
  p.without_potential = !p.own.empty() && !problem.in_double.conservative();
  if (has_runner(method, test_problem.hard.in_quad)) {
    symmetry(test_problem, method, problem.in_quad, p);
    if (!p.without_potential)
      include([&](double h) { return measured::symplecticity(method, test_problem.autonomous.in_quad, h); }, 1e-25);
    return;
  }
  symmetry(test_problem, method, problem.in_double, p);
  if (!engine_of(method) || p.without_potential) return;
  const auto defect = [&](double h) {
    return test_problem.autonomous.in_double.as([&]<class P>(const P& typed) -> double {
      if constexpr (std::is_base_of_v<RigidBody<double>, P>)
        return symplectic_defect(*find_runner<P>(method), typed, h, p.precision->unit);
      else
        return INFINITY;
    });
  };
  if (const auto& body = test_problem.autonomous.in_double; body.body() && !body.has_momentum_torques())
    include(defect, 10 * p.precision->symplectic.lost);
}

/// Of an engine: whether it repeats itself, and whether a step is one of the state alone.
void hidden_state(const TestProblem& test_problem, const MethodInfo& method, HiddenState& found) {
  const double h = test_problem.long_step();
  constexpr int steps = 50;
  const auto& runner = *find_runner<Problem<double>>(method);
  const auto& problem = hard(test_problem, method).in_double;
  bool fails = false;
  const auto end_of = [&](const Problem<double>& from, const Grid<double>& grid) {
    const auto run = runner.run(from, grid, nullptr);
    fails |= run.status != Status::ok;
    return run.state;
  };
  const auto all = Grid<double>::of_step(0, h, steps);
  const auto end = end_of(problem, all), again = end_of(problem, all);
  found.repeated = larger_defect(found.repeated, fails ? INFINITY : measured::deviation(again, end));
  auto part = problem;
  for (int n = 0; n < steps; ++n) part = part.from(end_of(part, Grid<double>::of_step(n * h, h, 1)));
  found.hidden = larger_defect(found.hidden, fails ? INFINITY : measured::deviation(part.start(), end));
}

/// Whether the answer turns with space, keeps its meaning when axes are renamed, and knows no units.
void invariance(const TestProblem& test_problem, const MethodInfo& method, Invariance& found) {
  const auto grid = Grid<double>::of_step(0, test_problem.long_step(), 50);
  const auto end = [&](const Problem<double>& p) { return end_of(method, p, grid); };
  using End = std::optional<State<double>>;
  const auto keep = [](double& largest, const End& changed, const End& state, const auto& as) {
    const double x = changed && state ? measured::deviation(*changed, as(*state)) : INFINITY;
    if (!(x <= largest)) largest = x;
  };
  const auto& problem = hard(test_problem, method).in_double;
  const auto state = end(problem);
  const auto Q = measured::any_turn();
  if (problem.turns_with_space())
    keep(found.space, end(turned(problem, Q)), state, [&](const auto& s) { return turned(s, Q); });
  if (problem.body()) {
    const auto& still = test_problem.autonomous.in_double;
    double change = found.body_axes.value_or(0);
    keep(change, end(renamed(still)), end(still), [](const auto& s) { return renamed(s); });
    found.body_axes = change;
  }
  const auto in_other_units = [&](double& largest, double unit) {
    keep(largest, end(in_units(problem, unit)), state, [&](const auto& s) { return in_units(s, unit); });
  };
  in_other_units(found.power_of_two, 0x1p40), in_other_units(found.power_of_two, 0x1p-40);
  in_other_units(found.decimal, 1e12);
}

StepRange step_range(const TestProblem& test_problem, const MethodInfo& method) {
  const auto& runner = *find_runner<Problem<double>>(method);
  const auto& problem = hard(test_problem, method).in_double;
  const auto known =
      cast<double>(reference::at(cast<float128>(problem), float128(0), float128(test_problem.time)).state);
  const double rate = polhode::rate(problem, problem.start());
  StepRange range;
  std::vector<double> errors;
  constexpr int points = 15;
  for (int k = 0; k < points; ++k) {
    const auto run =
        runner.run(problem, Grid<double>::of_duration(0, test_problem.time, std::int64_t(1) << k), nullptr);
    errors.push_back(run.status == Status::ok ? measured::deviation(run.state, known) : INFINITY);
    if (errors.back() > 0 && std::isfinite(errors.back()))
      range.ladder.emplace_back(std::ldexp(test_problem.time * rate, -k), errors.back());
    if (k > 1 && errors[k - 2] < 1e-12 && errors[k] > errors[k - 2] / 2) break;  // the rest is rounding
  }
  // The longest segment of halvings that show the order.
  const int declared = method.order.least();
  int best = 0, length = 0, begin = -1;
  for (std::size_t k = 0; k + 1 < errors.size(); ++k) {
    const double shown = std::log2(errors[k] / errors[k + 1]);
    length = std::isfinite(shown) && std::abs(shown - declared) <= 0.25 * declared ? length + 1 : 0;
    if (length > best) best = length, begin = static_cast<int>(k) + 1 - length;
  }
  if (begin >= 0)
    range.to = std::ldexp(test_problem.time * rate, -begin),
    range.from = std::ldexp(test_problem.time * rate, -(begin + best));
  constexpr int tried = 26;  // from 1/16 to 5 radians, by quarters of a doubling
  range.all_tried = true;
  for (int k = 0; k < tried; ++k) {
    const double radians = std::exp2(k / 4.0) / 16;
    if (runner.run(problem, Grid<double>::of_step(0, radians / rate, 200), nullptr).status != Status::ok) {
      range.all_tried = false;
      break;
    }
    range.solves_to = radians;
  }
  return range;
}

/// Whether steps back follow the motion as steps forward do: with the smallest steps that show the order, where it
/// shows. Of methods that take no steps back nothing is said.
bool wrong_back(const TestProblem& test_problem, const MethodInfo& method, const StepRange& range) {
  constexpr double much = 100, rounding = 1e-13;
  const auto& problem = hard(test_problem, method).in_double;
  const auto forward = std::ranges::find(range.ladder, range.from, [](const auto& step) { return step.first; });
  if (forward == range.ladder.end()) return false;
  const double steps = test_problem.time * polhode::rate(problem, problem.start()) / range.from;
  const auto run = find_runner<Problem<double>>(method)->run(
      problem, Grid<double>::of_duration(0, -test_problem.time, std::llround(steps)), nullptr);
  if (run.status == Status::skipped) return false;
  const auto known =
      cast<double>(reference::at(cast<float128>(problem), float128(0), float128(-test_problem.time)).state);
  return run.status != Status::ok ||
         !(measured::deviation(run.state, known) <= much * std::max(forward->second, rounding));
}

void tallies(const TestProblem& test_problem, const MethodInfo& method, PropertyReport& p) {
  const auto run = find_runner<Problem<double>>(method)->run(
      hard(test_problem, method).in_double, Grid<double>::of_step(0, 0.025 * test_problem.time, 1000), nullptr);
  const auto steps = static_cast<double>(std::max<std::int64_t>(run.steps, 1));
  p.torque_evaluations = static_cast<double>(run.counters.torque_evaluations) / steps;
  p.solver_iterations = static_cast<double>(run.counters.solver_iterations) / steps;
}

// --- what is declared against what is found -------------------------------------------------------------------------

/// What is declared "no" may hold for a problem of the user's; there, what is "yes" is only contradicted beyond doubt,
/// because damping enlarges the rounding of steps back.
void compare(PropertyReport& p, const char* what, const Property& declared, double defect, double kept, double lost) {
  const bool own = !p.own.empty(), yes = declared.answer == Answer::yes, no = declared.answer == Answer::no;
  const bool wrong = own ? yes && defect > lost : (yes && !(defect < kept)) || (no && !(defect > lost));
  if (wrong)
    p.disagreements.push_back(fmt::format("{}: declared {}, the error is {:.1e}", what,
                                          declared.answer == Answer::yes ? "yes" : "no", defect));
}

void compare_all(PropertyReport& p) {
  const auto& m = *p.method;
  for (const auto& [norm, fit] : p.order) {
    const int declared = is_of_momentum(norm) ? m.order.momentum : m.order.attitude;
    // What a processor adds fades late; so may what a problem of the user's adds.
    const double slack = std::max(p.own.empty() ? 0.05 : 0.25, 0.015 * declared) + 0.5 * m.processed;
    const double more =
        p.own.empty() ? slack + 0.5 * m.processed : INFINITY;  // where the problem is easier than others
    // What a user's steps do not show is no contradiction: too few errors, an unsure fit, or one that still rises.
    if (!p.own.empty() && (declared == no_order || !fit.valid() || fit.half_width > slack || fit.rises())) continue;
    if (declared == no_order ? fit.valid() && fit.order > 0.5
                             : !fit.valid() || fit.order - declared < -slack || fit.order - declared > more)
      p.disagreements.push_back(
          fit.valid()
              ? fmt::format("order: declared {}, measured {:.3f} in {}", text(m.order), fit.order, info(norm).key)
              : fmt::format("order: declared {}, not measured in {}: {}", text(m.order), info(norm).key, no_fit(fit)));
  }
  for (const auto& [norm, fit] : p.driven_order)
    if (const int least = m.order.least(); !fit.valid() || fit.order < least - 0.35)
      p.disagreements.push_back(fmt::format("order with damping and rotors: declared {}, measured {:.3f} in {}",
                                            text(m.order), fit.order, info(norm).key));
  const auto of_step = [&](const char* what, const Property& declared, const std::optional<double>& defect,
                           const Threshold& limit) {
    if (!defect) return;
    if (limit(*defect) != Found::fails)
      compare(p, what, declared, *defect, limit.kept, in_floats(m) && p.own.empty() ? -1 : limit.lost);  // of a "no"
    else if (p.own.empty())
      p.disagreements.push_back(fmt::format("{}: a step of {:g} fails", what, 0.1 * p.time));
  };
  if (!m.processed)
    of_step("symmetric", m.symmetric, p.symmetry, p.precision->symmetric);  // whose steps are, not its ends
  of_step("symplectic", m.symplectic, p.symplecticity, p.precision->symplectic);
  // What is asked of every method without being declared.
  const auto expect = [&](const char* what, double change, double most) {
    if (!(change <= most))
      p.disagreements.push_back(fmt::format("{} {}", what,
                                            std::isfinite(change) ? fmt::format("changes the answer by {:.1e}", change)
                                                                  : "cannot be told: a run of 50 steps fails"));
  };
  if (m.tolerance == 0 && !p.hidden_state && !in_floats(m) &&
      p.own.empty()) {  // tolerances have units, and look at components; of engines it is a finding
    const auto& evaluations = m.torque_evaluations;  // zero: not declared
    if (const double declared = evaluations.per_step + evaluations.per_iteration * p.solver_iterations;
        declared > 0 && std::abs(p.torque_evaluations - declared) > 0.01)
      p.disagreements.push_back(
          fmt::format("torque evaluations of a step: declared {:g}, counted {:g}", declared, p.torque_evaluations));
    expect("turning space", p.invariance.space, 1e-11);
    if (!m.order_of_axes_matters) expect("renaming the body's axes", p.invariance.body_axes.value_or(0), 1e-11);
    const bool pivots = m.kind == Kind::implicit_method && m.order.least() > 2;  // by size, of coupled stages
    expect("a unit of mass of 2^40 or 2^-40", p.invariance.power_of_two, pivots ? 1e-15 : 0);
    expect("a unit of mass of 1e12", p.invariance.decimal, 1e-11);
  }
  if (p.wrong_back) p.disagreements.push_back("steps back (h < 0) do not follow the motion, steps forward do");
  if (p.range && p.range->solves_to == 0 && p.own.empty())
    p.disagreements.push_back("200 steps of 1/16 radian do not come to their end");
  // Conservation is declared of free bodies; of other spaces by methods that serve nothing else.
  const auto free = [](const Conservation& c) { return c.body == free_trial.name; };
  const bool supports_free = std::ranges::any_of(p.conservation, free);
  if (!p.own.empty()) return;  // what it conserves there is a finding
  const bool floats = p.precision == &single_precision;
  constexpr double added_up = 5e-11;  // of 1e5 steps
  for (const auto& c : p.conservation) {
    if (supports_free ? !free(c) : c.body == heavy_trial.name) continue;
    const bool energy = c.quantity == Invariant::energy;
    if (c.status != Status::ok && (energy ? m.energy : m.spatial_momentum).answer == Answer::no) continue;
    compare(p, energy ? "energy" : "spatial momentum", energy ? m.energy : m.spatial_momentum, c.growth.largest,
            floats ? c.kept : added_up, in_floats(m) ? -1 : c.kept);
  }
}

void compare_strong_order(PropertyReport& p) {
  const double least = std::min(p.method->order.least(), 1) - 0.2;
  for (const auto& [norm, fit] : p.strong_order)
    if (!fit.valid() || fit.order < least)
      p.disagreements.push_back(fmt::format("strong order: expected at least {:.1f}, measured {:.3f} in {}", least,
                                            fit.order, info(norm).key));
}

void measure_on(const TestProblem& test_problem, const MethodInfo& method, PropertyReport& p) {
  const auto* engine = engine_of(method);
  p.precision = has_runner(method, test_problem.hard.in_quad)                          ? &quad_precision
                : in_floats(method) || (engine && engine->precision == POLHODE_SINGLE) ? &single_precision
                                                                                       : &double_precision;
  const bool comes_again = &test_problem == &free_trial && has_runner(method, heavy_trial.hard.in_double);
  if (!method.order.exact() && !comes_again) {
    if (method.order.least() <= (in_floats(method) ? measurable_in_floats : measurable) && method.tolerance == 0)
      p.order = order(test_problem, method, *p.precision, !p.own.empty());
    p.range = step_range(test_problem, method);
    if (p.own.empty() && method.tolerance == 0) p.wrong_back |= wrong_back(test_problem, method, *p.range);
  }
  defects(test_problem, method, p);
  if (p.own.empty()) invariance(test_problem, method, p.invariance);
  tallies(test_problem, method, p);
  conserve(test_problem, method, p, comes_again);
  if (engine && test_problem.hard.in_double.body()) hidden_state(test_problem, method, *p.hidden_state);
}

/// Seconds of one step of 0.1, on the first of these problems that the method supports.
double step_seconds(const MethodInfo& method) {
  static const std::array<Problem<double>, 4> problems{benchmarks().front().problem, test_problem::heavy<double>(),
                                                       test_problem::pushed<double>(),
                                                       test_problem::henon_heiles<double>()};
  const auto& problem = *std::ranges::find_if(problems, [&](const auto& p) { return has_runner(method, p); });
  constexpr std::int64_t steps = 200;
  const auto& runner = *find_runner<Problem<double>>(method);
  const auto grid = Grid<double>::of_step(0, 0.1, steps);
  return seconds_of([&] { runner.run(problem, grid, nullptr); }, 1e-4) / static_cast<double>(steps);
}

}  // namespace

Trend Conservation::trend() const {
  return spread && growth.trend() != Trend::lost ? spread->trend() : growth.trend();
}
std::string_view no_fit(const OrderFit& fit) {
  return fit.failed > 0 ? "runs fail" : fit.points == 0 ? "no step shows an error" : "too few steps show an error";
}

std::string_view Conservation::words() const {
  if (status != Status::ok) return name(status);
  if (is_kept()) return "kept";
  const bool superlinear = trend() == Trend::linear && (spread ? spread->least() : growth.exponent) > 1.5;
  return superlinear ? "superlinear" : text(trend());
}

OwnProblem own_problem(const nlohmann::json& document, const std::string& folder, const std::string& name,
                       const std::vector<const MethodInfo*>& methods, bool those_that_can) {
  if (prescribes_rate(document))
    throw UserError("rate: given in time; accepted: for check, a body, or a rate that depends on the attitude");
  const auto spec = read_spec<double>(document, folder);
  if (!spec.time) throw UserError("time: missing; accepted: a positive number, over which order is measured");
  if (!(*spec.time > 0))
    throw UserError("time: {:g} is given; accepted: a positive number, over which order is measured", *spec.time);
  const auto why = [&](const MethodInfo* m) { return why_not(*m, spec.problem, spec.momentum_torques); };
  const auto fits = [&](const MethodInfo* m) { return why(m).empty(); };
  if (!std::ranges::all_of(methods, fits) && !(those_that_can && std::ranges::any_of(methods, fits)))
    throw UserError("METHOD: " + why(*std::ranges::find_if_not(methods, fits)));
  OwnProblem own{{spec.problem, read_spec<float128>(document, folder).problem}, name, *spec.time};
  std::ranges::copy_if(methods, std::back_inserter(own.methods), fits);
  auto of_noise = document;
  if (!noises_of(of_noise).empty())
    own.on_path = [document, folder, time = *spec.time](std::uint64_t number, std::int64_t intervals,
                                                        std::int64_t average) {
      auto on = document;
      for (auto* noise : noises_of(on)) {
        (*noise)["seed"] = noise->value("seed", std::uint64_t(1)) + number;
        (*noise)["interval"] = time / static_cast<double>(intervals);
        (*noise)["intervals"] = intervals, (*noise)["average"] = average;
      }
      return read_spec<double>(on, folder).problem;
    };
  return own;
}

PropertyReport measure_properties(const MethodInfo& method, std::optional<std::int64_t> given, const OwnProblem* own) {
  const auto long_run = given.value_or(own ? 10000 : 100000);
  if (const auto* update = find_update(method.id)) return measure_update(*update, long_run);
  PropertyReport p{&method};
  p.long_run = in_floats(method) ? long_run_in_floats : long_run;
  if (engine_of(method)) p.hidden_state = HiddenState{};
  if (own) {
    const auto norms = own->in_double.body()       ? of_bodies
                       : own->in_double.director() ? test_problems()[2].norms
                                                   : test_problems()[3].norms;
    p.own = own->name, p.time = own->time;
    if (own->on_path) {
      p.strong_order = strong_order(*own, method), p.paths = paths_of_noise;
      compare_strong_order(p);
      return p;
    }
    measure_on({p.own.c_str(), norms, *own, *own, own->time}, method, p);
  } else {
    // A splitting without torque is as good as its flow: what bodies with torque show comes last and counts.
    for (const auto& test_problem : test_problems())
      if (has_runner(method, test_problem.hard.in_double)) measure_on(test_problem, method, p);
    if (method.supports != Dependence::none && has_runner(method, driven_trial().hard.in_double) &&
        method.tolerance == 0 && method.order.least() > 0 && method.order.least() <= measurable_in_double &&
        !in_floats(method))
      p.driven_order = order(driven_trial(), method, double_precision, false);
  }
  compare_all(p);
  return p;
}

void time_property_reports(std::vector<PropertyReport>& property_reports) {
  constexpr int rounds = 15;
  double baseline = INFINITY;
  Progress progress("timing", rounds);
  std::vector<PropertyReport*> timed;
  for (auto& p : property_reports)
    if (auto& of_update = p.update)
      of_update->seconds_per_sample = seconds_per_sample(*of_update->update);
    else if (p.failure.empty())
      p.cost = StepCost{INFINITY, 0}, timed.push_back(&p);
  for (int round = 0; round < rounds; ++round) {
    baseline = std::min(baseline, step_seconds(DmvFp<6>::info));
    for (auto* p : timed) {
      stop_if_interrupted();
      p->cost->seconds = std::min(p->cost->seconds, step_seconds(*p->method));
    }
    progress.add(1);
  }
  for (auto* p : timed) p->cost->ratio = p->cost->seconds / baseline;
}

}  // namespace polhode
