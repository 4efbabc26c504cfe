// SPDX-License-Identifier: MIT
#include "experiments/judging/spec_reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "core/geometry/decimal.hpp"
#include "core/io/spec/rate.hpp"
#include "core/io/state_json.hpp"
#include "core/reference/of_problem.hpp"
#include "core/reference/path.hpp"
#include "experiments/judging/attitude/run.hpp"

namespace polhode {

namespace {

using json = nlohmann::ordered_json;

/// Half a unit in the last printed digit of the largest number of a state.
double rounding_of_print(const json& final_state, int digits) {
  double largest = 0;
  for (const auto& x : final_state.flatten())
    if (x.is_string()) largest = std::max(largest, std::abs(std::strtod(x.get<std::string>().c_str(), nullptr)));
  return 0.5 * largest * std::pow(10.0, 1 - digits);
}

/// What the parts of a problem's states are called in `final`, and in what the first one's errors are.
struct Parts {
  const char *configuration, *momentum, *unit;
};
Parts parts(const auto& problem) {
  if (problem.body()) return {"attitude", "momentum", "radians"};
  if (problem.director()) return {"director", "angular_velocity_space", "of its length"};
  return {"displacement", "momentum", "of its length"};
}

/// What the energy is off by, to first order, as a share of the kinetic one.
double energy_error(const auto& problem, const auto& found, const auto& t) {
  using T = std::remove_cvref_t<decltype(t)>;
  const auto& s = found.state;
  const auto start = problem.start();
  const auto length = reference::lengths(start, s);
  const T kinetic = std::max(kinetic_energy(problem, start), kinetic_energy(problem, s));
  // |velocity| |momentum| <= 2 K sqrt(largest / least inertia); the velocity itself says it better where it is at hand.
  const T work = s.rigid() ? T(rate(problem, s) * length.momentum) : T(2 * kinetic);
  const T off =
      work * found.relative.momentum + force(problem, t, s) * length.configuration * found.relative.configuration;
  return static_cast<double>(kinetic > 0 ? T(off / kinetic) : off);
}

SpecReference found_of(const auto& spec, const auto& found, int digits, double limit) {
  using T = std::remove_cvref_t<decltype(spec.t0)>;
  const auto& problem = spec.problem;
  const auto number = [&](const T& x) { return x.str(digits); };
  const T t = spec.t0 + *spec.time;
  SpecReference out{spec, text(spec.sampled.empty() ? reference::origin(problem) : reference::Origin::converged)};
  out.features_longer_than = reference::shortest_feature(problem, static_cast<double>(*spec.time));
  out.body = body_json(spec, number), out.free_motion = free_motion_json(spec, number);
  out.end = {{"t", number(t)}};
  state_json(out.end, spec, found.state, t, number);
  double estimate = static_cast<double>(found.error_estimate);
  if (problem.director()) estimate *= std::max(1.0, static_cast<double>(T(1) / spec.rate));
  estimate *= std::max(1.0, static_cast<double>(T(1) / spec.momentum));
  out.error_estimate = std::max(estimate, rounding_of_print(out.end, digits));
  if (!std::isfinite(out.error_estimate))
    throw UserError("time: {} is given; accepted: one after which the state is in the range of doubles",
                    shortened(number(*spec.time)));
  const auto [configuration, momentum, unit] = parts(problem);
  out.errors = {{configuration, static_cast<double>(found.relative.configuration), unit},
                {momentum, static_cast<double>(found.relative.momentum), "of its length"},
                {"energy", energy_error(problem, found, t), "of the kinetic energy"}};
  // The ends of a turn from rest to rest do not say how large its momenta are.
  if constexpr (std::is_same_v<T, float128>)
    if (problem.body() && spec.sampled.empty() && !(out.errors[1].value < 1e-6)) {
      const auto t0 = static_cast<double>(spec.t0), time = static_cast<double>(*spec.time);
      Forecast forecast("time", time, limit);
      const reference::Path path(problem, t0, time, std::ref(forecast));
      const auto start = problem.start();
      const T kinetic = std::max(kinetic_energy(problem, start), kinetic_energy(problem, found.state));
      out.errors[1].value *= static_cast<double>(reference::lengths(start, found.state).momentum) / path.momentum();
      out.errors[2].value *= (kinetic > 0 ? static_cast<double>(kinetic) : 1) / path.kinetic();
      out.errors[1].unit = out.errors[2].unit = "of the largest on the way";
    }
  for (auto& e : out.errors) {
    if (!std::isfinite(e.value))
      throw UserError("body: no reference is certain for numbers of such size; accepted: what moves within 1e150");
    e.value += std::pow(10.0, 1 - digits);
  }
  check_certain(out, static_cast<double>(*spec.time));
  return out;
}

/// The document with its numbers as decimals: "0.1" where a double next to a tenth is meant.
nlohmann::json in_decimals(nlohmann::json j) {
  if (j.is_number_float()) return j.dump();
  for (auto& x : j)
    if (j.is_structured()) x = in_decimals(x);
  return j;
}

/// How far the end moves if numbers of the file are the decimals that they are written as, and not the doubles next to
/// them: what a reader loses who takes one for the other. Of exact motions; nothing if it is nothing.
std::vector<std::pair<const char*, double>> moved_by_decimals(const nlohmann::json& document, const std::string& folder,
                                                              const Spec<float100>& given, const State<float100>& end) {
  const auto spec = read_spec<float100>(in_decimals(document), folder);
  if (spec.problem.index() != given.problem.index() || reference::origin(spec.problem) != reference::Origin::exact)
    return {};
  const auto other = spec.to_user(reference::exact(spec.problem, *spec.time, spec.t0).state);
  const auto deviation = distance(other, end).relative_to(reference::lengths(other, end));
  const auto is = parts(given.problem);
  return {{is.configuration, static_cast<double>(deviation.configuration)},
          {is.momentum, static_cast<double>(deviation.momentum)}};
}

/// What a small change of the start does to the end of a free motion, by differences of exact motions in 100 digits: a
/// step of 1e-33 loses as much to rounding as to the curvature, 1e-66. By two steps, whose difference is the error.
/// Null where that is not small: of motions that forget their start.
std::optional<Transition> transition(const Spec<float100>& spec, const FreeBody<float100>& body, int digits) {
  using T = float100;
  const T t = *spec.time, size = norm(body.initial.Pi), unit = size > T(0) ? size : T(1);
  const auto axes = matrix(spec.axes);
  const auto end = reference::exact_free_motion(body, t);
  const auto back = matrix(inverse(inverse(body.initial.R) * end.R));
  const auto by_momentum = [&](const T& h) {  // rows of the attitude's variation, then of the momentum
    std::array<std::array<T, 3>, 6> rows{};
    for (int j = 0; j < 3; ++j) {
      const auto moved = [&](const T& by) {
        auto other = body;
        other.initial.Pi[j] += by * unit;
        return reference::exact_free_motion(other, t);
      };
      const auto a = moved(h), b = moved(-h);
      const auto turn = inverse(b.R) * a.R;
      const auto angle = T(T(2) / turn.w) * turn.vector();
      for (int i = 0; i < 3; ++i)
        rows[i][j] = angle[i] / (T(2) * h * unit), rows[3 + i][j] = (a.Pi[i] - b.Pi[i]) / (T(2) * h * unit);
    }
    return rows;
  };
  const T h("1e-33");
  const auto fine = by_momentum(h), coarse = by_momentum(2 * h);
  double worst = 0;
  for (int block = 0; block < 2; ++block) {  // their units differ
    T largest(0), off(0);
    for (int i = 3 * block; i < 3 * block + 3; ++i)
      for (int j = 0; j < 3; ++j)
        largest = std::max(largest, T(abs(fine[i][j]))), off = std::max(off, T(abs(T(fine[i][j] - coarse[i][j]))));
    if (off != T(0)) worst = std::max(worst, static_cast<double>(T(off / largest)));
  }
  worst += std::pow(10.0, 1 - digits);
  if (!(worst < 1e-3)) return {};
  const auto block = [&](const auto& of, int row) {  // in the user's axes
    return axes * (Mat3<T>::of([&](int i, int j) { return of(row + i, j); }) * transpose(axes));
  };
  const Mat3<T> zero{}, parts[2][2]{{block([&](int i, int j) { return back(i, j); }, 0),
                                     block([&](int i, int j) { return spec.momentum * fine[i][j]; }, 0)},
                                    {zero, block([&](int i, int j) { return fine[i][j]; }, 3)}};
  json rows = json::array();
  for (int i = 0; i < 6; ++i) {
    json row = json::array();
    for (int j = 0; j < 6; ++j) row.push_back(parts[i / 3][j / 3](i % 3, j % 3).str(digits));
    rows.push_back(row);
  }
  return Transition{rows, worst};
}

/// The end of a body whose last torque stands for sampled controllers, from one of their times to the next. Errors of
/// all parts are multiplied by what the rest of the motion makes of a small shift of the start.
reference::Estimated<State<float128>, float128> held_motion(const Spec<float128>& spec, const reference::Watch& watch) {
  using T = float128;
  const T end = spec.t0 + *spec.time;
  Distance<T> errors{T(0), T(0)};
  const auto end_from = [&](State<T> state, double begun) {
    HeldControl<T> held(spec.sampled, spec.t0, end);
    auto body = spec.problem;
    for (T t = spec.t0; t < end;) {
      hold(body, held, t, state);
      const T next = held.next();
      const auto found = reference::at(body, t, T(next - t));
      errors.configuration += found.relative.configuration, errors.momentum += found.relative.momentum;
      state = found.state, t = next;
      if (watch) watch(begun + static_cast<double>(T((t - spec.t0) / (2 * *spec.time))));
    }
    return state;
  };
  const auto start = spec.problem.start();
  const auto state = end_from(start, 0);
  const T shift(1e-17);
  auto moved = *start.rigid();
  moved.Pi = moved.Pi + shift * (norm(moved.Pi) > 0 ? norm(moved.Pi) : T(1)) * Vec<Body, T>{T(0.6), T(0.48), T(0.64)};
  const auto length = reference::lengths(start, state);
  const auto apart = distance(end_from(moved, 0.5), state).relative_to(length);
  const T grows = T(1) + std::max(apart.configuration, apart.momentum) / shift,
          all = grows * (errors.configuration + errors.momentum);
  return {state, all * std::max(T(1), length.momentum), {all, all}};
}

}  // namespace

void check_certain(const SpecReference& found, double time) {
  const bool exact = found.kind == text(reference::Origin::exact);
  for (const auto& e : found.errors)
    if (!(e.value < 1))
      throw UserError("time: {:g} is given, after which the {} is certain to {:.1g} {} only; accepted: {}", time,
                      e.quantity, e.value, e.unit,
                      exact ? fmt::format("up to about {:.1g}", 0.1 * time / e.value) : std::string("a shorter time"));
}

SpecReference find_reference(const nlohmann::json& document, const std::string& folder, int digits, double limit) {
  if (!(limit > 0)) throw UserError("--time-limit: {:g} is given; accepted: a positive number of seconds", limit);
  if (prescribes_rate(document)) return reference_of_rate(document, folder, digits, limit);
  const auto spec = read_spec<float100>(document, folder, true);
  if (!spec.time) throw UserError("time: missing; accepted: a finite number (a duration), or h with steps");
  const bool exact = spec.sampled.empty() && reference::origin(spec.problem) == reference::Origin::exact;
  const int most = exact ? 45 : 33;
  if (digits < 1 || digits > most)
    throw UserError("--digits: {} is given; accepted: 1 to {} for {} references", digits, most,
                    exact ? "exact" : "converged");

  Forecast forecast("time", static_cast<double>(*spec.time), limit);
  const auto watch = std::ref(forecast);
  if (exact) {
    const auto found = reference::exact(spec.problem, *spec.time, spec.t0, watch);
    auto result = found_of(spec, found, digits, limit);
    result.moved_by_decimals = moved_by_decimals(document, folder, spec, spec.to_user(found.state));
    if (spec.problem.is_free())
      result.transition = transition(spec, std::get<FreeBody<float100>>(spec.problem), digits);
    return result;
  }
  const auto narrow = read_spec<float128>(document, folder, true);
  try {
    return found_of(narrow,
                    narrow.sampled.empty() ? reference::at(narrow.problem, narrow.t0, *narrow.time, watch)
                                           : held_motion(narrow, watch),
                    digits, limit);
  } catch (const reference::NoMotion& e) {
    throw UserError(e.what());
  }
}

}  // namespace polhode
