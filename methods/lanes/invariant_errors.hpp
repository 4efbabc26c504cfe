// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/stepping/body.hpp"
#include "core/stepping/select.hpp"

namespace polhode {

/// The errors of energy and momentum relative to the start, in a run that is observed after every step. For a double or
/// for several at once. Units are those of the problem.
template <class T>
struct InvariantErrors {
  T early{0.0};     ///< the largest |H - H(0)| after steps n <= N/2
  T late{0.0};      ///< the largest |H - H(0)| after steps n > N/2
  T moment{0.0};    ///< the sum of (n - N/2) (H - H(0)), from which the slope of the line through all follows
  T momentum{0.0};  ///< the largest change of the momentum, seen from space

  /// After step n of N: H - H(0), and the size of that change.
  void see(std::int64_t n, std::int64_t N, const T& energy_error, const T& momentum_error) {
    using std::abs;
    const auto keep = [](T& largest, const T& x) { largest = select(largest < x, x, largest); };
    moment += (static_cast<double>(n) - 0.5 * static_cast<double>(N)) * energy_error;
    keep(2 * n > N ? late : early, abs(energy_error));
    keep(momentum, momentum_error);
  }
  /// After step n of N of a body that was in the state `first` and is in s.
  void see(std::int64_t n, std::int64_t N, const auto& body, const RigidState<T>& first, const RigidState<T>& s) {
    see(n, N, energy(body, s) - energy(body, first), norm(s.pi() - first.pi()));
  }
};

}  // namespace polhode
