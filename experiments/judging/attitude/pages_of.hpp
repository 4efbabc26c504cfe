// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/attitude/run_page.hpp"
#include "methods/attitude/roster.hpp"

/// What pages.cpp and pages_wide.cpp do in their scalars.
namespace polhode::attitude {

auto run_method(auto method, const auto& start, const auto& input) {
  using M = decltype(method);
  using T = std::remove_cvref_t<decltype(start.w)>;
  PageOutcome<T> out{start};
  if constexpr (requires { method.options; }) method.options = input.iterations;
  const auto n = input.fed.intervals;
  if constexpr (M::info.takes == Takes::function) {
    for (std::int64_t k = 0; k < n; ++k) {
      out.q = out.q * method(input.rate, input.times[k], T(input.times[k + 1] - input.times[k]));
      if (input.see) input.see(k + 1, out.q);
    }
    out.updates = n;
  } else {
    if (input.see)
      out.scaled = advance(method, out.q, input.fed, input.every, input.see);
    else
      out.scaled = advance(method, out.q, input.fed, input.every, [](std::int64_t, const Attitude<T>&) {});
    const std::int64_t K = M::info.samples ? M::info.samples : input.every;
    out.updates = n / K + (M::info.samples ? n % K : n % K > 0);
  }
  return out;
}

template <class T>
PageOutcome<T> run_page(const PageInfo& page, const Attitude<T>& q, const PageInput<T>& input) {
  using Run = PageOutcome<T> (*)(const Attitude<T>&, const PageInput<T>&);
  static const auto all = []<class... M>(std::type_identity<std::tuple<M...>>) {
    return std::vector<Run>{
        [](const Attitude<T>& start, const PageInput<T>& input) { return run_method(M{}, start, input); }...};
  }(std::type_identity<Roster<T>>());
  return all[static_cast<std::size_t>(&page - pages().data())](q, input);
}

}  // namespace polhode::attitude
