// SPDX-License-Identifier: MIT
#include "core/reference/reference.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <iostream>

#include "core/geometry/scalar.hpp"
#include "core/io/state_json.hpp"
#include "core/system/progress.hpp"
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

template <class T, class P, class State>
json answer(const Spec<T>& spec, const P& problem, const reference::Estimated<State, T>& found, int digits) {
  json out{{"schema", "polhode/reference/1"},
           {"kind", reference::kind(problem)},
           {"error_estimate", 0.0},
           {"warnings", spec.warnings}};
  const auto number = [&](const T& x) { return x.str(digits); };
  out["final"] = {{"t", number(T(spec.t0 + *spec.time))}};
  state_json(out["final"], spec, problem, found.state, number);
  out["error_estimate"] = std::max(static_cast<double>(found.error_estimate), rounding_of_print(out["final"], digits));
  if (!std::isfinite(out["error_estimate"].get<double>()))
    throw UserError(fmt::format("time: {} is given; accepted: one after which the state is in the range of doubles",
                                shortened(number(*spec.time))));
  return out;
}

}  // namespace

Exit reference(const ReferenceOptions& options) {
  if (options.limit && !(*options.limit > 0))
    throw UserError(fmt::format("--time-limit: {:g} is given; accepted: a positive number of seconds", *options.limit));
  const auto document = parse_json(read_file(options.spec), options.spec);
  const auto spec = read_spec<float100>(document);
  if (!spec.time) throw UserError("time: missing; accepted: a finite number (a duration), or h with steps");
  const bool exact = std::visit([](const auto& p) { return reference::kind(p) == "exact"; }, spec.problem);
  const int most = exact ? 45 : 33;
  if (options.digits < 1 || options.digits > most)
    throw UserError(fmt::format("--digits: {} is given; accepted: 1 to {} for {} references", options.digits, most,
                                exact ? "exact" : "converged"));

  json out;
  if (exact) {
    out = std::visit(
        [&](const auto& p) -> json {
          if constexpr (requires { reference::exact(p, *spec.time); })
            return answer(spec, p, reference::exact(p, *spec.time), options.digits);
          else
            throw std::logic_error("no exact motion");
        },
        spec.problem);
  } else {
    const auto narrow = read_spec<float128>(document);
    const double limit = options.limit.value_or(INFINITY);
    const auto begin = std::chrono::steady_clock::now();
    Progress progress("reference", 1);
    double done = 0;
    const auto watch = [&](double share) {
      stop_if_interrupted();
      progress.add(share - done);
      done = share;
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const double all = seconds / share, time = static_cast<double>(*narrow.time);
      if (seconds > std::min(2.0, limit) && all > limit)
        throw UserError(
            fmt::format("time: {:g} is given; its reference would take {:.0f} s; accepted: up to about {:.2g}, or a "
                        "longer --time-limit than {:g}",
                        time, all, time * limit / all, limit));
    };
    out = std::visit(
        [&](const auto& p) {
          return answer(narrow, p, reference::at(p, narrow.t0, *narrow.time, watch), options.digits);
        },
        narrow.problem);
  }
  const auto digest = fmt::format("{} reference, error at most {:.1e}\n", out["kind"].get<std::string>(),
                                  out["error_estimate"].get<double>());
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
