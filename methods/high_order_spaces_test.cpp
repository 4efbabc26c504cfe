// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/geometry/scalar.hpp"
#include "core/stepping/integrate.hpp"
#include "methods/aba1064.hpp"
#include "methods/aba864.hpp"
#include "methods/bs.hpp"
#include "methods/dop853.hpp"
#include "methods/dopri5.hpp"
#include "methods/pmlf6.hpp"
#include "methods/rkf78.hpp"
#include "methods/rkn8b17.hpp"

// The methods of high order on directors and on particles. Their formulas are those of bodies; the spaces differ.
namespace polhode {
namespace {

using T = float128;

Director<T> director() {
  const T a = T(3) / T(5), b = T(4) / T(5);
  return {T(2), {{T(0), a, b}, {T(3), -b, a}}, {T(1), T(-1), T(3)}, {T(0.5), T(0), T(1)}, T(1.7)};
}
Particles<T> particles() {
  return {.mass = {T(1), T(2), T(0.5)},
          .initial = {{T(0.1), T(0.2), T(-0.3)}, {T(0.4), T(0.1), T(0.3)}},
          .a = {T(1), T(1.5), T(2)},
          .b = T(1),
          .c = T(-1),
          .d = T(0.5),
          .amplitude = {T(0.3), T(-0.2), T(0.1)},
          .frequency = T(1.3)};
}

template <class State>
double distance(const State& a, const State& b) {
  const auto x = flat(a), y = flat(b);
  T worst(0);
  for (std::size_t i = 0; i < x.size(); ++i) worst = std::max(worst, T(abs(x[i] - y[i])));
  return static_cast<double>(worst);
}

template <class M, class P>
auto end_of(const P& problem, int steps) {
  return integrate<M, P, NoTally>(problem, Grid<T>::of_duration(T(0), T(1), steps)).state;
}

/// Against the truth by another family, so that two splittings, or two solvers of flat numbers, do not share an error.
template <class M, class Truth, class P>
void has_its_order(const P& problem, int steps) {
  const auto truth = end_of<Truth>(problem, 64);
  const double order =
      std::log2(distance(end_of<M>(problem, steps), truth) / distance(end_of<M>(problem, 2 * steps), truth));
  EXPECT_NEAR(order, M::info.order.least(), 0.3) << M::info.id;
}
template <class M, class Truth>
void has_its_order(int steps) {
  has_its_order<M, Truth>(director(), steps);
  has_its_order<M, Truth>(particles(), steps);
}

TEST(HighOrderSpaces, TwoFamiliesAgree) {
  EXPECT_LT(distance(end_of<Bs<16>>(director(), 64), end_of<Rkn8b17>(director(), 4000)), 1e-25);
  EXPECT_LT(distance(end_of<Bs<16>>(particles(), 64), end_of<Rkn8b17>(particles(), 4000)), 1e-25);
}
TEST(HighOrderSpaces, Orders) {
  has_its_order<Bs<8>, Bs<16>>(16);
  has_its_order<Bs<12>, Bs<16>>(8);
  has_its_order<Aba864, Bs<16>>(200);
  has_its_order<Aba1064, Bs<16>>(200);
  has_its_order<Rkn8b17, Bs<16>>(16);
  has_its_order<Pmlf6, Bs<16>>(64);
  has_its_order<Dopri5, Bs<16>>(64);
  has_its_order<Rkf78, Bs<16>>(16);
  has_its_order<Dop853, Bs<16>>(16);
}

/// A director stays a unit vector at right angles to its velocity.
TEST(HighOrderSpaces, SplittingsStayOnTheSphere) {
  const auto s = end_of<Rkn8b17>(director(), 20);
  EXPECT_LT(static_cast<double>(abs(norm2(s.d) - 1)), 1e-31);
  EXPECT_LT(static_cast<double>(abs(dot(s.d, s.omega))), 1e-31);
}

}  // namespace
}  // namespace polhode
