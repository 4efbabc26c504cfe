// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/rigid_body.hpp"
#include "core/spaces/shared.hpp"
#include "core/spaces/tensor.hpp"

namespace polhode {

/// Data of a spring, which its copies share.
template <class T>
struct SpringData {
  BodyTensor<T> stiffness{};                     ///< K, symmetric, in the target's axes
  Attitude<T> target = Attitude<T>::identity();  ///< where the spring is at rest
  bool quadratic = false;                        ///< which potential

  static constexpr std::string_view kind = "spring data";
  static void fields(const auto& f, auto&... s) {
    f(Field{"stiffness", "K", true}, s.stiffness...);
    f(Field{"attitude", "Rd"}, s.target...);
    f(Field{"quadratic", "quadratic"}, s.quadratic...);
  }
};

/// A spring to an attitude: S = Rd^T R, theta = log S. V = tr(P (1 - S)) with P = (tr K / 2) 1 - K, smooth everywhere,
/// or V = theta . K theta / 2, which has a wedge where the angle is pi. Both are the latter at small angles.
template <class T>
struct Spring {
  Shared<SpringData<T>> data;

  [[gnu::noinline]] T potential(const Attitude<T>& R) const {
    const auto S = inverse(data->target) * R;
    if (data->quadratic) {
      const auto theta = log(S);
      return dot(theta, data->stiffness * theta) / T(2);
    }
    T sum(0);
    for (int i = 0; i < 3; ++i) sum += dot(P(i), axis<Body, T>(i) - S * axis<Body, T>(i));
    return sum;
  }
  [[gnu::noinline]] Vec<Body, T> torque(const T&, const Attitude<T>& R) const {
    const auto S = inverse(data->target) * R;
    if (!data->quadratic) return trace_torque(S);
    const auto theta = log(S);
    return -dexp_inv(theta, data->stiffness * theta);
  }
  [[gnu::noinline]] Tangent<Body, T> torque(const T&, const RotationTangent<Body, Space, T>& R) const {
    const auto S = inverse(data->target) * R;
    if (!data->quadratic) return trace_torque(S);
    const Vec<Body, T> angle = log(S.value);
    const Tangent<Body, T> theta{angle, dexp_inv(-angle, Tangent<Body, T>{{}, S.variation}).derivative};
    return -dexp_inv(theta, data->stiffness * theta);
  }

  static constexpr std::string_view kind = "spring";
  static constexpr std::string_view equation =
      "S = RdᵀR,  V = tr(P(1 − S)) with P = (tr K/2) 1 − K, or V = θ · Kθ/2 with θ = log S,  T = −dV";
  static constexpr std::array words{Word{"spring", {}}};
  bool autonomous() const { return true; }
  static void fields(const auto& f, auto&... s) { f(Field{"spring", ""}, s.data...); }

 private:
  Vec<Body, T> P(int i) const { return T(data->stiffness.trace() / T(2)) * axis<Body, T>(i) - data->stiffness.rows[i]; }
  /// -vee(P S - (P S)^T) = sum of e_i x S^T P e_i.
  auto trace_torque(const auto& S) const {
    const auto part = [&](int i) { return cross(axis<Body, T>(i), rotate_back(S, P(i))); };
    return part(0) + part(1) + part(2);
  }
};

}  // namespace polhode
