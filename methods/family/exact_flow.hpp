// SPDX-License-Identifier: MIT
#pragma once

#include "methods/family/frames.hpp"
#include "methods/family/free_flow.hpp"
#include "methods/family/free_lanes.hpp"

namespace polhode {

#if defined(POLHODE_OF_THE_TREE) || defined(POLHODE_PLUGIN_LIBRARY)  // compiled once (instances.cpp)
struct Wide;
extern template orbit::Increment<Wide> orbit::increment<orbit::HybridFrame>(const Inertia<Wide>&,
                                                                            const Vec<Body, Wide>&, const Wide&);
#endif

/// The exact free flow: theta functions for double, Carlson's integrals for scalars that are wider, count or carry
/// derivatives. It never fails; in packs, lanes that are not supported (free_lanes.hpp) become NaN without counters.
struct ExactFlow {
  static constexpr std::string_view id = "exact";
  static constexpr Order order = exact_order;
  static constexpr bool symplectic = true, conserves_energy = true, order_of_axes_matters = false;

  template <class P>
  requires is_double<typename P::Scalar>
  static auto prepare(const P& body) {
    if constexpr (std::is_same_v<typename P::Scalar, double>)
      return FreeConstants(body.I);
    else
      return LanesConstants<typename P::Scalar>(body.I);
  }

  /// The motion over h. In a run that keeps the amplitudes of its start, it ends on them.
  template <class P, class T, class Counters, std::same_as<FreeAmplitudes<T>>... Start>
  static RigidState<T> drift(const P& body, const RigidState<T>& s, const T& h, [[maybe_unused]] Counters& counters,
                             const Start&... start) {
    if constexpr (std::is_same_v<T, double>) {
      const auto [Pi, dR] = theta_increment(body.prepared, s.Pi, h, start...);
      return {Pi, s.R * dR};
    } else if constexpr (is_double<T>) {
      return in_lanes(LanesMomentum<T, sizeof...(Start) == 1>(body.prepared, s.Pi, &start...), s, h, counters);
    } else {
      return CarlsonFlow::drift(body, s, h, counters);
    }
  }
  /// The amplitudes of a motion.
  template <class P, class T>
  static FreeAmplitudes<T> amplitudes(const P& body, const Vec<Body, T>& Pi) {
    if constexpr (std::is_same_v<T, double>)
      return detail::CanonicalMomentum(body.prepared, Pi).amplitudes(body.prepared);
    else
      return LanesMomentum<T>(body.prepared, Pi).amplitudes();
  }

  /// Free motion over a time h of any sign and size, for any inertia and momentum: Pi after it, and dR = R0^-1 R1.
  template <class T>
  static auto increment(const Inertia<T>& I, const Vec<Body, T>& Pi, const T& h) {
    if constexpr (std::is_same_v<T, double>)
      return theta_increment(FreeConstants(I), Pi, h);
    else
      return CarlsonFlow::increment(I, Pi, h);
  }

  /// The momentum alone.
  template <class T>
  static Vec<Body, T> momentum(const Inertia<T>& I, const Vec<Body, T>& Pi, const T& h) {
    if constexpr (std::is_same_v<T, double>)
      return increment(I, Pi, h).Pi;
    else
      return CarlsonFlow::momentum(I, Pi, h);
  }

 private:
  template <class Momentum, class T, class Counters>
  static RigidState<T> in_lanes(const Momentum& c, const RigidState<T>& s, const T& h, Counters& counters) {
    const auto served = c.supports(h);
    auto [Pi, dR] = lanes_increment(c, h);
    if constexpr (std::is_same_v<Counters, NoCounters>)
      Pi[0] = select(served, Pi[0], T(std::numeric_limits<double>::quiet_NaN()));
    else
      leave(counters, !served);
    return {Pi, s.R * dR};
  }
};

}  // namespace polhode
