// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/state_json.hpp"
#include "core/reference/path.hpp"
#include "core/system/machine.hpp"
#include "core/system/terminal.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/answers.hpp"

namespace polhode::answers {

namespace {

using json = nlohmann::ordered_json;

// --- what is said in words ------------------------------------------------------------------------------------------

constexpr std::size_t most_lines = 25;  ///< of the answer without --all

/// Whether steps have to be shorter in some intervals between breaks than in others, or of another number for each
/// body.
bool uneven(const Recommendation& r, const Rating& x) {
  return x.taken != x.steps || (r.breaks_differ && r.aligns(x.steps));
}
/// What makes steps end at breaks of this order, in a spec.
json align(int ends_at) {
  return ends_at == knots ? json("knots") : json(true);
}
/// The steps between any two breaks, where they are as many everywhere; else none.
std::int64_t steps_in_each(const Recommendation& r, const Rating& x) {
  const auto intervals = static_cast<std::int64_t>(r.breaks.size()) + 1, each = x.steps / intervals;
  for (std::int64_t k = 1; k < intervals; ++k)
    if (std::abs(r.t0 + r.duration * static_cast<double>(k) / static_cast<double>(intervals) -
                 r.breaks[static_cast<std::size_t>(k - 1)]) > 1e-9 * std::abs(r.duration))
      return 0;
  return each;
}
/// The unit of a quantity, with a space before it, where the spec says one.
std::string in_unit(const Recommendation& r, std::string_view of) {
  for (const auto& [quantity, unit] : r.units)
    if (quantity == of) return " " + printable(unit);
  return "";
}

std::string counted_steps(std::int64_t n) {
  return fmt::format("{} step{}", n, n == 1 ? "" : "s");
}

/// Whether the motion multiplies small differences so that it matters.
bool sensitive(const Recommendation& r) {
  return r.chaotic || (r.requirement.attitude && r.moved.attitude > 0.1 * *r.requirement.attitude);
}

/// What decides, and what is next.
struct Reasons {
  std::string_view because = "only";
  std::vector<std::size_t> ranking;
  std::optional<std::size_t> runner_up, other_order;  ///< the cheapest of the others, and of another order than both
  const Candidate* nearest = nullptr;                 ///< where none meets the tolerance: of the least share
  const Rating* its = nullptr;

