// SPDX-License-Identifier: MIT
// Every method of the roster on every type of problem, in double: what a user of the headers compiles, with a compiler
// and flags of their own. The test compiles it with every compiler at hand, in C++20 without extensions.
#include "core/stepping/integrate.hpp"
#include "methods/roster.hpp"

namespace polhode {

template <class... M>
consteval bool all(const std::tuple<M...>*) {
  const auto serves = []<class Method_>() {
    return (Method<Method_, FreeBody<double>> || Method<Method_, TorquedBody<double>> ||
            Method<Method_, Director<double>> || Method<Method_, Particles<double>>);
  };
  return (serves.template operator()<M>() && ...);
}
static_assert(all(static_cast<MethodRoster*>(nullptr)));

template <class M, class P>
void compile(const P& problem) {
  if constexpr (Method<M, P>) integrate<M, P>(problem, Grid<double>::of_step(0, 1, 1));
}

void everything(const FreeBody<double>& free, const TorquedBody<double>& torqued, const Director<double>& director,
                const Particles<double>& particles) {
  std::apply(
      [&](auto... m) {
        (compile<decltype(m)>(free), ...);
        (compile<decltype(m)>(torqued), ...);
        (compile<decltype(m)>(director), ...);
        (compile<decltype(m)>(particles), ...);
      },
      MethodRoster{});
}

}  // namespace polhode
