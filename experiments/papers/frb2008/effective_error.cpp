// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <string>

#include "core/measuring/comparison.hpp"
#include "experiments/papers/echelon.hpp"
#include "methods/rkn6a14.hpp"

// The effective error of RKN6a14, E_f = 14 |c|^(1/6) [Celledoni & Zanna 2008, appendix; Blanes & Moan 2002]: c are the
// coefficients of the leading error, the part of degree 7 of  log(exp(a1 A) exp(b1 B) ... exp(a1 A)),  in a basis of
// the free Lie algebra of A and B without [B,[B,[B,A]]], which is zero for forces that depend on the place alone. Of 18
// brackets 8 are in its ideal and 10 are left, and the paper does not say which are its basis: |c| depends on it.
namespace polhode::frb2008 {

namespace {

constexpr int degree = 7;

/// A polynomial in letters that do not commute, up to the degree. A word of n letters is n bits, B = 1, the first
/// letter the highest bit.
struct Words {
  std::array<std::vector<double>, degree + 1> c;

  Words() {
    for (int n = 0; n <= degree; ++n) c[n].resize(std::size_t(1) << n);
  }
  friend Words operator*(const Words& a, const Words& b) {
    Words product;
    for (int n = 0; n <= degree; ++n)
      for (int m = 0; n + m <= degree; ++m)
        for (std::size_t i = 0; i < a.c[n].size(); ++i)
          if (a.c[n][i] != 0)
            for (std::size_t j = 0; j < b.c[m].size(); ++j) product.c[n + m][i << m | j] += a.c[n][i] * b.c[m][j];
    return product;
  }
  Words plus(double x, const Words& b) const {
    Words sum = *this;
    for (int n = 0; n <= degree; ++n)
      for (std::size_t i = 0; i < c[n].size(); ++i) sum.c[n][i] += x * b.c[n][i];
    return sum;
  }
};

/// A or B.
Words letter(char name) {
  Words w;
  w.c[1][name == 'B'] = 1;
  return w;
}
Words bracket(const Words& a, const Words& b) {
  return (a * b).plus(-1, b * a);
}
/// exp(x letter).
Words exponential(char name, double x) {
  Words sum, term;
  sum.c[0][0] = term.c[0][0] = 1;
  const auto base = letter(name);
  for (int n = 1; n <= degree; ++n) term = term * base, sum = sum.plus(std::pow(x, n) / std::tgamma(n + 1.0), term);
  return sum;
}
Words logarithm(Words w) {
  w.c[0][0] = 0;
  Words sum, power;
  power.c[0][0] = 1;
  for (int n = 1; n <= degree; ++n) power = power * w, sum = sum.plus((n % 2 == 1 ? 1.0 : -1.0) / n, power);
  return sum;
}

std::vector<double> leading_error() {
  const Rkn6a14::Coefficients<double> c;
  auto step = exponential('A', c.a[0]);
  for (int i = 0; i < 14; ++i)
    step = step * exponential('B', c.b[std::min(i, 13 - i)]) * exponential('A', c.a[std::min(i + 1, 13 - i)]);
  return logarithm(step).c[degree];
}

/// Words of `degree` letters, in their order.
std::vector<std::string> words() {
  std::vector<std::string> list;
  for (int i = 0; i < 1 << degree; ++i) list.push_back(std::bitset<degree>(i).to_string('A', 'B'));
  return list;
}

/// Before its own rotations.
bool is_lyndon(const std::string& word) {
  for (std::size_t k = 1; k < word.size(); ++k)
    if (word >= word.substr(k) + word.substr(0, k)) return false;
  return true;
}
/// The standard bracketing: the second factor is the longest proper end that is a Lyndon word. A and B of the word stand
/// for `letters`.
Words lyndon(const std::string& word, const std::string& letters) {
  if (word.size() == 1) return letter(letters[word == "B"]);
  std::size_t k = 1;
  while (!is_lyndon(word.substr(k))) ++k;
  return bracket(lyndon(word.substr(0, k), letters), lyndon(word.substr(k), letters));
}
/// [w1,[w2,[..,[w6,w7]]]].
Words right_normed(const std::string& word) {
  auto w = letter(word.back());
  for (auto i = word.rbegin() + 1; i != word.rend(); ++i) w = bracket(letter(*i), w);
  return w;
}

/// |c| in the brackets that are independent of the ideal of [B,[B,[B,A]]] and of those before them.
double size_in(const std::vector<Words>& brackets) {
  constexpr std::size_t columns = 1 << degree;
  Echelon<double> rows(columns, 1e-9);
  std::vector<std::vector<double>> basis;
  const auto tagged = [&](std::vector<double> row) {  // which of the basis a row is made of
    row.resize(columns + 10);
    return row;
  };
  for (const auto& word : words())
    if (word.substr(3) == "BBBA") rows.add(tagged(right_normed(word).c[degree]));
  std::size_t next = columns;
  for (const auto& w : brackets) {
    auto row = tagged(w.c[degree]);
    if (next < row.size()) row[next] = 1;
    next += rows.add(row);
  }
  const auto rest = rows.reduced(tagged(leading_error()));
  double sum = 0;
  for (std::size_t i = columns; i < rest.size(); ++i) sum += rest[i] * rest[i];
  return std::sqrt(sum);
}

}  // namespace

Numbers effective_error() {
  Numbers found{{"least", INFINITY}, {"most", 0}};
  const auto add = [&](const std::string& name, std::vector<Words> brackets) {
    for (const char* which : {"_first", "_last"}) {
      const double E = 14 * std::pow(size_in(brackets), 1.0 / 6);
      found.emplace_back(name + which, E);
      found[0].second = std::min(found[0].second, E), found[1].second = std::max(found[1].second, E);
      std::reverse(brackets.begin(), brackets.end());
    }
  };
  for (const std::string letters : {"AB", "BA"}) {
    std::vector<Words> brackets;
    for (const auto& word : words())
      if (is_lyndon(word)) brackets.push_back(lyndon(word, letters));
    add("lyndon_" + letters, brackets);
  }
  std::vector<Words> brackets;
  for (const auto& word : words()) brackets.push_back(right_normed(word));
  add("right_normed", brackets);
  return found;
}

}  // namespace polhode::frb2008
