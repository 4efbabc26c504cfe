// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "core/spaces/shared.hpp"
#include "core/torques/kepler.hpp"

/// Vectors in time, in one frame: the possible laws of a field, a torque of the body or the spin of its wheels. All are
/// functions of the absolute time; frequencies are in radians per time. Values are in the units of their use.
namespace polhode {

/// The times in order, each once.
template <class T>
std::vector<T> in_order(std::vector<T> times) {
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

namespace signals {

/// A constant value.
template <class F, class T>
struct Constant {
  Vec<F, T> value{};

  Vec<F, T> at(const T&) const { return value; }

  static constexpr std::string_view kind = "constant";
  static void fields(const auto& f, auto&... s) { f(Field{"value", "s"}, s.value...); }
};

/// s(t) = offset + amplitude cos(frequency t + phase).
template <class F, class T>
struct Harmonic {
  Vec<F, T> amplitude{};
  T frequency{0}, phase{0};
  Vec<F, T> offset{};

  Vec<F, T> at(const T& t) const {
    using std::cos;
    return offset + T(cos(frequency * t + phase)) * amplitude;
  }
  Vec<F, T> rate(const T& t) const {
    using std::sin;
    return T(-frequency * sin(frequency * t + phase)) * amplitude;
  }
  T characteristic_rate() const { return frequency; }

  static constexpr std::string_view kind = "harmonic";
  static void fields(const auto& f, auto&... s) {
    f(Field{"amplitude", "a"}, s.amplitude...);
    f(Field{"frequency", "ν"}, s.frequency...);
    f(Field{"phase", "φ"}, s.phase...);
    f(Field{"offset", "o"}, s.offset...);
  }
};

/// s(t) = exp(frequency t hat(axis)) value, right-handed about a unit axis.
template <class F, class T>
struct Rotating {
  Vec<F, T> value{}, axis{};
  T frequency{0};

  Vec<F, T> at(const T& t) const {
    using std::cos, std::sin;
    const T angle = frequency * t, c = cos(angle), s = sin(angle);
    const Vec<F, T> along = dot(axis, value) * axis;
    return along + c * (value - along) + s * cross(axis, value);
  }
  Vec<F, T> rate(const T& t) const { return frequency * cross(axis, at(t)); }
  T characteristic_rate() const { return frequency; }

  static constexpr std::string_view kind = "rotating";
  static void fields(const auto& f, auto&... s) {
    f(Field{"value", "s₀"}, s.value...);
    f(Field{"axis", "n"}, s.axis...);
    f(Field{"frequency", "ν"}, s.frequency...);
  }
};

/// Calls see(t) at each time where a law is not smooth: those of its `breaks`, or its `times`.
void each_break(const auto& k, const auto& see) {
  if constexpr (requires { k.breaks(see); })
    k.breaks(see);
  else if constexpr (requires { k.times; })
    for (const auto& t : k.times) see(t);
}

inline constexpr int smooth = std::numeric_limits<int>::max();  ///< no derivative jumps
/// The orders of breaks up to which steps may end there: the signal or its slope jumps, or a spline has a knot.
inline constexpr int kinks = 1, knots = 3;

/// The interval of ascending times, two at least, that contains a time; the first and the last extend outside. This
/// thread's last interval is tried first.
template <class T>
std::size_t interval_of(const std::vector<T>& times, const T& t) {
  static thread_local std::size_t last = 0;
  if (last + 1 < times.size() && times[last] <= t && t < times[last + 1]) return last;
  return last = static_cast<std::size_t>(std::upper_bound(times.begin() + 1, times.end() - 1, t) - times.begin()) - 1;
}

/// A broken line, or the cubic spline through the points whose third derivative does not jump at the second and the
/// last but one ("not a knot"); three points make a parabola, two a line. Outside, the first and last pieces go on.
/// Times ascend, as many as values, two at least; only readers of files check this.
template <class F, class T>
struct Table {
  std::vector<T> times;
  std::vector<Vec<F, T>> values;
  bool cubic = true;
  std::vector<Vec<F, T>> curvature;  ///< second derivatives at the times, for cubic splines; by `prepare`

  Vec<F, T> at(const T& t) const { return at(t, interval_of(times, t)); }
  /// The value in the interval k, at one time or several.
  template <class X>
  Vec<F, X> at(const X& t, std::size_t k) const {
    const T h = times[k + 1] - times[k], third = h * h / T(6);
    const X b = (t - times[k]) / h, a = T(1) - b;
    Vec<F, X> s;
    for (int i = 0; i < 3; ++i) s[i] = a * values[k][i] + b * values[k + 1][i];
    if (!curvature.empty()) {
      const X left = a * (a * a - T(1)), right = b * (b * b - T(1));
      for (int i = 0; i < 3; ++i) s[i] += third * (left * curvature[k][i] + right * curvature[k + 1][i]);
    }
    return s;
  }
  Vec<F, T> rate(const T& t) const {
    const std::size_t k = interval_of(times, t);
    const T h = times[k + 1] - times[k], b = (t - times[k]) / h, a = T(1) - b;
    Vec<F, T> s = (values[k + 1] - values[k]) / h;
    if (!curvature.empty())
      s += T(h / T(6)) * (T(T(1) - T(3) * a * a) * curvature[k] + T(T(3) * b * b - T(1)) * curvature[k + 1]);
    return s;
  }
  T characteristic_rate() const {
    T least = times.back() - times.front();
    for (std::size_t i = 1; i < times.size(); ++i)
      if (const T h = times[i] - times[i - 1]; h < least) least = h;
    return T(1) / least;
  }

  /// The first and the last time.
  std::optional<std::pair<T, T>> range() const { return std::pair(times.front(), times.back()); }

  /// Solves for the curvature from the times and values, in any scalar.
  void prepare() {
    curvature.clear();
    const std::size_t n = times.size();
    if (!cubic || n < 3) return;
    const auto h = [&](std::size_t k) { return times[k + 1] - times[k]; };
    const auto slope = [&](std::size_t k) { return (values[k + 1] - values[k]) / h(k); };
    if (n == 3) {
      curvature.assign(3, T(2) / (h(0) + h(1)) * (slope(1) - slope(0)));
      return;
    }
    // h(k-1) M(k-1) + 2 (h(k-1) + h(k)) M(k) + h(k) M(k+1) = 6 (slope(k) - slope(k-1)); the ends go out by
    // (M(1) - M(0)) / h(0) = (M(2) - M(1)) / h(1), and likewise there.
    curvature.assign(n, {});
    std::vector<T> diagonal(n), upper(n);
    std::vector<Vec<F, T>> right(n);
    for (std::size_t k = 1; k + 1 < n; ++k) {
      T lower = h(k - 1), middle = T(2) * (h(k - 1) + h(k)), next = h(k);
      if (k == 1) middle += h(0) * (T(1) + h(0) / h(1)), next -= h(0) * h(0) / h(1), lower = T(0);
      if (k == n - 2) {
        const T ratio = h(n - 2) / h(n - 3);
        middle += h(n - 2) * (T(1) + ratio), lower -= h(n - 2) * ratio, next = T(0);
      }
      right[k] = T(6) * (slope(k) - slope(k - 1));
      if (k > 1) {
        const T factor = lower / diagonal[k - 1];
        middle -= factor * upper[k - 1], right[k] -= factor * right[k - 1];
      }
      diagonal[k] = middle, upper[k] = next;
    }
    for (std::size_t k = n - 2; k > 0; --k) curvature[k] = (right[k] - upper[k] * curvature[k + 1]) / diagonal[k];
    curvature[0] = curvature[1] + T(h(0) / h(1)) * (curvature[1] - curvature[2]);
    curvature[n - 1] = curvature[n - 2] + T(h(n - 2) / h(n - 3)) * (curvature[n - 2] - curvature[n - 3]);
  }
  int break_order() const { return times.size() <= 2 ? smooth : curvature.empty() ? kinks : knots; }
  /// The pieces between two times up to `slack`, first < last; they extend outside.
  Table within(const T& first, const T& last, const T& slack) const {
    const auto begin = interval_of(times, T(first + slack));
    const auto after =
        static_cast<std::size_t>(std::lower_bound(times.begin() + 1, times.end() - 1, T(last - slack)) - times.begin());
    const auto from = static_cast<std::ptrdiff_t>(begin),
               to = static_cast<std::ptrdiff_t>(std::max(after, begin + 1)) + 1;
    return {{times.begin() + from, times.begin() + to}, {values.begin() + from, values.begin() + to}, cubic, {}};
  }

  static constexpr std::string_view kind = "table";
  static void fields(const auto& f, auto&... s) {
    f(Field{"times", "t"}, s.times...);
    f(Field{"values", "s"}, s.values...);
    f(Field{"cubic", "cubic"}, s.cubic...);
  }
};

/// values[k] for times[k-1] <= t < times[k]; the first before, the last after all times, which ascend and are one fewer
/// than the values.
template <class F, class T>
struct Pieces {
  std::vector<T> times;
  std::vector<Vec<F, T>> values;

  Vec<F, T> at(const T& t) const {
    return values[static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin())];
  }
  static int break_order() { return 0; }
  /// The number of the piece that begins at a time up to `slack`, or lasts.
  std::size_t piece_at(const T& first, const T& slack) const {
    return static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), T(first + slack)) - times.begin());
  }
  /// The value between two times up to `slack`, first < last; null where there are several.
  const Vec<F, T>* value_within(const T& first, const T& last, const T& slack) const {
    const auto k = piece_at(first, slack);
    return k == times.size() || times[k] >= last - slack ? &values[k] : nullptr;
  }
  /// The pieces between them, by a search that inspects few of many times.
  Pieces within(const T& first, const T& last, const T& slack) const {
    const auto k = static_cast<std::ptrdiff_t>(piece_at(first, slack));
    const auto begin = times.begin() + k, end = std::lower_bound(begin, times.end(), T(last - slack));
    const auto from = values.begin() + k;
    return {{begin, end}, {from, from + (end - begin) + 1}};
  }
  static constexpr std::string_view kind = "pieces";
  static void fields(const auto& f, auto&... s) {
    f(Field{"times", "t"}, s.times...);
    f(Field{"values", "s"}, s.values...);
  }
};

