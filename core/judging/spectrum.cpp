// SPDX-License-Identifier: MIT
#include "core/judging/spectrum.hpp"

#include <algorithm>
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

double strongest_share(const std::vector<double>& signal) {
  auto power = power_spectrum(signal);
  const auto sum = std::accumulate(power.begin(), power.end(), 0.0);
  const auto top = std::max_element(power.begin(), power.end());
  return std::accumulate(std::max(power.begin(), top - 1), std::min(power.end(), top + 2), 0.0) / sum;
}

}  // namespace polhode