  explicit Reasons(const Recommendation& r) : ranking(r.ranking()) {
    for (const auto& c : r.candidates)
      for (const auto& x : c.ratings)
        if (x.status == Status::ok && (!its || x.share < its->share)) nearest = &c, its = &x;
    if (ranking.size() < 2) return;
    because = r.by_exact ? "exact" : r.tied ? "tied" : "cheapest";
    runner_up = ranking[0] == *r.best ? ranking[1] : ranking[0];
    const auto order = [&](std::size_t i) { return r.candidates[i].method->order; };
    const auto is_other = [&](std::size_t i) {
      return order(i) != order(*runner_up) && order(i) != order(*r.best) && !order(i).exact();
    };
    if (const auto i = std::find_if(ranking.begin(), ranking.end(), is_other); i != ranking.end()) other_order = *i;
  }
};

/// The steps of a run at whose ends it was compared with the reference.
std::string compared_text(const Rating& x) {
  return x.compared == x.taken ? std::string("all steps")
                               : fmt::format("{} of {} steps, most where the motion is quick", x.compared, x.taken);
}

/// What is the attitude, and what the momentum, of this kind of problem.
std::pair<const char*, const char*> named_parts(const Recommendation& r) {
  if (r.problem == Director<double>::kind) return {"director", "angular velocity"};
  if (r.problem == Particles<double>::kind) return {"displacement", "momentum"};
  return {"attitude", "angular momentum"};
}

/// What the recommended step meets, in a phrase.
std::string promise_text(const Recommendation& r) {
  std::string parts;
  const auto add = [&](const std::optional<double>& allowed, const std::string& what) {
    if (allowed) parts += fmt::format("{}{} at most {:g}", parts.empty() ? "" : ", ", what, *allowed);
  };
  const auto [place, momentum] = named_parts(r);
  const bool turns = std::string_view(place) == "attitude";
  add(r.requirement.attitude, turns ? "attitude error (radians)" : fmt::format("error of the {}", place));
  add(r.requirement.momentum, fmt::format("error of the {}, relative to its largest value,", momentum));
  add(r.requirement.energy, "error of the energy, relative to the largest kinetic energy,");
  if (r.statistics)
    return fmt::format("standard error of distributions at most {:g}, at {} times from t = {} to {}{}",
                       r.statistics->standard_error, r.statistics->rows, r.t0, r.t0 + r.duration, in_unit(r, "time"));
  if (parts.empty()) return "none, because no tolerance is given";
  const bool single = r.best && r.choice().many;
  return fmt::format("{}{}, {} from t = {} to {}{}", r.bodies > 1 ? "of all bodies: " : "", parts,
                     single                 ? "at any time, in one step from the start,"
                     : r.requirement.at_end ? "at the end"
                     : r.best               ? "at the ends of " + compared_text(r.choice().rating()) +
                                    (r.choice().rating().compared < r.choice().rating().taken ? "," : "")
                              : fmt::format("at the ends of all steps, or about {} of more", most_compared),
                     r.t0, r.t0 + r.duration, in_unit(r, "time"));
}

/// What to use for distributions over time, and what is promised.
std::vector<std::string> statistics_text(const Recommendation& r) {
  const auto& s = *r.statistics;
  const auto time = in_unit(r, "time");
  std::vector<std::string> lines;
  if (r.lyapunov_time)
    lines.push_back(
        fmt::format("small differences grow by a factor e in {:.3g}{} (Lyapunov time)", *r.lyapunov_time, time));
  lines.push_back(fmt::format(
      "use {} with {} of {}h = {}{}{} and run --ensemble {}{}: {:.2g} s of processor time", s.method->id,
      counted_steps(s.taken), s.taken == s.steps ? "" : "at most ", r.duration / static_cast<double>(s.steps), time,
      s.aligns ? fmt::format(" (\"steps\": {}, \"align\": {})", s.steps, align(s.ends_at).dump()) : std::string(),
      s.members, s.spread > 0 ? fmt::format(" --spread {:g}", s.spread) : std::string(), s.seconds));
  lines.push_back(fmt::format(
      "criterion: standard error at most {:g}, from t = {:g} to {:g}{}, of mean and deviation of the energy (relative "
      "to {:.3g}{}), of angular velocity and angular momentum (relative to their sizes), of the mean matrix and the "
      "spread (radians) of the attitude, and of the share of short-axis rotation",
      s.standard_error, r.t0, r.t0 + r.duration, time, s.kinetic, in_unit(r, "energy")));
  if (s.pairs > 0)
    lines.push_back(
        fmt::format("error of the method: at most {:.2g} in each, from {} pairs of members at {} times; the second "
                    "member of a pair is run by {} with {}",
                    s.bias, s.pairs, s.rows, s.reference, counted_steps(s.reference_steps)));
  lines.push_back(
      s.pairs > 0
          ? fmt::format("why: the cheapest; {} methods and step counts that cost less do not meet it", s.tried - 1)
      : s.searched ? fmt::format("why: {} methods and step counts that cost less do not meet it", s.tried)
                   : fmt::format("why: the time limit of {:g} s ended the search after {} cheaper methods and step "
                                 "counts: see --time-limit; this one follows each member closely",
                                 r.requirement.seconds, s.tried));
  return lines;
}

/// What to use, or that there is nothing; then why, a line each.
std::vector<std::string> why_text(const Recommendation& r) {
  if (r.statistics) return statistics_text(r);
  std::vector<std::string> lines;
  const Reasons why(r);
  const auto say_sensitive = [&] {
    if (sensitive(r))
      lines.push_back(fmt::format(
          "{}: a change of 1e-14 during the motion (relative angular momentum, radians) changes later attitudes "
          "by up to {:.0e}{}",
          r.chaotic ? "the motion is chaotic" : "the motion is sensitive", r.moved.attitude,
          r.lyapunov_time ? fmt::format("; nearby motions separate by a factor e in {:.3g}{} (Lyapunov time)",
                                        *r.lyapunov_time, in_unit(r, "time"))
                          : std::string()));
  };
  if (!r.best) {
    lines.push_back(
        fmt::format("no method meets the tolerance {}", r.requirement.rate ? "with this step" : "in double precision"));
    if (const auto n = r.undecided())
      lines.back() =
          fmt::format("no method is known to meet the tolerance: the time limit of {:g} s ended the search for {}",
                      r.requirement.seconds, n);
    say_sensitive();
    if (r.chaotic && r.lyapunov_time)
      lines.push_back("distributions of nearby motions can still be computed: recommend --standard-error 0.05");
    const auto* its = why.its;
    if (its && its->share > 1 && std::isfinite(its->share))
      lines.push_back(fmt::format("nearest: {} with {}, at {:.3g} times the tolerance", why.nearest->method->id,
                                  counted_steps(its->taken), its->share));
    else if (its && its->share <= 1)
      lines.push_back(
          fmt::format("nearest: {} with {}, at {:.2g} % of the tolerance, but {}", why.nearest->method->id,
                      counted_steps(its->taken), 100 * its->share,
                      why.nearest->outcome == Outcome::undecided ? std::string("the time limit ended its search")
                      : r.requirement.rate ? fmt::format("at most {:g} % is recommended", 100 * margin)
                                           : "not with neighbouring step counts, or not with other rounding"));
    if (r.longest < std::abs(r.duration))
      lines.push_back(r.longest > 0
                          ? fmt::format("double precision meets it up to a --time of about {:.2g}; after that, the "
                                        "motion multiplies rounding beyond the tolerance",
                                        std::copysign(r.longest, r.duration))
                          : "double precision meets it for no --time");
    return lines;
  }
  const auto& c = r.choice();
  const auto& x = c.rating();
  const auto time = in_unit(r, "time");
  if (r.requirement.rate)
    lines.push_back(fmt::format(
        "use {} (order {}) with h = {}{}: {:.3g} µs per step{}", c.method->id, polhode::text(c.method->order),
        r.duration / static_cast<double>(x.steps), time, 1e6 * c.seconds_per_step,
        r.period ? fmt::format(", {:.2g} % of a period", 100 * c.seconds_per_step / *r.period) : std::string()));
  else if (c.many)
    lines.push_back(fmt::format("use {} with one step from the start to any time: {:.3g} µs per step", c.method->id,
                                1e6 * c.seconds_per_step));
  else
    lines.push_back(fmt::format("use {} with {} of {}h = {}{}: {:.3g} µs per{}", c.method->id, counted_steps(x.taken),
                                uneven(r, x) ? "at most " : "", r.duration / static_cast<double>(x.steps),
                                time.empty() ? " (the spec's unit of time)" : time, 1e6 * r.cost_of(*r.best),
                                time.empty() ? " unit of time" : time));
  say_sensitive();
  if (r.aligns(x.steps)) {
    std::string line = fmt::format("so that steps end {}: ",
                                   c.ends_at == knots ? "at the knots of cubic tables" : "where the torque breaks");
    if (r.breaks_differ)
      line += "each body at its own times";
    else if (const auto each = steps_in_each(r, x))
      line += fmt::format("{} in each of {} intervals", counted_steps(each), r.breaks.size() + 1);
    else
      line += fmt::format("at {} time{}", r.breaks.size(), r.breaks.size() == 1 ? "" : "s");
    if (uneven(r, x))
      line += fmt::format("; in the spec: \"steps\": {} and \"align\": {}", x.steps, align(c.ends_at).dump());
    lines.push_back(line);
  }
  if (const auto n = r.undecided())
    lines.push_back(fmt::format(
        "the time limit of {:g} s ended the search for {} methods, one of which may be cheaper: see --time-limit",
        r.requirement.seconds, n));
  lines.push_back(fmt::format("criterion: {}", promise_text(r)));
  if (r.requirement.rate)
    for (const auto& [when, e] :
         {std::pair(r.requirement.at_end ? std::string() : "at the ends of " + compared_text(x), &x.errors),
          {"at the end", &x.at_end}}) {
      if (!when.empty())
        lines.push_back(fmt::format("error {}: {} {:.1e}, {} {:.1e}, energy {:.1e}", when, named_parts(r).first,
                                    e->attitude, named_parts(r).second, e->momentum, e->energy));
    }
  else if (c.many)
    lines.push_back(fmt::format("error: {:.3g} % of the tolerance, at {} times; energy error {:.1e}", 100 * x.share,
                                single_steps, x.errors.energy));
  else
    lines.push_back(fmt::format(
        "error: {:.3g} % of the tolerance, and at most {:g} % with {} other step counts up to {}; energy error "
        "{:.1e}",
        100 * x.share, 100 * margin, c.neighbours, c.neighbours_to, x.errors.energy));
  if (c.many && c.many->next)
    lines.push_back(fmt::format(
        "not guaranteed with many steps: {} {} {:.3g} times the tolerance, because the motion multiplies the rounding "
        "of "
        "each step",
        c.many->next->steps, c.many->next->status == Status::ok ? "steps have an error of" : name(c.many->next->status),
        c.many->next->share));
  else if (c.many)
    lines.push_back(fmt::format("checked: the same holds with 2 to {} steps", c.many->up_to));
  const auto times = [&](std::size_t i) { return r.cost_of(i) / r.cost_of(*r.best); };
  if (!why.runner_up) {
    lines.push_back("why: the only method that " +
                    (!r.requirement.has_target() ? "has so small an error"
                     : r.requirement.rate        ? "meets the tolerance with this step"
                                          : fmt::format("meets the tolerance within {:g} times the cost", hopeless)));
    return lines;
  }
  const auto second = *why.runner_up;
  const auto* its = r.candidates[second].method;
  const auto count = why.ranking.size();
  const auto ranked =
      r.requirement.has_target()
          ? std::string("meet the tolerance")
          : fmt::format("have at most {:g} times the least error, or at most {:g}", as_good, next_to_rounding);
  if (r.by_exact)
    lines.push_back(fmt::format(
        "why: one step reaches any time, from any start; the cheapest of the {} methods that {} is {} at {:.2f} "
        "times its cost",
        count, ranked, its->id, times(second)));
  else if (r.tied)
    lines.push_back(fmt::format(
        "why: as cheap as the cheapest of the {} methods that {}, {} at {:.2f} times its cost; timing cannot "
        "separate costs within {:.0f} %, and of those it comes first in the list",
        count, ranked, its->id, times(second), 100 * (same_cost - 1)));
  else
    lines.push_back(fmt::format("why: cheapest of the {} methods that {}; runner-up: {} at {:.2f} times its cost",
                                count, ranked, its->id, times(second)));
  // The next after both that is of another kind says what the choice is worth.
  if (why.other_order)
    lines.push_back(fmt::format("     the cheapest of order {} is {} at {:.2f} times its cost",
                                polhode::text(r.candidates[*why.other_order].method->order),
                                r.candidates[*why.other_order].method->id, times(*why.other_order)));
  return lines;
}

// --- and in numbers -------------------------------------------------------------------------------------------------

constexpr std::int64_t most_listed = 10000;  ///< steps that differ, in JSON

json errors_json(const Errors& e) {
  return {{"attitude", e.attitude}, {"momentum", e.momentum}, {"energy", e.energy}};
}

json rating_json(const Recommendation& r, const Candidate& c, const Rating& x) {
  json row{{"steps", x.taken}, {"h", r.duration / static_cast<double>(x.steps)}, {"status", name(x.status)}};
  if (x.taken != x.steps) row["asked"] = x.steps;
  if (x.status == Status::ok) {
    row["errors"] = errors_json(x.errors);
    if (!r.requirement.at_end && x.compared < x.taken) row["compared"] = x.compared;
    if (r.requirement.rate) row["at_end"] = errors_json(x.at_end);
    if (r.bodies > 1) row["bodies"] = x.bodies;
    if (std::isfinite(x.share)) row["share"] = x.share;
    row["seconds_per_time"] = c.cost(x, r.duration);
    row["tally"] = {{"torque_evaluations", x.counters.torque_evaluations},
                    {"solver_iterations", x.counters.solver_iterations}};
    if (x.front) row["front"] = true;
  }
  return row;
}

json candidate_json(const Recommendation& r, const Candidate& c) {
  json row{{"method", c.method->id}, {"label", c.method->label}, {"outcome", name(c.outcome)}};
  if (!c.reason.empty()) row["reason"] = c.reason;
  if (c.chosen) row["chosen"] = rating_json(r, c, c.rating());
  if (c.ends_at == knots) row["align"] = align(c.ends_at);
  if (c.neighbours > 0) row["neighbours"] = c.neighbours;
  if (c.many) {
    row["many_steps"] = {{"up_to", c.many->up_to}};
    if (c.many->next) row["many_steps"]["next"] = rating_json(r, c, *c.many->next);
  }
  if (!c.rounds.empty()) {
    const double steps_per_time = static_cast<double>(c.rating().taken) / std::abs(r.duration);
    row["rounds"] = json::array();
    for (const double s : c.rounds) row["rounds"].push_back(s * steps_per_time);
  }
  row["points"] = json::array();
  for (const auto& x : c.ratings) row["points"].push_back(rating_json(r, c, x));
  return row;
}

json statistics_json(const Recommendation& r) {
  const auto& s = *r.statistics;
  json best{{"method", s.method->id}, {"steps", s.steps}, {"h", r.duration / static_cast<double>(s.steps)}};
  if (s.aligns) best["align"] = align(s.ends_at);
  return {{"standard_error", s.standard_error},
          {"members", s.members},
          {"spread", s.spread},
          {"best", best},
          {"bias", s.bias},
          {"pairs", s.pairs},
          {"times", s.rows},
          {"seconds", s.seconds},
          {"kinetic_energy", s.kinetic},
          {"reference", {{"method", s.reference}, {"steps", s.reference_steps}}},
          {"tried", s.tried},
          {"searched", s.searched}};
}

json requirement_json(const Requirement& w) {
  json j = json::object();
  if (w.attitude) j["attitude"] = *w.attitude;
  if (w.momentum) j["momentum"] = *w.momentum;
  if (w.energy) j["energy"] = *w.energy;
  if (w.standard_error) j["standard_error"] = *w.standard_error;
  return j;
}

/// What `why` says in words.
json reasons_json(const Recommendation& r) {
  const Reasons why(r);
  json out = json::object();
  const auto times = [&](std::size_t i) {
    return json{{"method", r.candidates[i].method->id}, {"cost", r.cost_of(i) / r.cost_of(*r.best)}};
  };
  if (r.best) out["because"] = why.because, out["meet"] = why.ranking.size();
  if (why.runner_up) out["runner_up"] = times(*why.runner_up);
  if (why.other_order) out["other_order"] = times(*why.other_order);
  if (sensitive(r)) out["sensitive"] = true;
  if (const auto n = r.undecided()) out["undecided"] = n, out["time_limit"] = r.requirement.seconds;
  if (!r.best && why.its && std::isfinite(why.its->share))
    out["nearest"] = {{"method", why.nearest->method->id}, {"steps", why.its->taken}, {"share", why.its->share}};
  if (!r.best && r.longest < std::abs(r.duration)) out["longest_time"] = std::copysign(r.longest, r.duration);
  return out;
}

/// A method with a step: what it takes, and what it errs by.
std::string row_text(const Recommendation& r, const Candidate& c, const Rating& x, bool chosen) {
  return fmt::format("  {} {:<18} {:>7} {:>8.3g} {:>9.1e} {:>8.1e}", chosen ? ">" : " ", c.method->id, x.taken,
                     r.duration / static_cast<double>(x.steps), r.requirement.shown(x.errors), x.errors.energy);
}

/// The front in two dimensions, the cheapest of every half decade of the error.
std::string front_text(const Recommendation& r) {
  struct Row {
    double error, cost;
    const Candidate* c;
    const Rating* x;
  };
  std::vector<Row> rows;
  for (const auto& c : r.candidates)
    for (const auto& x : c.ratings)
      if (x.front) rows.push_back({r.requirement.shown(x.errors), c.cost(x, r.duration), &c, &x});
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.cost < b.cost; });
  std::string out;
  double least = INFINITY;
  for (const auto& row : rows) {
    if (!(row.error < least) || row.error > 1) continue;
    const bool chosen = r.best && row.c == &r.choice() && row.x == &row.c->rating();
    if (!chosen && std::log10(least / row.error) < 0.5) continue;
    least = row.error;
    out += row_text(r, *row.c, *row.x, chosen) + fmt::format(" {:>8.3g}\n", 1e6 * row.cost);
  }
  return out;
}

