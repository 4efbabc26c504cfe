// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/reference/converged.hpp"
#include "core/torques/control.hpp"
#include "core/torques/spring.hpp"

namespace polhode::reference {

/// Ends a motion at a half turn from the target of a torque that jumps there: a spring with a wedge, a controller with
/// the error of a quaternion. Beyond, the motion is not determined. The function receives the motion in turn, and throws
/// NoMotion where one of the targets is a half turn away; it is empty if there is no such torque. The body outlives it.
template <class T>
std::function<void(const T& t, Attitude<T> R)> half_turns(const TorquedBody<T>& body) {
  // Calls f with cos(a/2), a the angle from the target, for each such torque.
  const auto each = [&body](const T& t, const Attitude<T>& R, const auto& f) {
    body.torques.each([&]<class K>(const K& k) {
      if constexpr (std::is_same_v<K, Spring<T>>)
        if (k.data->quadratic) f((inverse(k.data->target) * R).w);
    });
    body.momentum_torques.each([&]<class K>(const K& k) {
      if constexpr (std::is_same_v<K, Control<T>>)
        if (k.data->by_quaternion) f((inverse(k.data->target * exp(t * k.data->target_rate)) * R).w);
    });
  };
  bool any = false;
  each(T(0), body.initial.R, [&](const T&) { any = true; });
  if (!any) return {};
  return [each, last = std::optional<Attitude<T>>(), seen = std::vector<T>()](const T& t, Attitude<T> R) mutable {
    const T near(5e-7);  // of cos(angle/2)
    if (last && last->w * R.w + dot(last->vector(), R.vector()) < 0) R = Attitude<T>{-R.w, -R.x, -R.y, -R.z};
    last = R;
    std::size_t i = 0;
    each(t, R, [&](const T& w) {
      using std::abs;
      if (i == seen.size()) seen.push_back(w);
      auto& before = seen[i++];
      if (before * w < 0 || (abs(w) < near && abs(before) >= near))
        throw NoMotion("where it is a half turn from a target, and the torque jumps", static_cast<double>(t));
      before = w;
    });
  };
}

}  // namespace polhode::reference
