// SPDX-License-Identifier: MIT
#include "experiments/program/rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <iostream>

#include "core/geometry/decimal.hpp"
#include "core/io/state_json.hpp"
#include "experiments/judging/attitude/judge.hpp"
#include "experiments/judging/attitude/passport.hpp"
#include "experiments/judging/attitude/recommend.hpp"

namespace polhode::verbs {

namespace {

using json = nlohmann::ordered_json;
using namespace attitude;

const auto as_number = [](double x) { return x; };

const PageInfo& page_of(const std::optional<std::string>& method) {
  if (!method) throw UserError("method: missing; accepted: the name of a method for prescribed rates");
  const auto* page = find_page(*method);
  if (!page) throw UserError("method: " + unknown_name("method for prescribed rates", *method, page_names()));
  return *page;
}

/// Attitudes of the run at ends of updates against those that somebody else knows.
class TruthComparison {
 public:
  TruthComparison(const reading::TruthTable& truth, const std::vector<double>& times) : truth_(truth) {
    slack_ = std::abs(times[1] - times[0]);
    for (std::size_t k = 1; k < times.size(); ++k) slack_ = std::min(slack_, std::abs(times[k] - times[k - 1]));
    slack_ *= 1e-6;
  }
  void see(double t, const Attitude<double>& R) {
    const auto at = std::lower_bound(truth_.times.begin(), truth_.times.end(), t - slack_);
    if (at == truth_.times.end() || *at > t + slack_) return;
    const auto& known = truth_.attitudes[static_cast<std::size_t>(at - truth_.times.begin())];
    const auto own = normalised(R);
    if (rows_++ == 0) first_known_ = known, first_own_ = own;
    final_ = angle_between(inverse(first_known_) * known, inverse(first_own_) * own);
    largest_ = std::max(largest_, final_);
  }
  json answer() const { return {{"rows", rows_}, {"final_error", final_}, {"largest_error", largest_}}; }
  int rows() const { return rows_; }