/// The sum of the values of all active pulses: at <= t < at + duration.
template <class F, class T>
struct Pulses {
  std::vector<T> at_times, durations;
  std::vector<Vec<F, T>> values;

  Vec<F, T> at(const T& t) const {
    Vec<F, T> sum{};
    for (std::size_t i = 0; i < values.size(); ++i)
      if (at_times[i] <= t && t < at_times[i] + durations[i]) sum += values[i];
    return sum;
  }
  void breaks(const auto& see) const {
    for (std::size_t i = 0; i < values.size(); ++i) see(at_times[i]), see(T(at_times[i] + durations[i]));
  }

  static int break_order() { return 0; }
  static constexpr std::string_view kind = "pulses";
  static void fields(const auto& f, auto&... s) {
    f(Field{"at", "t"}, s.at_times...);
    f(Field{"duration", "d"}, s.durations...);
    f(Field{"value", "s"}, s.values...);
  }
};

/// The field of a planet's dipole at a body on a circular orbit: s = strength (3 (n . r) r - n), where r(t) points from
/// the planet to the body and n(t) is the direction of the dipole's moment, both of unit length.
template <class F, class T>
struct OrbitDipole {
  T strength{0};
  Rotating<F, T> r, n;

  Vec<F, T> at(const T& t) const {
    const auto to_body = r.at(t), moment = n.at(t);
    return strength * (T(3) * dot(moment, to_body) * to_body - moment);
  }
  Vec<F, T> rate(const T& t) const {
    const auto s = r.at(t), v = r.rate(t), m = n.at(t), turn = n.rate(t);
    return strength * (T(3) * ((dot(turn, s) + dot(m, v)) * s + dot(m, s) * v) - turn);
  }
  T characteristic_rate() const {
    using std::abs;
    return T(2) * abs(r.frequency) + abs(n.frequency);
  }

