// SPDX-License-Identifier: MIT
#include "core/reference/driven_body.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <vector>

#include "core/geometry/decimal.hpp"
#include "core/reference/free_body.hpp"

namespace polhode::reference {

namespace {

using std::abs, std::sqrt;

template <class T>
RigidState<T> damped(const DrivenBody<T>& body, const T& t) {
  using std::expm1;
  const auto& D = body.damping;
  const auto& I = body.I;
  const T delta = (D[0] + D[1] + D[2]) / (I[0] + I[1] + I[2]);
  const T decay = expm1(T(-delta * t)), s = delta == 0 ? t : T(-decay / delta);
  auto end = exact_free_motion(FreeBody<T>{body}, s);
  end.Pi = (T(1) + decay) * end.Pi;
  return end;
}

// --- Weierstrass's function of real invariants and argument ----------------------------------------------------------

template <class T>
class Weierstrass {
 public:
  Weierstrass(const T& g2, const T& g3) : g2_(g2), g3_(g3) {
    using std::cbrt;
    size_ = std::max(T(sqrt(T(sqrt(T(abs(g2)))))), T(sqrt(T(cbrt(T(abs(g3)))))));
    c_ = {T(0), T(0), T(g2 / 20), T(g3 / 28)};
    for (int n = 4; n < terms; ++n) {
      T sum(0);
      for (int m = 2; m <= n - 2; ++m) sum += c_[m] * c_[n - m];
      c_.push_back(3 * sum / ((2 * n + 1) * (n - 3)));
    }
  }

  struct Value {
    T P, slope;
  };
  /// P and P' at 0 < |z| <= half the real period: a Laurent series near 0, and duplications.
  Value at(T z) const {
    int doublings = 0;
    for (; abs(z) * size_ > T(0.25); ++doublings) z = z / 2;
    const T z2 = z * z;
    T power(1), P = 1 / z2, slope = -2 / (z2 * z);
    for (int n = 2; n < terms; ++n) {
      slope += (2 * n - 2) * c_[n] * power * z;
      power *= z2;
      P += c_[n] * power;
    }
    for (; doublings > 0; --doublings) {
      const T m = (6 * P * P - g2_ / 2) / slope, twice = m * m / 4 - 2 * P;
      slope = -(slope + m * (twice - P)), P = twice;
    }
    return {P, slope};
  }
  T curvature(const Value& v) const { return 6 * v.P * v.P - g2_ / 2; }

  /// The real period; not finite where it has none.
  T period() const {
    using std::acos, std::cbrt, std::cos;
    const auto polished = [&](T e) {
      for (int i = 0; i < 8; ++i)
        if (const T slope = 12 * e * e - g2_; slope != 0) e -= ((4 * e * e - g2_) * e - g3_) / slope;
      return e;
    };
    if (const T delta = g2_ * g2_ * g2_ - 27 * g3_ * g3_; delta > 0) {
      const T r = sqrt(T(g2_ / 3)), third = acos(std::clamp(T(g3_ / (r * r * r)), T(-1), T(1))) / 3, pi = pi_of<T>();
      const T e1 = polished(r * cos(third)), e3 = polished(r * cos(T(third + 2 * pi / 3))), e2 = -e1 - e3;
      return pi / mean(sqrt(T(e1 - e3)), sqrt(T(e1 - e2)));
    }
    const T root = sqrt(T(abs(T(g3_ * g3_ / 64 - g2_ * g2_ * g2_ / 1728))));
    const T e = polished(cbrt(T(g3_ / 8 + root)) + cbrt(T(g3_ / 8 - root)));
    const T H = sqrt(T(abs(T(3 * e * e - g2_ / 4)))), mc = (1 + 3 * e / (2 * H)) / 2;
    return pi_of<T>() / (sqrt(H) * mean(T(1), sqrt(std::max(mc, T(0)))));
  }

 private:
  static constexpr int terms = 90;  // at a fourth of the size, 1e-100

