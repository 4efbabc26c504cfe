// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "core/system/user.hpp"
#include "experiments/running/comparison_runner.hpp"
#include "methods/runners.hpp"

namespace polhode {

namespace {

using ExtraMethods = std::vector<const MethodInfo*>;

/// Does it have the quantity of a panel? Those of the middle of a step are of staggered methods only.
bool shows(const MethodInfo& method, const auto& panel) {
  if constexpr (requires { panel.quantity; })
    return !comparison_runner().history(panel.comparison, method, 2, panel.quantity, 0).curve.columns.front().empty();
  else
    return true;
}

bool contains(const ExtraMethods& methods, const MethodInfo& method) {
  return std::any_of(methods.begin(), methods.end(), [&](const MethodInfo* m) { return m->id == method.id; });
}

/// Adds the extra methods to a panel. Returns how many it had before.
std::size_t invite(auto& panel, const ExtraMethods& extra_methods) {
  const auto hosts = panel.methods().size();
  panel.change([extra_methods, panel](Comparison& comparison) {
    for (const auto* method : extra_methods)
      if (supports(*method, comparison.problem) && shows(*method, panel) && !contains(comparison.methods, *method))
        comparison.methods.push_back(method);
  });
  return hosts;
}

}  // namespace

Experiment with_extra_methods(Experiment experiment, const ExtraMethods& extra_methods) {
  if (extra_methods.empty()) return experiment;
  std::vector<std::size_t> hosts;  // of each panel
  for (auto& panel : experiment.panels) hosts.push_back(panel.as([&](auto& p) { return invite(p, extra_methods); }));
  for (const auto* method : extra_methods)
    if (std::none_of(experiment.panels.begin(), experiment.panels.end(), [&](const Panel& panel) {
          return panel.as([&](const auto& p) { return contains(p.methods(), *method); });
        }))
      throw UserError("--with: {} supports no problem of {}, or has nothing to show there", method->id, experiment.id);

  for (auto& claim : experiment.claims)
    claim.compute = [compute = claim.compute, hosts](const Data& data) {
      Data without = data;
      for (std::size_t i = 0; i < hosts.size(); ++i) without[i].series.resize(hosts[i]);
      return compute(without);
    };
  return experiment;
}

}  // namespace polhode
