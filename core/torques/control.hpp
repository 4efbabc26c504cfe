// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/spaces/shared.hpp"
#include "core/spaces/tensor.hpp"
#include "core/torques/momentum.hpp"

namespace polhode {

/// Data of a controller, which its copies share.
template <class T>
struct ControlData {
  BodyTensor<T> attitude_gain{}, rate_gain{};    ///< Kp in torque per radian, Kd in torque per radian per time
  Attitude<T> target = Attitude<T>::identity();  ///< where the target is at t = 0
  Vec<Body, T> target_rate{};                    ///< wd of the target, in its own frame, in radians per time
  bool by_quaternion = false;                    ///< which error
  bool damps = false;                            ///< Kd is not zero
  bool limited = false;                          ///< by `limit`
  bool smooth = false;                           ///< limited by tanh
  Vec<User, T> limit{};                          ///< of each component in the user's axes, a torque, not negative
  ToUser<T> axes = ToUser<T>::identity();

  static constexpr std::string_view kind = "control data";
  static void fields(const auto& f, auto&... s) {
    f(Field{"attitude_gain", "Kp", true}, s.attitude_gain...);
    f(Field{"rate_gain", "Kd", true}, s.rate_gain...);
    f(Field{"target", "Rd"}, s.target...);
    f(Field{"target_rate", "ωd"}, s.target_rate...);
    f(Field{"by_quaternion", "quaternion"}, s.by_quaternion...);
    f(Field{"damps", "damps"}, s.damps...);
    f(Field{"limited", "limited"}, s.limited...);
    f(Field{"smooth", "smooth"}, s.smooth...);
    f(Field{"limit", "L", true}, s.limit...);
    f(Field{"axes", "A"}, s.axes...);
  }
};

/// A controller of attitude and rate (PD) to a target that stands still or turns steadily:
/// T = -Kp e - Kd (Omega - S^T wd), S = Rd^T R, e = vee(S - S^T)/2 or twice the vector part of S's quaternion, each of
/// slope 1 at small angles. It may be limited by axis of the user's body frame.
template <class T>
struct Control {
  Shared<ControlData<T>> data;

  Affine<T> affine(const T& t, const Attitude<T>& R) const {
    return {torque(t, R, {}, {}), data->damps ? data->rate_gain.matrix() : Mat3<T>{}};
  }
  Vec<Body, T> torque(const T& t, const Attitude<T>& R, const Vec<Body, T>&, const Vec<Body, T>& Omega) const {
    using std::tanh;
    const auto& c = *data;
    const auto S = inverse(c.target * exp(t * c.target_rate)) * R;
    const T share = c.by_quaternion ? with_sign(T(2), S.w) : T(2) * S.w;
    const auto demand = -(c.attitude_gain * (share * S.vector()) + c.rate_gain * (Omega - inverse(S) * c.target_rate));
    if (!c.limited) return demand;
    auto u = c.axes * demand;
    if (!c.smooth) return inverse(c.axes) * clipped(u, c.limit);
    for (int i = 0; i < 3; ++i) u[i] = c.limit[i] * tanh(T(u[i] / c.limit[i]));
    return inverse(c.axes) * u;
  }
  /// Whether it is cut off, so that its slope jumps.
  bool has_kinks() const { return data->limited && !data->smooth; }
  Dependence dependence() const {
    return !data->damps ? Dependence::none : data->limited ? Dependence::any : Dependence::linear;
  }

  static constexpr std::string_view kind = "control";
  static constexpr std::string_view equation =
      "S = RdᵀR,  T = −Kp e − Kd (Ω − Sᵀωd),  e = vee(S − Sᵀ)/2 or 2 sgn(w) v of its quaternion (w, v)";
  static constexpr std::array words{Word{"control", {}}};
  bool autonomous() const { return norm2(data->target_rate) == T(0); }
  T characteristic_rate() const { return norm(data->target_rate); }
  static void fields(const auto& f, auto&... s) { f(Field{"control", ""}, s.data...); }
};

}  // namespace polhode
