// SPDX-License-Identifier: MIT
#include "core/torques/instances.hpp"

namespace polhode {

// Splittings take what a kind is at most linear in, or its spin: of one that has neither they would see nothing.
template <class K>
concept Seen = requires(const K& k, const Attitude<double>& R) {
  k.affine(0.0, R);
}
|| requires(const K& k) {
  k.at(0.0);
};
static_assert([]<class... K>(std::type_identity<std::variant<K...>>) {
  return ((MomentumTorqueKind<K, double> && Seen<K>)&&...);
}(std::type_identity<MomentumTorque<double>>()));
static_assert([]<class... K>(std::type_identity<std::variant<K...>>) {
  return (TorqueKind<K, double> && ...);
}(std::type_identity<Torque<double>>()));

template struct SumOf<double, Torque>;
template struct SumOf<double, MomentumTorque>;
template struct TorquedBody<double>;
template struct ByMomentum<double>;

}  // namespace polhode
