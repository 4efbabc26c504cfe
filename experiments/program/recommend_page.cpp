// SPDX-License-Identifier: MIT
#include "experiments/program/recommend_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace polhode::verbs {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

/// A logarithmic axis over whole decades.
struct Axis {
  int low, high;
  double from, to;  ///< pixels

  double operator()(double x) const {
    const double share = (std::log10(x) - low) / (high - low);
    return from + std::clamp(share, 0.0, 1.0) * (to - from);
  }
};

Axis axis_over(const std::vector<double>& x, double from, double to) {
  const auto [least, most] = std::minmax_element(x.begin(), x.end());
  const int low = static_cast<int>(std::floor(std::log10(*least))),
            high = static_cast<int>(std::ceil(std::log10(*most)));
  return {low, std::max(high, low + 1), from, to};
}

constexpr double width = 860, height = 480, left = 70, right = 20, top = 14, bottom = 46;
constexpr double nothing = 1e-17;  // an error of 0

/// Colours that the colour-blind tell apart (Okabe and Ito), for the cheapest methods; others are grey.
constexpr std::array<const char*, 7> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#e69f00", "#56b4e9", "#8a7a00"};

std::string picture(const Recommendation& r) {
  std::vector<double> costs, errors;
  const double target = r.wish.attitude ? *r.wish.attitude : r.wish.momentum ? *r.wish.momentum : *r.wish.energy;
  const auto error = [&](const Rating& x) {
    return std::max(nothing, r.wish.attitude || r.wish.momentum ? shown_error(r, x) : x.errors.energy);
  };
  for (const auto& c : r.candidates)
    for (const auto& x : c.ratings)
      if (x.status == Status::ok && c.seconds_per_step > 0)
        costs.push_back(1e6 * c.cost(x, r.duration)), errors.push_back(error(x));
  if (costs.empty()) return "<p>No run came to its end.</p>";
  errors.push_back(target);
  const Axis ax = axis_over(costs, left, width - right), ay = axis_over(errors, height - bottom, top);

  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"error against processor time per unit of time\">\n", width,
      height);
  const int every = std::max(1, (ay.high - ay.low) / 9);
  for (int d = ax.low; d <= ax.high; ++d) {
    const double x = ax(std::pow(10, d));
    svg += fmt::format(
        "<path class=grid d=\"M{0:.1f} {1}V{2}\"/><text x={0:.1f} y={3} text-anchor=middle>10<tspan dy=-5 "
        "class=up>{4}</tspan></text>\n",
        x, top, height - bottom, height - bottom + 18, d);
  }
  for (int d = ay.low; d <= ay.high; d += every) {
    const double y = ay(std::pow(10, d));
    svg += fmt::format(
        "<path class=grid d=\"M{0} {1:.1f}H{2}\"/><text x={3} y={4:.1f} text-anchor=end>10<tspan dy=-5 "
        "class=up>{5}</tspan></text>\n",
        left, y, width - right, left - 8, y + 5, d);
  }
  svg += fmt::format("<path class=target d=\"M{} {:.1f}H{}\"><title>target {:g}</title></path>\n", left, ay(target),
                     width - right, target);
  const auto ranking = r.ranking();
  const auto draw = [&](std::size_t i, const char* colour) {
    const auto& c = r.candidates[i];
    std::string line, marks;
    for (const auto& x : c.ratings) {
      if (x.status != Status::ok || !(c.seconds_per_step > 0)) continue;
      const double cx = ax(1e6 * c.cost(x, r.duration)), cy = ay(error(x));
      line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", cx, cy);
      const bool chosen = c.chosen && &x == &c.ratings[*c.chosen];
      marks += fmt::format(
          "<circle cx={:.1f} cy={:.1f} r={}{}><title>{}, {} steps, error {:.2e}, energy {:.1e}, {:.3g} µs per unit "
          "of time</title></circle>",
          cx, cy,
          chosen    ? 6
          : x.front ? 3.5
                    : 2,
          chosen ? " class=chosen" : "", escaped(c.method->id), x.steps, error(x), x.errors.energy,
          1e6 * c.cost(x, r.duration));
    }
    svg += fmt::format("<g class={} style=\"color:{}\"><path class=line d=\"{}\"/>{}</g>\n",
                       colour ? "method" : "other", colour ? colour : "var(--faint)", line, marks);
  };
  for (std::size_t i = 0; i < r.candidates.size(); ++i)
    if (std::find(ranking.begin(),
                  ranking.begin() + static_cast<std::ptrdiff_t>(std::min(ranking.size(), colours.size())),
                  i) == ranking.begin() + static_cast<std::ptrdiff_t>(std::min(ranking.size(), colours.size())))
      draw(i, nullptr);
  for (std::size_t k = std::min(ranking.size(), colours.size()); k-- > 0;) draw(ranking[k], colours[k]);
  svg += fmt::format("<text x={} y={} text-anchor=middle>processor time, µs per unit of time</text>\n",
                     (left + width - right) / 2, height - 6);
  svg +=
      fmt::format("<text transform=\"translate(16 {}) rotate(-90)\" text-anchor=middle>largest error</text>\n</svg>\n",
                  (top + height - bottom) / 2);
  std::string legend = "<p class=legend>";
  for (std::size_t k = 0; k < std::min(ranking.size(), colours.size()); ++k)
    legend += fmt::format("<span><i style=\"background:{}\"></i>{}</span> ", colours[k],
                          escaped(r.candidates[ranking[k]].method->id));
  return svg + legend +
         "<span><i style=\"background:var(--faint)\"></i>others</span> <span>dashed: the target</span></p>\n";
}

