// SPDX-License-Identifier: MIT
#include "core/reference/lagrange_top.hpp"

#include <algorithm>
#include <boost/math/special_functions/ellint_rf.hpp>
#include <boost/math/special_functions/ellint_rj.hpp>
#include <complex>
#include <stdexcept>
#include <vector>

#include "core/geometry/decimal.hpp"
#include "core/reference/free_body.hpp"

// Notation. A unit quaternion (q0, q1, q2, q3) is al = q0 + i q3, be = q1 + i q2; z = R33, |al|^2 = (1 + z)/2,
// |be|^2 = (1 - z)/2. The reduced top has three moments I1; a = 2 mgl/I1, c = Pi3/I1, Om = (Pi1 + i Pi2)/I1:
//
//   al' = (i c al - conj(Om) be)/2,   be' = (al Om - i c be)/2.                                                    (1)
//
// Its height obeys z'^2 = P(z) = a (z - z1)(z - z2)(z - z3), z1 <= z <= z2 <= 1 <= z3. A third moment I3 adds the spin
// delta = Pi3 (1/I3 - 1/I1) t:
//
//   al e^{i delta/2},   be e^{-i delta/2},   Pi1 + i Pi2 = I1 Om e^{-i delta}.                                      (2)
namespace polhode::reference {

namespace {

using boost::math::ellint_rf;
using boost::math::ellint_rj;

template <class T>
using Complex = std::complex<T>;

/// e^{i x}
template <class T>
Complex<T> cis(const T& x) {
  using std::cos, std::sin;
  return {cos(x), sin(x)};
}

/// A Cayley-Klein parameter and its derivative in time.
template <class T>
struct Parameter {
  Complex<T> value, rate;

  friend Parameter operator*(const Complex<T>& s, const Parameter& p) { return {s * p.value, s * p.rate}; }
};

template <class T>
struct CayleyKlein {
  Parameter<T> al, be;
};

/// The reduced top at its start, the differences that its motion keeps, and the cubic shifted to the start:
/// P(z0 + y) = p0 + p1 y + p2 y^2 + a y^3.
template <class T>
struct ReducedTop {
  T a, c;
  Complex<T> al0, be0, Om0;

  T xm = 2 * norm(be0), xp = 2 * norm(al0), z0 = norm(al0) - norm(be0);  ///< 1 - z0, 1 + z0
  Complex<T> flow = conj(Complex<T>(0, 2) * conj(al0) * be0) * Om0;
  T y0 = flow.real(), v0 = flow.imag(), s0 = norm(Om0);  ///< pi3/I1 - c z0, z'(0), |Om0|^2
  T bm = y0 - c * xm, bp = y0 + c * xp;                  ///< (pi3 - Pi3)/I1, (pi3 + Pi3)/I1
  T p0 = v0 * v0, p1 = 2 * c * y0 - a * xm * xp - 2 * z0 * s0, p2 = 2 * a * z0 - s0 - c * c;

  /// Equation (1).
  CayleyKlein<T> start() const {
    const Complex<T> i(0, 1), two(2);
    return {{al0, (i * c * al0 - conj(Om0) * be0) / two}, {be0, (al0 * Om0 - i * c * be0) / two}};
  }

  /// Rest, sleeping, regular precession: z stays, and the parameters turn evenly.
  bool steady() const { return p0 == 0 && p1 == 0; }
  CayleyKlein<T> steady_after(const T& t) const {
    const auto turned = [&](const Complex<T>& x, const T& rate) -> Parameter<T> {
      const Complex<T> value = x * cis(T(rate * t));
      return {value, Complex<T>(0, rate) * value};
    };
    return {turned(al0, xp > 0 ? T(bp / (2 * xp)) : T(0)), turned(be0, xm > 0 ? T(bm / (2 * xm)) : T(0))};
  }

  /// y1 = z1 - z0, by Newton's iteration from the left, which rises to it.
  T lowest_root() const {
    using std::abs, std::sqrt;
    T y = -xp;
    if (p2 < 0) {
      const T r = sqrt(T(p1 * p1 - 4 * p0 * p2)), quadratic = p1 > 0 ? T(-2 * p0 / (p1 + r)) : T((r - p1) / (2 * p2));
      if (quadratic > y) y = quadratic;
    }
    for (bool moving = true; moving;) {
      const T f = p0 + y * (p1 + y * (p2 + y * a)), slope = p1 + y * (2 * p2 + 3 * y * a);
      if (f >= 0 || slope <= 0) break;
      const T next = y - f / slope;
      moving = next - y > epsilon<T>() * abs(next);
      if (next > y) y = next;
    }
    return y;
  }
};

/// Where the height is: z = z1 + (z2 - z1) s^2, (s, c, d) = (sn, cn, dn)(u - 2 K N), |u - 2 K N| <= K.
template <class T>
struct Phase {
  T u, N, s, c, d;