  /// Of arithmetic and geometry (Gauss).
  static T mean(T a, T b) {
    for (int i = 0; i < 60 && abs(a - b) > epsilon<T>() * a; ++i) {
      const T m = (a + b) / 2;
      b = sqrt(T(a * b)), a = m;
    }
    return a;
  }

  T g2_, g3_, size_;
  std::vector<T> c_;
};

// --- a rotor along axis 3 of a body with moments I1 != I2 ------------------------------------------------------------

template <class T>
class Gyrostat {
 public:
  Gyrostat(const Vec<Body, T>& I, const T& h, const Vec<Body, T>& Omega)
      : I_(I), h_(h), Omega_(Omega), P_(0, 0), v0_((I[0] - I[1]) / I[2] * Omega[0] * Omega[1]) {
    const auto& [I1, I2, I3] = I_.c;
    const T x = Omega[2];
    A_[0] = I1 * (I2 - I1) * Omega[0] * Omega[0], A_[1] = 2 * I3 * (h + (I3 - I2) * x), A_[2] = I3 * (I3 - I2);
    B_[0] = I2 * (I1 - I2) * Omega[1] * Omega[1], B_[1] = 2 * I3 * (h + (I3 - I1) * x), B_[2] = I3 * (I3 - I1);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) f_[i + k] -= A_[i] * B_[k] / (I3 * I3 * I1 * I2);
    P_ = {f_[4] * f_[0] - f_[3] * f_[1] / 4 + f_[2] * f_[2] / 12,
          f_[4] * f_[2] * f_[0] / 6 + f_[3] * f_[2] * f_[1] / 48 - f_[2] * f_[2] * f_[2] / 216 -
              f_[4] * f_[1] * f_[1] / 16 - f_[3] * f_[3] * f_[0] / 16};
    steady_ = f_[0] == 0 && f_[1] == 0;
    if (!steady_) period_ = P_.period();
    periodic_ = !steady_ && is_finite(period_) && period_ > 0;
  }

  bool steady() const { return steady_; }

  Vec<Body, T> Omega(const T& t) const {
    if (t == 0) return Omega_;
    const auto [u, v] = moved(reduced(t));
    const T q1 = Omega1_squared(u), q2 = Omega2_squared(u), product = I_[2] * v / (I_[0] - I_[1]);
    const auto signs = roughly(t);
    T w1 = sqrt(std::max(q1, T(0))), w2 = sqrt(std::max(q2, T(0)));
    if (I_[0] * w1 > I_[1] * w2) {
      if (signs[0] < 0) w1 = -w1;
      w2 = product / w1;
    } else if (w2 > 0) {
      if (signs[1] < 0) w2 = -w2;
      w1 = product / w2;
    }
    return {w1, w2, Omega_[2] + u};
  }

  /// The angle by which the body precesses about its whole momentum, of length G.
  T precession(const T& G, const T& t) const {
    if (!periodic_) return quadrature(G, T(0), t);
    using std::floor;
    const T turns = floor(T(t / period_));
    return (turns != 0 ? T(turns * quadrature(G, T(0), period_)) : T(0)) + quadrature(G, T(0), T(t - turns * period_));
  }

 private:
  /// Into half a period around 0.
  T reduced(const T& t) const {
    using std::floor;
    return periodic_ ? T(t - period_ * floor(T(t / period_ + T(0.5)))) : t;
  }
  T Omega1_squared(const T& u) const { return (A_[0] + u * (A_[1] + u * A_[2])) / (I_[0] * (I_[1] - I_[0])); }
  T Omega2_squared(const T& u) const { return (B_[0] + u * (B_[1] + u * B_[2])) / (I_[1] * (I_[0] - I_[1])); }

  /// x - x0 and x' (Biermann and Weierstrass).
  std::pair<T, T> moved(const T& t) const {
    if (t == 0) return {T(0), v0_};
    const auto value = P_.at(t);
    const T F = value.P - f_[2] / 12, dP = value.slope, ddP = P_.curvature(value);
    const T N = -v0_ * dP + f_[1] * F / 2 + f_[0] * f_[3] / 4, D = 2 * F * F - f_[0] * f_[4] / 2;
    return {N / D, (-v0_ * ddP + f_[1] * dP / 2 - N / D * (4 * F * dP)) / D};
  }