 private:
  const reading::TruthTable& truth_;
  double slack_, final_ = 0, largest_ = 0;
  int rows_ = 0;
  Attitude<double> first_known_{}, first_own_{};
};

/// The run of a page in one scalar.
template <class T>
PageOutcome<T> run_in(const RateSpec<double>& spec, const PageInfo& page, const attitude::Prepared<double>& fed, int every,
                      const Iterations& iterations, const Attitude<double>& start,
                      const std::function<void(std::int64_t, const Attitude<double>&)>& see) {
  PageInput<T> input;
  input.every = every, input.iterations = iterations;
  input.rate = [&](const T& t) {
    const auto w = spec.motion.at(scalar_cast<double>(t));
    return cast<T>(spec.in_space ? -w : w);
  };
  std::vector<attitude::Rate<T>> values;
  std::vector<T> tau, times;
  if constexpr (std::is_same_v<T, double>) {
    input.fed = {fed.samples.values.data(), fed.tau.data(), static_cast<std::int64_t>(fed.tau.size())};
    input.times = fed.samples.times.data();
    input.see = see;
  } else {
    for (const auto& v : fed.samples.values) values.push_back(cast<T>(v));
    for (const double x : fed.tau) tau.push_back(static_cast<T>(x));
    for (const double x : fed.samples.times) times.push_back(static_cast<T>(x));
    input.fed = {values.data(), tau.data(), static_cast<std::int64_t>(tau.size())};
    input.times = times.data();
    if (see) input.see = [&](std::int64_t n, const Attitude<T>& q) { see(n, cast<double>(q)); };
  }
  return run_page<T>(page, cast<T>(start), input);
}

/// The coning of a spec whose drift has a closed form; nothing for others.
const SpinCone<float128>* pure_coning(const RateSpec<float128>& spec, const PageInfo& page) {
  const auto* cone = std::get_if<SpinCone<float128>>(&spec.motion.kinds());
  const bool is = cone && cone->coning && cone->cone_spin == 0 && spec.gyro.ideal() && spec.equal_steps && !spec.in_space &&
                  spec.times[1] > spec.times[0] && page.invariant;
  return is ? cone : nullptr;
}

}  // namespace

json rate_run_answer(const nlohmann::json& document, const std::string& folder, std::optional<std::int64_t> every, const SeeRow& see) {
  const auto spec = read_rate_spec<double>(document, folder);
  const auto& page = page_of(spec.method);
  auto fed = attitude::prepared(spec, page);
  const auto& times = fed.samples.times;
  const auto n = static_cast<std::int64_t>(fed.tau.size());
  const int L = static_cast<int>(std::min<std::int64_t>(spec.update_every.value_or(4), std::max<std::int64_t>(n, 1)));
  const Iterations iterations{spec.iterations.value_or(0), spec.truncate.value_or(0)};
  const std::int64_t rows_every = every ? *every : spec.base.every;

  json out{{"schema", "polhode/run/1"}, {"status", "ok"}};
  auto warnings = spec.base.warnings;
  warnings.insert(warnings.end(), fed.warnings.begin(), fed.warnings.end());
  for (const auto& w : interval_warnings(page, fed.tau)) warnings.push_back(w);

  const auto start = spec.in_space ? inverse(relabel<Space, Body>(spec.attitude)) : relabel<Body, Space>(spec.attitude);
  const auto answered = [&](const Attitude<double>& q) {
    const auto unit = normalised(q);
    return spec.in_space ? Attitude<double>{unit.w, -unit.x, -unit.y, -unit.z} : unit;
  };
  std::optional<TruthComparison> truth;
  if (spec.truth) truth.emplace(*spec.truth, times);
  std::int64_t shown = -1;
  const auto row = [&](std::int64_t at, const Attitude<double>& q) {
    if (truth) truth->see(times[static_cast<std::size_t>(at)], answered(q));
    if (rows_every == 0 || !see) return;
    if (at / rows_every <= (shown < 0 ? -1 : shown / rows_every) && at != n) return;
    shown = at;
    const auto R = answered(q);
    if (is_finite(R)) see({{"n", at}, {"t", times[static_cast<std::size_t>(at)]}, {"attitude", attitude_json(R, as_number)}});
  };
  std::function<void(std::int64_t, const Attitude<double>&)> watch;
  if (truth || (rows_every > 0 && see)) watch = row, row(0, start);
  Attitude<double> end;
  double scaled = 0;
  std::int64_t updates = 0;
  if (spec.in_float) {
    const auto found = run_in<float>(spec, page, fed, L, iterations, start, watch);
    end = cast<double>(found.q), scaled = found.scaled, updates = found.updates;
  } else {
    const auto found = run_in<double>(spec, page, fed, L, iterations, start, watch);
    end = found.q, scaled = found.scaled, updates = found.updates;
  }
  out["warnings"] = warnings;
  echo(out, spec.base);
  out["method"] = page.id;
  out["steps"] = static_cast<std::int64_t>(spec.times.size()) - 1;
  if (spec.equal_steps)
    out["h"] = spec.base.grid->cycle().front();
  else if (spec.base.grid)
    out["h"] = spec.base.grid->cycle();
  out["updates"] = updates;
  if (!is_finite(end) || !(norm2(end) > 0)) {
    out["status"] = "diverged";
    out["reason"] = "the attitude is not finite";
    return out;
  }
  const double length = std::exp(scaled) * std::sqrt(norm2(end));
  if (std::isfinite(length)) out["norm"] = length;
  out["final"] = {{"t", times.back()}, {"attitude", attitude_json(answered(end), as_number)}};
  if (rows_every > 0 && see) out["trajectory"] = rows_mark;
  if (const auto* cone = std::get_if<SpinCone<double>>(&spec.motion.kinds()); cone && cone->coning) {
    const auto wide = read_rate_spec<float128>(document, folder);
    if (const auto* c = pure_coning(wide, page)) {
      const bool reversed = c->precession < 0;
      const float100 w(reversed ? float128(-c->precession) : c->precession), tau(wide.base.grid->cycle().front()), a(c->half_angle);
      const std::string convert = page.takes == Takes::increments && !gives_increments(spec, &page) ? spec.convert : "";
      float100 drift = coning_drift(page, a, w, tau, spec.update_every.value_or(4), iterations, convert);
      const float100 half = sin(float100(a / 2));
      out["coning"] = {{"drift", float100(reversed ? float100(-drift) : drift).str(20)},
                       {"share", static_cast<double>(float100(drift / (2 * w * half * half)))}};
    }
  }
  if (const auto floor = noise_floor(spec, gives_increments(spec, &page))) {
    const auto ideal = without_noise(spec);
    const auto calm = attitude::prepared(ideal, page);
    const auto found = run_in<double>(ideal, page, calm, L, iterations, Attitude<double>::identity(), {});
    double ignored = 0;
    const auto known = reference_turn(ideal.motion, ideal.in_space, times.front(), times.back(), ignored);
    const double own = angle_between(normalised(relabel<Body, Body>(found.q)), known);
    out["gyro"] = {{"noise_floor", *floor}, {"algorithm_error", own}};
    if (own > 0)
      out["gyro"]["says"] = own < *floor ? fmt::format("the algorithm's error is 1/{:.0f} of the gyro's", *floor / own)
                                         : fmt::format("the algorithm's error is {:.2g} times the gyro's", own / *floor);
  }
  if (truth) {
    if (truth->rows() < 2)
      throw UserError(fmt::format("truth.csv: {} of its rows are at ends of updates; accepted: two or more", truth->rows()));
    out["truth"] = truth->answer();
  }
  return out;
}

json rate_reference_answer(const nlohmann::json& document, const std::string& folder, int digits, double limit) {
  if (!(limit > 0))
    throw UserError(fmt::format("--time-limit: {:g} is given; accepted: a positive number of seconds", limit));
  if (digits < 1 || digits > 33) throw UserError(fmt::format("--digits: {} is given; accepted: 1 to 33 for prescribed rates", digits));
  const auto spec = read_rate_spec<float128>(document, folder);
  const auto& t = spec.times;
  double error = 0;
  auto q = spec.in_space ? inverse(relabel<Space, Body>(spec.attitude)) : spec.attitude;
  const bool exact = spec.motion.exact() && !spec.in_space;
  Forecast forecast("steps", static_cast<double>(float128(t.back() - t.front())), limit);
  if (exact) {
    q = q * reference_turn(spec.motion, false, t.front(), t.back(), error);
  } else {
    const std::size_t parts = std::clamp<std::size_t>(t.size() / 50, 16, 200);
    const float128 whole = t.back() - t.front();
    for (std::size_t k = 0; k < parts; ++k) {
      const float128 a = t.front() + float128(static_cast<double>(k)) * whole / float128(static_cast<double>(parts)),
                     b = k + 1 == parts ? t.back()
                                        : float128(t.front() + float128(static_cast<double>(k + 1)) * whole /
                                                                   float128(static_cast<double>(parts)));
      q = normalised(q * reference_turn(spec.motion, spec.in_space, a, b, error));
      forecast(static_cast<double>(k + 1) / static_cast<double>(parts));
    }
  }
  q = normalised(q);
  const Attitude<float128> R = spec.in_space ? Attitude<float128>{q.w, -q.x, -q.y, -q.z} : q;
  json out{{"schema", "polhode/reference/1"},
           {"kind", exact ? "exact" : "converged"},
           {"error_estimate", std::max(error, 0.5 * std::pow(10.0, 1 - digits))},
           {"errors", {{"attitude", {{"value", error + std::pow(10.0, 1 - digits)}, {"unit", "radians"}}}}},
           {"warnings", spec.base.warnings}};
  echo(out, spec.base);
  const auto number = [&](const float128& x) { return x.str(digits); };
  out["final"] = {{"t", number(t.back())}, {"attitude", attitude_json(R, number)}};
  return out;
}

namespace {

template <class T, class Number>
json samples_answer(const RateSpec<T>& spec, const Number& number) {
  const bool increments = gives_increments(spec, static_cast<const PageInfo*>(nullptr));
  const auto s = sampled(spec, increments);
  json out{{"schema", "polhode/samples/1"}, {"output", increments ? "increments" : "rates"}};
  if (!spec.base.warnings.empty()) out["warnings"] = spec.base.warnings;
  echo(out, spec.base);
  out["times"] = json::array(), out["values"] = json::array();
  for (const T& t : s.times) out["times"].push_back(number(t));
  for (const auto& v : s.values) out["values"].push_back(vector_json(v, number));
  const auto draws = [&](const char* key, const std::vector<std::array<double, 3>>& all) {
    if (all.empty()) return;
    out[key] = json::array();
    for (const auto& v : all) {
      auto words = json::array();
      for (const double x : v) words.push_back(fmt::format("{:016x}", std::bit_cast<std::uint64_t>(x)));
      out[key].push_back(words);
    }
  };
  draws("noise", s.noise), draws("walk", s.walk);
  return out;
}

}  // namespace

Exit samples(const SamplesOptions& options) {
  if (options.csv) check_apart("--csv", *options.csv, "--output", options.output);
  const auto document = parse_json(read_file(options.spec), options.spec);
  if (!prescribes_rate(document)) throw UserError("rate: missing; accepted: the angular velocity of a body, like {\"kind\": \"coning\", ..}");
  json out;
  if (options.digits) {
    if (*options.digits < 1 || *options.digits > 33)
      throw UserError(fmt::format("--digits: {} is given; accepted: 1 to 33", *options.digits));
    out = samples_answer(read_rate_spec<float128>(document, folder_of(options.spec)),
                         [&](const float128& x) { return x.str(*options.digits); });
  } else {
    out = samples_answer(read_rate_spec<double>(document, folder_of(options.spec)), as_number);
  }
  const bool increments = out["output"] == "increments";
  if (options.csv) {
    const auto text = [](const json& x) { return x.is_string() ? x.get<std::string>() : x.dump(); };
    std::string table = increments ? "timestamp [s],delta_angle[0],delta_angle[1],delta_angle[2]\n" : "time [s],wx [rad/s],wy [rad/s],wz [rad/s]\n";
    const auto& times = out["times"];
    for (std::size_t k = 0; k < times.size(); ++k) {
      table += text(times[k]);
      for (std::size_t i = 0; i < 3; ++i)
        table += "," + (increments && k == 0 ? "0" : text(out["values"][increments ? k - 1 : k][i]));
      table += "\n";
    }
    write_file(*options.csv, table);
  }
  if (options.output != "-" || !options.csv) {
    if (options.output == "-")
      print(dump(out));
    else
      write_file(options.output, dump(out));
  }
  const auto digest = fmt::format("{} {}\n", out["values"].size(), increments ? "increments" : "rates");
  if (options.output == "-" && !options.csv)
    std::cerr << digest;
  else
    print(digest + (options.csv ? printable(*options.csv) + "\n" : "") + (options.output != "-" ? printable(options.output) + "\n" : ""));
  return Exit::ok;
}

bool is_rate_method(const std::string& name) { return find_page(name) != nullptr; }

Exit check_rate_method(const CheckOptions& options) {
  const auto passport = measure_page(*find_page(options.method), options.timing);
  const auto machine = dump(page_passport_json(passport));
  if (options.output != "-") write_file(options.output, machine);
  if (options.output == "-" || !options.json) print(options.json ? machine : page_passport_text(passport));
  if (options.output != "-") print(printable(options.output) + "\n");
  return passport.disagreements.empty() ? Exit::ok : Exit::unfinished;
}

namespace {

json rated(const PageRecommendation& r, const PageRating& x) {
  json row{{"method", x.page->id}, {"steps", x.steps}, {"h", r.duration / static_cast<double>(x.steps)}};
  if (x.every) row["update_every"] = x.every;
  row["error"] = x.error;
  if (x.next_error > 0) row["error_at_more_samples"] = x.next_error;
  if (x.seconds_per_time > 0) row["seconds_per_time"] = x.seconds_per_time;
  row["meets"] = x.meets;
  return row;
}

std::vector<std::string> why_this(const RateSpec<double>& spec, const PageRecommendation& r) {
  std::vector<std::string> why;
  const auto name = [](const PageRating& x) {
    return std::string(x.page->id) + (x.every ? fmt::format(" with update_every {}", x.every) : "");
  };
  const auto meeting = std::count_if(r.ratings.begin(), r.ratings.end(), [](const auto& x) { return x.meets; });
  if (r.best) {
    const auto& x = r.ratings[*r.best];
    why.push_back(fmt::format("{} meet the target; {} is {} of them: {:.2g} rad at the worst end of an update, {} samples", meeting, name(x),
                              r.least_rate ? "the one with the fewest samples" : "the cheapest", x.error, x.steps));
    if (const auto floor = noise_floor(spec, gives_increments(spec, x.page))) {
      const double share = x.error / *floor;
      why.push_back(fmt::format("the gyro's own errors make {:.2g} rad rms about an axis: the algorithm's error is {} of the gyro's", *floor,
                                share < 1 ? fmt::format("1/{:.0f}", 1 / share) : fmt::format("{:.2g} times that", share)));
    }
  } else if (!r.ratings.empty()) {
    const auto& x = *std::min_element(r.ratings.begin(), r.ratings.end(), [](const auto& a, const auto& b) { return a.error < b.error; });
    why.push_back(fmt::format("none meets the target; the least error is that of {}, {:.2g} rad", name(x), x.error));
    if (r.would_do)
      why.push_back(fmt::format("{} samples would do, with {}: one every {:.3g}", r.would_do->steps, name(*r.would_do),
                                r.duration / static_cast<double>(r.would_do->steps)));
  } else {
    why.push_back("none meets the target with any number of samples that was tried");
  }
  return why;
}

}  // namespace

Exit recommend_for_rate(const RecommendOptions& options, bool least_rate) {
  const auto document = parse_json(read_file(options.spec), options.spec);
  if (!prescribes_rate(document))
    throw UserError("--least-rate: given with a spec that does not prescribe its rate; accepted: one with \"rate\"");
  const auto refuse = [](const char* flag, bool given) {
    if (given) throw UserError(fmt::format("{}: given with a prescribed rate; accepted: --attitude-error and --least-rate", flag));
  };
  refuse("--momentum-error", !options.momentum.empty()), refuse("--energy-drift", !options.energy.empty());
  refuse("--rate", options.rate.has_value()), refuse("--time", options.time.has_value()), refuse("--quick", options.quick);
  refuse("--html", options.html.has_value()), refuse("--emit", options.emit.has_value());
  refuse("--torque-cost", options.torque_cost.has_value()), refuse("--at-end", options.at_end);
  if (options.attitude.size() != 1) throw UserError("--attitude-error: missing, or several are given; accepted: one angle");
  check_wish(Wish{.attitude = options.attitude.front(), .seconds = options.limit});
  const auto spec = read_rate_spec<double>(document, folder_of(options.spec));
  const auto r = recommend_page_for(spec, options.attitude.front(), least_rate, options.restated, document.contains("gyro"));
  json out{{"schema", "polhode/attitude-recommendation/1"},
           {"time", r.duration},
           {"target", {{"attitude", r.target}}},
           {"margin", rate_margin},
           {"least_rate", least_rate},
           {"best", nullptr},
           {"why", why_this(spec, r)},
           {"methods", json::array()},
           {"warnings", spec.base.warnings}};
  echo(out, spec.base);
  if (r.best) out["best"] = rated(r, r.ratings[*r.best]);
  if (r.would_do) out["would_do"] = rated(r, *r.would_do);
  if (const auto floor = noise_floor(spec, gives_increments(spec, r.best ? r.ratings[*r.best].page : nullptr))) out["noise_floor"] = *floor;
  auto order = r.ratings;
  std::stable_sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    if (a.meets != b.meets) return a.meets;
    return least_rate ? a.steps < b.steps : a.meets ? a.seconds_per_time < b.seconds_per_time : a.error < b.error;
  });
  for (const auto& x : order) out["methods"].push_back(rated(r, x));
  std::string text;
  for (const auto& w : out["why"]) text += w.get<std::string>() + "\n";
  for (std::size_t i = 0; i < order.size() && i < 12; ++i) {
    const auto& x = order[i];
    text += fmt::format("  {:<22}{:>8} samples  error {:.2e}{}\n", std::string(x.page->id) + (x.every ? fmt::format(" L={}", x.every) : ""),
                        x.steps, x.error, x.seconds_per_time > 0 ? fmt::format("  {:.3g} s a unit of time", x.seconds_per_time) : "");
  }
  if (options.output != "-") write_file(options.output, dump(out));
  print((options.json ? options.output == "-" ? dump(out) : "" : text) + (options.output != "-" ? printable(options.output) + "\n" : ""));
  return r.best ? Exit::ok : Exit::unfinished;
}

}  // namespace polhode::verbs
