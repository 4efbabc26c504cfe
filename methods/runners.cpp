// SPDX-License-Identifier: MIT
#include "methods/runners.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/geometry/scalar.hpp"
#include "core/geometry/wide.hpp"
#include "methods/family/taylor_series.hpp"
#include "methods/plugin.hpp"
#include "methods/run_as.hpp"

namespace polhode {

// Both are a number of 113 bits.
template <>
inline Wide scalar_cast<Wide, float128>(const float128& x) {
  return Wide::of(x.value);
}
template <>
inline float128 scalar_cast<float128, Wide>(const Wide& x) {
  return float128(x.value);
}

namespace {

std::vector<const plugin::Entry*>& linked() {
  static std::vector<const plugin::Entry*> all;
  return all;
}

/// In the order of their ids: sorted when they are first asked for, which is after all are linked.
const std::vector<const plugin::Entry*>& in_order() {
  static const auto& all = [&]() -> auto& {
    std::sort(linked().begin(), linked().end(), [](auto* a, auto* b) { return a->info->id < b->info->id; });
    return linked();
  }
  ();
  return all;
}

std::vector<const MethodInfo*>& info_list() {
  static auto all = [] {
    std::vector<const MethodInfo*> list;
    for (const auto* c : in_order()) list.push_back(c->info);
    return list;
  }();
  return all;
}

}  // namespace

bool plugin::list(std::span<const Entry> methods) {
  for (const auto& c : methods) linked().push_back(&c);
  return true;
}

const MethodSource* source_of(const MethodInfo& method) {
  static const auto all = [] {
    std::map<const MethodInfo*, MethodSource> sources;
    for (const auto* c : in_order()) {
      const auto name = c->file.substr(c->file.rfind('/') + 1);
      sources[c->info] = {c->type, "methods/" + std::string(name.substr(0, name.rfind('.'))) + ".hpp"};
    }
    return sources;
  }();
  const auto at = all.find(&method);
  return at == all.end() ? nullptr : &at->second;
}

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

/// What a method does in 113 bits, as references have them.
template <template <class> class P>
Runner<P<float128>> in_float128(const Runner<P<Wide>>& runner) {
  if (!runner.run) return {};
  return {runner.info,
          [=](const P<float128>& problem, const Grid<float128>& grid, const Sampler<P<float128>>* sampler) {
            return run_as<P<float128>, P<Wide>>(sampler, [&](const auto* seen_by) {
              return runner.run(cast<Wide>(problem), grid.template in<Wide>(), seen_by);
            });
          }};
}

template <template <class> class P, class T>
Runner<P<T>> runner_of(const plugin::Entry& c, std::type_identity<P<T>>) {
  if constexpr (std::is_same_v<T, float128>)
    return in_float128(runner_of(c, std::type_identity<P<Wide>>()));
  else
    return {c.info, std::get<plugin::Function<P<T>>>(c.functions)};
}

/// What a method does on each kind of problem, null where it does not serve.
template <class T>
using OnKinds = std::tuple<Runner<FreeBody<T>>, Runner<TorquedBody<T>>, Runner<Director<T>>, Runner<Particles<T>>>;

/// The lists of methods: of those that run problems as values, which ask once what kind a problem is, and by kind.
template <class T>
struct Roster {
  std::vector<Runner<Problem<T>>> any;
  std::map<const MethodInfo*, OnKinds<T>> kinds;  ///< which stay in their places
  std::tuple<std::vector<Runner<FreeBody<T>>>, std::vector<Runner<TorquedBody<T>>>, std::vector<Runner<Director<T>>>,
             std::vector<Runner<Particles<T>>>>
      of_kind;

  template <class P>
  void set(const Runner<P>& runner) {
    const auto [at, is_new] = kinds.try_emplace(runner.info);
    if (is_new)
      any.push_back(
          {runner.info,
           [&on = at->second](const Problem<T>& problem, const Grid<T>& grid, const Sampler<Problem<T>>* sampler) {
             return problem.as([&]<class K>(const K& kind) -> Run<Problem<T>> {
               const auto& runner = std::get<Runner<K>>(on);
               if (!runner.run) return {Status::skipped, Failure::none, 0, kind.initial, T(0), {}};
               if constexpr (requires { kind.dependence(); })
                 if (kind.dependence() > runner.info->supports)
                   return {Status::skipped, Failure::momentum_torque, 0, kind.initial, T(0), {}};
               return run_as<Problem<T>, K>(sampler, [&](const auto* seen) { return runner.run(kind, grid, seen); });
             });
           }});
    std::get<Runner<P>>(at->second) = runner;
    std::get<std::vector<Runner<P>>>(of_kind).push_back(runner);
  }
};

template <class T>
Roster<T>& roster() {
  static auto all = [] {
    Roster<T> all;
    for (const auto* c : in_order()) {
      const auto add = [&](const auto& type) {
        if (const auto runner = runner_of(*c, type); runner.run) all.set(runner);
      };
      add(std::type_identity<FreeBody<T>>()), add(std::type_identity<TorquedBody<T>>());
      add(std::type_identity<Director<T>>()), add(std::type_identity<Particles<T>>());
    }
    return all;
  }();
  return all;
}

}  // namespace

