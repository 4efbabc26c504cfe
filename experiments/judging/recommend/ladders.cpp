// SPDX-License-Identifier: MIT
#include "experiments/judging/recommend/ladders.hpp"

namespace polhode::recommending {

namespace {

constexpr double resolving = 4;  ///< steps per radian, on the average of a motion

std::string number_of_steps(double n) {
  return n < 1e6 ? fmt::format("{:.0f}", n) : fmt::format("{:.1e}", n);
}

}  // namespace

std::string why_not(const Rating& x) {
  if (x.status == Status::not_converged) return std::string(text(x.failure));
  if (x.status != Status::ok) return "the state is not finite";
  if (std::isinf(x.share)) return "a step turns the body too far";
  return x.share <= 1 ? fmt::format("its error is {:.0f} % of the tolerance; at most {:g} % is recommended",
                                    100 * x.share, 100 * margin)
                      : fmt::format("its error is {:.2g} times the tolerance", x.share);
}

void out_of_time(const Recommendation& r, Candidate& c) {
  c.outcome = Outcome::undecided, c.chosen.reset();
  c.reason = fmt::format("not known within the time limit of {:g} s{}", r.requirement.seconds,
                         c.ratings.empty() ? std::string() : fmt::format(", at {} steps", c.ratings.back().taken));
}

double least_seconds(const Recommendation& r, const Candidate& c) {
  constexpr double radians_a_step = 8, seconds_a_radian = 3e-7;  // of methods of the highest orders
  const auto& m = *c.method;
  if (m.order.exact() || m.order_without_torque == Order(exact_order)) return 0;
  return m.tolerance > 0 ? seconds_a_radian * r.radians : c.seconds_per_step * r.radians / radians_a_step;
}

void judge_unseen(const Recommendation& r, Candidate& c, Bracketing& bracketing, const Bar& bar) {
  const double least = least_seconds(r, c);
  if (!(least > hopeless * bar.seconds)) return;
  bracketing.open = false, c.outcome = Outcome::hopeless;
  c.reason = fmt::format("it follows {} radians, in more than {:.0f} times the time of {}", number_of_steps(r.radians),
                         least / bar.seconds, bar.whose);
}

void judge_bracketing(const Recommendation& r, Candidate& c, Bracketing& bracketing, const Bar& bar) {
  const auto& list = c.ratings;
  const auto& last = list.back();
  const std::size_t n = list.size();
  const bool exact_at_once = n == 1 && c.method->order.exact() && passes(last);
  if (exact_at_once || (n > 1 && passes(last) && passes(list[n - 2]))) {
    bracketing.open = false;
    bracketing.bracket = exact_at_once ? 1 : list[n - 2].steps;
    return;
  }
  const auto give_up = [&](Outcome outcome, const std::string& why) {
    bracketing.open = false;
    c.outcome = outcome, c.reason = why;
  };
  if (never_supports(last.failure)) return give_up(Outcome::fails, why_not(last));
  const double now = c.seconds_per_step * static_cast<double>(last.taken);
  if (now > hopeless * bar.seconds) {
    const auto when =
        fmt::format("with {} steps, {:.0f} times the time of {}", last.taken, now / bar.seconds, bar.whose);
    if (last.status == Status::ok && last.share <= 1) return give_up(Outcome::hopeless, "meets it only " + when);
    return give_up(last.status == Status::ok ? Outcome::hopeless : Outcome::fails,
                   fmt::format("{}, {}", when, why_not(last)));
  }
  if (n < 3 || last.status != Status::ok || std::isinf(last.share)) return;
  // An order that shows over two halvings of the step tells how many steps are missing.
  const double r0 = list[n - 3].share, r1 = list[n - 2].share, r2 = last.share;
  const double order = std::log2(r0 / r2) / 2, latest = std::log2(r1 / r2);
  if (last.errors.attitude < 0.1 && std::isfinite(r0) && order > 0.5 && latest > 0.5 && r2 > margin) {
    const double trusted = c.method->order.exact() ? 20.0 : std::max<double>(c.method->order.least(), order);
    const double needed = static_cast<double>(last.taken) * std::pow(r2 / margin, 1 / trusted);
    if (c.seconds_per_step * needed > hopeless * bar.seconds)
      return give_up(Outcome::hopeless,
                     fmt::format("about {} steps would be needed, {:.0f} times the time of {}", number_of_steps(needed),
                                 c.seconds_per_step * needed / bar.seconds, bar.whose));
  }
  // Steps that resolve a motion and do not follow it yet will gain by their order; one more is beyond what they can.
  if (r.requirement.attitude && !r.requirement.at_end && last.errors.attitude >= 0.1 && !c.method->order.exact() &&
      c.method->tolerance == 0 && static_cast<double>(last.taken) > resolving * r.radians) {
    const double needed =
        static_cast<double>(last.taken) *
        std::pow(last.errors.attitude / (margin * *r.requirement.attitude), 1.0 / (c.method->order.least() + 1));
    if (c.seconds_per_step * needed > hopeless * bar.seconds)
      return give_up(Outcome::hopeless,
                     fmt::format("more than {} steps would be needed, {:.0f} times the time of {}",
                                 number_of_steps(needed), c.seconds_per_step * needed / bar.seconds, bar.whose));
  }
  // Errors that have been small and do not fall any more are rounding.
  if (n >= 6) {
    double before = INFINITY, lately = INFINITY;
    for (std::size_t i = 0; i < n; ++i)
      (i + 3 < n ? before : lately) = std::min(i + 3 < n ? before : lately, list[i].share);
    if (!(lately < before) && last.errors.attitude < std::max(1e-7, 10 * r.moved.attitude))
      give_up(Outcome::misses,
              fmt::format("rounding: its error does not fall below {:.2g} times the tolerance", before));
  }
}

void check_chaos(const Rating& other, const Recommendation& r, Candidate& c) {
  const auto& rating = c.ratings[*c.chosen];
  const auto part = [](const std::optional<double>& allowed, double m) { return allowed ? 2 * m / *allowed : 0; };
  const double by_motion =
      std::max(part(r.requirement.attitude, r.moved.attitude), part(r.requirement.momentum, r.moved.momentum));
  if (std::abs(other.share - rating.share) <= 0.05 + by_motion) return;
  c.outcome = Outcome::chaotic;
  c.reason =
      fmt::format("at {} steps its error moves from {:.2f} to {:.2f} times the tolerance when the start moves by {:g}",
                  rating.taken, rating.share, other.share, reference::shift);
  c.chosen.reset();
}

}  // namespace polhode::recommending
