// SPDX-License-Identifier: MIT
#pragma once

#include "methods/dumbbell_vi.hpp"
#include "methods/family/symmetric_composition.hpp"
#include "methods/mr.hpp"
#include "methods/sej.hpp"
#include "methods/vs_verlet.hpp"

// SS10: symmetric composition of order ten, thirty-five stages
// [Sofroniou & Spaletta 2005, "Derivation of symmetric composition constants for symmetric integrators", s = 35]
//
//   S(g1 h), S(g2 h), ..., S(g35 h),   g_(36-i) = g_i,   S a symmetric method of order two
//
// Departures: none. The middle share is made from the others, so that the sum is 1 in any arithmetic.
namespace polhode {

namespace detail {
struct Ss10Law {
  static constexpr std::string_view id = "ss10", label = "SS10", source = "Sofroniou & Spaletta 2005, s = 35";
  static constexpr int order = 10, stages = 35;
  template <class T>
  static auto shares() {
    return palindrome<35, T>(
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

/// `ss10:BASE`, of order ten for a symmetric Base of order two; it fails where Base does.
template <class Base>
struct Ss10 : SymmetricComposition<detail::Ss10Law, Base> {};

}  // namespace polhode
