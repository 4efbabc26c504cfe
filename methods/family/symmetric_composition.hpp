// SPDX-License-Identifier: MIT
#pragma once

#include "core/stepping/method.hpp"
#include "methods/family/coefficients.hpp"
#include "methods/family/name.hpp"

namespace polhode {

/// Steps of a symmetric method of order two, some of them back in time, that make a step of higher order:
///
///   S(g1 h), S(g2 h), ..., S(gs h),   g_(s+1-i) = g_i,   at the times t, t + g1 h, t + (g1 + g2) h, ...
///
/// Law: `id`, `label`, `source`, `order`, `stages` and `shares<T>()`. Base: the method, whose step takes any h; what it
/// carries from step to step goes from share to share. It fails where Base does [Suzuki 1990; Yoshida 1990].
template <class Law, class Base>
struct SymmetricComposition {
  static constexpr std::string_view colon = ":";
  static constexpr MethodInfo info = [] {
    auto i = Base::info;  // symplectic, and true to a free body's energy and momentum, if the base is
    i.id = Joined<Law::id, colon, id_of<Base>>::value;
    i.label = Joined<Law::label, colon, label_of<Base>>::value;
    i.aliases = {};
    i.source = Law::source;
    i.order = Law::order;
    if (i.energy.answer == Answer::no) i.energy = broken(Law::order);
    i.torque_evaluations.per_step *= Law::stages;
    i.solves_per_step *= Law::stages;
    if (i.order_without_torque != Order(exact_order)) i.order_without_torque = {};
    return i;
  }();

  template <class P>
  requires requires(const P& problem) { Base::prepare(problem); }
  static auto prepare(const P& problem) { return Base::prepare(problem); }

  template <class P, class State, class T>
  requires requires(const P& problem, const State& s, const T& t) { Base::start(problem, s, t, t); }
  static auto start(const P& problem, const State& s, const T& t, const T& h) { return Base::start(problem, s, t, h); }
  template <class P, class Memory, class T, class Counters>
  requires requires(const P& problem, const Memory& m, const T& t, Counters& counters) {
    Base::step(problem, m, t, t, counters);
  }
  static Memory step(const P& problem, Memory m, const T& t, const T& h, Counters& counters) {
    static const auto g = Law::template shares<T>();
    T share(0);
    for (const auto& g_i : g) {
      m = Base::step(problem, m, t + share * h, g_i * h, counters);
      share += g_i;
    }
    return m;
  }
  template <class P, class Memory>
  static auto read(const P& problem, const Memory& m) {
    return Base::read(problem, m);
  }
};

}  // namespace polhode
