// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>

#include "core/geometry/decimal.hpp"
#include "core/geometry/dual.hpp"
#include "core/geometry/principal_axes.hpp"
#include "core/geometry/s2.hpp"
#include "core/geometry/tangent.hpp"

namespace polhode {
namespace {

template <class T>
using BVec = Vec<Body, T>;

template <class T>
double size(const T& x) {
  using std::abs;
  return static_cast<double>(abs(value_of(x)));
}

/// Distances in units of epsilon<T>.
template <class F, class T>
double ulps(const Vec<F, T>& a, const Vec<F, T>& b, double scale = 1) {
  double d = 0;
  for (int i = 0; i < 3; ++i) d = std::max(d, size(T((a[i] - b[i]) / epsilon<T>())));
  return d / scale;
}

template <class T>
class Laws : public testing::Test {
 public:
  /// Rotation vectors at zero, around every switch of the series (|Psi|^2 = 1 and 4), generic, near and at pi.
  static std::vector<BVec<T>> vectors() {
    const T eps = epsilon<T>(), pi = pi_of<T>();
    std::vector<BVec<T>> list{{T(0), T(0), T(0)}};
    const BVec<T> n = BVec<T>{T(2), T(-3), T(6)} / T(7);
    for (const T& s : {T(eps * eps), eps, T(1e-9), T(1e-4), T(0.1), T(T(1) - T(4) * eps), T(T(1) + T(4) * eps), T(1.7),
                       T(T(2) - T(8) * eps), T(T(2) + T(8) * eps), T(3), T(pi - T(1e-6)), T(pi * (T(1) - T(4) * eps))})
      list.push_back(s * n);
    return list;
  }
};
using Scalars = testing::Types<double, float128, float50>;
TYPED_TEST_SUITE(Laws, Scalars);

TYPED_TEST(Laws, ExpIsUnitAndLogInvertsIt) {
  using T = TypeParam;
  for (const auto& Psi : this->vectors()) {
    const auto R = exp(Psi);
    EXPECT_LT(size(T((norm2(R) - T(1)) / epsilon<T>())), 8);
    EXPECT_LT(ulps(log(R), Psi), 32) << norm(Psi);
    EXPECT_LT(ulps(log(inverse(R)), -Psi), 32) << norm(Psi);
  }
}

TYPED_TEST(Laws, LogAtPiIsAHalfTurn) {
  using T = TypeParam;
  const Rotation<Body, Body, T> half{T(0), T(3) / T(5), T(0), T(-4) / T(5)};
  EXPECT_LT(ulps(log(half), pi_of<T>() * BVec<T>{T(3) / T(5), T(0), T(-4) / T(5)}), 16);
  const auto beyond = log(exp(BVec<T>{T(0), T(0), T(4)}));  // 4 rad is 4 - 2 pi
  EXPECT_LT(ulps(beyond, {T(0), T(0), T(T(4) - T(2) * pi_of<T>())}), 16);
}

TYPED_TEST(Laws, ExpMatchesThePowerSeriesOfTheMatrix) {
  using T = TypeParam;
  for (const auto& Psi : this->vectors()) {
    Mat3<T> sum = identity_matrix<T>(), term = sum;
    for (int k = 1; k < 80; ++k) term = (T(1) / T(k)) * (hat(Psi) * term), sum = sum + term;
    const auto R = matrix(exp(Psi));
    for (int j = 0; j < 3; ++j)
      EXPECT_LT(ulps(R.template column<Body>(j), sum.template column<Body>(j)), 64) << norm(Psi);
  }
}

TYPED_TEST(Laws, CayIsTheRationalMapWithTheHalfInside) {
  using T = TypeParam;
  for (const auto& a : this->vectors()) {
    const auto R = cay(a);  // (1 - hat(a)/2) R b = (1 + hat(a)/2) b
    const BVec<T> b{T(0.3), T(-0.7), T(1.1)}, Rb = R * b;
    EXPECT_LT(ulps(Rb - cross(a, Rb) / T(2), b + cross(a, b) / T(2)), 32);
  }
  const BVec<T> a{T(0.5), T(0.25), T(-1)};
  EXPECT_GT(ulps(log(cay(a)), a), 1e6) << "cay is not exp";
}

TYPED_TEST(Laws, DexpInverts) {
  using T = TypeParam;
  const BVec<T> b{T(0.3), T(-0.7), T(1.1)};
  for (const auto& Psi : this->vectors()) {
    EXPECT_LT(ulps(dexp_inv(Psi, dexp(Psi, b)), b), 64) << norm(Psi);
    EXPECT_LT(ulps(dexp(Psi, Psi), Psi), 32);
    EXPECT_LT(ulps(exp(Psi) * dexp(-Psi, b), dexp(Psi, b)), 32);
    EXPECT_LT(ulps(exp(Psi) * dexp_inv(Psi, b), dexp_inv(-Psi, b)), 64);
  }
}

/// Differentiating exp by duals gives dexp, on both sides of every switch and at zero.
TYPED_TEST(Laws, DualsDifferentiateExpAndLog) {
  using T = TypeParam;
  using D = Dual<T, 3>;
  for (const auto& Psi : this->vectors()) {
    const BVec<T> v{T(0.2), T(0.5), T(-0.4)};
    Vec<Body, D> x;
    for (int i = 0; i < 3; ++i) x[i] = D::variable(Psi[i], i);
    const auto R = exp(x);
    const BVec<T> b{T(0.3), T(-0.7), T(1.1)};
    const auto y = R * Vec<Body, D>{D(b[0]), D(b[1]), D(b[2])};
    BVec<T> dy{};
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) dy[k] += y[k].partial[i] * v[i];
    EXPECT_LT(ulps(dy, cross(dexp(Psi, v), exp(Psi) * b)), 64) << norm(Psi);

    const auto back = log(R);  // the derivative of log o exp is the identity
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) EXPECT_LT(size(T((back[k].partial[i] - T(i == k)) / epsilon<T>())), 2e3) << norm(Psi);
  }
}

