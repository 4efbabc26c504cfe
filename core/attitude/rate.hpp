// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "core/geometry/so3.hpp"
#include "core/reference/free_body.hpp"
#include "core/reference/gauss_points.hpp"
#include "core/torques/formula.hpp"
#include "core/torques/signal.hpp"

/// A body with a prescribed angular velocity: R' = R hat(Omega(t)), without inertia and torque. The kinds of rates,
/// their integrals, and the rotation between two times to all digits of the scalar. Rates are in radians per time, in
/// the user's body frame; times are absolute.
namespace polhode {

/// The integral of f from a to b by a quadrature with as many points as suit the digits of T.
template <class T, class F>
auto gauss_sum(const F& f, const T& a, const T& b) {
  const auto& rule = reference::GaussPoints<T, (std::numeric_limits<T>::digits > 60 ? 24 : 10)>::get();
  const T half = (b - a) / T(2), middle = a + half;
  auto sum = rule.weight[0] * f(T(middle + half * rule.x[0]));
  for (std::size_t i = 1; i < rule.x.size(); ++i) sum += rule.weight[i] * f(T(middle + half * rule.x[i]));
  return T(half) * sum;
}

/// The integral of a smooth vector from a to b. It halves the interval until two halves agree with the whole, or differ
/// by the rounding of f and further halving does not help.
template <class T, class F>
Vec<Body, T> integral_of(const F& f, const T& a, const T& b, int depth = 0,
                         const std::optional<Vec<Body, T>>& known = {}, const T& off_before = T(0)) {
  const auto whole = known ? *known : gauss_sum(f, a, b);
  const T middle = a + (b - a) / T(2);
  const auto left = gauss_sum(f, a, middle), right = gauss_sum(f, middle, b), sum = left + right;
  constexpr int deepest = 30;
  T size(0);
  for (const auto* v : {&left, &right})
    for (const T& x : v->c) size += x < T(0) ? T(-x) : x;
  const T off = norm(sum - whole);
  const bool stalls = depth > 0 && T(8) * off >= off_before && off <= T(1e6) * epsilon<T>() * size;
  if (depth >= deepest || stalls || !(off > T(8) * epsilon<T>() * size)) return sum;  // or it is not finite
  return integral_of<T>(f, a, middle, depth + 1, left, off) + integral_of<T>(f, middle, b, depth + 1, right, off);
}

/// Regular precession: Rc(t) = Z(p t + phase) X(alpha) Z(s t + spin_phase), turned by `axes`. In coning the spin is
/// `spin` - p and the spin_phase is -phase.
template <class T>
struct SpinCone {
  T half_angle{0}, precession{0}, spin{0}, phase{0}, spin_phase{0};
  Rotation<Body, Body, T> axes = Rotation<Body, Body, T>::identity();
  bool coning = false;
  T cone_spin{0};  ///< in coning, the spin beside the cone, which has to vanish

  Vec<Body, T> at(const T& t) const {
    using std::cos, std::sin;
    const T sigma = spin * t + spin_phase, p = precession * T(sin(half_angle));
    return axes * Vec<Body, T>{p * T(sin(sigma)), p * T(cos(sigma)), along()};
  }
  Vec<Body, T> integral(const T& a, const T& b) const {
    using std::cos, std::sin;
    const T middle = spin * (a + (b - a) / T(2)) + spin_phase, half = spin * (b - a) / T(2);
    const T p = precession * T(sin(half_angle)) * (b - a) * sinc_root(T(half * half));
    return axes * Vec<Body, T>{p * T(sin(middle)), p * T(cos(middle)), along() * (b - a)};
  }
  Rotation<Body, Body, T> turn(const T& a, const T& b) const {
    return axes * inverse(rotation(a)) * rotation(b) * inverse(axes);
  }

