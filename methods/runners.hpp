// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/problem/run.hpp"
#include "core/torques/instances.hpp"

/// The methods by name, in the order of their ids: those that are linked into the program (plugin.hpp), then those from
/// outside.
namespace polhode {

/// Declarations of all methods.
const std::vector<const MethodInfo*>& method_infos();

/// The method with this id or alias; null if there is none.
const MethodInfo* find_method(std::string_view name);

/// All ids and aliases.
std::vector<std::string> method_names();

/// The methods that support problems of type P. Instantiated for Problem over double, over Wide, and over float128,
/// where they run in Wide: all methods that support any kind; they skip other kinds (Status). Also for each kind:
/// FreeBody, TorquedBody, Director and Particles.
template <class P>
const std::vector<Runner<P>>& runners();

/// Adds a method that is not linked, whose id is known to be free, and then its functions. To be called before anything
/// runs, because lists grow.
void add_method(const MethodInfo& method);
template <class P>
void add_runner(const Runner<P>& runner);

/// The runner of a method on problems of type P; null if the method does not support them.
template <class P>
const Runner<P>* find_runner(const MethodInfo& method) {
  for (const auto& r : runners<P>())
    if (r.info->id == method.id) return &r;
  return nullptr;
}

/// Whether a method runs problems of this kind in this scalar, double, Wide or float128.
template <class T>
bool has_runner(const MethodInfo& method, const Problem<T>& problem);

/// The reason why a method does not support a problem, in one line; empty if it does. `momentum_torques` are the names
/// of the torques of a body that may depend on the momentum, in their order, like "torque[1] (damping)".
std::string why_not(const MethodInfo& method, const Problem<double>& problem,
                    const std::vector<std::string>& momentum_torques = {});
inline bool supports(const MethodInfo& method, const Problem<double>& problem) {
  return why_not(method, problem).empty();
}

/// Path of a method of the tree.
struct MethodSource {
  std::string_view type;  ///< its name in C++
  std::string header;     ///< its page, to be included: methods/NAME.hpp
};
/// The path of a linked method; null for a method of a plug-in or an engine.
const MethodSource* source_of(const MethodInfo& method);

}  // namespace polhode
