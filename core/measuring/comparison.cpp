// SPDX-License-Identifier: MIT
#include "core/measuring/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace polhode {

std::string_view name(Status status) {
  constexpr std::string_view names[] = {"ok", "not_converged", "diverged", "skipped"};
  return names[static_cast<int>(status)];
}

double Point::error() const {
  return errors.empty() ? std::nan("") : errors.front().value;
}

double Point::error(Norm norm) const {
  for (const auto& e : errors)
    if (e.norm == norm) return e.value;
  return std::nan("");
}

double Point::fastest() const {
  return seconds.empty() ? std::nan("") : *std::min_element(seconds.begin(), seconds.end());
}

double Series::time_to(double target) const {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double e = points[i].error(), t = points[i].fastest();
    if (!(e <= target)) continue;
    best = std::min(best, t);
    if (i == 0) continue;
    const double e0 = points[i - 1].error(), t0 = points[i - 1].fastest();
    if (!(e0 > target)) continue;
    const double share = e > 0 ? std::log(e0 / target) / std::log(e0 / e) : 1;
    best = std::min(best, t0 * std::pow(t / t0, share));
  }
  return best;
}

const Series& PanelData::of(const MethodInfo& method) const {
  const auto it =
      std::find_if(series.begin(), series.end(), [&](const Series& s) { return s.method->id == method.id; });
  if (it == series.end()) throw std::logic_error("no series of " + std::string(method.id));
  return *it;
}

const Point& Series::at(std::int64_t steps) const {
  for (const auto& p : points)
    if (p.steps == steps) return p;
  throw std::logic_error("no point of " + std::to_string(steps) + " steps");
}

double Series::halving_order(Norm norm, std::int64_t steps) const {
  return std::log2(at(steps / 2).error(norm) / at(steps).error(norm));
}

const std::vector<double>& Curve::operator[](const std::string& name) const {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return columns[i];
  throw std::logic_error("no column " + name);
}

double largest(const std::vector<double>& x) {
  double m = 0;
  for (const double v : x) m = std::max(m, std::abs(v));
  return m;
}

double mean(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

double drift_share(const std::vector<double>& t, const std::vector<double>& x) {
  const double mt = mean(t), mx = mean(x);
  double stt = 0, stx = 0;
  for (std::size_t i = 0; i < t.size(); ++i) stt += (t[i] - mt) * (t[i] - mt), stx += (t[i] - mt) * (x[i] - mx);
  const double size = largest(x);
  return size > 0 ? std::abs(stx / stt * (t.back() - t.front())) / size : 0;
}

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  const std::size_t n = x.size();
  return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

std::vector<double> over_starts(const Series& series, const std::function<double(const Curve&)>& number) {
  std::vector<double> numbers;
  for (const auto& h : series.histories) numbers.push_back(number(h));
  return numbers;
}

}  // namespace polhode