TYPED_TEST(Laws, TangentsAgreeWithDuals) {
  using T = TypeParam;
  using D = Dual<T, 3>;
  const BVec<T> x0{T(0.4), T(-0.3), T(0.2)}, b0{T(1), T(2), T(-3)};
  Vec<Body, D> x;
  for (int i = 0; i < 3; ++i) x[i] = D::variable(x0[i], i);
  const auto lift = [](const BVec<T>& v) { return Vec<Body, D>{D(v[0]), D(v[1]), D(v[2])}; };
  const auto text = [](const auto& x, const auto& b) {
    const auto E = exp(x), C = cay(x);
    return rotate_back(E * C, b) + cross(x, rotate_back(E, cross(b, x))) - rotate_back(C, x);
  };
  const auto tangent = text(seed(x0), b0) + dexp_inv(seed(x0), cross(b0, seed(x0)));
  const auto dual = text(x, lift(b0)) + dexp_inv(x, cross(lift(b0), x));
  for (int i = 0; i < 3; ++i) {
    EXPECT_LT(size(T((tangent.value[i] - dual[i].value) / epsilon<T>())), 32);
    for (int j = 0; j < 3; ++j) EXPECT_LT(size(T((tangent.derivative(i, j) - dual[i].partial[j]) / epsilon<T>())), 64);
  }
}

TYPED_TEST(Laws, MatricesAndQuaternionsAgree) {
  using T = TypeParam;
  for (const auto& Psi : this->vectors()) {
    const auto R = exp(Psi), Q = exp(BVec<T>{T(1), T(0.2), T(-0.4)});
    const auto back = from_matrix<Body, Body, T>(matrix(R));
    EXPECT_LT(size(T(norm((inverse(back) * R).vector()) / epsilon<T>())), 16);
    const BVec<T> b{T(0.3), T(-0.7), T(1.1)};
    EXPECT_LT(ulps((R * Q) * b, R * (Q * b)), 16);
    EXPECT_LT(ulps(matrix(R) * b, R * b), 16);
  }
  for (int i = 0; i < 3; ++i) {  // next to them the largest component decides
    BVec<T> n{};
    n[i] = T(1), n[(i + 1) % 3] = T(1e-4), n[(i + 2) % 3] = T(-1e-5);
    const auto q = normalised(Rotation<Body, Body, T>{T(1e-12), n[0], n[1], n[2]});
    EXPECT_LT(ulps((inverse(from_matrix<Body, Body, T>(matrix(q))) * q).vector(), {T(0), T(0), T(0)}), 16) << i;
  }
  for (int i = 0; i < 3; ++i) {  // half turns, where the trace says nothing
    Mat3<T> m = T(-1) * identity_matrix<T>();
    m(i, i) = T(1);
    const auto q = from_matrix<Body, Body, T>(m);
    EXPECT_EQ(ulps(q.vector(), axis<Body, T>(i)), 0);
  }
}

