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

#include "core/geometry/scalar.hpp"
#include "core/reference/reference.hpp"
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
double fastest(const TorquedBody<double>& body, double t0) {
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

/// The sizes of both parts of a difference of `by` times as much; no farther than a half turn.
Deviation parts(const Six& x, double by) {
  const double momentum = by * std::hypot(x[0], x[1], x[2]), attitude = by * std::hypot(x[3], x[4], x[5]);
  return {std::min(attitude, pi_of<double>()), std::min(momentum, 2.0)};
}

/// What polynomials between anchors are allowed to be off by, as a share: a thirtieth of a double's rounding; and where
/// what is between them is computed in doubles.
constexpr double polynomials_off = 4e-18, polynomials_off_in_double = 1e-14;

/// Where a path may be off by so much, the states between anchors are computed in doubles.
constexpr double enough_for_doubles = 1e-11;

/// Where a path may be off by so much, a stiff motion is computed in doubles.
constexpr double enough_for_stiff = 1e-12;

/// A motion from anchor to anchor. What is seldom asked for is followed from the nearest anchor. Elsewhere polynomials
/// through Chebyshev's points take its place, each over a part that is halved until they agree with the motion between
/// the points.
template <class State>
class Dense {
 public:
  using T = std::remove_cvref_t<decltype(numbers(State())[0])>;
  struct Course {
    std::function<State(std::int64_t)> anchor;
    /// The state at `to` of the motion that is in this state at `from`.
    std::function<State(const State& state, long double from, long double to)> follow;
    long double length;               ///< from one anchor to the next
    std::vector<long double> breaks;  ///< times from the first anchor on at which it is not smooth, in its sense
    double off, momentum;             ///< what polynomials may be off by, as a share; momenta of this
    int seldom;                       ///< visits of a piece after which it has polynomials
  };

  Dense(Course course, std::int64_t pieces) : course_(std::move(course)), pieces_(static_cast<std::size_t>(pieces)) {}

  State operator()(long double time) {
    const auto last = static_cast<std::int64_t>(pieces_.size()) - 1;
    auto i = std::clamp<std::int64_t>(static_cast<std::int64_t>(time / course_.length), 0, last);
    auto& piece = pieces_[static_cast<std::size_t>(i)];
    if (piece.visits.load(std::memory_order_relaxed) < course_.seldom) {
      ++piece.visits;
      i = std::clamp<std::int64_t>(std::llround(time / course_.length), 0, last + 1);
      return course_.follow(course_.anchor(i), course_.length * static_cast<long double>(i), time);
    }
    std::call_once(piece.once, [&] { divide(i, piece); });
    const auto after =
        std::upper_bound(piece.parts.begin() + 1, piece.parts.end(), time,
                         [&](long double t, const Part& p) { return course_.length < 0 ? t > p.from : t < p.from; });
    const auto& part = *(after - 1);
    if (part.points.empty()) return course_.follow(part.start, part.from, time);
    return value(part.points, static_cast<T>((2 * time - part.from - part.to) / (part.to - part.from)));
  }

 private:
  static constexpr int n = 16, deepest = 12;
  using Point = decltype(numbers(State()));
  struct Part {
    long double from, to;
    State start;
    std::vector<Point> points;  ///< none: it is followed from its start
  };
  struct Piece {
    std::atomic<int> visits = 0;
    std::once_flag once;
    std::vector<Part> parts;
  };

  /// The k-th point, from 1 to -1, or what is `by` of the way to the next.
  static long double x(int k, long double by = 0) {
    return std::sin(pi_of<long double>() * (n - 2 * (k + by)) / (2 * n));
  }
  static State value(const std::vector<Point>& points, T where) {
    struct Chebyshev {
      std::array<T, n + 1> x, weights;
    };
    static const auto all = [] {
      Chebyshev c;
      for (int k = 0; k <= n; ++k)
        c.x[k] = static_cast<T>(x(k)), c.weights[k] = (k % 2 == 0 ? 1 : -1) * (k % n == 0 ? T(0.5) : T(1));
      return c;
    }();
    return state_of<State>(interpolated(all.x, all.weights, points, where));
  }

  void divide(std::int64_t i, Piece& piece) {
    long double from = course_.length * static_cast<long double>(i);
    const long double to = course_.length * static_cast<long double>(i + 1), sense = course_.length < 0 ? -1 : 1;
    auto state = course_.anchor(i);
    piece.parts.clear();
    for (const long double t : course_.breaks)
      if (sense * (t - from) > 0 && sense * (to - t) > 0)
        state = add(piece.parts, state, from, t, INFINITY, deepest), from = t;
    add(piece.parts, state, from, to, INFINITY, deepest);
  }
  /// The parts of what is between two times, and the state at its end. Halves of what was off by `before` that are
  /// hardly less off show the rounding of the motion, or a kink.
  State add(std::vector<Part>& parts, const State& start, long double from, long double to, double before, int depth) {
    const auto time = [&](long double x) { return (from + to + x * (to - from)) / 2; };
    std::vector<Point> points(n + 1);
    std::vector<std::pair<long double, State>> between;
    auto state = start, middle = start;
    long double now = from;
    const auto go = [&](long double x) {
      state = course_.follow(state, now, time(x)), now = time(x);
      return state;
    };
    for (int k = n; k >= 0; --k) {
      if (k < n) go(x(k));
      points[k] = numbers(state);
      if (k == n / 2) middle = state;
      if (k == n || k == 11 || k == 6 || k == 1) between.emplace_back(x(k, -0.5L), go(x(k, -0.5L)));
    }
    double off = 0;
    for (const auto& [x, known] : between) {
      const auto e = deviation_in(value(points, static_cast<T>(x)), known, course_.momentum);
      off = std::max(off, std::isfinite(e.attitude + e.momentum) ? std::max(e.attitude, e.momentum) : INFINITY);
    }
    constexpr double small = 1e-9;
    if (off <= course_.off) {
      parts.push_back({from, to, start, std::move(points)});
    } else if (depth == 0 || (off < small && off > before / 1.5)) {
      parts.push_back({from, to, start, {}});
    } else {
      add(parts, start, from, time(0), off, depth - 1), add(parts, middle, time(0), to, off, depth - 1);
    }
    return state;
  }

  Course course_;
  std::vector<Piece> pieces_;
};

template <class State>
auto dense(typename Dense<State>::Course course, std::int64_t pieces) {
  const auto made = std::make_shared<Dense<State>>(std::move(course), pieces);
  return [made](long double time) { return (*made)(time); };
}

/// A motion by the time since t0 as one by the time, in double.
std::function<State<double>(double t)> since(double t0, const auto& motion) {
  return [motion, t0 = static_cast<long double>(t0)](double t) {
    return cast<double>(motion(static_cast<long double>(t) - t0));
  };
}

/// The tolerance of steps between anchors in long double.
constexpr double finest_in_long_double = 1e-17;

/// A free body is one whose torques are none.
template <class P>
auto as_torqued(const P& problem) {
  if constexpr (std::is_same_v<P, FreeBody<typename P::Scalar>>)
    return TorquedBody<typename P::Scalar>{problem, {}};
  else
    return problem;
}

/// Where nothing looks at the steps of an extrapolation.
constexpr std::nullptr_t none = nullptr;

}  // namespace

