// SPDX-License-Identifier: MIT
#include "core/reference/path.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <future>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "core/geometry/scalar.hpp"
#include "core/reference/reference.hpp"
#include "core/reference/turning_rate.hpp"
#include "core/spaces/coordinates.hpp"

namespace polhode::reference {

void Deviation::include(const Deviation& other) {
  // What is not a number is infinitely far.
  const auto larger = [](double a, double b) { return b <= a ? a : std::isnan(b) ? INFINITY : b; };
  attitude = larger(attitude, other.attitude), momentum = larger(momentum, other.momentum);
}

namespace {

/// Attitudes by their angle: 2 asin of half the norm of their difference.
Deviation in_angles(const auto& d, bool of_attitudes, double momentum) {
  const double chord = scalar_cast<double>(d.configuration);
  return {of_attitudes ? 2 * std::asin(std::min(1.0, chord / 2)) : chord, scalar_cast<double>(d.momentum) / momentum};
}
template <class S>
Deviation deviation_in(const S& a, const S& b, double momentum) {
  return in_angles(
      distance(a, b), requires { a.R; }, momentum);
}

/// How fast anything on the path changes, about: by the start and by what the torque can do.
template <class P>
requires requires(const P& body) {
  body.characteristic_rate();
}
double fastest(const P& body, double t0) {
  const double I = std::min({body.I[0], body.I[1], body.I[2]}),
               kick = norm(body.total(t0, body.initial.R, body.initial.Pi)),
               turning = turning_rate(body, t0, std::max(norm(body.initial.Pi) / I, std::sqrt(kick / I)));
  return std::max({turning, body.characteristic_rate(), swing_rate(body)});  // a body that is damped fast moves slowly
}
double fastest(const Director<double>& p, double t0) {
  return std::max(norm(p.initial.omega) + std::sqrt(p.strength(t0) / p.I), std::abs(p.frequency));
}

double fastest(const Particles<double>& p, double t0) {
  const auto& [u, momentum] = p.initial;
  const double size = norm(u) > 0 ? norm(u) : 1;
  const auto pushed = p.velocity(p.torque(t0, u));  // an acceleration
  return std::max({norm(p.velocity(momentum)) / size, std::sqrt(norm(pushed) / size), std::abs(p.frequency)});
}

/// In double: of bodies without torques of the momentum only.
template <class T, class P>
auto exact_at(const P& problem, const T& t) {
  if constexpr (std::is_same_v<P, FreeBody<T>>) {
    return exact_free_motion(problem, t);
  } else if constexpr (std::is_same_v<P, TorquedBody<T>>) {
    if constexpr (!std::is_same_v<T, double>)
      if (problem.momentum_torques.size > 0) return exact_motion(closed_driven_form(problem).value(), t);
    return exact_top_motion(problem, t);
  } else {
    return exact_pendulum_motion(problem, t);
  }
}

}  // namespace

Deviation deviation(const State<double>& a, const State<double>& b, double momentum) {
  return in_angles(distance(a, b), a.rigid(), momentum);
}

Problem<double> moved_start(const Problem<double>& problem) {
  return problem.from(nudged(problem.start(), shift));
}

namespace {

/// The sizes of both parts of a difference of `by` times as much; no farther than a half turn.
Deviation parts(const Six& x, double by) {
  const double momentum = by * std::hypot(x[0], x[1], x[2]), attitude = by * std::hypot(x[3], x[4], x[5]);
  return {std::min(attitude, pi_of<double>()), std::min(momentum, 2.0)};
}

/// A state as a polynomial of -1 <= x <= 1 through Chebyshev's points (barycentric formula; Berrut & Trefethen 2004).
template <class State>
class Polynomial {
 public:
  static constexpr int n = 24;

  template <class F>
  explicit Polynomial(const F& f) {
    for (int k = 0; k <= n; ++k) points_[k] = numbers(f(x(k)));
  }
  State at(long double where) const {
    std::remove_cvref_t<decltype(points_[0])> sum{};
    long double weights = 0;
    for (int k = 0; k <= n; ++k) {
      const long double off = where - x(k);
      if (off == 0) return state_of<State>(points_[k]);
      const long double w = (k % 2 == 0 ? 1 : -1) * (k % n == 0 ? 0.5L : 1.0L) / off;
      weights += w;
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += w * points_[k][i];
    }
    for (auto& y : sum) y /= weights;
    return state_of<State>(sum);
  }

