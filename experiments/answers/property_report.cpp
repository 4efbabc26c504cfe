// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/answers/answers.hpp"
#include "experiments/answers/lists.hpp"
#include "experiments/judging/property_report.hpp"
#include "experiments/running/engines.hpp"
#include "experiments/running/updates.hpp"

namespace polhode::answers {

namespace {

using json = nlohmann::ordered_json;

/// What is found, in a word: yes, no, fails, or the size of a defect that is neither.
std::string found(const std::optional<double>& defect, const Threshold& limit) {
  if (!defect) return "not measured";
  const auto is = limit(*defect);
  if (is == Found::between) return fmt::format("{:.0e}", *defect);
  return is == Found::yes ? "yes" : is == Found::no ? "no" : "fails";
}

std::string_view torque_of(const polhode_engine& e) {
  return e.torque == POLHODE_TORQUE_NONE ? "none" : e.torque == POLHODE_TORQUE_HELD ? "held over a step" : "native";
}

/// Which torques that depend on the momentum a method supports.
std::string_view momentum_torques(Dependence supports) {
  return supports == Dependence::none ? "none" : supports == Dependence::linear ? "damping and rotors" : "any";
}

std::string declared(const Property& p) {
  return fmt::format("declared {}{}", word(p.answer), p.condition.empty() ? "" : fmt::format(" ({})", p.condition));
}

// --- an update for gyros ---------------------------------------------------------------------------------------------

/// At 100 samples a second.
double degrees_per_hour(double drift) {
  return drift * 360000 * 180 / pi_of<double>();
}

json update_json(const PropertyReport& report) {
  const auto& p = *report.update;
  const auto& update = *p.update;
  json out{{"schema", "polhode/attitude-passport/1"}, {"method", update.id}, {"source", update.source}};
  out["takes"] = word(update.takes), out["samples"] = samples_json(update);
  out["order"] = {{"declared", update.order.least()},
                  {"R",
                   {{"order", std::min(p.order_generic, p.order_free)},
                    {"formula", p.order_generic},
                    {"free_body", p.order_free}}}};
  if (const auto& coning = p.coning) {
    out["coning"] = {{"power", coning->power}, {"coefficient", coning->coefficient}, {"one_degree", json::array()}};
    for (const auto& [b, drift] : coning->drift)
      out["coning"]["one_degree"].push_back(
          {{"b", b}, {"per_sample", drift}, {"degrees_per_hour_at_100_hz", degrees_per_hour(drift)}});
  }
  out["invariance"] = {{"space", p.space}, {"body_axes", p.body_axes}};
  out["float"] = {{"updates", p.float_updates}, {"error", p.float_error}};
  if (p.seconds_per_sample > 0) out["cost"] = {{"seconds_per_sample", p.seconds_per_sample}};
  out["disagreements"] = report.disagreements;
  return out;
}

std::string update_text(const PropertyReport& report) {
  const auto& p = *report.update;
  const auto& update = *p.update;
  std::string out = fmt::format("{} [{}]\n", update.id, update.source);
  out += fmt::format("order: {} declared; {:.2f} on a formula's motion, {:.2f} on a free body\n", update.order.least(),
                     p.order_generic, p.order_free);
  if (const auto& coning = p.coning) {
    out += fmt::format(
        "coning: drift per sample {:.6g} a^2 b^{} as the half angle a tends to 0, b radians of the cone per sample\n",
        coning->coefficient, coning->power);
    for (const auto& [b, drift] : coning->drift)
      out += fmt::format("  1 degree, b = {:g}: {:.3g} rad per sample, {:.3g} deg/h at 100 Hz\n", b, drift,
                         degrees_per_hour(drift));
  }
  out += fmt::format("float: {:.1e} rad after {} updates of 1e-3 rad\n", p.float_error, p.float_updates);
  out += fmt::format("invariance: rotation of space changes {:.1e}, other axes {:.1e}{}\n", p.space, p.body_axes,
                     update.invariant ? "" : "; this update is not left invariant");
  if (p.seconds_per_sample > 0) out += fmt::format("cost: {:.1f} ns per sample\n", 1e9 * p.seconds_per_sample);
  for (const auto& d : report.disagreements) out += "disagrees: " + d + "\n";
  return out;
}

/// A line for each method for bodies.
std::string table(const std::vector<PropertyReport>& property_reports) {
  std::string out =
      fmt::format("{:<28} {:<14} {:<9} {:<10} {:<9} {:<13} {:<13} {:>9} {:>7} {:>6}  {}\n", "id", "order", "symmetric",
                  "symplectic", "body axes", "momentum", "energy", "to rad", "torques", "cost", "");
  for (const auto& p : property_reports) {
    if (!p.failure.empty()) {
      out += fmt::format("{:<28} not measured: {}\n", p.method->id, p.failure);
      continue;
    }
    std::string orders = p.method->order.exact() ? "exact"
                         : p.order.empty()       ? fmt::format("({})", text(p.method->order))
                                                 : "";
    for (const auto& [norm, fit] : p.order)
      orders += fmt::format("{}{:.2f}±{:.2f}", orders.empty() ? "" : " ", fit.order, fit.half_width);
    if (p.order.size() == 2) orders = fmt::format("{:.2f} {:.2f}", p.order[0].second.order, p.order[1].second.order);
    if (p.paths > 0)
      orders = fmt::format("strong {:.2f} {:.2f}", p.strong_order[0].second.order, p.strong_order[1].second.order);
    const auto kept = [&](bool energy) {
      for (const auto& c : p.conservation)
        if ((c.quantity == Invariant::energy) == energy) return std::string(c.words());
      return std::string();
    };
    const auto small = [](std::optional<double> defect, double most) {
      return !defect ? "?" : *defect < most ? "yes" : "no";
    };
    out +=
        fmt::format("{:<28} {:<14} {:<9} {:<10} {:<9} {:<13} {:<13} {:>9} {:>7.3g} {:>6}  {}\n", p.method->id, orders,
                    found(p.symmetry, p.precision->symmetric), found(p.symplecticity, p.precision->symplectic),
                    p.invariance.body_axes ? small(p.invariance.body_axes, 1e-11) : "-", kept(false), kept(true),
                    p.range ? fmt::format("{}{:.2g}", p.range->all_tried ? ">" : "", p.range->solves_to) : "any",
                    p.torque_evaluations, p.cost ? fmt::format("{:.2f}", p.cost->ratio) : "",
                    p.disagreements.empty() ? "" : "DISAGREES");
  }
  std::int64_t watched = 0, least = 0, most = 0;
  for (const auto& p : property_reports) {
    watched = std::max(watched, p.long_run);
    for (const auto& c : p.conservation)
      if (c.spread) {
        most = std::max(most, c.spread->steps);
        least = least ? std::min(least, c.spread->steps) : c.spread->steps;
      }
  }
  out += fmt::format(
      "momentum, energy: on the first supported body, without torque, over {} steps; growth of the energy on {} "
      "bodies, over {};\nto rad: radians per step up to which steps succeed; cost: of a step, relative to dmv6-fp\n",
      watched, bodies_of_growth,
      most == 0       ? "none"
      : least == most ? fmt::format("{}", most)
                      : fmt::format("{} to {}, as its verdict needs and its cost allows", least, most));
  for (const auto& p : property_reports)
    for (const auto& d : p.disagreements) out += fmt::format("{}: DISAGREES: {}\n", p.method->id, d);
  return out;
}

}  // namespace

json to_json(const PropertyReport& p) {
  if (p.update) return update_json(p);
  const auto& m = *p.method;
  const auto property = [](const Property& declared, std::optional<double> defect, const Threshold& limit) {
    json j{{"declared", word(declared.answer)}, {"found", found(defect, limit)}};
    if (!declared.condition.empty()) j["condition"] = declared.condition;
    if (defect && std::isfinite(*defect)) j["defect"] = *defect;
    return j;
  };
  const auto add_orders = [](json& to, const std::vector<std::pair<Norm, OrderFit>>& fits) {
    for (const auto& [norm, fit] : fits)
      to[std::string(info(norm).key)] = {{"order", fit.order}, {"half_width", fit.half_width}, {"points", fit.points}};
  };
  json out{{"schema", "polhode/passport/1"}, {"method", m.id}, {"label", m.label}, {"source", m.source}};
  if (!p.own.empty()) out["on"] = {{"problem", p.own}, {"time", p.time}};
  if (m.order.exact())
    out["order"] = "exact";
  else {
    const int least = m.order.least();
    out["order"] = {{"declared", least == no_order ? json(text(Order(least))) : json(least)}};
    add_orders(out["order"], p.order);
  }
  if (!p.failure.empty()) {
    out["failure"] = p.failure, out["disagreements"] = p.disagreements;
    return out;
  }
  if (p.paths > 0) {
    out["strong_order"] = {{"paths", p.paths}};
    add_orders(out["strong_order"], p.strong_order);
    out["disagreements"] = p.disagreements;
    return out;
  }
  out["torque_of_momentum"] = {{"serves", momentum_torques(m.supports)}};
  for (const auto& [norm, fit] : p.driven_order) out["torque_of_momentum"][std::string(info(norm).key)] = fit.order;
  out["symmetric"] = property(m.symmetric, p.symmetry, p.precision->symmetric);
  out["symplectic"] = property(m.symplectic, p.symplecticity, p.precision->symplectic);
  if (p.symplecticity_power) out["symplectic"]["power_of_h"] = *p.symplecticity_power;
  out["start"] = p.start;
  out["invariance"] = json::object();
  const auto invariance = [&](const char* key, std::optional<double> change) {  // of runs that come to their end
    if (change && std::isfinite(*change)) out["invariance"][key] = *change;
  };
  if (p.own.empty()) {
    invariance("space", p.invariance.space), invariance("body_axes", p.invariance.body_axes);
    invariance("power_of_two", p.invariance.power_of_two), invariance("decimal", p.invariance.decimal);
  }
  if (p.range)
    out["range"] = {{"from", p.range->from},
                    {"to", p.range->to},
                    {"solves_to", p.range->solves_to},
                    {"all_tried", p.range->all_tried},
                    {"ladder", p.range->ladder}};
  out["long_run"] = p.long_run;
  out["conservation"] = json::array();
  for (const auto& c : p.conservation) {
    json row{{"body", c.body}, {"quantity", text(c.quantity)}, {"status", name(c.status)}};
    if (c.status == Status::ok) {
      row["largest"] = c.growth.largest, row["growth"] = text(c.is_kept() ? c.growth.trend() : c.trend());
      row["exponent"] = c.growth.exponent, row["slope"] = c.growth.slope;
      if (c.spread) {
        row["steps"] = c.spread->steps, row["exponents"] = json::array();
        for (const auto& g : c.spread->bodies) row["exponents"].push_back(g.exponent);
      }
    }
    out["conservation"].push_back(std::move(row));
  }
  out["torque_evaluations"] = p.torque_evaluations;
  out["solver_iterations"] = p.solver_iterations;
  if (p.cost)
    out["cost"] = {{"seconds_per_step", p.cost->seconds}, {"ratio", p.cost->ratio}, {"relative_to", "dmv6-fp"}};
  if (p.precision != &quad_precision) out["precision"] = p.precision->name;
  if (const auto* e = engine_of(m); e && p.hidden_state) {
    out["engine"] = {{"licence", e->licence},
                     {"settings", e->settings ? e->settings : ""},
                     {"torque", torque_of(*e)},
                     {"history", e->history != 0}};
    if (std::isfinite(p.hidden_state->repeated)) out["engine"]["repeated"] = p.hidden_state->repeated;
    if (std::isfinite(p.hidden_state->hidden)) out["engine"]["hidden_state"] = p.hidden_state->hidden;
  }
  out["disagreements"] = p.disagreements;
  return out;
}

std::string text(const PropertyReport& p) {
  if (p.update) return update_text(p);
  const auto& m = *p.method;
  std::string out = fmt::format("{} · {} [{}]{}\n", m.id, m.label, m.source,
                                p.own.empty() ? "" : fmt::format(", on {} over a time of {:g}", p.own, p.time));
  const auto line = [&](std::string_view what, const std::string& found) {
    out += fmt::format("  {:<26} {}\n", what, found);
  };
  if (!p.failure.empty()) {
    line("NOT MEASURED", p.failure);
    return out;
  }
  if (m.order.exact())
    line("order", "exact");
  else if (m.order.least() > measurable)
    line("order", fmt::format("declared {}, more than 113 bits can show", text(m.order)));
  else if (in_floats(m) && p.order.empty())
    line("order", fmt::format("declared {}, more than floats can show", text(m.order)));
  else
    for (const auto& [norm, fit] : p.order)
      line(fmt::format("order in {}", info(norm).key),
           fmt::format("{}; declared {}",
                       fit.valid() ? fmt::format("{:.3f} ± {:.3f}{}", fit.order, fit.half_width,
                                                 !p.own.empty() && fit.rises() ? ", and more with smaller steps" : "")
                                   : fmt::format("not measured, {}", no_fit(fit)),
                       text(m.order)));
  if (p.paths > 0) {
    for (const auto& [norm, fit] : p.strong_order)
      line(fmt::format("strong order in {}", info(norm).key),
           fmt::format("{:.2f} ± {:.2f} on {} paths", fit.order, fit.half_width, p.paths));
    line("", "steps see only the mean torque of each path, so the strong order is at most 1");
    for (const auto& d : p.disagreements) line("DISAGREES", d);
    return out;
  }
  std::string driven(momentum_torques(m.supports));
  if (m.supports == Dependence::none) driven += ": refused, because it is made for torques of time and attitude";
  for (const auto& [norm, fit] : p.driven_order)
    driven += fmt::format("; order in {} with damping and rotors {:.2f}", info(norm).key, fit.order);
  line("velocity-dependent", driven);
  line("symmetric",
       fmt::format("{}; {}",
                   p.symmetry                                     ? fmt::format("{}: step and step back change {:.1e}",
                                                                                found(p.symmetry, p.precision->symmetric), *p.symmetry)
                   : has_history(m)                               ? "not measured, a step depends on earlier steps"
                   : engine_of(m) && engine_of(m)->negative_steps ? "not measured, runs fail"
                                                                  : "not measured, it takes no negative steps",
                   declared(m.symmetric)));
  if (p.symplecticity)
    line("symplectic",
         fmt::format("{}: defect of a step of {:g} {:.1e}{}{}; {}", found(p.symplecticity, p.precision->symplectic),
                     0.1 * p.time, *p.symplecticity, p.hidden_state ? ", by differences" : "",
                     p.symplecticity_power ? fmt::format(" ~ h^{:.2f}", *p.symplecticity_power) : "",
                     declared(m.symplectic)));
  else
    line("symplectic", fmt::format("not measured, {}; {}",
                                   has_history(m)        ? "a step depends on earlier steps"
                                   : p.without_potential ? "the torque depends on time or has no potential"
                                                         : "it has no runner in 113 bits",
                                   declared(m.symplectic)));
  if (p.start > p.precision->symmetric.kept)
    line("as a map of its memory",
         fmt::format("its start changes the user's state by {:.1e}: a run forward and back ends there", p.start));
  line("spatial momentum", declared(m.spatial_momentum));
  line("energy", declared(m.energy));
  if (!p.conservation.empty())
    out += fmt::format("  relative errors over {} steps of {:g}:\n", p.long_run, p.long_step);
  for (const auto& c : p.conservation) {
    std::string found(name(c.status));
    if (c.status == Status::ok) found = fmt::format("{:.1e}, {}", c.growth.largest, c.words());
    if (c.spread)
      found += fmt::format(" (t^{:.2f} to t^{:.2f} on {} bodies over {} steps)", c.spread->least(), c.spread->most(),
                           c.spread->bodies.size(), c.spread->steps);
    if (c.status == Status::ok && !c.is_kept() && c.words() == text(Trend::linear))
      found += fmt::format(", {:.1e} per unit of time", c.growth.slope);
    line("  " + c.body, fmt::format("{:<25} {}", text(c.quantity), found));
  }
  line(fmt::format("per step of {:g}", 0.025 * p.time),
       fmt::format("{:.2f} torque evaluations, {:.2f} solver iterations", p.torque_evaluations, p.solver_iterations));
  const auto bits = [](double x) {
    return x == 0 ? "no bit" : std::isfinite(x) ? fmt::format("{:.1e}", x) : "an unknown amount: a run fails";
  };
  if (p.own.empty()) line("rotation of space", fmt::format("changes {}", bits(p.invariance.space)));
  if (p.invariance.body_axes) line("other body axes", fmt::format("change {}", bits(*p.invariance.body_axes)));
  if (p.own.empty())
    line("units of mass",
         fmt::format("of 2^40 change {}, of 1e12 {}", bits(p.invariance.power_of_two), bits(p.invariance.decimal)));
  if (p.range) {
    line("order visible", p.range->to > 0
                              ? fmt::format("from {:.2g} to {:.2g} radians per step", p.range->from, p.range->to)
                              : "at no tried step");
    line("steps succeed", p.range->solves_to == 0 ? "at no tried step"
                          : p.range->all_tried    ? fmt::format("at all steps up to {:.2g} radians", p.range->solves_to)
                                                  : fmt::format("up to {:.2g} radians per step", p.range->solves_to));
  }
  if (p.cost)
    line("cost of a step", fmt::format("{:.0f} ns, {:.2f} times one of dmv6-fp", 1e9 * p.cost->seconds, p.cost->ratio));
  if (!engine_of(m)) line("allocations", "Polhode's methods make none between steps (counted by the tests)");
  if (p.precision != &quad_precision)
    line("precision", fmt::format("{}: it has no runner in 113 bits; symmetry is resolved to {:.0e}, symplecticity to "
                                  "{:.0e}, conservation to {:.0e}",
                                  p.precision->name, p.precision->symmetric.kept, p.precision->symplectic.kept,
                                  p.precision->kept(p.long_run)));
  if (const auto* e = engine_of(m); e && p.hidden_state) {
    // Rounding of 50 steps does not explain it.
    const auto is_finding = [&](double change) { return std::isfinite(change) && change > 1e4 * p.precision->unit; };
    line("engine", fmt::format("licence {}, torque {}{}", e->licence, torque_of(*e), e->history ? ", history" : ""));
    line("settings", e->settings && *e->settings ? e->settings : "as it comes");
    line("the same run again", fmt::format("changes {}", bits(p.hidden_state->repeated)));
    line("a new body at each step",
         fmt::format("changes {}{}", bits(p.hidden_state->hidden),
                     is_finding(p.hidden_state->hidden) ? ": it knows more than the state" : ""));
    if (is_finding(p.invariance.power_of_two)) line("HIDDEN THRESHOLD", "the answer depends on the unit of mass");
  }
  for (const auto& d : p.disagreements) line("DISAGREES", d);
  return out;
}

std::string text(const std::vector<PropertyReport>& reports) {
  std::vector<PropertyReport> of_bodies;
  std::string of_updates;
  for (const auto& p : reports)
    if (p.update)
      of_updates += "\n" + text(p);
    else
      of_bodies.push_back(p);
  return of_bodies.empty() ? of_updates.substr(1) : table(of_bodies) + of_updates;
}

}  // namespace polhode::answers
