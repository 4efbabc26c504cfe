// SPDX-License-Identifier: MIT
#pragma once

#ifndef POLHODE_METHODS  // its definition says what is done with methods

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "core/geometry/wide.hpp"
#include "core/stepping/body.hpp"
#include "core/stepping/integrate.hpp"

/// Methods as plug-ins, for the methods of the tree and of users. A method stands on its page (described in method.hpp)
/// and is listed by a source,
///
///     #include "methods/mr.hpp"
///     #include "methods/plugin.hpp"
///     POLHODE_METHODS(Mr)
///
/// For the pages in `methods`, CMake writes the sources from pages.txt; they are a part of the program. Elsewhere a
/// source is built with the CMake target polhode::plugin as a MODULE library, which `polhode --plugin libmine.so` loads.
/// Either way its methods are listed, run, checked, recommended and drawn. A method is compiled for double and for Wide,
/// in which `check` measures it: write its numbers as expressions of its T.
namespace polhode::plugin {

/// The number of the program must equal that of its plug-ins. It counts changes of anything that both see.
inline constexpr std::uint32_t abi = 9;

/// The state of Wide of the calling thread.
struct WideState {
  std::int64_t* (*operations)() = [] { return &Wide::operations; };  ///< the address of its Wide::operations
  int* (*bits)() = [] { return &Wide::bits; };                       ///< the address of its Wide::bits
};

/// The step loop of a method on problems of type P, observed or not: null.
template <class P>
using Function = Run<P> (*)(const P&, const Grid<typename P::Scalar>&, const Sampler<P>*);

/// A function per type of problem, in one scalar.
template <class T>
using FunctionsIn =
    std::tuple<Function<FreeBody<T>>, Function<TorquedBody<T>>, Function<Director<T>>, Function<Particles<T>>>;

/// Those in doubles and in Wide; torques that depend on the momentum run in double only.
using Functions = decltype(std::tuple_cat(FunctionsIn<double>(), FunctionsIn<Wide>()));

/// A method for all types of problems; a function is null if it does not support the type.
struct Entry {
  const MethodInfo* info;                 ///< its declaration
  Functions functions;                    ///< its functions
  std::string_view type = {}, file = {};  ///< its name in C++, and the source that names it
};

/// The build, as far as values that cross the border depend on it; a plug-in with another build is refused.
inline std::string build() {
#ifdef __clang__
  std::string text = "clang " + std::to_string(__clang_major__);
#else
  std::string text = "g++ " + std::to_string(__GNUC__);
#endif
#ifdef _GLIBCXX_RELEASE
  text += ", libstdc++ " + std::to_string(_GLIBCXX_RELEASE) + " ABI " + std::to_string(_GLIBCXX_USE_CXX11_ABI);
#else
  text += ", another standard library";
#endif
  text += ", sizes";
  for (const std::size_t size :
       {sizeof(MethodInfo), sizeof(Entry), sizeof(TorquedBody<double>), sizeof(TorquedBody<Wide>), sizeof(Grid<Wide>),
        sizeof(Sampler<TorquedBody<double>>), sizeof(Run<Director<Wide>>)})
    text += " " + std::to_string(size);
  return text;
}

}  // namespace polhode::plugin

extern "C" {
/// Declaration of a plug-in. Magic and abi keep their places for ever; the rest depends on the abi.
struct polhode_plugin {
  char magic[8];                          ///< "polhode"
  std::uint32_t abi;                      ///< polhode::plugin::abi
  std::uint32_t size;                     ///< number of methods
  const char* build;                      ///< polhode::plugin::build()
  polhode::plugin::WideState wide;        ///< its own Wide, which is the program's only if the linker merges them
  const polhode::plugin::Entry* methods;  ///< their number is `size`
};

/// The one function that a plug-in exports.
[[gnu::visibility("default")]] const polhode_plugin* polhode_plugin_v1();
}

#if defined(POLHODE_OF_THE_TREE) || defined(POLHODE_PLUGIN_LIBRARY)
/// Common code of all methods is compiled once (instances.cpp), for plug-ins in libpolhode_plugin.a: it would be much
/// of the work of compiling every plug-in.
#include "core/torques/instances.hpp"
namespace polhode {
extern template struct SumOf<Wide, Torque>;
extern template struct SumOf<Wide, MomentumTorque>;
extern template struct TorquedBody<Wide>;
namespace detail {
extern template struct Around<FreeBody<double>>;
extern template struct Around<FreeBody<Wide>>;
extern template struct Around<TorquedBody<double>>;
extern template struct Around<TorquedBody<Wide>>;
extern template struct Around<Director<double>>;
extern template struct Around<Director<Wide>>;
extern template struct Around<Particles<double>>;
extern template struct Around<Particles<Wide>>;
}  // namespace detail
}  // namespace polhode
#endif

