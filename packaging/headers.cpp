// SPDX-License-Identifier: MIT
// Every method on every type of problem, in double: what a user of the headers compiles, with a compiler and flags of
// their own. The sources of methods are included after it by every compiler at hand, in C++20 without extensions.
#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"

namespace polhode {

template <class M, class P>
void compile(const P& problem) {
  if constexpr (Method<M, P>) integrate<M, P>(problem, Grid<double>::of_step(0, 1, 1));
}
template <class... M>
void all(const FreeBody<double>& free, const TorquedBody<double>& torqued, const Director<double>& director,
         const Particles<double>& particles) {
  static_assert(((Method<M, FreeBody<double>> || Method<M, TorquedBody<double>> || Method<M, Director<double>> ||
                  Method<M, Particles<double>>)&&...));
  (compile<M>(free), ...), (compile<M>(torqued), ...), (compile<M>(director), ...), (compile<M>(particles), ...);
}

}  // namespace polhode

#define POLHODE_METHODS(...)                                                                          \
  namespace polhode {                                                                                 \
  template void all<__VA_ARGS__>(const FreeBody<double>&, const TorquedBody<double>&,                 \
                                 const Director<double>&, const Particles<double>&);                  \
  }