std::string table(const Recommendation& r) {
  std::string out =
      "<table><thead><tr><th>method<th>steps<th>h<th>attitude<th>momentum<th>energy<th>µs per unit of time<th>torque "
      "evaluations per unit of time<th>solver iterations per unit of time</thead><tbody>\n";
  const auto per_time = [&](std::int64_t n) { return static_cast<double>(n) / std::abs(r.duration); };
  for (const auto i : r.ranking()) {
    const auto& c = r.candidates[i];
    const auto& x = c.ratings[*c.chosen];
    out += fmt::format("<tr{}><td>{}<td>{}<td>{}<td>{:.1e}<td>{:.1e}<td>{:.1e}<td>{:.3g}<td>{:.4g}<td>{:.4g}\n",
                       i == *r.best ? " class=best" : "", escaped(c.method->id), x.steps,
                       r.duration / static_cast<double>(x.steps), x.errors.attitude, x.errors.momentum, x.errors.energy,
                       1e6 * r.cost_of(i), per_time(x.tally.torque_evaluations), per_time(x.tally.solver_iterations));
  }
  out += "</tbody></table>\n<h2>Not recommended</h2>\n<table><tbody>\n";
  for (const auto& c : r.candidates)
    if (!c.chosen) out += fmt::format("<tr><td>{}<td class=text>{}\n", escaped(c.method->id), escaped(c.reason));
  return out + "</tbody></table>\n";
}

constexpr const char* style = R"(
:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--faint:#b5b5b5;--grid:#e6e6e6}
@media(prefers-color-scheme:dark){:root{--ink:#e8e8e8;--paper:#161616;--faint:#5c5c5c;--grid:#2c2c2c}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:900px;margin:2em auto;padding:0 1em}
svg{width:100%;height:auto}svg text{fill:var(--ink);font-size:13px}.up{font-size:10px}
.grid{stroke:var(--grid);fill:none}.target{stroke:var(--ink);stroke-dasharray:6 4;fill:none}
.line{stroke:currentColor;fill:none;stroke-width:1.5}.other .line{stroke-width:.7}circle{fill:currentColor}
.chosen{stroke:var(--ink);stroke-width:2}
.legend span{margin-right:1em;white-space:nowrap}.legend i{display:inline-block;width:.8em;height:.8em;margin-right:.3em}
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}td{white-space:nowrap}td.text{white-space:normal}td,th{padding:.15em .6em;text-align:right;vertical-align:top}
td:first-child,th:first-child,td.text{text-align:left}tbody tr{border-top:1px solid var(--grid)}.best{font-weight:700}
.answer{font-size:1.15em;font-weight:600}@media print{body{max-width:none}})";

}  // namespace

std::string recommendation_page(const Recommendation& r, const std::string& spec) {
  std::string out =
      "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\n";
  out += fmt::format("<title>Which method for {}</title><style>{}</style>\n<h1>Which method for {}</h1>\n",
                     escaped(spec), style, escaped(spec));
  const char* mark = " class=answer";
  for (const auto& line : why_text(r)) {
    out += fmt::format("<p{}>{}</p>\n", mark, escaped(line));
    mark = "";
  }
  out += fmt::format(
      "<p>{} over a time of {:g}, about {:.0f} radians; {} reference, error {:.0e}. Errors are the largest over the "
      "run.</p>\n",
      r.problem, r.duration, r.radians, r.reference.kind, r.reference.error_estimate);
  return out + picture(r) + "<h2>Methods that meet the target</h2>\n" + table(r) + "</html>\n";
}

}  // namespace polhode::verbs
