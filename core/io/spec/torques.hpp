// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>

#include "core/io/formula.hpp"
#include "core/io/spec/signals.hpp"
#include "core/spaces/potential.hpp"

namespace polhode::reading {

/// Calls read(kind, object) for the object `torque` of a spec, or for each of a list.
void for_each_torque(const Given& document, const std::function<void(const std::string&, const Given&)>& read);

/// The constants of a formula, by their names.
std::map<std::string, float100> constants_of(const Given& j, const VariableNames& variables = variables_of_body());
/// Adds the tree of an expression of a formula, and its root.
void add_expression_of(ExpressionTrees<float100>& trees, const Given& text,
                       const std::map<std::string, float100>& constants,
                       const VariableNames& variables = variables_of_body());
constexpr const char* of_kinks = ": abs, min, max, asin, acos and atan2 have kinks, where orders may fall";

/// A formula that is a potential, of so many coordinates with this letter; x is where it is at t0, where it must have a
/// slope.
template <class T>
FormulaPotential<T> potential_of(const Given& j, const std::string& letter, int coordinates, const T& t0,
                                 const Vec<Space, T>& x, std::vector<std::string>& warnings);

/// The moment m c of a body's weight about its pivot, times `g`, in the user's axes.
template <class T>
Vec<Body, T> weight(const Given& torque, const Context<T>& context);

/// The motion R' = R hat(f(t, R)) by three expressions, from R on: a body of moments 1 with the momentum f and the torque
/// df/dt along R' = R hat(Omega), so that Omega = f at all times.
template <class T>
TorquedBody<T> turned_by_rate(const Given& document, const Attitude<T>& R, const Context<T>& context);

/// A body with the torques of a spec, whose fields are noted there, those that may depend on the momentum apart. For
/// controllers that sample the body's last torque stands.
template <class T>
TorquedBody<T> with_torques(const RigidBody<T>& rigid, const Given& document, const Context<T>& context, Spec<T>& spec);

}  // namespace polhode::reading
