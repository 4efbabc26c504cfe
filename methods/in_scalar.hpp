// SPDX-License-Identifier: MIT
#pragma once

#include "methods/plugin.hpp"
#include "methods/run_as.hpp"

/// The methods of the tree as a plug-in that computes in POLHODE_SCALAR. The compiler includes it before the source of
/// each page. A body and its start are rounded to that scalar, and states are converted back to doubles; the rest is
/// the code of the page. `mr` is listed as `mr:float`, so that it runs beside `mr` in doubles.
namespace polhode {

using InScalar = POLHODE_SCALAR;  ///< the scalar in which its methods compute

// Common code of all methods is compiled once (in_scalar.cpp); plugin.hpp declares that of doubles.
extern template struct SumOf<InScalar, Torque>;
extern template struct SumOf<InScalar, MomentumTorque>;
extern template struct TorquedBody<InScalar>;
extern template struct ByMomentum<InScalar>;
namespace detail {
extern template struct Around<FreeBody<InScalar>>;
extern template struct Around<TorquedBody<InScalar>>;
extern template struct Around<Director<InScalar>>;
extern template struct Around<Particles<InScalar>>;
}  // namespace detail

namespace plugin {

/// Adds a method to those of the plug-in.
void add_in_scalar(const Entry& method);

/// Declaration of M in another scalar.
template <class M>
const MethodInfo& info_in_scalar() {
  static constexpr std::string_view name = POLHODE_SCALAR_NAME;
  static const std::string id = std::string(M::info.id) + ":" + std::string(name),
                           label = std::string(M::info.label) + ", " + std::string(name);
  static const MethodInfo info = [] {
    auto i = M::info;
    i.id = id, i.label = label, i.aliases = {};
    return i;
  }();
  return info;
}

/// Takes and returns doubles.
template <class M, template <class> class P>
Function<P<double>> function_in_scalar() {
  using Ours = P<InScalar>;
  if constexpr (!Method<M, Ours>)
    return nullptr;
  else
    return [](const P<double>& problem, const Grid<double>& grid, const Sampler<P<double>>* sampler) {
      return run_as<P<double>, Ours>(sampler, [&](const auto* seen_by) {
        return polhode::detail::run<M, Ours>(cast<InScalar>(problem), grid.in<InScalar>(), seen_by);
      });
    };
}

/// Solvers that choose their steps compute in doubles only.
template <class M>
bool add_in_scalar() {
  if constexpr (M::info.tolerance == 0) {
    Entry c{&info_in_scalar<M>(), {}};
    std::get<Function<FreeBody<double>>>(c.functions) = function_in_scalar<M, FreeBody>();
    std::get<Function<TorquedBody<double>>>(c.functions) = function_in_scalar<M, TorquedBody>();
    std::get<Function<Director<double>>>(c.functions) = function_in_scalar<M, Director>();
    std::get<Function<Particles<double>>>(c.functions) = function_in_scalar<M, Particles>();
    add_in_scalar(c);
  }
  return true;
}
template <class... M>
const bool in_scalar_are_listed = (add_in_scalar<M>() && ...);  ///< all of a source

}  // namespace plugin

}  // namespace polhode

#undef POLHODE_METHODS
#define POLHODE_METHODS(...)                                     \
  namespace polhode {                                            \
  template const bool plugin::in_scalar_are_listed<__VA_ARGS__>; \
  }