TYPED_TEST(Laws, Directors) {
  using T = TypeParam;
  using SVec = Vec<Space, T>;
  const SVec d{T(0), T(3) / T(5), T(4) / T(5)}, v{T(0.5), T(-4) / T(5), T(3) / T(5)};
  const SVec turned = turn(v, d);
  EXPECT_LT(size(T((norm(turned) - T(1)) / epsilon<T>())), 8);
  EXPECT_LT(size(T((angle(d, turned) - norm(v)) / epsilon<T>())), 32);
  EXPECT_LT(ulps(turn(-v, turned), d), 16);
  EXPECT_LT(size(T((angle(d, turn(SVec{T(2.5), T(0), T(0)}, d)) - T(2.5)) / epsilon<T>())), 32)
      << "beyond a right angle";
  const SVec same = exp(v) * d;
  EXPECT_LT(ulps(turned, same), 16);
  EXPECT_LT(ulps(drill_free(d, axis<Space, T>(2)), d), 8);
  EXPECT_LT(size(T(dot(tangential(d, SVec{T(1), T(2), T(3)}), d) / epsilon<T>())), 16);
}

/// What is said to be a derivative is one, on both sides of every switch.
TYPED_TEST(Laws, SlopesAreDerivatives) {
  using T = TypeParam;
  using D = Dual<T, 1>;
  const auto expect = [](const T& slope, const D& of, double factor, double at) {
    EXPECT_LT(size(T((slope - T(factor) * of.partial[0]) / epsilon<T>())), 32) << at;
  };
  for (const double at : {0.0, 0.3, 0.99, 1.01, 3.0, 3.99, 4.01, 9.0}) {
    const D t = D::variable(T(at), 0);
    expect(sinc_slope(T(at)), sinc_root(t), -2, at);
    expect(sinc_curve(T(at)), sinc_slope(t), -2, at);
    expect(chi_slope(T(at)), chi(t), 1, at);
  }
}

TYPED_TEST(Laws, TurnsAboutAxes) {
  using T = TypeParam;
  const auto expect = [](const auto& R, const BVec<T>& Psi) {
    EXPECT_LT(ulps((inverse(exp(Psi)) * R).vector(), {T(0), T(0), T(0)}), 8) << norm(Psi);
  };
  for (const double angle : {0.7, 2.5, -4.0}) {
    expect(axis_rotation<0, Body>(T(angle)), {T(angle), T(0), T(0)});
    expect(axis_rotation<1, Body>(T(angle)), {T(0), T(angle), T(0)});
    expect(axis_rotation<2, Body>(T(angle)), {T(0), T(0), T(angle)});
  }
}

TEST(Numbers, RootsAreThoseOfTheLibrary) {
  for (const double x : {0.0, 1e-320, 1e-7, 0.3, 2.0, 1e300, double(INFINITY)}) EXPECT_EQ(root(x), std::sqrt(x)) << x;
}

template <class T>
void expect_roots_of_decimals() {
  const T two(
      "1.414213562373095048801688724209698078569671875376948073176679737990732478462107038850387534327641572735"),
      three(
          "1.7320508075688772935274463415058723669428052538103806280558069794519330169088000370811461867572485756756");
  for (const int k : {-2001, -3, 0, 1, 4, 2001}) {
    EXPECT_LT(size(T(sqrt(ldexp(T(2), 2 * k)) / ldexp(two, k) - 1)), 2 * epsilon<T>()) << k;
    EXPECT_LT(size(T(sqrt(ldexp(T(6), 2 * k + 1)) / ldexp(three, k + 1) - 1)), 2 * epsilon<T>()) << k;
  }
  for (int n = 0; n < 1000; ++n) EXPECT_EQ(sqrt(T(n) * T(n)), T(n));
  EXPECT_FALSE(is_finite(T(sqrt(T(-1)))));
}
TEST(Numbers, RootsOfDecimals) {
  expect_roots_of_decimals<float50>();
  expect_roots_of_decimals<float100>();
}