  T sign() const { return N - 2 * nearest_integer(T(N / 2)) != 0 ? T(-1) : T(1); }  ///< (-1)^N
};

/// The phase u = u0 + w t, by the modulus k^2 and its complement.
template <class T>
struct Clock {
  T u0, w, m, mc;

  Phase<T> after(const T& t) const {
    using std::cosh, std::tanh;
    const T u = u0 + w * t;
    if (mc == 0) return {u, T(0), tanh(u), 1 / cosh(u), 1 / cosh(u)};
    const T K = ellint_rf(T(0), mc, T(1)), N = nearest_integer(T(u / (2 * K)));
    const auto [s, c, d] = jacobi(T(u - 2 * K * N), m, mc);
    return {u, N, s, c, d};
  }

  /// The integral of sn^2/(cn^2 + h sn^2) from 0 to u.
  T third(const T& h, const Phase<T>& x) const {
    const auto& [u, N, s, c, d] = x;
    const T part = s * s * s / 3 * ellint_rj(T(c * c), T(d * d), T(1), T(c * c + h * s * s));
    return N == 0 ? part : T(part + 2 * N * ellint_rj(T(0), mc, T(1), h) / 3);
  }
};

/// A parameter whose modulus^2 is (p^2 c^2 d^2 + r^2 s^2)/Q, Q = c^2 + h s^2, and whose phase is that of p c d + i r s,
/// which makes the half turn next to a pole, plus one with the rate g w s^2/Q, which is tame.
template <class T>
struct PoleFunction {
  T p, r, g, h;

  Parameter<T> at(const Phase<T>& x, const Clock<T>& clock) const {
    using std::sqrt;
    const auto& [u, N, s, c, d] = x;
    const T Q = c * c + h * s * s, scale = x.sign() / sqrt(Q);
    const Complex<T> value = scale * Complex<T>(p * c * d, r * s);
    const Complex<T> rate = scale * Complex<T>(-p * s * (d * d + clock.m * c * c), r * c * d) +
                            value * Complex<T>((1 - h) * s * c * d, g * s * s) / Complex<T>(Q);
    const Complex<T> phase = g == 0 ? Complex<T>(1) : cis(T(g * clock.third(h, x)));
    return phase * Parameter<T>{value, clock.w * rate};
  }
};

/// be where z2 is further from 1 than z3 is: |be|^2 = x1 Q/2, Q = c^2 + h s^2, and its phase turns evenly enough to be
/// an integral as a whole.
template <class T>
struct DirectFunction {
  T x1, d21, bm, h;

