// SPDX-License-Identifier: MIT
#include "core/system/draws.hpp"

#include <Random123/philox.h>

#include <cmath>

// Every line here is a definition: another order of operations would draw other numbers.
namespace polhode::draws {

namespace {

double horner(double t, const double* c, int count) {
  double r = c[count - 1];
  for (int k = count - 2; k >= 0; --k) r = r * t + c[k];
  return r;
}

/// 1/j! with a sign that alternates (or not), j = first, first + by, ..; factorials up to 18! are exact.
template <int count>
std::array<double, count> series(int first, int by, bool alternating) {
  std::array<double, count> c;
  for (int i = 0; i < count; ++i) {
    double factorial = 1;
    for (int j = 2; j <= first + i * by; ++j) factorial *= j;
    c[i] = (alternating && i % 2 == 1 ? -1 : 1) / factorial;
  }
  return c;
}

/// ln x, 0 < x <= 1: by x = m 2^e, s = (m - 1)/(m + 1) and the series of atanh.
double defined_log(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.7071067811865476) m = 2 * m, e = e - 1;
  const double s = (m - 1) / (m + 1), t = s * s;
  double r = 1.0 / 25;
  for (int k = 23; k >= 1; k -= 2) r = r * t + 1.0 / k;
  return e * 0.6931471805599453 + (2 * s) * r;
}

std::array<double, 2> normal_pair(std::uint64_t a, std::uint64_t b) {
  const double r = std::sqrt(-2 * defined_log(1 - unit(a)));
  const auto [c, s] = turn(unit(b));
  return {r * c, r * s};
}

}  // namespace

Words draw_words(std::uint64_t seed, std::uint64_t id, std::uint64_t field) {
  const r123::Philox4x64::ctr_type counter = {{id, field, 0, 0}};
  const r123::Philox4x64::key_type key = {{seed, 0}};
  const auto block = r123::Philox4x64()(counter, key);
  return {block[0], block[1], block[2], block[3]};
}

double unit(std::uint64_t word) {
  return static_cast<double>(word >> 11) * 0x1p-53;
}

CosSin turn(double v) {
  static const auto sine = series<9>(1, 2, true);
  static const auto cosine = series<10>(0, 2, true);
  const double k = std::floor(4 * v + 0.5), x = (v - 0.25 * k) * 6.283185307179586, t = x * x;
  const double s = x * horner(t, sine.data(), 9), c = horner(t, cosine.data(), 10);
  const CosSin quarters[] = {{c, s}, {-s, c}, {-c, -s}, {s, -c}};
  return quarters[static_cast<int>(k) & 3];
}

std::array<double, 4> uniform_attitude(const Words& w) {
  const double u = unit(w[0]), a = std::sqrt(1 - u), b = std::sqrt(u);
  const auto [c1, s1] = turn(unit(w[1]));
  const auto [c2, s2] = turn(unit(w[2]));
  return {b * c2, a * s1, a * c1, b * s2};
}

double pow10(double x) {
  static const auto exponential = series<15>(0, 1, false);
  const double y = x * 3.321928094887362, k = std::floor(y + 0.5);
  return std::ldexp(horner((y - k) * 0.6931471805599453, exponential.data(), 15), static_cast<int>(k));
}

std::array<double, 3> normal_draws(std::uint64_t seed, std::uint64_t k, std::uint64_t field) {
  const auto w = draw_words(seed, k, field);
  const auto first = normal_pair(w[0], w[1]), second = normal_pair(w[2], w[3]);
  return {first[0], first[1], second[0]};
}

}  // namespace polhode::draws
