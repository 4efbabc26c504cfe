// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "methods/dumbbell_conserving.hpp"
#include "methods/dumbbell_vi.hpp"
#include "methods/family/beside.hpp"
#include "methods/family/coefficients.hpp"
#include "methods/family/name.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"
#include "methods/vector_space.hpp"

// SUZUKI4, KL6, KL8, SS10: steps of a symmetric method S of order two, some of them back in time
// [Suzuki 1990, "Fractal decomposition of exponential operators"; Kahan & Li 1997, "Composition constants for raising
// the orders of unconventional schemes"; Sofroniou & Spaletta 2005, "Derivation of symmetric composition constants for
// symmetric integrators"]
//
//   S(g1 h), S(g2 h), ..., S(gs h),   g_(s+1-i) = g_i,   at the times t, t + g1 h, t + (g1 + g2) h, ...         (1)
//
//   suzuki4  s = 5,  of order 4    g1 = g2 = 1 / (4 - 4^(1/3)), g3 = 1 - 4 g1 < 0
//   kl6      s = 9,  of order 6    s9odr6a
//   kl8      s = 17, of order 8    s17odr8a
//   ss10     s = 35, of order 10
//
// What S carries from step to step goes from share to share. Departures: none. The middle share is made from the
// others, so that the sum is 1 in any arithmetic.
namespace polhode {

/// The steps, for all shares. Base is S; a step fails where Base does.
template <class Base>
struct CompositionSteps {
  template <class P, class State, class T>
  requires requires(const P& problem, const State& s, const T& t) { Base::start(problem, s, t, t); }
  static auto start(const P& problem, const State& s, const T& t, const T& h) { return Base::start(problem, s, t, h); }
  template <class P, class Memory, class T, class Counters>
  requires requires(const P& problem, const Memory& m, const T& t, Counters& counters) {
    Base::step(problem, m, t, t, counters);
  }
  static Memory step(const P& problem, Memory m, const T& t, const T& h, Counters& counters) {
    T share(0);
    for (const T& g : problem.prepared.numbers) {
      m = Base::step(problem, m, t + share * h, g * h, counters);  // (1)
      share += g;
    }
    return m;
  }
  static auto read(const auto& problem, const auto& m) { return Base::read(problem, m); }
};

/// Law: `id`, `label`, `source`, `order`, `stages` and `shares<T>()`.
template <class Law, class Base>
struct SymmetricComposition : CompositionSteps<Base> {
  using Loop = CompositionSteps<Base>;
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
  static auto prepare(const P& problem) {
    using T = typename P::Scalar;
    static const auto shares = Law::template shares<T>();
    return beside<Base>(problem, std::span<const T>(shares));
  }
};

namespace detail {

struct Suzuki4Law {
  static constexpr std::string_view id = "suzuki4", label = "Suzuki4", source = "Suzuki 1990";
  static constexpr int order = 4, stages = 5;
  template <class T>
  static auto shares() {
    return palindrome<stages, T>("0.41449077179437573714235406286076149571177460401671",
                                 "0.41449077179437573714235406286076149571177460401671");
  }
};

struct Kl6Law {
  static constexpr std::string_view id = "kl6", label = "KL6", source = "Kahan & Li 1997, s9odr6a";
  static constexpr int order = 6, stages = 9;
  template <class T>
  static auto shares() {
    return palindrome<stages, T>("0.39216144400731413927925055742267140380493426088798",
                                 "0.33259913678935943859974863750004964688158694434033",
                                 "-0.7062461725576393598099648195492564593955106668262",
                                 "0.082213596293550800231490448102056331103293891270607");
  }
};

struct Kl8Law {
  static constexpr std::string_view id = "kl8", label = "KL8", source = "Kahan & Li 1997, s17odr8a";
  static constexpr int order = 8, stages = 17;
  template <class T>
  static auto shares() {
    return palindrome<stages, T>(
        "0.13020248308889008087881763209670052235724723381457", "0.561162981775108384561964407700150567266159354341",
        "-0.38947496264484728640807859823524838883606804677158", "0.15884190655515560089621074570715248141214780943123",
        "-0.39590389413323757733623153934793893602677148542676", "0.18453964097831570709183254153337546281898734415031",
        "0.25837438768632204729397910999493947181307620895217", "0.29501172360931029887096624021822811297654323035151");
  }
};

struct Ss10Law {
  static constexpr std::string_view id = "ss10", label = "SS10", source = "Sofroniou & Spaletta 2005, s = 35";
  static constexpr int order = 10, stages = 35;
  template <class T>
  static auto shares() {
    return palindrome<stages, T>(
        "0.078795722521686419263907679338289606665525627664045", "0.31309610341510852776481247192025682146180252205119",
        "0.02791838323507806610952027326594944750871151070264", "-0.22959284159390709415121339680112270483693104314379",
        "0.13096206107716486317465685929215836354944768295577", "-0.26973340565451071434460973221728662364809934844878",
        "0.07497334315589143566613710563905871350375892455457", "0.11199342399981020488957508073726990527726687427582",
        "0.36613344954622675119314812353714694600902180723859", "-0.39910563013603589787862981058401555689608229209272",
        "0.10308739852747107731580276999450387228437500763457", "0.41143087395589023782070411897747778689794029774186",
        "-0.004866360583135261762195659307742409124724261370288",
        "-0.39203335370863990644808193642998014162971907595043", "0.0519425029624496470371829048314042431472608322697",
        "0.050665090759924496335874342509694873941040713991406",
        "0.049674370639729879054568800666664794601876293212924");
  }
};

}  // namespace detail

template <class Base>
using Suzuki4 = SymmetricComposition<detail::Suzuki4Law, Base>;
template <class Base>
using Kl6 = SymmetricComposition<detail::Kl6Law, Base>;
template <class Base>
using Kl8 = SymmetricComposition<detail::Kl8Law, Base>;
template <class Base>
using Ss10 = SymmetricComposition<detail::Ss10Law, Base>;

}  // namespace polhode
