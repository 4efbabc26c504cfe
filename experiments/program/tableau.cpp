// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/geometry/rational.hpp"
#include "core/geometry/scalar.hpp"
#include "core/io/json.hpp"
#include "core/io/spec/values.hpp"
#include "experiments/program/tableau_method.hpp"

namespace polhode {

namespace {

using nlohmann::json;

// --- what is read ----------------------------------------------------------------------------------------------------

/// Coefficients as they are written, without rounding.
struct ExactTableau {
  std::string name;
  std::vector<std::vector<Rational>> A;
  std::vector<Rational> b, c;  ///< c: the sums of A's rows

  int stages() const { return static_cast<int>(b.size()); }
  bool is_explicit() const {
    for (int i = 0; i < stages(); ++i)
      for (int j = i; j < stages(); ++j)
        if (A[i][j] != 0) return false;
    return true;
  }
};

/// digits [. digits] [e exponent] as a fraction.
Rational decimal(const std::string& text) {
  const auto e = text.find_first_of("eE");
  const auto mantissa = text.substr(0, e);
  int exponent = e == std::string::npos ? 0 : std::stoi(text.substr(e + 1));
  Rational x(0);
  for (const char digit : mantissa)
    if (digit >= '0' && digit <= '9') x = 10 * x + (digit - '0');
  if (const auto point = mantissa.find('.'); point != std::string::npos)
    exponent -= static_cast<int>(mantissa.size() - point - 1);
  for (; exponent > 0; --exponent) x *= 10;
  for (; exponent < 0; ++exponent) x /= 10;
  return mantissa[0] == '-' ? Rational(-x) : x;
}

Rational coefficient(const reading::Given& j) {
  constexpr std::size_t longest = 100;
  constexpr int largest = 1000000;
  const std::string accepted = "a number up to 1e6, also as a string: \"0.25\", \"-1/3\"";
  const auto text = j->is_string() ? j->get<std::string>() : j->is_number() ? j->dump() : "";
  const auto bar = text.find('/');
  const auto above = text.substr(0, bar), below = bar == std::string::npos ? "1" : text.substr(bar + 1);
  for (const auto& part : {above, below}) {
    const auto e = part.find_first_of("eE");
    const bool fits = part.size() <= longest && reading::is_decimal(part) &&
                      (e == std::string::npos || std::abs(std::stoi(part.substr(e + 1))) <= static_cast<int>(longest));
    if (!fits) j.reject(accepted);
  }
  const Rational divisor = decimal(below);
  if (divisor == 0) j.reject(accepted);
  const Rational x = decimal(above) / divisor;
  if (abs(x) > largest) j.reject(accepted);
  return x;
}

std::vector<Rational> coefficients(const reading::Given& j, std::size_t size) {
  const auto numbers = fmt::format("a list of {} number{}", size, size == 1 ? "" : "s");
  if (j->is_array() && j->size() != size)
    j.refuse(fmt::format("a list of {} is given; accepted: {}", j->size(), numbers));
  std::vector<Rational> list;
  for (const reading::Given& one : j.items(numbers)) list.push_back(coefficient(one));
  return list;
}

ExactTableau read_tableau(const std::string& path) {
  const auto at = [&](const std::string& key) { return fmt::format("--tableau: {}: {}", shortened(path), key); };
  const auto document = parse_json(read_file(path), path);
  if (!document.is_object()) reading::Given{document, at("the file")}.reject("an object with A and b");
  for (const auto& [key, value] : document.items())
    if (const std::vector<std::string> keys{"name", "A", "b", "c"}; std::ranges::find(keys, key) == keys.end())
      throw UserError(at(unknown_name("key of a tableau", key, keys)));
  ExactTableau t{"user's tableau", {}, {}, {}};
  if (document.contains("name")) {
    const reading::Given name{document["name"], at("name")};
    if (name.value == "") name.reject("text");
    t.name = name.text("text");
  }
  const auto rows = fmt::format("a square matrix, as a list of 1 to {} rows", most_explicit);
  for (const auto* key : {"A", "b"})
    if (!document.contains(key)) reading::Given{document}.missing(at(key), *key == 'A' ? rows : "a list of weights");
  const reading::Given A{document["A"], at("A")};
  const auto list = A.items(rows);
  if (list.empty() || list.size() > most_explicit)
    A.refuse(fmt::format("{} rows are given; accepted: {}", list.size(), rows));
  for (const reading::Given& row : list) t.A.push_back(coefficients(row, list.size()));
  t.b = coefficients({document["b"], at("b")}, list.size());
  for (const auto& row : t.A) {
    Rational sum(0);
    for (const auto& a : row) sum += a;
    t.c.push_back(sum);
  }
  if (document.contains("c")) {
    const auto c = coefficients({document["c"], at("c")}, list.size());
    for (std::size_t i = 0; i < c.size(); ++i)
      if (abs(c[i] - t.c[i]) > Rational(1, 1000000000000))
        throw UserError("{}: {} is given; accepted: the sum of A[{}], {:.17g}", at(fmt::format("c[{}]", i)),
                        shortened_json(document["c"][i]), i, t.c[i].convert_to<double>());
  }
  if (!t.is_explicit() && t.stages() > most_implicit)
    throw UserError(
        "{}: an implicit tableau of {} stages is given; accepted: up to {} stages, or entries on and "
        "above the diagonal that are 0",
        at("A"), t.stages(), most_implicit);
  return t;
}

// --- its order -------------------------------------------------------------------------------------------------------

struct Conditions {
  int order = 0;
  double off = 0;  ///< the largest defect of those that hold
};

/// The conditions of rooted trees [Butcher 1963; Hairer, Norsett & Wanner 1993, section II.2]: of order p if for all
/// trees t = [t1, .., tm] of up to p nodes
///
///   sum_i b_i Phi_i(t) = 1/gamma(t),   Phi_i(t) = prod_k sum_j a_ij Phi_j(t_k),   gamma(t) = |t| prod_k gamma(t_k)
///
/// A condition holds if it is met to as many digits as tableaux are printed with.
Conditions conditions(const ExactTableau& t) {
  constexpr int highest = 10;
  const float128 printed(1e-11);
  const int s = t.stages();
  using Values = std::vector<float128>;
  struct Tree {
    int size;
    float128 gamma;
    Values A_Phi;
  };
  std::vector<Tree> trees;
  Conditions found;
  for (int size = 1; size <= highest; ++size) {
    float128 off(0);
    const std::function<void(int, std::size_t, float128, const Values&)> grow = [&](int rest, std::size_t below,
                                                                                    float128 gamma, const Values& Phi) {
      if (rest == 0) {
        Tree tree{size, gamma * size, Values(s, float128(0))};
        float128 sum(0);
        for (int i = 0; i < s; ++i) {
          sum += rounded(t.b[i]) * Phi[i];
          for (int j = 0; j < s; ++j) tree.A_Phi[i] += rounded(t.A[i][j]) * Phi[j];
        }
        off = std::max(off, float128(abs(sum - 1 / tree.gamma)));
        trees.push_back(tree);
        return;
      }
      for (std::size_t k = 0; k < below; ++k) {
        if (trees[k].size > rest) continue;
        Values product = Phi;
        for (int i = 0; i < s; ++i) product[i] *= trees[k].A_Phi[i];
        grow(rest - trees[k].size, k + 1, gamma * trees[k].gamma, product);
      }
    };
    grow(size - 1, trees.size(), float128(1), Values(s, float128(1)));
    if (!(off < printed)) break;
    found = {size, std::max(found.off, static_cast<double>(off))};
  }
  return found;
}

}  // namespace

void load_tableau(const std::string& path) {
  const auto t = read_tableau(path);
  const auto [order, off] = conditions(t);
  RoundedTableau to{.name = t.name, .stages = t.stages(), .order = order, .is_explicit = t.is_explicit()};
  if (off > 1e-30) to.digits = static_cast<int>(-std::log10(off));
  const auto take = [](const Rational& x, double& in_double, Wide& in_wide) {
    in_double = x.convert_to<double>(), in_wide = Wide::of(rounded(x).value);
  };
  for (int i = 0; i < to.stages; ++i) {
    for (int j = 0; j < to.stages; ++j) take(t.A[i][j], to.in_double.a[i][j], to.in_wide.a[i][j]);
    take(t.b[i], to.in_double.b[i], to.in_wide.b[i]), take(t.c[i], to.in_double.c[i], to.in_wide.c[i]);
  }
  add_method(to, "--tableau: " + path);
}

}  // namespace polhode
