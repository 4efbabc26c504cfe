// SPDX-License-Identifier: MIT
// Lanes where they are linked, without the program: with loops of their own for the bodies that they leave.
#include "methods/lanes/library.hpp"
#include "methods/lanes/roster.hpp"

namespace polhode {

const LaneLibrary* lane_library() {
  return polhode_lanes_v1();
}

namespace {

template <class M>
BodyLoops loops() {
  BodyLoops of{&M::info, &detail::run<M, FreeBody<double>>, {}};
  if constexpr (Method<M, TorquedBody<double>>) of.torqued = &detail::run<M, TorquedBody<double>>;
  return of;
}
template <class... M>
BodyLoops loops_among(std::string_view id, std::type_identity<std::tuple<M...>>) {
  BodyLoops found;
  ((M::info.id == id ? void(found = loops<M>()) : void()), ...);
  return found;
}

}  // namespace

BodyLoops loops_of(std::string_view id) {
  return loops_among(id, std::type_identity<EnsembleRoster>());
}

}  // namespace polhode
