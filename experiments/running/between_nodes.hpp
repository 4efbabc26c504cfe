// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "core/io/spec.hpp"
#include "core/problem/run.hpp"
#include "core/spaces/coordinates.hpp"
#include "core/system/progress.hpp"
#include "experiments/running/spec_run.hpp"
#include "methods/runners.hpp"

namespace polhode {

/// Rows between the nodes of a run: at equal times and at events. The state there is the method's own if it is exact
/// for any step (free bodies), else it is interpolated (Between).
class BetweenNodes {
 public:
  using Node = ProblemSample;
  struct Row {
    double t;
    State<double> state;
    int event;  ///< its number from 1, negative where its value falls; 0 for a row at an equal time
  };

  /// `pace` receives the time after every row and look.
  BetweenNodes(const Spec<double>& spec, const ProblemRunner& runner, std::function<void(double t)> pace)
      : spec_(spec), problem_(spec.problem), runner_(runner), pace_(std::move(pace)), looks_(spec.events.size()) {
    jumps_ = !problem_.breaks(0).empty();
    const auto* method = find_method("dop853");
    if (supports(*method, problem_)) judge_ = find_runner<Problem<double>>(*method);
  }

  /// Calls see(row) for the rows from the previous node to this one, in order of time.
  void up_to(const Node& node, const std::function<void(const Row&)>& see) {
    if (!last_) {
      for (std::size_t i = 0; i < looks_.size(); ++i) looks_[i] = {node.t, value(i, node.t, node.state)};
      if (spec_.dense) see(Row{node.t, node.state, 0}), ++row_;
    } else {
      const auto at = motion(*last_, node);
      const double length = node.t - last_->t, sense = length < 0 ? -1 : 1;
      const double slack = 1e-9 * spec_.dense.value_or(0);  // of a row's time beyond the node that is meant
      const auto dense_until = [&](double end) {
        if (!spec_.dense) return;
        for (double t; sense * ((t = spec_.t0 + sense * static_cast<double>(row_) * *spec_.dense) - end) <= 0; ++row_) {
          if (sense * (node.t - t) > slack)
            see(Row{t, judged(t, at(t), node), 0});
          else
            see(Row{t, node.state, 0});
          pace_(t);
        }
      };
      constexpr double looks_per_radian = 8, most = 0x1p53;
      const auto looks =
          looks_.empty() ? 0 : std::llround(std::clamp(looks_per_radian * fastest(node) * std::abs(length), 4.0, most));
      for (std::int64_t i = 1; i <= looks; ++i) {
        const double t = i == looks ? node.t : last_->t + length * static_cast<double>(i) / static_cast<double>(looks);
        for (const auto& row : look(t, i == looks ? node.state : at(t), at, sense))
          dense_until(row.t), judged(row.t, row.state, node), see(row);
        pace_(t);
      }
      dense_until(node.t + sense * slack);
    }
    last_ = node;
  }

  bool interpolates() const { return interpolates_; }
  /// The largest of all rows; nothing if a step turns the body by half a turn or more.
  std::optional<InterpolationError> error() const {
    if (!error_ || !(largest_angle_ < std::numbers::pi)) return {};
    return InterpolationError{error_->attitude, error_->momentum / momentum_};
  }
  double largest_angle() const { return largest_angle_; }  ///< that a step turns the body by

 private:
  using Motion = std::function<State<double>(double)>;
  struct Look {
    double t, value;  ///< the last that was not 0
  };

  double value(std::size_t i, double t, const State<double>& state) const {
    return spec_.events[i].at(problem_, state, t);
  }

  /// The approximate largest angular velocity on the way to a node, including the frames of events; for a free body,
  /// whatever its phase.
  double fastest(const Node& node) const {
    double of_frames = 0;
    for (const auto& event : spec_.events)
      if (event.orbit) of_frames = std::max(of_frames, event.orbit->characteristic_rate());
    return of_frames + fastest_of_body(node);
  }
  double fastest_of_body(const Node& node) const {
    if (problem_.is_free()) {
      const auto& r = problem_.body()->I.reciprocals;
      return norm(node.state.rigid()->Pi) * std::max({r[0], r[1], r[2]});
    }
    return std::max(rate(problem_, last_->state), rate(problem_, node.state));
  }