  /// phi' = G X / Y, X and Y the sums of I Omega^2 and I^2 Omega^2 over the first two axes.
  T rate(const T& G, const T& t) const {
    const T u = moved(reduced(t)).first, a = I_[0] * Omega1_squared(u), b = I_[1] * Omega2_squared(u);
    return G * (a + b) / (I_[0] * a + I_[1] * b);
  }
  T quadrature(const T& G, const T& from, const T& to) const {
    const auto f = [&](const T& t) { return rate(G, t); };
    using std::pow;
    const T enough = pow(epsilon<T>(), T(0.85));  // P loses some digits
    T before(0);
    for (int panels = 4; panels <= 512; panels *= 2) {
      T sum(0);
      const T width = (to - from) / panels;
      for (int k = 0; k < panels; ++k)
        sum += boost::math::quadrature::gauss<T, 30>::integrate(f, T(from + k * width), T(from + (k + 1) * width));
      if (panels > 4 && abs(sum - before) <= enough * (1 + abs(sum))) return sum;
      before = sum;
    }
    return before;
  }

  /// Omega1 and Omega2 well enough to know their signs where they are not small: by RK4 over less than two periods.
  std::array<double, 2> roughly(const T& t) const {
    using std::floor;
    const double time = static_cast<double>(periodic_ ? T(t - 2 * period_ * floor(T(t / (2 * period_)))) : t);
    const auto I = cast<double>(I_);
    const double h = static_cast<double>(h_);
    auto w = cast<double>(Omega_);
    const auto field = [&](const Vec<Body, double>& w) {
      const Vec<Body, double> l{I[0] * w[0], I[1] * w[1], I[2] * w[2] + h}, rate = cross(l, w);
      return Vec<Body, double>{rate[0] / I[0], rate[1] / I[1], rate[2] / I[2]};
    };
    const double fast = norm(w) + std::abs(h) / std::min(I[0], I[1]);
    const int steps = static_cast<int>(std::min(1e6, 1 + std::abs(time) * fast * 40));
    const double d = time / steps;
    for (int i = 0; i < steps; ++i) {
      const auto a = field(w), b = field(w + d / 2 * a), c = field(w + d / 2 * b), e = field(w + d * c);
      w += d / 6 * (a + 2.0 * b + 2.0 * c + e);
    }
    return {w[0], w[1]};
  }

  Vec<Body, T> I_;
  T h_;
  Vec<Body, T> Omega_;
  Weierstrass<T> P_;
  T v0_, period_{0};
  T A_[3]{}, B_[3]{}, f_[5]{};  ///< polynomials in x - x0
  bool steady_ = false, periodic_ = false;
};

/// e1, e2, e3 as rows: the second axis is along e3 x p, the third along p.
template <class T>
Rotation<Body, Space, T> towards(const Vec<Body, T>& p) {
  const auto z = p / norm(p);
  auto y = cross(axis<Body, T>(2), z);
  y = y / norm(y);
  const auto x = cross(y, z);
  return from_matrix<Body, Space, T>(transpose(from_columns(x, y, z)));
}

/// e1 -> e2 -> e3 -> e1, n times.
template <class T>
Rotation<Body, Body, T> cyclic(int n) {
  const T half = T(1) / 2;
  auto Q = Rotation<Body, Body, T>::identity();
  for (int i = 0; i < n; ++i) Q = Rotation<Body, Body, T>{half, half, half, half} * Q;
  return Q;
}

template <class T>
RigidState<T> with_rotor(const DrivenBody<T>& body, const T& t) {
  const auto& h = body.spin;
  const auto& [Pi0, R0] = body.initial;
  const auto& I = body.I;
  const auto l = R0 * (Pi0 + h);
  const auto about_l = [&](const T& inertia) { return relabel<Space, Space>(exp((t / inertia) * l)); };
  if (I[0] == I[1] && I[1] == I[2]) {
    const auto turn = exp((t / I[0]) * h);
    return {turn * Pi0, normalised(about_l(I[0]) * R0 * inverse(turn))};
  }
  int k = 0;
  while (k < 2 && h[k] == 0) ++k;
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const auto Omega = body.Omega(Pi0);
  if (I[i] == I[j]) {
    const T r = Omega[k] - (I[k] * Omega[k] + h[k]) / I[i];
    const auto R = normalised(about_l(I[i]) * R0 * exp((t * r) * axis<Body, T>(k)));
    return {inverse(R) * l - h, R};
  }
  const Gyrostat<T> gyrostat({I[i], I[j], I[k]}, h[k], {Omega[i], Omega[j], Omega[k]});
  if (gyrostat.steady()) return {Pi0, normalised(R0 * exp(t * Omega))};
  // The rotor's axis becomes the third.
  const auto Q = cyclic<T>(2 - k);
  const auto w = gyrostat.Omega(t);
  const Vec<Body, T> Pi{I[i] * w[0], I[j] * w[1], I[k] * w[2]}, spin = Q * h;
  const auto B = R0 * inverse(Q) * inverse(relabel<Body, Body>(towards(Q * Pi0 + spin)));
  const auto phi = exp(gyrostat.precession(norm(l), t) * axis<Body, T>(2));
  const auto R = normalised(B * phi * relabel<Body, Body>(towards(Pi + spin)) * Q);
  return {inverse(Q) * Pi, R};
}

}  // namespace

