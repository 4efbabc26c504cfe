// SPDX-License-Identifier: MIT
#include "core/judging/spectrum.hpp"

#include <complex>
#include <numeric>
#include <unsupported/Eigen/FFT>

namespace polhode {

double spectral_centroid(std::vector<double> signal, double h) {
  const double n = static_cast<double>(signal.size());
  const double mean = std::accumulate(signal.begin(), signal.end(), 0.0) / n;
  for (auto& x : signal) x -= mean;
  std::vector<std::complex<double>> transform;
  Eigen::FFT<double>(Eigen::FFT<double>::impl_type(), Eigen::FFT<double>::HalfSpectrum).fwd(transform, signal);
  double power = 0, moment = 0;
  for (std::size_t k = 1; k < transform.size(); ++k) {
    const double p = std::norm(transform[k]);
    power += p, moment += p * static_cast<double>(k) / (n * h);
  }
  return moment / power;
}

}  // namespace polhode
