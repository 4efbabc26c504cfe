// SPDX-License-Identifier: MIT
#pragma once

#include "methods/lanes/lane_torque.hpp"
#include "methods/lanes/slice.hpp"

namespace polhode {

inline namespace INSTRUCTIONS {

/// A torque of one form (LaneTorque) on the body in each lane.
template <int N>
struct PackTorque {
  using T = Pack<N>;

  LaneTorque::Kind kind;
  bool has_potential;
  Vec<Body, T> moment;
  T strength;
  Vec<Space, T> vector;
  const Signal<Space, double>* moving[N];  ///< all null, or none

  Vec<Space, T> at(const T& t) const {
    if (!moving[0]) return vector;
    double v[N][3];
    for (int i = 0; i < N; ++i) value_at(*moving[i], t[i], v[i]);
    const auto component = [&](int k) { return T::of([&](int i) { return v[i][k]; }); };
    return {component(0), component(1), component(2)};
  }
  auto torque(const T& t, const auto& R) const {
    if (kind == LaneTorque::Kind::field) return torque_of_field(R, at(t), moment);
    const auto v = rotate_back(R, at(t));
    return T(3.0) * strength * cross(v, by_components(moment, v));
  }
  T potential(const Attitude<T>& R) const {
    if (!has_potential) return T(0.0);
    const auto v = inverse(R) * vector;
    if (kind == LaneTorque::Kind::field) return dot(moment, v);
    return T(3.0) / T(2.0) * strength * dot(v, by_components(moment, v));
  }
};

/// TorquedBody of the body in each lane, for bodies that have torques of the same forms as the first.
template <int N>
struct TorquedPack : RigidBody<Pack<N>> {
  using T = Pack<N>;
  static constexpr int capacity = TorqueSum<double>::capacity;

  Mask<N> served;
  int size = 0;  ///< at least one
  std::array<PackTorque<N>, capacity> torques;

  /// Bodies; the first has torques.
  explicit TorquedPack(const Slice<N>& slice) : RigidBody<T>(slice.problem()) {
    LaneTorque of[N][capacity];
    bool matches[N];
    for (int i = 0; i < N; ++i) {
      const auto* all = slice.bodies.torques(slice.first + std::min<std::size_t>(i, slice.count - 1));
      const int count = all ? lane_torques(*all, of[i]) : none_in_lanes;
      if (i == 0) size = count;
      bool same = count == size && size > 0;
      for (int k = 0; k < size && same; ++k)
        same = of[i][k].kind == of[0][k].kind && !of[i][k].moving == !of[0][k].moving &&
               of[i][k].has_potential == of[0][k].has_potential;
      matches[i] = same;
      if (!same) std::copy(of[0], of[0] + capacity, of[i]);
    }
    served = T::of([&](int i) { return matches[i]; }) > T(0.0);
    for (int k = 0; k < size; ++k) {
      auto& to = torques[k];
      const auto number = [&](const auto& member) { return T::of([&](int i) { return member(of[i][k]); }); };
      const auto three = [&]<class V>(std::type_identity<V>, double(LaneTorque::*member)[3]) -> V {
        const auto at = [&](int c) { return number([&](const LaneTorque& t) { return (t.*member)[c]; }); };
        return {at(0), at(1), at(2)};
      };
      to.kind = of[0][k].kind, to.has_potential = of[0][k].has_potential;
      to.moment = three(std::type_identity<Vec<Body, T>>(), &LaneTorque::moment);
      to.vector = three(std::type_identity<Vec<Space, T>>(), &LaneTorque::vector);
      to.strength = number([](const LaneTorque& t) { return t.strength; });
      for (int i = 0; i < N; ++i) to.moving[i] = of[i][k].moving;
    }
  }

  auto torque(const T& t, const auto& R) const {
    auto sum = torques[0].torque(t, R);
    for (int k = 1; k < size; ++k) sum = sum + torques[k].torque(t, R);
    return sum;
  }
  auto torque(const T& t, const auto& R, const auto&) const { return torque(t, R); }
  T potential(const Attitude<T>& R) const {
    T sum(0.0);
    for (int k = 0; k < size; ++k) sum += torques[k].potential(R);
    return sum;
  }
};

}  // namespace INSTRUCTIONS

}  // namespace polhode