template <class P>
const std::vector<Runner<P>>& runners() {
  auto& all = roster<typename P::Scalar>();
  if constexpr (std::is_same_v<P, Problem<typename P::Scalar>>)
    return all.any;
  else
    return std::get<std::vector<Runner<P>>>(all.of_kind);
}
template <class P>
void add_runner(const Runner<P>& runner) {
  using T = typename P::Scalar;
  if constexpr (std::is_same_v<T, Wide>) add_runner(in_float128(runner));
  roster<T>().set(runner);
}

namespace {

std::string supports_others(const MethodInfo& method, const std::string& asked) {
  const char* served = find_runner<Director<double>>(method)    ? "directors"
                       : find_runner<Particles<double>>(method) ? "particles"
                                                                : "rigid bodies";
  return std::string(method.id) + " integrates " + served + ", not " + asked;
}

/// Of a body whose torque may depend on the momentum, by a method for torques of time and attitude, or for some kinds.
std::string why_not_torqued(const MethodInfo& method, const TorquedBody<double>& body,
                            const std::vector<std::string>& momentum_torques) {
  const bool runs = method.supports != Dependence::none;
  if (body.dependence() <= method.supports) {
    const auto without = method.takes_series ? taylor::without_series(body) : std::string_view();
    return without.empty()
               ? ""
               : std::string(method.id) + ": takes torques by their Taylor series, and a torque of the kind " +
                     std::string(without) + " has none; try bs12, dop853, imidm";
  }
  if (body.varying())
    return std::string(method.id) + ": takes the moments of inertia to be constant between torques, and body.inertia " +
           "changes; try rk4, mkrk-gauss4, imidm";
  std::size_t i = 0, worst = momentum_torques.size();
  bool linear = true;
  body.momentum_torques.each([&](const auto& k) {
    if (worst == momentum_torques.size() && k.dependence() > method.supports) worst = i;
    linear = linear && k.dependence() <= Dependence::linear;
    ++i;
  });
  const std::string of = worst < momentum_torques.size() ? momentum_torques[worst] : "the torque";
  return std::string(method.id) + ": supports " +
         (runs ? "damping and rotors; " + of + " depends on the momentum otherwise"
               : "torques of time and attitude; " + of + " depends on the momentum") +
         "; try " + (linear ? "mr, " : "rk4, ") + "mkrk-gauss4, imidm";
}

}  // namespace

template <class T>
bool has_runner(const MethodInfo& method, const Problem<T>& problem) {
  if (!std::is_same_v<T, double> && problem.has_momentum_torques()) return false;
  return problem.as([&]<class P>(const P&) { return find_runner<P>(method) != nullptr; });
}

std::string why_not(const MethodInfo& method, const Problem<double>& problem,
                    const std::vector<std::string>& momentum_torques) {
  return problem.as([&]<class P>([[maybe_unused]] const P& p) -> std::string {
    constexpr bool torqued = std::is_same_v<P, TorquedBody<double>>;
    if (!find_runner<P>(method)) {
      if (torqued && find_runner<FreeBody<double>>(method))
        return std::string(method.id) + " integrates bodies without torque only";
      return supports_others(method, std::is_same_v<P, Director<double>>    ? "directors"
                                     : std::is_same_v<P, Particles<double>> ? "particles"
                                                                            : "rigid bodies");
    }
    if constexpr (torqued) return why_not_torqued(method, p, momentum_torques);
    return {};
  });
}

#define POLHODE_OF(P)                               \
  template const std::vector<Runner<P>>& runners(); \
  template void add_runner(const Runner<P>&)
#define POLHODE_IN(T)                                             \
  template const std::vector<Runner<Problem<T>>>& runners();      \
  template bool has_runner(const MethodInfo&, const Problem<T>&); \
  POLHODE_OF(FreeBody<T>);                                        \
  POLHODE_OF(TorquedBody<T>);                                     \
  POLHODE_OF(Director<T>);                                        \
  POLHODE_OF(Particles<T>)
POLHODE_IN(double);
POLHODE_IN(Wide);
POLHODE_IN(float128);
#undef POLHODE_IN
#undef POLHODE_OF

}  // namespace polhode