  Parameter<T> at(const Phase<T>& x, const Clock<T>& clock) const {
    using std::sqrt;
    const auto& [u, N, s, c, d] = x;
    const T Q = c * c + h * s * s, rise = 2 * d21 * clock.w * s * c * d, g = bm / (2 * clock.w * x1);
    const Complex<T> value = sqrt(T(x1 * Q / 2)), rate = value * Complex<T>(-rise, bm) / Complex<T>(2 * x1 * Q);
    const Complex<T> phase = g == 0 ? Complex<T>(1) : cis(T(g * (u + d21 / x1 * clock.third(h, x))));
    return phase * Parameter<T>{value, rate};
  }
};

/// The reduced top whose height is not steady.
template <class T>
class NutatingTop {
 public:
  explicit NutatingTop(const ReducedTop<T>& top) {
    using std::abs, std::sqrt;
    const auto& [a, c, al0, be0, Om0, xm, xp, z0, flow, y0, v0, s0, bm, bp, p0, p1, p2] = top;

    // aPi = a y2 y3 and aSig = a (y2 + y3), by sums of equal signs.
    const T m1 = -top.lowest_root();
    const bool from_p0 = m1 > 0 && (p1 < 0 || p2 > 0);
    const T aSig = std::max(T(0), from_p0 ? T((p0 / m1 - p1) / m1) : T(a * m1 - p2));
    const T aPi = from_p0 ? T(p0 / m1) : T(p1 + m1 * aSig);

    // x1 = 1 - z1, x2 = 1 - z2, G3 = a (z3 - 1); aB = x2 G3 and aS = a x2 - G3 from what is small next to the pole.
    const T x1 = xm + m1, aB = bm * bm / x1, aS = (aB - 2 * (s0 - a * xm - c * bm)) / x1;
    const T aD = sqrt(T(aS * aS + 4 * a * aB));  // a (z3 - z2), also where that is tiny: next to the separatrix
    const T larger = (abs(aS) + aD) / 2, smaller = aB == 0 ? T(0) : T(a * aB / larger);
    const T x2 = (aS > 0 ? larger : smaller) / a, G3 = aS > 0 ? smaller : larger;

    const T y2 = aPi == 0 ? T(0) : T(2 * aPi / (aSig + aD)), d21 = y2 + m1;
    const T W = a * x1 + G3, w = sqrt(W) / 2;                                 // W = a (z3 - z1)
    const T o2 = xp + y2, A3 = 2 * a + G3, mu = a * bp * bp / (o2 * A3 * W);  // o2 = 1 + z2, A3 = a (1 + z3)
    const T sn0 = with_sign(T(sqrt(T(m1 / d21))), v0), cn0 = sqrt(T(y2 / d21)), mc = aD / W;
    const T dn0 = sqrt(T(cn0 * cn0 + mc * sn0 * sn0)), u0 = sn0 * ellint_rf(T(cn0 * cn0), T(dn0 * dn0), T(1));
    clock = {u0, w, a * d21 / W, mc};

    const T g = a / (8 * w * w * w);
    lower = {bp / sqrt(T(2 * o2 * A3)), sqrt(T(o2 * A3 / (2 * W))), g * bp, 1 + mu};
    if (aS > 0)
      upper = DirectFunction<T>{x1, d21, bm, x2 / x1};
    else
      upper = PoleFunction<T>{sqrt(T(x1 / 2)), bm / sqrt(T(2 * x1 * W)), -g * bm, G3 / W};

    // The derivatives fix the constant phases where a motion starts next to a pole.
    const auto unit = [](const Complex<T>& x) { return x / Complex<T>(abs(x)); };
    const auto here = at({u0, T(0), sn0, cn0, dn0});
    const auto [al, be] = top.start();
    const auto phase = [&](const Parameter<T>& is, const Parameter<T>& found) {
      return unit(is.value * conj(found.value) + is.rate * conj(found.rate) / Complex<T>(W));
    };
    chi_al = phase(al, here.al), chi_be = phase(be, here.be);
  }

  CayleyKlein<T> after(const T& t) const { return at(clock.after(t)); }

 private:
  CayleyKlein<T> at(const Phase<T>& x) const {
    return {chi_al * lower.at(x, clock), chi_be * std::visit([&](const auto& f) { return f.at(x, clock); }, upper)};
  }