/// The motion, and what the spec says beside it.
std::string motion_text(const Recommendation& r) {
  std::string out;
  for (const auto& w : r.warnings) out += fmt::format("warning: {}\n", printable(w));
  for (const auto& [quantity, unit] : r.units)
    out += fmt::format("{}{}: {}{}", quantity == r.units.front().first ? "units: " : "", quantity, printable(unit),
                       quantity == r.units.back().first ? "\n" : ", ");
  if (r.bodies > 1) out += fmt::format("{} bodies: the one of the spec and {} variations\n", r.bodies, r.bodies - 1);
  out += fmt::format("{} over a time of {:g}{}{}", r.problem, r.duration, in_unit(r, "time"),
                     r.duration < 0 ? ", backwards" : "");
  out += r.reference.kind.empty() ? "\n"
                                  : fmt::format(", about {:.0f} radians; {} reference, error {:.0e}\n", r.radians,
                                                r.reference.kind, r.reference.error_estimate);
  if (r.features_longer_than > 0)
    out += fmt::format(
        "the reference resolves features of the torque of {:.1e}{} or longer; give shorter ones as \"feature\"\n",
        r.features_longer_than, in_unit(r, "time"));
  if (r.balance)
    out += fmt::format(
        "the energy is not conserved: {}it changes by {:.6g}{unit}; the work of the torque is {:.6g}{unit}\n",
        r.bodies > 1 ? "of the body of the spec " : "", r.balance->change, r.balance->work,
        fmt::arg("unit", in_unit(r, "energy")));
  return out;
}

