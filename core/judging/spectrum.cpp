// SPDX-License-Identifier: MIT
#include "core/judging/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <unsupported/Eigen/FFT>

namespace polhode {

namespace {

/// Of frequencies k / (n h), without the mean.
std::vector<double> power_spectrum(std::vector<double> signal) {
  const double n = static_cast<double>(signal.size());
  const double mean = std::accumulate(signal.begin(), signal.end(), 0.0) / n;
  for (auto& x : signal) x -= mean;
  std::vector<std::complex<double>> transform;
  Eigen::FFT<double>(Eigen::FFT<double>::impl_type(), Eigen::FFT<double>::HalfSpectrum).fwd(transform, signal);
  std::vector<double> power{0};
  for (std::size_t k = 1; k < transform.size(); ++k) power.push_back(std::norm(transform[k]));
  return power;
}

}  // namespace

double spectral_centroid(const std::vector<double>& signal, double h) {
  const double length = static_cast<double>(signal.size()) * h;
  double sum = 0, moment = 0;
  const auto power = power_spectrum(signal);
  for (std::size_t k = 1; k < power.size(); ++k) sum += power[k], moment += power[k] * static_cast<double>(k) / length;
  return moment / sum;
}

Line strongest_line(const std::vector<double>& signal, double h, double period) {
  auto power = power_spectrum(signal);
  const double n = static_cast<double>(signal.size()), slow = period > 0 ? std::ceil(n * h / period) : n;
  if (slow < static_cast<double>(power.size())) power.resize(static_cast<std::size_t>(slow));
  const auto top = std::max_element(power.begin(), power.end());
  const double sum = std::accumulate(std::max(power.begin(), top - 1), std::min(power.end(), top + 2), 0.0);
  return {static_cast<double>(top - power.begin()) / (n * h), 2 * std::sqrt(sum) / n};
}

}  // namespace polhode
