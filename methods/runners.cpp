// SPDX-License-Identifier: MIT
#include "methods/runners.hpp"

#include "core/geometry/dual.hpp"
#include "core/geometry/scalar.hpp"
#include "core/torques/without_drives.hpp"
#include "list.hpp"  // made of roster.hpp by roster.cmake

namespace polhode {

namespace {

std::vector<const MethodInfo*>& info_list() {
  static auto all = []<class... Name>(roster::List<Name...>) {
    return std::vector<const MethodInfo*>{&roster::info<Name>()...};
  }(roster::All{});
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

/// What a method for torques of time and attitude does on such bodies.
Runner<DrivenBody<double>> on_attitude_only(const Runner<TorquedBody<double>>& runner) {
  using Driven = DrivenBody<double>;
  using Torqued = TorquedBody<double>;
  const auto run_by = [](const Driven& body, const auto& run) -> Run<Driven> {
    if (body.dependence() != Dependence::none)
      return {Status::skipped, Failure::momentum_torque, 0, body.initial, 0, {}};
    const auto r = run(without_drives(body));
    return {r.status, r.failure, r.steps, r.state, r.norm_defect, r.tally, r.refusal};
  };
  if (!runner.run) return {};
  return {runner.info,
          [=](const Driven& body, const Grid<double>& grid, const Sampler<Driven>* sampler) {
            Sampler<Torqued> passed_on;
            if (sampler)
              passed_on = {sampler->every, [&](const Sample<Torqued>& s) {
                             sampler->see({s.n, s.t, s.state, s.norm_defect, s.interval});
                           }};
            return run_by(body,
                          [&](const Torqued& seen) { return runner.run(seen, grid, sampler ? &passed_on : nullptr); });
          }};
}

template <class P>
std::vector<Runner<P>>& runner_list() {
  static auto all = []<class... Name>(roster::List<Name...>) {
    std::vector<Runner<P>> list;
    const auto add = [&](const Runner<P>& runner) {
      if (runner.run) list.push_back(runner);
    };
    if constexpr (MomentumDriven<P>)
      (add(roster::driven_runner<Name>().run
               ? roster::driven_runner<Name>()
               : on_attitude_only(std::get<Runner<TorquedBody<double>>>(roster::runners<Name, double>()))),
       ...);
    else
      (add(std::get<Runner<P>>(roster::runners<Name, typename P::Scalar>())), ...);
    return list;
  }(roster::All{});
  return all;
}

}  // namespace

template <class P>
const std::vector<Runner<P>>& runners() {
  return runner_list<P>();
}
template <class P>
void add_runner(const Runner<P>& runner) {
  if constexpr (std::is_same_v<P, TorquedBody<double>>)
    runner_list<DrivenBody<double>>().push_back(on_attitude_only(runner));
  if constexpr (MomentumDriven<P>)  // it serves more
    std::erase_if(runner_list<P>(), [&](const auto& r) { return r.info == runner.info; });
  runner_list<P>().push_back(runner);
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
std::string why_not<DrivenBody<double>>(const MethodInfo& method) {
  if (!serves<TorquedBody<double>>(method)) return why_not<TorquedBody<double>>(method);
  return std::string(method.id) + ": serves torques of time and attitude only";
}
std::string why_not(const MethodInfo& method, const DrivenBody<double>& body, const std::vector<std::string>& drives) {
  const bool runs = method.serves != Dependence::none;
  if (serves<DrivenBody<double>>(method) && body.dependence() <= method.serves) return {};
  if (!serves<TorquedBody<double>>(method)) return why_not<TorquedBody<double>>(method);
  if (body.varying())
    return std::string(method.id) + ": takes the moments of inertia to be constant between torques, and body.inertia " +
           "changes; try rk4, mkrk-gauss4, imidm";
  std::size_t i = 0, worst = drives.size();
  bool linear = true;
  body.drives.each([&](const auto& k) {
    if (worst == drives.size() && k.dependence() > method.serves) worst = i;
    linear = linear && k.dependence() <= Dependence::linear;
    ++i;
  });
  const std::string of = worst < drives.size() ? drives[worst] : "the torque";
  return std::string(method.id) + ": serves " +
         (runs ? "damping and rotors; " + of + " depends on the momentum otherwise"
               : "torques of time and attitude; " + of + " depends on the momentum") +
         "; try " + (linear ? "mr, " : "rk4, ") + "mkrk-gauss4, imidm";
}
template <>
std::string why_not<Director<double>>(const MethodInfo& method) {
  return serves_others(method, "directors");
}
template <>
std::string why_not<Particles<double>>(const MethodInfo& method) {
  return serves_others(method, "particles");
}

template const std::vector<Runner<FreeBody<double>>>& runners();
template void add_runner(const Runner<FreeBody<double>>&);
template const std::vector<Runner<TorquedBody<double>>>& runners();
template void add_runner(const Runner<TorquedBody<double>>&);
template const std::vector<Runner<DrivenBody<double>>>& runners();
template void add_runner(const Runner<DrivenBody<double>>&);
template const std::vector<Runner<Director<double>>>& runners();
template void add_runner(const Runner<Director<double>>&);
template const std::vector<Runner<Particles<double>>>& runners();
template void add_runner(const Runner<Particles<double>>&);
template const std::vector<Runner<FreeBody<Counting>>>& runners();
template void add_runner(const Runner<FreeBody<Counting>>&);
template const std::vector<Runner<TorquedBody<Counting>>>& runners();
template void add_runner(const Runner<TorquedBody<Counting>>&);
template const std::vector<Runner<Director<Counting>>>& runners();
template void add_runner(const Runner<Director<Counting>>&);
template const std::vector<Runner<Particles<Counting>>>& runners();
template void add_runner(const Runner<Particles<Counting>>&);
template const std::vector<Runner<FreeBody<float128>>>& runners();
template void add_runner(const Runner<FreeBody<float128>>&);
template const std::vector<Runner<TorquedBody<float128>>>& runners();
template void add_runner(const Runner<TorquedBody<float128>>&);
template const std::vector<Runner<Director<float128>>>& runners();
template void add_runner(const Runner<Director<float128>>&);
template const std::vector<Runner<Particles<float128>>>& runners();
template void add_runner(const Runner<Particles<float128>>&);
template const std::vector<Runner<FreeBody<Dual<float128, 6>>>>& runners();
template void add_runner(const Runner<FreeBody<Dual<float128, 6>>>&);
template const std::vector<Runner<TorquedBody<Dual<float128, 6>>>>& runners();
template void add_runner(const Runner<TorquedBody<Dual<float128, 6>>>&);
template const std::vector<Runner<Director<Dual<float128, 6>>>>& runners();
template void add_runner(const Runner<Director<Dual<float128, 6>>>&);
template const std::vector<Runner<Particles<Dual<float128, 6>>>>& runners();
template void add_runner(const Runner<Particles<Dual<float128, 6>>>&);

}  // namespace polhode