Deviation deviation(const State<double>& a, const State<double>& b, double momentum) {
  return in_angles(distance(a, b), a.rigid(), momentum);
}
Problem<double> moved_start(const Problem<double>& problem) {
  return problem.from(nudged(problem.start(), shift));
}

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
  return origin_ == Origin::exact ? std::abs(duration_) : longest(together_, allowed);
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
  turns_ = rate(narrow, narrow.initial) * std::abs(duration_);
  // Of other exact motions every instant costs as much as the way there, or a shifted state moves otherwise.
  bool exact = reference::origin(wide) == Origin::exact;
  if constexpr (std::is_same_v<P, TorquedBody<float128>>)
    exact = wide.momentum_torques.size > 0 ? exact && !wide.has_rotors() : lagrange_top(wide).has_value();
  const auto meets = [&] { return error_.attitude <= enough.attitude && error_.momentum <= enough.momentum; };
  if constexpr (!std::is_same_v<P, Particles<float128>>)
    if (exact) {
      bool in_double = enough.attitude > 0 && enough.momentum > 0;
      if constexpr (requires { narrow.momentum_torques; }) in_double = in_double && lagrange_top(narrow);
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
      const auto in_64_bits = [&](bool finest) {
        at_ = {};
        try {
          extrapolate(cast<long double>(wide), wide, enough, finest, watch);
        } catch (const NoMotion&) {  // perhaps not with more digits
        }
        return at_ && meets();
      };
      const bool may_do =
          enough.attitude > 0 && enough.momentum > 0 && reference::origin(wide) != Origin::converged_in_double;
      if (!may_do || !(in_64_bits(false) || (narrow.autonomous() && in_64_bits(true))))
        extrapolate(wide, wide, {}, false, watch);
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
  constexpr int certified = 6, looked_at = 64, moved_at = 32, seen_at = 4;
  constexpr double most_steps = 65536;
  std::vector<typename P::State> states{problem.initial};
  momentum_ = kinetic_ = 0;
  std::vector<std::pair<double, Deviation>> errors;
  const auto time_of = [&](int i) { return T(T(duration_) * T(i) / T(looked_at)); };
  for (int i = 1; i <= looked_at; ++i) {
    const auto& state = states.emplace_back(exact_at(problem, time_of(i)));
    if (i * certified % looked_at < certified) {
      const auto judge = exact(wide, float128(time_of(i)));
      const double estimate = scalar_cast<double>(judge.error_estimate);
      auto e = deviation_in(judge.state, cast<float128>(state), 1);
      e.attitude += estimate, e.momentum += estimate;
      errors.emplace_back(std::abs(static_cast<double>(time_of(i))), e);
    }
  }
  const auto narrow = cast<double>(wide);
  for (const auto& s : states) {
    const auto state = cast<double>(s);
    momentum_ = std::max(momentum_, size(state).momentum), kinetic_ = std::max(kinetic_, kinetic_energy(narrow, state));
  }
  const double scale = momentum_ > 0 ? momentum_ : 1;
  for (const auto& [time, e] : errors) {
    error_.include({10 * e.attitude, 10 * e.momentum / scale});  // only some are judged
    certain_.emplace_back(time, error_);
  }
  const auto pieces = static_cast<std::int64_t>(std::clamp(std::ceil(turns_), 1.0, most_steps));
  steps_.clear();
  for (std::int64_t i = 0, all = std::max<std::int64_t>(looked_at, 2 * pieces); i <= all; ++i)
    steps_.push_back(t0_ + duration_ * (static_cast<double>(i) / static_cast<double>(all)));
  if constexpr (requires { wide.momentum_torques; })  // what is braked is quick at the start, however soon that is over
    for (int i = 0; i < 512 && wide.momentum_torques.size > 0; ++i)
      steps_.push_back(t0_ + duration_ * std::exp2(-i / 8.0));
  std::sort(steps_.begin(), steps_.end(), [this](double a, double b) { return (b - a) / duration_ > 0; });
  using Real = std::conditional_t<in_double, double, long double>;
  using S = decltype(cast<Real>(problem.initial));
  const auto length = static_cast<long double>(duration_) / static_cast<long double>(pieces);
  const auto known = [problem](long double t) { return cast<Real>(exact_at(problem, T(t))); };
  const auto anchor = [known, length](std::int64_t i) { return known(length * static_cast<long double>(i)); };
  // A closed form of many digits takes longer than the motion next to an anchor, unless that is braked.
  auto follow = [known, t0 = static_cast<long double>(t0_), body = as_torqued(cast<Real>(problem))](
                    const S& from, long double begin, long double end) {
    if constexpr (!in_double) {
      bool braked = false;
      if constexpr (requires { body.momentum_torques; }) braked = body.momentum_torques.size > 0;
      if (!braked) {
        auto moved = body;
        moved.initial = from;
        return extrapolated(moved, t0 + begin, end - begin, finest_in_long_double);
      }
    }
    return known(end);
  };
  constexpr double many = 4096;  // radians: polynomials would take longer than what is asked
  const double off =
      in_double ? std::max({polynomials_off_in_double, error_.attitude, error_.momentum}) : polynomials_off;
  error_.include({off, off});
  for (std::int64_t i = 0; !in_double && turns_ <= many && i < pieces; i += std::max<std::int64_t>(1, pieces / 4))
    error_.include(
        deviation_in(follow(anchor(i), length * static_cast<long double>(i), length * static_cast<long double>(i + 1)),
                     anchor(i + 1), scale));
  slow_ = !in_double && turns_ > many;
  if (slow_)
    at_ = since(t0_, known);
  else
    at_ = since(t0_, dense<S>({anchor, follow, length, {}, off, scale, in_double ? 16 : 1}, pieces));
  origin_ = Origin::exact;
  if constexpr (!std::is_same_v<P, FreeBody<T>>) {
    std::vector<Passed> passed;
    for (int i = 0; i <= looked_at; ++i)
      passed.push_back(Passed::of(narrow, t0_ + static_cast<double>(time_of(i)), cast<double>(states[i])));
    look_between(narrow, passed);
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
void Path::extrapolate(const P& problem, const Wide& given, const Deviation& enough, bool finest, const Watch& watch) {
  using T = typename P::Scalar;
  constexpr bool short_of_digits = std::is_same_v<T, long double>;
  const bool in_double = reference::origin(given) == Origin::converged_in_double;
  const auto narrow = cast<double>(given);
  // What the rounding of the time itself leaves of a torque's phase, far from t = 0: no tolerance below it is ever met.
  const auto seen = features(narrow, t0_, duration_);
  const bool timeless = narrow.autonomous() && seen.empty();  // then every piece begins at 0
  const double late =
      timeless && finest ? 0 : 8 * std::max(std::abs(t0_), std::abs(t0_ + duration_)) * fastest(narrow, t0_);
  const auto at_least = [late](double rounding, double tolerance) { return std::max(tolerance, rounding * late); };
  constexpr double rounding = std::numeric_limits<double>::epsilon(),
                   finer = std::numeric_limits<long double>::epsilon();
  const double least = std::min(enough.attitude, enough.momentum);
  const bool loose = least >= enough_for_doubles && rounding * late < least / 10;
  const double in_doubles = at_least(rounding, 3e-15), in_long_doubles = at_least(finer, finest_in_long_double);
  const double fine = in_double         ? in_doubles
                      : short_of_digits ? in_long_doubles
                                        : 1e-24,
               coarse = in_double || short_of_digits ? 100 * fine : 1e-21,
               narrow_tolerance = in_double || loose ? in_doubles : in_long_doubles;
  error_ = moved_ = {}, certain_.clear(), together_.clear();
  if (in_double) error_.include({1e-13, 1e-13});
  constexpr double apart_by = 0.5, most = 65536;  // radians; anchors
  const auto pieces = static_cast<std::int64_t>(
      std::clamp(std::ceil(std::abs(duration_) * fastest(narrow, t0_) / apart_by), 1.0, most));
  std::atomic<bool> stop = false;
  const T piece = T(duration_) / static_cast<T>(pieces);
  struct Stopped {};
  const auto travel = [&](auto body, double tolerance, const Watch& watch, const auto& see) {
    for (std::int64_t i = 0; i < pieces && !stop; ++i) {
      const T from = timeless ? T(0) : T(t0_) + piece * static_cast<T>(i);
      // Where there are as many pieces as there may be, one may be long.
      SeeState<P> within;
      if (pieces == static_cast<std::int64_t>(most))
        within = [&](const T& t, const typename P::State&) {
          if (stop) throw Stopped();
          if (watch && t != from) watch((static_cast<double>(i) + static_cast<double>((t - from) / piece)) / most);
        };
      body.initial = extrapolated(body, from, piece, tolerance, seen, within);
      if (!is_finite(body.initial)) throw NoMotion("where its state is not finite", static_cast<double>(from));
      see(i + 1, body.initial);
    }
  };
  std::vector<typename P::State> states(pieces + 1), rough(pieces + 1);
  std::atomic<std::int64_t> rough_until = 0;
  auto roughly = std::async(std::launch::async, [&] {
    travel(problem, coarse, {}, [&](std::int64_t i, const auto& s) { rough[i] = s, rough_until = i; });
  });
  states[0] = problem.initial;
  try {
    travel(problem, fine, watch, [&](std::int64_t i, const auto& s) {
      states[i] = s;
      const auto both = std::min(i, rough_until.load());
      if (short_of_digits && both > 0 && deviation_in(rough[both], states[both], 1).attitude > enough.attitude)
        throw NoMotion("that 64 bits know", static_cast<double>(piece) * static_cast<double>(both));
      if (watch) watch(static_cast<double>(i) / static_cast<double>(pieces));
    });
  } catch (...) {
    stop = true;
    throw;
  }
  roughly.get();

  std::vector<decltype(cast<long double>(states[0]))> anchors;
  std::vector<Deviation> apart;
  for (std::size_t i = 0; i < states.size(); ++i) {
    anchors.push_back(cast<long double>(states[i]));
    apart.push_back(deviation_in(rough[i], states[i], 1));
  }
  join(given, std::move(anchors), std::move(apart), seen, loose, narrow_tolerance,
       short_of_digits ? 10 * static_cast<double>(epsilon<T>()) / shift : 0);
}

void Path::pass(const std::vector<Passed>& all) {
  momentum_ = kinetic_ = turns_ = 0, steps_.clear();
  const Passed* before = nullptr;
  for (const auto& x : all) {
    momentum_ = std::max(momentum_, x.momentum), kinetic_ = std::max(kinetic_, x.kinetic);
    if (before) turns_ += std::abs(x.t - before->t) * (x.rate + before->rate) / 2;
    if (!before || (x.t - before->t) / duration_ > 0) steps_.push_back(x.t);
    before = &x;
  }
}

void Path::look_between(const Problem<double>& narrow, const std::vector<Passed>& passed) {
  constexpr std::size_t largest = 4;
  constexpr int parts = 16;
  for (const auto of : {&Passed::momentum, &Passed::kinetic}) {
    std::vector<std::size_t> order(passed.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto some = std::min(largest, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(some), order.end(),
                      [&](std::size_t a, std::size_t b) { return passed[a].*of > passed[b].*of; });
    for (std::size_t k = 0; k < some; ++k)
      for (const auto i : {order[k], order[k] + 1})  // before it and after it
        for (int j = 1; j < parts && i > 0 && i < passed.size(); ++j) {
          const auto state = at(passed[i - 1].t + (passed[i].t - passed[i - 1].t) * j / parts);
          momentum_ = std::max(momentum_, size(state).momentum);
          kinetic_ = std::max(kinetic_, kinetic_energy(narrow, state));
        }
  }
}

template <class Wide, class Anchor>
void Path::join(const Wide& given, std::vector<Anchor> anchors, std::vector<Deviation> apart,
                const std::vector<double>& seen, bool loose, double narrow_tolerance, double rounded) {
  const auto pieces = static_cast<std::int64_t>(anchors.size()) - 1;
  const auto narrow = cast<double>(given);
  const auto body = cast<long double>(given);
  const auto step = static_cast<long double>(duration_) / static_cast<long double>(pieces);
  const bool timeless = narrow.autonomous() && seen.empty();
  const auto hopped = [step, seen, timeless, t0 = static_cast<long double>(t0_)](auto body, const auto& from,
                                                                                 long double begin, long double end,
                                                                                 double tolerance, const auto& see) {
    using S = typename decltype(body)::Scalar;
    body.initial = cast<S>(from);
    const S begins = timeless ? S(0) : static_cast<S>(t0 + begin);
    return extrapolated(body, begins, static_cast<S>(end - begin), tolerance, seen, see);
  };
  const auto time_of = [step](std::int64_t i) { return step * static_cast<long double>(i); };

  // From each anchor to the next in doubles: the own steps.
  constexpr double tolerance = 1e-13;
  std::vector<decltype(cast<double>(anchors[0]))> still(static_cast<std::size_t>(pieces));
  std::vector<std::vector<Passed>> steps(static_cast<std::size_t>(pieces));
  oneapi::tbb::parallel_for(std::int64_t(0), pieces, [&](std::int64_t i) {
    const double later = timeless ? t0_ + static_cast<double>(time_of(i)) : 0;
    still[i] = hopped(narrow, anchors[i], time_of(i), time_of(i + 1), tolerance,
                      [&](double t, const auto& s) { steps[i].push_back(Passed::of(narrow, later + t, s)); });
  });
  std::vector<Passed> passed;
  for (auto& list : steps) passed.insert(passed.end(), list.begin(), list.end());
  pass(passed);
  const double scale = momentum_ > 0 ? momentum_ : 1;
  for (auto& e : apart) e.momentum /= scale;

  const auto hop = [=](const Anchor& from, std::int64_t i, double tolerance) {
    return loose ? cast<long double>(hopped(narrow, from, time_of(i), time_of(i + 1), tolerance, none))
                 : hopped(body, from, time_of(i), time_of(i + 1), tolerance, none);
  };
  const double off = loose || reference::origin(given) == Origin::converged_in_double
                         ? std::max(polynomials_off_in_double, narrow_tolerance)
                         : std::max(polynomials_off, 0.1 * narrow_tolerance);
  error_.include({off, off});
  // From one anchor to the next by way of `at`: what a hop adds, twice over.
  for (std::int64_t i = 0; i < pieces; i += std::max<std::int64_t>(1, pieces / 16))
    error_.include(deviation_in(hop(anchors[i], i, narrow_tolerance), anchors[i + 1], scale));
  for (std::int64_t i = 1; i <= pieces; ++i) {
    error_.include(apart[static_cast<std::size_t>(i)]);
    certain_.emplace_back(std::abs(duration_) * (static_cast<double>(i) / static_cast<double>(pieces)), error_);
  }

  // The derivative of each piece by differences; their products from some anchors on.
  constexpr double small = 1e-6;
  constexpr std::int64_t moved_at = 32;
  std::vector<std::array<Six, 6>> derivatives(static_cast<std::size_t>(pieces));
  oneapi::tbb::parallel_for(std::int64_t(0), pieces, [&](std::int64_t i) {
    for (int j = 0; j < 6; ++j) {
      Six by{};
      by[j] = small;
      const auto moved = moved_by(by, anchors[i], scale);
      derivatives[i][j] =
          difference(hopped(narrow, moved, time_of(i), time_of(i + 1), tolerance, none), still[i], scale);
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
  std::vector<long double> breaks;
  if constexpr (requires { narrow.breaks(); })
    for (const double t : narrow.breaks())
      breaks.push_back(static_cast<long double>(t) - static_cast<long double>(t0_));
  std::sort(breaks.begin(), breaks.end());
  if (duration_ < 0) std::reverse(breaks.begin(), breaks.end());
  const auto dense_in = [&](auto scalar, const auto& problem) {
    using S = decltype(scalar);
    using Its = decltype(cast<S>(anchors[0]));
    const auto anchor = [anchors](std::int64_t i) { return cast<S>(anchors[static_cast<std::size_t>(i)]); };
    const auto follow = [=](const Its& from, long double begin, long double end) {
      return hopped(problem, from, begin, end, narrow_tolerance, none);
    };
    at_ = since(t0_, dense<Its>({anchor, follow, step, breaks, off, scale, 16}, pieces));
  };
  loose ? dense_in(0.0, narrow) : dense_in(0.0L, body);
  look_between(narrow, passed);
}

void Path::follow_stiff(const TorquedBody<double>& body, const Watch& watch) {
  constexpr double fine = 1e-13, coarse = 1e-11, of_moved = 1e-10, small = 1e-6, rounding = 1e-14;
  constexpr int looked_at = 256, moved_at = 4;
  const auto motion = std::make_shared<const StiffMotion>(stiff_motion(body, t0_, duration_, fine, watch));
  const auto rough = stiff_motion(body, t0_, duration_, coarse);
  const auto time_of = [&](int i) { return t0_ + duration_ * i / looked_at; };
  error_ = moved_ = {}, certain_.clear(), together_.clear();
  std::vector<RigidState<double>> states;
  std::vector<Passed> passed;
  const auto pass_at = [&](double t) { passed.push_back(Passed::of(body, t, motion->at(t))); };
  for (const auto& step : motion->steps) pass_at(step.t);
  pass_at(t0_ + duration_), pass(passed);
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
  at_ = [motion](double t) { return motion->at(t); };
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
  const auto* torqued = std::get_if<TorquedBody<double>>(&body);
  if (!torqued) return 0;
  if (stiff_ || is_stiff(*torqued, t0_, duration_))
    return (stiff_ ? *stiff_ : stiff_motion(*torqued, t0_, duration_, enough_for_stiff)).work(*torqued);
  constexpr int pieces = 64;  // each from the path, so that it does not part from it
  const auto seen = features(*torqued, t0_, duration_);
  auto piece = *torqued;
  double sum = 0;
  for (int i = 0; i < pieces; ++i) {
    const double from = t0_ + duration_ * i / pieces;
    piece.initial = *at(from).rigid();
    sum += reference::work(piece, from, duration_ / pieces, 1e-12, seen);
  }
  return sum;
}

}  // namespace polhode::reference
