// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/attitude/reference.hpp"
#include "experiments/judging/attitude/run_page.hpp"
#include "experiments/judging/attitude/sampling.hpp"

/// Runs of pages on what gyros give, and what is found of them.
namespace polhode::attitude {

/// What a page runs on.
struct Prepared {
  Sampled<double> samples;
  std::vector<double> tau;
  std::vector<std::string> warnings;
};

/// Whether the gyro of a spec gives increments: as it says, as its log holds, or as the page takes.
bool gives_increments(const auto& spec, const PageInfo* page) {
  using Output = typename std::remove_cvref_t<decltype(spec.gyro)>::Output;
  if (spec.gyro.output) return *spec.gyro.output == Output::increments;
  if (spec.is_log) return spec.knots->increments;
  return page && page->takes == Takes::increments;
}

/// Why a page cannot run on what the gyro of a spec gives; nothing if it can.
inline std::string why_not_fed(const RateSpec<double>& spec, const PageInfo& page) {
  if (page.takes == Takes::function) {
    if (spec.is_log || !spec.gyro.ideal())
      return fmt::format(
          "{} asks for the rate at its own times; accepted: a rate that is a function, and a gyro that gives it",
          page.id);
  } else if (page.takes == Takes::rates && gives_increments(spec, &page)) {
    return fmt::format("{} takes rates, and the gyro gives increments; accepted: a method that takes increments",
                       page.id);
  }
  return {};
}

/// The samples of a spec as a page takes them. Throws UserError where it cannot.
inline Prepared prepared(const RateSpec<double>& spec, const PageInfo& page) {
  if (const auto why = why_not_fed(spec, page); !why.empty()) throw UserError("method: " + why);
  Prepared out;
  const bool increments = gives_increments(spec, &page);
  if (page.takes == Takes::function) {
    check_output(spec, increments);
    out.samples.times = spec.times;
  } else {
    out.samples = sampled(spec, increments);
  }
  if (page.takes == Takes::increments && !increments) {
    out.samples = increments_of_rates(std::move(out.samples), spec.convert);
    out.warnings.push_back(fmt::format("increments made from rates ({}): order {} at most", spec.convert,
                                       spec.convert == "trapezoid" ? 2 : 1));
  }
  out.tau = intervals(out.samples.times);
  return out;
}

/// What is to be said of the intervals that a page meets.
std::vector<std::string> interval_warnings(const PageInfo& page, const std::vector<double>& tau);

/// The drift of a page in coning (half angle, |frequency|, interval), in radians per unit of time about +e3 of the
/// cone; of increments made from rates where `convert` names how.
float100 coning_drift(const PageInfo& page, const float100& half_angle, const float100& frequency, const float100& tau,
                      int every, const Iterations& iterations, const std::string& convert);

}  // namespace polhode::attitude