 private:
  static long double x(int k) {
    static const auto all = [] {
      std::array<long double, n + 1> x;
      for (int k = 0; k <= n; ++k) x[k] = std::sin(pi_of<long double>() * (n - 2 * k) / (2 * n));
      return x;
    }();
    return all[k];
  }
  std::array<decltype(numbers(State())), n + 1> points_;
};

/// What polynomials between anchors are allowed to be off by, as a share: a thirtieth of a double's rounding.
constexpr double polynomials_off = 4e-18;

/// Where a path may be off by so much, the states between anchors are computed in doubles.
constexpr double enough_for_doubles = 1e-11;

/// Where a path may be off by so much, a stiff motion is computed in doubles.
constexpr double enough_for_stiff = 1e-12;

/// The states next to anchors, by hops from there. Where many are asked for, a polynomial takes the hops' place, if it
/// agrees with them: the motion is not smooth everywhere.
template <class State, class Hop>
class Hops {
 public:
  Hops(std::vector<State> anchors, Hop hop, long double step, double tolerance, double momentum)
      : shared_(std::make_shared<Shared>(std::move(anchors), std::move(hop), step, tolerance, momentum)) {}

  State at(long double since) const {
    auto& s = *shared_;
    const auto last = static_cast<std::int64_t>(s.anchors.size()) - 1;
    const auto i = std::clamp<std::int64_t>(std::llround(since / s.step), 0, last);
    const auto directly = [&](long double time) { return s.hop(s.anchors[i], i, time, s.tolerance); };
    const long double time = since - s.step * static_cast<long double>(i);
    if (last > most || s.tolerance > polynomials_off * 10) return directly(time);
    // The first and the last anchor have one side.
    const long double from = i == 0 ? 0 : -s.step / 2, to = i == last ? 0 : s.step / 2;
    const auto time_of = [&](long double x) { return (from + to + x * (to - from)) / 2; };
    auto& piece = s.pieces[static_cast<std::size_t>(i)];
    std::call_once(piece.once, [&] {
      piece.polynomial.emplace([&](long double x) { return directly(time_of(x)); });
      for (const long double x : {-0.97L, -0.55L, 0.01L, 0.55L, 0.97L}) {
        if (!piece.polynomial) break;
        const auto off = deviation_in(piece.polynomial->at(x), directly(time_of(x)), s.momentum);
        if (!(std::max(off.attitude, off.momentum) <= polynomials_off)) piece.polynomial.reset();
      }
    });
    return piece.polynomial ? piece.polynomial->at((2 * time - from - to) / (to - from)) : directly(time);
  }

