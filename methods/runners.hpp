// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"
#include "core/torques/instances.hpp"

/// The roster, erased: methods by name. Methods from outside (plugin.hpp) come after it.
namespace polhode {

/// What all methods say of themselves, in the roster's order.
const std::vector<const MethodInfo*>& method_infos();

/// The method with this id or alias; null if there is none.
const MethodInfo* find_method(std::string_view name);

/// All ids and aliases.
std::vector<std::string> method_names();

/// What a method does on every type of problem in the scalar T; run is null where it does not serve them.
template <class T>
using RunnersOn = std::tuple<Runner<FreeBody<T>>, Runner<TorquedBody<T>>, Runner<Director<T>>, Runner<Particles<T>>>;

/// The methods that serve problems of type P. Instantiated for FreeBody, TorquedBody, Director and Particles over
/// double, float128, Counting and Dual<float128, 6>, which gives the derivative of a step; and for DrivenBody over
/// double.
template <class P>
const std::vector<Runner<P>>& runners();

/// Adds a method that is not of the roster, whose id the caller has found free, and then what it does, before anything
/// runs: lists grow.
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

}  // namespace polhode

/// The roster without its implementations: a method is a name here, and what follows is compiled with its header.
namespace polhode::roster {

/// Names in the order in which methods are listed.
template <class... Names>
struct List {};

/// What a method says of itself.
template <class Name>
const MethodInfo& info();
/// What it does where torques do not depend on the momentum.
template <class Name, class T>
RunnersOn<T> runners();
/// What it does where one does; run is null where it does not serve.
template <class Name>
Runner<DrivenBody<double>> driven_runner();

}  // namespace polhode::roster
