// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

/// Sums that are exact, so that their order does not matter: counts on bins whose edges are exact, extremes with the id
/// of who reached them, integers.
namespace polhode::populations {

/// Powers of two cut into 2^bits equal parts. The bin of a number is read from its bits: no logarithm, no rounding.
struct Bins {
  int bits = 3, from = -70, to = 20;  ///< parts per octave; the range is [2^from, 2^to)

  int count() const { return (to - from) << bits; }
  /// Of a normal x >= 2^from; not below `count` if x >= 2^to.
  std::int64_t index(double x) const {
    return static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(x) >> (52 - bits)) -
           (static_cast<std::int64_t>(1023 + from) << bits);
  }
  /// The same of any number; below `lowest` -1, of 0 -2, and `count` where it is above the range.
  std::int64_t place(double x) const {
    return x == 0 ? -2 : x < lowest() ? -1 : std::min<std::int64_t>(index(x), count());
  }
  /// The lower edge of bin i.
  double edge(std::int64_t i) const {
    return std::ldexp(1 + static_cast<double>(i & ((1 << bits) - 1)) / (1 << bits), from + static_cast<int>(i >> bits));
  }
  double lowest() const { return std::ldexp(1.0, from); }
  double highest() const { return std::ldexp(1.0, to); }

  friend bool operator==(const Bins&, const Bins&) = default;
};

/// The greatest value, or the least, and who reached it; of several the smallest id.
struct Extreme {
  int sense = 1;  ///< -1: the least
  double value = 0;
  std::uint64_t id = 0;
  bool any = false;

  void offer(double x, std::uint64_t of) {
    const bool better = sense < 0 ? x < value : x > value;
    if (!any || better || (x == value && of < id)) value = x, id = of, any = true;
  }
  void add(const Extreme& other) {
    if (other.any) offer(other.value, other.id);
  }
};

/// a/b, where 0/0 is 0 and nothing is infinite.
inline double share(double a, double b) {
  return a == 0 ? 0 : std::min(a / b, std::numeric_limits<double>::max());
}

__extension__ using Int128 = __int128;

/// 16 hex digits, of a hash or of a double's bits.
inline std::string hex(std::uint64_t bits) {
  return fmt::format("{:016x}", bits);
}
inline std::string hex(double x) {
  return hex(std::bit_cast<std::uint64_t>(x));
}
/// The double of its bits in 16 hex digits; nothing of other texts.
inline std::optional<double> from_hex(std::string_view digits) {
  std::uint64_t bits = 0;
  const auto r = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  if (digits.size() != 16 || r.ec != std::errc() || r.ptr != digits.data() + 16) return {};
  return std::bit_cast<double>(bits);
}

/// Adds b to a: counts and sums, lists item by item, distributions part by part, others as they say.
void include(auto& a, const auto& b) {
  if constexpr (requires { a.add(b); }) {
    a.add(b);
  } else if constexpr (requires { a.size(); }) {
    for (std::size_t i = 0; i < a.size(); ++i) include(a[i], b[i]);
  } else if constexpr (requires { a.total(); }) {
    a.fields([](const char*, auto& x, const auto& y) { include(x, y); }, a, b);
  } else {
    a += b;
  }
}

/// The distribution of values with extremes and the sum of logarithms.
struct Distribution {
  std::uint64_t zero = 0, under = 0, over = 0, at_floor = 0;
  std::vector<std::uint64_t> counts;  ///< of the bins
  Extreme least{-1}, greatest;
  Int128 log2_sum = 0;  ///< of floor(2^20 log2 x + 1/2), x > 0

  /// f(key, member of each), for all that files have.
  static void fields(const auto& f, auto&... d) {
    f("zero", d.zero...), f("under", d.under...), f("over", d.over...), f("at_floor", d.at_floor...);
    f("bins", d.counts...), f("least", d.least...), f("greatest", d.greatest...), f("log2_sum", d.log2_sum...);
  }

  Distribution() = default;
  explicit Distribution(const Bins& bins) : counts(static_cast<std::size_t>(bins.count())) {}

  void add(const Bins& bins, double x, std::uint64_t id) {
    least.offer(x, id), greatest.offer(x, id);
    if (x > 0) log2_sum += static_cast<std::int64_t>(std::floor(0x1p20 * std::log2(x) + 0.5));
    const auto i = bins.place(x);
    ++(i == -2 ? zero : i < 0 ? under : i == bins.count() ? over : counts[static_cast<std::size_t>(i)]);
  }
  /// Of all that was added.
  std::uint64_t total() const { return std::accumulate(counts.begin(), counts.end(), zero + under + over); }
};

/// The distribution of orders of convergence: linear bins 1/64 wide from -2 to 22.
struct OrderDistribution {
  static constexpr int bins = 24 * 64;

  std::uint64_t undefined = 0, under = 0, over = 0;
  std::vector<std::uint64_t> counts = std::vector<std::uint64_t>(bins);
  Extreme least{-1}, greatest;

  static void fields(const auto& f, auto&... d) {
    f("undefined", d.undefined...), f("under", d.under...), f("over", d.over...), f("bins", d.counts...);
    f("least", d.least...), f("greatest", d.greatest...);
  }
  void add(double order, std::uint64_t id) {
    least.offer(order, id), greatest.offer(order, id);
    const double i = std::floor((order + 2) * 64);
    ++(i < 0 ? under : i >= bins ? over : counts[static_cast<std::size_t>(i)]);
  }
  std::uint64_t total() const { return std::accumulate(counts.begin(), counts.end(), undefined + under + over); }
};

/// Wilson's 95 % interval of a share of k among n.
struct Interval95 {
  double low, high;
};
inline Interval95 wilson(std::uint64_t k, std::uint64_t n) {
  if (n == 0) return {0, 1};
  constexpr double z = 1.959963984540054;
  const double N = static_cast<double>(n), p = static_cast<double>(k) / N, scale = 1 / (1 + z * z / N);
  const double centre = (p + z * z / (2 * N)) * scale;
  const double half = z * std::sqrt(p * (1 - p) / N + z * z / (4 * N * N)) * scale;
  return {centre - half, centre + half};
}

}  // namespace polhode::populations
