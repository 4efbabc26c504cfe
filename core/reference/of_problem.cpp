// SPDX-License-Identifier: MIT
#include "core/reference/of_problem.hpp"

#include "core/reference/estimated.hpp"
#include "core/reference/kinds.hpp"
#include "core/reference/reference.hpp"

namespace polhode::reference {

namespace {

constexpr auto motion = [](const auto& body, const auto& t) { return exact_free_motion(body, t); };

template <class T>
const OfKind<T>& kind_of(const Problem<T>& problem) {
  const auto& kind = of_kinds<T>()[problem.index()];
  if (!kind.origin) throw std::logic_error("the references of this kind of problem are not linked");
  return kind;
}

}  // namespace

template <>
Estimated<RigidState<float128>, float128> exact(const FreeBody<float128>& body, const float128& time, const float128&,
                                                const Watch&) {
  return estimated(motion, body, time);
}
template <>
Estimated<RigidState<float100>, float100> exact(const FreeBody<float100>& body, const float100& time, const float100&,
                                                const Watch&) {
  return estimated(motion, body, time);
}

template <class T>
std::array<OfKind<T>, std::variant_size_v<typename Problem<T>::Kinds>>& of_kinds() {
  static std::array<OfKind<T>, std::variant_size_v<typename Problem<T>::Kinds>> all{};
  return all;
}
template std::array<OfKind<float128>, 4>& of_kinds();
template std::array<OfKind<float100>, 4>& of_kinds();

namespace {
const bool free_bodies_are_listed = (list_kind<FreeBody>(), true);
}

template <class T>
Origin origin(const Problem<T>& problem) {
  return kind_of(problem).origin(problem);
}
template <class T>
Estimated<State<T>, T> exact(const Problem<T>& problem, const T& time, const T& t0, const Watch& watch) {
  return kind_of(problem).exact(problem, time, t0, watch);
}
template <class T>
Estimated<State<T>, T> at(const Problem<T>& problem, const T& t0, const T& time, const Watch& watch) {
  return kind_of(problem).at(problem, t0, time, watch);
}

template Origin origin(const Problem<float128>&);
template Origin origin(const Problem<float100>&);
template Estimated<State<float128>, float128> exact(const Problem<float128>&, const float128&, const float128&,
                                                    const Watch&);
template Estimated<State<float100>, float100> exact(const Problem<float100>&, const float100&, const float100&,
                                                    const Watch&);
template Estimated<State<float128>, float128> at(const Problem<float128>&, const float128&, const float128&,
                                                 const Watch&);

}  // namespace polhode::reference
