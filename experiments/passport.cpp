// SPDX-License-Identifier: MIT
#include "experiments/passport.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "core/reference/reference.hpp"
#include "core/report/record.hpp"
#include "core/report/trial.hpp"
#include "experiments/measured.hpp"
#include "problems/vs_test.hpp"

namespace polhode {

namespace {

using json = nlohmann::ordered_json;
using Wide = Dual<float128, 6>;

constexpr std::int64_t long_run = 10000;
constexpr double long_step = 0.1;

/// The trial problems of a space, by type: the one on which order and symmetry are measured, those without explicit
/// time for invariants and symplecticity.
template <class P>
struct Trials;
template <class T>
struct Trials<FreeBody<T>> {
  static constexpr std::array norms{Norm::momentum, Norm::attitude};
  static FreeBody<T> hard() { return trial::free<T>(); }
  static FreeBody<T> autonomous() { return trial::free<T>(); }
  static constexpr const char* name = "free body";
};
template <class T>
struct Trials<TorquedBody<T>> {
  static constexpr std::array norms{Norm::momentum, Norm::attitude};
  static TorquedBody<T> hard() { return trial::forced<T>(); }
  static TorquedBody<T> autonomous() { return trial::heavy<T>(); }
  static constexpr const char* name = "heavy body";
};
template <class T>
struct Trials<Director<T>> {
  static constexpr std::array norms{Norm::director, Norm::spatial_angular_velocity};
  static Director<T> hard() { return trial::pushed<T>(); }
  static Director<T> autonomous() {
    auto p = hard();
    p.amplitude = {T(0), T(0), T(0)};
    return p;
  }
  static constexpr const char* name = "director";
};

template <class T>
struct Trials<Particles<T>> {
  static constexpr std::array norms{Norm::displacement, Norm::linear_momentum};
  static Particles<T> hard() { return VsTest::make<T>(); }
  static Particles<T> autonomous() { return trial::henon_heiles<T>(); }
  static constexpr const char* name = "particles";
};

/// Above this order, errors in 113 bits are rounding before they show it; tests in 50 digits do.
constexpr int measurable = 10;

/// Errors in 113 bits against a reference, over a ladder of steps; none in a norm in which the method is exact.
template <template <class> class P>
std::vector<std::pair<Norm, OrderFit>> order(const MethodInfo& method) {
  const auto problem = Trials<P<float128>>::hard();
  const float128 time = 2;
  const auto known = reference::at(problem, float128(0), time);
  const auto end = measured::end_of<P<float128>>(method);
  std::vector<std::pair<Norm, OrderFit>> fits;
  std::array<std::vector<Rung>, 2> rungs;
  const double share = method.order > 4 ? std::max(3.6 / method.order, 0.4) : 1;  // of the logarithm: above rounding
  for (const int n : {250, 350, 500, 700, 1000, 1400}) {
    const auto steps = std::llround(std::pow(n, share));
    const auto state = end(problem, Grid<float128>::of_duration(float128(0), time, steps));
    for (int i = 0; i < 2; ++i)
      rungs[i].push_back({static_cast<double>(time) / static_cast<double>(steps),
                          static_cast<double>(error(Trials<P<float128>>::norms[i], problem, state, known.state)),
                          std::max(static_cast<double>(known.error_estimate), 1e-31)});
  }
  for (int i = 0; i < 2; ++i) {
    const bool exact = std::all_of(rungs[i].begin(), rungs[i].end(), [](const Rung& r) { return r.error < 1e-28; });
    if (!exact) fits.emplace_back(Trials<P<float128>>::norms[i], fit_order(rungs[i]));
  }
  return fits;
}

/// Exponent and slope of the running maximum of an error.
Growth growth(const std::vector<double>& error) {
  Growth g;
  const std::size_t n = error.size();
  std::vector<double> largest_of;
  double mx = 0, my = 0, sxx = 0, sxy = 0;
  for (int k = 0; k <= 4; ++k)
    largest_of.push_back(*std::max_element(error.begin(), error.begin() + static_cast<std::ptrdiff_t>(n >> (4 - k))));
  g.largest = largest_of.back();
  if (!(largest_of.front() > 0) || !std::isfinite(g.largest)) return g;
  for (int k = 0; k <= 4; ++k) mx += k / 5.0, my += std::log2(largest_of[k]) / 5;
  for (int k = 0; k <= 4; ++k) sxx += (k - mx) * (k - mx), sxy += (k - mx) * (std::log2(largest_of[k]) - my);
  g.exponent = sxy / sxx;
  g.slope = g.exponent * g.largest / (long_step * static_cast<double>(n - 1));
  return g;
}

template <class P>
void conserve(const MethodInfo& method, std::vector<Conservation>& list) {
  const auto found = measured::invariants(method, Trials<P>::autonomous(), long_step, long_run);
  const auto add = [&](const char* quantity, const std::vector<double>& error) {
    list.push_back({Trials<P>::name, quantity, found.status, growth(error)});
  };
  if (std::is_same_v<P, FreeBody<double>>)
    add("spatial momentum", found.momentum);
  else
    add("momentum without force", found.vertical);
  add("energy", found.energy);
}

template <template <class> class P>
void defects(const MethodInfo& method, Passport& p) {
  const auto trial = Trials<P<Wide>>::autonomous();
  const auto defect = [&](double h) { return measured::symplecticity(method, trial, h); };
  p.symmetry = std::max(p.symmetry, measured::symmetry(method, Trials<P<float128>>::hard(), float128(0.2)));
  const double at_once = defect(0.2);
  if (at_once > p.symplecticity) {
    p.symplecticity = at_once;
    if (at_once > 1e-25) p.symplecticity_power = measured::power_of_h(defect, 0.2);
  }
}

template <template <class> class P>
void cost(const MethodInfo& method, Passport& p) {
  const auto run =
      find_runner<P<double>>(method)->run(Trials<P<double>>::hard(), Grid<double>::of_step(0, 0.05, 1000), nullptr);
  const auto steps = static_cast<double>(std::max<std::int64_t>(run.steps, 1));
  p.torque_evaluations = static_cast<double>(run.tally.torque_evaluations) / steps;
  p.solver_iterations = static_cast<double>(run.tally.solver_iterations) / steps;
}

// --- what is declared against what is found -------------------------------------------------------------------------

void compare(Passport& p, const char* what, const Property& declared, double defect, double kept, double lost) {
  const bool wrong =
      (declared.answer == Answer::yes && !(defect < kept)) || (declared.answer == Answer::no && !(defect > lost));
  if (wrong)
    p.disagreements.push_back(fmt::format("{}: declared {}, the error is {:.1e}", what,
                                          declared.answer == Answer::yes ? "yes" : "no", defect));
}

void compare_all(Passport& p) {
  const auto& m = *p.method;
  for (const auto& [norm, fit] : p.order)
    if (!fit.valid() || std::abs(fit.order - m.order) > std::max(0.05, 0.01 * m.order))
      p.disagreements.push_back(
          fmt::format("order: declared {}, {:.3f} is found in {}", m.order, fit.order, info(norm).key));
  compare(p, "symmetric", m.symmetric, p.symmetry, 1e-28, 1e-9);
  compare(p, "symplectic", m.symplectic, p.symplecticity, 1e-28, 1e-24);
  for (const auto& c : p.conservation) {
    if (c.body != Trials<TorquedBody<double>>::name) {
      const bool energy = c.quantity == "energy";
      compare(p, energy ? "energy" : "spatial momentum", energy ? m.energy : m.spatial_momentum, c.growth.largest,
              1e-11, 1e-9);
    }
  }
}

std::string_view word(Answer a) {
  return a == Answer::yes ? "yes" : a == Answer::no ? "no" : "unknown";
}

std::string declared(const Property& p) {
  return fmt::format("declared {}{}", word(p.answer), p.condition.empty() ? "" : fmt::format(" ({})", p.condition));
}

}  // namespace

std::string_view Growth::kind() const {
  return exponent < 0.25 ? "bounded" : exponent < 0.75 ? "random walk" : "linear";
}

Passport measure_passport(const MethodInfo& method) {
  Passport p{&method};
  const auto on = [&]<template <class> class P>() {
    if (!find_runner<P<double>>(method)) return;
    if (method.order != exact_order && method.order <= measurable) p.order = order<P>(method);
    defects<P>(method, p);
    conserve<P<double>>(method, p.conservation);
    cost<P>(method, p);
  };
  // A splitting without torque is as good as its flow: what bodies with torque show comes last and counts.
  on.template operator()<FreeBody>();
  on.template operator()<TorquedBody>();
  on.template operator()<Director>();
  on.template operator()<Particles>();
  compare_all(p);
  return p;
}

json passport_json(const Passport& p) {
  const auto& m = *p.method;
  const auto property = [](const Property& declared, double defect) {
    json j{{"declared", word(declared.answer)}};
    if (!declared.condition.empty()) j["condition"] = declared.condition;
    j["defect"] = defect;
    return j;
  };
  json out{{"schema", "polhode/passport/1"}, {"method", m.id}, {"label", m.label}, {"source", m.source}};
  if (m.order == exact_order)
    out["order"] = "exact";
  else {
    out["order"] = {{"declared", m.order}};
    for (const auto& [norm, fit] : p.order)
      out["order"][std::string(info(norm).key)] = {
          {"order", fit.order}, {"half_width", fit.half_width}, {"points", fit.points}};
  }
  out["symmetric"] = property(m.symmetric, p.symmetry);
  out["symplectic"] = property(m.symplectic, p.symplecticity);
  if (p.symplecticity_power) out["symplectic"]["power_of_h"] = *p.symplecticity_power;
  out["conservation"] = json::array();
  for (const auto& c : p.conservation) {
    json row{{"body", c.body}, {"quantity", c.quantity}, {"status", name(c.status)}};
    if (c.status == Status::ok) {
      row["largest"] = c.growth.largest, row["growth"] = c.growth.kind(), row["exponent"] = c.growth.exponent;
      row["slope"] = c.growth.slope;
    }
    out["conservation"].push_back(std::move(row));
  }
  out["torque_evaluations"] = p.torque_evaluations;
  out["solver_iterations"] = p.solver_iterations;
  out["disagreements"] = p.disagreements;
  return out;
}

std::string passport_text(const Passport& p) {
  const auto& m = *p.method;
  std::string out = fmt::format("{} · {} [{}]\n", m.id, m.label, m.source);
  const auto line = [&](std::string_view what, const std::string& found) {
    out += fmt::format("  {:<26} {}\n", what, found);
  };
  if (m.order == exact_order)
    line("order", "exact");
  else if (m.order > measurable)
    line("order", fmt::format("declared {}, more than 113 bits can show", m.order));
  else
    for (const auto& [norm, fit] : p.order)
      line(fmt::format("order in {}", info(norm).key),
           fmt::format("{:.3f} ± {:.3f}; declared {}", fit.order, fit.half_width, m.order));
  line("symmetric", fmt::format("step and step back change {:.1e}; {}", p.symmetry, declared(m.symmetric)));
  line("symplectic", fmt::format("defect of a step of 0.2 {:.1e}{}; {}", p.symplecticity,
                                 p.symplecticity_power ? fmt::format(" ~ h^{:.2f}", *p.symplecticity_power) : "",
                                 declared(m.symplectic)));
  line("spatial momentum", declared(m.spatial_momentum));
  line("energy", declared(m.energy));
  out += fmt::format("  over {} steps of {}, relative:\n", long_run, long_step);
  for (const auto& c : p.conservation) {
    std::string found(name(c.status));
    if (c.status == Status::ok) found = fmt::format("{:.1e}, {}", c.growth.largest, c.growth.kind());
    if (c.growth.kind() == "linear") found += fmt::format(", {:.1e} per unit of time", c.growth.slope);
    line("  " + c.body, fmt::format("{:<25} {}", c.quantity, found));
  }
  line("per step of 0.05",
       fmt::format("{:.2f} torque evaluations, {:.2f} solver iterations", p.torque_evaluations, p.solver_iterations));
  for (const auto& d : p.disagreements) line("DISAGREES", d);
  return out;
}

}  // namespace polhode
