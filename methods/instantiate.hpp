// SPDX-License-Identifier: MIT
#pragma once

#include "methods/roster.hpp"
#include "methods/runners.hpp"

/// Turns the roster into runners. Include it only in the sources that instantiate, one per scalar.
namespace polhode {

template <class P>
std::vector<Runner<P>>& runner_list() {
  static auto all = std::apply(
      [](auto... m) {
        std::vector<Runner<P>> list;
        const auto add = [&]<class M>(M) {
          if constexpr (Method<M, P>) list.push_back(make_runner<M, P>());
        };
        (add(m), ...);
        return list;
      },
      MethodRoster{});
  return all;
}

template <class P>
const std::vector<Runner<P>>& runners() {
  return runner_list<P>();
}

template <class P>
void add_runner(const Runner<P>& runner) {
  runner_list<P>().push_back(runner);
}

}  // namespace polhode
