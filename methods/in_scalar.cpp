// SPDX-License-Identifier: MIT
#include "methods/in_scalar.hpp"

#include <vector>

namespace polhode {

POLHODE_TORQUES(, double);
POLHODE_TORQUES(, InScalar);
template struct ByMomentum<InScalar>;
POLHODE_AROUND(, InScalar);

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