json rated(const UpdateRecommendation& r, const UpdateRating& x) {
  json row{{"method", x.update->id}, {"steps", x.steps}, {"h", r.duration / static_cast<double>(x.steps)}};
  if (x.every) row["update_every"] = x.every;
  row["error"] = x.error;
  if (x.next_error > 0) row["error_at_more_samples"] = x.next_error;
  if (x.seconds_per_time > 0) row["seconds_per_time"] = x.seconds_per_time;
  row["meets"] = x.meets;
  return row;
}

std::vector<std::string> why_text(const UpdateRecommendation& r) {
  std::vector<std::string> why;
  const auto said = [](const UpdateRating& x) {
    return std::string(x.update->id) + (x.every ? fmt::format(" with update_every {}", x.every) : "");
  };
  const auto meeting = std::count_if(r.ratings.begin(), r.ratings.end(), [](const auto& x) { return x.meets; });
  if (const auto* best = r.best()) {
    const auto& x = *best;
    why.push_back(fmt::format("{} method{} the tolerance; {} {}: {:.2g} rad at the worst update, {} samples", meeting,
                              meeting == 1 ? " meets" : "s meet", said(x),
                              r.least_rate ? "needs the fewest samples" : "is the cheapest", x.error, x.steps));
    if (const auto floor = r.noise_floor) {
      const double share = x.error / *floor;
      why.push_back(fmt::format(
          "the errors of the gyro are {:.2g} rad rms about an axis; the error of the algorithm is {} as large", *floor,
          share < 1 ? fmt::format("1/{:.0f}", 1 / share) : fmt::format("{:.2g} times", share)));
    }
  } else if (!r.ratings.empty()) {
    const auto& x = *std::min_element(r.ratings.begin(), r.ratings.end(),
                                      [](const auto& a, const auto& b) { return a.error < b.error; });
    why.push_back(fmt::format("none meets the tolerance; {} has the least error, {:.2g} rad", said(x), x.error));
    if (r.would_do)
      why.push_back(fmt::format("{} samples are enough, with {}: one every {:.3g}", r.would_do->steps,
                                said(*r.would_do), r.duration / static_cast<double>(r.would_do->steps)));
  } else {
    why.push_back("none meets the tolerance with any number of samples that was tried");
  }
  return why;
}

}  // namespace