 private:
  /// s + p cos alpha, for coning without cancellation.
  T along() const {
    using std::cos, std::sin;
    if (!coning) return spin + precession * T(cos(half_angle));
    const T s = sin(half_angle / T(2));
    return cone_spin - T(2) * precession * s * s;
  }
  Rotation<Body, Body, T> rotation(const T& t) const {
    const auto about = [](const T& angle, bool z) {
      using std::cos, std::sin;
      const T c = cos(angle / T(2)), s = sin(angle / T(2));
      return Rotation<Body, Body, T>{c, z ? T(0) : s, T(0), z ? s : T(0)};
    };
    return about(T(precession * t + phase), true) * about(half_angle, false) * about(T(spin * t + spin_phase), true);
  }
};

/// Values of expressions that depend on time.
template <class T>
struct TimeFormula {
  Shared<ExpressionTrees<T>> trees;

  T value(const T& t) const { return trees->values(0, at_time(t))[0]; }
  Vec<Body, T> at(const T& t) const {
    const auto w = trees->template values<3>(0, at_time(t));
    return {w[0], w[1], w[2]};
  }

 private:
  static auto at_time(const T& t) {
    return [&](const auto& set) { set(0, t); };
  }
};

/// A turn about one axis of length 1, at a rate that depends on time.
template <class T>
struct FixedAxis {
  struct Harmonic {
    T amplitude{0}, frequency{0}, phase{0}, offset{0};
  };
  Vec<Body, T> axis{};
  std::variant<std::vector<T>, Harmonic, TimeFormula<T>> profile;  ///< a vector of a polynomial's coefficients

  /// Whether the angle is a closed form.
  bool closed() const { return !std::holds_alternative<TimeFormula<T>>(profile); }
  T value(const T& t) const {
    using std::cos;
    if (const auto* p = std::get_if<std::vector<T>>(&profile)) {
      T sum(0);
      for (std::size_t k = p->size(); k-- > 0;) sum = sum * t + (*p)[k];
      return sum;
    }
    if (const auto* h = std::get_if<Harmonic>(&profile))
      return h->offset + h->amplitude * T(cos(h->frequency * t + h->phase));
    return std::get<TimeFormula<T>>(profile).value(t);
  }
  Vec<Body, T> at(const T& t) const { return value(t) * axis; }
  T angle(const T& a, const T& b) const {
    using std::cos;
    if (const auto* h = std::get_if<Harmonic>(&profile)) {
      const T half = h->frequency * (b - a) / T(2);
      return (b - a) * (h->offset + h->amplitude * T(cos(h->frequency * (a + (b - a) / T(2)) + h->phase)) *
                                        sinc_root(T(half * half)));
    }
    return integral_of<T>([&](const T& t) { return Vec<Body, T>{value(t), T(0), T(0)}; }, a, b)[0];
  }
  Vec<Body, T> integral(const T& a, const T& b) const { return angle(a, b) * axis; }
  Rotation<Body, Body, T> turn(const T& a, const T& b) const { return exp(integral(a, b)); }
};

/// The rates of a free body, in the user's axes.
template <class T>
struct FreeRate {
  FreeBody<T> body;                                                    ///< as it is at `start`, with the attitude 1
  Rotation<Body, Body, T> axes = Rotation<Body, Body, T>::identity();  ///< principal to user
  T start{0};

