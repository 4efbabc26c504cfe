// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "core/geometry/decimal.hpp"
#include "core/torques/formula.hpp"

namespace polhode {

/// Adds the tree of an expression and returns its root:
///
///   sum = product {(+|-) product};  product = signed {(*|/) signed};  signed = - signed | power
///   power = primary [^ signed];     primary = number | name | name(sum [, sum]) | (sum)
///
/// Names: t, R11 .. R33, Pi1 .. Pi3, Omega1 .. Omega3, pi, the functions of formula::Op, and the constants. Throws
/// std::invalid_argument: where it stops and what is accepted there.
int add_expression(ExpressionTrees<float100>& trees, const std::string& text,
                   const std::map<std::string, float100>& constants);

/// Why a constant cannot have this name; nothing if it can. Case does not make a name free.
std::string why_no_constant(const std::string& name);

}  // namespace polhode