json to_json(const Recommendation& r) {
  const auto build = build_info();
  json out{{"schema", "polhode/recommendation/1"},
           {"problem", r.problem},
           {"t0", r.t0},
           {"time", r.duration},
           {"target", requirement_json(r.requirement)},
           {"promise", promise_text(r)},
           {"margin", margin},
           {"best", nullptr},
           {"reasons", reasons_json(r)},
           {"why", why_text(r)},
           {"methods", json::array()},
           {"build", {{"version", build.version}, {"compiler", build.compiler}, {"flags", build.flags}}}};
  if (!r.reference.kind.empty()) {
    out["reference"] = {
        {"kind", r.reference.kind}, {"attitude", r.reference_error.attitude}, {"momentum", r.reference_error.momentum}};
    out["moved_start"] = {{"by", reference::shift},
                          {"attitude", r.moved.attitude},
                          {"momentum", r.moved.momentum},
                          {"chaotic", r.chaotic}};
    out["radians"] = r.radians;
    if (r.features_longer_than > 0) out["reference"]["features_longer_than"] = r.features_longer_than;
  }
  if (r.lyapunov_time) out["lyapunov_time"] = *r.lyapunov_time;
  if (r.statistics) out["statistics"] = statistics_json(r);
  echo(out, r);
  if (r.requirement.torque_seconds > 0) out["torque_cost"] = 1e6 * r.requirement.torque_seconds;
  if (r.requirement.at_end) out["at_end"] = true;
  if (!r.breaks.empty() && !r.breaks_differ) out["intervals"] = r.breaks.size() + 1;
  if (r.bodies > 1) out["bodies"] = r.bodies;
  if (r.requirement.rate) {
    out["rate"] = {{"steps_per_time", r.requirement.rate->value}};
    if (r.period) out["rate"]["period"] = *r.period;
  }
  if (r.balance) out["energy_balance"] = {{"change", r.balance->change}, {"work", r.balance->work}};
  if (r.best) out["best"] = candidate_json(r, r.choice()).at("chosen"), out["best"]["method"] = r.choice().method->id;
  if (r.best && uneven(r, r.choice().rating())) {
    const auto grid = r.grid(r.choice().rating().steps);
    out["best"]["align"] = align(r.choice().ends_at);
    auto list = json::array();
    for (std::int64_t n = 0; n < grid.steps() && grid.steps() <= most_listed && !r.breaks_differ; ++n)
      list.push_back(grid.segment(n, n + 1).h);
    if (!list.empty()) out["best"]["h"] = list;
  }
  for (const auto& c : r.candidates) out["methods"].push_back(candidate_json(r, c));
  return out;
}