  Vec<Body, T> at(const T& t) const { return axes * velocity(state(t).Pi); }
  /// The integral by Taylor series of Euler's equations, from places as close as their coefficients ask for;
  /// NaN if these are too many.
  Vec<Body, T> integral(const T& a, const T& b) const {
    using std::abs, std::pow;
    constexpr int terms = std::numeric_limits<T>::digits / 3 + 8, most = 100000;
    Vec<Body, T> sum{T(0), T(0), T(0)}, w[terms];
    const auto& I = body.I;
    const T c[3] = {(I[1] - I[2]) / I[0], (I[2] - I[0]) / I[1], (I[0] - I[1]) / I[2]};
    T from = a;
    for (int parts = 0; from != b; ++parts) {
      w[0] = velocity(state(from).Pi);
      for (int n = 0; n + 1 < terms; ++n) {
        T next[3] = {T(0), T(0), T(0)};
        for (int k = 0; k <= n; ++k)
          for (int i = 0; i < 3; ++i) next[i] += w[k][(i + 1) % 3] * w[n - k][(i + 2) % 3];
        for (int i = 0; i < 3; ++i) w[n + 1][i] = c[i] * next[i] / T(n + 1);
      }
      T fastest(0);  // 1 over the radius of the series, by the last coefficients
      for (int n = terms - 3; n < terms; ++n)
        if (const T last = norm(w[n]); last > T(0))
          fastest = std::max(fastest, T(pow(T(last / norm(w[0])), T(1) / T(n))));
      T h = b - from;
      if (parts >= most) return std::numeric_limits<T>::quiet_NaN() * sum;
      if (constexpr int within = 6; within * abs(h) * fastest > T(1))
        h = (h < T(0) ? T(-1) : T(1)) / (within * fastest);
      T power = h;
      for (int n = 0; n < terms; ++n, power *= h) sum += T(power / T(n + 1)) * w[n];
      from = h == b - from ? b : T(from + h);
    }
    return axes * sum;
  }
  Rotation<Body, Body, T> turn(const T& a, const T& b) const {
    FreeBody<T> from = body;
    from.initial = {state(a).Pi, Attitude<T>::identity()};
    const auto R = reference::exact_free_motion(from, T(b - a)).R;
    return axes * relabel<Body, Body>(R) * inverse(axes);
  }

 private:
  RigidState<T> state(const T& t) const { return reference::exact_free_motion(body, T(t - start)); }
  Vec<Body, T> velocity(const Vec<Body, T>& Pi) const { return body.Omega(Pi); }
};

/// a + (b - a) (1 - cos(pi s))/2 between knots.
template <class T>
struct CosineTable {
  std::vector<T> times;
  std::vector<Vec<Body, T>> values;

  Vec<Body, T> at(const T& t) const {
    using std::sin;
    const auto k = signals::interval_of(times, t);
    const T s = sin(pi_of<T>() / T(2) * (t - times[k]) / (times[k + 1] - times[k]));  // (1 - cos x)/2 = sin(x/2)^2
    return values[k] + T(s * s) * (values[k + 1] - values[k]);
  }
};

/// The derivative of the spline of summed angles.
template <class T>
struct AngleTable {
  signals::Table<Body, T> angles;

  Vec<Body, T> at(const T& t) const { return angles.rate(t); }
  void breaks(const auto& see) const { signals::each_break(angles, see); }
};

template <class T>
struct RateSum;

/// Any kind of rate.
template <class T>
using RateKinds = std::variant<Signal<Body, T>, SpinCone<T>, TimeFormula<T>, FixedAxis<T>, FreeRate<T>, CosineTable<T>,
                               AngleTable<T>, RateSum<T>>;

template <class T>
struct RateSum {
  std::vector<RateKinds<T>> terms;

  Vec<Body, T> at(const T& t) const {
    Vec<Body, T> sum{T(0), T(0), T(0)};
    for (const auto& term : terms) sum += std::visit([&](const auto& k) { return k.at(t); }, term);
    return sum;
  }
  void breaks(const auto& see) const {
    for (const auto& term : terms) std::visit([&](const auto& k) { signals::each_break(k, see); }, term);
  }
};

/// Values of a log or a table at its knots: `quantity` of n + 1 rows, the first increment is ignored.
template <class T>
struct Knots {
  std::vector<T> times;
  std::vector<Vec<Body, T>> values;
  bool increments = false;
};

/// A rate as a function of time.
template <class T>
class RateMotion {
 public:
  RateMotion() = default;
  /// The kind is made at the first request, because the samples of a long log are mostly taken as they are.
  explicit RateMotion(std::function<RateKinds<T>()> make) : later_(std::make_shared<Later>()) {
    later_->make = std::move(make);
  }
  explicit RateMotion(RateKinds<T> kinds) : RateMotion(std::function([kinds] { return kinds; })) {}

  const RateKinds<T>& kinds() const { return made().kinds; }
  /// The times at which the rate is not smooth, ascending.
  const std::vector<T>& breaks() const { return made().breaks; }
  Vec<Body, T> at(const T& t) const {
    return std::visit([&](const auto& k) { return k.at(t); }, kinds());
  }

