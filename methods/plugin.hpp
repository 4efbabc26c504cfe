// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>

#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"

/// Methods from outside the tree. A plug-in is a shared library that `polhode --plugin libmine.so` loads; its methods
/// are listed, run, checked, recommended and drawn like those of the roster. Its source is a method (method.hpp says
/// what that is) and one function:
///
///   struct Mine : SelfStarting { static constexpr MethodInfo info{...}; template <...> static ... step(...) {...} };
///
///   extern "C" const polhode_plugin* polhode_plugin_v1() { return polhode::plugin::of<Mine>(); }
///
/// Build it with the CMake target polhode::plugin as a MODULE library. A method is compiled for every scalar that the
/// program knows, since `check` measures it in 113 bits and by derivatives: write its numbers as expressions of its T.
namespace polhode::plugin {

/// Of the program and its plug-ins: the same, or they do not fit. It counts changes of anything that both see.
inline constexpr std::uint32_t abi = 4;
/// Major and minor version of these headers; CMakeLists.txt holds them to that of the project.
inline constexpr char version[] = "0.1";

/// What the program lends to a plug-in.
struct Host {
  std::int64_t* (*operations)();  ///< its Counting::operations of the calling thread
};

/// A runner per type of problem and scalar; where torques depend on the momentum, in double only.
template <class... T>
using RunnersOn = std::tuple<Runner<FreeBody<T>>..., Runner<TorquedBody<T>>..., Runner<Director<T>>...,
                             Runner<Particles<T>>..., Runner<DrivenBody<double>>>;

/// A method for all types of problems and all scalars; run is null where it does not serve.
struct Contestant {
  const MethodInfo* info;                                            ///< what it says of itself
  RunnersOn<double, Counting, float128, Dual<float128, 6>> runners;  ///< what it does
};

/// With what these headers are compiled, as far as values that cross the border depend on it; or it is refused.
inline std::string build() {
  std::string text = "polhode " + std::string(version) + ", ";
#ifdef __clang__
  text += "clang " + std::to_string(__clang_major__);
#else
  text += "g++ " + std::to_string(__GNUC__);
#endif
#ifdef _GLIBCXX_RELEASE
  text += ", libstdc++ " + std::to_string(_GLIBCXX_RELEASE) + " ABI " + std::to_string(_GLIBCXX_USE_CXX11_ABI);
#else
  text += ", another standard library";
#endif
  text += ", sizes";
  for (const std::size_t size :
       {sizeof(MethodInfo), sizeof(Contestant), sizeof(TorquedBody<double>), sizeof(TorquedBody<Dual<float128, 6>>), sizeof(DrivenBody<double>),
        sizeof(Grid<float128>), sizeof(Sampler<TorquedBody<double>>), sizeof(Run<Director<float128>>)})
    text += " " + std::to_string(size);
  return text;
}

}  // namespace polhode::plugin

extern "C" {
/// What a plug-in says of itself. Magic and abi stay where they are for ever; what follows is that of the abi.
struct polhode_plugin {
  char magic[8];                                      ///< "polhode"
  std::uint32_t abi;                                  ///< polhode::plugin::abi
  std::uint32_t size;                                 ///< number of methods
  const char* build;                                  ///< polhode::plugin::build()
  void (*attach)(const polhode::plugin::Host* host);  ///< called once, before anything runs
  const polhode::plugin::Contestant* methods;         ///< as many as size says
};

/// The one function that a plug-in exports.
[[gnu::visibility("default")]] const polhode_plugin* polhode_plugin_v1();
}

namespace polhode::plugin {

namespace detail {

inline const Host* host = nullptr;

/// The counters of the program and of a plug-in are two, unless the linker has made them one.
template <class M, class P>
Run<P> run(const P& problem, const Grid<typename P::Scalar>& grid, const Sampler<P>* sampler) {
  const auto before = Counting::operations;
  auto run = polhode::detail::run<M, P>(problem, grid, sampler);
  if (auto* operations = host->operations(); operations != &Counting::operations)
    *operations += Counting::operations - before;
  return run;
}
template <class M, class P>
void fill(Runner<P>& runner) {
  if constexpr (!Method<M, P>)
    runner = {};
  else if constexpr (std::is_same_v<typename P::Scalar, Counting>)
    runner = {&M::info, &run<M, P>};
  else
    runner = make_runner<M, P>();
}

/// Serves M problems of this type in no scalar or in all?
template <class M, template <class> class P>
constexpr bool consistent = Method<M, P<double>> == Method<M, P<float128>>&& Method<M, P<double>> ==
                            Method<M, P<Counting>>&& Method<M, P<double>> == Method<M, P<Dual<float128, 6>>>;

template <class M>
Contestant contestant() {
  static_assert(Method<M, FreeBody<double>> || Method<M, TorquedBody<double>> || Method<M, Director<double>> ||
                    Method<M, Particles<double>>,
                "no type of problem fits info, start, step and read: see core/stepping/method.hpp");
  static_assert(
      consistent<M, FreeBody> && consistent<M, TorquedBody> && consistent<M, Director> && consistent<M, Particles>,
      "a method that serves doubles serves every scalar: make step a template of its T");
  Contestant c{&M::info, {}};
  std::apply([](auto&... runner) { (fill<M>(runner), ...); }, c.runners);
  return c;
}

}  // namespace detail

/// The plug-in of these methods.
template <class... M>
const polhode_plugin* of() {
  static const std::array methods{detail::contestant<M>()...};
  static const std::string built = build();
  static const polhode_plugin plugin{
      {"polhode"}, abi, sizeof...(M), built.c_str(), [](const Host* host) { detail::host = host; }, methods.data()};
  return &plugin;
}

}  // namespace polhode::plugin
