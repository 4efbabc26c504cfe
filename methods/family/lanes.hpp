// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <optional>

#include "core/geometry/array.hpp"
#include "core/stepping/body.hpp"
#include "core/torques/own_torque.hpp"
#include "methods/family/known_torque.hpp"
#include "methods/family/theta.hpp"

#ifdef __SSE2__
#include <immintrin.h>
#endif

/// Several doubles in one computation, each by itself: a scalar for right sides without branches on data.
namespace polhode {

/// The number of doubles in one register of the target processor.
#ifdef __AVX__
inline constexpr int lane_count = 4;
#else
inline constexpr int lane_count = 2;
#endif

/// A number for each of W bodies, in one wide register.
struct Lanes {
  static constexpr int W = lane_count;
  typedef double Register __attribute__((vector_size(W * sizeof(double))));
  Register x;

  Lanes() = default;
  Lanes(double all) : x(all - Register{}) {}
  Lanes(const Array<double, W>& each) {
    for (int i = 0; i < W; ++i) x[i] = each[i];
  }
  /// Lane i is f(i).
  static Lanes each(const auto& f) {
    Lanes r;
    for (int i = 0; i < W; ++i) r.x[i] = f(i);
    return r;
  }
  static Lanes of(const Register& x) {
    Lanes r;
    r.x = x;
    return r;
  }
  double operator[](int i) const { return x[i]; }  ///< the number in lane i
  /// The sum over all lanes.
  double sum() const {
    double s = 0;
    for (int i = 0; i < W; ++i) s += x[i];
    return s;
  }

  /// Whether the size of every number is at most this.
  bool within(double most) const {
    bool all = true;
    for (int i = 0; i < W; ++i) all = all && std::abs(x[i]) <= most;
    return all;
  }

  friend Lanes operator-(const Lanes& a) { return of(-a.x); }
  friend Lanes operator+(const Lanes& a, const Lanes& b) { return of(a.x + b.x); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return of(a.x - b.x); }
  friend Lanes operator*(const Lanes& a, const Lanes& b) { return of(a.x * b.x); }
  friend Lanes operator/(const Lanes& a, const Lanes& b) { return of(a.x / b.x); }
  Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  friend bool operator==(const Lanes& a, const Lanes& b) {
    bool same = true;
    for (int i = 0; i < W; ++i) same = same && a.x[i] == b.x[i];
    return same;
  }
  friend Lanes sqrt(const Lanes& a) {
#if defined(__AVX__)
    return of(_mm256_sqrt_pd(a.x));
#elif defined(__SSE2__)
    return of(_mm_sqrt_pd(a.x));
#else
    return each([&](int i) { return std::sqrt(a[i]); });
#endif
  }
  /// To 3e-16, all lanes at once: the library takes 18 ns for each in turn. Not inlined, because steps without a cosine
  /// would take a tenth longer.
  [[gnu::noinline]] friend Lanes cos(const Lanes& a) {
    return a.within(theta::library_angle) ? theta::cis(a).cos : each([&](int i) { return std::cos(a[i]); });
  }
  [[gnu::noinline]] friend Lanes sin(const Lanes& a) {
    return a.within(theta::library_angle) ? theta::cis(a).sin : each([&](int i) { return std::sin(a[i]); });
  }
};
template <>
inline constexpr int lanes_of<Lanes> = Lanes::W;

/// @cond potentials by formula take one state at a time: a question whether there is one would cost all others 7 %
template <>
struct FormulaPotential<Lanes> {
  std::optional<Shared<PotentialData<Lanes>>> data;

  static constexpr bool empty() { return true; }
  Vec<Space, Lanes> force(const Lanes&, const auto&) const { return {0.0, 0.0, 0.0}; }
};
/// @endcond

/// Functions of formulas, for each lane by itself and with the bits of a single number; the frequent ones are selected
/// once for all lanes.
template <>
inline Lanes ExpressionTrees<Lanes>::function(Op op, const Lanes& a, const Lanes& b) {
  if (op == Op::cos) return Lanes::each([&](int i) { return std::cos(a[i]); });
  if (op == Op::sin) return Lanes::each([&](int i) { return std::sin(a[i]); });
  return Lanes::each([&](int i) { return ExpressionTrees<double>::function(op, a[i], b[i]); });
}

/// R^-1 v, as in double, by a quaternion of any length; the quotient is ready when it is needed.
template <class A, class B>
POLHODE_INLINE inline Vec<A, Lanes> rotate_back(const Unscaled<A, B, Lanes>& R, const Vec<B, Lanes>& v) {
  const Vec<A, Lanes> b{v[0], v[1], v[2]}, q{R.q.x, R.q.y, R.q.z}, u = cross(b, q);
  return b + 2.0 / norm2(R.q) * (R.q.w * u + cross(u, q));
}

/// A signal in lanes of times. It is evaluated at each time, but at all together if it is harmonic or a table whose
/// interval they share.
template <class F>
class Signal<F, Lanes> {
 public:
  Signal() = default;
  Signal(const Signal<F, double>& signal) : signal_(signal) {}

