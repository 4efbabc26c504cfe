// SPDX-License-Identifier: MIT
#include "methods/in_scalar.hpp"

#include <vector>

namespace polhode {

template struct SumOf<double, Torque>;
template struct SumOf<double, MomentumTorque>;
template struct TorquedBody<double>;
template struct SumOf<InScalar, Torque>;
template struct SumOf<InScalar, MomentumTorque>;
template struct TorquedBody<InScalar>;
template struct ByMomentum<InScalar>;
template struct detail::Around<FreeBody<InScalar>>;
template struct detail::Around<TorquedBody<InScalar>>;
template struct detail::Around<Director<InScalar>>;
template struct detail::Around<Particles<InScalar>>;

namespace {

std::vector<plugin::Entry>& all() {
  static std::vector<plugin::Entry> list;
  return list;
}

}  // namespace

void plugin::add_in_scalar(const Entry& method) {
  all().push_back(method);
}

}  // namespace polhode

extern "C" const polhode_plugin* polhode_plugin_v1() {
  using namespace polhode;
  static const std::string build = plugin::build();
  static const polhode_plugin plugin{{"polhode"},   plugin::abi, static_cast<std::uint32_t>(all().size()),
                                     build.c_str(), {},          all().data()};
  return &plugin;
}
