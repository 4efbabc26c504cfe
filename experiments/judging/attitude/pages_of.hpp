// SPDX-License-Identifier: MIT
#pragma once

#include "experiments/judging/attitude/pages.hpp"

/// How pages.cpp and pages_wide.cpp instantiate run_page.
namespace polhode::attitude {

template <class T, class M>
PageOutcome<T> run_method(const Attitude<T>& start, const PageInput<T>& input) {
  PageOutcome<T> out{start};
  M method{};
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
    return std::vector<Run>{run_method<T, M>...};
  }(std::type_identity<Roster<T>>());
  return all[static_cast<std::size_t>(&page - pages().data())](q, input);
}

}  // namespace polhode::attitude