 private:
  static constexpr std::int64_t most = 1024;  ///< anchors
  struct Piece {
    std::once_flag once;
    std::optional<Polynomial<State>> polynomial;
  };
  struct Shared {
    Shared(std::vector<State> a, Hop h, long double s, double t, double m)
        : anchors(std::move(a)), hop(std::move(h)), step(s), tolerance(t), momentum(m), pieces(anchors.size()) {}
    std::vector<State> anchors;
    Hop hop;
    long double step;
    double tolerance, momentum;
    std::vector<Piece> pieces;
  };
  std::shared_ptr<Shared> shared_;
};

}  // namespace

double Path::longest(const Until& list, const Deviation& allowed) {
  double longest = 0;
  for (const auto& [time, e] : list)
    if (e.attitude <= allowed.attitude && e.momentum <= allowed.momentum) longest = time;
  return longest;
}
double Path::certain_for(const Deviation& allowed) const {
  return longest(certain_, allowed);
}
double Path::together_for(const Deviation& allowed) const {
  return exact_ ? std::abs(duration_) : longest(together_, allowed);
}

Path::Path(const Problem<double>& problem, double t0, double duration, const Watch& watch, const Deviation& enough)
    : Path(cast<float128>(problem), t0, duration, watch, enough) {}
Path::Path(const Problem<float128>& problem, double t0, double duration, const Watch& watch, const Deviation& enough)
    : t0_(t0), duration_(duration) {
  problem.as([&](const auto& p) { build(p, watch, enough); });
}

template <class P>
void Path::build(const P& wide, const Watch& watch, const Deviation& enough) {
  const auto narrow = cast<double>(wide);
  momentum_ = size(narrow.initial).momentum;
  turns_ = rate(narrow, narrow.initial) * std::abs(duration_);
  // Of other exact motions every instant costs as much as the way there, or a shifted state moves otherwise.
  bool exact = reference::origin(wide) == Origin::exact;
  if constexpr (std::is_same_v<P, TorquedBody<float128>>)
    exact = wide.momentum_torques.size > 0 ? exact && !wide.has_rotors() : lagrange_top(wide).has_value();
  const auto meets = [&] { return error_.attitude <= enough.attitude && error_.momentum <= enough.momentum; };
  if constexpr (!std::is_same_v<P, Particles<float128>>)
    if (exact) {
      bool in_double = enough.attitude > 0 && enough.momentum > 0;
      if constexpr (requires { narrow.momentum_torques; })
        in_double = in_double && narrow.momentum_torques.size == 0 && lagrange_top(narrow);
      if constexpr (std::is_base_of_v<RigidBody<float128>, P>)
        in_double = in_double && certify_exact(narrow, wide) && meets();
      else
        in_double = false;
      if (!in_double) certify_exact(wide, wide);
    }
  if constexpr (!std::is_same_v<P, FreeBody<float128>>)
    if (!exact) {
      if constexpr (std::is_same_v<decltype(narrow), const TorquedBody<double>>)
        if (std::min(enough.attitude, enough.momentum) >= enough_for_stiff && is_stiff(narrow, t0_, duration_)) try {
            follow_stiff(narrow, watch);
            if (meets()) return;
          } catch (const NoMotion&) {  // perhaps not with more digits
          }
      stiff_.reset();
      const bool loose = std::min(enough.attitude, enough.momentum) >= enough_for_doubles;
      if (enough.attitude > 0 && enough.momentum > 0 && reference::origin(wide) != Origin::converged_in_double) try {
          extrapolate(cast<long double>(wide), wide, loose, watch);
        } catch (const NoMotion&) {  // perhaps not with more digits
        }
      if (!anchored_ || !meets()) extrapolate(wide, wide, false, watch);
    }
  if (momentum_ == 0) momentum_ = 1;
}

/// Some instants in 100 digits; and how far states that are moved on the way go. False where doubles do not tell that.
template <class P, class Wide>
bool Path::certify_exact(const P& problem, const Wide& wide) {
  using T = typename P::Scalar;
  constexpr bool in_double = std::is_same_v<T, double>;
  constexpr double by_double = 1e-7, told_by_double = 0.01, moved_by_this = in_double ? by_double : shift;
  error_ = moved_ = {}, certain_.clear();
  exact_ = [problem, t0 = t0_](double t) { return cast<double>(exact_at(problem, T(T(t) - T(t0)))); };
  constexpr int certified = 6, looked_at = 64, moved_at = 32, seen_at = 4;
  std::vector<typename P::State> states{problem.initial};
  std::vector<std::pair<double, Deviation>> errors;
  const auto time_of = [&](int i) { return T(T(duration_) * T(i) / T(looked_at)); };
  for (int i = 1; i <= looked_at; ++i) {
    const auto& state = states.emplace_back(exact_at(problem, time_of(i)));
    momentum_ = std::max(momentum_, size(cast<double>(state)).momentum);
    if (i * certified % looked_at < certified) {
      const auto judge = exact(wide, float128(time_of(i)));
      const double estimate = scalar_cast<double>(judge.error_estimate);
      auto e = deviation_in(judge.state, cast<float128>(state), 1);
      e.attitude += estimate, e.momentum += estimate;
      errors.emplace_back(std::abs(static_cast<double>(time_of(i))), e);
    }
  }
  const double scale = momentum_ > 0 ? momentum_ : 1;
  for (const auto& [time, e] : errors) {
    error_.include({10 * e.attitude, 10 * e.momentum / scale});  // only some are judged
    certain_.emplace_back(time, error_);
  }
  for (int i = 0; i < looked_at; i += looked_at / moved_at) {
    auto from = problem;
    for (auto by : shifts(states[i], scale)) {
      for (auto& x : by) x *= moved_by_this;
      from.initial = moved_by(by, states[i], scale);
      for (int k = 0; k < seen_at; ++k) {
        const int j = looked_at - k * (looked_at - i) / seen_at;
        const auto off = difference(exact_at(from, T(time_of(j) - time_of(i))), states[j], scale);
        if (in_double && !(std::max(parts(off, 1).attitude, parts(off, 1).momentum) <= told_by_double)) return false;
        moved_.include(parts(off, shift / moved_by_this));
      }
    }
  }
  return true;
}

template <class P, class Wide>
void Path::extrapolate(const P& problem, const Wide& given, bool loose, const Watch& watch) {
  using T = typename P::Scalar;
  constexpr bool short_of_digits = std::is_same_v<T, long double>;
  const bool in_double = reference::origin(given) == Origin::converged_in_double;
  const auto narrow = cast<double>(given);
  // What the rounding of the time itself leaves of a torque's phase, far from t = 0: no tolerance below it is ever met.
  const double late = 8 * std::max(std::abs(t0_), std::abs(t0_ + duration_)) * fastest(narrow, t0_);
  const auto at_least = [late](double rounding, double tolerance) { return std::max(tolerance, rounding * late); };
  constexpr double rounding = std::numeric_limits<double>::epsilon(),
                   finer = std::numeric_limits<long double>::epsilon();
  loose = loose && rounding * late < 1e-12;
  const double fine = in_double         ? at_least(rounding, 3e-15)
                      : short_of_digits ? at_least(finer, 1e-17)
                                        : 1e-24,
               coarse = in_double         ? 100 * fine
                        : short_of_digits ? 100 * fine
                                          : 1e-21,
               narrow_tolerance = in_double || loose ? at_least(rounding, 3e-15) : at_least(finer, 1e-17);
  error_ = moved_ = {}, certain_.clear(), together_.clear();
  if (in_double) error_.include({1e-13, 1e-13});
  constexpr double apart_by = 0.5, most = 65536;  // radians; anchors
  const auto pieces = static_cast<std::int64_t>(
      std::clamp(std::ceil(std::abs(duration_) * fastest(narrow, t0_) / apart_by), 1.0, most));
  std::atomic<bool> stop = false;
  const T piece = T(duration_) / static_cast<T>(pieces);
  const auto seen = features(narrow, t0_, duration_);
  const auto travel = [&](auto body, double tolerance, const auto& see) {
    for (std::int64_t i = 0; i < pieces && !stop; ++i) {
      const T from = T(t0_) + piece * static_cast<T>(i);
      body.initial = extrapolated(body, from, piece, tolerance, seen);
      if (!is_finite(body.initial)) throw NoMotion("where its state is not finite", static_cast<double>(from));
      see(i + 1, body.initial);
    }
  };
  std::vector<typename P::State> states(pieces + 1), rough(pieces + 1);
  auto roughly = std::async(std::launch::async,
                            [&] { travel(problem, coarse, [&](std::int64_t i, const auto& s) { rough[i] = s; }); });
  states[0] = problem.initial;
  try {
    travel(problem, fine, [&](std::int64_t i, const auto& s) {
      states[i] = s;
      if (watch) watch(static_cast<double>(i) / static_cast<double>(pieces));
    });
  } catch (...) {
    stop = true;
    throw;
  }
  roughly.get();

  std::vector<decltype(cast<long double>(states[0]))> anchors;
  double radians = 0;
  for (const auto& s : states) {
    const auto state = cast<double>(s);
    momentum_ = std::max(momentum_, size(state).momentum);
    radians += rate(narrow, state) * std::abs(duration_) / static_cast<double>(pieces + 1);
    anchors.push_back(cast<long double>(s));
  }
  turns_ = radians;
  std::vector<Deviation> apart;
  for (std::size_t i = 0; i < states.size(); ++i)
    apart.push_back(deviation_in(rough[i], states[i], momentum_ > 0 ? momentum_ : 1));
  join(given, std::move(anchors), apart, seen, loose, narrow_tolerance,
       short_of_digits ? 10 * static_cast<double>(epsilon<T>()) / shift : 0);
}

template <class Wide, class Anchor>
void Path::join(const Wide& given, std::vector<Anchor> anchors, const std::vector<Deviation>& apart,
                const std::vector<double>& seen, bool loose, double narrow_tolerance, double rounded) {
  const auto pieces = static_cast<std::int64_t>(anchors.size()) - 1;
  const double scale = momentum_ > 0 ? momentum_ : 1;
  const auto narrow = cast<double>(given);
  const auto body = cast<long double>(given);
  const auto step = static_cast<long double>(duration_) / static_cast<long double>(pieces);
  const auto hopped = [step, seen, t0 = static_cast<long double>(t0_)](auto body, const Anchor& from, std::int64_t i,
                                                                       long double time, double tolerance) {
    using S = typename decltype(body)::Scalar;
    const auto start = t0 + step * static_cast<long double>(i);
    body.initial = cast<S>(from);
    return cast<long double>(extrapolated(body, static_cast<S>(start), static_cast<S>(time), tolerance, seen));
  };
  const auto hop = [=](const Anchor& from, std::int64_t i, long double time, double tolerance) {
    return loose ? hopped(narrow, from, i, time, tolerance) : hopped(body, from, i, time, tolerance);
  };
  error_.include({polynomials_off, polynomials_off});
  // From one anchor to the next by way of `at`: what a hop adds, twice over.
  for (std::int64_t i = 0; i < pieces; i += std::max<std::int64_t>(1, pieces / 16))
    error_.include(deviation_in(hop(anchors[i], i, step, narrow_tolerance), anchors[i + 1], scale));
  for (std::int64_t i = 1; i <= pieces; ++i) {
    error_.include(apart[static_cast<std::size_t>(i)]);
    certain_.emplace_back(std::abs(duration_) * (static_cast<double>(i) / static_cast<double>(pieces)), error_);
  }

  // The derivative of each piece by differences; their products from some anchors on.
  constexpr double small = 1e-6, tolerance = 1e-13;
  constexpr std::int64_t moved_at = 32;
  std::vector<std::array<Six, 6>> derivatives(static_cast<std::size_t>(pieces));
  oneapi::tbb::parallel_for(std::int64_t(0), pieces, [&](std::int64_t i) {
    const auto still = hopped(narrow, anchors[i], i, step, tolerance);
    for (int j = 0; j < 6; ++j) {
      Six by{};
      by[j] = small;
      derivatives[i][j] = difference(hopped(narrow, moved_by(by, anchors[i], scale), i, step, tolerance), still, scale);
    }
  });
  std::vector<std::array<Six, 6>> list;  // of vectors on their way
  for (std::int64_t i = 0; i < pieces; ++i) {
    if (i % std::max<std::int64_t>(1, pieces / moved_at) == 0) list.push_back(shifts(anchors[i], scale));
    for (auto& shifted : list)
      for (auto& x : shifted) {
        Six y{};
        for (int j = 0; j < 6; ++j)
          for (int k = 0; k < 6; ++k) y[k] += derivatives[i][j][k] / small * x[j];
        x = y;
        for (auto& component : x) component = std::clamp(component, -1e30, 1e30);
        moved_.include(parts(x, shift));
      }
    together_.emplace_back(certain_[static_cast<std::size_t>(i)].first, moved_);
    // What both runs round alike, like the numbers of the problem, moves later states as shifts do.
    if (rounded > 0) {
      auto& until = certain_[static_cast<std::size_t>(i)].second;
      until.attitude += rounded * moved_.attitude * (1 + turns_);
      until.momentum += rounded * moved_.momentum * (1 + turns_);
      error_.include(until);
    }
  }
  anchored_ = [hop = Hops(std::move(anchors), hop, step, narrow_tolerance, scale), t0 = static_cast<long double>(t0_)](
                  double t) { return cast<double>(hop.at(static_cast<long double>(t) - t0)); };
}

void Path::follow_stiff(const TorquedBody<double>& body, const Watch& watch) {
  constexpr double fine = 1e-13, coarse = 1e-11, of_moved = 1e-10, small = 1e-6, rounding = 1e-14;
  constexpr int looked_at = 256, moved_at = 4;
  const auto motion = std::make_shared<const StiffMotion>(stiff_motion(body, t0_, duration_, fine, watch));
  const auto rough = stiff_motion(body, t0_, duration_, coarse);
  const auto time_of = [&](int i) { return t0_ + duration_ * i / looked_at; };
  error_ = moved_ = {}, certain_.clear(), together_.clear(), turns_ = 0;
  std::vector<RigidState<double>> states;
  for (const auto& step : motion->steps) {
    const auto state = motion->at(step.t);
    momentum_ = std::max(momentum_, norm(state.Pi));
    turns_ += rate(body, state) * std::abs(step.h);
  }
  const double scale = momentum_ > 0 ? momentum_ : 1;
  for (int i = 0; i <= looked_at; ++i) {
    states.push_back(motion->at(time_of(i)));
    auto e = deviation_in(rough.at(time_of(i)), states.back(), scale);
    e.attitude += rounding, e.momentum += rounding;
    error_.include(e);
    certain_.emplace_back(std::abs(time_of(i) - t0_), error_);
  }
  for (int from = 0; from < looked_at; from += looked_at / moved_at) {
    auto moved = body;
    for (auto by : shifts(states[from], scale)) {
      for (auto& x : by) x *= small;
      moved.initial = moved_by(by, states[from], scale);
      const auto other = stiff_motion(moved, time_of(from), t0_ + duration_ - time_of(from), of_moved);
      Deviation largest;
      for (int i = from; i <= looked_at; ++i) {
        largest.include(parts(difference(other.at(time_of(i)), states[i], scale), shift / small));
        if (from > 0) continue;
        if (together_.size() <= static_cast<std::size_t>(i))
          together_.emplace_back(std::abs(time_of(i) - t0_), largest);
        together_[static_cast<std::size_t>(i)].second.include(largest);
      }
      moved_.include(largest);
    }
  }
  const double rounded =
      10 * std::numeric_limits<double>::epsilon() / shift * (1 + turns_);  // what both runs round alike
  const auto add = [&](Deviation& e) {
    e.attitude += rounded * moved_.attitude, e.momentum += rounded * moved_.momentum;
  };
  add(error_);
  for (auto& [time, e] : certain_) add(e);
  stiff_ = motion;
  anchored_ = [motion](double t) { return State<double>(motion->at(t)); };
}

bool Path::grows_faster_than_linearly() const {
  const auto size = [](const Deviation& d) { return std::max(d.attitude, d.momentum); };
  const auto lost =
      std::find_if(together_.begin(), together_.end(), [&](const auto& x) { return size(x.second) > 0.1; });
  const auto count = static_cast<double>(lost - together_.begin());  // from there on it cannot grow
  const auto until = [&](double share) {
    return count < 1 ? 0.0 : size(together_[static_cast<std::size_t>(std::max(1.0, share * count)) - 1].second);
  };
  constexpr double linear = 2, faster = 1.25 * linear;
  return until(1) > faster * until(0.5) && until(0.5) > faster * until(0.25);
}

double Path::work(const Problem<double>& body) const {
  if (stiff_)
    if (const auto* torqued = std::get_if<TorquedBody<double>>(&body)) return stiff_->work(*torqued);
  constexpr int pieces = 64;  // each from the path, so that it does not part from it
  return body.as([&]<class P>(const P& p) -> double {
    if constexpr (requires { p.torques; }) {
      const auto seen = features(p, t0_, duration_);
      double sum = 0;
      for (int i = 0; i < pieces; ++i) {
        const double from = t0_ + duration_ * i / pieces;
        auto piece = p;
        piece.initial = *at(from).rigid();
        sum += reference::work(piece, from, duration_ / pieces, 1e-12, seen);
      }
      return sum;
    } else {
      return 0;
    }
  });
}

State<double> Path::at(double t) const {
  return exact_ ? exact_(t) : anchored_(t);
}

}  // namespace polhode::reference
