// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <variant>

#include "core/geometry/decimal.hpp"
#include "core/reference/reference.hpp"

namespace polhode::reference {

/// References of a kind of problem.
template <class T>
struct OfKind {
  Origin (*origin)(const Problem<T>&);  ///< the kind of its reference
  /// The exact motion; null for particles.
  Estimated<State<T>, T> (*exact)(const Problem<T>&, const T& time, const T& t0, const Watch&);
  /// The reference state; null but in float128.
  Estimated<State<T>, T> (*at)(const Problem<T>&, const T& t0, const T& time, const Watch&);
};
/// The references of each kind, by its index in a problem; null for kinds that are not linked.
template <class T>
std::array<OfKind<T>, std::variant_size_v<typename Problem<T>::Kinds>>& of_kinds();

/// Lists a kind, of which `origin`, `exact` and `at` are known here.
template <template <class> class P, class T>
void list_kind_in() {
  OfKind<T> kind{};
  kind.origin = [](const Problem<T>& p) { return origin(std::get<P<T>>(p)); };
  if constexpr (!std::is_same_v<P<T>, Particles<T>>)
    kind.exact = [](const Problem<T>& p, const T& time, const T& t0, const Watch& watch) {
      const auto found = exact(std::get<P<T>>(p), time, t0, watch);
      return Estimated<State<T>, T>{found.state, found.error_estimate, found.relative};
    };
  if constexpr (std::is_same_v<T, float128>)
    kind.at = [](const Problem<T>& p, const T& t0, const T& time, const Watch& watch) {
      const auto found = at(std::get<P<T>>(p), t0, time, watch);
      return Estimated<State<T>, T>{found.state, found.error_estimate, found.relative};
    };
  of_kinds<T>()[Problem<T>(P<T>{}).index()] = kind;
}
/// Lists a kind for float128 and float100.
template <template <class> class P>
void list_kind() {
  list_kind_in<P, float128>(), list_kind_in<P, float100>();
}

}  // namespace polhode::reference