template <class T>
std::optional<DrivenBody<T>> closed_driven_form(const TorquedBody<T>& body, T* off) {
  const T rounding = 64 * epsilon<T>();
  if (body.torques.size > 0) return {};
  DrivenBody<T> closed{body};
  if (body.has_rotors()) {
    const bool alone =
        body.momentum_torques.all([]<class K>(const K& k) { return std::is_same_v<K, Rotors<T>> && k.autonomous(); });
    if (!alone) return {};
    closed.has_rotors = true;
    auto& h = closed.spin = body.spin(T(0));
    const T size = norm(h);
    int axes = 0;
    for (int i = 0; i < 3; ++i)
      if (abs(h[i]) <= rounding * size)
        h[i] = 0;
      else
        ++axes;
    const auto& I = body.I;
    if (axes > 1 && !(I[0] == I[1] && I[1] == I[2])) return {};
    return closed;
  }
  const bool constant = body.momentum_torques.all([]<class K>(const K& k) {
    if constexpr (std::is_same_v<K, Damping<T>>)
      return !k.eddy;
    else
      return false;
  });
  if (!constant) return {};
  const auto D = body.affine(T(0), body.initial.R).damping;
  const auto& I = body.I;
  const T delta = (D(0, 0) + D(1, 1) + D(2, 2)) / (I[0] + I[1] + I[2]);
  T size(0), left(0);
  for (int i = 0; i < 3; ++i) closed.damping[i] = delta * I[i];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      size = std::max(size, T(abs(D(i, k))));
      left = std::max(left, T(abs(T(i == k ? D(i, k) - closed.damping[i] : D(i, k)))));
    }
  if (left > T(64 * epsilon<double>()) * size) return {};
  if (off) *off = left;
  return closed;
}

template <class T>
RigidState<T> exact_motion(const DrivenBody<T>& body, const T& t) {
  return body.has_rotors ? with_rotor(body, t) : damped(body, t);
}

template std::optional<DrivenBody<double>> closed_driven_form(const TorquedBody<double>&, double*);
template std::optional<DrivenBody<float128>> closed_driven_form(const TorquedBody<float128>&, float128*);
template std::optional<DrivenBody<float100>> closed_driven_form(const TorquedBody<float100>&, float100*);
template RigidState<float128> exact_motion(const DrivenBody<float128>&, const float128&);
template RigidState<float50> exact_motion(const DrivenBody<float50>&, const float50&);
template RigidState<float100> exact_motion(const DrivenBody<float100>&, const float100&);

}  // namespace polhode::reference
