// SPDX-License-Identifier: MIT
#include "methods/exact.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include <boost/math/special_functions/ellint_rc.hpp>
#include <boost/math/special_functions/ellint_rf.hpp>
#include <boost/math/special_functions/ellint_rj.hpp>

#include "core/geometry/dual.hpp"
#include "core/stepping/integrate.hpp"
#include "core/testing/free_bodies.hpp"

namespace polhode {
namespace {

using free_bodies::body, free_bodies::Case, free_bodies::difference, free_bodies::moved, free_bodies::sensitivity;

using Matrix = EllipticFlow<orbit::MatrixFrame<orbit::Carlson>>;
using MatrixAsQuaternion = EllipticFlow<orbit::QuaternionFrame<orbit::Carlson>>;
using Kosenko = EllipticFlow<orbit::KosenkoFrame<orbit::Carlson>>;
using VanZonSchofield = EllipticFlow<orbit::VzsFrame<orbit::Carlson>>;

/// Where the papers' routes lose nothing: some of most kinds; next to each axis; and on both sides of the separatrix of
/// I = (1, 2, 3), which passes through m = (1, m2, sqrt 3).
std::vector<Case> cases() {
  std::vector<Case> list;
  for (const auto& kind : free_bodies::kinds)
    if (std::set<std::string_view>{"Generic", "LimitsWithNamesOfTheirOwn", "AnyOrderOfTheAxesAndAnySigns", "Steps"}
            .count(kind.name))
      for (std::size_t i = 0; const auto& c : kind.cases())
        if (i++ % 5 == 0) list.push_back(c);
  for (int a = 0; a < 3; ++a)
    for (const double off : {0.0, 1e-300, 1e-160, 1e-12, 1e-8, 1e-5, 1e-2}) {
      Case c{"axis", {0.6, 0.8, 1}, {off, -0.7 * off, off}, 3};
      c.m[a] = a == 2 ? -1 : 1;
      list.push_back(c);
    }
  for (const double off : {1e-3, 1e-7, 1e-11, 1e-14, 0.0, -1e-14, -1e-11, -1e-7, -1e-3})
    for (const double m2 : {0.0, 0.9, -2.5})
      list.push_back({"separatrix", {1, 2, 3}, {1 + off, m2, std::sqrt(3.0)}, 2.5});
  return list;
}

TEST(Exact, IsAsAccurateAsItsInputs) {
  for (const auto& c : cases()) {
    const auto b = body(c);
    const auto exact = reference::exact_free_motion(cast<float50>(b), float50(c.h));
    const double sensitive = sensitivity(c, exact);
    for (const auto& found :
         {moved<CarlsonFlow>(b, b.initial, c.h), moved<Matrix>(b, b.initial, c.h),
          moved<MatrixAsQuaternion>(b, b.initial, c.h), moved<Kosenko>(b, b.initial, c.h),
          moved<VanZonSchofield>(b, b.initial, c.h)}) {  // free_flow_test has that of `exact`, below 2e-14
      EXPECT_LE(difference(cast<float50>(found), exact), std::max(3e-14, 50 * sensitive)) << c.name;
      EXPECT_NEAR(norm(found.Pi) / norm(b.initial.Pi), 1, 1e-14) << c.name;
    }
    const auto wide = cast<float128>(b);
    const float128 h(c.h);
    const double limit = sensitive * 0x1p-56;
    const auto e = [&](const RigidState<float128>& found) { return difference(cast<float50>(found), exact); };
    EXPECT_LE(e(moved<ExactFlow>(wide, wide.initial, h)), std::max(1e-31, limit)) << c.name;
    // The papers' routes go by way of u0, which is 690 at a distance of 1e-300 from axis 2.
    for (const auto& found : {moved<Matrix>(wide, wide.initial, h), moved<MatrixAsQuaternion>(wide, wide.initial, h),
                              moved<Kosenko>(wide, wide.initial, h), moved<VanZonSchofield>(wide, wide.initial, h)})
      EXPECT_LE(e(found), std::max(1e-30, limit)) << c.name;
  }
}

/// Next to the middle axis squares of the distance underflow in the integrals of the third kind. The papers' routes
/// lose the digits of u0, which is 320 at 1e-139.
TEST(Exact, NextToTheMiddleAxisEveryFrameIsFinite) {
  for (const double off : {1e-139, 1e-110, 1e-80, 1e-60})
    for (const double h : {-3.0, 0.3, 3.0, 40.0}) {
      const Case c{"", {0.6, 0.8, 1}, {off, 1, -0.7 * off}, h};
      const auto b = body(c);
      const auto exact = reference::exact_free_motion(cast<float50>(b), float50(h));
      for (const auto& found : {moved<CarlsonFlow>(b, b.initial, h), moved<Matrix>(b, b.initial, h),
                                moved<MatrixAsQuaternion>(b, b.initial, h), moved<Kosenko>(b, b.initial, h),
                                moved<VanZonSchofield>(b, b.initial, h)})
        EXPECT_LE(difference(cast<float50>(found), exact), std::max(1e-12, 500 * sensitivity(c, exact)))
            << off << " " << h;
    }
}

/// Choice (2) as the paper writes it, corrected: the squares of p0 and p3, the sign of their product, (15), in cases
/// (i) and (ii), from the beginning of a step to its end.
TEST(Exact, MdotFrameIsThatOfThePaper) {
  using T = float128;
  for (const free_bodies::Triple& m : {free_bodies::Triple{1.8, 0.4, -0.9}, {0.7, -0.3, 1.1}, {-0.2, 0.5, 1.4}}) {
    const auto b = cast<T>(body(Case{"", {0.6, 0.8, 1}, m, 0}));
    const auto frame = [&](const Vec<Body, T>& Pi) {
      const T I1 = b.I[0], I2 = b.I[1], I3 = b.I[2];
      const Vec<Body, T> n = Pi / norm(Pi), rate = cross(n, b.Omega(n));
      const T D1 = n[1] * n[1] * (I2 - I1) / I2 + n[2] * n[2] * (I3 - I1) / I3, d2 = 1 - dot(n, b.Omega(n)) * I2;
      const T p3 = sqrt((1 + n[2]) / 4 + (I3 - I2) * n[1] / (4 * I2 * I3 * norm(rate)) * (n[2] + I3 * d2 / (I3 - I2)));
      const T opposite = n[0] * n[2] * (I3 - I1) / (I1 * I3) + n[0] * D1 / I1;
      const T p0 = with_sign(T(sqrt((1 + n[2]) / 2 - p3 * p3)), T(-opposite));
      return Attitude<T>{p0, (p3 * n[0] + p0 * n[1]) / (1 + n[2]), (p3 * n[1] - p0 * n[0]) / (1 + n[2]), p3};
    };
    const auto end = moved<MatrixAsQuaternion>(b, b.initial, T(0.7));
    // p(m0) dR p(m1)^-1 is a turn about e3.
    const auto y = frame(b.initial.Pi) * inverse(b.initial.R) * end.R * inverse(frame(end.Pi));
    EXPECT_LT(static_cast<double>(abs(y.x) + abs(y.y)), 1e-31);
  }
}

/// The arithmetic-geometric mean and Carlson's duplications are left at rounding, wherever they are: against Boost in
/// 50 digits. A derivative by the modulus wants a round more.
TEST(Elliptic, MeansEndAtRounding) {
  using T = float128;
  using W = float50;
  const auto off = [](const T& found, const W& known) {
    return std::abs(static_cast<double>(W((W(found) - known) / known))) / static_cast<double>(epsilon<T>());
  };
  for (int i = 1; i <= 120; ++i) {
    const double mc = std::exp2(-i / 4.0), K = std::log(4 / std::sqrt(mc));
    for (const double share : {0.3, 0.9}) {
      const auto known = reference::jacobi(W(share * K), W(1 - W(mc)), W(mc));
      const auto found = elliptic::sncndn(T(share * K), T(mc));
      EXPECT_LT(off(found.sn, known.sn), 20) << mc;
      EXPECT_LT(off(found.cn, known.cn), 60) << mc;
      EXPECT_LT(off(found.dn, known.dn), 60) << mc;
      using D = Dual<T, 1>;
      const W by(mc * 1e-15);
      const auto up = reference::jacobi(W(share * K), W(1 - W(mc) - by), W(mc + by)),
                 down = reference::jacobi(W(share * K), W(1 - W(mc) + by), W(mc - by));
      const auto slope = elliptic::sncndn(D(T(share * K)), D::variable(T(mc), 0)).sn.partial[0];
      EXPECT_LT(off(slope, W((up.sn - down.sn) / (2 * by))), 1e8) << mc;
    }
  }
  // Next to mc = 1 the first round may be the last: differences of 50 digits are exact for a double.
  for (int i = 2; i <= 52; ++i) {
    using D = Dual<double, 1>;
    const double mc = 1 - std::exp2(-i), u = 1.3;
    const W by(1e-20);
    const W up = reference::jacobi(W(u), W(1 - W(mc) - by), W(mc + by)).sn,
            down = reference::jacobi(W(u), W(1 - W(mc) + by), W(mc - by)).sn;
    const double slope = elliptic::sncndn(D(u), D::variable(mc, 0)).sn.partial[0];
    EXPECT_NEAR(slope / static_cast<double>(W((up - down) / (2 * by))), 1, 1e-14) << i;
  }
  // Duplications end at a spread of the arguments: from both sides of every threshold, where each term of a series
  // weighs most.
  for (int i = 8; i <= 480; ++i) {
    const T s = T(std::exp2(-i / 20.0)), x = 1 - s, z = 1 + s, p = 1 + s / 2;
    EXPECT_LT(off(elliptic::carlson_rc(x, T(1 + s / 2)), boost::math::ellint_rc(W(x), W(T(1 + s / 2)))), 8) << i;
    EXPECT_LT(off(elliptic::carlson_rf(x, T(1), z), boost::math::ellint_rf(W(x), W(1), W(z))), 8) << i;
    EXPECT_LT(off(elliptic::carlson_rj(x, x, z, p), boost::math::ellint_rj(W(x), W(x), W(z), W(p))), 16) << i;
  }
}

}  // namespace
}  // namespace polhode
