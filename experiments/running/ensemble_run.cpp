// SPDX-License-Identifier: MIT
#include "experiments/running/ensemble_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/system/draws.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"

namespace polhode {

namespace {

using json = nlohmann::json;

constexpr std::int64_t most_members = 1000000, rows_unasked = 100, block = 32;

/// The spec of a member: that of the document with other seeds, from a start that is drawn.
Spec<double> member_of(const json& document, const std::string& folder, const Spec<double>& whole, bool has_noise,
                       const EnsembleOptions& options, std::uint64_t i) {
  auto spec = whole;
  if (has_noise && i > 0) {
    auto own = document;
    for (auto* noise : noises_of(own)) (*noise)["seed"] = noise->value("seed", std::uint64_t(1)) + i;
    spec.problem = read_spec<double>(own, folder, true).problem;
  }
  if (!(options.spread > 0)) return spec;
  auto start = *spec.problem.start().rigid();
  const auto push = draws::normal_draws(options.seed, i, draws::momentum_field),
             turn = draws::normal_draws(options.seed, i, draws::turn_field);
  start.Pi += options.spread * norm(start.Pi) * Vec<Body, double>{push[0], push[1], push[2]};
  start.R = start.R * exp(options.spread * Vec<Body, double>{turn[0], turn[1], turn[2]});
  spec.problem = spec.problem.from(start);
  return spec;
}

EnsembleRow row_of(const nlohmann::ordered_json& row, const Spec<double>& spec, double middle) {
  EnsembleRow r;
  const auto number = [](const nlohmann::ordered_json& x) { return x.get<double>(); };
  r.t = number(row.at("t")), r.members = 1;
  r.energy.add(number(row.at("energy")));
  double twice_kinetic = 0, square = 0;
  for (int k = 0; k < 3; ++k) {
    const double Omega = number(row.at("angular_velocity")[k]), Pi = number(row.at("momentum")[k]);
    if (row.contains("spatial_momentum")) r.spatial_momentum[k].add(number(row.at("spatial_momentum")[k]));
    r.angular_velocity[k].add(Omega);
    twice_kinetic += Pi * Omega * spec.rate, square += Pi * Pi * spec.momentum;
  }
  r.short_axis = square > middle * twice_kinetic;
  const auto& q = row.at("attitude").at("quaternion");
  for (int a = 0, n = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b) r.attitudes[n++] = number(q[a]) * number(q[b]);
  return r;
}

using Symmetric4 = std::array<std::array<double, 4>, 4>;

/// The largest eigenvalue of a matrix that is positive, of trace 1, and its eigenvector: by its powers of two.
std::pair<double, std::array<double, 4>> largest(const Symmetric4& A) {
  auto P = A;
  for (int n = 0; n < 40; ++n) {
    Symmetric4 square{};
    double trace = 0;
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        for (int k = 0; k < 4; ++k) square[a][b] += P[a][k] * P[k][b];
    for (int a = 0; a < 4; ++a) trace += square[a][a];
    for (auto& line : square)
      for (auto& x : line) x /= trace;
    P = square;
  }
  int column = 0;
  for (int a = 1; a < 4; ++a)
    if (P[a][a] > P[column][column]) column = a;
  std::array<double, 4> q;
  double length = 0, value = 0;
  for (int a = 0; a < 4; ++a) q[a] = P[a][column], length += q[a] * q[a];
  for (auto& x : q) x /= std::sqrt(length);
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) value += q[a] * A[a][b] * q[b];
  return {value, q};
}

Symmetric4 mean_of(const EnsembleRow& row) {
  Symmetric4 A;
  for (int a = 0, n = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b) A[a][b] = A[b][a] = row.attitudes[n++] / static_cast<double>(row.members);
  return A;
}

}  // namespace

std::vector<json*> noises_of(json& document) {
  std::vector<json*> all;
  if (!document.contains("torque")) return all;
  auto& torque = document["torque"];
  const auto see = [&](json& j) {
    if (j.is_object() && j.value("kind", json()) == "noise") all.push_back(&j);
  };
  if (torque.is_array())
    for (auto& j : torque) see(j);
  else
    see(torque);
  return all;
}

