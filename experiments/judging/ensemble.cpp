// SPDX-License-Identifier: MIT
#include "experiments/judging/ensemble.hpp"

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <stdexcept>

#include "core/io/state_json.hpp"
#include "core/system/draws.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/running/plugins.hpp"
#include "methods/lanes/lanes.hpp"

namespace polhode {

namespace {

/// The mean of q q^T.
Eigen::Matrix4d mean_of(const EnsembleRow& row) {
  Eigen::Matrix4d A;
  for (int a = 0, n = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b) A(a, b) = A(b, a) = row.attitudes[n++] / static_cast<double>(row.members);
  return A;
}

constexpr std::int64_t rows_unasked = 100, block = 32;
/// Lanes move a block at once, and its rows wait for each other: no more than there is memory for on many cores.
constexpr std::int64_t most_rows_in_lanes = 1000;

void add(std::vector<EnsembleRow>& to, const std::vector<EnsembleRow>& rows) {
  if (to.size() < rows.size()) to.resize(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) to[k].add(rows[k]);
}

/// The rows of free bodies that lanes move in even steps; none of a body that these leave.
std::vector<std::vector<EnsembleRow>> rows_in_lanes(const std::vector<Spec<double>>& members) {
  std::vector<std::vector<EnsembleRow>> rows(members.size());
  const auto& first = members.front();
  const auto* method = first.method ? named_method(*first.method) : nullptr;
  const auto* runner = method ? find_ensemble_runner(method->id) : nullptr;
  const auto fits = [&](const Spec<double>& member) {
    return member.problem.is_free() && member.grid && member.grid->uniform() &&
           member.grid->steps() == first.grid->steps() && member.every > 0 && !member.dense &&
           member.grid->steps() / member.every <= most_rows_in_lanes;
  };
  if (!runner || !runner->kernels || !std::all_of(members.begin(), members.end(), fits)) return rows;
  Ensemble bodies(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    bodies.set(i, std::get<FreeBody<double>>(members[i].problem), members[i].grid->first_step());
    rows[i].reserve(static_cast<std::size_t>(first.grid->steps() / first.every + 2));
  }
  bodies.sampler = {first.every, [&](std::size_t i, std::int64_t n, const RigidState<double>& state) {
                      rows[i].emplace_back(members[i], state, members[i].grid->time(n));
                    }};
  runner->kernels[static_cast<int>(widest_instructions())](bodies, 0, members.size(), first.grid->steps());
  for (std::size_t i = 0; i < members.size(); ++i)
    if (bodies.ending(i).status != Status::ok || !std::isfinite(rows[i].back().energy.mean())) rows[i].clear();
  return rows;
}

/// The run of one member, and its rows: none if it fails.
SpecRun run_alone(const Spec<double>& member, double limit, const std::vector<double>& rows_at,
                  std::vector<EnsembleRow>& rows) {
  rows.clear();
  auto run = follow_spec(
      member, [&](const SeenState& s) { rows.emplace_back(member, s.state, s.t); }, limit, rows_at);
  if (run.status != Status::ok) rows.clear();
  return run;
}

/// The times of rows that all members have although the steps of each end at breaks of its own; else none.
std::vector<double> common_rows(const Members& members, const Spec<double>& spec) {
  constexpr std::uint64_t some = 16;
  if (spec.every == 0 || !spec.grid) return {};
  const double end = spec.grid->time(spec.grid->steps());
  const auto breaks = [&](std::uint64_t i) {
    const auto member = members.member(i);
    auto all = member.problem.breaks(signals::knots);
    if (!member.sampled.empty())
      for (const double t : HeldControl<double>::breaks(member.sampled, spec.t0, end)) all.push_back(t);
    return all;
  };
  bool differ = false;
  for (std::uint64_t i = 1; i < some && !differ; ++i) differ = breaks(i) != breaks(0);
  if (!differ) return {};
  std::vector<double> times;
  for (std::int64_t n = 0; n < spec.grid->steps(); n += spec.every) times.push_back(spec.grid->time(n));
  times.push_back(end);
  return times;
}

}  // namespace

void Moments::add(double x) {
  const double off = x - mean_;
  mean_ += off / ++count_, squares_ += off * (x - mean_);
}
void Moments::add(const Moments& other) {
  if (other.count_ == 0) return;
  const double off = other.mean_ - mean_, all = count_ + other.count_;
  mean_ += off * other.count_ / all, squares_ += other.squares_ + off * off * count_ * other.count_ / all;
  count_ = all;
}
double Moments::deviation() const {
  return count_ > 1 ? std::sqrt(squares_ / (count_ - 1)) : 0;
}

EnsembleRow::EnsembleRow(const Spec<double>& spec, const State<double>& state, double at) : t(at), members(1) {
  const auto seen = spec.problem.as([&]<class P>(const P& problem) -> Told<RigidState<double>, double> {
    if constexpr (std::is_same_v<typename P::State, RigidState<double>>)
      return detail::told(spec, problem, *state.rigid(), at);
    else
      throw std::logic_error("an ensemble of no bodies");
  });
  const auto& [Pi, R] = seen.user;
  const auto pi = polhode::spatial_momentum(spec.problem, State<double>(seen.principal), at) / spec.momentum;
  energy.add(seen.energy);
  for (int k = 0; k < 3; ++k) spatial_momentum[k].add(pi[k]), angular_velocity[k].add(seen.Omega[k] / spec.rate);
  const auto& I = spec.problem.body()->I.moments;
  const double middle = std::max(std::min(I[0], I[1]), std::min(std::max(I[0], I[1]), I[2]));
  short_axis = spec.momentum * norm2(Pi) > middle * dot(Pi, seen.Omega);
  const double q[] = {R.w, R.x, R.y, R.z};
  for (int a = 0, n = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b) attitudes[n++] = q[a] * q[b];
}
void EnsembleRow::add(const EnsembleRow& other) {
  t = other.t;
  energy.add(other.energy);
  for (int k = 0; k < 3; ++k)
    spatial_momentum[k].add(other.spatial_momentum[k]), angular_velocity[k].add(other.angular_velocity[k]);
  for (std::size_t n = 0; n < attitudes.size(); ++n) attitudes[n] += other.attitudes[n];
  members += other.members, short_axis += other.short_axis;
}
Mat3<double> EnsembleRow::mean_matrix() const {
  const auto A = mean_of(*this);
  return Mat3<double>::of([&](int i, int j) {
    const int k = 3 - i - j;  // of the third axis
    if (i == j) return A(0, 0) + 2 * A(i + 1, i + 1) - A(1, 1) - A(2, 2) - A(3, 3);
    return 2 * (A(i + 1, j + 1) + ((j - i + 3) % 3 == 1 ? -1 : 1) * A(0, k + 1));
  });
}
std::array<double, 4> EnsembleRow::mean_attitude() const {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(mean_of(*this));
  Eigen::Vector4d q = solver.eigenvectors().col(3);
  if (q[0] < 0) q = -q;
  return {q[0], q[1], q[2], q[3]};
}
double EnsembleRow::attitude_spread() const {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(mean_of(*this), Eigen::EigenvaluesOnly);
  return 2 * std::sqrt(std::max(0.0, 1 - solver.eigenvalues()[3]));
}

Members::Members(Variations bodies, const Spec<double>& spec, const EnsembleOptions& options)
    : bodies_(std::move(bodies)), whole_(spec), options_(options) {
  if (!(options.spread >= 0 && options.spread <= 10))
    throw UserError("--spread: {:g} is given; accepted: a number from 0 to 10", options.spread);
  if (spec.by_rate && options.spread > 0)
    throw UserError("--spread: given with a rate that depends on the attitude; accepted: 0");
  if (spec.plane >= 0 && options.spread > 0)
    throw UserError("--spread: given with a plane body, which starts in its plane; accepted: 0");
  if (!bodies_.differ() && options.spread == 0)
    throw UserError(
        "--spread: missing; accepted: a positive number, by which starts differ (0 with \"vary\", or where a torque is "
        "noise)");
  if (!spec.problem.body())
    throw UserError("--ensemble: given with a director or particles; accepted: with a rigid body");
}

Spec<double> Members::member(std::uint64_t i) const {
  auto spec = whole_;
  if (auto own = bodies_.member(i, options_.seed)) {
    spec = std::move(*own);
    spec.every = whole_.every, spec.dense = whole_.dense;
  }
  if (!(options_.spread > 0)) return spec;
  auto start = *spec.problem.start().rigid();
  const auto push = draws::normal_draws(options_.seed, i, draws::momentum_field),
             turn = draws::normal_draws(options_.seed, i, draws::turn_field);
  start.Pi += options_.spread * norm(start.Pi) * Vec<Body, double>{push[0], push[1], push[2]};
  start.R = start.R * exp(options_.spread * Vec<Body, double>{turn[0], turn[1], turn[2]});
  spec.problem = spec.problem.from(start);
  return spec;
}

EnsembleRun run_ensemble(const Variations& bodies, const Spec<double>& given, const EnsembleOptions& options,
                         double limit) {
  auto spec = given;
  if (options.members < 2 || options.members > most_members)
    throw UserError("--ensemble: {} is given; accepted: 2 to {}", options.members, most_members);
  if (!spec.events.empty()) throw UserError("events: given with --ensemble; accepted: every or dense");
  if (spec.every == 0 && !spec.dense && spec.grid)
    spec.every = std::max<std::int64_t>(1, spec.grid->steps() / rows_unasked);

  const Members members(bodies, spec, options);
  const auto rows_at = common_rows(members, spec);
  EnsembleRun out{options};
  std::vector<EnsembleRow> first_rows;
  Forecast forecast({"run", "--ensemble", static_cast<double>(options.members)}, limit);
  out.first = run_alone(members.member(0), limit, rows_at, first_rows);
  out.first.end = nullptr;
  // Parts are of the same members on any number of cores, and added in order; as many at once as memory is for.
  constexpr std::int64_t at_once = 64;
  const std::int64_t parts = (options.members + block - 1) / block;
  std::mutex looks;
  std::int64_t done = 0;
  for (std::int64_t begin = 0; begin < parts; begin += at_once) {
    std::vector<EnsembleRun> some(static_cast<std::size_t>(std::min(at_once, parts - begin)));
    parallel_for(some.size(), [&](std::size_t n) {
      auto& part = some[n];
      const std::int64_t first = (begin + static_cast<std::int64_t>(n)) * block;
      std::vector<Spec<double>> specs;
      for (std::int64_t i = first; i < std::min(first + block, options.members); ++i)
        specs.push_back(members.member(static_cast<std::uint64_t>(i)));
      auto rows = rows_in_lanes(specs);
      for (std::size_t i = 0; i < specs.size(); ++i) {
        const bool is_first = first == 0 && i == 0;
        if (is_first || rows[i].empty()) {
          const auto run = is_first ? out.first : run_alone(specs[i], limit, rows_at, rows[i]);
          if (is_first) rows[i] = first_rows;
          if (run.status != Status::ok && part.failed++ == 0) part.reason = run.reason;
        }
        add(part.rows, rows[i]);
        const std::lock_guard lock(looks);
        forecast(static_cast<double>(++done) / static_cast<double>(options.members));
      }
    });
    for (auto& part : some) {
      if (part.failed > 0 && out.failed == 0) out.reason = part.reason;
      out.failed += part.failed;
      add(out.rows, part.rows);
    }
  }
  return out;
}

}  // namespace polhode
