// SPDX-License-Identifier: MIT
// A method of one's own, outside the tree: polhode check mr4 --plugin libmr4.so
#include <methods/mr.hpp>
#include <methods/plugin.hpp>

// MR4: three steps of MR, the middle one backwards [Suzuki 1990; Yoshida 1990]
//
//   a = 1/(2 - 2^(1/3)),  b = 1 - 2a;      step(h) = MR(a h) o MR(b h) o MR(a h)
//
// It is of fourth order, since MR is symmetric and of second. Memory, start and read are those of MR.
namespace {

using namespace polhode;

struct Mr4 : Strang<MrFlow> {
  static constexpr MethodInfo info{.id = "mr4",
                                   .label = "MR4",
                                   .source = "Yoshida 1990, with MR",
                                   .order = 4,
                                   .torque_evaluations = {3},
                                   .symmetric = {Answer::yes},
                                   .symplectic = {Answer::yes},
                                   .spatial_momentum = {Answer::yes, "without torque"},
                                   .order_of_axes_matters = true,
                                   .supports = Dependence::linear};

  /// a, once per run; in T, so that it has all digits that T has.
  template <class P>
  static auto prepare(const P&) {
    using T = typename P::Scalar;
    using std::exp, std::log;
    return T(1 / (2 - exp(log(T(2)) / 3)));
  }

  template <class P, class Memory, class T, class Counters>
  static Memory step(const P& body, Memory m, const T& t, const T& h, Counters& counters) {
    const T ah = body.prepared * h, bh = h - 2 * ah;
    m = Mr::step(body, m, t, ah, counters);
    m = Mr::step(body, m, t + ah, bh, counters);
    return Mr::step(body, m, t + ah + bh, ah, counters);
  }
};

}  // namespace

POLHODE_METHODS(Mr4)