  Clock<T> clock;
  PoleFunction<T> lower;                                   ///< al, which vanishes at the lower pole
  std::variant<PoleFunction<T>, DirectFunction<T>> upper;  ///< be, which vanishes at the upper pole
  Complex<T> chi_al{1}, chi_be{1};
};

/// The top with moments (I1, I1, I3) and V = mgl R33, mgl > 0: the reduced top and equation (2).
template <class T>
RigidState<T> upright_top_motion(const T& I1, const T& I3, const T& mgl, const RigidState<T>& start, const T& t) {
  const auto& [Pi, q] = start;
  const ReducedTop<T> top{2 * mgl / I1, Pi[2] / I1, {q.w, q.z}, {q.x, q.y}, {Pi[0] / I1, Pi[1] / I1}};
  const auto [al, be] = top.steady() ? top.steady_after(t) : NutatingTop<T>(top).after(t);
  const Complex<T> Om = Complex<T>(2) * (conj(al.value) * be.rate - be.value * conj(al.rate));

  const Complex<T> half = cis(T(Pi[2] * (I1 - I3) / (2 * I1 * I3) * t));
  const Complex<T> A = al.value * half, B = be.value * conj(half), Pi12 = I1 * Om * conj(half * half);
  return {{Pi12.real(), Pi12.imag(), Pi[2]}, normalised(Attitude<T>{A.real(), B.real(), B.imag(), A.imag()})};
}

/// v turned by a quaternion of any length.
template <class F, class T>
Vec<F, T> turned(const Rotation<F, F, T>& q, const Vec<F, T>& v) {
  const Vec<F, T> u = cross(q.vector(), v);
  return v + T(2 / norm2(q)) * (q.w * u + cross(q.vector(), u));
}

template <class T>
bool vanishes(const UniformField<T>& k) {
  return norm(k.moment) == 0 || norm(k.field) == 0;
}

/// Adds b to a if one term can say both: their fields or their moments are parallel, or one of them vanishes.
template <class T>
bool absorb(UniformField<T>& a, const UniformField<T>& b) {
  const auto parallel = [](const auto& u, const auto& v) { return norm(cross(u, v)) == 0; };
  const auto ratio = [](const auto& u, const auto& v) { return T(dot(u, v) / dot(v, v)); };
  if (vanishes(b)) return true;
  if (vanishes(a))
    a = b;
  else if (parallel(a.field, b.field))
    a.moment += ratio(b.field, a.field) * b.moment;
  else if (parallel(a.moment, b.moment))
    a.field += ratio(b.moment, a.moment) * b.field;
  else
    return false;
  return true;
}

}  // namespace

template <class T>
std::optional<Top<T>> lagrange_top(const TorquedBody<T>& body) {
  if (body.momentum_torques.size > 0) return {};
  std::vector<UniformField<T>> terms;
  for (const auto& torque : body.torques) {
    const auto* field = std::get_if<UniformField<T>>(&torque);
    if (!field) return {};
    terms.push_back(*field);
  }
  for (std::size_t before = terms.size() + 1; terms.size() < before;) {
    before = terms.size();
    std::vector<UniformField<T>> fewer;
    for (const auto& term : terms)
      if (std::none_of(fewer.begin(), fewer.end(), [&](auto& kept) { return absorb(kept, term); }))
        fewer.push_back(term);
    terms = fewer;
  }

  if (terms.empty() || vanishes(terms.front())) return Top<T>{body, {{}, {}}};
  if (terms.size() > 1) return {};
  const Top<T> top{body, terms.front()};
  const auto& [moment, field] = top.torque;
  const auto& I = body.I;
  if (I[0] == I[1] && I[1] == I[2]) return top;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    if (I[j] == I[k] && moment[j] == 0 && moment[k] == 0) return top;
  }
  return {};
}

template <class T>
RigidState<T> exact_motion(const Top<T>& top, const T& t) {
  if (vanishes(top.torque)) return exact_free_motion(FreeBody<T>{top}, t);

  const auto& [moment, field] = top.torque;
  const int i = moment[0] != 0 ? 0 : moment[1] != 0 ? 1 : 2;  // the symmetry axis, unless all moments are equal
  const auto body_up = to_e3(moment);
  const auto space_up = to_e3(field);
  const auto end =
      upright_top_motion(top.I[(i + 1) % 3], top.I[i], T(norm(moment) * norm(field)),
                         {turned(body_up, top.initial.Pi), normalised(space_up * top.initial.R * inverse(body_up))}, t);
  return {turned(inverse(body_up), end.Pi), normalised(inverse(space_up) * end.R * body_up)};
}

template <class T>
DirectorState<T> exact_pendulum_motion(const Director<T>& director, const T& t) {
  if (!is_pendulum(director)) throw std::logic_error("a director whose field shakes has no exact motion");
  const auto& [d, omega] = director.initial;
  const T& I = director.I;
  const auto R = relabel<Body, Space>(normalised(inverse(to_e3(d))));
  const Top<T> sphere{{{I, I, I}, {inverse(R) * (I * omega), R}}, {norm(d) * axis<Body, T>(2), -director.field(T(0))}};
  const auto end = exact_motion(sphere, t);
  return {norm(d) * (end.R * axis<Body, T>(2)), end.pi() / I};
}

template std::optional<Top<double>> lagrange_top(const TorquedBody<double>&);
template std::optional<Top<float128>> lagrange_top(const TorquedBody<float128>&);
template std::optional<Top<float50>> lagrange_top(const TorquedBody<float50>&);
template std::optional<Top<float100>> lagrange_top(const TorquedBody<float100>&);
template RigidState<double> exact_motion(const Top<double>&, const double&);
template RigidState<float128> exact_motion(const Top<float128>&, const float128&);
template RigidState<float50> exact_motion(const Top<float50>&, const float50&);
template RigidState<float100> exact_motion(const Top<float100>&, const float100&);
template DirectorState<double> exact_pendulum_motion(const Director<double>&, const double&);
template DirectorState<float128> exact_pendulum_motion(const Director<float128>&, const float128&);
template DirectorState<float50> exact_pendulum_motion(const Director<float50>&, const float50&);
template DirectorState<float100> exact_pendulum_motion(const Director<float100>&, const float100&);

}  // namespace polhode::reference
