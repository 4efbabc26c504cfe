// SPDX-License-Identifier: MIT
#include "core/reference/reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <iostream>

#include "core/geometry/decimal.hpp"
#include "core/io/state_json.hpp"
#include "core/system/forecast.hpp"
#include "experiments/program/answers.hpp"
#include "experiments/program/rates.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

/// Half a unit in the last printed digit of the largest number of a state.
double rounding_of_print(const json& final_state, int digits) {
  double largest = 0;
  const auto walk = [&](const json& j, const auto& self) -> void {
    if (j.is_string()) largest = std::max(largest, std::abs(std::strtod(j.get<std::string>().c_str(), nullptr)));
    if (j.is_structured())
      for (const auto& x : j) self(x, self);
  };
  walk(final_state, walk);
  return 0.5 * largest * std::pow(10.0, 1 - digits);
}

/// What the parts of a state are called in `final`, and in what the first one's errors are.
struct Parts {
  const char *configuration, *momentum, *unit;
};
template <class State>
Parts parts(const State& s) {
  if constexpr (requires { s.R; })
    return {"attitude", "momentum", "radians"};
  else if constexpr (requires { s.d; })
    return {"director", "angular_velocity_space", "of its length"};
  else
    return {"displacement", "momentum", "of its length"};
}

/// The force or torque of a state; 0 for free bodies, by type.
template <class P, class State, class T>
T force(const P& problem, const State& s, const T& t) {
  if constexpr (std::is_same_v<P, FreeBody<T>>)
    return T(0);
  else if constexpr (requires { s.R; })
    return norm(problem.torque(t, s.R, s.Pi));
  else if constexpr (requires { s.d; })
    return norm(problem.torque(t, s.d));
  else
    return norm(problem.torque(t, s.u));
}

/// What the energy is off by, to first order, as a share of the kinetic one.
template <class P, class State, class T>
double energy_error(const P& problem, const reference::Estimated<State, T>& found, const T& t) {
  const auto& s = found.state;
  const auto length = reference::lengths(problem.initial, s);
  const T kinetic = std::max(kinetic_energy(problem, problem.initial), kinetic_energy(problem, s));
  // |velocity| |momentum| <= 2 K sqrt(largest / least inertia); the velocity itself says it better where it is at hand.
  T work(2 * kinetic);
  if constexpr (requires { s.R; }) work = rate(problem, s) * length.momentum;
  const T off =
      work * found.relative.momentum + force(problem, s, t) * length.configuration * found.relative.configuration;
  return static_cast<double>(kinetic > 0 ? T(off / kinetic) : off);
}

template <class T, class P, class State>
json answer(const Spec<T>& spec, const P& problem, const reference::Estimated<State, T>& found, int digits) {
  json out{{"schema", "polhode/reference/1"},
           {"kind", text(reference::origin(problem))},
           {"error_estimate", 0.0},
           {"errors", json::object()},
           {"warnings", spec.warnings}};
  echo(out, spec);
  const auto number = [&](const T& x) { return x.str(digits); };
  const T t = spec.t0 + *spec.time;
  out["final"] = {{"t", number(t)}};
  state_json(out["final"], spec, problem, found.state, t, number);
  double estimate = static_cast<double>(found.error_estimate);
  if constexpr (requires { found.state.omega; }) estimate *= std::max(1.0, static_cast<double>(T(1) / spec.rate));
  out["error_estimate"] = std::max(estimate, rounding_of_print(out["final"], digits));
  if (!std::isfinite(out["error_estimate"].get<double>()))
    throw UserError(fmt::format("time: {} is given; accepted: one after which the state is in the range of doubles",
                                shortened(number(*spec.time))));
  const auto part = [&](const char* name, double value, const char* unit) {
    if (!std::isfinite(value))
      throw UserError("body: no reference is certain for numbers of such size; accepted: what moves within 1e150");
    out["errors"][name] = {{"value", value + std::pow(10.0, 1 - digits)}, {"unit", unit}};
  };
  const auto [configuration, momentum, unit] = parts(found.state);
  part(configuration, static_cast<double>(found.relative.configuration), unit);
  part(momentum, static_cast<double>(found.relative.momentum), "of its length");
  part("energy", energy_error(problem, found, t), "of the kinetic energy");
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
template <class P, class State>
json moved_by_decimals(const nlohmann::json& document, const std::string& folder, const P&, const State& end) {
  const auto spec = read_spec<float100>(in_decimals(document), folder);
  const auto* problem = std::get_if<P>(&spec.problem);
  if (!problem || reference::origin(*problem) != reference::Origin::exact) return {};
  const State other = spec.to_user(reference::exact(*problem, *spec.time, spec.t0).state);
  const auto deviation = distance(other, end).relative_to(reference::lengths(other, end));
  const auto is = parts(end);
  return {{is.configuration, static_cast<double>(deviation.configuration)},
          {is.momentum, static_cast<double>(deviation.momentum)}};
}

}  // namespace

json reference_answer(const nlohmann::json& document, const std::string& folder, int digits, double limit) {
  if (prescribes_rate(document)) return rate_reference_answer(document, folder, digits, limit);
  if (!(limit > 0))
    throw UserError(fmt::format("--time-limit: {:g} is given; accepted: a positive number of seconds", limit));
  const auto spec = read_spec<float100>(document, folder);
  if (!spec.time) throw UserError("time: missing; accepted: a finite number (a duration), or h with steps");
  const bool exact = std::visit([](const auto& p) { return reference::origin(p) == reference::Origin::exact; }, spec.problem);
  const int most = exact ? 45 : 33;
  if (digits < 1 || digits > most)
    throw UserError(fmt::format("--digits: {} is given; accepted: 1 to {} for {} references", digits, most,
                                exact ? "exact" : "converged"));

  Forecast forecast("time", static_cast<double>(*spec.time), limit);
  const auto watch = std::ref(forecast);
  if (exact) {
    return std::visit(
        [&](const auto& p) -> json {
          using P = std::remove_cvref_t<decltype(p)>;
          if constexpr (!std::is_same_v<P, Particles<float100>>) {
            const auto found = reference::exact(p, *spec.time, spec.t0, watch);
            auto result = answer(spec, p, found, digits);
            const auto moved = moved_by_decimals(document, folder, p, spec.to_user(found.state));
            if (!moved.is_null()) result["moved_by_decimals"] = moved;
            return result;
          } else {
            throw std::logic_error("no exact motion");
          }
        },
        spec.problem);
  } else {
    const auto narrow = read_spec<float128>(document, folder);
    try {
      return std::visit(
          [&](const auto& p) { return answer(narrow, p, reference::at(p, narrow.t0, *narrow.time, watch), digits); },
          narrow.problem);
    } catch (const reference::NoMotion& e) {
      throw UserError(e.what());
    }
  }
}

Exit reference(const ReferenceOptions& options) {
  const auto out = reference_answer(parse_json(read_file(options.spec), options.spec), folder_of(options.spec),
                                    options.digits, options.limit);
  auto digest = fmt::format("{} reference, error at most {:.1e}:", out["kind"].get<std::string>(),
                            out["error_estimate"].get<double>());
  for (const auto& [name, part] : out["errors"].items())
    digest += fmt::format(" {} {:.1e} {},", name, part["value"].get<double>(), part["unit"].get<std::string>());
  digest.back() = '\n';
  if (options.output == "-") {
    print(dump(out));
    std::cerr << digest;
  } else {
    write_file(options.output, dump(out));
    print(digest + printable(options.output) + "\n");
  }
  return Exit::ok;
}

}  // namespace polhode::verbs