  static constexpr std::string_view kind = "orbit-dipole";
  static void fields(const auto& f, auto&... s) {
    f(Field{"strength", "b"}, s.strength...);
    f(Field{"orbit", "r"}, s.r...);
    f(Field{"moment", "n"}, s.n...);
  }
};

/// The path of a body around a planet, for laws that fall off with the cube of the distance: s = (size/r)^(3/2) rhat,
/// rhat and r the direction and the distance from the planet. It is a Kepler orbit of any eccentricity or, if there are
/// `times`, the cubic Hermite spline through places with velocities, whose ends go on.
template <class F, class T>
struct OrbitalPath {
  Vec<F, T> along{};                  ///< towards the periapsis, of length 1
  Vec<F, T> across{};                 ///< direction of motion there, of length 1
  T periapsis{1};                     ///< the least distance
  T eccentricity{0};                  ///< not negative
  T rate{0};                          ///< sqrt(mu / periapsis^3), in radians per time
  T time{0};                          ///< of a periapsis
  T size{1};                          ///< the distance at which s is of length 1
  std::vector<T> times;               ///< of a table: they ascend, two at least
  std::vector<Vec<F, T>> places;      ///< from the planet, at the times
  std::vector<Vec<F, T>> velocities;  ///< at the times

  /// The position of the body and its derivatives.
  struct Motion {
    Vec<F, T> place;         ///< from the planet
    Vec<F, T> velocity;      ///< its derivative
    Vec<F, T> acceleration;  ///< second derivative; for a table, that of the spline
  };
  /// The motion at a time.
  Motion motion(const T& t) const {
    if (times.empty()) {
      const auto p = kepler::at_time(eccentricity, T(rate * (t - time)));
      const auto r = p.x * along + p.y * across;
      return {periapsis * r, T(periapsis * rate) * (p.vx * along + p.vy * across),
              T(-periapsis * rate * rate / (p.r * p.r * p.r)) * r};
    }
    const auto k = interval_of(times, t);
    const T h = times[k + 1] - times[k], b = (t - times[k]) / h, a = T(1) - b;
    const auto d = places[k + 1] - places[k], u = h * velocities[k] - d, v = d - h * velocities[k + 1];
    return {a * places[k] + b * places[k + 1] + T(a * b) * (a * u + b * v),
            (d + T(a - b) * (a * u + b * v) + T(a * b) * (v - u)) / h,
            T(T(2) / (h * h)) * (T(a - b) * (v - u) - (a * u + b * v))};
  }
  Vec<F, T> at(const T& t) const {
    using std::sqrt;
    const auto r = motion(t).place;
    const T share = size / norm(r);
    return T(share * sqrt(share)) * (r / norm(r));
  }
  T characteristic_rate() const {
    using std::abs, std::sqrt;
    if (times.empty()) return T(2) * abs(rate) * sqrt(T(1) + eccentricity);
    T least = times.back() - times.front();
    for (std::size_t i = 1; i < times.size(); ++i)
      if (const T h = times[i] - times[i - 1]; h < least) least = h;
    return T(1) / least;
  }
  /// Velocities are continuous at knots; accelerations are not, unless the velocities are those of a cubic spline.
  int break_order() const { return times.size() <= 2 ? smooth : 2; }
  /// The first and the last time of a table.
  std::optional<std::pair<T, T>> range() const {
    if (times.empty()) return {};
    return std::pair(times.front(), times.back());
  }

