// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <boost/math/special_functions/ellint_rc.hpp>
#include <boost/math/special_functions/ellint_rf.hpp>
#include <boost/math/special_functions/ellint_rj.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <random>

#include "core/geometry/decimal.hpp"
#include "core/geometry/so3.hpp"
#include "methods/family/elliptic.hpp"
#include "methods/family/theta.hpp"

// The largest errors of the project's own functions in double, against 50 digits by Boost: the table of
// docs/accuracy.md.
namespace polhode {
namespace {

constexpr int points = 3000;

/// Numbers that are the same in every run.
class Random {
 public:
  double uniform(double a, double b) { return a + (b - a) * static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double logarithmic(double a, double b) { return std::exp(uniform(std::log(a), std::log(b))); }

 private:
  std::mt19937_64 engine_{20};
};

struct Value {
  double ours;
  float50 exact;
};

/// |ours - exact| in units of the spacing of doubles at `exact`, or at 1.
double ulp(const Value& v) {
  return static_cast<double>(abs(float50(v.ours) - v.exact)) /
         std::ldexp(1, std::ilogb(static_cast<double>(v.exact)) - 52);
}
double ulp_of_one(const Value& v) {
  return static_cast<double>(abs(float50(v.ours) - v.exact)) * 0x1p52;
}

/// The largest errors of what f gives, over so many points.
template <std::size_t n, class F>
std::array<double, n> worst(const std::array<double (*)(const Value&), n>& errors, const F& f) {
  Random random;
  std::array<double, n> most{};
  for (int i = 0; i < points; ++i) {
    const std::array<Value, n> values = f(random);
    for (std::size_t k = 0; k < n; ++k) most[k] = std::max(most[k], errors[k](values[k]));
  }
  return most;
}
template <class F>
double worst(double (*error)(const Value&), const F& f) {
  return worst<1>({error}, [&](Random& random) { return std::array{f(random)}; })[0];
}

/// f(t) where t spreads over [0, most], half of it by size.
template <class F>
auto over(double most, const F& f) {
  return [=](Random& random) {
    const bool by_size = random.uniform(0, 1) < 0.5;
    return f(by_size ? random.logarithmic(1e-12 * most, most) : random.uniform(0, most));
  };
}

/// Function and domain, as the table has them, and the error that is measured.
std::map<std::string, double> measured() {
  std::map<std::string, double> e;
  const auto r = [](double t) { return float50(sqrt(float50(t))); };
  const auto near = worst<2>({ulp, ulp}, over(1, [&](double t) {
                               const auto f = cos_sinc(t);
                               return std::array{Value{f.sinc, sin(r(t)) / r(t)}, Value{f.cos, cos(r(t))}};
                             }));
  e["`cos_sinc`, sinc, t ≤ 1"] = near[0], e["`cos_sinc`, cos, t ≤ 1"] = near[1];
  e["`cos_sinc`, cos, t ≤ 100, absolute"] = worst(ulp_of_one, over(100, [&](double t) {
                                                    return Value{cos_sinc(t).cos, cos(r(t))};
                                                  }));
  e["`sine_defect`, t ≤ 9"] = worst(ulp, over(9, [&](double t) {
                                      return Value{sine_defect(t), (r(t) - sin(r(t))) / (r(t) * float50(t))};
                                    }));
  e["`sinc_slope`, t ≤ 9"] = worst(ulp, over(9, [&](double t) {
                                     return Value{sinc_slope(t), (sin(r(t)) - r(t) * cos(r(t))) / (r(t) * float50(t))};
                                   }));
  e["`versine`, t ≤ 9"] = worst(ulp, over(9, [&](double t) {
                                  const float50 s = sin(r(t) / 2);
                                  return Value{versine(t), 2 * s * s / float50(t)};
                                }));
  e["`chi`, t ≤ 36"] = worst(ulp, over(36, [&](double t) {
                               const float50 h = r(t) / 2;
                               return Value{chi(t), (1 - h * cos(h) / sin(h)) / float50(t)};
                             }));
  const auto cis = worst<2>({ulp_of_one, ulp_of_one}, over(1e6, [&](double x) {
                              const auto f = theta::cis(x);
                              return std::array{Value{f.cos, cos(float50(x))}, Value{f.sin, sin(float50(x))}};
                            }));
  e["`theta::cis`, cos and sin, angle ≤ 10⁶, absolute"] = std::max(cis[0], cis[1]);
  e["`carlson_rc`, 10⁻¹⁰ ≤ x, y ≤ 10¹⁰"] = worst(ulp, [](Random& random) {
    const double x = random.logarithmic(1e-10, 1e10), y = random.logarithmic(1e-10, 1e10);
    return Value{elliptic::carlson_rc(x, y), boost::math::ellint_rc(float50(x), float50(y))};
  });
  e["`carlson_rf`, 10⁻¹⁰ ≤ x, y, z ≤ 10¹⁰"] = worst(ulp, [](Random& random) {
    const auto one = [&] { return random.logarithmic(1e-10, 1e10); };
    const double x = one(), y = one(), z = one();
    return Value{elliptic::carlson_rf(x, y, z), boost::math::ellint_rf(float50(x), float50(y), float50(z))};
  });
  e["`carlson_rj`, 10⁻⁵ ≤ x, y, z ≤ p ≤ 10⁵"] = worst(ulp, [](Random& random) {
    const double p = random.logarithmic(1e-5, 1e5);
    const auto one = [&] { return random.logarithmic(1e-5, p); };
    const double x = one(), y = one(), z = one();
    return Value{elliptic::carlson_rj(x, y, z, p),
                 boost::math::ellint_rj(float50(x), float50(y), float50(z), float50(p))};
  });
  const auto jacobi = worst<3>({ulp, ulp_of_one, ulp_of_one}, [](Random& random) {
    const double mc = random.logarithmic(1e-12, 1), u = random.uniform(0, 1) * elliptic::carlson_rf(0.0, mc, 1.0);
    float50 cn, dn;
    const float50 sn = boost::math::jacobi_elliptic(float50(sqrt(1 - float50(mc))), float50(u), &cn, &dn);
    const auto f = elliptic::sncndn(u, mc);
    return std::array{Value{f.sn, sn}, Value{f.cn, cn}, Value{f.dn, dn}};
  });
  e["`sncndn`, sn, u ≤ K, 10⁻¹² ≤ mc ≤ 1"] = jacobi[0];
  e["`sncndn`, cn, u ≤ K, 10⁻¹² ≤ mc ≤ 1, absolute"] = jacobi[1];
  e["`sncndn`, dn, u ≤ K, 10⁻¹² ≤ mc ≤ 1, absolute"] = jacobi[2];
  return e;
}

/// The rows | function, domain | error | of the page.
std::map<std::string, double> printed() {
  std::map<std::string, double> rows;
  std::ifstream page(POLHODE_SOURCE "/docs/accuracy.md");
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    const auto second = line.find(" | ", 2);
    rows[line.substr(2, second - 2)] = std::stod(line.substr(second + 3));
  }
  return rows;
}

/// The table's numbers are bounds, and not idle ones: rounded up, and met to a tenth.
TEST(SpecialFunctions, ErrorsAreThoseOfTheTable) {
  const auto now = measured(), table = printed();
  std::string text;
  for (const auto& [row, error] : now) {
    char number[32];
    std::snprintf(number, sizeof number, "%.1f", std::ceil(error * 10) / 10);
    text += "| " + row + " | " + number + " |\n";
  }
  for (const auto& [row, error] : now) {
    ASSERT_TRUE(table.count(row)) << row << " is not in docs/accuracy.md; measured now:\n" << text;
    EXPECT_LE(error, table.at(row)) << row;
    EXPECT_GE(error, 0.8 * table.at(row) - 0.1) << row;
  }
  EXPECT_EQ(now.size(), table.size());
}

}  // namespace
}  // namespace polhode
