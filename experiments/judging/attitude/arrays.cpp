// SPDX-License-Identifier: MIT
#include "experiments/judging/attitude/arrays.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/system/user.hpp"
#include "experiments/judging/attitude/judge.hpp"

namespace polhode::attitude {

Attitudes attitudes_of(const std::string& method, std::span<const double> times, std::span<const Vec<Body, double>> values,
                       bool increments, const Attitude<double>& start, int every) {
  const auto* page = find_page(method);
  if (!page) throw UserError("method: " + unknown_name("method for rates", method, page_names()));
  if (page->takes == Takes::function)
    throw UserError(fmt::format("method: {} asks for the rate at its own times; accepted: methods that take samples", page->id));
  if (page->takes == Takes::rates && increments)
    throw UserError(fmt::format("method: {} takes rates, and increments are given; accepted: methods that take increments", page->id));
  if (times.empty()) throw UserError("times: none is given; accepted: at least one");
  const auto wanted = times.size() - (increments ? 1 : 0);
  if (values.size() != wanted)
    throw UserError(fmt::format("{}: {} are given with {} times; accepted: {}", increments ? "increments" : "rates",
                                values.size(), times.size(), wanted));
  if (every < 1) throw UserError(fmt::format("every: {} is given; accepted: 1 or more", every));
  for (std::size_t k = 0; k < times.size(); ++k)
    if (!std::isfinite(times[k]) || (k > 0 && !(times[k] > times[k - 1])))
      throw UserError(fmt::format("times[{}]: {} is given; accepted: finite numbers that increase", k, times[k]));
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!is_finite(values[k]))
      throw UserError(fmt::format("{}[{}]: accepted: finite numbers", increments ? "increments" : "rates", k));
  const double length = norm2(start);
  if (!(std::abs(length - 1) < 2e-3)) throw UserError("start: accepted: a quaternion of length 1");

  std::vector<double> tau;
  tau.reserve(times.size());
  for (std::size_t k = 1; k < times.size(); ++k) tau.push_back(times[k] - times[k - 1]);
  std::vector<Vec<Body, double>> made;
  if (page->takes == Takes::increments && !increments) {
    made.reserve(values.size());
    for (std::size_t k = 1; k < values.size(); ++k) made.push_back(tau[k - 1] / 2 * (values[k - 1] + values[k]));
  }
  PageInput<double> input;
  input.fed = {made.empty() ? values.data() : made.data(), tau.data(), static_cast<std::int64_t>(tau.size())};
  input.every = every;
  Attitudes found;
  const auto updates = tau.size() / static_cast<std::size_t>(every) + 1;  // at most, where a method takes any number
  found.times.reserve(updates), found.attitudes.reserve(updates);
  input.see = [&](std::int64_t intervals, const Attitude<double>& q) {
    found.times.push_back(times[static_cast<std::size_t>(intervals)]);
    found.attitudes.push_back(normalised(q));
  };
  run_page(*page, normalised(start), input);
  return found;
}

}  // namespace polhode::attitude
