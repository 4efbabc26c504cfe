// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"

namespace polhode {

/// A user's torque, in the body frame: plain functions with a context that outlives the run. Without `gradient`
/// implicit methods differentiate `torque` by differences; without `potential` the energy omits it.
template <class T>
struct UserTorque {
  const void* context = nullptr;  ///< the first argument of these functions
  Vec<Body, T> (*body_torque)(const void*, const T& t, const Attitude<T>&) = nullptr;  ///< in the body frame
  Mat3<T> (*gradient)(const void*, const T& t, const Attitude<T>&) = nullptr;  ///< column j: by a turn about axis j
  T (*potential_energy)(const void*, const Attitude<T>&) = nullptr;            ///< V(R), in units of torque

  T potential(const Attitude<T>& R) const { return potential_energy ? potential_energy(context, R) : T(0); }
  Vec<Body, T> torque(const T& t, const Attitude<T>& R) const { return body_torque(context, t, R); }
  Tangent<Body, T> torque(const T& t, const RotationTangent<Body, Space, T>& R) const {
    return {torque(t, R.value), (gradient ? gradient(context, t, R.value) : difference(t, R.value)) * R.variation};
  }

  static constexpr std::string_view kind = "user";
  static constexpr std::string_view equation = "T: a function";
  static constexpr std::array<Word, 0> words{};
  bool autonomous() const { return false; }  // it may depend on time
  static void fields(const auto& f, auto&... s) {
    f(Field{"context", ""}, s.context...);
    f(Field{"torque", ""}, s.body_torque...);
    f(Field{"gradient", ""}, s.gradient...);
    f(Field{"potential", ""}, s.potential_energy...);
  }

 private:
  Mat3<T> difference(const T& t, const Attitude<T>& R) const {
    using std::exp, std::log;
    const T step = exp(log(epsilon<T>()) / T(3));
    const auto slope = [&](int i) {
      const Vec<Body, T> xi = step * axis<Body, T>(i);
      return (torque(t, R * polhode::exp(xi)) - torque(t, R * polhode::exp(-xi))) / (T(2) * step);
    };
    return from_columns(slope(0), slope(1), slope(2));
  }
};

}  // namespace polhode
