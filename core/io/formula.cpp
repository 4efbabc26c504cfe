// SPDX-License-Identifier: MIT
#include "core/io/formula.hpp"

#include <fmt/format.h>

#include <boost/spirit/home/x3.hpp>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "core/system/user.hpp"

namespace polhode {

namespace {

namespace x3 = boost::spirit::x3;
using formula::Op;

/// What the grammar builds.
struct Builder {
  ExpressionTrees<float100>& trees;
  const std::map<std::string, float100>& constants;
  const VariableNames& variables;
};

const std::map<std::string, Op>& functions() {
  static const std::map<std::string, Op> all{
      {"sin", Op::sin},   {"cos", Op::cos},   {"tan", Op::tan},     {"asin", Op::asin},
      {"acos", Op::acos}, {"atan", Op::atan}, {"atan2", Op::atan2}, {"sinh", Op::sinh},
      {"cosh", Op::cosh}, {"tanh", Op::tanh}, {"exp", Op::exp},     {"log", Op::log},
      {"sqrt", Op::sqrt}, {"abs", Op::abs},   {"min", Op::min},     {"max", Op::max}};
  return all;
}
[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument(why);
}

float100 number_of(const std::string& digits) {
  const float100 x(digits);
  if (const double size = scalar_cast<double>(x); !std::isfinite(size) || (size == 0 && x != 0))
    refuse(fmt::format("{} is given; accepted: numbers in the range of a double", shortened(digits)));
  return x;
}

Builder& builder(const auto& context) {
  return x3::get<Builder>(context).get();
}
int named(const Builder& b, const std::string& name) {
  if (const auto v = b.variables.find(name); v != b.variables.end()) return b.trees.add(Op::variable, v->second);
  if (name == "pi") return b.trees.add(Op::number, 0, 0, pi_of<float100>());
  if (const auto c = b.constants.find(name); c != b.constants.end()) return b.trees.add(Op::number, 0, 0, c->second);
  if (functions().contains(name))
    refuse(fmt::format("{} is a function, and no (..) follows; accepted: {}(..)", name, name));
  std::vector<std::string> known{"pi"};
  for (const auto& [v, index] : b.variables) known.push_back(v);
  for (const auto& [c, value] : b.constants) known.push_back(c);
  refuse(unknown_name("name", name, known));
}
int called(const Builder& b, const std::string& name, const std::vector<int>& arguments) {
  const auto f = functions().find(name);
  if (f == functions().end()) {
    std::vector<std::string> known;
    for (const auto& [n, op] : functions()) known.push_back(n);
    refuse(unknown_name("function", name, known));
  }
  const std::size_t takes = ExpressionTrees<float100>::takes_two(f->second) ? 2 : 1;
  if (arguments.size() != takes)
    refuse(fmt::format("{} of {} arguments is given; accepted: {}", name, arguments.size(), takes));
  return b.trees.add(f->second, arguments[0], takes == 2 ? arguments[1] : 0);
}

// --- the grammar: the attribute of a rule is the node that it has built ----------------------------------------------

const x3::rule<class Sum, int> sum = "sum";
const x3::rule<class Product, int> product = "product";
const x3::rule<class Signed, int> signed_ = "signed";
const x3::rule<class Power, int> power = "power";
const x3::rule<class Primary, int> primary = "primary";
const x3::rule<class Call, int> call = "call";
const x3::rule<class Name, std::string> name = "name";
const x3::rule<class Number, std::string> number = "number";
const x3::rule<class Arguments, std::vector<int>> arguments = "arguments";

const auto keep = [](const auto& c) { x3::_val(c) = x3::_attr(c); };
template <Op op>
const auto join = [](const auto& c) { x3::_val(c) = builder(c).trees.add(op, x3::_val(c), x3::_attr(c)); };

const auto name_def = x3::lexeme[x3::char_("a-zA-Z_") >> *x3::char_("a-zA-Z0-9_")];
const auto digits = +x3::char_("0-9");
const auto number_def =
    x3::raw[x3::lexeme[((digits >> -(x3::char_('.') >> *x3::char_("0-9"))) | (x3::char_('.') >> digits)) >>
                       -(x3::char_("eE") >> -x3::char_("+-") >> digits)]];
const auto arguments_def = sum % ',';
const auto sum_def = product[keep] >> *(('+' > product[join<Op::add>]) | ('-' > product[join<Op::subtract>]));
const auto product_def = signed_[keep] >> *(('*' > signed_[join<Op::multiply>]) | ('/' > signed_[join<Op::divide>]));
const auto signed__def =
    ('-' > signed_[([](const auto& c) { x3::_val(c) = builder(c).trees.add(Op::negate, x3::_attr(c)); })]) |
    power[keep];
const auto power_def = primary[keep] >> -('^' > signed_[join<Op::power>]);
const auto call_def = (name >> '(' >> arguments >> ')')[([](const auto& c) {
  using boost::fusion::at_c;
  x3::_val(c) = called(builder(c), at_c<0>(x3::_attr(c)), at_c<1>(x3::_attr(c)));
})];
const auto primary_def =
    number[([](const auto& c) { x3::_val(c) = builder(c).trees.add(Op::number, 0, 0, number_of(x3::_attr(c))); })] |
    call[keep] | name[([](const auto& c) { x3::_val(c) = named(builder(c), x3::_attr(c)); })] | ('(' > sum[keep] > ')');

BOOST_SPIRIT_DEFINE(sum, product, signed_, power, primary, call, name, number, arguments)

}  // namespace

const VariableNames& variables_of_body() {
  static const auto all = [] {
    VariableNames names{{"t", 0}};
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k)
        names.emplace(fmt::format("R{}{}", i + 1, k + 1), formula::first_of_attitude + 3 * i + k);
      names.emplace(fmt::format("Pi{}", i + 1), formula::first_of_momentum + i);
      names.emplace(fmt::format("Omega{}", i + 1), formula::first_of_momentum + 3 + i);
    }
    return names;
  }();
  return all;
}