void Distribution::add(double x) {
  const double off = x - mean_;
  mean_ += off / ++count_, squares_ += off * (x - mean_);
}
void Distribution::add(const Distribution& other) {
  if (other.count_ == 0) return;
  const double off = other.mean_ - mean_, all = count_ + other.count_;
  mean_ += off * other.count_ / all, squares_ += other.squares_ + off * off * count_ * other.count_ / all;
  count_ = all;
}
double Distribution::deviation() const {
  return count_ > 1 ? std::sqrt(squares_ / (count_ - 1)) : 0;
}

void EnsembleRow::add(const EnsembleRow& other) {
  t = other.t;
  energy.add(other.energy);
  for (int k = 0; k < 3; ++k)
    spatial_momentum[k].add(other.spatial_momentum[k]), angular_velocity[k].add(other.angular_velocity[k]);
  for (std::size_t n = 0; n < attitudes.size(); ++n) attitudes[n] += other.attitudes[n];
  members += other.members, short_axis += other.short_axis;
}
std::array<double, 4> EnsembleRow::mean_attitude() const {
  auto q = largest(mean_of(*this)).second;
  if (q[0] < 0)
    for (auto& x : q) x = -x;
  return q;
}
double EnsembleRow::attitude_spread() const {
  return 2 * std::sqrt(std::max(0.0, 1 - largest(mean_of(*this)).first));
}

EnsembleRun run_ensemble(const json& document, const std::string& folder, const Spec<double>& given,
                         const EnsembleOptions& options) {
  auto spec = given;
  auto copy = document;
  const bool has_noise = !noises_of(copy).empty();
  if (options.members < 2 || options.members > most_members)
    throw UserError(fmt::format("--ensemble: {} is given; accepted: 2 to {}", options.members, most_members));
  if (!(options.spread >= 0 && options.spread <= 10))
    throw UserError(fmt::format("--spread: {:g} is given; accepted: a number from 0 to 10", options.spread));
  if (!has_noise && options.spread == 0)
    throw UserError("--spread: missing; accepted: a positive number, by which starts differ (0 where a torque is noise)");
  if (!spec.problem.body()) throw UserError("--ensemble: given with a director or particles; accepted: with a rigid body");
  if (!spec.events.empty()) throw UserError("events: given with --ensemble; accepted: every or dense");
  if (spec.every == 0 && !spec.dense && spec.grid)
    spec.every = std::max<std::int64_t>(1, spec.grid->steps() / rows_unasked);

  EnsembleRun out{options};
  auto I = spec.problem.body()->I.moments;
  const double middle = I[0] + I[1] + I[2] - std::min({I[0], I[1], I[2]}) - std::max({I[0], I[1], I[2]});
  struct Part {
    std::vector<EnsembleRow> rows;
    std::int64_t failed = 0;
    std::string reason;
    std::optional<SpecRun> first;
  };
  // Parts are of the same members on any number of cores, and added in order; as many at once as memory is for.
  constexpr std::int64_t at_once = 64;
  const std::int64_t parts = (options.members + block - 1) / block;
  Progress progress("ensemble", static_cast<double>(options.members));
  for (std::int64_t begin = 0; begin < parts; begin += at_once) {
    std::vector<Part> some(static_cast<std::size_t>(std::min(at_once, parts - begin)));
    parallel_for(some.size(), [&](std::size_t n) {
      auto& part = some[n];
      const std::int64_t first = (begin + static_cast<std::int64_t>(n)) * block;
      for (std::int64_t i = first; i < std::min(first + block, options.members); ++i) {
        std::vector<EnsembleRow> rows;
        auto run = run_spec(member_of(document, folder, spec, has_noise, options, static_cast<std::uint64_t>(i)),
                            [&](const auto& row) { rows.push_back(row_of(row, spec, middle)); });
        progress.add(1);
        if (run.status != Status::ok && part.failed++ == 0) part.reason = run.reason;
        if (run.status == Status::ok) {
          if (part.rows.size() < rows.size()) part.rows.resize(rows.size());
          for (std::size_t k = 0; k < rows.size(); ++k) part.rows[k].add(rows[k]);
        }
        if (i == 0) run.end = nullptr, part.first = std::move(run);
      }
    });
    for (auto& part : some) {
      if (part.first) out.first = std::move(*part.first);
      if (part.failed > 0 && out.failed == 0) out.reason = part.reason;
      out.failed += part.failed;
      if (out.rows.size() < part.rows.size()) out.rows.resize(part.rows.size());
      for (std::size_t k = 0; k < part.rows.size(); ++k) out.rows[k].add(part.rows[k]);
    }
  }
  return out;
}

}  // namespace polhode