  /// Its values.
  POLHODE_INLINE Vec<F, Lanes> at(const Lanes& t) const {
    if (const auto* wave = std::get_if<signals::Harmonic<F, double>>(&signal_->is))
      return cast<Lanes>(wave->offset) + cos(wave->frequency * t + wave->phase) * cast<Lanes>(wave->amplitude);
    if (const auto* table = std::get_if<signals::Table<F, double>>(&signal_->is)) {
      const auto k = signals::interval_of(table->times, t[0]);
      bool shared = true;
      for (int i = 1; i < Lanes::W; ++i) shared = shared && table->times[k] <= t[i] && t[i] < table->times[k + 1];
      if (shared) return table->at(t, k);
    }
    return one_by_one(t);
  }
  /// Its derivatives.
  Vec<F, Lanes> rate(const Lanes& t) const {
    return each(t, [&](double ti) { return signal_.rate(ti); });
  }

 private:
  [[gnu::noinline]] Vec<F, Lanes> one_by_one(Lanes t) const {
    return each(t, [&](double ti) { return signal_.at(ti); });
  }
  static Vec<F, Lanes> each(const Lanes& t, const auto& f) {
    Vec<F, Lanes> all;
    for (int i = 0; i < Lanes::W; ++i) {
      const auto one = f(t[i]);
      for (int c = 0; c < 3; ++c) all[c].x[i] = one[c];
    }
    return all;
  }
  Signal<F, double> signal_;
};
template <class U, class F>
requires std::is_same_v<U, Lanes> Signal<F, Lanes> cast(const Signal<F, double>& from) {
  return from;
}

/// f(problem), with the kind of a single torque known by type for all evaluations in f.
void with_known_torque(const auto& problem, const auto& f) {
  f(problem);
}
template <class T, class F>
void with_known_torque(const TorquedBody<T>& body, const F& f) {
  if (body.torques.size != 1 || body.momentum_torques.size > 0) return f(body);
  std::visit(
      [&](const auto& kind) {
        f(OneTorque<T, std::remove_cvref_t<decltype(kind)>>{body, kind});
      },
      *body.torques.begin());
}

/// A problem in lanes; nothing if it is not supported.
template <class P>
requires(!std::is_base_of_v<TorquedBody<double>, P>) auto in_lanes(const P& problem) {
  using InLanes = std::optional<decltype(cast<Lanes>(problem))>;
  if constexpr (requires { problem.formula; })
    if (!problem.formula.empty()) return InLanes();
  return InLanes(cast<Lanes>(problem));
}

/// A body whose torques do not branch on data: other kinds take one state at a time.
struct LanesBody : RigidBody<Lanes> {
  /// The kinds without branches.
  using Kind = std::variant<UniformField<Lanes>, CoulombWall<Lanes>, HarmonicSpace<Lanes>, Dipole<Lanes>,
                            GravityGradient<Lanes>, Damping<Lanes>, Rotors<Lanes>, Formula<Lanes>, Library<Lanes>>;

  int size = 0;
  Array<Kind, TorqueSum<double>::capacity> kinds{};

  Vec<Body, Lanes> torque(const Lanes& t, const Unscaled<Body, Space, Lanes>& R, const Vec<Body, Lanes>& Pi) const {
    Vec<Body, Lanes> sum{0.0, 0.0, 0.0};
    const auto add = [&](const auto& k) {
      if constexpr (requires { k.torque(t, R); })
        sum += k.torque(t, R);
      else
        sum += k.torque(t, R, Pi, Omega(Pi));
    };
    for (int i = 0; i < size; ++i) std::visit(add, kinds[i]);
    return sum;
  }
  /// Adds a torque, unless it branches.
  template <template <class> class K>
  bool add(const K<double>& kind) {
    if constexpr (std::is_same_v<K<double>, Dipole<double>>)
      if (kind.field.constant()) return add(as_field(kind));
    if constexpr (std::is_same_v<K<double>, Library<double>>)
      if (!kind.states_function) return false;
    constexpr bool without_branches = std::is_constructible_v<Kind, K<Lanes>>;
    if constexpr (without_branches) kinds[size++] = cast<Lanes>(kind);
    return without_branches;
  }
};
inline std::optional<LanesBody> in_lanes(const TorquedBody<double>& body) {
  LanesBody lanes{{cast<Lanes>(body.I), cast<Lanes>(body.initial)}};
  const auto add = [&](const auto& kind) { return lanes.add(kind); };
  if (!body.torques.all(add) || !body.momentum_torques.all(add)) return {};
  return lanes;
}
void with_known_torque(const LanesBody& body, const auto& f) {
  const auto known = [&]<class Kind>(std::type_identity<Kind>) {
    const auto* kind = body.size == 1 ? std::get_if<Kind>(&body.kinds[0]) : nullptr;
    const auto by = [&]<class Known>(const Known& torque) { f(OneTorque<Lanes, Known>{body, torque}); };
    if constexpr (std::is_same_v<Kind, UniformField<Lanes>>) {
      if (kind) with_known_field(*kind, by);
    } else {
      if (kind) by(*kind);
    }
    return kind != nullptr;
  };
  if (!known(std::type_identity<UniformField<Lanes>>()) && !known(std::type_identity<CoulombWall<Lanes>>()) &&
      !known(std::type_identity<HarmonicSpace<Lanes>>()) && !known(std::type_identity<Dipole<Lanes>>()) &&
      !known(std::type_identity<Formula<Lanes>>()))
    f(body);
}

}  // namespace polhode