namespace polhode::plugin {

namespace detail {

/// The functions of M.
template <class M, class T>
constexpr FunctionsIn<T> functions() {
  const auto on = []<class P>(std::type_identity<P>) -> Function<P> {
    if constexpr (Method<M, P>)
      return &polhode::detail::run<M, P>;
    else
      return nullptr;
  };
  return {on(std::type_identity<FreeBody<T>>()), on(std::type_identity<TorquedBody<T>>()),
          on(std::type_identity<Director<T>>()), on(std::type_identity<Particles<T>>())};
}

/// Whether M supports problems of this type in no scalar or in all.
template <class M, template <class> class P>
constexpr bool consistent = Method<M, P<double>> == Method<M, P<Wide>>;

template <class M>
constexpr Entry entry(const FunctionsIn<Wide>& in_wide) {
  static_assert(Method<M, FreeBody<double>> || Method<M, TorquedBody<double>> || Method<M, Director<double>> ||
                    Method<M, Particles<double>>,
                "no type of problem fits info, start, step and read: see core/stepping/method.hpp");
  static_assert(chooses_steps<M> || (consistent<M, FreeBody> && consistent<M, TorquedBody> && consistent<M, Director> &&
                                     consistent<M, Particles>),
                "a method that serves doubles serves every scalar: make step a template of its T");
  return {&M::info, std::tuple_cat(functions<M, double>(), in_wide)};
}

/// "Dmv<2>, Composed<Mr, 4>" in parts.
constexpr std::string_view next_type(std::string_view& text) {
  std::size_t end = 0;
  for (int depth = 0; end < text.size() && (depth > 0 || text[end] != ','); ++end)
    depth += (text[end] == '<') - (text[end] == '>');
  const auto type = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 2));
  return type;
}

}  // namespace detail

/// The functions of these methods in Wide. Methods of the tree have them in an object of their own.
template <class... M>
struct InWide {
  static std::array<FunctionsIn<Wide>, sizeof...(M)> functions();
};
template <class... M>
std::array<FunctionsIn<Wide>, sizeof...(M)> InWide<M...>::functions() {
  return {detail::functions<M, Wide>()...};
}

/// These methods, with their names in C++ and the source that lists them.
template <class... M>
std::span<const Entry> entries(std::string_view types, std::string_view file) {
  static const auto all = [&] {
    const auto in_wide = InWide<M...>::functions();
    auto wide = in_wide.begin();
    std::array methods{detail::entry<M>(*wide++)...};
    for (auto& c : methods) c.type = detail::next_type(types), c.file = file;
    return methods;
  }();
  return all;
}

#ifdef POLHODE_OF_THE_TREE
/// Adds methods to those of the program (runners.cpp), before any is looked up.
bool list(std::span<const Entry> methods);

/// Whether these are listed.
template <class... M>
extern const bool listed;
#else
/// The plug-in of these methods.
template <class... M>
const polhode_plugin* of(std::string_view types, std::string_view file) {
  static const auto methods = entries<M...>(types, file);
  static const std::string built = build();
  static const polhode_plugin plugin{{"polhode"}, abi, sizeof...(M), built.c_str(), {}, methods.data()};
  return &plugin;
}
#endif

}  // namespace polhode::plugin

/// Lists these methods; the page of the first one stands beside the source.
#ifdef POLHODE_IN_WIDE
#define POLHODE_METHODS(...)                   \
  namespace polhode {                          \
  template struct plugin::InWide<__VA_ARGS__>; \
  }
#elif defined POLHODE_OF_THE_TREE
#define POLHODE_METHODS(...)                                                                                   \
  namespace polhode {                                                                                          \
  extern template struct plugin::InWide<__VA_ARGS__>;                                                          \
  template <>                                                                                                  \
  const bool plugin::listed<__VA_ARGS__> = plugin::list(plugin::entries<__VA_ARGS__>(#__VA_ARGS__, __FILE__)); \
  }
#else
#define POLHODE_METHODS(...)                                \
  extern "C" const polhode_plugin* polhode_plugin_v1() {    \
    using namespace polhode;                                \
    return plugin::of<__VA_ARGS__>(#__VA_ARGS__, __FILE__); \
  }
#endif

#endif  // POLHODE_METHODS
