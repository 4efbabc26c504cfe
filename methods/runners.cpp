// SPDX-License-Identifier: MIT
#include "methods/runners.hpp"

#include "methods/roster.hpp"

namespace polhode {

namespace {

std::vector<const MethodInfo*>& info_list() {
  static auto all =
      std::apply([](auto... m) { return std::vector<const MethodInfo*>{&decltype(m)::info...}; }, MethodRoster{});
  return all;
}

}  // namespace

const std::vector<const MethodInfo*>& method_infos() {
  return info_list();
}

void add_method(const MethodInfo& method) {
  info_list().push_back(&method);
}

const MethodInfo* find_method(std::string_view name) {
  for (const auto* m : method_infos()) {
    if (m->id == name) return m;
    for (const auto alias : m->aliases)
      if (!alias.empty() && alias == name) return m;
  }
  return nullptr;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto* m : method_infos()) {
    names.emplace_back(m->id);
    for (const auto alias : m->aliases)
      if (!alias.empty()) names.emplace_back(alias);
  }
  return names;
}

namespace {

template <class P>
bool serves(const MethodInfo& method) {
  return find_runner<P>(method) != nullptr;
}

std::string serves_others(const MethodInfo& method, const std::string& asked) {
  const char* served = serves<Director<double>>(method)    ? "directors"
                       : serves<Particles<double>>(method) ? "particles"
                                                           : "rigid bodies";
  return std::string(method.id) + " integrates " + served + ", not " + asked;
}

}  // namespace

template <>
std::string why_not<FreeBody<double>>(const MethodInfo& method) {
  return serves_others(method, "rigid bodies");
}
template <>
std::string why_not<TorquedBody<double>>(const MethodInfo& method) {
  if (serves<FreeBody<double>>(method)) return std::string(method.id) + " integrates bodies without torque only";
  return why_not<FreeBody<double>>(method);
}
template <>
std::string why_not<Director<double>>(const MethodInfo& method) {
  return serves_others(method, "directors");
}
template <>
std::string why_not<Particles<double>>(const MethodInfo& method) {
  return serves_others(method, "particles");
}

}  // namespace polhode