  Motion motion(const Node& a, const Node& b) {
    if (problem_.is_free() && runner_.info->order.exact())
      return [this, a](double t) {
        return runner_.run(problem_.from(a.state), Grid<double>::of_step(a.t, t - a.t, 1), nullptr).state;
      };
    interpolates_ = true;
    within_ = jumps_ ? problem_.within(a.t, b.t, 1e-9 * std::abs(b.t - a.t)) : problem_;
    const auto between = motion_between(*within_, a.t, a.state, b.t, b.state);
    const double rates = std::max(rate(problem_, a.state), rate(problem_, b.state));  // attitudes hide whole turns
    largest_angle_ = std::max({largest_angle_, between.angle, rates * std::abs(b.t - a.t)});
    momentum_ = std::max({momentum_, size(whole(a.t, a.state)).momentum, size(whole(b.t, b.state)).momentum});
    return between.at;
  }

  /// The state of a row between the last node and this one. The error of interpolation is the difference from the
  /// motions through both nodes, which the method's own error keeps apart, with the weights of the interpolation.
  const State<double>& judged(double t, const State<double>& state, const Node& node) {
    if (!interpolates_ || !judge_) return state;
    const double s = (t - last_->t) / (node.t - last_->t), s3 = s * s * s,
                 of_node[] = {s * s * (3 - 2 * s), s3 * (10 + s * (6 * s - 15))};  // momentum, attitude
    Six off{};
    for (const Node* from : {&std::as_const(*last_), &node}) {
      const auto there =
          judge_->run(within_->from(from->state), Grid<double>::of_step(from->t, t - from->t, 1), nullptr).state;
      const auto by = apart(whole(t, there), whole(t, state));
      for (std::size_t i = 0; i < 6; ++i) off[i] += (from == &node ? of_node[i / 3] : 1 - of_node[i / 3]) * by[i];
    }
    if (!error_) error_.emplace();
    error_->attitude = std::max(error_->attitude, std::hypot(off[3], off[4], off[5]));
    error_->momentum = std::max(error_->momentum, std::hypot(off[0], off[1], off[2]));
    return state;
  }
  State<double> whole(double t, const State<double>& state) const { return problem_.whole(t, state); }
  static Six apart(const State<double>& a, const State<double>& b) {
    return std::visit([&]<class S>(const S& one) { return difference(one, std::get<S>(b), 1); }, a);
  }

  /// The events since the last look, in order of time.
  std::vector<Row> look(double t, const State<double>& state, const Motion& at, double sense) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < looks_.size(); ++i) {
      const double now = value(i, t, state);
      if (now == 0) continue;
      const auto before = std::exchange(looks_[i], {t, now});
      const bool rises = now > 0;
      if (before.value == 0 || rises == (before.value > 0) ||
          !(rises ? spec_.events[i].rising : spec_.events[i].falling))
        continue;
      // What was 0 at the last node is looked for from there on.
      const double from = sense * (before.t - last_->t) > 0 ? before.t : last_->t;
      const double root = crossing([&](double x) { return value(i, x, at(x)); }, from, t);
      rows.push_back({root, at(root), (rises ? 1 : -1) * static_cast<int>(i + 1)});
    }
    std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return sense * a.t < sense * b.t; });
    return rows;
  }
  /// The zero of f between a and b, to the last bits: false position, Illinois variant (Dowell, Jarratt 1971).
  static double crossing(const std::function<double(double)>& f, double a, double b) {
    double at_a = f(a), at_b = f(b), x = a;
    if (at_a == 0 || (at_a > 0) == (at_b > 0)) return a;
    for (int i = 0, side = 0; i < 200; ++i) {
      x = a + (b - a) * (at_a / (at_a - at_b));
      const double at_x = f(x);
      if (at_x == 0 || x == a || x == b) break;
      const int end = (at_x > 0) == (at_b > 0) ? 1 : -1;  // which one moves; the other is halved if it stays again
      (end > 0 ? b : a) = x, (end > 0 ? at_b : at_a) = at_x;
      if (end == side) (end > 0 ? at_a : at_b) /= 2;
      side = end;
    }
    return x;
  }

  const Spec<double>& spec_;
  const Problem<double>& problem_;
  const ProblemRunner& runner_;
  std::function<void(double t)> pace_;
  bool jumps_ = false, interpolates_ = false;
  std::vector<Look> looks_;
  std::int64_t row_ = 0;  ///< at equal times: the next
  std::optional<Node> last_;
  std::optional<Problem<double>> within_;  ///< as it is between the last two nodes
  const ProblemRunner* judge_ = nullptr;   ///< of a high order; none where it does not serve
  std::optional<InterpolationError> error_;
  double largest_angle_ = 0, momentum_ = 1e-300;
};

}  // namespace polhode
