// SPDX-License-Identifier: MIT
#include "experiments/program/tableau_method.hpp"

#include "core/stepping/integrate.hpp"
#include "experiments/running/plugins.hpp"
#include "methods/mkrk.hpp"
#include "methods/runners.hpp"

#define POLHODE_OF_THE_TREE  // what all methods share is compiled once (methods/instances.cpp)
#include "methods/plugin.hpp"

namespace polhode {

namespace {

int given_size = 0;

/// A user's tableau as a law of the family, of S stages; an explicit one has as many of them as it says, and the others
/// are 0. What it says of itself is said when it is read.
template <int S>
struct Given : TableauLaw<S, 1, S == most_explicit> {
  static constexpr std::string_view id = "mkrk", label = "MKRK";
  static constexpr Answer symmetric = Answer::unknown;

  static int size() requires(S == most_explicit) { return given_size; }
  template <class T>
  static Tableau<S, T>& tableau() {
    static Tableau<S, T> kept{};
    return kept;
  }
};

template <int S, class T>
void keep(const Tableau<most_explicit, T>& from) {
  auto& to = Given<S>::template tableau<T>();
  for (int i = 0; i < S; ++i) {
    std::copy_n(from.a[i], S, to.a[i]);
    to.b[i] = from.b[i], to.c[i] = from.c[i];
  }
}

template <int S>
void add(const RoundedTableau& t, const std::string& what) {
  using M = detail::Mkrk<Given<S>>;
  given_size = t.stages;
  keep<S>(t.in_double), keep<S>(t.in_wide);
  static const std::string name = t.name;
  static const MethodInfo info = [&] {
    auto i = M::info;
    i.label = name, i.source = "Munthe-Kaas 1998, with a tableau of the user's";
    i.order = t.order == 0 ? no_order : t.order;
    i.coefficient_digits = t.digits;
    i.torque_evaluations.per_step = t.stages;
    i.symplectic = i.energy = {Answer::unknown};
    return i;
  }();
  check_names(what, info);
  add_method(info);
  const auto add = [](auto runner) {
    runner.info = &info;
    add_runner(runner);
  };
  add(make_runner<M, FreeBody<double>>()), add(make_runner<M, FreeBody<Wide>>());
  add(make_runner<M, TorquedBody<double>>()), add(make_runner<M, TorquedBody<Wide>>());
}

}  // namespace

void add_method(const RoundedTableau& t, const std::string& what) {
  static_assert(most_implicit == 4);
  constexpr void (*of_stages[])(const RoundedTableau&, const std::string&) = {add<most_explicit>, add<1>, add<2>,
                                                                              add<3>, add<4>};
  of_stages[t.is_explicit ? 0 : t.stages](t, what);
}

}  // namespace polhode
