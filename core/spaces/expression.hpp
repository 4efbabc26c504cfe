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

/// Arithmetic written by a user, as data.
namespace polhode {

namespace formula {

/// Operation of a node of a tree on its one or two branches.
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
  sign,           ///< 0 at 0; for slopes, without a name
  plus_product,   ///< of programs: the third plus the first times the second
  minus_product,  ///< the third minus that
  product_minus   ///< that minus the third
};

/// t; R11, R12, .. R33; Pi1, Pi2, Pi3; Omega1, Omega2, Omega3.
inline constexpr int variables = 16, first_of_attitude = 1, first_of_momentum = 10, first_of_Omega = 13;
/// Variables of a point: t and three coordinates.
inline constexpr int first_of_point = 1;

}  // namespace formula

/// Trees of arithmetic as flat code: an instruction for each node, after those of its branches; equal nodes of all
/// trees share one. It is evaluated in T without allocation. A node is a variable by its index, a number by -1 - its
/// index, or an instruction by `formula::variables` + its index.
template <class T>
struct ExpressionTrees {
  using Op = formula::Op;

  std::vector<int> code;   ///< operation and two nodes, three numbers an instruction
  std::vector<T> numbers;  ///< each once
  std::vector<int> roots;  ///< a node for each expression

  /// The evaluated code: only what the roots need, with constants folded, and with each product that only the sum
  /// behind it uses joined to that sum. Its values have the bits of the code's.
  struct Program {
    std::vector<int> code;   ///< operation and three nodes, four numbers an instruction
    std::vector<T> numbers;  ///< backwards: they end where variables begin
    std::vector<int> roots;  ///< a node for each expression
    unsigned variables = 0;  ///< bit i: it names variable i

    /// True if it has a variable from `first` up to but without `last`.
    bool names(int first, int last) const { return (variables & ((1u << last) - (1u << first))) != 0; }
  };
  Program program;  ///< by `prepare`

  /// The node of this operation; for a variable, `a` is its index. Throws std::length_error if there are too many.
  int add(Op op, int a = 0, int b = 0, const T& number = T(0)) {
    if (op == Op::variable) return a;
    const auto check_room = [&] {
      if (numbers.size() + code.size() / 3 == extent(most))
        POLHODE_THROW(std::length_error("the expressions have too many operations"));
    };
    if (op == Op::number) {
      const auto same = std::find(numbers.begin(), numbers.end(), number);
      const auto index = static_cast<int>(same - numbers.begin());
      if (same == numbers.end()) check_room(), numbers.push_back(number);
      return -1 - index;
    }
    if (op == Op::power && b < 0)
      if (const T& n = numbers[static_cast<std::size_t>(-1 - b)]; whole(n))
        return add(Op::whole_power, a, static_cast<int>(scalar_cast<double>(value_of(n))));
    const std::array instruction{static_cast<int>(op), a, b};
    std::size_t i = 0;
    while (i < code.size() && !std::equal(instruction.begin(), instruction.end(), &code[i])) i += 3;
    if (i == code.size()) check_room(), code.insert(code.end(), instruction.begin(), instruction.end());
    return formula::variables + static_cast<int>(i / 3);
  }

  /// Makes the program, once all roots are known.
  [[gnu::noinline, gnu::cold]] void prepare() {
    const std::size_t count = code.size() / 3;
    std::vector<int> uses(count + 1), places(count + 1);
    const auto index = [](int node) { return static_cast<std::size_t>(node - formula::variables); };
    const auto use = [&](int node, int times) {
      if (node >= formula::variables) uses[index(node)] += times;
    };
    for (const int root : roots) use(root, 2);  // a root has a value of its own
    for (std::size_t i = count; i-- > 0;)
      if (uses[i] > 0) {
        use(code[3 * i + 1], 1);
        if (takes_two(static_cast<Op>(code[3 * i]))) use(code[3 * i + 2], 1);
      }
    program = {{}, numbers, {}, 0};
    auto& made = program.code;
    const auto next = [&] { return formula::variables + static_cast<int>(made.size() / 4); };
    const auto placed = [&](int node) {
      if (node >= formula::variables) return places[index(node)];
      if (node >= 0) program.variables |= 1u << node;
      return node;
    };
    for (std::size_t i = 0; i < count; ++i) {
      if (uses[i] == 0) continue;
      const int* c = &code[3 * i];
      auto op = static_cast<Op>(c[0]);
      const bool two = takes_two(op);
      int a = placed(c[1]), b = two ? placed(c[2]) : c[2], third = 0;
      if (a < 0 && (!two || b < 0)) {
        const auto number = [&](int node) { return program.numbers[static_cast<std::size_t>(-1 - node)]; };
        const T both[] = {number(a), number(two ? b : a)};
        const int alone[] = {c[0], 0, two ? 1 : b, 0};
        places[i] = -1 - static_cast<int>(program.numbers.size());
        program.numbers.push_back(result(alone, both));
        continue;
      }
      if (op == Op::whole_power && b == 2) op = Op::multiply, b = a;
      if (op == Op::add || op == Op::subtract)
        for (const int k : {2, 1})  // the product before, which nothing else uses
          if (const int node = c[k]; node >= formula::variables && uses[index(node)] == 1 && placed(node) == next() - 1)
            if (const int* product = &made[made.size() - 4]; static_cast<Op>(product[0]) == Op::multiply) {
              op = op == Op::add ? Op::plus_product : k == 1 ? Op::product_minus : Op::minus_product;
              third = k == 1 ? b : a, a = product[1], b = product[2];
              made.resize(made.size() - 4);
              break;
            }
      places[i] = next();
      made.insert(made.end(), {static_cast<int>(op), a, b, third});
    }
    for (const int root : roots) program.roots.push_back(placed(root));
    std::reverse(program.numbers.begin(), program.numbers.end());
  }