json to_json(const std::vector<Recommendation>& all) {
  json out{{"schema", "polhode/recommendations/1"}, {"recommendations", json::array()}};
  for (const auto& r : all) out["recommendations"].push_back(to_json(r));
  return out;
}

std::string text(const Recommendation& r, bool all) {
  std::string out = motion_text(r);
  for (const auto& line : why_text(r)) out += (line.starts_with("use ") ? coloured(line, Colour::bold) : line) + "\n";
  const auto time = in_unit(r, "time").empty() ? "time" : in_unit(r, "time").substr(1);
  const auto header = [&](const std::string& what, const std::string& last) {
    return fmt::format("\n{}\n    {:<18} {:>7} {:>8} {:>9} {:>8} {:>8}{}\n", what, "method", "steps", "h",
                       r.requirement.shows_momentum() ? "momentum" : "attitude", "energy", "µs/" + time, last);
  };
  const auto ranking = r.ranking();
  std::size_t shown = 0;
  if (!ranking.empty()) {
    const auto& among = r.requirement.among;
    out += header((among.empty() ? "methods" : "of " + among.text() + ", those") +
                      (r.requirement.has_target() ? " that meet the tolerance, cheapest first"
                                                  : " with the least error, cheapest first"),
                  fmt::format(" {:>12}", "torques/" + time));
    const auto above = static_cast<std::size_t>(std::count(out.begin(), out.end(), '\n')) + 1;  // with the last one
    shown = std::min(ranking.size(), all ? ranking.size() : std::max<std::size_t>(most_lines, above + 3) - above);
    for (std::size_t k = 0; k < shown; ++k) {
      const auto& c = r.candidates[ranking[k]];
      const auto& x = c.rating();
      const bool is_best = r.best && ranking[k] == *r.best;
      const auto row = row_text(r, c, x, is_best) +
                       fmt::format(" {:>8.3g} {:>12.4g}", 1e6 * r.cost_of(ranking[k]),
                                   static_cast<double>(x.counters.torque_evaluations) / std::abs(r.duration));
      out += (is_best ? coloured(row, Colour::bold) : row) + "\n";
    }
  }
  if (r.candidates.empty()) return out;
  if (!all)
    return out +
           fmt::format(
               "--all prints {} more, the Pareto front of error, energy and cost, and the reasons against {} others\n",
               ranking.size() - shown, r.candidates.size() - ranking.size());
  out += header("Pareto front: no other method is better in error, energy and cost", "") + front_text(r);
  out += "\nnot recommended\n";
  for (const auto& c : r.candidates)
    if (!c.chosen) out += fmt::format("    {:<18}  {}\n", c.method->id, c.reason);
  if (r.left_out > 0)
    out += fmt::format(
        "    not ranked: {} updates of physics engines, reimplemented here; --restated or --engine ranks them\n",
        r.left_out);
  return out;
}

