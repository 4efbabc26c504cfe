// SPDX-License-Identifier: MIT
#include "core/reference/path.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <stdexcept>

#include "core/geometry/scalar.hpp"
#include "core/reference/reference.hpp"

namespace polhode::reference {

void Apart::include(const Apart& other) {
  // What is not a number is infinitely far.
  const auto larger = [](double a, double b) { return b <= a ? a : std::isnan(b) ? INFINITY : b; };
  attitude = larger(attitude, other.attitude), momentum = larger(momentum, other.momentum);
}

namespace {

template <class S>
Apart apart_in(const S& a, const S& b, double momentum) {
  const auto d = distance(a, b);
  return {scalar_cast<double>(d.configuration), scalar_cast<double>(d.momentum) / momentum};
}

/// How fast anything on the path changes, about: by the start and by what the torque can do.
double fastest(const TorquedBody<double>& body) {
  const double I = std::min({body.I[0], body.I[1], body.I[2]}), kick = norm(body.torque(0.0, body.initial.R));
  return std::max({norm(body.initial.Pi) / I, std::sqrt(kick / I), body.pace()});
}
double fastest(const Director<double>& p) {
  return std::max(norm(p.initial.omega) + std::sqrt((norm(p.g) + norm(p.amplitude)) / p.I), std::abs(p.frequency));
}

template <class T, class P>
auto exact_at(const P& problem, const T& t) {
  if constexpr (std::is_same_v<P, FreeBody<T>>)
    return exact_free_motion(problem, t);
  else if constexpr (std::is_same_v<P, TorquedBody<T>>)
    return exact_top_motion(problem, t);
  else
    return exact_pendulum_motion(problem, t);
}

}  // namespace

Apart apart(const RigidState<double>& a, const RigidState<double>& b, double momentum) {
  return apart_in(a, b, momentum);
}
Apart apart(const DirectorState<double>& a, const DirectorState<double>& b, double momentum) {
  return apart_in(a, b, momentum);
}

template <class P>
P moved_start(P problem) {
  problem.initial = nudged(problem.initial, typename P::Scalar(shift));
  return problem;
}

template FreeBody<double> moved_start(FreeBody<double>);
template TorquedBody<double> moved_start(TorquedBody<double>);
template Director<double> moved_start(Director<double>);

template <class P>
std::string_view Path<P>::kind() const {
  return exact_ ? "exact" : "converged";
}

template <class P>
Path<P>::Path(const P& problem, double t0, double duration, const std::function<void(double)>& watch)
    : problem_(problem), t0_(t0), duration_(duration) {
  exact_ = reference::kind(cast<float128>(problem)) == "exact";
  momentum_ = size(problem.initial).momentum;
  turns_ = rate(problem, problem.initial) * std::abs(duration);
  if (exact_)
    certify_exact();
  else
    extrapolate(watch);
  if (momentum_ == 0) momentum_ = 1;
}

/// Some instants in 100 digits; and how far a moved start goes.
template <class P>
void Path<P>::certify_exact() {
  constexpr int certified = 6, looked_at = 64;
  const auto wide = cast<float128>(problem_);
  const auto moved = moved_start(wide);
  std::vector<Apart> errors, moves;
  for (int i = 1; i <= looked_at; ++i) {
    const float128 time = float128(duration_) * i / looked_at;
    const auto state = exact_at(wide, time);
    momentum_ = std::max(momentum_, size(cast<double>(state)).momentum);
    moves.push_back(apart_in(exact_at(moved, time), state, 1));
    if (i * certified % looked_at < certified) {
      const auto judge = exact(wide, time);
      const double estimate = scalar_cast<double>(judge.error_estimate);
      auto e = apart_in(judge.state, state, 1);
      e.attitude += estimate, e.momentum += estimate;
      errors.push_back(e);
    }
  }
  const double scale = momentum_ > 0 ? momentum_ : 1;
  for (auto e : errors) error_.include({10 * e.attitude, 10 * e.momentum / scale});  // only some are judged
  for (auto m : moves) moved_.include({m.attitude, m.momentum / scale});
}

template <class P>
void Path<P>::extrapolate(const std::function<void(double)>& watch) {
  if constexpr (!std::is_same_v<P, FreeBody<double>>) {
    constexpr double fine = 1e-24, coarse = 1e-21;
    constexpr double apart_by = 0.5, most = 65536;  // radians; anchors
    const auto pieces =
        static_cast<std::int64_t>(std::clamp(std::ceil(std::abs(duration_) * fastest(problem_) / apart_by), 1.0, most));
    std::atomic<bool> stop = false;
    const float128 piece = float128(duration_) / pieces;
    const auto travel = [&](auto body, double tolerance, const auto& see) {
      for (std::int64_t i = 0; i < pieces && !stop; ++i) {
        body.initial = extrapolated(body, float128(t0_ + piece * i), piece, tolerance);
        if (!is_finite(body.initial)) throw std::runtime_error("the reference is not finite");
        see(i + 1, body.initial);
      }
    };
    const auto wide = cast<float128>(problem_);
    using Wide = decltype(wide.initial);
    std::vector<Wide> states(pieces + 1), rough(pieces + 1), moved(pieces + 1);
    const auto keep_in = [](std::vector<Wide>& list) { return [&](std::int64_t i, const Wide& s) { list[i] = s; }; };
    auto roughly = std::async(std::launch::async, [&] { travel(wide, coarse, keep_in(rough)); });
    auto nearby = std::async(std::launch::async, [&] { travel(moved_start(wide), coarse, keep_in(moved)); });
    states[0] = wide.initial;
    try {
      travel(wide, fine, [&](std::int64_t i, const Wide& s) {
        states[i] = s;
        if (watch) watch(static_cast<double>(i) / static_cast<double>(pieces));
      });
    } catch (...) {
      stop = true;
      throw;
    }
    roughly.get(), nearby.get();

    double radians = 0;
    for (const auto& s : states) {
      const auto narrow = cast<double>(s);
      momentum_ = std::max(momentum_, size(narrow).momentum);
      radians += rate(problem_, narrow) * std::abs(duration_) / static_cast<double>(pieces + 1);
      anchors_.push_back(cast<long double>(s));
    }
    turns_ = radians;
    const double scale = momentum_ > 0 ? momentum_ : 1;
    for (std::int64_t i = 1; i <= pieces; ++i) {
      error_.include(apart_in(rough[i], states[i], scale));
      moved_.include(apart_in(moved[i], states[i], scale));
    }
    // From one anchor to the next by way of `at`: what a hop adds, twice over.
    const auto body = cast<long double>(problem_);
    for (std::int64_t i = 0; i < pieces; i += std::max<std::int64_t>(1, pieces / 16)) {
      auto from = body;
      from.initial = anchors_[i];
      const auto step = static_cast<long double>(duration_) / static_cast<long double>(pieces);
      const auto hop =
          extrapolated(from, static_cast<long double>(t0_) + step * static_cast<long double>(i), step, 1e-17);
      error_.include(apart_in(hop, anchors_[i + 1], scale));
    }
  } else {
    throw std::logic_error("a free body moves as is known");
  }
}

template <class P>
typename P::State Path<P>::at(double t) const {
  if (exact_) return cast<double>(exact_at(cast<float128>(problem_), float128(float128(t) - float128(t0_))));
  if constexpr (!std::is_same_v<P, FreeBody<double>>) {
    const auto pieces = static_cast<std::int64_t>(anchors_.size()) - 1;
    const long double piece = static_cast<long double>(duration_) / static_cast<long double>(pieces);
    const long double since = static_cast<long double>(t) - static_cast<long double>(t0_);
    const auto i = std::clamp<std::int64_t>(std::llround(since / piece), 0, pieces);
    auto body = cast<long double>(problem_);
    body.initial = anchors_[i];
    const long double begin = piece * static_cast<long double>(i);
    return cast<double>(extrapolated(body, static_cast<long double>(t0_) + begin, since - begin, 1e-17));
  }
  throw std::logic_error("a free body moves as is known");
}

template class Path<FreeBody<double>>;
template class Path<TorquedBody<double>>;
template class Path<Director<double>>;

}  // namespace polhode::reference
