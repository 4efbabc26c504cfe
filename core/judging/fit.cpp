// SPDX-License-Identifier: MIT
#include "core/judging/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace polhode {

namespace {

OrderFit line(const std::vector<ConvergencePoint>& points) {
  OrderFit fit;
  fit.points = static_cast<int>(points.size());
  if (!fit.valid()) return fit;
  const double n = fit.points;
  double mx = 0, my = 0, sxx = 0, sxy = 0, rss = 0;
  for (const auto& r : points) mx += std::log10(std::abs(r.h)) / n, my += std::log10(r.error) / n;
  for (const auto& r : points) {
    const double x = std::log10(std::abs(r.h)) - mx;
    sxx += x * x, sxy += x * (std::log10(r.error) - my);
  }
  fit.order = sxy / sxx;
  for (const auto& r : points) {
    const double e = std::log10(r.error) - my - fit.order * (std::log10(std::abs(r.h)) - mx);
    rss += e * e, fit.residual = std::max(fit.residual, std::abs(e));
  }
  const auto &last = points.back(), &before = points[points.size() - 2];
  fit.finest = std::log(last.error / before.error) / std::log(last.h / before.h);
  fit.half_width = quantile(boost::math::students_t(n - 2), 0.975) * std::sqrt(rss / (n - 2) / sxx);
  return fit;
}

}  // namespace

OrderFit fit_order(std::vector<ConvergencePoint> points) {
  std::vector<std::string> left_out;
  const auto failed = std::ranges::count_if(points, [](const auto& r) { return !std::isfinite(r.error); });
  std::sort(points.begin(), points.end(),
            [](const ConvergencePoint& a, const ConvergencePoint& b) { return std::abs(a.h) > std::abs(b.h); });
  std::erase_if(points, [&](const ConvergencePoint& r) {
    const bool lost = !(std::isfinite(r.error) && r.error > 100 * r.floor);
    if (lost) left_out.push_back(fmt::format("h = {:.3g}: within 100 x of the floor {:.1e}", r.h, r.floor));
    return lost;
  });
  OrderFit fit = line(points);
  while (fit.residual > 0.03 && points.size() > 4) {
    left_out.push_back(fmt::format("h = {:.3g}: not yet asymptotic", points.front().h));
    points.erase(points.begin());
    fit = line(points);
  }
  fit.left_out = std::move(left_out), fit.failed = static_cast<int>(failed);
  return fit;
}

}  // namespace polhode