TEST(Numbers, RoundHalvesAwayFromZero) {
  for (const auto& [x, n] : {std::pair{2.5, 3.0}, {-2.5, -3.0}, {-0.5, -1.0}, {0.5, 1.0}, {-2.4, -2.0}, {1.6, 2.0}})
    EXPECT_EQ(nearest_integer(x), n) << x;
  EXPECT_TRUE(is_finite(1e308));
  for (const double x : {INFINITY, -INFINITY, NAN}) EXPECT_FALSE(is_finite(x)) << x;
}

template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Composable = requires(A a, B b) {
  a* b;
};

TEST(Frames, DoNotMix) {
  static_assert(Addable<Vec<Body, double>, Vec<Body, double>>);
  static_assert(!Addable<Vec<Body, double>, Vec<Space, double>>);
  static_assert(Composable<Attitude<double>, Vec<Body, double>>);
  static_assert(!Composable<Attitude<double>, Vec<Space, double>>);
  static_assert(Composable<Attitude<double>, Rotation<Body, Body, double>>);
  static_assert(!Composable<Attitude<double>, Attitude<double>>);
}

TEST(Lengths, NeitherOverflowNorUnderflow) {
  EXPECT_DOUBLE_EQ(norm(Vec<Body, double>{3e200, 0, 4e200}), 5e200);
  EXPECT_DOUBLE_EQ(norm(Vec<Body, double>{3e-200, 0, 4e-200}), 5e-200);
  EXPECT_EQ(norm(Vec<Body, double>{0, 0, 0}), 0);
  EXPECT_FALSE(is_finite(norm(Vec<Body, double>{0, NAN, 0})));
  EXPECT_FALSE(is_finite(norm(Vec<Body, double>{INFINITY, 0, 0})));
}

/// Of two equal moments: I = 2 - n n^T.
PrincipalAxes<double> axes_about(const Vec<Body, double>& n) {
  return principal_axes(Mat3<double>::of([&](int i, int j) { return (i == j ? 2 : 0) - n[i] * n[j]; }));
}
TEST(PrincipalAxes, AreNearestToTheIdentity) {
  const auto p = principal_axes(Mat3<double>{{{3, 1e-3, 0}, {1e-3, 1, 0}, {0, 0, 2}}});
  EXPECT_LT(norm(p.axes.vector()), 1e-3);
  const auto q = axes_about({0.6, 0, 0.8});
  EXPECT_NEAR(2 * std::asin(norm(q.axes.vector())), std::acos(0.8), 1e-7)
      << "the shortest turn that takes an axis to n";
}

TEST(PrincipalAxes, TurnInTheirPlaneTowardsTheIdentity) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> any;
  for (int count = 0; count < 50; ++count) {
    const Vec<Body, double> n{any(random), any(random), any(random)};
    const auto p = axes_about(n / norm(n));
    const int k = p.moments[0] < 1.5 ? 0 : p.moments[1] < 1.5 ? 1 : 2;
    for (const double by : {1e-3, -1e-3}) EXPECT_GT(p.axes.w, (p.axes * exp(by * axis<Body, double>(k))).w) << count;
  }
}

/// Every T, every shape: tiny and huge, one moment far from the others, all alike but for rounding.
TEST(PrincipalAxes, AreThoseOfTheMatrix) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int n = 0; n < 500; ++n) {
    const double scale = std::pow(10, 120 * any(random)), spread = std::pow(10, -16 * std::abs(any(random)));
    const auto turn = exp(Vec<Body, double>{3 * any(random), 3 * any(random), 3 * any(random)});
    const auto Q = matrix(turn);
    Mat3<double> m{};
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m(i, j) += scale * (1 + spread * k * any(random) / 3) * Q(i, k) * Q(j, k);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j) m(i, j) = m(j, i);
    const auto p = principal_axes(m);
    const auto V = matrix(p.axes);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double back = 0;
        for (int k = 0; k < 3; ++k) back += V(i, k) * p.moments[k] * V(j, k);
        EXPECT_NEAR(back / scale, m(i, j) / scale, 1e-14) << n;
      }
  }
}

}  // namespace
}  // namespace polhode