  static constexpr std::string_view kind = "course";
  static void fields(const auto& f, auto&... s) {
    f(Field{"along", "P"}, s.along...);
    f(Field{"across", "Q"}, s.across...);
    f(Field{"periapsis", "q"}, s.periapsis...);
    f(Field{"eccentricity", "e"}, s.eccentricity...);
    f(Field{"rate", "n"}, s.rate...);
    f(Field{"time", "t"}, s.time...);
    f(Field{"size", "a"}, s.size...);
    f(Field{"times", "t"}, s.times...);
    f(Field{"places", "r"}, s.places...);
    f(Field{"velocities", "v"}, s.velocities...);
  }
};

/// The field of a planet's dipole on any path: b = strength (3 (n . s) s - (s . s) n).
template <class F, class T>
struct PathDipole {
  T strength{0};        ///< at the distance `size` of the path
  OrbitalPath<F, T> r;  ///< of the body
  Rotating<F, T> n;     ///< the direction of the planet's moment, of length 1

  Vec<F, T> at(const T& t) const {
    const auto s = r.at(t), moment = n.at(t);
    return strength * (T(3) * dot(moment, s) * s - dot(s, s) * moment);
  }
  Vec<F, T> rate(const T& t) const {
    const auto [place, velocity, _] = r.motion(t);
    const auto s = r.at(t), m = n.at(t), turn = n.rate(t);
    const auto v = (norm(s) / norm(place)) * velocity - (T(5) * dot(place, velocity) / (T(2) * norm2(place))) * s;
    return strength *
           (T(3) * ((dot(turn, s) + dot(m, v)) * s + dot(m, s) * v) - T(2) * dot(s, v) * m - dot(s, s) * turn);
  }
  T characteristic_rate() const {
    using std::abs;
    return r.characteristic_rate() + abs(n.frequency);
  }
  void breaks(const auto& see) const { each_break(r, see); }
  int break_order() const { return r.break_order(); }
  /// The range of its path.
  std::optional<std::pair<T, T>> range() const { return r.range(); }

