// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/reference/converged.hpp"
#include "core/torques/control.hpp"
#include "core/torques/spring.hpp"

namespace polhode::reference {

/// Ends a motion at a half turn from the target of a torque that jumps there: a spring with a wedge, a controller with
/// the error of a quaternion. Beyond, the motion is not determined.
template <class P, class T>
class HalfTurns {
 public:
  explicit HalfTurns(const P& body) : body_(&body) {
    each(T(0), body.initial.R, [&](const T&) { any_ = true; });
  }

  /// Whether there is such a torque.
  bool any() const { return any_; }
  /// Receives the motion in turn. Throws NoMotion where one of the targets is a half turn away.
  void see(const T& t, Attitude<T> R) {
    const T near(5e-7);  // of cos(angle/2)
    if (last_ && last_->w * R.w + dot(last_->vector(), R.vector()) < 0) R = Attitude<T>{-R.w, -R.x, -R.y, -R.z};
    last_ = R;
    std::size_t i = 0;
    each(t, R, [&](const T& w) {
      using std::abs;
      if (i == before_.size()) before_.push_back(w);
      auto& before = before_[i++];
      if (before * w < 0 || (abs(w) < near && abs(before) >= near))
        throw NoMotion("where it is a half turn from a target, and the torque jumps", static_cast<double>(t));
      before = w;
    });
  }

 private:
  /// Calls f with cos(a/2), a the angle from the target, for each such torque.
  template <class F>
  void each(const T& t, const Attitude<T>& R, const F& f) const {
    body_->torques.each([&]<class K>(const K& k) {
      if constexpr (std::is_same_v<K, Spring<T>>)
        if (k.data->quadratic) f((inverse(k.data->target) * R).w);
    });
    if constexpr (requires { body_->momentum_torques; })
      body_->momentum_torques.each([&]<class K>(const K& k) {
        if constexpr (std::is_same_v<K, Control<T>>)
          if (k.data->by_quaternion) f((inverse(k.data->target * exp(t * k.data->target_rate)) * R).w);
      });
  }

  const P* body_;
  bool any_ = false;
  std::optional<Attitude<T>> last_;
  std::vector<T> before_;
};

}  // namespace polhode::reference
