// SPDX-License-Identifier: MIT
#include "core/reference/reference.hpp"

#include <fmt/format.h>

#include <iostream>

#include "core/geometry/scalar.hpp"
#include "experiments/state_json.hpp"
#include "experiments/verbs/verbs.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;

/// Half a unit in the last printed digit of the largest number of a state.
double rounding_of_print(const json& final_state, int digits) {
  double largest = 0;
  const auto walk = [&](const json& j, const auto& self) -> void {
    if (j.is_string()) largest = std::max(largest, std::abs(std::stod(j.get<std::string>())));
    if (j.is_structured())
      for (const auto& x : j) self(x, self);
  };
  walk(final_state, walk);
  return 0.5 * largest * std::pow(10.0, 1 - digits);
}

template <class T, class P, class State>
json answer(const Spec<T>& spec, const P& problem, const State& state, const T& t, int digits) {
  json out;
  const auto number = [&](const T& x) { return x.str(digits); };
  out["t"] = number(t);
  state_json(out, spec, problem, state, number);
  return out;
}

/// Exact in 100 digits. Its error is that of the same formulas in 50 digits, scaled by the ratio of the roundings,
/// and at least that of the angle travelled.
json exact(const Spec<float100>& spec, const FreeBody<float100>& body, int digits) {
  const auto found = reference::at(body, spec.t0, *spec.time);
  const auto rough = reference::exact_free_motion(cast<float50>(body), float50(*spec.time));
  const auto fine = cast<float50>(found.state);
  const float50 spread =
      std::max(float50(norm(rough.Pi - fine.Pi)), float50(2 * norm((inverse(fine.R) * rough.R).vector())));
  const double scaled =
      static_cast<double>(float100(100 * float100(spread) * (epsilon<float100>() / float100(epsilon<float50>()))));
  json out{{"schema", "polhode/reference/1"}, {"kind", "exact"}, {"error_estimate", 0.0}, {"warnings", spec.warnings}};
  out["final"] = answer(spec, body, found.state, float100(spec.t0 + *spec.time), digits);
  out["error_estimate"] =
      std::max({scaled, static_cast<double>(found.error_estimate), rounding_of_print(out["final"], digits)});
  return out;
}

template <class P>
json converged(const Spec<float128>& spec, const P& problem, int digits) {
  const auto found = reference::at(problem, spec.t0, *spec.time);
  json out{
      {"schema", "polhode/reference/1"}, {"kind", "converged"}, {"error_estimate", 0.0}, {"warnings", spec.warnings}};
  out["final"] = answer(spec, problem, found.state, float128(spec.t0 + *spec.time), digits);
  out["error_estimate"] = std::max(static_cast<double>(found.error_estimate), rounding_of_print(out["final"], digits));
  return out;
}

}  // namespace

Exit reference(const ReferenceOptions& options) {
  const auto document = parse_json(read_file(options.spec), options.spec);
  const auto spec = read_spec<float100>(document);
  if (!spec.time) throw UserError("time: missing; accepted: a finite number (a duration), or h with steps");
  const auto* free = std::get_if<FreeBody<float100>>(&spec.problem);
  const int most = free ? 45 : 33;
  if (options.digits < 1 || options.digits > most)
    throw UserError(fmt::format("--digits: {} is given; accepted: 1 to {} for {} references", options.digits, most,
                                free ? "exact" : "converged"));

  json out;
  if (free) {
    out = exact(spec, *free, options.digits);
  } else {
    const auto narrow = read_spec<float128>(document);
    out = std::visit(
        [&](const auto& p) -> json {
          if constexpr (std::is_same_v<std::decay_t<decltype(p)>, FreeBody<float128>>)
            throw std::logic_error("a free body is exact");
          else
            return converged(narrow, p, options.digits);
        },
        narrow.problem);
  }
  const auto digest = fmt::format("{} reference, error at most {:.1e}\n", out["kind"].get<std::string>(),
                                  out["error_estimate"].get<double>());
  if (options.output == "-") {
    if (!(std::cout << dump(out) << std::flush)) throw OutputError("standard output: cannot be written");
    std::cerr << digest;
  } else {
    write_file(options.output, dump(out));
    std::cout << digest << options.output << "\n";
  }
  return Exit::ok;
}

}  // namespace polhode::verbs
