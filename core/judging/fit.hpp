// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// The order of convergence of data, and the limits of the fit.
namespace polhode {

/// An error at a step size. `floor` is the size below which the error says nothing about truncation: the error of
/// the reference or of rounding, whichever is larger.
struct ConvergencePoint {
  double h;
  double error;
  double floor;
};

struct OrderFit {
  double order = 0;
  double half_width = 0;  ///< 95 % confidence
  double residual = 0;    ///< largest deviation from the line, in decades
  double finest = 0;      ///< the order between the two smallest steps
  int points = 0;         ///< used; below 3 there is no fit
  int failed = 0;         ///< points whose error is not finite
  std::vector<std::string> left_out;

  bool valid() const { return points >= 3; }
  /// Whether smaller steps would show a higher one: then `half_width` does not tell how far it is off.
  bool rises() const { return finest > order + (half_width > 0.05 ? half_width : 0.05); }
};

/// Fits log error = order log |h| + const by least squares.
///
/// It leaves out points within 100 x of their floor and, from the coarse end, points off the line by more than 0.03
/// decades as long as four finer ones remain (not yet asymptotic). The fit says which.
OrderFit fit_order(std::vector<ConvergencePoint> points);

}  // namespace polhode
