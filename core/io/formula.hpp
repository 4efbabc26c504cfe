// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "core/geometry/decimal.hpp"
#include "core/spaces/expression.hpp"

namespace polhode {

/// The names of variables, with their nodes.
using VariableNames = std::map<std::string, int>;
/// t, R11 .. R33, Pi1 .. Pi3, Omega1 .. Omega3.
const VariableNames& variables_of_body();
/// t, and this number of coordinates: the letter with 1, 2, 3.
VariableNames variables_of_point(const std::string& letter, int coordinates);

/// Adds the tree of an expression and returns its root:
///
///   sum = product {(+|-) product};  product = signed {(*|/) signed};  signed = - signed | power
///   power = primary [^ signed];     primary = number | name | name(sum [, sum]) | (sum)
///
/// Names: the variables, pi, the functions of formula::Op, and the constants. Throws std::invalid_argument: where it
/// stops and what is accepted there.
int add_expression(ExpressionTrees<float100>& trees, const std::string& text,
                   const std::map<std::string, float100>& constants,
                   const VariableNames& variables = variables_of_body());

/// Adds the tree of the slope of a tree along a variable and returns its root. At a kink the slope is the mean of both
/// sides, elsewhere it is exact. Throws std::length_error where there are too many operations.
int add_slope(ExpressionTrees<float100>& trees, int root, int variable);

/// Why a constant cannot have this name of letters, digits and _; empty if it can. Names that differ only in case are
/// not free either.
std::string why_no_constant(const std::string& name, const VariableNames& variables = variables_of_body());

}  // namespace polhode
