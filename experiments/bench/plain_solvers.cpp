// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "core/geometry/decimal.hpp"
#include "core/io/json.hpp"
#include "core/io/spec.hpp"
#include "core/reference/reference.hpp"
#include "core/spaces/coordinates.hpp"
#include "core/system/stopwatch.hpp"
#include "core/system/user.hpp"
#include "methods/family/dop853_tableau.hpp"
#include "methods/runners.hpp"

// Methods of ours beside general solvers as their users write them: the seven numbers of momentum and quaternion, the
// torque written out, nothing in between.
//
//   plain_solvers SPEC TIME METHOD=STEPS..   microseconds for a unit of time, and errors; plain:rkf78 is the peer's
//
// Supports problems/torqued: sums of (R^T a) x c and of one harmonic torque of space. All take turns in rounds; a time
// is their lower quartile.
namespace polhode {
namespace {

using Numbers = std::array<double, 7>;
using Three = std::array<double, 3>;

Three cross(const Three& a, const Three& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// R(q)^T a.
Three to_body(const Numbers& y, const Three& a) {
  const double w = y[3], x = y[4], v = y[5], z = y[6];
  return {(w * w + x * x - v * v - z * z) * a[0] + 2 * (x * v + w * z) * a[1] + 2 * (x * z - w * v) * a[2],
          2 * (x * v - w * z) * a[0] + (w * w - x * x + v * v - z * z) * a[1] + 2 * (v * z + w * x) * a[2],
          2 * (x * z + w * v) * a[0] + 2 * (v * z - w * x) * a[1] + (w * w - x * x - v * v + z * z) * a[2]};
}

/// T = (R^T a) x c.
struct InField {
  Three a, c;

  Three operator()(const Numbers& y, double) const { return cross(to_body(y, a), c); }
};
/// The same of a top, as its users write it: a = (0, 0, g), c = (0, 0, m).
struct OfTop {
  double gm;

  Three operator()(const Numbers& y, double) const {
    return {2 * gm * (y[5] * y[6] + y[4] * y[3]), -2 * gm * (y[4] * y[6] - y[3] * y[5]), 0};
  }
};
/// The same where a = (0, 0, g) and c is general.
struct Upright {
  double g;
  Three c;

  Three operator()(const Numbers& y, double) const {
    const double w = y[3], x = y[4], v = y[5], z = y[6];
    return cross({2 * g * (x * z - w * v), 2 * g * (v * z + w * x), g * (w * w - x * x - v * v + z * z)}, c);
  }
};
/// T = R^T s cos(nu t).
struct Harmonic {
  Three s;
  double nu;

  Three operator()(const Numbers& y, double t) const {
    const double by = std::cos(nu * t);
    return to_body(y, {by * s[0], by * s[1], by * s[2]});
  }
};

auto equations(const Three& I, const auto& torque) {
  return [=](const Numbers& y, Numbers& dy, double t) {
    const Three w{y[0] / I[0], y[1] / I[1], y[2] / I[2]};
    const auto T = torque(y, t);
    dy[0] = y[1] * w[2] - y[2] * w[1] + T[0];
    dy[1] = y[2] * w[0] - y[0] * w[2] + T[1];
    dy[2] = y[0] * w[1] - y[1] * w[0] + T[2];
    dy[3] = -0.5 * (y[4] * w[0] + y[5] * w[1] + y[6] * w[2]);
    dy[4] = 0.5 * (y[3] * w[0] + y[5] * w[2] - y[6] * w[1]);
    dy[5] = 0.5 * (y[3] * w[1] + y[6] * w[0] - y[4] * w[2]);
    dy[6] = 0.5 * (y[3] * w[2] + y[4] * w[1] - y[5] * w[0]);
  };
}

/// Hairer's DOP853 in plain text: twelve stages, the zeros of the tableau left out.
struct PlainDop853 {
  void do_step(const auto& f, Numbers& y, double t, double h) {
    std::array<Numbers, dop853::stages> k;
    const auto stage = [&]<int row>(std::integral_constant<int, row>) {
      double c = 0;
      Numbers at = y;
      for (int i = 0; i < 7; ++i) {
        double sum = 0;
        [&]<int... j>(std::integer_sequence<int, j...>) {
          ((dop853::in_double[row][j] != 0 ? void(sum += dop853::in_double[row][j] * k[j][i]) : void()), ...);
        }
        (std::make_integer_sequence<int, dop853::stages>());
        at[i] += h * sum;
      }
      for (const double a : dop853::in_double[row]) c += a;
      if constexpr (row < dop853::stages)
        f(at, k[row], t + c * h);
      else
        y = at;
    };
    [&]<int... row>(std::integer_sequence<int, row...>) {
      (stage(std::integral_constant<int, row>()), ...);
    }
    (std::make_integer_sequence<int, dop853::stages + 1>());
  }
};

/// A run by steps of one size; its end is returned.
using Peer = std::function<Numbers(Numbers, double t0, double h, std::int64_t steps)>;

Peer peer(const auto& fresh, const auto& f) {
  return [=](Numbers y, double t0, double h, std::int64_t steps) {
    auto solver = fresh;
    for (std::int64_t n = 0; n < steps; ++n) solver.do_step(f, y, t0 + static_cast<double>(n) * h, h);
    return y;
  };
}

std::map<std::string, Peer> peers_of(const RigidBody<double>& body, const auto& torque) {
  namespace odeint = boost::numeric::odeint;
  const auto f = equations({body.I[0], body.I[1], body.I[2]}, torque);
  using D = double;
  using Array = odeint::array_algebra;
  return {{"plain:rk4", peer(odeint::runge_kutta4<Numbers, D, Numbers, D, Array>(), f)},
          {"plain:dopri5", peer(odeint::runge_kutta_dopri5<Numbers, D, Numbers, D, Array>(), f)},
          {"plain:rkf78", peer(odeint::runge_kutta_fehlberg78<Numbers, D, Numbers, D, Array>(), f)},
          {"plain:dop853", peer(PlainDop853(), f)}};
}

std::map<std::string, Peer> peers_of(const TorquedBody<double>& body) {
  std::optional<InField> field;
  std::optional<Harmonic> harmonic;
  const auto three = [](const auto& v) { return Three{v[0], v[1], v[2]}; };
  for (const auto& torque : body.torques) {
    if (const auto* u = std::get_if<UniformField<double>>(&torque))
      field = InField{three(u->field), three(u->moment)};
    else if (const auto* d = std::get_if<Dipole<double>>(&torque); d && d->field.constant())
      field = InField{three(d->field.at(0)), {-d->moment[0], -d->moment[1], -d->moment[2]}};
    else if (const auto* s = std::get_if<HarmonicSpace<double>>(&torque))
      harmonic = Harmonic{three(s->amplitude), s->frequency};
  }
  if (field && harmonic)
    return peers_of(body, [a = *field, b = *harmonic](const Numbers& y, double t) {
      const auto p = a(y, t), q = b(y, t);
      return Three{p[0] + q[0], p[1] + q[1], p[2] + q[2]};
    });
  if (field && field->a[0] == 0 && field->a[1] == 0) {
    const auto& [a, c] = *field;
    if (c[0] == 0 && c[1] == 0) return peers_of(body, OfTop{a[2] * c[2]});
    return peers_of(body, Upright{a[2], c});
  }
  if (field) return peers_of(body, *field);
  if (harmonic) return peers_of(body, *harmonic);
  throw std::runtime_error("torque: none that is written out here");
}

int run(int argc, char** argv) {
  const std::string path = argv[1];
  const auto spec = read_spec<double>(parse_json(read_file(path), path));
  const auto& body = std::get<TorquedBody<double>>(spec.problem);
  const double time = std::stod(argv[2]);
  const auto wide = std::get<TorquedBody<float128>>(read_spec<float128>(parse_json(read_file(path), path)).problem);
  const auto right = cast<double>(reference::at(wide, float128(spec.t0), float128(time)).state);
  const auto peers = peers_of(body);

  struct Entry {
    std::string name;
    std::int64_t steps;
    std::function<RigidState<double>()> run;
    std::vector<double> rounds;
  };
  std::vector<Entry> entries;
  for (int i = 3; i < argc; ++i) {
    const std::string word = argv[i], name = word.substr(0, word.find('='));
    const std::int64_t steps = std::stoll(word.substr(word.find('=') + 1));
    if (const auto it = peers.find(name); it != peers.end()) {
      entries.push_back({name, steps, [&peer = it->second, y = numbers(body.initial), &spec, time, steps] {
                           const auto end = peer(y, spec.t0, time / static_cast<double>(steps), steps);
                           return state_of<RigidState<double>>(end);
                         }});
    } else {
      const auto* runner = find_runner<TorquedBody<double>>(*find_method(name));
      entries.push_back({name, steps, [runner, &body, grid = Grid<double>::of_duration(spec.t0, time, steps)] {
                           return runner->run(body, grid, nullptr).state;
                         }});
    }
  }
  for (int round = 0; round < 24; ++round)
    for (auto& e : entries) {
      volatile double sink = 0;
      e.rounds.push_back(seconds_of([&] { sink = sink + e.run().Pi[0]; }, 2e-3));
    }
  nlohmann::ordered_json out;
  for (auto& e : entries) {
    std::sort(e.rounds.begin(), e.rounds.end());
    const auto off = distance(e.run(), right);
    out[e.name] = {{"steps", e.steps},
                   {"microseconds", 1e6 * e.rounds[e.rounds.size() / 4] / std::abs(time)},
                   {"attitude", off.configuration},
                   {"momentum", off.momentum / norm(right.Pi)}};
  }
  fmt::print("{}\n", out.dump(1));
  return 0;
}

}  // namespace
}  // namespace polhode

int main(int argc, char** argv) {
  if (argc < 4) return fmt::print(stderr, "usage: plain_solvers SPEC TIME METHOD=STEPS..\n"), 2;
  try {
    return polhode::run(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 2;
  }
}