  /// The time itself, or a break within `slack` of it.
  T snapped(const T& t, const T& slack) const {
    const auto after = std::lower_bound(breaks().begin(), breaks().end(), T(t - slack));
    return after != breaks().end() && *after <= t + slack ? *after : t;
  }
  /// Calls see(from, to) for the smooth pieces between two times, in the direction of the run.
  void pieces(const T& a, const T& b, const auto& see) const {
    T from = a;
    const auto low = a < b ? a : b, high = a < b ? b : a;
    const auto first = std::upper_bound(breaks().begin(), breaks().end(), low),
               last = std::lower_bound(breaks().begin(), breaks().end(), high);
    for (std::ptrdiff_t i = 0, n = last - first; i < n; ++i) {
      const T& at = a < b ? first[i] : first[n - 1 - i];
      see(from, at), from = at;
    }
    see(from, b);
  }
  Vec<Body, T> integral(const T& a, const T& b) const {
    Vec<Body, T> sum{T(0), T(0), T(0)};
    const auto f = [&](const T& t) { return at(t); };
    std::visit(
        [&](const auto& k) {
          if constexpr (requires { k.integral(a, b); })
            sum = k.integral(a, b);
          else
            pieces(a, b, [&](const T& from, const T& to) { sum += integral_of<T>(f, from, to); });
        },
        kinds());
    return sum;
  }
  /// Whether `turn` is a closed form.
  bool exact() const {
    if (const auto* s = std::get_if<Signal<Body, T>>(&kinds())) return s->constant();
    if (const auto* turned = std::get_if<FixedAxis<T>>(&kinds())) return turned->closed();
    return std::holds_alternative<SpinCone<T>>(kinds()) || std::holds_alternative<FreeRate<T>>(kinds());
  }
  /// The closed form R(a)^T R(b).
  Rotation<Body, Body, T> exact_turn(const T& a, const T& b) const {
    return std::visit(
        [&](const auto& k) -> Rotation<Body, Body, T> {
          if constexpr (requires { k.turn(a, b); })
            return k.turn(a, b);
          else
            return exp(T(b - a) * at(a));
        },
        kinds());
  }
  /// The degree of the rate between breaks, if it is a polynomial there.
  std::optional<int> degree() const {
    if (std::holds_alternative<AngleTable<T>>(kinds())) return 2;
    if (const auto* s = std::get_if<Signal<Body, T>>(&kinds())) {
      if (const auto* table = std::get_if<signals::Table<Body, T>>(&(*s)->is)) return table->cubic ? 3 : 1;
      if (s->constant() || s->jumps()) return 0;
    }
    return {};
  }

 private:
  struct Later {
    std::once_flag once;
    std::function<RateKinds<T>()> make;
    RateKinds<T> kinds;
    std::vector<T> breaks;
  };
  const Later& made() const {
    std::call_once(later_->once, [&] {
      std::vector<T> breaks;
      later_->kinds = later_->make();
      const auto see = [&](const T& t) { breaks.push_back(t); };
      std::visit([&](const auto& k) { signals::each_break(k, see); }, later_->kinds);
      later_->breaks = in_order(std::move(breaks));
      later_->make = nullptr;
    });
    return *later_;
  }

  std::shared_ptr<Later> later_;
};

/// The gyro: how its output differs from the rate. Lists of three are per axis.
template <class T>
struct Gyro {
  enum class Output { rates, increments };
  enum class OnDrop { gap, hold, accumulate, lose };
  std::optional<Output> output;
  std::optional<std::vector<T>> times;
  bool average = false;
  std::optional<T> time_constant;
  std::optional<Vec<Body, T>> bias, angle_walk, rate_walk;
  std::uint64_t seed = 0;
  std::optional<T> quantum;  ///< of increments
  T quantum_of_rates{0};
  bool floor = false;
  std::optional<bool> carry;
  std::vector<std::int64_t> drop;
  std::optional<OnDrop> on_drop;

  /// Whether the gyro gives only samples of the rate or exact increments.
  bool ideal() const {
    return !average && !time_constant && !bias && !angle_walk && !rate_walk && !quantum && drop.empty();
  }
};

}  // namespace polhode