VariableNames variables_of_point(const std::string& letter, int coordinates) {
  VariableNames names{{"t", 0}};
  for (int i = 0; i < coordinates; ++i) names.emplace(fmt::format("{}{}", letter, i + 1), formula::first_of_point + i);
  return names;
}

int add_expression(ExpressionTrees<float100>& trees, const std::string& text,
                   const std::map<std::string, float100>& constants, const VariableNames& variables) {
  constexpr std::size_t longest = 1000;  // also of nests: each parenthesis is a call
  if (text.size() > longest) refuse(fmt::format("{} characters are given; accepted: at most {}", text.size(), longest));
  Builder b{trees, constants, variables};
  int root = 0;
  auto at = text.begin();
  const auto stops = [&](auto where) {
    refuse(fmt::format("\"{}\" is not understood from column {}; accepted: numbers, + - * / ^ ( ), functions and names",
                       text, where - text.begin() + 1));
  };
  try {
    if (!x3::phrase_parse(at, text.end(), x3::with<Builder>(std::ref(b))[sum], x3::ascii::space, root) ||
        at != text.end())
      stops(at);
  } catch (const x3::expectation_failure<std::string::const_iterator>& e) {
    stops(e.where());
  }
  return root;
}

int add_slope(ExpressionTrees<float100>& trees, int root, int variable) {
  const auto number = [&](double x) { return trees.add(Op::number, 0, 0, float100(x)); };
  const int zero = number(0), one = number(1), half = number(0.5);
  const auto negative = [&](int a) { return a == zero ? zero : trees.add(Op::negate, a); };
  const auto sum = [&](int a, int b) { return a == zero ? b : b == zero ? a : trees.add(Op::add, a, b); };
  const auto minus = [&](int a, int b) {
    return b == zero ? a : a == zero ? negative(b) : trees.add(Op::subtract, a, b);
  };
  const auto times = [&](int a, int b) {
    return a == zero || b == zero ? zero : a == one ? b : b == one ? a : trees.add(Op::multiply, a, b);
  };
  const auto over = [&](int a, int b) { return a == zero ? zero : trees.add(Op::divide, a, b); };
  const auto whole = [&](int a, int n) { return n == 0 ? one : n == 1 ? a : trees.add(Op::whole_power, a, n); };
  const auto squared = [&](int a) { return whole(a, 2); };
  const auto of = [&](Op op, int a) { return trees.add(op, a); };

  const auto last = static_cast<std::size_t>(root - formula::variables);
  if (root < formula::variables) return root == variable ? one : zero;
  std::vector<char> needed(last + 1, 0);
  needed[last] = 1;
  const auto branches = [&](std::size_t i, const auto& f) {
    const auto op = static_cast<Op>(trees.code[3 * i]);
    f(trees.code[3 * i + 1]);
    if (trees.takes_two(op)) f(trees.code[3 * i + 2]);
  };
  for (std::size_t i = last + 1; i-- > 0;)
    if (needed[i])
      branches(i, [&](int node) {
        if (node >= formula::variables) needed[static_cast<std::size_t>(node - formula::variables)] = 1;
      });
  std::vector<int> slopes(last + 1, zero);
  const auto slope = [&](int node) {
    return node == variable             ? one
           : node >= formula::variables ? slopes[static_cast<std::size_t>(node - formula::variables)]
                                        : zero;
  };
  for (std::size_t i = 0; i <= last; ++i) {
    if (!needed[i]) continue;
    const auto op = static_cast<Op>(trees.code[3 * i]);
    const int a = trees.code[3 * i + 1], b = trees.code[3 * i + 2], v = formula::variables + static_cast<int>(i);
    const int da = slope(a), db = trees.takes_two(op) ? slope(b) : zero;
    if (da == zero && db == zero) continue;
    const auto chosen = [&](int other, int by) {  // da, or db where the other is chosen, by the sign of a difference
      const int s = of(Op::sign, minus(by, other));
      return sum(times(times(half, sum(one, s)), da), times(times(half, minus(one, s)), db));
    };
    const auto by_exponent = [&] { return db == zero ? zero : times(times(v, of(Op::log, a)), db); };
    slopes[i] = op == Op::add           ? sum(da, db)
                : op == Op::subtract    ? minus(da, db)
                : op == Op::multiply    ? sum(times(da, b), times(a, db))
                : op == Op::divide      ? over(minus(da, times(v, db)), b)
                : op == Op::whole_power ? times(times(number(b), whole(a, b - 1)), da)
                : op == Op::power  ? sum(times(times(b, trees.add(Op::power, a, minus(b, one))), da), by_exponent())
                : op == Op::negate ? negative(da)
                : op == Op::sin    ? times(of(Op::cos, a), da)
                : op == Op::cos    ? negative(times(of(Op::sin, a), da))
                : op == Op::tan    ? times(sum(one, squared(v)), da)
                : op == Op::asin   ? over(da, of(Op::sqrt, minus(one, squared(a))))
                : op == Op::acos   ? negative(over(da, of(Op::sqrt, minus(one, squared(a)))))
                : op == Op::atan   ? over(da, sum(one, squared(a)))
                : op == Op::atan2  ? over(minus(times(b, da), times(a, db)), sum(squared(a), squared(b)))
                : op == Op::sinh   ? times(of(Op::cosh, a), da)
                : op == Op::cosh   ? times(of(Op::sinh, a), da)
                : op == Op::tanh   ? times(minus(one, squared(v)), da)
                : op == Op::exp    ? times(v, da)
                : op == Op::log    ? over(da, a)
                : op == Op::sqrt   ? over(times(half, da), v)
                : op == Op::abs    ? times(of(Op::sign, a), da)
                : op == Op::min    ? chosen(a, b)
                : op == Op::max    ? chosen(b, a)
                                   : zero;
  }
  return slopes[last];
}

std::string why_no_constant(const std::string& name, const VariableNames& variables) {
  const auto lower = [](std::string s) {
    for (auto& c : s) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return s;
  };
  std::vector<std::string> taken{"pi"};
  for (const auto& [v, index] : variables) taken.push_back(v);
  for (const auto& [f, op] : functions()) taken.push_back(f);
  for (const auto& t : taken)
    if (lower(t) == lower(name)) return fmt::format("a name other than {}, whatever its case", t);
  return {};
}

}  // namespace polhode
