// SPDX-License-Identifier: MIT
// Every method on every type of problem, in double and float: what a user of the headers compiles, with a compiler and
// flags of their own. The sources of methods are included after it by every compiler at hand, in C++20 without
// extensions.
#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"

namespace polhode {

template <class M, class P>
void compile(const P& problem) {
  if constexpr (Method<M, P>) integrate<M, P>(problem, Grid<typename P::Scalar>::of_step(0, 1, 1));
}
template <class T, class... M>
void all(const FreeBody<T>& free, const TorquedBody<T>& torqued, const Director<T>& director,
         const Particles<T>& particles) {
  static_assert((((chooses_steps<M> && !std::is_same_v<T, double>) || Method<M, FreeBody<T>> ||
                  Method<M, TorquedBody<T>> || Method<M, Director<T>> || Method<M, Particles<T>>)&&...));
  (compile<M>(free), ...), (compile<M>(torqued), ...), (compile<M>(director), ...), (compile<M>(particles), ...);
}

}  // namespace polhode

#define POLHODE_COMPILED(T, ...) \
  template void all<T, __VA_ARGS__>(const FreeBody<T>&, const TorquedBody<T>&, const Director<T>&, const Particles<T>&);
#define POLHODE_METHODS(...)            \
  namespace polhode {                   \
  POLHODE_COMPILED(double, __VA_ARGS__) \
  POLHODE_COMPILED(float, __VA_ARGS__)  \
  }
