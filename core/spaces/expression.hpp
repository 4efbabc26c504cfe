// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/geometry/array.hpp"
#include "core/spaces/space.hpp"

/// Arithmetic that a user writes, as data.
namespace polhode {

namespace formula {

/// What a node of a tree does with its one or two branches.
enum class Op {
  number,
  variable,
  add,
  subtract,
  multiply,
  divide,
  power,
  whole_power,  ///< its second number is the exponent itself
  negate,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  sqrt,
  abs,
  min,
  max,
  sign  ///< 0 at 0; of slopes, it has no name
};

/// t; R11, R12, .. R33; Pi1, Pi2, Pi3; Omega1, Omega2, Omega3.
inline constexpr int variables = 16, first_of_attitude = 1, first_of_momentum = 10;
/// Of points in their place: t and three coordinates.
inline constexpr int first_of_point = 1;

}  // namespace formula

/// Trees of arithmetic as flat code: an instruction for each node, after those of its branches, and one for equal nodes
/// of all trees. It is evaluated in T with nothing allocated. A node is a variable by its index, a number by -1 - its
/// index, or an instruction by `formula::variables` + its index.
template <class T>
struct ExpressionTrees {
  using Op = formula::Op;

  std::vector<int> code;   ///< operation and two nodes, three numbers an instruction
  std::vector<T> numbers;  ///< each once
  std::vector<int> roots;  ///< a node for each expression

  /// The node of this operation: of a variable `a` is its index. Throws std::length_error where there are too many.
  int add(Op op, int a = 0, int b = 0, const T& number = T(0)) {
    if (op == Op::variable) return a;
    if (op == Op::number) {
      const auto same = std::find(numbers.begin(), numbers.end(), number);
      const auto index = static_cast<int>(same - numbers.begin());
      if (same == numbers.end()) numbers.push_back(number);
      return -1 - index;
    }
    if (op == Op::power && b < 0)
      if (const T& n = numbers[static_cast<std::size_t>(-1 - b)]; whole(n))
        return add(Op::whole_power, a, static_cast<int>(scalar_cast<double>(value_of(n))));
    const std::array instruction{static_cast<int>(op), a, b};
    std::size_t i = 0;
    while (i < code.size() && !std::equal(instruction.begin(), instruction.end(), &code[i])) i += 3;
    if (i == extent(3 * most)) throw std::length_error("the expressions have too many operations");
    if (i == code.size()) code.insert(code.end(), instruction.begin(), instruction.end());
    return formula::variables + static_cast<int>(i / 3);
  }

  T operator()(int node, const std::array<T, formula::variables>& x) const { return values<1>(&node, x)[0]; }

  /// The values of n nodes.
  template <int n>
  [[gnu::noinline]] std::array<T, extent(n)> values(const int* nodes,
                                                    const std::array<T, formula::variables>& x) const {
    using std::abs, std::acos, std::atan2, std::cos, std::cosh, std::exp, std::log, std::sin, std::sqrt, std::tanh;
    alignas(T) std::byte memory[(formula::variables + most) * sizeof(T)];  // what is not used is not touched
    T* const v = reinterpret_cast<T*>(memory);
    std::uninitialized_copy(x.begin(), x.end(), v);
    const auto at = [&](int node) -> const T& { return (node < 0 ? numbers.data() : v)[node ^ (node >> 31)]; };
    const int last = *std::max_element(nodes, nodes + n);
    const int* c = code.data();
    for (int i = formula::variables; i <= last; ++i, c += 3)
      new (v + i) T([&]() -> T {
        const auto op = static_cast<Op>(c[0]);
        const T &a = at(c[1]), &b = at(op == Op::whole_power ? 0 : c[2]);
        switch (op) {
          case Op::add:
            return a + b;
          case Op::subtract:
            return a - b;
          case Op::multiply:
            return a * b;
          case Op::divide:
            return a / b;
          case Op::power:
            return power(a, b);
          case Op::whole_power:
            return power(a, c[2]);
          case Op::negate:
            return -a;
          case Op::sin:
            return sin(a);
          case Op::cos:
            return cos(a);
          case Op::tan:
            return sin(a) / cos(a);
          case Op::asin:
            return atan2(a, T(sqrt(T(T(1) - a * a))));
          case Op::acos:
            return acos(a);
          case Op::atan:
            return atan2(a, T(1));
          case Op::atan2:
            return atan2(a, b);
          case Op::sinh:
            return cosh(a) * tanh(a);
          case Op::cosh:
            return cosh(a);
          case Op::tanh:
            return tanh(a);
          case Op::exp:
            return exp(a);
          case Op::log:
            return log(a);
          case Op::sqrt:
            return sqrt(a);
          case Op::abs:
            return abs(a);
          case Op::min:
            return b < a ? b : a;
          case Op::max:
            return a < b ? b : a;
          case Op::sign:
            return T(T(0) < a ? 1 : a < T(0) ? -1 : 0);
          case Op::number:
          case Op::variable:
            break;
        }
        __builtin_unreachable();
      }());
    std::array<T, extent(n)> all;
    for (int k = 0; k < n; ++k) all[extent(k)] = at(nodes[k]);
    return all;
  }
  /// True if the tree has a variable from `first` up to but without `last`.
  bool names(int node, int first, int last) const {
    if (node < formula::variables) return first <= node && node < last;
    const auto* c = &code[3 * static_cast<std::size_t>(node - formula::variables)];
    const auto op = static_cast<Op>(c[0]);
    return names(c[1], first, last) || (takes_two(op) && names(c[2], first, last));
  }
  /// Whether an operation has two operands.
  static bool takes_two(Op op) {
    return (Op::add <= op && op <= Op::power) || op == Op::atan2 || op == Op::min || op == Op::max;
  }
  /// True if a value or a slope may jump there: of abs, min, max, and where angles come from their sines and cosines.
  bool has_kinks() const {
    for (std::size_t i = 0; i < code.size(); i += 3)
      if (const auto op = static_cast<Op>(code[i]);
          op >= Op::abs || op == Op::asin || op == Op::acos || op == Op::atan2)
        return true;
    return false;
  }

  static constexpr std::string_view kind = "trees";
  template <class F, class... S>
  static void fields(const F& f, S&... s) {
    f(Field{"code", ""}, s.code...);
    f(Field{"numbers", ""}, s.numbers...);
    f(Field{"roots", ""}, s.roots...);
  }

 private:
  static constexpr int most = 4000;  ///< instructions: four texts of 1000 characters have fewer

  /// Small whole powers are by multiplication: exact signs, and of every scalar.
  static bool whole(const T& b) {
    using std::abs, std::floor;
    return abs(b) <= T(32) && floor(b) == b;
  }
  static T power(const T& a, int n) {
    T product(1);
    for (int k = n < 0 ? -n : n; k > 0; --k) product = product * a;
    return n < 0 ? T(T(1) / product) : product;
  }
  static T power(const T& a, const T& b) {
    using std::exp, std::log, std::pow;
    if (whole(b)) return power(a, static_cast<int>(scalar_cast<double>(value_of(b))));
    if constexpr (requires { pow(a, b); })
      return pow(a, b);
    else
      return exp(b * log(a));
  }
};

}  // namespace polhode
