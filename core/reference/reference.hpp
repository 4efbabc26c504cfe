// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/reference/converged.hpp"
#include "core/reference/free_body.hpp"

/// The best state known at t0 + time: exact where there is a closed form, else converged. This is the one place that
/// chooses.
namespace polhode::reference {

/// How a reference of a problem type comes about.
template <class P>
inline constexpr std::string_view kind = "converged";
template <class T>
inline constexpr std::string_view kind<FreeBody<T>> = "exact";

/// The reference state with its error, in the scalar T of the problem (float128 for converged ones). The error of an
/// exact state is that of rounding times the angle travelled.
template <class T>
Estimated<RigidState<T>, T> at(const FreeBody<T>& body, const T&, const T& time) {
  using std::abs;
  const T size = norm(body.initial.Pi), angle = abs(time) * norm(body.Omega(body.initial.Pi));
  return {exact_free_motion(body, time), T(100) * epsilon<T>() * (T(1) + angle) * (size > T(1) ? size : T(1))};
}
template <class P, class T>
auto at(const P& problem, const T& t0, const T& time) {
  return converged(problem, t0, time);
}

}  // namespace polhode::reference