  /// The values of n expressions from the first of them on. `variables` calls set(i, x) for those that the program
  /// names.
  template <int n = 1, class Variables>
  POLHODE_INLINE std::array<T, extent(n)> values(int first, const Variables& variables) const {
    alignas(T) std::byte memory[(formula::variables + most) * sizeof(T)];  // unused memory is not touched
    T* const v = std::uninitialized_copy(program.numbers.begin(), program.numbers.end(), reinterpret_cast<T*>(memory));
    variables([v](int i, const T& x) { new (v + i) T(x); });
    const int* const nodes = &program.roots[extent(first)];
    const T* const last = v + *std::max_element(nodes, nodes + n);
    const int* c = program.code.data();
    for (T* next = v + formula::variables; next <= last; c += 4) new (next++) T(result(c, v));
    std::array<T, extent(n)> all;
    for (int k = 0; k < n; ++k) all[extent(k)] = v[nodes[k]];
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
  /// True if a value or a slope may jump: for abs, min, max, and angles from their sines and cosines.
  bool has_kinks() const {
    for (std::size_t i = 0; i < code.size(); i += 3)
      if (const auto op = static_cast<Op>(code[i]);
          op >= Op::abs || op == Op::asin || op == Op::acos || op == Op::atan2)
        return true;
    return false;
  }

  static constexpr std::string_view kind = "trees";
  static void fields(const auto& f, auto&... s) {
    f(Field{"code", ""}, s.code...);
    f(Field{"numbers", ""}, s.numbers...);
    f(Field{"roots", ""}, s.roots...);
  }

  /// Operations that call the library, of one number or two.
  static T function(Op op, const T& a, const T& b) {
    using std::abs, std::acos, std::atan2, std::cos, std::cosh, std::exp, std::log, std::sin, std::tanh;
    if constexpr (1 < lanes_of<T>) {
      return T::each([&](int i) { return ExpressionTrees<double>::function(op, a[i], b[i]); });
    } else {
      if (op == Op::power) return power(a, b);
      if (op == Op::sin) return sin(a);
      if (op == Op::cos) return cos(a);
      if (op == Op::tan) return sin(a) / cos(a);
      if (op == Op::asin) return atan2(a, T(root(T(T(1) - a * a))));
      if (op == Op::acos) return acos(a);
      if (op == Op::atan) return atan2(a, T(1));
      if (op == Op::atan2) return atan2(a, b);
      if (op == Op::sinh) return cosh(a) * tanh(a);
      if (op == Op::cosh) return cosh(a);
      if (op == Op::tanh) return tanh(a);
      if (op == Op::exp) return exp(a);
      if (op == Op::log) return log(a);
      if (op == Op::abs) return abs(a);
      if (op == Op::min) return b < a ? b : a;
      if (op == Op::max) return a < b ? b : a;
      return T(T(0) < a ? 1 : a < T(0) ? -1 : 0);
    }
  }

 private:
  static constexpr int most = 4000;  ///< instructions and numbers: four texts of 1000 characters have fewer

  /// Result of an instruction on the values at v.
  POLHODE_INLINE static T result(const int* c, const T* v) {
    const T& a = v[c[1]];
    switch (const auto op = static_cast<Op>(c[0])) {
      case Op::add:
        return a + v[c[2]];
      case Op::subtract:
        return a - v[c[2]];
      case Op::multiply:
        return a * v[c[2]];
      case Op::divide:
        return a / v[c[2]];
      case Op::plus_product:
        return v[c[3]] + a * v[c[2]];
      case Op::minus_product:
        return v[c[3]] - a * v[c[2]];
      case Op::product_minus:
        return a * v[c[2]] - v[c[3]];
      case Op::negate:
        return -a;
      case Op::whole_power:
        return power(a, c[2]);
      case Op::sqrt:
        return root(a);
      default:
        return function(op, a, v[c[takes_two(op) ? 2 : 1]]);
    }
  }

  /// Small whole powers are products: exact signs, and available for every scalar.
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