  static constexpr std::string_view kind = "course-dipole";
  static void fields(const auto& f, auto&... s) {
    f(Field{"strength", "b"}, s.strength...);
    f(Field{"orbit", "r"}, s.r...);
    f(Field{"moment", "n"}, s.n...);
  }
};

/// Any kind of signal.
template <class F, class T>
struct Shape {
  using Kinds = std::variant<Constant<F, T>, Harmonic<F, T>, Rotating<F, T>, Table<F, T>, Pieces<F, T>, Pulses<F, T>,
                             OrbitDipole<F, T>, OrbitalPath<F, T>, PathDipole<F, T>>;
  Kinds is;

  Shape(Kinds k = {}) : is(std::move(k)) {}
  void prepare() {
    if (auto* table = std::get_if<Table<F, T>>(&is)) table->prepare();
  }

  static constexpr std::string_view kind = "signal";
  static void fields(const auto& f, auto& s) {
    std::visit([&](auto& k) { f(Field{k.kind, ""}, k); }, s.is);
  }
};
template <class U, class F, class T>
Shape<F, U> cast(const Shape<F, T>& from) {
  return std::visit([](const auto& k) { return Shape<F, U>(cast<U>(k)); }, from.is);
}

}  // namespace signals

/// A vector in time, in one frame. Copies share its data.
template <class F, class T>
class Signal : public Shared<signals::Shape<F, T>> {
 public:
  using Shape = signals::Shape<F, T>;
  using Shared<Shape>::Shared;
  Signal(const Vec<F, T>& value) : Shared<Shape>(Shape(signals::Constant<F, T>{value})) {}
  Signal(typename Shape::Kinds k) : Shared<Shape>(Shape(std::move(k))) {}

