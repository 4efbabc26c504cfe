// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"
#include "core/torques/instances.hpp"

/// The methods by name, in the order of their ids: those that are linked into the program (plugin.hpp). Methods from
/// outside come after them.
namespace polhode {

/// What all methods say of themselves.
const std::vector<const MethodInfo*>& method_infos();

/// The method with this id or alias; null if there is none.
const MethodInfo* find_method(std::string_view name);

/// All ids and aliases.
std::vector<std::string> method_names();

/// The methods that serve problems of type P. Instantiated for FreeBody, TorquedBody, Director and Particles over double,
/// over Wide, and over float128, where they run in Wide; and for DrivenBody over double.
template <class P>
const std::vector<Runner<P>>& runners();

/// Adds a method that is not linked, whose id the caller has found free, and then what it does, before anything runs:
/// lists grow.
void add_method(const MethodInfo& method);
template <class P>
void add_runner(const Runner<P>& runner);

/// The runner of a method on problems of type P; null if the method does not serve them.
template <class P>
const Runner<P>* find_runner(const MethodInfo& method) {
  for (const auto& r : runners<P>())
    if (r.info->id == method.id) return &r;
  return nullptr;
}

/// Why a method does not serve a problem type.
template <class P>
std::string why_not(const MethodInfo& method);

/// Why a method does not serve a body whose torque depends on the momentum, in one line; `drives` are the names of its
/// `drives` in that order, like "torque[1] (damping)". Empty if it does.
std::string why_not(const MethodInfo& method, const DrivenBody<double>& body, const std::vector<std::string>& drives);

/// Where a method of the tree stands.
struct MethodSource {
  std::string_view type;  ///< its name in C++
  std::string header;     ///< its page, to be included: methods/NAME.hpp
};
/// Of a method that is linked; null for one of a plug-in or an engine.
const MethodSource* source_of(const MethodInfo& method);

}  // namespace polhode