std::string text(const std::vector<Recommendation>& all) {
  const auto number = [](const std::optional<double>& x) { return x ? fmt::format("{:g}", *x) : std::string("-"); };
  std::string out = motion_text(all.front()) +
                    fmt::format("\n  {:>8} {:>8} {:>8}  {:<16} {:>7} {:>8} {:>8} {:>8} {:>8}\n", "attitude", "momentum",
                                "energy", "method", "steps", "h", "attitude", "energy", "µs/time");
  for (const auto& r : all) {
    out += fmt::format("  {:>8} {:>8} {:>8}  ", number(r.requirement.attitude), number(r.requirement.momentum),
                       number(r.requirement.energy));
    if (!r.best) {
      out += "none: " + why_text(r).back() + "\n";
      continue;
    }
    const auto& c = r.choice();
    const auto& x = c.rating();
    out += fmt::format("{:<16} {:>7} {:>8.3g} {:>8.1e} {:>8.1e} {:>8.3g}\n", c.method->id, x.taken,
                       r.duration / static_cast<double>(x.steps), x.errors.attitude, x.errors.energy,
                       1e6 * r.cost_of(*r.best));
  }
  return out;
}

// --- for a gyro -----------------------------------------------------------------------------------------------------

json to_json(const UpdateRecommendation& r) {
  json out{{"schema", "polhode/attitude-recommendation/1"},
           {"time", r.duration},
           {"target", {{"attitude", r.target}}},
           {"margin", rate_margin},
           {"least_rate", r.least_rate},
           {"best", nullptr},
           {"why", why_text(r)},
           {"methods", json::array()},
           {"warnings", r.warnings}};
  echo(out, r);
  if (r.best()) out["best"] = rated(r, *r.best());
  if (r.would_do) out["would_do"] = rated(r, *r.would_do);
  if (r.noise_floor) out["noise_floor"] = *r.noise_floor;
  for (const auto& x : r.ratings) out["methods"].push_back(rated(r, x));
  return out;
}

std::string text(const UpdateRecommendation& r) {
  constexpr std::size_t most = 12;
  std::string out;
  for (const auto& line : why_text(r)) out += line + "\n";
  auto list = r.ratings;
  list.resize(std::min(list.size(), most));
  for (const auto& x : list)
    out += fmt::format("  {:<22}{:>8} samples  error {:.2e}{}\n",
                       std::string(x.update->id) + (x.every ? fmt::format(" L={}", x.every) : ""), x.steps, x.error,
                       x.seconds_per_time > 0 ? fmt::format("  {:.3g} s per unit of time", x.seconds_per_time) : "");
  return out;
}

}  // namespace polhode::answers