  /// Not inlined, because there are many methods.
  [[gnu::noinline]] Vec<F, T> at(const T& t) const {
    return std::visit([&](const auto& k) { return k.at(t); }, (*this)->is);
  }
  /// Its derivative; zero for constants, pieces and pulses.
  Vec<F, T> rate(const T& t) const {
    return ask([&](const auto& k) -> decltype(k.rate(t)) { return k.rate(t); }, Vec<F, T>{});
  }
  bool constant() const { return std::holds_alternative<signals::Constant<F, T>>((*this)->is); }
  /// In radians per time; zero likewise.
  T characteristic_rate() const {
    return ask([](const auto& k) -> decltype(k.characteristic_rate()) { return k.characteristic_rate(); }, T(0));
  }
  /// Becomes a constant, in place if no copy shares it.
  void hold(const Vec<F, T>& value) {
    auto* own = this->unshared();
    if (auto* constant = own ? std::get_if<signals::Constant<F, T>>(&own->is) : nullptr)
      constant->value = value;
    else
      *this = Signal(value);
  }
  /// Calls see(t) at each time where it is not smooth, ends of tables included.
  void breaks(const auto& see) const {
    std::visit([&](const auto& k) { signals::each_break(k, see); }, (*this)->is);
  }
  /// The lowest derivative that jumps there: 0 is the signal itself.
  int break_order() const {
    return ask([](const auto& k) -> decltype(k.break_order()) { return k.break_order(); }, signals::smooth);
  }
  /// True if it is not continuous; with `rate` also if its derivative is not.
  bool jumps(bool rate = false) const { return break_order() <= int(rate); }
  /// The first and the last time of a table.
  std::optional<std::pair<T, T>> range() const {
    return ask([](const auto& k) -> decltype(k.range()) { return k.range(); }, std::optional<std::pair<T, T>>());
  }
  /// The signal between two times, both included; at jumps there (up to `slack`) it has its inner values. With `rate`
  /// so does its derivative.
  Signal within(const T& a, const T& b, const T& slack = T(0), bool rate = false) const {
    if (!jumps(rate)) return *this;
    const T first = a < b ? a : b, last = a < b ? b : a;
    if (const auto* table = std::get_if<signals::Table<F, T>>(&(*this)->is))
      return Signal(table->within(first, last, slack));
    if (const auto* held = std::get_if<signals::Pieces<F, T>>(&(*this)->is)) {
      const auto* value = held->value_within(first, last, slack);
      return value ? Signal(*value) : Signal(held->within(first, last, slack));
    }
    signals::Pieces<F, T> pieces;
    breaks([&](const T& t) {
      if (first + slack < t && t < last - slack) pieces.times.push_back(t);
    });
    pieces.times = in_order(std::move(pieces.times));
    T from = first;
    for (std::size_t k = 0; k <= pieces.times.size(); ++k) {
      const T to = k < pieces.times.size() ? pieces.times[k] : last;
      pieces.values.push_back(at(T(from + (to - from) / T(2))));
      from = to;
    }
    return pieces.times.empty() ? Signal(pieces.values.front()) : Signal(pieces);
  }
  /// Becomes the part of `whole` between two times: a body whose torque is held is moved through many.
  void narrow(const Signal& whole, const T& a, const T& b, const T& slack, bool rate) {
    if (!whole.jumps(rate)) return;
    if (const auto* held = std::get_if<signals::Pieces<F, T>>(&whole->is))
      if (const auto* value = held->value_within(a < b ? a : b, a < b ? b : a, slack)) return hold(*value);
    *this = whole.within(a, b, slack, rate);
  }

 private:
  /// f of the law, or `otherwise` of a law that f is not for.
  template <class R>
  R ask(const auto& f, const R& otherwise) const {
    const auto one = [&](const auto& k) -> R {
      if constexpr (requires { f(k); })
        return f(k);
      else
        return otherwise;
    };
    return std::visit(one, (*this)->is);
  }
};
template <class U, class F, class T>
Signal<F, U> cast(const Signal<F, T>& from) {
  return Signal<F, U>(cast<U>(*from));
}

/// Whether a torque uses the derivatives of its signals: where those jump, so does the torque.
template <class K>
inline constexpr bool takes_rates = requires {
  K::takes_rates;
};

/// Whether M is a Signal.
template <class M>
inline constexpr bool is_signal = false;
template <class F, class T>
inline constexpr bool is_signal<Signal<F, T>> = true;

/// Calls f(signal) for each signal of a torque.
template <HasFields K, class F>
void each_signal(K& torque, const F& f) {
  std::remove_cv_t<K>::fields(
      [&](const Field&, auto& member) {
        if constexpr (is_signal<std::remove_cvref_t<decltype(member)>>) f(member);
      },
      torque);
}

}  // namespace polhode
